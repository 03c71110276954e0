"""Why there is no report, or none to be used. Imports nothing: a command can name it first."""


class Unfit(Exception):
    """What was given cannot be used; the text says what, in a sentence without its full stop."""


class NoReport(Unfit):
    """There is no report here, or none that this program can read."""


class BadReport(Unfit):
    """A text that is no report on chance."""


class Changed(Unfit):
    """A report that is to be built upon is not as it was signed."""
