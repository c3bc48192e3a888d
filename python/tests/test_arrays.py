"""What is in arrays, that nobody can write to them, and that they outlive where they are from."""

import gc

import numpy as np
import pytest

import touchstone

def test_the_arrays_of_a_body_fit_together():
    scene = touchstone.Scene("pillar", generators=["opposing"])
    assert scene.id == "pillar" and len(scene.bodies) == len(scene.query_poses)
    for body in scene.bodies:
        assert body.vertices.dtype == np.float64 and body.vertices.shape[1:] == (3,)
        assert body.faces.dtype == np.int32 and body.faces.shape[1:] == (3,)
        assert body.faces.min() == 0 and body.faces.max() == len(body.vertices) - 1
        assert np.array_equal(body.pose[:3, 3], body.position)
        assert np.array_equal(body.pose[3], [0, 0, 0, 1])
        assert np.linalg.norm(body.orientation) == pytest.approx(1.0, abs=1e-15)
        tets = body.tet_mesh()
        assert tets.tets.dtype == np.int32 and tets.tets.shape[1:] == (4,)
        a, b, c, d = (tets.vertices[tets.tets[:, i]] for i in range(4))
        volumes = np.einsum("ij,ij->i", b - a, np.cross(c - a, d - a)) / 6
        assert np.all(volumes > 0)
        assert body.mass == pytest.approx(body.density * volumes.sum(), rel=1e-12)
        assert np.allclose(body.inertia, body.inertia.T, rtol=0, atol=1e-9 * body.inertia.max())


def test_the_mass_of_a_box_is_that_of_the_formula():
    bodies = {body.name: body for body in touchstone.Scene("wall", generators=[]).bodies}
    brick = bodies["brick 1.1"]
    size = np.ptp(brick.vertices, axis=0)
    assert len(set(size)) == 3
    assert brick.mass == pytest.approx(brick.density * np.prod(size), rel=1e-14)
    expected = brick.mass / 12 * np.diag(np.sum(size**2) - size**2)
    assert np.allclose(brick.inertia, expected, rtol=1e-13, atol=1e-13 * expected.max())
    assert np.allclose(brick.center_of_mass, brick.vertices.mean(axis=0), rtol=0, atol=1e-14)


def all_arrays():
    """Arrays of all sorts, and what they are from, by name."""
    scene = touchstone.Scene("wedges", generators=["volume_sat"])
    body = scene.bodies[1]
    contacts = touchstone.find_contacts(scene, "volume_sat")
    judgement = touchstone.judge(scene, contacts)
    simulation = touchstone.Simulation(scene, "volume_sat")
    step = simulation.step()
    row = touchstone.report("wedges", "volume_sat")[0]
    return {
        "vertices": body.vertices,
        "faces": body.faces,
        "tets": body.tet_mesh().tets,
        "tet vertices": body.tet_mesh().vertices,
        "pose": body.pose,
        "inertia": body.inertia,
        "query poses": scene.query_poses,
        "gravity": scene.gravity,
        "expected normals": scene.reference[0].answers[0]["normals"],
        "position": contacts.position,
        "normal": contacts.normal,
        "separation": contacts.separation,
        "body_a": contacts.body_a,
        "feature_b": contacts.feature_b,
        "angle": judgement.angle,
        "sorted quality": judgement.sorted_quality,
        "positions": simulation.positions,
        "poses": simulation.poses,
        "impulses": step.impulses,
        "world impulses": step.world_impulses,
        "contacts of the step": step.contacts.position,
        "residuals": step.residuals,
        "normals of the row": row.contacts.normal,
        "alignment of the row": row.judgement.alignment,
    }


def test_arrays_outlive_what_they_are_from():
    arrays = all_arrays()
    before = {name: array.tobytes() for name, array in arrays.items()}
    gc.collect()
    # Memory that was given back would be taken by these.
    others = [all_arrays() for _ in range(3)]
    gc.collect()
    for name, array in arrays.items():
        assert array.size > 0, name
        assert array.tobytes() == before[name] == others[2][name].tobytes(), name


@pytest.mark.parametrize("name", list(all_arrays()))
def test_nobody_can_write_to_an_array(name):
    array = all_arrays()[name]
    with pytest.raises(ValueError, match="read-only"):
        array[...] = 0


def test_without_contacts_arrays_are_empty_and_keep_their_form():
    contacts = touchstone.find_contacts("wedges", "closest_points")
    assert len(contacts) == 0
    assert contacts.position.shape == contacts.normal.shape == (0, 3)
    assert contacts.separation.shape == contacts.body_a.shape == (0,)
    judgement = touchstone.judge("wedges", contacts)
    assert judgement.quality is None and judgement.sorted_quality.shape == (0,)


def test_contacts_from_elsewhere_are_judged():
    found = touchstone.find_contacts("wedges", "semi_local")
    mine = touchstone.Contacts(found.position, found.normal, found.separation)
    assert touchstone.judge("wedges", mine).quality == 1.0
    turned = touchstone.Contacts(found.position, -found.normal, found.separation)
    judgement = touchstone.judge("wedges", turned)
    assert judgement.quality == 0.0 and set(judgement.verdicts) == {"flipped"}
    swapped = touchstone.Contacts(found.position, -found.normal, found.separation, 1, 0)
    assert touchstone.judge("wedges", swapped).quality == 1.0


@pytest.mark.parametrize(
    "arguments, message",
    [
        (([0, 0, 0], [[0, 1, 0]], [0]), r"position must have the shape \(n, 3\)"),
        (([[0, 0, 0]], [[0, 1]], [0]), r"normal must have the shape \(1, 3\)"),
        (([[0, 0, 0]], [[0, 1, 0]], [0, 0]), r"separation must have the shape \(1,\)"),
        (([[0, 0, 0]], [[0, 1, 0]], [0], 1, 1), "contact 0 lies between body 1 and body 1"),
        (([[0, 0, 0]], [[0, 1, 0]], [0], [0, 0]), "body_a must be one number or 1"),
    ],
)
def test_contacts_from_elsewhere_are_checked(arguments, message):
    with pytest.raises(touchstone.UsageError, match=message):
        touchstone.Contacts(*arguments)


def test_contacts_of_another_scene_are_refused():
    mine = touchstone.Contacts([[0, 0, 0]], [[0, 1, 0]], [0], 0, 7)
    with pytest.raises(touchstone.UsageError, match="contact 0 names body 7, and wedges has 2"):
        touchstone.judge("wedges", mine)
    with pytest.raises(touchstone.UsageError, match="a scene of 8 bodies, and wedges has 2"):
        touchstone.judge("wedges", touchstone.find_contacts("pillar", "opposing"))
