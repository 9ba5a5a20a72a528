"""Hummingbird's own tests, and its server for measurements under the load of four clients, one of which reads slowly."""

import concurrent.futures
import os
import signal
import socket
import subprocess
import threading
import time

from foreign import suite
from foreign.trace import diagnoses, lanes


class Web(suite.Suite):
    """Compares the tests, then traces Hummingbird's PerformanceTest, unchanged, and holds the trace to what the clients have counted."""

    SERVER, PORT = "PerformanceTest", 8766
    CLIENTS, REQUESTS = 3, 300

    # The slow client posts a body, which the server sends back as it comes, and takes 3 MB of it a second.
    BODY, PART, PAUSE = 24 << 20, 32 << 10, 0.01

    def __init__(self, options, name, source, scratch):
        super().__init__(options, name, source, scratch)
        self.served = os.path.join(scratch, f"{name}-server.fvz")
        words = [options.flowviz, "try", self.folder, "--product", self.SERVER, "-o", self.served, "--for", "1800s"]
        environment = dict(os.environ, SERVER_PORT=str(self.PORT))
        if self.answers():
            raise SystemExit(f"another program listens at port {self.PORT}")
        with subprocess.Popen(
            words, env=environment, stdin=subprocess.DEVNULL, stdout=subprocess.DEVNULL, stderr=subprocess.PIPE) as server:
            lines = []
            reader = threading.Thread(target=lambda: lines.extend(line.decode(errors="replace").rstrip() for line in server.stderr))
            reader.start()
            while server.poll() is None and not self.answers():
                time.sleep(0.2)
            with concurrent.futures.ThreadPoolExecutor() as pool:
                slow = pool.submit(self.ask, self.post)
                fast = [pool.submit(self.ask, self.get) for _ in range(self.CLIENTS)]
                self.slow, self.fast = slow.result(), [client.result() for client in fast]
            server.send_signal(signal.SIGINT)
            reader.join()
        self.lines = lines

    def answers(self):
        try:
            socket.create_connection(("127.0.0.1", self.PORT)).close()
            return True
        except OSError:
            return False

    def ask(self, body):
        """Runs a client; the port of its connection, and the responses that it has got."""
        try:
            with socket.socket() as connection:
                # A small window: what is not read waits in the server.
                connection.setsockopt(socket.SOL_SOCKET, socket.SO_RCVBUF, self.PART)
                connection.connect(("127.0.0.1", self.PORT))
                with connection.makefile("rb", buffering=self.PART) as stream:
                    return connection.getsockname()[1], body(connection, stream)
        except (OSError, ValueError) as error:
            self.problems.append(f"the server does not answer: {error}")
            return 0, 0

    def get(self, connection, stream):
        """Asks again and again, each time after the answer."""
        count = 0
        for _ in range(self.REQUESTS):
            connection.sendall(b"GET / HTTP/1.1\r\nHost: localhost\r\n\r\n")
            head = self.head(stream)
            count += stream.read(int(head["content-length"])) == b"Hello, world"
        return count

    def post(self, connection, stream):
        """Posts one body, and reads slowly what comes back; the number of equal bytes."""
        body = os.urandom(1 << 20) * (self.BODY >> 20)

        def send():
            connection.sendall(b"POST / HTTP/1.1\r\nHost: localhost\r\nContent-Length: %d\r\n\r\n" % len(body))
            connection.sendall(body)

        sender = threading.Thread(target=send)
        sender.start()
        head, back = self.head(stream), bytearray()
        while len(back) < len(body):
            part = self.part(stream, head)
            if not part:
                break
            back += part
            time.sleep(self.PAUSE * len(part) / self.PART)
        sender.join()
        return len(back) if back == body else 0

    def head(self, stream):
        status = stream.readline()
        if not status.startswith(b"HTTP/1.1 200"):
            raise ValueError(f"status {status!r}")
        fields = iter(lambda: stream.readline().strip().decode(), "")
        return {name.lower(): value.strip() for name, _, value in (field.partition(":") for field in fields)}

    def part(self, stream, head):
        """The next part of a body, of a chunk if it has chunks."""
        if head.get("transfer-encoding") != "chunked":
            return stream.read1(self.PART)
        part = stream.read(int(stream.readline(), 16))
        stream.readline()
        return part

    def judge(self):
        super().judge()
        if self.slow[1] != self.BODY:
            self.problems.append("the slow client has not got its body back")
        counts, times = lanes(self.options.flowviz, self.served)
        for port, responses in self.fast:
            if responses != self.REQUESTS:
                self.problems.append(f"{responses} responses, not {self.REQUESTS}")
            # A request has a head and an end, a response also a body.
            self.expect(counts, port, read=2 * responses, written=3 * responses)
        port = self.slow[0]
        # The server sends back what it reads, part by part.
        self.expect(counts, port, read=counts[f"127.0.0.1:{port}"], written=counts[f"127.0.0.1:{port}"])
        if counts[f"127.0.0.1:{port}"] < 100:
            self.problems.append("the body of the slow client was not seen")
        # In the middle of its connection, and of the whole run.
        middle = sum(times.get(f"127.0.0.1:{port} outbound", (0, 0))) / 2
        self.blame(diagnoses(self.options.flowviz, self.served, at=middle)[0]["pipelines"])

    def expect(self, counts, port, read, written):
        for lane, count in {"": read, " inbound": read, " write": written, " outbound": written}.items():
            name = f"127.0.0.1:{port}{lane}"
            if counts[name] != count:
                self.problems.append(f"{counts[name]} values, not {count}: {name}")

    def blame(self, pipelines):
        """The slow client's connection is on top, both ways; it is to blame in both, while it reads and in the end; no other is."""
        name, both = f"127.0.0.1:{self.slow[0]}", pipelines[:2]
        for pipeline in pipelines:
            blamed = [pipeline[span] for span in ("now", "run") if "held back" in pipeline[span]["text"]]
            if len(blamed) != (2 if pipeline in both else 0) or any(verdict["culprit"] != f"peer {name}" for verdict in blamed):
                self.problems.append(f"of the load, {pipeline['name']}: {pipeline['now']['text']}; the run: {pipeline['run']['text']}")
        for pipeline in both:
            self.notes.append(f"load: {pipeline['name']}: {pipeline['now']['text']}")
            if f'"{name}' not in pipeline["name"]:
                self.problems.append(f"on top: {pipeline['name']}")
