#!/usr/bin/env python3
"""A contact method that answers, then answers badly: hostile_method.py SEED.

The seed says which of its answers is changed, and how; see docs/use/external_generators.md.
"""

import json
import random
import sys

from mutation import WORDS, mutate_json

chance = random.Random(sys.argv[1])
bad_line = chance.choice([0, 1, 2, 2, 2, 2, 3])
DONORS = [[]]


def answer(request):
    if request["type"] == "hello":
        shapes = chance.choice([["triangles"], ["tets"], ["box", "hull"], ["convex_parts"], []])
        return {"type": "hello", "name": "hostile", "version": "1", "shapes": shapes, "precision": "double"}
    if request["type"] == "load":
        return {"type": "loaded", "id": request["id"]}
    contact = {"position": [0.25, 1.5, 0.5], "normal": [0, 1, 0], "separation": -0.001}
    contacts = [dict(contact, position=[x, 0, z]) for x in (-1, 1) for z in (-1, 1)]
    return {"type": "contacts", "id": request["id"], "seconds": 1e-5, "pairs": [contacts for _ in request["pairs"]]}


def spoilt(line):
    """The line changed as a whole now and then, else within."""
    kind = chance.randrange(12)
    if kind == 0:
        return chance.choice(WORDS).encode("utf-8", "surrogatepass")
    if kind == 1:
        return line[: chance.randrange(len(line))].encode()
    if kind == 2:
        return b"[" * chance.choice([10, 100, 100_000])
    if kind == 3:
        return line.encode() + b"\n" + line.encode()
    if kind == 4:
        return bytes(chance.randrange(256) for _ in range(60)).replace(b"\n", b"")
    return mutate_json(chance, line, DONORS).replace(b"\n", b" ")


for count, request in enumerate(sys.stdin):
    line = json.dumps(answer(json.loads(request)))
    DONORS.append([json.loads(line)])
    bad = spoilt(line) if count == bad_line else line.encode()
    sys.stdout.buffer.write(bad + b"\n")
    sys.stdout.buffer.flush()
    if count == bad_line and chance.random() < 0.1:
        sys.exit(chance.randrange(3))
