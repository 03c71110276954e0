"""The rules of casino Pontoon as pure functions of a record and the cards it was dealt.

Nothing here knows of HTTP, storage, time or chance: cards arrive through a `CardAt`.
Standard library only, besides the type of the rules themselves.
"""
