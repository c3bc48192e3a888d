"""Exact curved shapes: their surfaces, extremal points with certificates, and rates."""

import json
import math

import numpy as np
import pytest

import touchstone

SHAPES = [
    ("sphere", {"radius": 0.5}),
    ("ellipsoid", {"semi_axes": [1.0, 0.7, 0.5]}),
    ("superellipsoid", {"semi_axes": [1.0, 0.7, 0.5], "exponent": 4.0}),
    ("torus", {"ring_radius": 1.0, "tube_radius": 0.3}),
    ("cylinder", {"radius": 0.5, "height": 1.2}),
    ("cone", {"radius": 0.5, "height": 1.2}),
    ("capsule", {"radius": 0.4, "length": 1.0}),
    ("round_box", {"size": [1.2, 0.8, 1.0], "rounding": 0.15}),
    ("bowl", {"curvature_radius": 1.25, "rim_radius": 0.9, "thickness": 0.2}),
]
TURN = np.array([[0.36, 0.48, -0.8], [-0.8, 0.6, 0.0], [0.48, 0.64, 0.6]])


def pose(position, rotation=np.eye(3)):
    matrix = np.eye(4)
    matrix[:3, :3] = rotation
    matrix[:3, 3] = position
    return matrix


@pytest.mark.parametrize(("kind", "sizes"), SHAPES)
def test_a_shape_keeps_its_sizes_and_has_its_surface(kind, sizes):
    shape = touchstone.SmoothShape(kind, **sizes)
    assert shape.kind == kind
    assert {name: np.asarray(value).tolist() for name, value in shape.sizes.items()} == sizes
    assert kind in repr(shape)
    vertices, faces = shape.tessellate(3)
    assert faces.max() == len(vertices) - 1
    inside = {"torus": [1.0, 0.0, 0.0], "bowl": [0.0, -0.1, 0.0]}.get(kind, [0.0, 0.0, 0.0])
    assert shape.reach >= np.linalg.norm(vertices, axis=1).max() - 1e-12
    assert max(abs(shape.value(vertex)) for vertex in vertices) < 1e-12
    assert shape.value(np.array([0.0, 9.0, 0.0])) > 0.0 > shape.value(inside)
    for vertex in vertices[:: len(vertices) // 7]:
        try:
            normal = shape.normal(vertex)
        except touchstone.UsageError:
            assert kind == "cone"  # its tip
            continue
        assert np.linalg.norm(normal) == pytest.approx(1.0)
        curvatures, directions = shape.curvatures(vertex)
        assert curvatures[0] <= curvatures[1]
        assert np.abs(directions @ normal).max() < 1e-12
    with pytest.raises(touchstone.UsageError, match="not on the surface"):
        shape.normal([0.0, 9.0, 0.0])


def test_support_volume_and_inertia():
    shape = touchstone.SmoothShape("ellipsoid", semi_axes=(1.0, 0.7, 0.5))
    way = np.array([0.3, -0.5, 0.8])
    squared = np.array([1.0, 0.49, 0.25])
    np.testing.assert_allclose(shape.support(way), squared * way / math.sqrt(way @ (squared * way)))
    assert shape.volume == pytest.approx(4.0 / 3.0 * math.pi * 0.35)
    assert shape.inertia[0, 0] == pytest.approx(shape.volume * (0.49 + 0.25) / 5.0)
    assert shape.curvatures([0, 0.7, 0])[0].tolist() == pytest.approx([0.7 / 1.0, 0.7 / 0.25])


def test_two_balls_are_answered_in_closed_form():
    a = touchstone.SmoothShape("sphere", radius=2.0)
    b = touchstone.SmoothShape("sphere", radius=1.0)
    answer = touchstone.extremal_points(a, b, pose([1.0, 2.0, 3.0]), pose([1.0, 2.0, 7.0], TURN))
    (pair,) = answer.pairs
    assert answer.reason == ""
    np.testing.assert_allclose(pair.point_a, [[1.0, 2.0, 5.0]], atol=1e-15)
    np.testing.assert_allclose(pair.point_b, [[1.0, 2.0, 6.0]], atol=1e-15)
    np.testing.assert_allclose(pair.normal, [[0.0, 0.0, 1.0]], atol=1e-15)
    assert pair.separation[0] == pytest.approx(1.0, abs=1e-15)
    assert (pair.spread, pair.proven, pair.certified) == ("point", True, True)
    # From Pythagoras: d² = |c|² gives s̈ = (|v|² − ḋ²) / d.
    rates = pair.rates(velocity_b=[1.0, 0.0, -0.5])
    assert rates["separation"] == pytest.approx(-0.5)
    assert rates["separation_acceleration"] == pytest.approx(1.0 / 4.0)
    assert rates["curvature_part"] == pytest.approx(1.0 / 4.0)


def test_rates_are_those_of_differences():
    a = touchstone.SmoothShape("ellipsoid", semi_axes=[1.0, 0.7, 0.5])
    b = touchstone.SmoothShape("ellipsoid", semi_axes=[0.4, 0.8, 0.6])
    velocity = np.array([0.3, -0.2, -0.5])

    def at(time):
        return touchstone.extremal_points(
            a, b, pose([0, 0, 0]), pose([0.4, 0.3, 1.6] + time * velocity, TURN)
        ).pairs[0]

    step = 1e-3
    s = [at(k * step).separation[0] for k in (-2, -1, 0, 1, 2)]
    rates = at(0.0).rates(velocity_b=velocity)
    first = (s[0] - 8 * s[1] + 8 * s[3] - s[4]) / (12 * step)
    second = (-s[0] + 16 * s[1] - 30 * s[2] + 16 * s[3] - s[4]) / (12 * step**2)
    assert rates["separation"] == pytest.approx(first, rel=1e-8)
    assert rates["separation_acceleration"] == pytest.approx(second, rel=1e-5)


def test_lines_unions_and_pairs_without_an_answer():
    plate = touchstone.SmoothShape("round_box", size=[4, 1, 4], rounding=0.1)
    cylinder = touchstone.SmoothShape("cylinder", radius=0.5, height=2.0)
    lying = np.array([[0.0, -1.0, 0.0], [1.0, 0.0, 0.0], [0.0, 0.0, 1.0]])
    (pair,) = touchstone.extremal_points(
        plate, cylinder, None, pose([0.1, 0.99, 0.2], lying)
    ).pairs
    assert (pair.spread, len(pair.separation)) == ("line", 2)
    assert pair.separation == pytest.approx([-0.01, -0.01])
    with pytest.raises(touchstone.Unsupported, match="more than a point"):
        pair.rates()
    jack = touchstone.SmoothShape(
        "union",
        parts=[
            {"shape": {"sphere": {"radius": 0.2}}, "position": [0, y, 0]} for y in (-0.5, 0.5)
        ],
    )
    assert jack.kind == "union" and len(jack.parts) == 2 and jack.sizes == {}
    assert jack.parts[1][0].kind == "sphere" and jack.parts[1][1][1, 3] == 0.5
    pairs = touchstone.extremal_points(plate, jack, None, pose([0, 1.2, 0])).pairs
    assert pairs[0].part_b == 0 and pairs[0].separation[0] == pytest.approx(0.0, abs=1e-12)
    bowl = touchstone.SmoothShape("bowl", curvature_radius=1, rim_radius=0.8, thickness=0.2)
    answer = touchstone.extremal_points(bowl, plate, None, pose([0, 1.0, 0]))
    assert answer.pairs == [] and answer.reason != ""


@pytest.mark.parametrize(
    ("kind", "sizes", "words"),
    [
        ("sphere", {"radius": 0.0}, "radius"),
        ("sphere", {"radius": -1.0}, "> 0"),
        ("sphere", {"radius": float("nan")}, ""),
        ("superellipsoid", {"semi_axes": [1, 1, 1], "exponent": 1.5}, "exponent"),
        ("torus", {"ring_radius": 0.3, "tube_radius": 0.5}, "crosses itself"),
        ("round_box", {"size": [1, 1, 1], "rounding": 0.6}, "half the smallest edge"),
        ("union", {"parts": []}, "at least one part"),
        ("ball", {"radius": 1.0}, "known: sphere"),
        ("sphere", {"radius": 1.0, "subdivisions": 2}, "no exact"),
        ("sphere", {"size": 1.0}, "size"),
    ],
)
def test_bad_shapes_are_refused_in_words(kind, sizes, words):
    with pytest.raises(touchstone.Error, match=words):
        touchstone.SmoothShape(kind, **sizes)


def test_bad_poses_and_points_are_refused():
    ball = touchstone.SmoothShape("sphere", radius=1.0)
    for wrong in (np.eye(3), 2.0 * np.eye(4), np.full((4, 4), np.nan), "here"):
        with pytest.raises(touchstone.UsageError, match="pose_b"):
            touchstone.extremal_points(ball, ball, None, wrong)
    with pytest.raises(touchstone.UsageError, match="a is None: a body that is a mesh"):
        touchstone.extremal_points(None, ball)
    with pytest.raises(touchstone.UsageError, match="b is None"):
        touchstone.extremal_points(ball, None)
    with pytest.raises(touchstone.UsageError, match="three finite numbers"):
        ball.value([1.0, 2.0])
    with pytest.raises(touchstone.UsageError, match="zero"):
        ball.support([0.0, 0.0, 0.0])


def test_scenes_show_exact_shapes_and_their_truth(tmp_path):
    file = tmp_path / "pair.json"
    shape = {"ellipsoid": {"semi_axes": [1.0, 0.7, 0.5]}}
    bodies = [
        {"name": "a", "shape": shape, "position": [0, 0, 0], "fixed": True},
        {"name": "b", "shape": {"sphere": {"radius": 0.5}}, "position": [0, 1.199, 0]},
    ]
    scene = {
        "schema": "touchstone-scene-1",
        "name": "pair",
        "bodies": bodies,
        "expected": [{"a": "a", "b": "b", "reference": {"smooth": {}}}],
    }
    file.write_text(json.dumps(scene))
    opened = touchstone.Scene(str(file), generators=["smooth", "semi_local"])
    exact = [body.exact_shape for body in opened.bodies]
    assert exact[0].kind == "ellipsoid" and exact[1].sizes == {"radius": 0.5}
    (pair,) = touchstone.extremal_points(*exact, *(body.pose for body in opened.bodies)).pairs
    contacts = touchstone.find_contacts(opened, "smooth")
    assert contacts.separation[0] == pair.separation[0] == pytest.approx(-0.001)
    (expected,) = opened.reference
    np.testing.assert_allclose(expected.answers[0]["normals"], pair.normal, atol=1e-12)
    assert touchstone.judge(opened, contacts).quality == 1.0
    wedges = touchstone.Scene("wedges", generators=["semi_local"])
    assert wedges.bodies[0].exact_shape is None
