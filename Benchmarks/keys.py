#!/usr/bin/env python3
"""Types a chain into the playground's line, and says how long a key takes to show on the screen.

usage: keys.py FLOWVIZ    (the program, as .build/release/flowviz)

The time from writing a key into the terminal to reading the last of what is drawn for it: the next thing read after it comes more
than 20 ms later. A key that changes nothing on the screen is not counted.
"""
import fcntl
import os
import pty
import select
import struct
import sys
import termios
import time

CHAIN = (
    'marbles("s-w-i-f-t---c-o-m-b|", unit: .milliseconds(100)).scan("") { $0 + $1 }.filter { $0.count > 1 && $0 != "sw" }'
    '.debounce(for: .seconds(0.5)).map { "\\($0.count): \\($0.uppercased())" }.removeDuplicates().sink()')


def start(program):
    child, terminal = pty.fork()
    if child == 0:
        os.environ.update(TERM="xterm-256color", LANG="C.UTF-8")
        os.execv(program, [program, "--scenario", "pace"])
    fcntl.ioctl(terminal, termios.TIOCSWINSZ, struct.pack("HHHH", 36, 120, 0, 0))
    return terminal


def drain(terminal, quiet):
    """Reads until nothing comes for a while; returns when the last came, None where nothing did."""
    last = None
    while select.select([terminal], [], [], quiet)[0]:
        os.read(terminal, 1 << 16)
        last = time.perf_counter()
    return last


def main():
    terminal = start(sys.argv[1])
    drain(terminal, 1)
    # Frozen, so that nothing is drawn but what keys change.
    for key in ("f", "i"):
        os.write(terminal, key.encode())
        drain(terminal, 0.3)
    times = []
    for key in CHAIN:
        begun = time.perf_counter()
        os.write(terminal, key.encode())
        end = drain(terminal, 0.02)
        if end:
            times.append((end - begun) * 1e3)
    os.write(terminal, b"\x1b")
    drain(terminal, 0.3)
    os.write(terminal, b"q")
    times.sort()
    middle, most = times[len(times) // 2], times[int(len(times) * 0.99)]
    print(f"{len(times)} of {len(CHAIN)} keys: to the screen in {middle:.1f} ms, 99 % in {most:.1f} ms, the slowest in {times[-1]:.1f} ms")


main()
