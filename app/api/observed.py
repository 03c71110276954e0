"""What the operator sees: one JSON log line for each call, and Prometheus metrics.

Never a body, a token, a seed or a card: a line has the route's pattern, not the address, and
metrics count requests, and the rounds that are open.
"""

import time
from collections.abc import Callable, Iterable, Mapping
from http import HTTPStatus

from flask import Flask, Response, current_app, g, request
from prometheus_client import CollectorRegistry, Counter, Histogram
from prometheus_client.core import CounterMetricFamily, GaugeMetricFamily
from prometheus_client.registry import Collector

from app.service.log import Log, lines_lost

DURATION_BUCKETS = (0.002, 0.005, 0.01, 0.025, 0.05, 0.1, 0.25, 0.5, 1.0, 2.5)  # seconds
UNROUTED = "(none)"  # addresses that match no route are one label, or they would be endless

NOT_LOGGED = "pages"
"""The blueprint of own files and pages: a browser asks for dozens of them."""
_QUIET = "pontoon.quiet"

Facts = Callable[[], Mapping[str, int]]


class HouseCollector(Collector):
    """Reads the house when scraped: its open rounds, whether chance is healthy, lost lines."""

    def __init__(self, rounds: Facts, healthy: Callable[[], bool]) -> None:
        self._rounds = rounds
        self._healthy = healthy

    def collect(self) -> Iterable[GaugeMetricFamily | CounterMetricFamily]:
        rounds = GaugeMetricFamily(
            "pontoon_open_rounds",
            "Rounds that have not ended, by status; a frozen one needs somebody.",
            labels=["status"],
        )
        for status, count in self._rounds().items():
            rounds.add_metric([status], count)
        yield rounds
        yield GaugeMetricFamily(
            "pontoon_source_healthy",
            "1 while the source of chance has passed its tests, else 0.",
            value=int(self._healthy()),
        )
        yield CounterMetricFamily(
            "pontoon_log_lines_lost",
            "Lines of the log that standard error did not take, such as on a full disk.",
            value=lines_lost(),
        )


def quiet_requests(app: Flask) -> None:
    """Write no line for requests from now on; faults and alarms are written all the same."""
    app.extensions[_QUIET] = True


def log_fault(log: Log, request_id: str, kind: str, frames: list[str]) -> None:
    """One line for a fault: its kind and where it happened."""
    log.error("fault", request_id=request_id, kind=kind, frames=frames)


def install_observation(app: Flask, house: HouseCollector, log: Log) -> CollectorRegistry:
    """Log and measure every request of `app`; the registry is what /metrics shows."""
    registry = CollectorRegistry()
    registry.register(house)
    requests = Counter(
        "pontoon_requests", "Requests answered.", ["method", "route", "status"], registry=registry
    )
    durations = Histogram(
        "pontoon_request_seconds",
        "Time from reading a request to its answer.",
        ["method", "route"],
        buckets=DURATION_BUCKETS,
        registry=registry,
    )

    @app.before_request
    def start() -> None:
        g.started = time.perf_counter()

    @app.after_request
    def finish(response: Response) -> Response:
        seconds = time.perf_counter() - g.started
        route = request.url_rule.rule if request.url_rule else UNROUTED
        method = request.method if request.method in KNOWN_METHODS else UNROUTED
        requests.labels(method, route, str(response.status_code)).inc()
        durations.labels(method, route).observe(seconds)
        _line(log, method, route, response.status_code, seconds)
        return response

    return registry


KNOWN_METHODS = frozenset({"GET", "HEAD", "POST", "PUT", "PATCH", "DELETE", "OPTIONS"})


def _line(log: Log, method: str, route: str, status: int, seconds: float) -> None:
    file_sent = request.blueprint == NOT_LOGGED and status < HTTPStatus.BAD_REQUEST
    if file_sent or _QUIET in current_app.extensions:
        return
    facts = {"seat_id": g.seat_id} if "seat_id" in g else {}
    log.info(
        "request",
        method=method,
        route=route,
        status=status,
        milliseconds=round(seconds * 1000, 2),
        request_id=g.request_id,
        **facts,
    )
