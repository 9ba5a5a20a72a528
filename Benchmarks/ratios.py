#!/usr/bin/env python3
"""Prints what tracing costs as one table of ratios.

usage: ratios.py FOLDER    (FOLDER/ROUND/*.percentiles.tsv, as `make bench` writes them)

A figure is the fastest run of all rounds: what the machine's other work adds is noise, and noise only adds.
"""
import glob
import os
import re
import sys

NOTES = """\
2 threads ÷ 1: how much more two threads get done than one, each with a pipeline or an edge of its own.
(1) What is above memory's is the kernel's: a new page of the file every 128 records.
(2) The rest is OpenCombine's: it makes a list of its hooks for every call, under a lock of the whole process. Two threads that
    always meet at it get little more than half as much done as one; the fastest run meets it least often."""

WATCHED = ["bare", "handleEvents", "probe", "print", "empty hook", "tracer"]

RECORDER = [
    ("record an event on 1 thread", "1 threads"),
    ("record an event on 2 threads", "2 threads"),
    ("record an event into a file", "file"),
    ("record an event into a full ring", "ring"),
    ("drain an event of 2 threads", "drain"),
]


def fastest(folder):
    """The shortest run of each benchmark: name -> (nanoseconds, how many values or events it handled)."""
    times = {}
    for path in glob.glob(os.path.join(folder, "*", "*.percentiles.tsv")):
        name = os.path.basename(path).split(".")[2].replace("_", " ")
        what, count = re.fullmatch(r"(.*), (\d+) (?:values|events)", name).groups()
        with open(path, encoding="utf-8") as lines:
            unit = re.search(r"\((ns|μs|ms|s)\)", next(lines)).group(1)
            shortest = float(next(lines).split("\t")[1]) * {"ns": 1, "μs": 1e3, "ms": 1e6, "s": 1e9}[unit]
        times[what] = min(times.get(what, (shortest, 0))[0], shortest), int(count)
    return times


def table(head, rows):
    rows = [head] + rows
    widths = [max(len(row[column]) for row in rows) for column in range(len(head))]
    rows.insert(1, ["-" * width for width in widths])
    for row in rows:
        print("| " + " | ".join(cell.ljust(width) for cell, width in zip(row, widths)) + " |")
    print()


def main():
    times = fastest(sys.argv[1])
    cost = {name: time / count for name, (time, count) in times.items()}

    def cell(place, watched):
        own = cost[f"{place}, {watched}"]
        return f"{own:.0f}" if watched == "bare" else f"{own:.0f} ({own / cost[f'{place}, bare']:.2f} ×)"

    def threads(watched):
        # Of two threads, `cost` is that of a value of either: the inverse of the throughput.
        both = cost.get(f"2 threads, {watched}")
        return f"{cost[f'3 edges, {watched}'] / both:.2f} ×" if both else "–"

    table(
        ["ns a value (× bare)", "1 edge", "3 edges", "6 edges", "2 threads ÷ 1"],
        [[watched] + [cell(f"{edges} edges", watched) for edges in (1, 3, 6)] + [threads(watched)] for watched in WATCHED])

    rows = []
    for what, name in RECORDER:
        own = cost[f"recorder, {name}"]
        rows.append([what, f"{own:.0f} ns", f"{1e3 / own:.0f} M/s"])
    for name, (time, count) in sorted(times.items()):
        if name.startswith("file, "):
            rows.append([f"{name[6:]} a file of {count / 1e6:.0f} M events", f"{time / 1e6:.2f} ms", ""])
    table(["recorder and file", "time", "rate"], rows)

    def own_share(edges):
        return 100 * (cost[f"{edges} edges, tracer"] / cost[f"{edges} edges, empty hook"] - 1)

    targets = [
        ("probe on 3 edges, of bare", cost["3 edges, probe"] / cost["3 edges, bare"], "≤", 1.25, "{:.2f} ×"),
        ("record an event", cost["recorder, 1 threads"], "≤", 40, "{:.0f} ns"),
        ("record an event into a file (1)", cost["recorder, file"], "≤", 40, "{:.0f} ns"),
        ("recorder, 2 threads ÷ 1", cost["recorder, 1 threads"] / cost["recorder, 2 threads"], "≥", 1.5, "{:.2f} ×"),
        ("probe, 2 threads ÷ 1", cost["3 edges, probe"] / cost["2 threads, probe"], "≥", 1.5, "{:.2f} ×"),
        ("tracer's own on 3 edges, of an empty hook (2)", own_share(3), "≤", 35, "{:.0f} %"),
        ("tracer's own on 6 edges, of an empty hook (2)", own_share(6), "≤", 35, "{:.0f} %"),
    ]
    rows = []
    for name, value, sign, target, form in targets:
        met = value <= target if sign == "≤" else value >= target
        missed = "" if met else f", missed by {100 * abs(value / target - 1):.0f} %"
        rows.append([name, form.format(value), f"{sign} {form.format(target)}{missed}"])
    table(["target", "measured", "wanted"], rows)
    print(NOTES)


main()
