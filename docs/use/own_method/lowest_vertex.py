#!/usr/bin/env python3
"""A contact method as a program of its own: the lowest vertex of B, where it is below the top of A.

    touchstone report fundamental --generator-command "python3 lowest_vertex.py"

Not a good method. One JSON object a line comes in, one goes out; ../external_generators.md describes them.
"""

import json
import sys


def world_vertices(body, pose):
    """The vertices of a body where the pose p = q v q* + t puts them."""
    w, x, y, z = pose["orientation"]
    rows = (
        (1 - 2 * (y * y + z * z), 2 * (x * y - w * z), 2 * (x * z + w * y)),
        (2 * (x * y + w * z), 1 - 2 * (x * x + z * z), 2 * (y * z - w * x)),
        (2 * (x * z - w * y), 2 * (y * z + w * x), 1 - 2 * (x * x + y * y)),
    )
    return [
        [sum(r * c for r, c in zip(row, vertex)) + t for row, t in zip(rows, pose["position"])]
        for vertex in body["vertices"]
    ]


def contacts(a, b):
    """Contacts between two lists of vertices: the normal points from A to B, overlap is negative."""
    top = max(vertex[1] for vertex in a)
    lowest = min(b, key=lambda vertex: vertex[1])
    separation = lowest[1] - top
    if separation > 0.001:
        return []
    middle = [lowest[0], lowest[1] - separation / 2, lowest[2]]
    return [{"position": middle, "normal": [0, 1, 0], "separation": separation}]


bodies = {}
for line in sys.stdin:
    request = json.loads(line)
    if request["type"] == "hello":
        answer = {"type": "hello", "name": "lowest_vertex", "version": "1",
                  "shapes": ["triangles"], "precision": "double"}
    elif request["type"] == "load":
        bodies.update({body["body"]: body for body in request["bodies"]})
        answer = {"type": "loaded", "id": request["id"]}
    else:
        pairs = [
            contacts(world_vertices(bodies[pair["a"]], pair["pose_a"]),
                     world_vertices(bodies[pair["b"]], pair["pose_b"]))
            for pair in request["pairs"]
        ]
        answer = {"type": "contacts", "id": request["id"], "pairs": pairs}
    print(json.dumps(answer), flush=True)
