#!/usr/bin/env python3
"""Writes scenes in the manner of the large ones of Erleben [2018], Figures 1, 7 and 8.

    large_scenes.py funnel > funnel.json
    large_scenes.py rock > rock.json

Sizes, places and speeds are those that the study's code names; its meshes are not published with
the paper, so that the shapes of stones, rock, funnel and objects are ours. No right answer is known
for these scenes: what is looked at is the motion, and normals that point sideways.
"""

import argparse
import itertools
import json
import math
import sys


def body(name, shape, position=(0, 0, 0), **more):
    return {"name": name, "shape": shape, "position": list(position), **more}


def ground(width):
    return body("ground", {"box": {"size": [width, 1, width]}}, (0, -0.5, 0), fixed=True)


def hull(points):
    return {"convex_hull": {"points": [list(point) for point in points]}}


def turned(point, angle):
    """About the y axis."""
    x, y, z = point
    return (x * math.cos(angle) + z * math.sin(angle), y, z * math.cos(angle) - x * math.sin(angle))


def corners_of(half_spaces):
    """The corners of the solid of all x with n·x ≤ d, for each (n, d): where three planes meet."""
    points = []
    for (a, d), (b, e), (c, f) in itertools.combinations(half_spaces, 3):
        cross = [[q[1] * r[2] - q[2] * r[1], q[2] * r[0] - q[0] * r[2], q[0] * r[1] - q[1] * r[0]]
                 for q, r in ((b, c), (c, a), (a, b))]
        determinant = sum(x * y for x, y in zip(a, cross[0]))
        if abs(determinant) < 1e-9:
            continue
        point = [(d * cross[0][i] + e * cross[1][i] + f * cross[2][i]) / determinant for i in range(3)]
        inside = all(sum(x * y for x, y in zip(n, point)) <= most + 1e-9 for n, most in half_spaces)
        if inside and all(math.dist(point, other) > 1e-9 for other in points):
            points.append(point)
    return points


def bay(sides, inner, outer, height, opening, springing, stones, courses):
    """The stones of one arch in a wall between two mitres: along x, up along y, across along z."""
    slope = math.tan(math.pi / sides)
    wall = [((0, 0, -1), -inner), ((0, 0, 1), outer), ((1, 0, -slope), 0), ((-1, 0, -slope), 0), ((0, 1, 0), height)]
    for side, course in itertools.product((-1, 1), range(courses)):
        step = springing / courses
        yield corners_of([*wall, ((-side, 0, 0), -opening), ((0, -1, 0), -course * step), ((0, 1, 0), (course + 1) * step)])
    for stone in range(stones):
        low, high = (math.pi * (stone + i) / stones for i in (0, 1))
        middle = 0.5 * (low + high)
        chord = opening * math.cos(0.5 * math.pi / stones)
        through = [((math.sin(low), -math.cos(low), 0), -math.cos(low) * springing),
                   ((-math.sin(high), math.cos(high), 0), math.cos(high) * springing),
                   ((-math.cos(middle), -math.sin(middle), 0), -chord - math.sin(middle) * springing)]
        yield corners_of([*wall, *through])


def rock(arches, layers):
    """A ring of arches, radius 10 m and 3 m wide, and a rock of 2.5 m that flies at it at 20 m/s."""
    height = 4.0
    bodies = [ground(28)]
    for layer, side in itertools.product(range(layers), range(arches)):
        for number, points in enumerate(bay(arches, 7, 10, height, 1.0, 2.0, 7, 3)):
            placed = [turned((x, y + layer * height, z), 2 * math.pi * side / arches) for x, y, z in points]
            bodies.append(body(f"stone {layer + 1}.{side + 1}.{number + 1}", hull(placed)))
    bodies.append(body("rock", {"sphere": {"radius": 2.5, "subdivisions": 1}}, (30, 12, 0), linear_velocity=[-20, 0, -1]))
    return {"schema": "touchstone-scene-1", "name": "rock", "bodies": bodies}


def funnel(columns, rows):
    """A funnel 20 m wide at a height of 10 m, and objects of 0.9 m, 0.1 m apart, above it."""
    sides, hole, wide, low, high, thick = 12, 1.5, 10.0, 10.0, 18.0, 0.5
    bodies = [ground(30)]
    for side in range(sides):
        corners = []
        for radius, y in ((hole, low), (wide, high), (hole + thick, low - thick), (wide + thick, high - thick)):
            half = radius * math.tan(math.pi / sides)
            corners += [turned((x, y, radius), 2 * math.pi * side / sides) for x in (-half, half)]
        bodies.append(body(f"funnel {side + 1}", hull(corners), fixed=True))
    shapes = [{"box": {"size": [0.9, 0.9, 0.9]}}, {"cylinder": {"radius": 0.45, "height": 0.9, "sides": 6}},
              hull([(0.45, 0.45, 0.45), (-0.45, -0.45, 0.45), (-0.45, 0.45, -0.45), (0.45, -0.45, -0.45)])]
    for y, x, z in itertools.product(range(rows), range(columns), range(columns)):
        place = (x - 0.5 * (columns - 1), high + 1 + y, z - 0.5 * (columns - 1))
        bodies.append(body(f"object {len(bodies) - sides}", shapes[(x + y + z) % len(shapes)], place))
    return {"schema": "touchstone-scene-1", "name": "funnel", "bodies": bodies}


def main():
    parser = argparse.ArgumentParser(description=__doc__.splitlines()[0])
    parser.add_argument("scene", choices=["funnel", "rock"])
    parser.add_argument("--columns", type=int, default=10, help="of objects along x and z; default: 10")
    parser.add_argument("--rows", type=int, default=20, help="of objects, one above the other; default: 20")
    parser.add_argument("--arches", type=int, default=14, help="of a layer; default: 14")
    parser.add_argument("--layers", type=int, default=3, help="of arches; default: 3")
    options = parser.parse_args()
    if not 3 <= options.arches <= 31:
        parser.error("--arches: from 3 to 31, so that they stand beside one another in the ring")
    scene = rock(options.arches, options.layers) if options.scene == "rock" else funnel(options.columns, options.rows)
    json.dump(scene, sys.stdout)


if __name__ == "__main__":
    main()
