"""What a mesh costs a method: one pair of ellipsoids, as meshes of several levels.

python3 tessellation.py [GENERATOR]        a line per level: mean edge, contacts, worst normal

The study of all pairs, methods and engines is docs/results/experiments/tessellation.py.
"""

import json
import math
import sys
import tempfile

import numpy as np

import touchstone


def write_scene(file, level):
    """Two ellipsoids that overlap by about 10 mm, in poses without symmetry."""
    shapes = [{"ellipsoid": {"semi_axes": axes}} for axes in ([1.0, 0.7, 0.5], [0.8, 0.4, 0.6])]
    places = [([0, 0, 0], [0.9, 0.1, -0.3, 0.2]), ([0.3, 0.4, 1.278], [0.4, 0.8, 0.1, -0.2])]
    bodies = [
        {"name": name, "shape": shape, "position": position, "orientation": turn,
         "tessellation": {"level": level}}
        for name, shape, (position, turn) in zip("ab", shapes, places, strict=True)
    ]
    scene = {"schema": "touchstone-scene-1", "name": "ellipsoids", "bodies": bodies}
    json.dump(scene, file)
    file.flush()


def main():
    generator = sys.argv[1] if len(sys.argv) > 1 else "semi_local"
    for level in range(1, 5):
        with tempfile.NamedTemporaryFile("w", suffix=".json") as file:
            write_scene(file, level)
            scene = touchstone.Scene(file.name, generators=[generator])
            contacts = touchstone.find_contacts(scene, generator)
        a, b = scene.bodies
        exact = touchstone.extremal_points(a.exact_shape, b.exact_shape, a.pose, b.pose).pairs[0]
        cosines = contacts.normal @ exact.normal[0]
        sines = np.linalg.norm(np.cross(contacts.normal, exact.normal[0]), axis=1)
        angles = np.degrees(np.arctan2(sines, cosines))
        edge = np.linalg.norm(a.vertices[a.faces[:, 0]] - a.vertices[a.faces[:, 1]], axis=1).mean()
        worst = f"{angles.max():.2f}°" if len(angles) else "none"
        print(f"h = {edge:.3f} m: {len(contacts)} contacts, worst normal {worst}, "
              f"exact separation {1000 * exact.separation[0]:.2f} mm")
        assert math.isfinite(exact.separation[0]) and exact.certified


if __name__ == "__main__":
    main()
