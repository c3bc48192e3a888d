"""Recordings that Python writes and reads, audits and checks: those of the command line."""

import html
import json
import threading

import numpy as np
import pytest

import touchstone


def test_a_recorded_simulation_reads_back_bit_for_bit(tmp_path):
    file = tmp_path / "pillar.h5"
    simulation = touchstone.Simulation("pillar:height=2", "growth")
    simulation.record(file)
    steps = [simulation.step() for _ in range(3)]
    recording = touchstone.Recording(file)
    assert len(recording) == 3 and recording.generator == "growth"
    assert recording.case == "pillar:height=2" and recording.body_names == simulation.body_names
    for number, step in enumerate(steps, 1):
        ours = recording.step(number)
        assert ours.step == number and len(ours.contacts) > 0
        for field in ["poses", "linear_velocities", "angular_velocities", "impulses"]:
            assert getattr(ours, field).tobytes() == getattr(step, field).tobytes(), field
        for field in ["position", "normal", "separation", "feature_a"]:
            theirs = getattr(step.contacts, field)
            assert getattr(ours.contacts, field).tobytes() == theirs.tobytes(), field
    assert recording.step(3).poses.tobytes() == simulation.poses.tobytes()
    with pytest.raises(IndexError, match="no step 4"):
        recording.step(4)
    scene = recording.scene()
    theirs = touchstone.judge("pillar:height=2", steps[0].contacts)
    assert touchstone.judge(scene, recording.step(1).contacts).verdicts == theirs.verdicts


def test_elastic_bodies_are_read_as_they_are_deformed(tmp_path):
    file = tmp_path / "cubes.h5"
    simulation = touchstone.Simulation("elastic_cubes", "barrier", solver="barrier")
    simulation.record(file)
    steps = [simulation.step() for _ in range(2)]
    simulation.stop_recording()
    recording = touchstone.Recording(file)
    board, lower, _ = recording.tets
    assert board.shape == (0, 4) and lower.shape[1] == 4 and len(lower) > 0
    assert [t.tobytes() for t in recording.tets] == [t.tobytes() for t in simulation.tets]
    for number, step in enumerate(steps, 1):
        ours = recording.step(number)
        assert len(ours.vertices) == len(recording.body_names) == 3
        assert ours.vertices[0].shape == (0, 3) and ours.vertices[1].shape[0] == lower.max() + 1
        for field in ["vertices", "vertex_velocities", "strains"]:
            for a, b in zip(getattr(ours, field), getattr(step, field)):
                assert a.tobytes() == b.tobytes(), field
    last = recording.step(2)
    assert last.strains[1].shape == (len(lower),) and last.strains[1].max() >= 0.0
    # The nearest rigid motion puts the vertices near where they are.
    corners = last.vertices[1][lower]
    edges = corners[:, 1:] - corners[:, :1]
    assert (np.linalg.det(edges) > 0.0).all()
    assert np.abs(last.vertices[1].mean(axis=0) - last.poses[1][:3, 3]).max() < 0.1


def test_a_rigid_body_has_no_tets_of_its_own():
    simulation = touchstone.Simulation("pillar:height=2", "growth")
    step = simulation.step()
    assert all(t.shape == (0, 4) for t in simulation.tets)
    assert all(v.shape == (0, 3) for v in step.vertices)
    assert all(s.shape == (0,) for s in step.strains)


def test_python_and_the_command_line_read_each_others_recordings(tmp_path, command_line):
    ours, theirs = tmp_path / "ours.h5", tmp_path / "theirs.h5"
    simulation = touchstone.Simulation("pillar:height=1", "opposing")
    simulation.record(ours)
    simulation.step(2)
    simulation.stop_recording()
    command_line.text(
        "simulate", "pillar:height=1", "--generator", "opposing", "--steps", "2", "--record", theirs
    )
    read = touchstone.Recording(theirs)
    assert read.settings == touchstone.Recording(ours).settings
    for field in ["position", "normal"]:
        a, b = (getattr(r.step(2).contacts, field) for r in (read, touchstone.Recording(ours)))
        assert a.tobytes() == b.tobytes()
    command_line.text("export", ours, "--to", "csv", "--out", tmp_path / "csv")
    assert (tmp_path / "csv" / "steps.csv").read_text(encoding="utf-8").count("\n") >= 3
    resumed = command_line.text("simulate", "--resume", ours, "--steps", "3")
    assert "steps 3 to 3" in resumed and len(touchstone.Recording(ours)) == 3


def test_a_recording_holds_what_bounded_the_motion(tmp_path, command_line):
    plain = touchstone.Simulation("pillar:height=1", "opposing")
    bounded = touchstone.Simulation(
        "pillar:height=1", "opposing", touchstone.Settings(**{"solver.step_bound": "ccd"})
    )
    for name, simulation in [("plain", plain), ("bounded", bounded)]:
        simulation.record(tmp_path / f"{name}.h5")
        simulation.step()
        simulation.stop_recording()
        command_line.text(
            "export", tmp_path / f"{name}.h5", "--to", "csv", "--out", tmp_path / name
        )
    assert not (tmp_path / "plain" / "stops.csv").exists()
    assert (tmp_path / "bounded" / "stops.csv").exists()


def test_what_cannot_be_recorded_is_refused(tmp_path):
    simulation = touchstone.Simulation("pillar:height=1", "opposing")
    file = tmp_path / "a.h5"
    file.write_text("mine", encoding="utf-8")
    with pytest.raises(touchstone.FileError, match="a.h5"):
        simulation.record(file)
    assert file.read_text(encoding="utf-8") == "mine"
    simulation.record(file, replace=True)
    simulation.step()
    with pytest.raises(touchstone.UsageError, match="before the first step"):
        simulation.record(tmp_path / "b.h5")
    with pytest.raises(touchstone.FileError, match="no.h5"):
        touchstone.Recording(tmp_path / "no.h5")
    wrong = touchstone.Contacts([[0, 0, float("nan")]], [[0, 1, 0]], [0])
    with pytest.raises(touchstone.Error, match="not finite|finite"):
        touchstone.record_contacts(tmp_path / "c.h5", touchstone.Scene("wedges", generators=[]), wrong)


def test_several_threads_may_record_at_once(tmp_path):
    def run(number):
        simulation = touchstone.Simulation("pillar:height=1", "opposing", threads=1)
        simulation.record(tmp_path / f"{number}.h5")
        simulation.step(3)

    threads = [threading.Thread(target=run, args=[number]) for number in range(4)]
    for thread in threads:
        thread.start()
    for thread in threads:
        thread.join()
    recordings = [touchstone.Recording(tmp_path / f"{number}.h5") for number in range(4)]
    assert [len(recording) for recording in recordings] == [3] * 4
    assert len({recording.step(3).poses.tobytes() for recording in recordings}) == 1


def test_contacts_are_a_recording_of_one_step(tmp_path):
    scene = touchstone.Scene("internal_edges", generators=["surface_sat"])
    contacts = touchstone.find_contacts(scene, "surface_sat")
    file = tmp_path / "contacts.h5"
    touchstone.record_contacts(file, scene, contacts)
    read = touchstone.Recording(file)
    assert len(read) == 1 and read.generator == "surface_sat"
    again = read.step(1).contacts
    assert again.position.tobytes() == contacts.position.tobytes()
    assert again.body_poses.tobytes() == contacts.body_poses.tobytes()
    with pytest.raises(touchstone.FileError):
        touchstone.record_contacts(file, scene, contacts)


def test_the_audit_is_that_of_the_command_line(command_line, tmp_path):
    audit = touchstone.audit(["wedges", "spikes"], ["opposing", "semi_local"])
    file = tmp_path / "audit.json"
    try:
        command_line.text(
            "audit", "wedges", "spikes", "--generators", "opposing,semi_local", "--json", file
        )
    except Exception:  # the status 1 says that an answer changed
        assert not audit.unchanged
    ours = json.loads(audit.to_json())
    functions = {info.id for info in touchstone.generators() if info.section == "Python function"}
    for id in functions & set(ours["settings"]["generators"]):
        del ours["settings"]["generators"][id]  # of other tests, which the command line does not know
    assert ours == json.loads(file.read_text(encoding="utf-8"))
    assert [(row.case, row.generator) for row in audit] == [
        ("wedges", "opposing"), ("wedges", "semi_local"),
        ("spikes", "opposing"), ("spikes", "semi_local"),
    ]  # fmt: skip
    for row in audit:
        assert row.unchanged == (not any(row.changes.values()))
        assert set(row.changes) >= {"swap", "rotation"}


def test_an_audit_finds_a_function_that_looks_at_coordinates():
    def only_near_the_origin(a, b, query):
        positions, normals, separations = touchstone.generate("opposing", a, b, query)
        near = np.linalg.norm(positions.reshape(-1, 3), axis=1) < 10
        return positions[near], normals[near], separations[near]

    touchstone.add_generator("near_the_origin", only_near_the_origin)
    [row] = touchstone.audit("wedges", "near_the_origin")
    assert row.contacts > 0 and not row.unchanged
    assert row.changes["translation"]["lost"] == row.contacts


def test_a_check_finds_what_moved(tmp_path, command_line):
    sign = 1.0

    def turning(a, b, query):
        positions, normals, separations = touchstone.generate("opposing", a, b, query)
        return positions, sign * normals, separations

    touchstone.add_generator("turning", turning)
    file = tmp_path / "contacts.json"
    with pytest.raises(touchstone.FileError, match="update=True"):
        touchstone.check(file)
    made = touchstone.check(file, update=True, cases="wedges", generators=["turning"], queries=[1])
    assert made and made.rows == 1 and made.movements == []
    same = touchstone.check(file)
    assert same and "Nothing moved in 1 rows" in same._repr_html_()
    sign = -1.0
    check = touchstone.check(file)
    assert not check and len(check.movements) > 0
    assert {moved["case"] for moved in check.movements} == {"wedges"}
    assert any(moved["what"] == "correct" for moved in check.movements)
    with pytest.raises(touchstone.UsageError, match="update=True"):
        touchstone.check(file, cases="spikes")

    ours, theirs = tmp_path / "ours.json", tmp_path / "theirs.json"
    touchstone.check(ours, update=True, cases="spikes", generators=["growth"], queries=[1, 2])
    command_line.text(
        "check", "--baseline", theirs, "--update", "spikes", "--generators", "growth", "--queries", "1,2"
    )
    assert ours.read_bytes() == theirs.read_bytes()
    command_line.text("check", "--baseline", ours)


def test_a_check_tells_of_methods_that_failed_everywhere(tmp_path):
    fails = False

    def failing(a, b, query):
        positions, normals, separations = touchstone.generate("opposing", a, b, query)
        return positions, normals[:0] if fails else normals, separations

    touchstone.add_generator("failing", failing)
    file = tmp_path / "contacts.json"
    asked = {"cases": ["wedges", "spikes"], "generators": ["failing", "opposing"], "queries": [1]}
    assert touchstone.check(file, update=True, **asked).failures == []
    before = file.read_bytes()
    fails = True
    check = touchstone.check(file)
    assert not check
    [failure] = check.failures
    assert failure.startswith("failing failed in all of its 2 rows, the first: ")
    assert failure in html.unescape(check._repr_html_()) and "1 method failed" in repr(check)
    with pytest.raises(touchstone.Error, match="failing failed in all of its 2 rows.*not written"):
        touchstone.check(file, update=True)
    assert file.read_bytes() == before
    fails = False
    assert touchstone.check(file).failures == [] and touchstone.check(file)
