"""The module's answers are the command line's, bit for bit: JSON holds every digit of a number."""

import json

import numpy as np
import pytest

import touchstone

PROFILES = ["corrected", "published"]


def contacts_as_json(contacts):
    """The `contacts` of touchstone-contacts-1."""

    def feature(kind, vertices):
        return {"type": kind, "vertices": [v for v in vertices if v >= 0]}

    rows = zip(
        contacts.body_a.tolist(),
        contacts.body_b.tolist(),
        contacts.position.tolist(),
        contacts.normal.tolist(),
        contacts.separation.tolist(),
        map(feature, contacts.feature_a_kind, contacts.feature_a.tolist()),
        map(feature, contacts.feature_b_kind, contacts.feature_b.tolist()),
    )
    return [
        {
            "body_a": contacts.body_names[a],
            "body_b": contacts.body_names[b],
            "position": position,
            "normal": normal,
            "separation": separation,
            "feature_a": feature_a,
            "feature_b": feature_b,
        }
        for a, b, position, normal, separation, feature_a, feature_b in rows
    ]


def with_bits(value):
    """Floats as their bits in text, so that -0.0 is not 0.0 and nan is nan."""
    return json.dumps(value)


@pytest.mark.parametrize("profile", PROFILES)
@pytest.mark.parametrize("case", ["spike_in_crack", "wedges", "internal_edges"])
@pytest.mark.parametrize("generator", ["closest_points", "intersection", "growth", "semi_local"])
def test_contacts_are_those_of_the_command_line(command_line, case, generator, profile):
    theirs = command_line.json(
        "contacts", case, "--generator", generator, "--profile", profile, "--format", "json"
    )
    ours = touchstone.find_contacts(case, generator, settings=profile)
    assert with_bits(contacts_as_json(ours)) == with_bits(theirs["contacts"])


@pytest.mark.parametrize("threads", [1, 2])
def test_a_later_query_with_settings_is_that_of_the_command_line(command_line, threads):
    theirs = command_line.json(
        "contacts", "pillar:height=2,sides=6", "--generator", "opposing", "--query", 4,
        "--set", "opposing.normal=face_a", "--set", "solver.max_sweeps=50", "--format", "json",
    )  # fmt: skip
    settings = touchstone.Settings(**{"opposing.normal": "face_a", "solver.max_sweeps": 50})
    ours = touchstone.find_contacts(
        "pillar:height=2,sides=6", "opposing", settings, query=4, threads=threads
    )
    assert len(ours) > 10
    assert with_bits(contacts_as_json(ours)) == with_bits(theirs["contacts"])


@pytest.mark.parametrize("profile", PROFILES)
def test_a_report_has_the_rows_of_the_command_line(command_line, tmp_path, profile):
    file = tmp_path / "report.json"
    command_line.text("report", "fundamental", "--profile", profile, "--json", file)
    theirs = json.loads(file.read_text(encoding="utf-8"))
    # Other tests have added functions here, and methods for exact shapes are not asked there.
    generators = list(dict.fromkeys(row["generator"] for row in theirs["rows"]))
    assert len(generators) >= 11
    report = touchstone.report("fundamental", generators, settings=profile)
    ours = json.loads(report.to_json())
    assert len(ours["rows"]) == 10 * len(generators)
    assert with_bits(ours["rows"]) == with_bits(theirs["rows"])
    assert ours["agreement"] == theirs["agreement"] == report.agreement
    for row, their_row in zip(report, theirs["rows"], strict=True):
        for metric, value in row.metrics.items():
            assert with_bits(value) == with_bits(their_row[metric])
        assert row.quality == their_row["quality"]
        assert row.coverage == their_row["coverage"]
        assert row.excess == their_row["excess"]
        assert row.paper == their_row["paper"]
        assert row.agrees == their_row["agrees"]
        assert row.audit == their_row["audit"]
        assert row.judgement.correct == their_row["correct"]
        assert len(row.contacts) == their_row["contacts"]


def test_a_row_is_a_line_of_the_csv_file(command_line, tmp_path):
    file = tmp_path / "report.csv"
    command_line.text("report", "wedges", "--generators", "growth,volume_sat", "--csv", file)
    columns, *lines = file.read_text(encoding="utf-8").splitlines()
    rows = touchstone.report("wedges", ["growth", "volume_sat"])
    for row, line in zip(rows, lines, strict=True):
        assert list(row.as_dict()) == columns.split(",")
        cells = dict(zip(columns.split(","), line.split(",")))
        assert row.as_dict()["case"] == cells["case"] and row.case == "wedges"
        for column in ["contacts", "quality", "excess", "normal_alignment", "paper_quality"]:
            assert row.as_dict()[column] == float(cells[column])
        assert row.as_dict()["area_coverage"] is None and cells["area_coverage"] == ""


def test_a_judgement_is_that_of_the_report():
    for profile in PROFILES:
        for row in touchstone.report("fundamental", "intersection", settings=profile):
            contacts = touchstone.find_contacts(row.case, "intersection", settings=profile)
            judged = touchstone.judge(row.case, contacts, settings=profile)
            assert with_bits(judged.metrics) == with_bits(row.metrics)
            assert judged.verdicts == row.judgement.verdicts
            assert np.array_equal(judged.sorted_quality, row.judgement.sorted_quality)


def test_a_simulation_is_that_of_the_command_line(command_line, tmp_path):
    recording = tmp_path / "run.h5"
    command_line.text(
        "simulate", "pillar", "--generator", "vertex_only", "--steps", 4, "--record", recording
    )
    command_line.text("export", recording, "--to", "csv", "--out", tmp_path)

    def table(name):
        columns, *lines = (tmp_path / name).read_text(encoding="utf-8").splitlines()
        return [dict(zip(columns.split(","), line.split(","))) for line in lines]

    bodies, steps = table("bodies.csv"), table("steps.csv")
    simulation = touchstone.Simulation("pillar", "vertex_only")
    for number in range(1, 5):
        step = simulation.step()
        theirs = steps[number - 1]
        assert int(theirs["step"]) == step.step == number
        assert int(theirs["contacts"]) == len(step.contacts)
        assert float(theirs["kinetic"]) == step.kinetic_energy
        assert float(theirs["potential"]) == step.potential_energy
        assert float(theirs["error"]) == step.error
        assert float(theirs["last_residual"]) == step.residuals[-1]
        rows = [row for row in bodies if int(row["step"]) == number]
        assert len(rows) == len(simulation.body_names)
        for axis, name in enumerate("xyz"):
            assert [float(row[f"position_{name}"]) for row in rows] == list(
                simulation.positions[:, axis]
            )
            assert [float(row[f"linear_velocity_{name}"]) for row in rows] == list(
                simulation.linear_velocities[:, axis]
            )
        for part, name in enumerate("wxyz"):
            assert [float(row[f"rotation_{name}"]) for row in rows] == list(
                simulation.orientations[:, part]
            )


def test_tables_are_those_of_the_command_line(command_line):
    cases = [[info.id, info.title, info.group] for info in touchstone.cases()]
    listed = command_line.json("list", "cases", "--json")
    assert cases == [[line["id"], line["title"], line["group"]] for line in listed]
    metrics = [[info.id, info.title, info.unit, info.meaning] for info in touchstone.metrics()]
    listed = command_line.json("list", "metrics", "--json")
    assert metrics == [list(line.values()) for line in listed]
    # The module has no commands of contact times and casts, so it does not list their options.
    others = {line["id"] for line in command_line.json("list", "impact-methods", "--json")} | {"impact", "cast"}
    theirs = [
        line
        for line in command_line.json("list", "options", "--json")
        if line["option"].split(".")[0] not in others
    ]
    known = {line["option"].split(".")[0] for line in theirs}
    options = [
        [info.name, info.corrected, info.published, info.values, info.meaning]
        for info in touchstone.options()
        if info.name.split(".")[0] in known
    ]
    assert options == [list(line.values()) for line in theirs]


def test_the_version_is_that_of_the_command_line(command_line):
    first_line = command_line.text("--version").splitlines()[0]
    assert first_line.startswith(f"touchstone {touchstone.__version__}, commit ")
