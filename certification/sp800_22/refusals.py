"""Why a stream cannot be tested at all. Imports nothing, so that a command can name them first."""


class BadStream(ValueError):
    """Something that is no stream of bits, or not the streams asked for; the text says what."""


class BadBits(BadStream):
    """What was given is no stream of bits; the text says where."""


class BadDivision(BadStream):
    """A file cannot be divided into the streams asked for."""
