#!/usr/bin/env python3
"""Force quality of elastic bodies against their stiffness.

Lets the moving body of the fundamental cases be elastic, with Young's moduli that rise, and moves
it by the barrier solver: from rest, or, where the right normals are those of the case's motion,
with its velocity. Prints, as a table, the share of the normal force that acts
within 1 degree of a right normal, over all steps, and beside it the largest strain. With SVG also
draws the shares against the moduli.

    elastic_force_quality.py PROGRAM [STEPS [SVG]]
"""

import csv
import json
import math
import pathlib
import subprocess
import sys
import tempfile

CASES = ["spike_in_crack", "spike_in_hole", "wedge_in_crack", "sliding_spike", "sliding_wedge",
         "spikes", "spike_and_wedge", "wedges", "cliff_edges", "internal_edges"]
MODULI = [1e5, 1e6, 1e7, 1e8, 1e9]
# Told apart by the marks as well, without colors.
LOOKS = [("#0072b2", "circle"), ("#d55e00", "square"), ("#009e73", "diamond"),
         ("#cc79a7", "triangle"), ("#000000", "cross")]
RIGHT = math.cos(math.radians(1.0))


def run(program, *words):
    done = subprocess.run([program, *words], capture_output=True, text=True)
    if done.returncode != 0:
        raise RuntimeError(done.stderr.strip().splitlines()[-1])
    return done.stdout


def right_normals(scene):
    return [n for pair in scene["expected"] for a in pair["answers"] for n in a["normals"]]


def measure(program, scene, folder, steps):
    """The share of the force that is right, and the largest strain (0 of a rigid body)."""
    scene_file = folder / "scene.json"
    scene_file.write_text(json.dumps(scene))
    recording = folder / "run.h5"
    recording.unlink(missing_ok=True)
    run(program, "simulate", str(scene_file), "--solver", "barrier", "--steps", str(steps),
        "--record", str(recording), "--csv", str(folder / "steps.csv"))
    with open(folder / "steps.csv", newline="") as lines:
        rows = csv.DictReader(line for line in lines if not line.startswith("#"))
        strain = max(float(row.get("elastic_strain") or 0.0) for row in rows)
    tables = folder / "tables"
    run(program, "export", str(recording), "--to", "csv", "--out", str(tables))
    right = total = 0.0
    with open(tables / "contacts.csv", newline="") as lines:
        for row in csv.DictReader(lines):
            normal = [float(row["normal_" + axis]) for axis in "xyz"]
            force = float(row["normal_impulse"])
            total += force
            if any(sum(a * b for a, b in zip(normal, n)) > RIGHT for n in right_normals(scene)):
                right += force
    return (right / total if total > 0.0 else None), strain


def mark(shape, x, y, color):
    """A mark of that shape as SVG."""
    if shape == "circle":
        return f'<circle cx="{x:.1f}" cy="{y:.1f}" r="4" fill="{color}"/>'
    corners = {"square": [(-3.5, -3.5), (3.5, -3.5), (3.5, 3.5), (-3.5, 3.5)],
               "diamond": [(0, -5), (5, 0), (0, 5), (-5, 0)],
               "triangle": [(0, -5), (4.5, 3.5), (-4.5, 3.5)],
               "cross": [(-4, -1), (-1, -1), (-1, -4), (1, -4), (1, -1), (4, -1), (4, 1), (1, 1),
                         (1, 4), (-1, 4), (-1, 1), (-4, 1)]}[shape]
    points = " ".join(f"{x + dx:.1f},{y + dy:.1f}" for dx, dy in corners)
    return f'<polygon points="{points}" fill="{color}"/>'


def plot(path, table):
    """Shares against moduli, the rigid body's at the right."""
    width, height, left, right, top, bottom = 640, 400, 62, 150, 24, 52
    places = [*MODULI, None]
    step = (width - left - right) / (len(places) - 0.5)

    def x_of(place):
        return left + step * (0.25 + place)

    def y_of(share):
        return top + (1.0 - share) * (height - top - bottom)

    parts = [f'<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 {width} {height}" '
             'font-family="sans-serif" font-size="12">',
             '<rect width="100%" height="100%" fill="#fff"/>']
    for tenth in range(0, 11, 2):
        y = y_of(tenth / 10)
        parts.append(f'<path d="M{left} {y:.1f}H{width - right}" stroke="#ddd"/>'
                     f'<text x="{left - 8}" y="{y + 4:.1f}" text-anchor="end">{tenth / 10}</text>')
    for place, young in enumerate(places):
        word = "rigid" if young is None else f"1e{round(math.log10(young))} Pa"
        parts.append(f'<text x="{x_of(place):.1f}" y="{height - bottom + 20}" '
                     f'text-anchor="middle">{word}</text>')
    parts.append(f'<text x="{(left + width - right) / 2:.1f}" y="{height - 12}" '
                 'text-anchor="middle">Young\'s modulus of the moving body</text>')
    middle = y_of(0.5)
    parts.append(f'<text transform="translate(16 {middle:.1f}) rotate(-90)" text-anchor="middle">'
                 'share of the normal force that is right</text>')
    for row, (case, shares) in enumerate(table.items()):
        color, shape = LOOKS[row % len(LOOKS)]
        dashes = ' stroke-dasharray="5 4"' if row >= len(LOOKS) else ""
        # The rigid body comes first in a row of the table, and last in the plot.
        known = [(x_of(place), y_of(share))
                 for place, share in enumerate([*shares[1:], shares[0]]) if share is not None]
        elastic = known[:-1] if shares[0] is not None else known
        if len(elastic) > 1:
            way = "L".join(f"{x:.1f} {y:.1f}" for x, y in elastic)
            parts.append(f'<path d="M{way}" fill="none" stroke="{color}" stroke-width="1.6"{dashes}/>')
        parts += [mark(shape, x, y, color) for x, y in known]
        y = top + 20 * row + 8
        parts.append(f'<path d="M{width - right + 8} {y}h20" stroke="{color}"{dashes}/>')
        parts.append(mark(shape, width - right + 18, y, color))
        parts.append(f'<text x="{width - right + 34}" y="{y + 4}">{case}</text>')
    pathlib.Path(path).write_text("\n".join([*parts, "</svg>", ""]))


def main():
    program = sys.argv[1]
    steps = int(sys.argv[2]) if len(sys.argv) > 2 else 10
    print("| case | rigid |" + "".join(f" E = {young:.0e} Pa |" for young in MODULI))
    print("|---|---:|" + "---:|" * len(MODULI))
    table = {}
    for case in CASES:
        cells = []
        table[case] = []
        for young in [None, *MODULI]:
            scene = json.loads(run(program, "scene", "export", case))
            body = scene["bodies"][1]
            if not any(pair.get("kinematic") for pair in scene["expected"]):
                body.pop("linear_velocity", None)
            if young is not None:
                body["elastic"] = {"young": young, "poisson": 0.3}
            with tempfile.TemporaryDirectory() as name:
                try:
                    share, strain = measure(program, scene, pathlib.Path(name), steps)
                    told = "no force" if share is None else f"{share:.3f}"
                    cells.append(told if young is None else f"{told} ({strain:.1g})")
                except RuntimeError as error:
                    print(f"{case}, {young}: {error}", file=sys.stderr)
                    share = None
                    cells.append("-")
                table[case].append(share)
        print(f"| `{case}` |" + "".join(f" {cell} |" for cell in cells), flush=True)
    if len(sys.argv) > 3:
        plot(sys.argv[3], table)


if __name__ == "__main__":
    main()
