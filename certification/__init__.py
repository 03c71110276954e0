"""The evidence: statistics of the generator, return to player; never the web or the database."""
