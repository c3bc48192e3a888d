#!/usr/bin/env python3
"""A contact method as a program of its own, to start from: put yours into `contacts`.

    touchstone report fundamental --generator-command "python3 lowest_vertex.py"

One JSON object a line comes in, one goes out; ../external_generators.md describes them. The method
is the lowest vertex of B, where it is below the top of A: not a good one. Needs nothing but Python.
"""

import json
import sys

NAME, VERSION = "lowest_vertex", "1"


def contacts(a, pose_a, b, pose_b):
    """The contacts of bodies A and B: the normal points from A to B, overlap is negative."""
    top = max(to_world(pose_a, vertex)[1] for vertex in a["vertices"])
    lowest = min((to_world(pose_b, vertex) for vertex in b["vertices"]), key=lambda p: p[1])
    separation = lowest[1] - top
    if separation > 0.001:
        return []
    middle = [lowest[0], lowest[1] - separation / 2, lowest[2]]
    return [{"position": middle, "normal": [0.0, 1.0, 0.0], "separation": separation}]


# Poses: "position" t [m] and "orientation" q = [w, x, y, z], a unit quaternion.


def cross(u, v):
    return [u[1] * v[2] - u[2] * v[1], u[2] * v[0] - u[0] * v[2], u[0] * v[1] - u[1] * v[0]]


def rotate(q, v):
    """q v q* = v + 2 u × (u × v + w v), where u = (x, y, z): turns a direction into world frame."""
    w, u = q[0], q[1:]
    inner = [c + w * e for c, e in zip(cross(u, v), v)]
    return [e + 2 * c for e, c in zip(v, cross(u, inner))]


def to_world(pose, point):
    """q p q* + t"""
    return [r + t for r, t in zip(rotate(pose["orientation"], point), pose["position"])]


def to_body(pose, point):
    """q* (p - t) q: the way back, for methods that work in the frame of a body."""
    w, x, y, z = pose["orientation"]
    return rotate([w, -x, -y, -z], [p - t for p, t in zip(point, pose["position"])])


# The protocol, which stays as it is.


def answer(request, bodies):
    if request["type"] == "hello":
        return {"type": "hello", "name": NAME, "version": VERSION,
                "shapes": ["triangles"], "precision": "double"}
    if request["type"] == "load":
        bodies.update({body["body"]: body for body in request["bodies"]})
        return {"type": "loaded", "id": request["id"]}
    pairs = [
        contacts(bodies[pair["a"]], pair["pose_a"], bodies[pair["b"]], pair["pose_b"])
        for pair in request["pairs"]
    ]
    return {"type": "contacts", "id": request["id"], "pairs": pairs}


def main():
    bodies = {}
    for line in sys.stdin:
        request = json.loads(line)
        try:
            reply = answer(request, bodies)
        except Exception as error:  # the next query may go well: the row tells what was raised
            message = f"{type(error).__name__}: {error}"
            reply = {"type": "error", "id": request.get("id"), "message": message}
        # Without flush the line stays in a buffer, and Touchstone waits for it until its time limit.
        print(json.dumps(reply), flush=True)


if __name__ == "__main__":
    main()
