#!/usr/bin/env python3
"""Prints what FLOWVIZ=1,control and the executors' jobs add to FLOWVIZ=1.

usage: agent.py WATCHED [ROUNDS [SECONDS]]    (the program, as Benchmarks/.build/release/Watched)

The nanoseconds a value are the least of all rounds, which run in turn: what the machine's other work adds is noise, and noise only adds.
"""
import os
import subprocess
import sys


def run(watched, flowviz, *arguments):
    environment = dict(os.environ, FLOWVIZ=flowviz)
    output = subprocess.run([watched, *arguments], env=environment, capture_output=True, text=True, check=True).stdout
    return float(output)


def main():
    watched = sys.argv[1]
    rounds, seconds = int(sys.argv[2]) if len(sys.argv) > 2 else 5, sys.argv[3] if len(sys.argv) > 3 else "60"
    ways = ["0", "1", "1,control"]
    least = {way: float("inf") for way in ways}
    for _ in range(rounds):
        for way in ways:
            least[way] = min(least[way], run(watched, way, "chain", "200000"))
    print("| FLOWVIZ | ns a value |\n|---|---|")
    for way in ways:
        print(f"| {way} | {least[way]:.0f} ({least[way] / least['1']:.2f} × `1`) |")
    print("\n| FLOWVIZ | processor time of a program that waits, of a core |\n|---|---|")
    for way in ("0", "1,executors=off", "1"):
        print(f"| {way} | {run(watched, way, 'idle', seconds) / float(seconds) / 10:.3f} % |")


main()
