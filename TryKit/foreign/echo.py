"""SwiftNIO's echo server and echo client, untraced and traced."""

import collections
import concurrent.futures
import os
import re
import signal
import socket
import subprocess
import threading
import time

from foreign import suite
from foreign.processes import run, used
from foreign.trace import Traces, diagnoses, lanes

Load = collections.namedtuple("Load", "seconds cpu ports lines")


class Echo:
    """SwiftNIO's echo server, built and traced as it is, and clients: some that count what they send and get, and SwiftNIO's own."""

    PORT, CLIENTS, MESSAGES = 8765, 4, 2000
    SERVER, CLIENT = "NIOTCPEchoServer", "NIOTCPEchoClient"

    # SwiftNIO's client sends one message on each of 21 connections. These changes make it send as many as the others.
    CONNECTIONS = 21
    CHANGES = [
        ("for i in 0...20 {", f"for i in 0..<{CLIENTS} {{"),
        ('print("Connection(\\(number)): Writing request")', "var count = 0"),
        ('print("Connection(\\(number)): Received response (\\(inboundData))")', "count += 1"),
        ("                break\n", f'                if count == {MESSAGES} {{ break }}\n                try await outbound.write("\\(count)")\n'),
    ]

    # These make it write long messages on one connection and take its time with each answer.
    LONG = 300
    SLOW = [
        ("for i in 0...20 {", "for i in 0..<1 {"),
        ('print("Connection(\\(number)): Writing request")', "var count = 0"),
        ('try await outbound.write("Hello on connection \\(number)")',
         f'Task {{ for _ in 0..<{LONG} {{ try await outbound.write(String(repeating: "x", count: 65_536)) }} }}'),
        ('print("Connection(\\(number)): Received response (\\(inboundData))")',
         "count += inboundData.isEmpty ? 0 : 1; try await Task.sleep(for: .milliseconds(50))"),
        ("                break\n", f"                if count == {LONG} {{ break }}\n"),
    ]

    def __init__(self, options, name, source, scratch):
        self.flowviz, self.name, self.source, self.notes = options.flowviz, name, source, []
        self.folder = os.path.join(scratch, name)
        self.problems = suite.clone(source, self.folder)
        self.traces = {part: os.path.join(scratch, f"{part}.fvz") for part in ("server", "client", "load", "slow")}
        self.program = f"/{self.SERVER}$"
        control = ["--package-path", self.folder, "--scratch-path", os.path.join(scratch, f"{name}-control")]
        built = run("swift", "build", "--product", self.SERVER, *control)
        if built.status:
            self.problems.append(f"build left with {built.status}: {' / '.join(built.lines[-3:])}")
        run("git", "-C", self.folder, "clean", "-fdxq")
        self.untraced = self.serve([os.path.join(scratch, f"{name}-control", "debug", self.SERVER)], lambda: None)
        start = time.monotonic()
        self.traced = self.serve(self.words("server", self.SERVER), self.run_clients)
        self.builds = (built.seconds, self.ready - start)
        self.changes = run("git", "-C", self.folder, "status", "--short", "--ignored").lines

    def words(self, part, product, *more):
        return [self.flowviz, "try", self.folder, "--product", product, "-o", self.traces[part], "--for", "1800s", *more]

    def serve(self, words, then):
        """Runs a server, which may have to be built first, and clients that measure it, and something else while it runs."""
        if self.answers():
            raise SystemExit(f"another program listens at port {self.PORT}")
        with subprocess.Popen(words, stdin=subprocess.DEVNULL, stdout=subprocess.DEVNULL, stderr=subprocess.PIPE) as server:
            # The standard error has the server's output too, which must not fill its pipe.
            lines = []
            reader = threading.Thread(target=lambda: lines.extend(line.decode(errors="replace").rstrip() for line in server.stderr))
            reader.start()
            self.await_server(server)
            self.ready = time.monotonic()
            before = sum(used(self.program).values())
            with concurrent.futures.ThreadPoolExecutor() as pool:
                ports = list(pool.map(lambda _: self.talk(), range(self.CLIENTS)))
            load = Load(time.monotonic() - self.ready, sum(used(self.program).values()) - before, ports, lines)
            then()
            server.send_signal(signal.SIGINT)
            reader.join()
            return load

    def await_server(self, server):
        """Waits for the server. Connections without a message are not counted."""
        while server.poll() is None and not self.answers():
            time.sleep(0.2)

    def answers(self):
        try:
            socket.create_connection(("localhost", self.PORT)).close()
            return True
        except OSError:
            return False

    def talk(self):
        """Sends messages, each after the answer to the last one; the port of the connection."""
        try:
            with socket.create_connection(("localhost", self.PORT)) as connection, connection.makefile("rwb") as stream:
                for number in range(self.MESSAGES):
                    stream.write(b"message %d\n" % number)
                    stream.flush()
                    if stream.readline() != b"message %d\n" % number:
                        self.problems.append(f"message {number} was not echoed")
                return connection.getsockname()[1]
        except OSError as error:
            self.problems.append(f"the server does not answer: {error}")

    def run_clients(self):
        """Runs SwiftNIO's client as it is, then with more messages, then slowly."""
        self.clients = [run(*self.words("client", self.CLIENT)), self.run_client("load", self.CHANGES), self.run_client("slow", self.SLOW)]
        for client in self.clients:
            if client.status:
                self.problems.append(f"SwiftNIO's client left with {client.status}: {' / '.join(client.lines[-3:])}")

    def run_client(self, part, changes):
        file = os.path.join(self.folder, "Sources", self.CLIENT, "Client.swift")
        with open(file) as source:
            text = source.read()
        for old, new in changes:
            if text.count(old) != 1:
                self.problems.append(f"SwiftNIO's client has another text: {old}")
            text = text.replace(old, new)
        with open(file, "w") as source:
            source.write(text)
        client = run(*self.words(part, self.CLIENT))
        run("git", "-C", self.folder, "checkout", "-q", ".")
        return client

    def judge(self):
        if self.changes:
            self.problems.append(f"changed: {', '.join(self.changes)}")
        server, client, load = (lanes(self.flowviz, self.traces[part])[0] for part in ("server", "client", "load"))
        self.values = sum(server.values()) + sum(client.values()) + sum(load.values())
        self.expect(server, {f"127.0.0.1:{port}": self.MESSAGES for port in self.traced.ports})
        for values, connections, messages in [(client, self.CONNECTIONS, 1), (load, self.CLIENTS, self.MESSAGES)]:
            ends = sorted({end for lane in values for end in re.findall(rf"^(.*:\d+) to .*:{self.PORT}\b", lane)})
            if len(ends) != connections:
                self.problems.append(f"{len(ends)} connections of SwiftNIO's client, not {connections}")
            # Both ends of each.
            self.expect(values, {f"{end} to {end.rpartition(':')[0]}:{self.PORT}": messages for end in ends})
            self.expect(server, {end: messages for end in ends})
        self.blame()
        parts = [self.traced.lines] + [client.lines for client in self.clients]
        self.seen = [Traces(self.flowviz, lines, path) for lines, path in zip(parts, self.traces.values())]
        self.problems += [problem for seen in self.seen for problem in seen.problems]
        self.notes += [note for seen in self.seen for note in seen.notes]

    def blame(self):
        """The server's verdicts on the connection of the slow client go on to the loop there."""
        server, client = diagnoses(self.flowviz, self.traces["server"], self.traces["slow"])
        blamed = [pipeline["run"] for pipeline in server["pipelines"] if pipeline["run"]["culpritProcess"]]
        self.notes += [f"slow client: {verdict['text']}" for verdict in blamed]
        where = rf"held back by for await at Client\.swift:\d+ in process {client['process']} \((for await[^()]* waited in its write to )?peer "
        if len(blamed) != 2 or not all(re.search(where, verdict["text"]) for verdict in blamed):
            self.problems.append(f"the slow client is not to blame: {[pipeline['run']['text'] for pipeline in server['pipelines'][:2]]}")

    def expect(self, counts, connections):
        for name, messages in connections.items():
            for lane in ["", " inbound", " write", " outbound"]:
                count = counts[name + lane] or counts[name.replace("127.0.0.1", "[::1]") + lane]
                if count != messages:
                    self.problems.append(f"{count} values, not {messages}: {name}{lane}")

    def row(self):
        pairs = [(self.untraced.seconds, self.traced.seconds), (self.untraced.cpu, self.traced.cpu)]
        figures = [sum(int(seen.figures()[number].replace(",", "")) for seen in self.seen) for number in range(7)]
        return [
            f"{self.name} {self.source.version}", f"{self.CLIENTS * self.MESSAGES:,} messages", f"{pairs[0][0]:.1f} / {pairs[0][1]:.1f}",
            f"{pairs[0][1] / pairs[0][0]:.2f}", f"{pairs[1][0]:.1f} / {pairs[1][1]:.1f}", f"{pairs[1][1] / max(pairs[1][0], 0.01):.2f}",
            f"{self.builds[0]:.1f} / {self.builds[1]:.1f}",
        ] + [f"{figure:,}" for figure in figures]
