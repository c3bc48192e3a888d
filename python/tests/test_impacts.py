"""Contact times: Python functions as methods, judged as the command line judges."""

import csv
import io
import math

import numpy as np
import pytest

import touchstone

FACE = [[0, 0, 0], [1, 0, 0], [0, 1, 0]]


def falling(height=1.0, **settings):
    """A vertex that falls through a face at rest, at t = 0.5 from a height of 1."""
    start = [[0.25, 0.25, height], *FACE]
    end = [[0.25, 0.25, -1.0], *FACE]
    return touchstone.ImpactQuery("vertex-face", start, end, **settings)


def without_time(row):
    return {key: value for key, value in row.items() if key not in ("method", "wrong")}


def test_find_impact_answers_as_functions_do():
    assert touchstone.find_impact(falling()) == pytest.approx(0.5, abs=1e-6)
    assert touchstone.find_impact(falling(), "bernstein_signs") is True
    assert touchstone.find_impact(falling(t_max=0.25)) is None
    exact = touchstone.find_impact(falling(separation=0.5), "exact")
    assert exact == 0.25


def test_a_query_has_what_it_was_made_of():
    query = falling(separation=0.1, tolerance=1e-3, t_max=0.5, max_boxes=7)
    assert query.kind == "vertex-face"
    assert query.start.shape == query.end.shape == (4, 3)
    assert query.start[0].tolist() == [0.25, 0.25, 1.0]
    assert (query.separation, query.tolerance, query.t_max, query.max_boxes) == (0.1, 1e-3, 0.5, 7)


@pytest.mark.parametrize("name", ["exact_contact", "cubic_roots", "bernstein_signs"])
def test_a_function_that_forwards_has_the_row_of_the_built_in(name):
    def mine(query):
        return touchstone.find_impact(query, name)

    report = touchstone.report_ccd("end_of_step", [name, mine])
    assert report.queries == 140 and report.no_answers == []
    assert [row["method"] for row in report.rows] == [name, "mine"] * 2
    for theirs, ours in zip(report.rows[::2], report.rows[1::2], strict=True):
        assert ours["wrong"] == theirs["wrong"]
        for key in ("set", "kind", "queries", "hits", "false_positives", "missed", "late"):
            assert ours[key] == theirs[key]
        assert ours["early_worst"] == theirs["early_worst"]


def test_the_report_is_that_of_the_command_line(command_line):
    report = touchstone.report_ccd("small_box_not_first", ["exact_contact", "additive"])
    text = command_line.text(
        "report", "ccd", "small_box_not_first", "--methods", "exact_contact,additive",
        "--timings", 0,
    )
    assert report.to_markdown().strip() == text.strip()
    lines = list(csv.DictReader(io.StringIO(report.to_csv())))
    assert [line["method"] for line in lines] == [row["method"] for row in report.rows]


def test_a_function_is_given_queries_and_named_as_asked():
    seen = []

    def textbook(query):
        seen.append((query.kind, query.t_max, query.start.flags.writeable))
        return None

    report = touchstone.report_ccd("small_box_not_first", [("never", textbook)], t_max=0.5)
    assert {row["method"] for row in report.rows} == {"never"}
    assert len(seen) == 40 and {kind for kind, _, _ in seen} == {"vertex-face", "edge-edge"}
    assert {(t_max, writeable) for _, t_max, writeable in seen} == {(0.5, False)}
    row = touchstone.report_ccd("small_box_not_first", textbook).rows[0]
    assert row["missed"] == row["hits"] == 20
    assert row["wrong"][0] == (20, "missed")  # after the edges


def test_a_function_that_minds_a_separation_is_judged_at_it():
    def mine(query):
        return touchstone.find_impact(query, "exact_contact")

    mine.takes_separation = True
    rows = touchstone.report_ccd("small_box_not_first", mine, separation=1e-3).rows
    assert {row["separation"] for row in rows} == {1e-3}
    assert all(row["missed"] == row["late"] == row["false_positives"] == 0 for row in rows)
    mine.takes_separation = False
    rows = touchstone.report_ccd("small_box_not_first", mine, separation=1e-3).rows
    assert {row["separation"] for row in rows} == {0.0}


@pytest.mark.parametrize("answer", ["soon", 2.0, -0.5, math.nan, (True, 0.5), [0.5]])
def test_an_answer_without_sense_is_told(answer):
    def odd(query):
        return answer

    report = touchstone.report_ccd("small_box_not_first", ["exact_contact", odd])
    assert len(report.no_answers) == 1 and "odd" in report.no_answers[0]
    assert {row["method"] for row in report.rows} == {"exact_contact"}


def test_what_a_function_raises_comes_out():
    def broken(query):
        raise KeyError("mine")

    with pytest.raises(KeyError, match="mine"):
        touchstone.report_ccd("small_box_not_first", broken)

    def refusing(query):
        raise touchstone.GeneratorFault("not that one")

    assert "not that one" in touchstone.report_ccd("small_box_not_first", refusing).no_answers[0]


def test_true_and_numpy_numbers_are_answers():
    answers = {"yes": True, "true": np.True_, "zero": np.float64(0)}
    report = touchstone.report_ccd(
        "small_box_not_first", [(name, lambda query, answer=answer: answer) for name, answer in answers.items()]
    )
    assert report.no_answers == []
    assert {row["method"] for row in report.rows} == set(answers)
    assert all(row["missed"] == row["late"] == 0 for row in report.rows)
    never = touchstone.report_ccd("small_box_not_first", [("no", lambda query: np.False_)])
    assert never.no_answers == []
    assert all(row["missed"] > 0 and row["false_positives"] == 0 for row in never.rows)


def test_what_cannot_be_asked_is_refused():
    with pytest.raises(touchstone.UsageError, match="id of a method"):
        touchstone.report_ccd("samples", lambda query: None)
    with pytest.raises(touchstone.UsageError, match="another method"):
        touchstone.report_ccd("samples", [("exact_contact", lambda query: None)])
    with pytest.raises(touchstone.UnknownName, match="exact_contact"):
        touchstone.report_ccd("samples", "mine")
    with pytest.raises(touchstone.UnknownName, match="end_of_step"):
        touchstone.report_ccd("none")
    with pytest.raises(TypeError):
        touchstone.report_ccd("samples", [3])
    with pytest.raises(touchstone.UsageError, match="threads"):
        touchstone.report_ccd("samples", [("mine", lambda query: None)], threads=2)
    with pytest.raises(touchstone.UsageError, match="tolerance"):
        touchstone.report_ccd("samples", tolerance=0)
    with pytest.raises(touchstone.UsageError, match="start"):
        touchstone.ImpactQuery("edge-edge", [[0, 0, 0]], np.zeros((4, 3)))
    with pytest.raises(touchstone.UsageError):
        touchstone.ImpactQuery("faces", np.zeros((4, 3)), np.zeros((4, 3)))
    with pytest.raises(touchstone.Error, match="finite"):
        touchstone.ImpactQuery("edge-edge", np.full((4, 3), np.nan), np.zeros((4, 3)))


def test_save_writes_tables_and_pictures_of_what_is_wrong(tmp_path):
    def never(query):
        return None

    touchstone.report_ccd("end_of_step", never).save(tmp_path / "ccd")
    names = sorted(path.name for path in (tmp_path / "ccd").iterdir())
    assert names == ["report.csv", "report.html", "report.json", "report.md"]
    page = (tmp_path / "ccd" / "report.html").read_text()
    assert "never: missed" in page and "<svg" in page and "touchstone view" in page
