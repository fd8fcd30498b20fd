"""Stands between a program and a server and writes down what they say to each other."""

import http.client
import json
import threading
from contextlib import contextmanager
from http.server import BaseHTTPRequestHandler, ThreadingHTTPServer
from pathlib import Path
from typing import Iterator

DROPPED = {"host", "connection", "transfer-encoding", "content-length", "accept-encoding", "keep-alive"}


@contextmanager
def recording(port: int, out: Path) -> Iterator[int]:
    """The port that leads to `port` until the end of the block, each exchange a line of JSON in `out`."""
    lock = threading.Lock()
    out.write_text("")

    class Between(BaseHTTPRequestHandler):
        def do_POST(self) -> None:
            body = self.rfile.read(int(self.headers.get("content-length", 0)))
            headers = {name: value for name, value in self.headers.items() if name.lower() not in DROPPED}
            upstream = http.client.HTTPConnection("127.0.0.1", port)
            upstream.request("POST", self.path, body, headers)
            answer = upstream.getresponse()
            self.send_response(answer.status)
            for name, value in answer.getheaders():
                if name.lower() not in DROPPED:
                    self.send_header(name, value)
            self.end_headers()
            pieces = []
            while piece := answer.read1(65536):
                pieces.append(piece)
                self.wfile.write(piece)
            upstream.close()
            record = {"path": self.path, "headers": headers, "request": json.loads(body), "status": answer.status}
            record["answer"] = b"".join(pieces).decode(errors="replace")
            with lock, out.open("a") as file:
                file.write(json.dumps(record) + "\n")

        def log_message(self, *_: object) -> None:
            pass

    between = ThreadingHTTPServer(("127.0.0.1", 0), Between)
    threading.Thread(target=between.serve_forever, daemon=True).start()
    try:
        yield between.server_address[1]
    finally:
        between.shutdown()
        between.server_close()
