#!/usr/bin/env python3
"""What tessellation costs each method: smooth bodies in known poses, as meshes of several levels.

tessellation.py TOUCHSTONE FOLDER [--poses N] [--levels 1,2,3,4] [--pairs ID,…] [--generators ID,…]

Makes scenes of exact shapes in FOLDER, asks TOUCHSTONE for the contacts of every method on their
meshes and of the generator `smooth` on the shapes themselves, and prints a page in Markdown; plots
go to FOLDER/PAIR.svg. Answers are kept in FOLDER: the same call goes on where it was stopped, and
another version of the program answers anew.
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


def contacts(program, folder, key, data, generator):
    """The rows of a method's contacts, from the folder or asked for; None: it has no answer."""
    path = os.path.join(folder, f"{key}.{generator}.csv")
    if not os.path.exists(path):
        file = os.path.join(folder, f"{key}.json")
        with open(file, "w", encoding="utf-8") as out:
            json.dump(data, out)
        command = [program, "contacts", file, "--generator", generator, "--format", "csv"]
        if generator == "smooth":
            command += ["--set", "smooth.reach=0"]
        done = subprocess.run(command, capture_output=True, text=True, check=False)
        text = done.stdout if done.returncode == 0 else "failed\n"
        with open(path + ".part", "w", encoding="utf-8") as out:
            out.write(text)
        os.replace(path + ".part", path)
    with open(path, newline="", encoding="utf-8") as lines:
        if lines.readline().startswith("failed"):
            return None
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
    hits, counts, means, worsts, places = 0, [], [], [], []
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
    return {"hits": hits / len(truth), "count": median(counts), "mean": median(means),
            "worst": median(worsts), "place": median(places)}


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


def plot(path, title, edges, curves):
    """Log–log: the median of the worst normal over h, with guides of first and second order."""
    low_x, high_x = math.log10(min(edges)) - 0.1, math.log10(max(edges)) + 0.1
    low_y, high_y = -2.0, 2.3
    width, height, left, bottom = 460, 320, 50, 40

    def at(h, v):
        x = left + (math.log10(h) - low_x) / (high_x - low_x) * (width - left - 110)
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
        colour = COLOURS[i % len(COLOURS)]
        points = [at(h, max(v, 0.01)) for h, v in zip(edges, values) if v is not None]
        if len(points) > 1:
            parts.append(f'<polyline points="{" ".join(points)}" fill="none" stroke="{colour}"/>')
        parts.append(f'<text x="{width - 104}" y="{36 + 13 * i}" fill="{colour}">{name}</text>')
    with open(path, "w", encoding="utf-8") as out:
        out.write("\n".join(parts + ["</svg>", ""]))


def print_table(pair, word, edges, levels, table):
    title = PAIRS[pair][0]
    gap = -GAPS[word] * 1000
    print(f"\n### {title[0].upper() + title[1:]}, overlap {gap:g} mm\n")
    heads = " | ".join(f"h = {h:.2g}" for h in edges)
    print(f"| method | worst normal [°], {heads} | order | mean normal [°] | place [mm] | order | "
          "contacts | hits [%] |")
    print("|---|" + "---:|" * (len(levels) + 6))
    for generator, rows in table.items():
        if any(row is None for row in rows):
            print(f"| `{generator}` | no answer" + " |" * (len(levels) + 6))
            continue
        worst = [row["worst"] for row in rows]
        place = [row["place"] for row in rows]
        cells = [short(v) for v in worst] + [short(order(edges, worst)),
                 short(rows[-1]["mean"]),
                 short(None if place[-1] is None else 1000 * place[-1]),
                 short(order(edges, place)),
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
    options = parser.parse_args()
    listed = subprocess.run([options.program, "list", "generators"], capture_output=True,
                            text=True, check=True).stdout.splitlines()[1:]
    generators = options.generators.split(",") if options.generators else [
        line.split()[0] for line in listed]
    levels = [int(level) for level in options.levels.split(",")]
    version = subprocess.run([options.program, "--version"], capture_output=True, text=True,
                             check=True).stdout.split("\n")[0]
    folder = os.path.join(options.folder, "".join(c if c.isalnum() else "_" for c in version))
    os.makedirs(folder, exist_ok=True)
    print(f"`tessellation.py PROGRAM FOLDER --poses {options.poses} --levels {options.levels}`\n")
    print("Medians over the poses: of the worst normal at each level; at the finest level of the "
          "mean normal and of the mean\ndistance from the true point, across the normal; number of "
          "contacts and share of pairs with any, from the coarsest\nto the finest level. Orders are "
          "slopes of the logarithm of the error over that of h.")
    for pair in options.pairs.split(","):
        edges = [mean_edge(pair, level) for level in levels]
        for word, gap in GAPS.items():
            table = {generator: [] for generator in generators}
            for level in levels:
                data = scene(pair, level, gap, options.poses)
                key = f"{pair}_{word}_{level}_{options.poses}"
                truth = contacts(options.program, folder, key, data, "smooth")
                if not truth:
                    sys.exit(f"tessellation.py: no exact contacts of {pair}")
                for generator in generators:
                    found = contacts(options.program, folder, key, data, generator)
                    table[generator].append(None if found is None else measure(found, truth))
            print_table(pair, word, edges, levels, table)
            if word == "deep":
                curves = {generator: [row["worst"] for row in rows] for generator, rows in
                          table.items() if generator != "smooth" and None not in rows}
                plot(os.path.join(options.folder, f"{pair}.svg"), PAIRS[pair][0], edges, curves)


if __name__ == "__main__":
    main()
