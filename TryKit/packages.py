#!/usr/bin/env python3
"""Tries packages that others wrote, each with its own tests, and compares them with the same tests untraced.

usage: packages.py FLOWVIZ [--lenient] [--in FOLDER] [--runs N] [NAME]...

Each package is cloned at its version, built and tested by SwiftPM alone, then by 'flowviz try --suite'. All must build, nothing in the
clone may change, the same tests must run, each must end the same way, and the traces must be without a violation. With --lenient,
differences between the two runs are only named: some packages' tests have time limits, or crash now and then, without flowviz too.

swift-nio is tried with its own echo server and its own echo client: the traces must have each message of each connection.

hummingbird's server for measurements is tried too, with four clients, one of which reads slowly: its connection must be on top, and it must
be to blame.

'macros' is a package of flowviz's own with a macro; it is tried if named.

With --in, clones and builds stay in that folder, and what is there is used again. With --runs, the tests run so often both ways, in turn:
the least time of each counts, and each run is compared.

The table has the seconds that the tests say that they took, and those that the processors spent on their process.
"""

import argparse
import os
import subprocess
import sys
import tempfile

sys.dont_write_bytecode = True
from foreign import echo, suite, web  # noqa: E402

PACKAGES = {
    "FlyingFox": suite.Source("swhitty/FlyingFox", "0.27.1", r"webSocketConnectionToVI", "it needs the network"),
    "hummingbird": suite.Source("hummingbird-project/hummingbird", "2.28.1"),
    "swift-service-lifecycle": suite.Source("swift-server/swift-service-lifecycle", "2.13.0"),
    "grpc-swift-2": suite.Source("grpc/grpc-swift-2", "2.4.3"),
    "grpc-swift-nio-transport": suite.Source("grpc/grpc-swift-nio-transport", "2.9.2"),
    "swift-subprocess": suite.Source("swiftlang/swift-subprocess", "1.0.2"),
    "swift-nio": suite.Source("apple/swift-nio", "2.101.2"),
    "swift-nio-http2": suite.Source("apple/swift-nio-http2", "1.46.0"),
    "async-http-client": suite.Source(
        "swift-server/async-http-client", "1.37.0", "testConnectTimeout|testConnectErrorPropagatedToDelegate",
        "they need a network in which an address does not answer"),
}


def main():
    words = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    words.add_argument("flowviz", type=os.path.abspath)
    words.add_argument("names", nargs="*", metavar="NAME")
    words.add_argument("--lenient", action="store_true")
    words.add_argument("--in", dest="folder", type=os.path.abspath)
    words.add_argument("--runs", type=int, default=1)
    options = words.parse_intermixed_args()
    rows, failed = [], 0
    for name in options.names or PACKAGES:
        if name == "macros":
            failed += bool(subprocess.run([os.path.join(os.path.dirname(os.path.abspath(__file__)), "macros.sh"), options.flowviz]).returncode)
            continue
        with tempfile.TemporaryDirectory() as scratch:
            tried = {"swift-nio": echo.Echo, "hummingbird": web.Web}.get(name, suite.Suite)
            package = tried(options, name, PACKAGES[name], options.folder or scratch)
            package.judge()
            failed += bool(package.problems)
            rows.append(package.row())
            print(suite.line(rows[-1]))
            for note in package.notes:
                print(f"    {note[:300]}")
            for problem in package.problems:
                print(f"    FAILED {problem[:300]}")
            sys.stdout.flush()
    if rows:
        print(f"\n{suite.table(rows)}\n")
    print(f"{failed} packages failed" if failed else "all packages as untraced")
    return 1 if failed else 0


if __name__ == "__main__":
    sys.exit(main())
