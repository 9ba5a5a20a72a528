#!/usr/bin/env python3
"""Watches a program of 10,000 subscriptions and a million events a second, and says every minute what that costs and whether the list is right.

usage: scale.py FLOWVIZ CROWD [MINUTES]    (the programs, as .build/release/flowviz and Examples/.build/release/Crowd)

The program is traced into a ring of 64 MiB and watched in a terminal of 120x36. Each minute the list is watched, then keys are pressed. A
frame costs the processor time that the thread which draws took since the frame before: to read the events of that time, to judge and to
draw. At the end the viewer stands still for ten seconds, and has to find its way again. Exits with 1 where a limit is not met.
"""
import os
import re
import signal
import sys
import time

from viewer import Program, Viewer, memory, summary, work

KEYS = 10
PIPELINES = 2500
# The lines of the list as Crowd makes its pipelines: where, how many, and what is wrong with them.
LINES = {
    "sample": (50, "dropping|held back"), "keep": (25, "held back|growing"), "begin": (25, ""), "pass": (500, ""), "settle": (475, ""),
    "label": (475, ""), "scale": (475, ""), "count": (475, "")}
MEMORY, FRAME, KEY = 200, 16, 100


class Watch(Viewer):
    """The viewer, and what it shows of the program."""

    def drawn(self):
        """The milliseconds of processor time of the thread that draws."""
        with open(f"/proc/{self.process}/task/{self.process}/schedstat") as times:
            return int(times.read().split()[0]) / 1e6

    def frames(self, until):
        """What each frame cost up to a time, in milliseconds."""
        costs, before = [], self.drawn()
        while (left := until - time.monotonic()) > 0:
            if self.update(left):
                costs.append(self.drawn() - before)
                before += costs[-1]
        return costs or [float("inf")]

    def is_right(self):
        """Whether each line has its pipelines, and those are well of which nothing is wrong; and a line that is not."""
        for name, (count, trouble) in LINES.items():
            found = self.line(rf"×{count}, {count} live +Group.swift:[0-9]+ {name} +(.*)")
            if not found or not re.match(trouble or "(▶|waiting|flowing)", found[1]):
                return False, found[0] if found else f"no line for {name}"
        return self.pipelines == PIPELINES, ""

    @property
    def notes(self):
        """What the list says of missing records, behind its counts and its order."""
        return self.screen.display[1].rstrip().split("  ")[-1]


def press(viewer):
    """Presses keys in the list and in lanes; returns the slowest, in milliseconds."""
    chosen = lambda row: lambda: viewer.screen.display[3 + row].startswith("▌")
    times = [viewer.press(b"\x1b[5~", chosen(0))]
    for key, row in [(b"\x1b[B", 1), (b"\x1b[B", 2), (b"\x1b[A", 1), (b"\x1b[A", 0)]:
        times.append(viewer.press(key, chosen(row)))
    times.append(viewer.press(b"\r", lambda: viewer.line("▾ ")))
    times.append(viewer.press(b"\x1b[B", chosen(1)))
    times.append(viewer.press(b"\r", lambda: viewer.line("Esc list")))
    viewer.watch(time.monotonic() + 1)
    times.append(viewer.press(b"\x1b", lambda: viewer.line("by trouble")))
    times.append(viewer.press(b"\x1b[5~", chosen(0)))
    times.append(viewer.press(b"\r", lambda: viewer.line("▸ ")))
    return max(times)


def main():
    flowviz, crowd = sys.argv[1:3]
    minutes = int(sys.argv[3]) if len(sys.argv) > 3 else 10
    program = Program("1", crowd, str(minutes * 60))
    time.sleep(2)
    viewer = Watch(flowviz, "attach", str(program.running.pid))
    rows, worked = [], (time.monotonic(), work(viewer.process), 0)
    print("min  events/s  viewer MB  core %  frame ms: half of them, the most  keys ms  list   notes")
    for minute in range(1, minutes + 1):
        costs = viewer.frames(program.begun + 60 * minute - KEYS)
        right, wrong = viewer.is_right()
        key = press(viewer)
        now = (time.monotonic(), work(viewer.process), program.number("sent") * 4)
        rate, core = ((now[kind] - worked[kind]) / (now[0] - worked[0]) for kind in (2, 1))
        worked = now
        costs.sort()
        rows.append(dict(size=memory(viewer.process), key=key, frame=costs[len(costs) // 2], right=right))
        print(f"{minute:>3}  {rate:>8.0f}  {rows[-1]['size']:>9.1f}  {100 * core:>6.1f}  {rows[-1]['frame']:>22.1f}, {costs[-1]:>8.1f}  "
              f"{key:>7.0f}  {'right' if right else 'WRONG':<6} {viewer.notes}", flush=True)
        if not right:
            print(f"     {wrong}", flush=True)
    os.kill(viewer.process, signal.SIGSTOP)
    time.sleep(10)
    os.kill(viewer.process, signal.SIGCONT)
    viewer.watch(time.monotonic() + 5)
    right, wrong = viewer.is_right()
    print(f"after a stop of 10 s: {'right' if right else 'WRONG, ' + wrong}; {viewer.notes}")
    os.write(viewer.terminal, b"q")
    program.running.terminate()
    most = {name: max(row[name] for row in rows) for name in ("size", "key", "frame")}
    sys.exit(summary(f"in {len(rows)} minutes", [
        ("viewer's memory, the most", f"{most['size']:.0f} MB", f"≤ {MEMORY} MB", most["size"] <= MEMORY),
        ("half of the frames of a minute, the most", f"{most['frame']:.0f} ms", f"≤ {FRAME} ms", most["frame"] <= FRAME),
        ("a key, to the screen, the slowest", f"{most['key']:.0f} ms", f"≤ {KEY} ms", most["key"] <= KEY),
        ("minutes with a wrong list", f"{sum(not row['right'] for row in rows)}", "0", all(row["right"] for row in rows)),
        ("the list after a stop", "right" if right else "wrong", "right", right)]))


if __name__ == "__main__":
    main()
