"""The report on the return to player: what it rests on, what it says, its pages, its signature."""

from certification.rtp.report.build import build_rtp_report

__all__ = ["build_rtp_report"]
