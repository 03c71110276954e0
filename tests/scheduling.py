"""Which tests share a process when several run them: those of a file, or of a folder whose files
share what takes long to make, such as a browser with its server, or a report.

A whole folder of the browser goes to one process, so that the others compute while it waits.
"""

from pathlib import PurePosixPath

from xdist.scheduler import LoadScopeScheduling

TOGETHER = ("tests/browser", "tests/certification/report", "tests/certification/rtp_report")


class Sharing(LoadScopeScheduling):  # type: ignore[misc]  # xdist has no types
    """Work in units that share, the largest first."""

    def _split_scope(self, nodeid: str) -> str:
        file = nodeid.partition("::")[0]
        folder = str(PurePosixPath(file).parent)
        return folder if folder in TOGETHER else file
