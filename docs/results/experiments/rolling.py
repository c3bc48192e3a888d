#!/usr/bin/env python3
"""A ball that rolls over a floor: as meshes of 320 to 20,480 triangles, by every method, and exact.

rolling.py TOUCHSTONE FOLDER [--levels 2,3,4,5] [--generators ID,…] [--engines DIR] [--steps N]

Moves the ball by the contacts of each method of TOUCHSTONE and of each engine program in DIR,
prints a page in Markdown, and draws the height over time to FOLDER/rolling.svg. Answers are kept in
FOLDER: the same call goes on where it was stopped, and another version of the program answers anew;
what took too long is asked again. Fails when exact contacts have no answer, or do not keep the
height to 1e-12 m and the energy to 1e-9.
"""
import argparse
import csv
import json
import os
import shlex
import shutil
import subprocess
import sys

RADIUS, SPEED, STEP = 0.5, 2.0, 0.01  # [m], [m/s], [s]
GRAVITY = 9.82
LONG = 1000  # steps of the exact ball
TURN = [0.8, 0.3, 0.4, 0.33]  # so that no row of vertices lies along the way


def scene(level, friction):
    length = sum(c * c for c in TURN) ** 0.5
    ball = {"name": "ball", "shape": {"sphere": {"radius": RADIUS}}, "position": [-20.0, RADIUS, 0.3],
            "linear_velocity": [SPEED, 0.0, 0.0], "angular_velocity": [0.0, 0.0, -SPEED / RADIUS],
            "tessellation": {"level": level, "turn": [c / length for c in TURN]}}
    floor = {"name": "floor", "shape": {"box": {"size": [60.0, 1.0, 8.0]}},
             "position": [0.0, -0.5, 0.0], "fixed": True}
    return {"schema": "touchstone-scene-1", "name": f"rolling_{level}", "friction": friction,
            "gravity": [0.0, -GRAVITY, 0.0], "query": {"pose": "initial", "time_step": STEP},
            "bodies": [floor, ball]}


TOO_LONG = "more than half an hour"


def motion(program, folder, key, data, arguments, steps):
    """Rows time, x, y, z, kinetic energy, contacts, normal impulse; or why there are none."""
    key = f"{key}_{steps}"
    path = os.path.join(folder, f"{key}.json")
    if not os.path.exists(path):
        file = os.path.join(folder, f"{data['name']}_{data['friction']:g}.scene.json")
        with open(file, "w", encoding="utf-8") as out:
            json.dump(data, out)
        rows = moved(program, folder, key, file, arguments, steps)
        if rows == TOO_LONG:
            return rows  # the next call asks again
        with open(path + ".part", "w", encoding="utf-8") as out:
            json.dump(rows, out)
        os.replace(path + ".part", path)
    with open(path, encoding="utf-8") as found:
        return json.load(found)


def moved(program, folder, key, file, arguments, steps):
    recording = os.path.join(folder, key + ".h5")
    tables = os.path.join(folder, key + ".tables")
    try:
        done = subprocess.run([program, "simulate", file, "--steps", str(steps), "--record",
                               recording, "--force"] + arguments,
                              capture_output=True, text=True, check=False, timeout=1800)
    except subprocess.TimeoutExpired:
        return TOO_LONG
    try:
        if done.returncode != 0:
            lines = [line for line in done.stderr.splitlines() if "error:" in line]
            return lines[0].split("error:", 1)[1].strip() if lines else "it failed"
        subprocess.run([program, "export", recording, "--to", "csv", "--out", tables],
                       capture_output=True, check=True)
        rows = {}
        with open(os.path.join(tables, "bodies.csv"), newline="", encoding="utf-8") as lines:
            for row in csv.DictReader(lines):
                if row["name"] == "ball":
                    rows[int(row["step"])] = [float(row["time"])] + [
                        float(row[f"position_{axis}"]) for axis in "xyz"]
        with open(os.path.join(tables, "steps.csv"), newline="", encoding="utf-8") as lines:
            for row in csv.DictReader(lines):
                rows[int(row["step"])] += [float(row["kinetic"]), int(row["contacts"]), 0.0]
        with open(os.path.join(tables, "contacts.csv"), newline="", encoding="utf-8") as lines:
            for row in csv.DictReader(lines):
                rows[int(row["step"])][6] += float(row["normal_impulse"] or 0.0)
        return [rows[step] for step in sorted(rows) if step > 0]
    finally:
        shutil.rmtree(tables, ignore_errors=True)
        if os.path.exists(recording):
            os.remove(recording)


def short(value, digits=2):
    return "0" if value == 0 else f"{value:.{digits}g}"


def measure(rows, start_energy, weight):
    """Height [mm], energy left, steps without contact [%], largest way sideways [m], hardest push."""
    heights = [row[2] for row in rows] + [RADIUS]
    return {"height": 1000.0 * (max(heights) - min(heights)),
            "energy": rows[-1][4] / start_energy,
            "free": 100.0 * sum(row[5] == 0 for row in rows) / len(rows),
            "sideways": max(abs(row[3] - 0.3) for row in rows),
            "push": max(row[6] for row in rows) / (weight * STEP)}


ENGINES = (("bullet", "Bullet"), ("ode", "ODE"), ("fcl", "FCL"), ("libccd_epa", "libccd, EPA"),
           ("libccd_mpr", "libccd, MPR"), ("mujoco", "MuJoCo"), ("jolt", "Jolt"),
           ("rapier", "Rapier"), ("physx", "PhysX"), ("cannon_es", "cannon-es"))


def engines(folder, form):
    """Names, titles and arguments of the engines whose programs are in a folder."""
    for name, title in ENGINES if folder else ():
        path = os.path.join(folder, f"touchstone-engine-{name}")
        if os.path.exists(path):
            yield (f"{name}_{form}", title,
                   ["--generator-command", f"{shlex.quote(path)} --as {form}",
                    "--generator", f"{name}_{form}"])


def contestants(program, folder):
    listed = subprocess.run([program, "list", "generators"], capture_output=True, text=True,
                            check=True).stdout.splitlines()[1:]
    for line in listed:
        name, title = [part.strip() for part in line.split("  ") if part.strip()][:2]
        if name != "smooth":
            yield (name, title, ["--generator", name])
    for name, title, arguments in engines(folder, "hull"):
        yield (name, f"{title}, as hull", arguments)


COLOURS = ["#d35400", "#8e44ad", "#1b6ca8", "#1e8449", "#7f8c8d"]


def plot(path, panels, levels, duration):
    """A panel a method: the height of the ball's centre over R, a curve a level."""
    columns, width, height, low, high = 4, 230, 130, -16.0, 16.0
    lines = -(-len(panels) // columns)
    parts = [f'<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 {columns * width} '
             f'{lines * height + 30}" font-family="sans-serif" font-size="9">',
             "<title>Height of a rolling ball over time</title>",
             '<rect width="100%" height="100%" fill="white"/>']
    for i, level in enumerate(levels):
        parts.append(f'<text x="{10 + 130 * i}" y="18" font-size="11" fill="{COLOURS[i]}">'
                     f'{20 * 4 ** level:,} triangles</text>')
    parts.append(f'<text x="{10 + 130 * len(levels)}" y="18" font-size="11">exact</text>')
    for i, (title, curves) in enumerate(panels):
        left, top = 26 + width * (i % columns), 30 + height * (i // columns)
        wide, tall = width - 36, height - 34

        def at(time, value):
            value = max(low, min(high, value))
            return (f"{left + wide * time / duration:.1f},"
                    f"{top + 14 + tall * (high - value) / (high - low):.1f}")

        parts.append(f'<text x="{left}" y="{top + 9}" font-size="10">{title}</text>')
        for value in (-10, 0, 10):
            x, y = at(0.0, value).split(",")
            parts.append(f'<path d="M{x},{y}h{wide}" stroke="#ddd"/><text x="{left - 3}" y="{y}" '
                         f'text-anchor="end">{value}</text>')
        for k, rows in enumerate(curves):
            shown = [row for row in rows if row[0] <= duration + 1e-9]
            points = " ".join(at(row[0], 1000.0 * (row[2] - RADIUS)) for row in shown)
            parts.append(f'<polyline points="{points}" fill="none" stroke="{COLOURS[k]}" '
                         f'stroke-width="0.7"/>')
        parts.append(f'<path d="M{at(0.0, 0.0)}h{wide}" stroke="black" stroke-width="0.8"/>')
    with open(path, "w", encoding="utf-8") as out:
        out.write("\n".join(parts + ["</svg>", ""]))


def exact_rows(program, folder, engine_folder):
    """The ball itself: by the velocity solver with friction, from event to event without it, and
    as the sphere of each engine. Returns the energy of the start and the weight."""
    print("| | friction | height, peak to peak [m] | kinetic energy, largest change | "
          "sideways [m] |\n|---|---:|---:|---:|---:|")
    asked = [("exact", "exact contacts, velocity solver", 0.5, ["--generator", "smooth"]),
             ("events", "exact contacts, from event to event", 0.0, ["--solver", "events"])]
    asked += [(name, f"{title}, its own sphere, velocity solver", 0.5, arguments)
              for name, title, arguments in engines(engine_folder, "primitive")]
    for key, title, friction, arguments in asked:
        rows = motion(program, folder, key, scene(2, friction), arguments, LONG)
        if isinstance(rows, str):
            if key in ("exact", "events"):
                sys.exit(f"rolling.py: {title}: {rows}")
            print(f"| {title} | {friction:g} | no answer | | |")
            continue
        heights = [row[2] for row in rows] + [RADIUS]
        height = max(heights) - min(heights)
        if key == "exact":
            energy, weight = rows[0][4], rows[0][6] / STEP
        change = max(abs(row[4] / energy - 1.0) for row in rows)
        print(f"| {title} | {friction:g} | {short(height)} | {short(change)} | "
              f"{short(max(abs(row[3] - 0.3) for row in rows))} |")
        if key in ("exact", "events") and not (height <= 1e-12 and change <= 1e-9):
            sys.exit(f"rolling.py: {title}: the height changes by {height} m, "
                     f"the energy by {change}")
    return energy, weight


def main():
    parser = argparse.ArgumentParser()
    parser.add_argument("program")
    parser.add_argument("folder")
    parser.add_argument("--levels", default="2,3,4,5")
    parser.add_argument("--generators", default="")
    parser.add_argument("--engines", default="")
    parser.add_argument("--steps", type=int, default=400)
    options = parser.parse_args()
    levels = [int(level) for level in options.levels.split(",")]
    version = subprocess.run([options.program, "--version"], capture_output=True, text=True,
                             check=True).stdout.splitlines()[0]
    folder = os.path.join(options.folder, "".join(c if c.isalnum() else "_" for c in version))
    os.makedirs(folder, exist_ok=True)

    print("\nA ball of 0.5 m rolls over a flat floor at 2 m/s, in steps of 10 ms (`touchstone simulate`, friction 0.5, the\n"
          "velocity solver with what each method asks of it). Mass and inertia are those of the ball whatever its mesh,\n"
          f"so all that differs are contacts.\n\n## The ball itself, over {LONG * STEP:g} s\n")
    energy, weight = exact_rows(options.program, folder, options.engines)

    print(f"\n## As meshes, over {options.steps * STEP:g} s\n")
    print("One column a mesh, of " + ", ".join(f"{20 * 4 ** level:,}" for level in levels) +
          " triangles. *Height*: from the lowest to the highest place of the\ncentre. *Energy*: kinetic energy "
          "at the end over that at the start. *Push*: the largest normal impulse of a step over\nm g Δt; 1 is right.\n")
    print("| method | height [mm] | energy left | steps without contact [%] | sideways [m] | push |")
    print("|---|---|---|---|---|---|")
    panels, silent = [], []
    wanted = options.generators.split(",") if options.generators else None
    for name, title, arguments in contestants(options.program, options.engines):
        if wanted and name not in wanted:
            continue
        found = []
        for level in levels:
            key = f"{''.join(c if c.isalnum() else '_' for c in name)}_{level}"
            print(f"{name}, {20 * 4 ** level} triangles", file=sys.stderr)
            found.append(motion(options.program, folder, key, scene(level, 0.5), arguments,
                                options.steps))
        if all(isinstance(rows, str) for rows in found):
            silent.append((title, found[0]))
            continue
        cells = {"height": [], "energy": [], "free": [], "sideways": [], "push": []}
        for rows in found:
            figures = None if isinstance(rows, str) else measure(rows, energy, weight)
            for figure, texts in cells.items():
                texts.append("–" if figures is None else short(figures[figure]))
        print(f"| {title} | " + " | ".join(" / ".join(texts) for texts in cells.values()) + " |")
        panels.append((title, [[] if isinstance(rows, str) else rows for rows in found]))
    for title, why in silent:
        print(f"\n{title}: {why}.")
    plot(os.path.join(options.folder, "rolling.svg"), panels, levels, min(2.0, options.steps * STEP))


if __name__ == "__main__":
    main()
