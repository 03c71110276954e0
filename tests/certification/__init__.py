"""The evidence, checked: statistics against known answers, returns against slow twins."""
