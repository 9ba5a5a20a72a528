#!/usr/bin/env python3
"""Replays a recording of a program, and says how long the first look and each key take, and how much memory.

usage: replay.py FLOWVIZ TRACE    (as .build/release/flowviz, and what FLOWVIZ=file:TRACE recorded of Churn)

Keys are pressed as soon as the list is there; when all of the trace was read, at its start, in its middle and at its end: in the list, and in
the lanes of the first pipelines. A key takes until the last of what is drawn for it; one that has to read the whole trace is answered when
the screen says what it looks for, and arrives when that is found or not: searches for a text that is nowhere are timed for both, and so is a
key that is pressed meanwhile. Exits with 1 where a limit is not met.
"""
import os
import sys
import time

from viewer import Viewer, memory, summary

FIRST_LOOK, KEY, MEMORY = 50, 100, 150
# Pipelines that are opened at each moment.
OPENED = 4
NAMES = {
    "↑": "\x1b[A", "↓": "\x1b[B", "→": "\x1b[C", "←": "\x1b[D", "PgUp": "\x1b[5~", "PgDn": "\x1b[6~", "Home": "\x1b[1~", "End": "\x1b[4~",
    "Enter": "\r", "Esc": "\x1b"}
IN_TIME = ", , . ← ← → n N".split()
IN_LIST = "↓ ↑ PgDn PgUp o o o o o / m a p Esc ? Esc".split() + IN_TIME
NOWHERE = [*"/nowhere", "Enter"]
IN_LANES = "Enter ↓ ↑ Enter Esc w Esc l l z z Z Z ? Esc / 7 Enter Esc".split() + IN_TIME + ["Esc"]


def sleeps(process):
    """Whether a program's first thread waits."""
    with open(f"/proc/{process}/task/{process}/stat") as stat:
        return stat.read().rsplit(")", 1)[1].split()[0] == "S"


class Replay(Viewer):
    """What was pressed where, and how many milliseconds it took."""

    def __init__(self, *arguments):
        super().__init__(*arguments)
        self.pressed = []
        self.arrived = []
        self.most = 0

    def settle(self, isAnswer=lambda: False):
        """Waits until nothing more is drawn, or what is drawn is an answer; returns when the last of it came, None where nothing did."""
        last, quiet = None, 0
        while quiet < 2:
            now = self.update(0.02)
            last, quiet = now or last, 0 if now or not sleeps(self.process) else quiet + 1
            if now and isAnswer():
                break
        return last

    def press(self, where, *keys, arrives=True):
        for key in keys:
            was_searching = self.is_searching()
            begun = time.monotonic()
            os.write(self.terminal, NAMES.get(key, key).encode())
            end = self.settle(lambda: not was_searching and self.is_searching()) or begun
            self.pressed.append(((end - begun) * 1e3, key, where))
            if arrives and self.is_searching():
                self.arrive(begun, key, where)
            self.most = max(self.most, memory(self.process))

    def is_searching(self):
        """Whether the screen says that it looks for something."""
        return self.line("looking for a")

    def arrive(self, begun, key, where):
        """Waits until a search has ended that began with a key."""
        last = begun
        while self.is_searching():
            last = self.update(1) or last
        self.arrived.append((((self.settle() or last) - begun) * 1e3, key, where))

    def search(self, where):
        """Looks for what is nowhere, from the start on; does something else meanwhile; then waits for the end of the search."""
        self.press(where, "Esc", "PgUp", "Enter", "Home", *NOWHERE, arrives=False)
        self.press(f"{where}, while it looks for what is nowhere", "z")
        self.press(where, "Z", *NOWHERE)

    def play_to(self, moment):
        """Plays until a time, and stops there."""
        os.write(self.terminal, b"f")
        while self.time < moment:
            self.update(1)
        os.write(self.terminal, b"f")
        self.settle()

    def press_all(self, where):
        """Presses the keys of the list, and those of the lanes in each of the first pipelines."""
        self.press(f"{where}, list", *IN_LIST)
        for row in range(min(self.pipelines, OPENED)):
            self.press(f"{where}, list", "PgUp", *["↓"] * row)
            self.press(f"{where}, pipeline {row + 1}", *IN_LANES)


def main():
    flowviz, trace = sys.argv[1:3]
    replay = Replay(flowviz, "replay", "--frozen", "--speed", "20", trace)
    while not replay.line(r"^ [0-9]+ pipelines?"):
        now = replay.update(1)
    first = (now - replay.begun) * 1e3
    replay.press("at once", "End", "Enter", "←", ",", ".", "Esc", "Home", "Enter", "→", ".", "Esc")
    while replay.line("% read"):
        replay.update(1)
    replay.watch(time.monotonic() + 5)
    replay.press("start", "Home")
    replay.press_all("start")
    replay.press("end", "End")
    length = replay.time
    replay.press_all("end")
    replay.press("middle", "Home")
    replay.play_to(length / 2)
    replay.press_all("middle")
    replay.search("pipeline 1")
    os.write(replay.terminal, b"q")
    sys.exit(judge(first, replay))


def judge(first, replay):
    """Says which limits are met; returns the exit code."""
    slowest = sorted(replay.pressed, reverse=True)
    times = sorted(time for time, _, _ in slowest)
    print(f"{len(times)} keys, half of them in {times[len(times) // 2]:.0f} ms; the slowest:")
    for milliseconds, key, where in slowest[:8]:
        print(f"  {milliseconds:6.0f} ms  {key} ({where})")
    for milliseconds, key, where in sorted(replay.arrived, reverse=True):
        print(f"  {milliseconds:6.0f} ms  {key} ({where}), until its search arrives")
    limits = [
        ("the first look", f"{first:.0f} ms", f"≤ {FIRST_LOOK} ms", first <= FIRST_LOOK),
        ("the slowest key, answered on the screen", f"{times[-1]:.0f} ms", f"≤ {KEY} ms", times[-1] <= KEY),
        ("memory", f"{replay.most:.0f} MB", f"≤ {MEMORY} MB", replay.most <= MEMORY),
    ]
    return summary("a replay", limits)


if __name__ == "__main__":
    main()
