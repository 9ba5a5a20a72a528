"""Commands, and the processors' time of the processes that they start."""

import collections
import os
import re
import subprocess
import threading
import time

Run = collections.namedtuple("Run", "status lines seconds cpu")


def run(*words, program=r"\.xctest$", **options):
    """Runs a command; its status, its lines, those of both outputs, its seconds, and the processors' seconds of the programs it starts.

    program: a pattern of the paths of those programs.
    """
    start, watch = time.monotonic(), Watch(program)
    done = subprocess.run(words, stdin=subprocess.DEVNULL, stdout=subprocess.PIPE, stderr=subprocess.STDOUT, **options)
    seconds, cpu = time.monotonic() - start, watch.end()
    lines = re.sub(r"\x1b\[[0-9;]*m", "", done.stdout.decode(errors="replace")).splitlines()
    return Run(done.returncode, lines, seconds, cpu)


def used(program, by=None):
    """The processors' seconds of the processes of some programs and of their children, by process."""
    by = {} if by is None else by
    for process in filter(str.isdigit, os.listdir("/proc")):
        try:
            if re.search(program, os.readlink(f"/proc/{process}/exe")):
                with open(f"/proc/{process}/stat") as file:
                    by[process] = sum(map(int, file.read().rpartition(")")[2].split()[11:15])) / os.sysconf("SC_CLK_TCK")
        except OSError:
            pass
    return by


class Watch:
    """Looks twenty times a second, since the time of a process that has ended is gone with it."""

    def __init__(self, program):
        self.by, self.over = {}, threading.Event()
        self.thread = threading.Thread(target=self.look, args=[program])
        self.thread.start()

    def look(self, program):
        while not self.over.wait(0.05):
            used(program, self.by)

    def end(self):
        self.over.set()
        self.thread.join()
        return sum(self.by.values())
