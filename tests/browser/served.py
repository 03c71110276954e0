"""A few pages over HTTP, on a free port of this machine, for as long as they are needed."""

from collections.abc import Iterator, Mapping
from contextlib import contextmanager
from http.server import BaseHTTPRequestHandler, ThreadingHTTPServer
from threading import Thread


class _Handler(BaseHTTPRequestHandler):
    server: "_Server"

    def do_GET(self) -> None:
        body = self.server.pages.get(self.path, "")
        self.send_response(200 if body else 404)
        self.send_header("Content-Type", "text/html; charset=utf-8")
        for name, value in self.server.headers.items():
            self.send_header(name, value)
        self.end_headers()
        self.wfile.write(body.encode())

    def log_message(self, format: str, *args: object) -> None:  # noqa: A002 # the base's name
        """Nothing is logged."""


class _Server(ThreadingHTTPServer):
    daemon_threads = True

    def __init__(self, pages: Mapping[str, str], headers: Mapping[str, str]) -> None:
        super().__init__(("127.0.0.1", 0), _Handler)
        self.pages = pages
        self.headers = headers


@contextmanager
def served(pages: Mapping[str, str], headers: Mapping[str, str]) -> Iterator[str]:
    """The origin under which `pages` (by path) answer, each with `headers`."""
    server = _Server(pages, headers)
    thread = Thread(target=server.serve_forever, kwargs={"poll_interval": 0.05})
    thread.start()
    try:
        yield f"http://127.0.0.1:{server.server_port}"
    finally:
        server.shutdown()
        thread.join()
        server.server_close()
