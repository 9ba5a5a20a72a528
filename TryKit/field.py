#!/usr/bin/env python3
"""Tries each program of Field, and holds what flowviz says of it to the facts beside it.

usage: field.py FLOWVIZ [NAME]...

NAME.txt has a fact a line; a line that begins with # is a comment.

    try: OPTIONS            with which the program is tried
    leaves: STATUS          of 'flowviz try', 0 if nothing is said
    prints: PATTERN         a line that the program prints is like this regular expression
    says: PATTERN           a line of 'flowviz try' about it is
    COMMAND: PATTERN        a line that this command says of the trace is: 'diagnose', 'follow 4', 'check --no-drops'
    COMMAND leaves: STATUS  and the command's status, itself a pattern
    any: PATTERN            a line of all those above is
    test: PATTERN           a line of the test is that 'flowviz try --test' prints
    pipelines: NUMBER       'flowviz diagnose' has so many
    run: PATTERN            what it says of the run of one is
    culprit: NAME           of the worst one's run; none: of no pipeline
    not FACT                no line is like the pattern

NAME.places has the place of each stage, a line each: 'LINE FUNCTION: STAGE', without the numbers of stages of one name. A function
is '-' if no name is known. 'field.py FLOWVIZ --places [NAME]...' writes these files anew: read what has changed.
"""

import json
import os
import re
import subprocess
import sys
import tempfile

FOLDER = os.path.join(os.path.dirname(os.path.abspath(__file__)), "Field")


def run(*words):
    """Runs a command; its status and its lines, those of both outputs."""
    done = subprocess.run(words, stdin=subprocess.DEVNULL, stdout=subprocess.PIPE, stderr=subprocess.STDOUT)
    return done.returncode, done.stdout.decode(errors="replace").splitlines()


class Tried:
    """A program that was tried, and the facts that hold of it."""

    def __init__(self, flowviz, name, scratch):
        self.flowviz, self.trace = flowviz, os.path.join(scratch, f"{name}.fvz")
        self.file = os.path.join(FOLDER, f"{name}.swift")
        with open(os.path.join(FOLDER, f"{name}.txt")) as text:
            lines = [line.rstrip("\n") for line in text]
        facts = [line for line in lines if line and not line.startswith("#")]
        self.options = [word for fact in facts if fact.startswith("try: ") for word in fact[5:].split()]
        self.facts = [fact for fact in facts if not fact.startswith("try: ")]
        if not any(fact.startswith("leaves: ") for fact in self.facts):
            self.facts.insert(0, "leaves: 0")
        self.status, self.lines = run(flowviz, "try", self.file, *self.options, "-o", self.trace)
        self.ran = {}

    def command(self, text):
        """The status and the lines of a command about the trace, which runs once."""
        if text not in self.ran:
            first, *rest = text.split()
            if first == "test":
                self.ran[text] = run(self.flowviz, "try", self.file, *self.options, "--test")
            else:
                everything = ["--all"] if first == "diagnose" else []
                self.ran[text] = run(self.flowviz, first, self.trace, *rest, *everything)
        return self.ran[text]

    def pipelines(self):
        """What diagnose says of the run of each pipeline."""
        said = "\n".join(self.command("diagnose --json")[1])
        return [pipeline.get("run", pipeline) for pipeline in json.loads(said or "{}").get("pipelines", [])]

    def places(self):
        """The places of all stages of its file, and of those that are somewhere else, as NAME.places has them."""
        said = "\n".join(self.command("diagnose --json")[1])
        found = set()
        for stage in (stage for pipeline in json.loads(said or "{}").get("pipelines", []) for stage in pipeline["stages"]):
            place = stage["place"] or {}
            line = place.get("line") or 0
            if os.path.basename(place.get("file") or "") != os.path.basename(self.file):
                line = f"{os.path.basename(place.get('file') or '-')} {line}"
            kind = re.sub(r"(:\d+| \S+\.swift:\d+)?( via \S+)?( #?\d+)?$", "", stage["name"])
            found.add((line if isinstance(line, int) else 0, f"{line} {place.get('function') or '-'}: {kind}"))
        return [text for _, text in sorted(found)]

    def misplaced(self, path):
        """How the places differ from those of a file."""
        with open(path) as text:
            expected = text.read().splitlines()
        found = self.places()
        return [f"missing {line}" for line in expected if line not in found] + [f"new {line}" for line in found if line not in expected]

    def told(self, subject):
        """The lines that a fact is about."""
        said = [line for line in self.lines if line.startswith("flowviz: ")]
        if subject == "says":
            return said
        if subject == "prints":
            return [line for line in self.lines if line not in said]
        if subject == "any":
            return self.lines + self.command("diagnose")[1] + self.command("check --no-drops")[1]
        if subject == "run":
            return [pipeline["text"] for pipeline in self.pipelines()]
        return self.command(subject)[1]

    def holds(self, fact):
        subject, pattern = fact.split(": ", 1)
        if subject == "leaves":
            return str(self.status) == pattern
        if subject == "pipelines":
            return str(len(self.pipelines())) == pattern
        if subject == "culprit":
            culprits = [pipeline["culprit"] for pipeline in self.pipelines()]
            return not any(culprits) if pattern == "none" else culprits[:1] == [pattern]
        if subject.endswith(" leaves"):
            return re.fullmatch(pattern, str(self.command(subject.removesuffix(" leaves"))[0])) is not None
        denied = subject.startswith("not ")
        found = any(re.search(pattern, line) for line in self.told(subject.removeprefix("not ")))
        return found != denied


def main(flowviz, *names):
    flowviz = os.path.abspath(flowviz)
    run(flowviz, "try", "--code", "print(1)")
    passed, failed = 0, 0
    isWriting = names[:1] == ("--places",)
    names = names[isWriting:]
    with tempfile.TemporaryDirectory() as scratch:
        for name in names or sorted(name[:-6] for name in os.listdir(FOLDER) if name.endswith(".swift")):
            tried = Tried(flowviz, name, scratch)
            table = os.path.join(FOLDER, f"{name}.places")
            if isWriting:
                with open(table, "w") as text:
                    text.writelines(f"{line}\n" for line in tried.places())
                continue
            differing = tried.misplaced(table) if os.path.exists(table) else []
            if os.path.exists(table):
                passed, failed = passed + (not differing), failed + bool(differing)
                print(f"{'FAILED' if differing else 'ok    '} {name}: places", flush=True)
                for line in differing:
                    print(f"           {line}")
            for fact in tried.facts:
                holds = tried.holds(fact)
                passed, failed = passed + holds, failed + (not holds)
                print(f"{'ok    ' if holds else 'FAILED'} {name}: {fact}", flush=True)
                if not holds:
                    for line in tried.lines[-3:] + tried.command("diagnose")[1][:3]:
                        print(f"           {line[:200]}")
    print(f"{passed} passed, {failed} failed")
    return 1 if failed else 0


if __name__ == "__main__":
    sys.exit(main(*sys.argv[1:]) if len(sys.argv) > 1 else __doc__)
