#!/usr/bin/env python3
"""How long flowviz takes from its start to its first whole frame on a terminal, in another root; fails over 50 ms.

usage: launch.py ROOT
"""
import fcntl
import os
import pty
import statistics
import struct
import sys
import termios
import time

LIMIT = 50
ROUNDS = 21


def launch(root):
    """Milliseconds from the start of the process until the last line of the frame has come."""
    begin = time.monotonic()
    child, terminal = pty.fork()
    if child == 0:
        fcntl.ioctl(0, termios.TIOCSWINSZ, struct.pack("HHHH", 30, 100, 0, 0))
        os.chroot(root)
        os.chdir("/")
        os.execve("/usr/bin/flowviz", ["flowviz"], {"TERM": "xterm-256color", "LANG": "C.UTF-8", "HOME": "/root"})
    said = b""
    while b"quit" not in said:
        said += os.read(terminal, 65536)
    taken = (time.monotonic() - begin) * 1000
    os.write(terminal, b"q")
    try:
        while os.read(terminal, 65536):
            pass
    except OSError:
        pass
    if os.waitstatus_to_exitcode(os.waitpid(child, 0)[1]) != 0:
        sys.exit("launch: flowviz failed")
    return taken


times = sorted(launch(sys.argv[1]) for _ in range(ROUNDS))
middle = statistics.median(times)
print(f"first frame after {middle:.0f} ms ({times[0]:.0f} to {times[-1]:.0f}, {ROUNDS} launches)")
if middle > LIMIT:
    sys.exit(f"launch: that is over {LIMIT} ms")
