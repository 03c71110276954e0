"""What the ids of rows are ids of: text to the database, four different things to a type checker.

All are UUIDv7 in lower case with hyphens.
"""

from typing import NewType

PlayerId = NewType("PlayerId", str)
SeatId = NewType("SeatId", str)
SessionId = NewType("SessionId", str)
RoundId = NewType("RoundId", str)
