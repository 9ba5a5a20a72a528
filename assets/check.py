#!/usr/bin/env python3
"""Moving pictures, shown by others: at any moment they are the frame of that moment.

A headless Chromium plays the animated SVG, and pyte the asciicast. Chromium's half is skipped, and said so, where there is none.
usage: check.py FLOWVIZ
"""
import json
import pathlib
import shutil
import subprocess
import sys
import tempfile

import pyte
from PIL import Image, ImageChops

FLOWVIZ = sys.argv[1]
SIZE = (80, 24)
RUN = ["pausable-sink", "--size", f"{SIZE[0]}x{SIZE[1]}", "--send", "2:pause", "--send", "6:resume"]
TO = 12
MOMENTS = [2.4, 6.3, 11.7]
LIMIT = 300_000
# A browser paints what moves on a layer of its own, and rounds once more when it lays that over the rest.
ROUNDING = 1


def frame(*arguments):
    return subprocess.run([FLOWVIZ, "frame", *RUN, *arguments], check=True, capture_output=True, text=True).stdout


def film(form):
    return frame("--from", "0", "--to", str(TO), "--format", form)


def picture(folder, name, svg, milliseconds=None):
    """The pixels that Chromium shows, with all animations at a time."""
    seek = "" if milliseconds is None else f"""<script>for (const animation of document.getAnimations()) {{
        animation.pause(); animation.currentTime = {milliseconds} }}</script>"""
    page = folder / f"{name}.html"
    page.write_text(f"<!doctype html><meta charset=utf-8><style>body{{margin:0}}</style>{svg}{seek}")
    shot = folder / f"{name}.png"
    subprocess.run(
        ["chromium", "--headless", "--no-sandbox", "--disable-gpu", "--hide-scrollbars", "--window-size=900,700",
         f"--user-data-dir={folder}/profile", f"--screenshot={shot}", page.as_uri()],
        check=True, capture_output=True, timeout=120)
    return Image.open(shot).convert("RGB")


def differences(one, other):
    """The pixels that differ, and by how much at most."""
    difference = ImageChops.difference(one, other)
    return sum(any(pixel) for pixel in difference.get_flattened_data()), max(high for _, high in difference.getextrema())


def check_svg():
    svg = film("svg")
    assert len(svg.encode()) < LIMIT, f"{len(svg.encode())} bytes are over {LIMIT}"
    assert "<script" not in svg
    with tempfile.TemporaryDirectory() as name:
        folder = pathlib.Path(name)
        for moment in MOMENTS:
            shown = picture(folder, f"film-{moment}", svg, moment * 1000 + 50)
            drawn = picture(folder, f"frame-{moment}", frame("--at", str(moment), "--format", "svg"))
            count, most = differences(shown, drawn)
            assert most <= ROUNDING, f"{moment} s: {count} pixels differ, by {most} of 255 at most"
        # Two frames are not one and the same, or nothing would be shown by this.
        assert differences(shown, picture(folder, "other", svg, MOMENTS[0] * 1000 + 50))[0] > 1000
        # Where nothing is animated: a reader who wants less motion sees the last frame.
        still = picture(folder, "still", svg.replace("(prefers-reduced-motion:reduce)", "(min-width:0)"))
        count, most = differences(still, picture(folder, "last", frame("--at", str(TO), "--format", "svg")))
        assert most <= ROUNDING, f"without animations: {count} pixels differ, by {most} at most"
    print(f"svg: {len(svg.encode())} bytes; Chromium shows the frames of {MOMENTS} s, and the last one without animations")


def check_cast():
    lines = film("cast").splitlines()
    header = json.loads(lines[0])
    assert header == {"version": 2, "width": SIZE[0], "height": SIZE[1]}, header
    screen = pyte.Screen(*SIZE)
    stream = pyte.Stream(screen)
    wanted = list(MOMENTS) + [TO]
    for time, kind, text in map(json.loads, lines[1:]):
        while wanted and time > wanted[0] + 1e-6:
            compare(screen, wanted.pop(0))
        assert kind == "o"
        stream.feed(text)
    assert time == TO, f"it ends at {time}"
    for moment in wanted:
        compare(screen, moment)
    print(f"cast: {len(lines) - 1} events; pyte shows the frames of {MOMENTS + [TO]} s")


def compare(screen, moment):
    expected = [line.rstrip() for line in frame("--at", str(moment)).splitlines()]
    shown = [line.rstrip() for line in screen.display]
    for row, (one, other) in enumerate(zip(shown, expected, strict=True)):
        assert one == other, f"{moment} s, row {row}:\n{one}\n{other}"


check_cast()
if shutil.which("chromium"):
    check_svg()
else:
    print("\n*** the moving SVG is NOT CHECKED: there is no chromium (apt-get install chromium) ***\n", file=sys.stderr)
