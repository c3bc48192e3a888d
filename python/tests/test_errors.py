"""What cannot be done is said by exceptions of their own classes, and with the names in them."""

import json
import pathlib
import warnings

import pytest

import touchstone

ONE = touchstone.Contacts([[0, 0, 0]], [[0, 1, 0]], [0])


def test_the_classes_are_a_family():
    assert issubclass(touchstone.UnknownName, touchstone.UsageError)
    assert issubclass(touchstone.UsageError, ValueError)
    assert issubclass(touchstone.Unsupported, touchstone.GeneratorFault)
    for name in ["MeshError", "FileError", "UsageError", "GeneratorFault"]:
        kind = getattr(touchstone, name)
        assert issubclass(kind, touchstone.Error)
        assert kind.__module__ == "touchstone" and kind.__doc__


@pytest.mark.parametrize(
    "ask, kind, message",
    [
        (lambda: touchstone.Scene("no_such"), "UnknownName", "no_such"),
        (lambda: touchstone.Scene("pillar:no_such=1"), "UnknownName", "no_such"),
        (lambda: touchstone.Scene("pillar:height=-1"), "UsageError", "height"),
        (lambda: touchstone.Scene("fundamental"), "UsageError", "'fundamental' is a group"),
        (lambda: touchstone.Scene("wedges", pose="upside-down"), "UnknownName", "upside-down"),
        (lambda: touchstone.Scene("wedges", "publshed"), "UnknownName", "publshed"),
        (lambda: touchstone.Scene("wedges", generators="no_such"), "UnknownName", "no_such"),
        (lambda: touchstone.Scene("./no/such.json"), "FileError", "no/such.json"),
        (lambda: touchstone.find_contacts("wedges", "no_such"), "UnknownName", "no_such"),
        (lambda: touchstone.find_contacts("wedges", "growth", query=0), "UsageError", "found 0"),
        (lambda: touchstone.report("wedges", threads=-1), "UsageError", "found -1"),
        (lambda: touchstone.report("wedges", query=0), "UsageError", "found 0"),
        (lambda: touchstone.report("wedges", jitter=-1), "UsageError", "jitter must be in 0…100000, found -1"),
        (lambda: touchstone.report("no_such"), "UnknownName", "no_such"),
        (lambda: touchstone.judge("wedges", ONE, generator="no_such"), "UnknownName", "no_such"),
        (lambda: touchstone.report("wedges", "growth").row("wedges", "x"), "UnknownName", "'x'"),
        (lambda: touchstone.Settings("no_such"), "UnknownName", "no_such"),
        (lambda: touchstone.Settings().set("growth", 1), "UsageError", "'growth'"),
        (lambda: touchstone.Settings().set("growth.no_such", 1), "UnknownName", "no_such"),
        (lambda: touchstone.Settings().set("growth.first_scale", 7), "UsageError", "first_scale"),
        (lambda: touchstone.Settings().get("growth.no_such"), "UnknownName", "growth.no_such"),
        (lambda: touchstone.Settings(**{"study.body_order": "x"}), "UsageError", "body_order"),
    ],
)
def test_wrong_use_is_named(ask, kind, message):
    with pytest.raises(touchstone.Error) as caught:
        ask()
    assert type(caught.value) is getattr(touchstone, kind)
    assert message in str(caught.value)
    assert "\n" not in str(caught.value)


def test_a_scene_is_asked_for_what_it_was_made_for():
    scene = touchstone.Scene("wedges", generators=["opposing"])
    with pytest.raises(touchstone.UsageError, match=r"other generators \(opposing\)"):
        touchstone.find_contacts(scene, "growth")
    with pytest.raises(touchstone.UsageError, match="has its settings and its pose already"):
        touchstone.find_contacts(scene, "opposing", settings="published")
    with pytest.raises(touchstone.UsageError, match="has no tets"):
        touchstone.Scene("wedges", generators=[]).bodies[0].tet_mesh()


def test_values_of_the_wrong_type_are_refused():
    with pytest.raises(TypeError, match="settings must be Settings or the name of a profile"):
        touchstone.report("wedges", settings=3)
    with pytest.raises(TypeError):
        touchstone.Settings().set("growth.first_scale", None)
    with pytest.raises(TypeError):
        touchstone.Scene(3)
    with pytest.raises(IndexError, match="has 1 rows"):
        touchstone.report("wedges", "growth")[1]


def test_settings_take_numbers_switches_and_texts():
    settings = touchstone.Settings("published", **{"growth.first_scale": 0.75})
    assert settings.profile == "published"
    settings.set("solver.max_sweeps", 12)
    settings.set("closest_points.low_features", True)
    settings.set("growth.own_plane", "skip")
    settings.set("intersection.closeness", float("inf"))
    settings.set("semi_local.eps", 0.1 + 0.2)
    assert settings.get("growth.first_scale") == "0.75"
    assert settings.get("solver.max_sweeps") == "12"
    assert settings.get("closest_points.low_features") == "on"
    assert float(settings.get("semi_local.eps")) == 0.1 + 0.2
    assert settings.options()["growth.own_plane"] == "skip"
    again = eval(repr(settings), {"Settings": touchstone.Settings})
    assert again.options() == settings.options()
    other = settings.copy()
    other.set("solver.max_sweeps", 13)
    assert settings.get("solver.max_sweeps") == "12"


def test_a_bad_scene_file_is_named_with_the_place(tmp_path):
    file = tmp_path / "scene.json"
    file.write_text('{"schema": "touchstone-scene-1",\n "bodies": 3}', encoding="utf-8")
    with pytest.raises(touchstone.FileError, match=r"scene\.json:\d+"):
        touchstone.Scene(file)


BOX = {"box": {"size": [1, 1, 1]}}


def scene_of(bodies):
    return json.dumps({"schema": "touchstone-scene-1", "name": "mine", "bodies": bodies})


def test_a_scene_file_is_a_case(tmp_path):
    file = tmp_path / "scene.json"
    file.write_text(
        scene_of(
            [
                {"name": "floor", "shape": BOX, "position": [0, -0.5, 0], "fixed": True},
                {"name": "box", "shape": BOX, "position": [0, 0.49999, 0]},
            ]
        ),
        encoding="utf-8",
    )
    scene = touchstone.Scene(pathlib.Path(file), generators="semi_local")
    assert [body.name for body in scene.bodies] == ["floor", "box"]
    assert scene.reference == []
    contacts = touchstone.find_contacts(scene, "semi_local")
    assert len(contacts) == 4 and contacts.body_names == ["floor", "box"]
    assert touchstone.judge(scene, contacts).verdicts == ["not_judged"] * 4
    [row] = touchstone.report(file, "semi_local")
    assert row.case == "mine" and row.quality is None and row.passes is None


def test_a_mesh_with_doubts_is_a_warning(tmp_path):
    corners = [(x, y, z) for x in (0, 1) for y in (0, 1) for z in (0, 1)]
    quads = [(0, 1, 3, 2), (4, 6, 7, 5), (0, 4, 5, 1), (2, 3, 7, 6), (0, 2, 6, 4), (1, 5, 7, 3)]
    lines = ["OFF", "9 12 0", *(f"{x} {y} {z}" for x, y, z in corners), "0.5 0.5 0.5"]
    for a, b, c, d in quads:
        lines += [f"3 {a} {b} {c}", f"3 {a} {c} {d}"]
    (tmp_path / "box.off").write_text("\n".join(lines) + "\n", encoding="utf-8")
    file = tmp_path / "scene.json"
    shape = {"mesh": {"file": "box.off"}}
    bodies = [{"name": "a", "shape": shape}, {"name": "b", "shape": BOX, "position": [0, 3, 0]}]
    file.write_text(scene_of(bodies), encoding="utf-8")
    with warnings.catch_warnings(record=True) as caught:
        warnings.simplefilter("always")
        touchstone.Scene(file, generators=[])
    assert any("box.off" in str(warning.message) for warning in caught)
