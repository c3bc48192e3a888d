#!/usr/bin/env python3
"""What tessellation costs each method: smooth bodies in known poses, as meshes of several levels.

tessellation.py TOUCHSTONE FOLDER [--poses N] [--levels 1,2,3,4] [--pairs ID,…] [--generators ID,…]
                [--engines ID,…]

Makes scenes of exact shapes in FOLDER, asks TOUCHSTONE for the contacts of every method on their
meshes, and of the generator `smooth` on the shapes themselves, and likewise the physics engines
whose programs lie beside TOUCHSTONE: as meshes, and with their own spheres, cylinders, … Prints a
page in Markdown; plots go to FOLDER/PAIR.svg and FOLDER/PAIR_engines.svg. Answers are kept in
FOLDER: the same call goes on where it was stopped, and another version of the program answers anew.
"""
import argparse
import csv
import json
import math
import os
import random
import subprocess
import sys

SPACING = 20.0  # of the poses in one scene [m]
GAPS = {"shallow": -1e-3, "deep": -1e-2}  # of the exact shapes [m]


# Of each engine its own shapes first, then what it gets as a mesh or the hull of one.
ENGINES = ["bullet_primitive", "bullet_mesh", "ode_primitive", "ode_mesh", "fcl_primitive",
           "fcl_mesh", "libccd_epa_primitive", "libccd_epa_hull", "libccd_mpr_primitive",
           "libccd_mpr_primitive_default", "libccd_mpr_hull", "mujoco_primitive", "mujoco_hull"]


def split_row(engine):
    """The program of a row, the form in which it gets bodies, and its further options."""
    name = engine.removesuffix("_default")
    return *name.rsplit("_", 1), ["--defaults"] if name != engine else []


def is_exact(row):
    """Whether a row does not depend on the meshes."""
    return row in ENGINES and split_row(row)[1] == "primitive"


def engine_command(program, engine):
    """The command of an engine's row; None: there is no such program."""
    name, form, further = split_row(engine)
    path = os.path.join(os.path.dirname(os.path.abspath(program)), "touchstone-engine-" + name)
    if not os.access(path, os.X_OK):
        return None
    words = [path, "--as", form] + further
    return " ".join("'" + word + "'" for word in words)


def quaternion(rng):
    """A rotation w, x, y, z, uniform."""
    while True:
        q = [rng.uniform(-1.0, 1.0) for _ in range(4)]
        length = math.sqrt(sum(c * c for c in q))
        if 0.1 < length <= 1.0:
            return [c / length for c in q]


def about(axis, angle):
    return [math.cos(angle / 2)] + [c * math.sin(angle / 2) for c in axis]


def product(p, q):
    w, x, y, z = p
    a, b, c, d = q
    return [w * a - x * b - y * c - z * d, w * b + x * a + y * d - z * c,
            w * c - x * d + y * a + z * b, w * d + x * c - y * b + z * a]


def rotated(q, v):
    w, x, y, z = q
    result = product(product(q, [0.0] + list(v)), [w, -x, -y, -z])
    return result[1:]


def direction(rng):
    return rotated(quaternion(rng), [0.0, 1.0, 0.0])


def add(u, v, factor=1.0):
    return [a + factor * b for a, b in zip(u, v)]


def dot(u, v):
    return sum(a * b for a, b in zip(u, v))


def norm(v):
    return math.sqrt(dot(v, v))


def ellipsoid_support(axes, q, way):
    inverse = [q[0], -q[1], -q[2], -q[3]]
    local = rotated(inverse, way)
    scaled = [a * c for a, c in zip(axes, local)]
    return rotated(q, [a * c / norm(scaled) for a, c in zip(axes, scaled)])


PLATE = {"box": {"size": [4.0, 1.0, 4.0]}}


def on_plate(shape, q, height):
    """A body whose lowest point is `height` below its origin, off the plate's diagonal."""
    return lambda gap: [("plate", PLATE, [0.0, -0.5, 0.0], [1, 0, 0, 0]),
                        ("body", shape, [0.31, height + gap, -0.12], q)]


def ball_plate(rng):
    return on_plate({"sphere": {"radius": 1.0}}, quaternion(rng), 1.0)


def cylinder_plate(rng):
    lying = product(about([0, 0, 1], -math.pi / 2), about([0, 1, 0], rng.uniform(0, 2 * math.pi)))
    return on_plate({"cylinder": {"radius": 1.0, "height": 2.0}}, lying, 1.0)


def torus_plate(rng):
    tilt = math.radians(30)
    q = product(about([0, 0, 1], tilt), about([0, 1, 0], rng.uniform(0, 2 * math.pi)))
    return on_plate({"torus": {"ring_radius": 1.0, "tube_radius": 0.35}}, q,
                    math.sin(tilt) + 0.35)


def ball_groove(rng):
    """Two plates whose upper faces go through the z axis, 45 degrees steep, and a ball between."""
    q = quaternion(rng)
    root = math.sqrt(0.5)

    def plate(name, side):
        along, normal = [side * root, root, 0.0], [-side * root, root, 0.0]
        centre = add([1.9 * c for c in along], normal, -0.5)
        return (name, PLATE, centre, about([0, 0, 1], side * math.pi / 4))

    def place(gap):
        ball = ("body", {"sphere": {"radius": 1.0}}, [0.0, (1.0 + gap) / root, 0.13], q)
        return [plate("left", -1.0), plate("right", 1.0), ball]

    return place


def ball_ball(rng):
    way, p, q = direction(rng), quaternion(rng), quaternion(rng)
    return lambda gap: [("one", {"sphere": {"radius": 2.0}}, [0, 0, 0], p),
                        ("two", {"sphere": {"radius": 1.0}}, [(3.0 + gap) * c for c in way], q)]


def ellipsoids(rng):
    way, p, q = direction(rng), quaternion(rng), quaternion(rng)
    a, b = [1.0, 0.7, 0.5], [0.8, 0.4, 0.6]

    def place(gap):
        at = add(add(ellipsoid_support(a, p, way), way, gap),
                 ellipsoid_support(b, q, [-c for c in way]), -1.0)
        return [("one", {"ellipsoid": {"semi_axes": a}}, [0, 0, 0], p),
                ("two", {"ellipsoid": {"semi_axes": b}}, at, q)]

    return place


def ball_bowl(rng):
    spin, q = about([0, 1, 0], rng.uniform(0, 2 * math.pi)), quaternion(rng)
    k, r = 1.25, 0.4
    normal = [-r / k, 1.0, 0.0]
    normal = rotated(spin, [c / norm(normal) for c in normal])
    touch = rotated(spin, [r, r * r / (2 * k), 0.0])
    turn = about([0, 1, 0], rng.uniform(0, 2 * math.pi))
    bowl = {"bowl": {"curvature_radius": k, "rim_radius": 1.1, "thickness": 0.3}}
    return lambda gap: [("bowl", bowl, [0, 0, 0], turn),
                        ("ball", {"sphere": {"radius": 1.0}}, add(touch, normal, 1.0 + gap), q)]


PAIRS = {"ball_plate": ("ball on a plate", ball_plate),
         "ball_groove": ("ball in a groove of 90°", ball_groove),
         "ball_ball": ("ball of 1 m on ball of 2 m", ball_ball),
         "ellipsoids": ("two ellipsoids", ellipsoids),
         "cylinder_plate": ("cylinder that lies on a plate", cylinder_plate),
         "torus_plate": ("torus on a plate, tilted by 30°", torus_plate),
         "ball_bowl": ("ball in a paraboloid bowl", ball_bowl)}


def scene(pair, level, gap, poses):
    """All poses side by side; bodies that are fixed are never asked about each other."""
    rng = random.Random("tessellation " + pair)
    bodies = []
    for pose in range(poses):
        place = PAIRS[pair][1](rng)(gap)
        for i, (name, shape, position, q) in enumerate(place):
            body = {"name": f"{name} {pose}", "shape": shape, "orientation": q,
                    "position": add(position, [SPACING * pose, 0.0, 0.0]),
                    "fixed": i < len(place) - 1}
            if "box" not in shape:
                body["tessellation"] = {"level": level}
            bodies.append(body)
    return {"schema": "touchstone-scene-1", "name": f"{pair}_{level}", "bodies": bodies}


def ask(program, file, generator):
    """The contacts as CSV, or a line that begins with `failed` and says why."""
    command = [program, "contacts", file, "--generator", generator, "--format", "csv"]
    if generator == "smooth":
        command += ["--set", "smooth.reach=0"]
    if generator in ENGINES:
        engine = engine_command(program, generator)
        if engine is None:
            return "failed: not installed\n"
        command += ["--generator-command", engine, "--generator-time-limit", "60"]
    done = subprocess.run(command, capture_output=True, text=True, check=False)
    if done.returncode == 0:
        return done.stdout
    lines = [line for line in done.stderr.splitlines() if "error: " in line]
    return "failed: " + (lines[-1].split("error: ", 1)[1] if lines else "no reason given") + "\n"


def contacts(program, folder, key, data, generator):
    """The rows of a method's contacts, from the folder or asked for; a text: why there are none."""
    path = os.path.join(folder, f"{key}.{generator}.csv")
    if not os.path.exists(path):
        file = os.path.join(folder, f"{key}.json")
        with open(file, "w", encoding="utf-8") as out:
            json.dump(data, out)
        text = ask(program, file, generator)
        with open(path + ".part", "w", encoding="utf-8") as out:
            out.write(text)
        os.replace(path + ".part", path)
    with open(path, newline="", encoding="utf-8") as lines:
        first = lines.readline()
        if first.startswith("failed"):
            return first.strip().removeprefix("failed: ")
        lines.seek(0)
        found = {}
        for row in csv.DictReader(lines):
            pose = int(row["body_a"].rsplit(" ", 1)[1])
            number = lambda name: [float(row[f"{name}_{axis}"]) for axis in "xyz"]
            found.setdefault((pose, row["body_a"], row["body_b"]), []).append(
                (number("position"), number("normal"), float(row["separation"])))
        return found


def nearest_distance(point, normal, true):
    """To the true point, or the segment between two, across the normal."""
    def across(v):
        return add(v, normal, -dot(v, normal))
    if len(true) == 2:
        start, end = true[0][0], true[1][0]
        along = add(end, start, -1.0)
        share = max(0.0, min(1.0, dot(add(point, start, -1.0), along) / dot(along, along)))
        return norm(across(add(point, add(start, along, share), -1.0)))
    return min(norm(across(add(point, t[0], -1.0))) for t in true)


def angle(u, v):
    cross = [u[1] * v[2] - u[2] * v[1], u[2] * v[0] - u[0] * v[2], u[0] * v[1] - u[1] * v[0]]
    return math.degrees(math.atan2(norm(cross), dot(u, v)))


def median(values):
    values = sorted(values)
    if not values:
        return None
    half = len(values) // 2
    return values[half] if len(values) % 2 else 0.5 * (values[half - 1] + values[half])


def measure(found, truth):
    """Of a method at a level: share of pairs hit, and medians over them."""
    hits, counts, means, worsts, places, depths = 0, [], [], [], [], []
    for key, true in truth.items():
        own = found.get(key, [])
        if not own:
            continue
        hits += 1
        errors = [min(angle(n, t[1]) for t in true) for _, n, _ in own]
        counts.append(len(own))
        means.append(sum(errors) / len(errors))
        worsts.append(max(errors))
        places.append(sum(nearest_distance(p, true[0][1], true) for p, _, _ in own) / len(own))
        depths.append(abs(min(c[2] for c in own) - min(t[2] for t in true)))
    return {"hits": hits / len(truth), "count": median(counts), "mean": median(means),
            "worst": median(worsts), "place": median(places), "depth": median(depths)}


def mean_edge(pair, level):
    """h: the mean edge of the larger curved mesh, to a few per cent [m]."""
    size = {"ball_ball": 2.0}.get(pair, 1.0)
    if pair == "cylinder_plate":
        return 2 * math.sin(math.pi / (4 << level))
    if pair == "torus_plate":
        return 2 * math.pi * 0.35 / (6 << (level - 1))
    return 1.1 * size / 2 ** level


def order(edges, values):
    """Slope of log error over log h; nothing for errors that are rounding."""
    points = [(math.log(h), math.log(v)) for h, v in zip(edges, values) if v and v > 1e-9]
    if len(points) < 3:
        return None
    x = sum(p[0] for p in points) / len(points)
    y = sum(p[1] for p in points) / len(points)
    return (sum((p[0] - x) * (p[1] - y) for p in points) /
            sum((p[0] - x) ** 2 for p in points))


def short(value, digits=2):
    if value is None:
        return ""
    return "0" if abs(value) < 1e-9 else f"{value:.{digits}g}"


COLOURS = ["#1b6ca8", "#c0392b", "#1e8449", "#7d3c98", "#b9770e", "#117a65", "#5d6d7e", "#a04000",
           "#2e4053", "#d81b60", "#00838f", "#6d4c41"]


def style_of(name, index):
    """A colour of its own for each method; engines have one for all their rows, exact ones dashed."""
    if name not in ENGINES:
        return COLOURS[index % len(COLOURS)], ""
    programs = list(dict.fromkeys(split_row(engine)[0] for engine in ENGINES))
    colour = COLOURS[programs.index(split_row(name)[0])]
    return colour, ' stroke-dasharray="2 2"' if is_exact(name) else ""


def plot(path, title, edges, curves):
    """Log–log: the median of the worst normal over h, with guides of first and second order."""
    low_x, high_x = math.log10(min(edges)) - 0.1, math.log10(max(edges)) + 0.1
    low_y, high_y = -2.0, 2.3
    names = max(104, *(6 * len(name) for name in curves)) if curves else 104  # their width
    width, height, left, bottom = 356 + names, 320, 50, 40

    def at(h, v):
        x = left + (math.log10(h) - low_x) / (high_x - low_x) * (width - left - names - 6)
        y = height - bottom - (math.log10(v) - low_y) / (high_y - low_y) * (height - bottom - 30)
        return f"{x:.1f},{y:.1f}"

    parts = [f'<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 {width} {height}" '
             f'font-family="sans-serif" font-size="10">', f"<title>{title}</title>",
             '<rect width="100%" height="100%" fill="white"/>',
             f'<text x="{left}" y="16" font-size="12">{title}: worst normal [°] over h [m]</text>']
    for decade in (0.01, 0.1, 1.0, 10.0, 100.0):
        x, y = at(min(edges), decade).split(",")
        end = at(max(edges), decade).split(",")[0]
        parts.append(f'<path d="M{x},{y}H{end}" stroke="#ddd"/>'
                     f'<text x="{left - 8}" y="{y}" text-anchor="end">{decade:g}</text>')
    for h in edges:
        x = at(h, 1.0).split(",")[0]
        parts.append(f'<text x="{x}" y="{height - 22}" text-anchor="middle">{h:.2g}</text>')
    for power in (1, 2):
        first = 20.0 * (min(edges) / max(edges)) ** power
        parts.append(f'<path d="M{at(max(edges), 20.0)}L{at(min(edges), first)}" stroke="#999" '
                     f'stroke-dasharray="4 3"/>')
    for i, (name, values) in enumerate(curves.items()):
        colour, dash = style_of(name, i)
        points = [at(h, max(v, 0.01)) for h, v in zip(edges, values) if v is not None]
        if len(points) > 1:
            parts.append(f'<polyline points="{" ".join(points)}" fill="none" '
                         f'stroke="{colour}"{dash}/>')
        parts.append(f'<text x="{width - names}" y="{36 + 13 * i}" fill="{colour}">{name}</text>')
    with open(path, "w", encoding="utf-8") as out:
        out.write("\n".join(parts + ["</svg>", ""]))


def print_table(pair, word, edges, levels, table):
    title = PAIRS[pair][0]
    gap = -GAPS[word] * 1000
    print(f"\n### {title[0].upper() + title[1:]}, overlap {gap:g} mm\n")
    heads = " | ".join(f"h = {h:.2g}" for h in edges)
    print(f"| method | worst normal [°], {heads} | order | mean normal [°] | place [mm] | order | "
          "separation [mm] | order | contacts | hits [%] |")
    print("|---|" + "---:|" * (len(levels) + 8))
    for generator, rows in table.items():
        reason = next((row for row in rows if isinstance(row, str)), None)
        if reason is not None:
            print(f"| `{generator}` | no answer: {reason}" + " |" * (len(levels) + 8))
            continue
        columns = {name: [row[name] for row in rows] for name in ("worst", "place", "depth")}
        slopes = {name: "" if is_exact(generator) else short(order(edges, values))
                  for name, values in columns.items()}

        def last(name):
            value = columns[name][-1]
            return short(None if value is None else 1000 * value)

        cells = [short(v) for v in columns["worst"]] + [
            slopes["worst"], short(rows[-1]["mean"]), last("place"), slopes["place"],
            last("depth"), slopes["depth"],
            f"{short(rows[0]['count'], 3)} → {short(rows[-1]['count'], 3)}",
            f"{100 * rows[0]['hits']:.0f} → {100 * rows[-1]['hits']:.0f}"]
        print(f"| `{generator}` | " + " | ".join(cells) + " |")


def main():
    parser = argparse.ArgumentParser(description=__doc__.splitlines()[0])
    parser.add_argument("program")
    parser.add_argument("folder")
    parser.add_argument("--poses", type=int, default=8)
    parser.add_argument("--levels", default="1,2,3,4")
    parser.add_argument("--pairs", default=",".join(PAIRS))
    parser.add_argument("--generators", default="")
    parser.add_argument("--engines", default=",".join(ENGINES))
    options = parser.parse_args()
    listed = subprocess.run([options.program, "list", "generators"], capture_output=True,
                            text=True, check=True).stdout.splitlines()[1:]
    generators = options.generators.split(",") if options.generators else [
        line.split()[0] for line in listed]
    engines = [engine for engine in options.engines.split(",") if engine]
    for engine in engines:
        if engine not in ENGINES:
            sys.exit(f"tessellation.py: there is no row {engine}; there are " + ", ".join(ENGINES))
    levels = [int(level) for level in options.levels.split(",")]
    version = subprocess.run([options.program, "--version"], capture_output=True, text=True,
                             check=True).stdout.split("\n")[0]
    folder = os.path.join(options.folder, "".join(c if c.isalnum() else "_" for c in version))
    os.makedirs(folder, exist_ok=True)
    print(f"`tessellation.py PROGRAM FOLDER --poses {options.poses} --levels {options.levels}`\n")
    print("Medians over the poses: of the worst normal at each level; at the finest level of the "
          "mean normal, of the mean\ndistance from the true point, across the normal, and of the "
          "error of the least separation; number of contacts and\nshare of pairs with any, from "
          "the coarsest to the finest level. Orders are slopes of the logarithm of the error\nover "
          "that of h.\n")
    print("Below `smooth` are physics engines ([settings](../use/engines.md)): `…_primitive` has the "
          "curved bodies as shapes of its own,\nwhich no level changes, `…_mesh` the triangles and "
          "`…_hull` the hull of the same meshes as the methods.")
    for pair in options.pairs.split(","):
        edges = [mean_edge(pair, level) for level in levels]
        for word, gap in GAPS.items():
            table = {row: [] for row in generators + engines}
            for level in levels:
                data = scene(pair, level, gap, options.poses)
                key = f"{pair}_{word}_{level}_{options.poses}"
                truth = contacts(options.program, folder, key, data, "smooth")
                if not truth or isinstance(truth, str):
                    sys.exit(f"tessellation.py: no exact contacts of {pair}")
                for row, cells in table.items():
                    if is_exact(row) and cells:
                        cells.append(cells[0])
                        continue
                    found = contacts(options.program, folder, key, data, row)
                    cells.append(found if isinstance(found, str) else measure(found, truth))
            print_table(pair, word, edges, levels, table)
            if word == "deep":
                curves = {row: [cell["worst"] for cell in cells] for row, cells in table.items()
                          if row != "smooth" and not any(isinstance(c, str) for c in cells)}
                for name, rows in (("", generators), ("_engines", engines)):
                    plot(os.path.join(options.folder, f"{pair}{name}.svg"), PAIRS[pair][0], edges,
                         {row: curve for row, curve in curves.items() if row in rows})


if __name__ == "__main__":
    main()
