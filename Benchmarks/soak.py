#!/usr/bin/env python3
"""Watches a program that makes and ends some 300 subscriptions a second, and says every minute what the watching costs and whether it is right.

usage: soak.py FLOWVIZ CHURN [TIME]    (the programs, as .build/release/flowviz and Examples/.build/release/Churn; 20m, 8h)

The program is traced into a ring of 16 MiB and watched in a terminal of 120x36. Each minute the list is watched, then each of its pipelines
is chosen, and one is opened and closed again. Exits with 1 where a limit is not met.
"""
import os
import re
import sys
import time

from viewer import Program, Viewer, memory, summary, work

# For so many seconds one stage is slow; in the last of them, keys are pressed.
PHASE, KEYS = 60, 10
# What the verdicts have to say of the stage that the program names.
CULPRITS = {"none": set(), "requests": {"flatMap"}, "sink": {"sink"}}
MEMORY, GROWTH, LAG, KEY, WORK = 150, 5, 0.3, 100, 15


class Watch(Viewer):
    """The viewer, and what it shows of the program."""

    def has_chosen(self, row):
        return self.screen.display[3 + row].startswith("▌")

    @property
    def verdict(self):
        found = self.line("^ verdict (.*)")
        return found[1].strip() if found else ""

    @property
    def missed(self):
        return sum(int(number) for line in self.screen.display for number in re.findall(r"([0-9]+) (?:records missed|overwritten)", line))

    @property
    def notes(self):
        return [line.strip() for line in self.screen.display if "incomplete" in line or "too much was" in line]


def choose(viewer, count):
    """Chooses each pipeline of the list; returns what keys took, and the verdicts."""
    viewer.press(b"\x1b[5~", lambda: viewer.has_chosen(0))
    rows = list(range(count))
    verdicts, times = [viewer.verdict], []
    for row in rows[1:] + rows[-2::-1]:
        key = b"\x1b[B" if len(times) < count - 1 else b"\x1b[A"
        times.append(viewer.press(key, lambda: viewer.has_chosen(row)))
        # The verdict is drawn last.
        viewer.watch(time.monotonic() + 0.3)
        verdicts.append(viewer.verdict)
    return times, verdicts


def main():
    flowviz, churn = sys.argv[1:3]
    length = re.fullmatch("([0-9]+)([mh])", sys.argv[3] if len(sys.argv) > 3 else "20m")
    if not length or int(length[1]) == 0:
        sys.exit(f"soak.py: {sys.argv[3]} is no time to watch; write 20m or 8h")
    minutes = int(length[1]) * (60 if length[2] == "h" else 1)
    program = Program("1,size=16M", churn, str(minutes * 60 + 30), str(PHASE))
    time.sleep(1)
    viewer = Watch(flowviz, "attach", str(program.running.pid))
    viewer.watch(program.begun + 5)
    # By trouble, the rows would change places.
    while not viewer.line("by place"):
        viewer.press(b"o", lambda: viewer.line("sorted by"))
        viewer.watch(time.monotonic() + 0.3)
    rows, best, worked = [], float("inf"), (time.monotonic(), work(viewer.process))
    print("min  viewer MB  core %  frame ms  lag s  Enter ms  Esc ms  other ms  missed  list  verdict  program MB  load")
    for minute in range(1, minutes + 1):
        lags, frame = [], 0
        while (now := time.monotonic()) < program.begun + minute * PHASE - KEYS:
            frame = max(frame, viewer.watch(now + 1))
            lags.append(time.monotonic() - viewer.time)
        best = min([best] + lags)
        slow, listed, there = re.search("slow ([a-z]+)", program.account)[1], viewer.pipelines, program.number("pipelines")
        times, verdicts = choose(viewer, there)
        named = {name for verdict in verdicts for name in re.findall(r"held back by ([A-Za-z]+(?:\(on:\))?)", verdict)}
        size = memory(viewer.process)
        enter = viewer.press(b"\r", lambda: viewer.line("Esc list"))
        viewer.watch(time.monotonic() + 2)
        escape = viewer.press(b"\x1b", lambda: viewer.line("by place"))
        now = (time.monotonic(), work(viewer.process))
        row = dict(
            size=size, work=100 * (now[1] - worked[1]) / (now[0] - worked[0]), lag=max(lags) - best, key=max(times + [enter, escape]),
            missed=viewer.missed, listed=listed == there, right=named == CULPRITS[slow])
        worked = now
        rows.append(row)
        print(f"{minute:>3}  {size:>9.1f}  {row['work']:>6.1f}  {frame:>8.0f}  {row['lag']:>5.2f}  {enter:>8.0f}  {escape:>6.0f}  "
              f"{max(times):>8.0f}  {row['missed']:>6}  {listed}/{there}  {'right' if row['right'] else 'WRONG':>7}  "
              f"{memory(program.running.pid):>10.1f}  {os.getloadavg()[0]:>4.1f}", flush=True)
        if not row["right"]:
            print(f"     {slow} was slow: " + "; ".join(sorted(set(verdicts))))
        for note in viewer.notes:
            print(f"     {note}")
    os.write(viewer.terminal, b"q")
    program.running.terminate()
    print("the program's own account: " + program.account.strip())
    sys.exit(judge(rows))


def judge(rows):
    """Says which limits are met; returns the exit code."""
    def mean(rows):
        return sum(row["size"] for row in rows) / len(rows)
    quarter = len(rows) // 4
    growth = 100 * (mean(rows[-quarter:]) / mean(rows[-2 * quarter:-quarter]) - 1) if quarter else 0
    most = {name: max(row[name] for row in rows) for name in ("size", "lag", "key", "work", "missed")}
    wrong = [sum(not row[name] for row in rows) for name in ("right", "listed")]
    limits = [
        ("viewer's memory", f"{most['size']:.0f} MB", f"≤ {MEMORY} MB", most["size"] <= MEMORY),
        ("its growth from the third quarter to the last", f"{growth:.1f} %", f"≤ {GROWTH} %", growth <= GROWTH),
        ("lag", f"{most['lag']:.2f} s", f"≤ {LAG} s", most["lag"] <= LAG),
        ("a key, to the screen", f"{most['key']:.0f} ms", f"≤ {KEY} ms", most["key"] <= KEY),
        ("viewer's work, of a core", f"{most['work']:.1f} %", f"≤ {WORK} %", most["work"] <= WORK),
        ("events missed", f"{most['missed']}", "0", most["missed"] == 0),
        ("minutes with a wrong verdict", f"{wrong[0]}", "0", wrong[0] == 0),
        ("minutes with another list", f"{wrong[1]}", "0", wrong[1] == 0),
    ]
    return summary(f"in {len(rows)} minutes, the most", limits)


if __name__ == "__main__":
    main()
