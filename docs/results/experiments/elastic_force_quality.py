#!/usr/bin/env python3
"""Force quality of elastic bodies against their stiffness.

Lets the moving body of fundamental cases be elastic, with Young's moduli that rise, and moves it
by the barrier solver from rest. Prints, as a table, the share of the normal force that acts
within 1 degree of a right normal, over all steps.

    elastic_force_quality.py PROGRAM [STEPS]
"""

import csv
import json
import math
import pathlib
import subprocess
import sys
import tempfile

CASES = ["spike_in_crack", "spike_in_hole", "wedge_in_crack", "sliding_wedge", "cliff_edges"]
MODULI = [1e5, 1e6, 1e7, 1e8, 1e9]
RIGHT = math.cos(math.radians(1.0))


def run(program, *words):
    done = subprocess.run([program, *words], capture_output=True, text=True)
    if done.returncode != 0:
        raise RuntimeError(done.stderr.strip().splitlines()[-1])
    return done.stdout


def right_normals(scene):
    return [n for pair in scene["expected"] for a in pair["answers"] for n in a["normals"]]


def measure(program, scene, folder, steps):
    """The share of the force that is right."""
    scene_file = folder / "scene.json"
    scene_file.write_text(json.dumps(scene))
    recording = folder / "run.h5"
    recording.unlink(missing_ok=True)
    run(program, "simulate", str(scene_file), "--solver", "barrier", "--steps", str(steps),
        "--record", str(recording))
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
    return right / total if total > 0.0 else math.nan


def main():
    program = sys.argv[1]
    steps = int(sys.argv[2]) if len(sys.argv) > 2 else 10
    print("| case | rigid |" + "".join(f" E = {young:.0e} Pa |" for young in MODULI))
    print("|---|---:|" + "---:|" * len(MODULI))
    for case in CASES:
        cells = []
        for young in [None, *MODULI]:
            scene = json.loads(run(program, "scene", "export", case))
            body = scene["bodies"][1]
            body.pop("linear_velocity", None)
            if young is not None:
                body["elastic"] = {"young": young, "poisson": 0.3}
            with tempfile.TemporaryDirectory() as name:
                try:
                    share = measure(program, scene, pathlib.Path(name), steps)
                    cells.append(f"{share:.3f}")
                except RuntimeError as error:
                    print(f"{case}, {young}: {error}", file=sys.stderr)
                    cells.append("-")
        print(f"| `{case}` |" + "".join(f" {cell} |" for cell in cells), flush=True)


if __name__ == "__main__":
    main()
