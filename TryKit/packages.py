#!/usr/bin/env python3
"""Tries packages that others wrote, each with its own tests, and compares them with the same tests untraced.

usage: packages.py FLOWVIZ [--lenient] [NAME]...

swift-nio is tried with its own echo server: the trace must have each message of each connection.

Each package is cloned at its version, built and tested by SwiftPM alone, then by 'flowviz try --suite'. All must build, nothing in the
clone may change, the same tests must run, and each must end the same way. With --lenient, differences between the two runs are only
named: some packages' tests have time limits, or crash now and then, without flowviz too.
"""

import collections
import concurrent.futures
import json
import os
import re
import signal
import socket
import subprocess
import sys
import tempfile
import threading
import time

PACKAGES = {
    "FlyingFox": ("swhitty/FlyingFox", "0.27.1"),
    "hummingbird": ("hummingbird-project/hummingbird", "2.28.1"),
    "swift-service-lifecycle": ("swift-server/swift-service-lifecycle", "2.13.0"),
    "grpc-swift-2": ("grpc/grpc-swift-2", "2.4.3"),
    "grpc-swift-nio-transport": ("grpc/grpc-swift-nio-transport", "2.9.2"),
    "swift-subprocess": ("swiftlang/swift-subprocess", "1.0.2"),
    "swift-nio": ("apple/swift-nio", "2.101.2"),
    "swift-nio-http2": ("apple/swift-nio-http2", "1.46.0"),
    "async-http-client": ("swift-server/async-http-client", "1.37.0"),
}


def run(*words, **options):
    """Runs a command; its status, its lines, those of both outputs, and its seconds."""
    start = time.monotonic()
    done = subprocess.run(words, stdin=subprocess.DEVNULL, stdout=subprocess.PIPE, stderr=subprocess.STDOUT, **options)
    lines = re.sub(r"\x1b\[[0-9;]*m", "", done.stdout.decode(errors="replace")).splitlines()
    return done.returncode, lines, time.monotonic() - start


def outcomes(lines):
    """How each test ended, by its name."""
    # What a test prints may stand before it on the line.
    patterns = [r"^\S+ Test (?!run with |case )(.+?) (?:with \d+ test cases )?(passed|failed) after", r"Test Case '(.+)' (passed|failed|skipped)"]
    found = [match for line in lines for pattern in patterns for match in [re.search(pattern, line)] if match]
    ends = {}
    for match in found:
        ends.setdefault(match[1], []).append(match[2])
    return {name: sorted(values) for name, values in ends.items()}


class EchoServer:
    """SwiftNIO's echo server, built and traced as it is, and clients that count what they send and get."""

    PORT, CLIENTS, MESSAGES = 8765, 4, 2000

    def __init__(self, flowviz, name, scratch):
        (self.address, self.version), self.name, self.problems = PACKAGES[name], name, []
        self.folder, self.trace = os.path.join(scratch, name), os.path.join(scratch, f"{name}.fvz")
        run("git", "clone", "-q", f"https://github.com/{self.address}", "-b", self.version, self.folder)
        words = [flowviz, "try", self.folder, "--product", "NIOTCPEchoServer", "--for", "900s", "-o", self.trace]
        start = time.monotonic()
        with subprocess.Popen(words, stdin=subprocess.DEVNULL, stdout=subprocess.DEVNULL, stderr=subprocess.PIPE) as server:
            # The standard error has the server's output too, which must not fill its pipe.
            self.errors = []
            reader = threading.Thread(target=lambda: self.errors.extend(server.stderr))
            reader.start()
            self.await_server(server)
            self.built = time.monotonic() - start
            with concurrent.futures.ThreadPoolExecutor() as pool:
                self.ports = list(pool.map(lambda _: self.talk(), range(self.CLIENTS)))
            server.send_signal(signal.SIGINT)
            reader.join()
        self.changes = run("git", "-C", self.folder, "status", "--short", "--ignored")[1]

    def await_server(self, server):
        """Waits for the server, which has to be built first. Connections without a message are not counted."""
        while server.poll() is None:
            try:
                socket.create_connection(("localhost", self.PORT)).close()
                return
            except OSError:
                time.sleep(0.2)

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

    def judge(self, isLenient, flowviz):
        if self.changes:
            self.problems.append(f"changed: {', '.join(self.changes)}")
        status, lines, _ = run(flowviz, "export", self.trace)
        counts = collections.Counter()
        for line in lines if status == 0 else []:
            event = json.loads(line)
            if event.get("kind") == "value":
                counts[event["lane"]] += 1
        self.values = sum(counts.values())
        for port in self.ports:
            for lane in ["", " inbound", " write", " outbound"]:
                count = counts[f"127.0.0.1:{port}{lane}"] or counts[f"[::1]:{port}{lane}"]
                if count != self.MESSAGES:
                    self.problems.append(f"{count} values, not {self.MESSAGES}: 127.0.0.1:{port}{lane}")

    def report(self):
        print(
            f"{self.name} {self.version}: its echo server, built in {self.built:.1f} s; {self.CLIENTS} connections with "
            f"{self.MESSAGES} messages each; {self.values} values in the trace")
        for problem in self.problems:
            print(f"    FAILED {problem[:300]}")


class Package:
    """A package, cloned, and tested both ways."""

    def __init__(self, flowviz, name, scratch):
        (self.address, self.version), self.name, self.problems = PACKAGES[name], name, []
        self.folder, self.trace = os.path.join(scratch, name), os.path.join(scratch, f"{name}.fvz")
        self.expect(run("git", "clone", "-q", f"https://github.com/{self.address}", "-b", self.version, self.folder), "clone")
        control = ["--package-path", self.folder, "--scratch-path", os.path.join(scratch, f"{name}-control")]
        self.expect(run("swift", "build", "--build-tests", *control), "build")
        _, self.controlLines, self.untraced = run("swift", "test", "--skip-build", *control)
        self.control = outcomes(self.controlLines)
        # Some tests write into their own folder. SwiftPM alone writes the versions of the dependencies there.
        self.written = [line for line in self.changes() if not line.endswith(" Package.resolved")]
        run("git", "-C", self.folder, "clean", "-fdxq")
        run(flowviz, "try", self.folder, "--suite", "--filter", "^$", "-o", self.trace)
        _, self.lines, self.traced = run(flowviz, "try", self.folder, "--suite", "-o", self.trace)
        self.tests = outcomes(self.lines)
        self.notes = [line for line in self.lines if line.startswith("flowviz: module") or line.startswith("flowviz: AsyncAlg")]
        self.pipelines = self.diagnose(flowviz)

    def changes(self):
        """What is new or different in the clone."""
        return run("git", "-C", self.folder, "status", "--short", "--ignored")[1]

    def expect(self, done, what):
        if done[0] != 0:
            self.problems.append(f"{what} left with {done[0]}: {' / '.join(done[1][-3:])}")

    def diagnose(self, flowviz):
        if not os.path.exists(self.trace):
            self.problems.append(f"no trace: {' / '.join(self.lines[-3:])}")
            return []
        status, lines, _ = run(flowviz, "diagnose", "--all", "--json", self.trace)
        if status != 0:
            self.problems.append(f"diagnose left with {status}: {' / '.join(lines[-1:])}")
            return []
        return json.loads("\n".join(lines))["pipelines"]

    def judge(self, isLenient, _):
        """Looks for everything that is not as it must be."""
        if not self.control:
            self.problems.append("no test of the control was seen")
        left = [line for line in self.changes() if line not in self.written]
        if left:
            self.problems.append(f"changed: {', '.join(left)}")
        if not self.tests:
            self.problems.append("no test was seen when traced")
        differing = [name for name in sorted(self.control.keys() | self.tests.keys()) if self.control.get(name) != self.tests.get(name)]
        for name in differing:
            untraced, traced = self.control.get(name, "not run"), self.tests.get(name, "not run")
            (self.notes if isLenient else self.problems).append(f"untraced {untraced}, traced {traced}: {name}")
        if differing:
            self.notes.append(f"the last lines untraced: {' / '.join(self.controlLines[-3:])}")
            self.notes.append(f"the last lines traced: {' / '.join(self.lines[-3:])}")
        if not self.pipelines:
            self.problems.append("no pipeline was seen")

    def report(self):
        same = sum(self.control[name] == self.tests.get(name) for name in self.control)
        print(
            f"{self.name} {self.version}: {same} of {len(self.control)} tests the same; {self.untraced:.1f} s untraced, "
            f"{self.traced:.1f} s with try; {len(self.pipelines)} pipelines, "
            f"{len({pipeline.get('culprit') for pipeline in self.pipelines} - {None})} culprits")
        for note in self.notes:
            print(f"    {note[:300]}")
        for problem in self.problems:
            print(f"    FAILED {problem[:300]}")


def main(flowviz, *names):
    flowviz, isLenient = os.path.abspath(flowviz), "--lenient" in names
    failed = 0
    for name in [name for name in names if name != "--lenient"] or PACKAGES:
        with tempfile.TemporaryDirectory() as scratch:
            package = (EchoServer if name == "swift-nio" else Package)(flowviz, name, scratch)
            package.judge(isLenient, flowviz)
            package.report()
            sys.stdout.flush()
            failed += bool(package.problems)
    print(f"{failed} packages failed" if failed else "all packages as untraced")
    return 1 if failed else 0


if __name__ == "__main__":
    sys.exit(main(*sys.argv[1:]) if len(sys.argv) > 1 else __doc__)
