"""flowviz in a terminal of 120x36, and the screen that it draws there."""
import fcntl
import os
import pty
import re
import select
import struct
import subprocess
import termios
import threading
import time

import pyte

COLUMNS, LINES = 120, 36


class Viewer:
    """A running flowviz, and its screen."""

    def __init__(self, program, *arguments):
        self.screen = pyte.Screen(COLUMNS, LINES)
        self.stream = pyte.ByteStream(self.screen)
        self.begun = time.monotonic()
        self.process, self.terminal = pty.fork()
        if self.process == 0:
            # pyte does not know all that xterm does.
            os.environ.update(TERM="linux", LANG="C.UTF-8")
            os.execv(program, [program, *arguments])
        fcntl.ioctl(self.terminal, termios.TIOCSWINSZ, struct.pack("HHHH", LINES, COLUMNS, 0, 0))

    def update(self, patience):
        """Reads what is drawn; returns when the last of it came, None where nothing did."""
        if not select.select([self.terminal], [], [], patience)[0]:
            return None
        drawn = os.read(self.terminal, 1 << 16)
        while select.select([self.terminal], [], [], 0)[0]:
            drawn += os.read(self.terminal, 1 << 16)
        now = time.monotonic()
        self.stream.feed(drawn)
        return now

    def watch(self, until):
        """Watches until a time; returns the longest time between two frames, in milliseconds."""
        longest, last = 0, None
        while (left := until - time.monotonic()) > 0:
            now = self.update(left)
            if now and last:
                longest = max(longest, now - last)
            last = now or last
        return longest * 1e3

    def press(self, key, shows):
        """Presses a key; returns how long it takes until the screen shows what it does, in milliseconds."""
        begun = now = time.monotonic()
        os.write(self.terminal, key)
        while not shows():
            if time.monotonic() - begun > 30:
                return float("inf")
            now = self.update(1) or now
        return (now - begun) * 1e3

    def line(self, pattern):
        """The match in the first line that has a pattern; None where none has."""
        for line in self.screen.display:
            if found := re.search(pattern, line):
                return found
        return None

    @property
    def time(self):
        """The time in the header, in seconds."""
        found = re.search(r"([0-9.]+) s\s*$", self.screen.display[0])
        return float(found[1]) if found else float("nan")

    @property
    def pipelines(self):
        """How many there are by the list."""
        found = self.line("^ ([0-9]+) pipelines?")
        return int(found[1]) if found else 0


class Program:
    """The program that is watched, and what it says of itself."""

    def __init__(self, setting, *arguments):
        self.begun = time.monotonic()
        self.account = ""
        self.running = subprocess.Popen(arguments, env=dict(os.environ, FLOWVIZ=setting), stdout=subprocess.PIPE, text=True)
        threading.Thread(target=self.listen, daemon=True).start()

    def listen(self):
        for line in self.running.stdout:
            self.account = line

    def number(self, name):
        return int(re.search(name + " ([0-9]+)", self.account)[1])


def memory(process):
    """The resident memory of a process, in MB."""
    with open(f"/proc/{process}/status") as status:
        return int(re.search(r"VmRSS:\s+(\d+)", status.read())[1]) / 1024


def work(process):
    """The seconds that a process has worked."""
    with open(f"/proc/{process}/stat") as stat:
        fields = stat.read().rsplit(")", 1)[1].split()
    return (int(fields[11]) + int(fields[12])) / os.sysconf("SC_CLK_TCK")


def summary(title, limits):
    """Prints what was measured beside what is wanted; returns the exit code."""
    print(f"\n| {title} | measured | wanted | |\n|---|---|---|---|")
    for name, measured, wanted, met in limits:
        print(f"| {name} | {measured} | {wanted} | {'met' if met else 'NOT MET'} |")
    return 0 if all(limit[3] for limit in limits) else 1
