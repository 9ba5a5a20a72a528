#!/usr/bin/env python3
"""Blocks executors at random, and holds the verdicts of flowviz to what was blocked.

usage: executors.py FLOWVIZ [--rounds N] [--load N] [--seed N]

Each round runs Executors/executors.swift with the pool, the main actor, an actor's own executor or nothing blocked for four seconds. In the
last second of it, the pipelines whose loops wait for that executor must name it, and no other may name any. With --load, N other processes
compute meanwhile.
"""

import argparse
import json
import os
import signal
import subprocess
import sys
import tempfile

FILE = os.path.join(os.path.dirname(os.path.abspath(__file__)), "Executors", "executors.swift")
LOOPS = {"readOnPool": "pool", "readOnMain": "mainActor", "read": "own"}
FAULTS = {"pool": "pool", "main": "mainActor", "own": "own", "none": None}


def loop(pipeline):
    """The executor of a pipeline's loop, by the name of its function."""
    for stage in pipeline["stages"]:
        function = (stage["place"] or {}).get("function") or ""
        for name, executor in sorted(LOOPS.items(), reverse=True):
            if stage["role"] == "sink" and name + "(" in function:
                return executor
    return None


def named(verdict):
    """The executor that a verdict names, as its cause or as what goes on meanwhile."""
    if verdict["executor"]:
        return verdict["executor"]
    for words, name in (("the thread pool is", "pool"), ("the main actor is", "mainActor")):
        if "meanwhile " + words in verdict["text"]:
            return name
    return None


def diagnosis(flowviz, trace, *options):
    done = subprocess.run([flowviz, "diagnose", trace, "--json", *options], stdin=subprocess.DEVNULL, stdout=subprocess.PIPE)
    return json.loads(done.stdout)


def judge(flowviz, trace, fault, begin, length):
    """What is wrong with the verdicts on a trace."""
    wrong = []
    moments = [begin + length - 0.4] + [begin + length * part / 5 for part in range(1, 5)]
    for index, moment in enumerate(moments):
        for pipeline in diagnosis(flowviz, trace, "--at", f"{moment:.2f}")["pipelines"]:
            executor, verdict = loop(pipeline), pipeline["now"]
            if executor is None:
                wrong.append(f"no executor known for {pipeline['name']}")
                continue
            expected = executor if executor == FAULTS[fault] and executor != "own" else None
            found = named(verdict)
            # Early in the fault an executor may be named or not; a wrong one never.
            if found != expected and (index == 0 or found is not None):
                wrong.append(f"{moment:.2f} s, loop on {executor}: {found} instead of {expected}: {verdict['text']}")
    return wrong


def main():
    parser = argparse.ArgumentParser()
    parser.add_argument("flowviz")
    parser.add_argument("--rounds", type=int, default=8)
    parser.add_argument("--load", type=int, default=0)
    parser.add_argument("--seed", type=int, default=1)
    options = parser.parse_args()
    # A signal ends the processes of the load too.
    signal.signal(signal.SIGTERM, lambda number, frame: sys.exit(128 + number))
    load = [subprocess.Popen([sys.executable, "-c", "while True: pass"]) for _ in range(options.load)]
    failures = 0
    try:
        with tempfile.TemporaryDirectory() as scratch:
            for number in range(options.rounds):
                fault, seed = list(FAULTS)[number % len(FAULTS)], options.seed + number
                trace = os.path.join(scratch, f"{number}.fvz")
                done = subprocess.run(
                    [options.flowviz, "try", FILE, "--for", "120s", "-o", trace], stdin=subprocess.DEVNULL,
                    stdout=subprocess.PIPE, stderr=subprocess.STDOUT, env=dict(os.environ, EXECUTORS=f"{fault} {seed}"))
                lines = [line for line in done.stdout.decode(errors="replace").splitlines() if line.startswith("fault ")]
                if not lines:
                    print(done.stdout.decode(errors="replace"))
                    sys.exit(f"{fault} {seed}: the program did not run")
                begin, length = (float(word) for word in lines[0].split()[1:])
                wrong = judge(options.flowviz, trace, fault, begin, length)
                failures += bool(wrong)
                delays = "; ".join(f"{delay['name']} at most {delay['longestWait']:.3f} s" for delay in diagnosis(options.flowviz, trace)["executors"])
                print(f"{fault} {seed}: {'wrong' if wrong else 'right'} ({delays})", *wrong, sep="\n  ", flush=True)
    finally:
        for process in load:
            process.kill()
    sys.exit(1 if failures else 0)


main()
