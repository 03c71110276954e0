"""What the public counts of a shoe are worth to a player who reads them: the operator's risk."""
