"""A method of one's own in Python, beside a built-in one in the table of the fundamental cases."""

import numpy as np

import touchstone


def deepest_only(a, b, query):
    """Of the contacts that Opposing finds between two bodies, the deepest one."""
    positions, normals, separations = touchstone.generate("opposing", a, b, query)
    if len(separations) == 0:
        return [], [], []
    deepest = [np.argmin(separations)]
    return positions[deepest], normals[deepest], separations[deepest]


touchstone.add_generator("deepest_only", deepest_only, title="Deepest only")
print(touchstone.report("fundamental", ["opposing", "deepest_only"]).to_markdown())
