"""What notebooks show, and the example of one."""

import html.parser
import os
import runpy
import shutil
import sys
import types
import xml.dom.minidom

import pytest

import touchstone

from test_package import EXAMPLES


class Balance(html.parser.HTMLParser):
    """Fails on an element that is not closed where it should be."""

    def __init__(self):
        super().__init__()
        self.open = []
        self.cells = []

    def handle_starttag(self, tag, attributes):
        self.open.append(tag)

    def handle_endtag(self, tag):
        assert self.open.pop() == tag

    def handle_data(self, data):
        self.cells.append(data)


def cells_of(shown):
    balance = Balance()
    balance.feed(shown._repr_html_())
    balance.close()
    assert balance.open == []
    return balance.cells


def test_a_report_shows_a_line_per_method_first():
    report = touchstone.report(["wedges", "internal_edges"], ["opposing", "semi_local"])
    cells = cells_of(report)
    assert cells[:5] == ["Method", "Coverage %", "Quality %", "Excess", "Right cases"]
    assert "2 of 2" in cells and "Opposing" in cells and "Internal edges" in cells
    right = sum(row.coverage == 1 and row.quality == 1 for row in report if row.generator == "opposing")
    assert cells[5 + cells[5:].index("Opposing") + 4] == f"{right} of 2"
    text = report._repr_html_()
    assert text.count("rgba(46") > 2 and text.count("rgba(218") > 0


def summary_in_markdown(text):
    """The lines of the table of methods, as lists of cells."""
    table = text.split("## Summary", 1)[1].split("\n## ", 1)[0]
    lines = [line for line in table.splitlines() if line.startswith("|")]
    return [[cell.strip() for cell in line.strip("|").split("|")] for line in (lines[0], *lines[2:])]


def test_the_line_of_a_method_is_that_of_the_command_line(command_line):
    cases, methods = ["wedges", "internal_edges", "spikes"], ["vertex_only", "opposing", "semi_local"]
    report = touchstone.report(cases, methods)
    printed = command_line.text("report", *cases, "--generators", ",".join(methods), "--format", "md")
    expected = summary_in_markdown(report.to_markdown())
    assert len(expected) == 4 and expected == summary_in_markdown(printed)
    cells = cells_of(report)
    # Markdown has marks where the page has colors.
    assert cells[:20] == [cell.rstrip(" ✓✗") for line in expected for cell in line]


def test_what_is_only_partly_right_is_neither_green_nor_red():
    def asks_too_much(a, b, query):
        raise touchstone.Unsupported("not these")

    touchstone.add_generator("asks_too_much", asks_too_much, title="Asks too much")
    text = touchstone.report(["wedges", "spikes"], "asks_too_much")._repr_html_()
    assert "<td>–</td>" in text and "0 of" not in text
    assert "rgba(218" not in text and "rgba(46" not in text
    report = touchstone.report(["wedges", "internal_edges"], ["opposing", "semi_local"])
    _, lines, _ = touchstone._core._summary(report)
    for line in lines:
        count, right = line[-1]
        known = {"2 of 2": True, "0 of 2": False, "1 of 2": None}
        assert right is known[count]


def test_rows_contacts_scenes_and_judgements_are_tables():
    scene = touchstone.Scene("wedges", generators=["opposing"])
    contacts = touchstone.find_contacts(scene, "opposing")
    judgement = touchstone.judge(scene, contacts)
    assert scene.bodies[0].name in cells_of(scene)
    assert cells_of(contacts).count(scene.bodies[0].name) == len(contacts)
    assert "contacts: right" in cells_of(judgement)
    row = touchstone.report("wedges", "opposing")[0]
    assert f"{judgement.correct} of {judgement.contacts}" in cells_of(row)
    nobody = touchstone.Contacts([[0, 0, 0]], [[0, 1, 0]], [-0.25])
    assert "-0.25" in cells_of(nobody)


def test_what_is_shown_is_escaped():
    def wicked(a, b, query):
        raise touchstone.Unsupported("<b>no</b> & never")

    touchstone.add_generator("wicked", wicked, title="<i>wicked</i>")
    report = touchstone.report(["wedges", "spikes"], "wicked")
    cells = cells_of(report)
    assert "<i>wicked</i>" in cells and "unsupported: <b>no</b> & never" in cells
    assert "unsupported: <b>no</b> & never" in cells_of(report[0])


def test_many_contacts_are_cut_short():
    many = touchstone.Contacts([[0, 0, 0]] * 500, [[0, 1, 0]] * 500, [0] * 500)
    assert "440 more." in cells_of(many)


@pytest.mark.skipif(shutil.which("gnuplot") is None, reason="there is no gnuplot")
def test_drawings_are_svg(tmp_path):
    report = touchstone.report("wedges", ["opposing", "semi_local"])
    drawing = report.plot()
    assert list(drawing.svgs) == ["quality-1"]
    [file] = drawing.save(tmp_path / "quality.svg")
    assert xml.dom.minidom.parse(str(file)).documentElement.tagName == "svg"
    assert [path.name for path in drawing.save(tmp_path / "all")] == ["quality-1.svg"]
    one = report[0].judgement.plot("Opposing")
    assert "Opposing" in one._repr_html_() and "<svg" in one._repr_html_()


def test_without_gnuplot_a_drawing_is_refused_in_words(monkeypatch):
    monkeypatch.setenv("PATH", "")
    with pytest.raises(touchstone.Error, match="gnuplot-nox"):
        touchstone.report("wedges", "opposing").plot()


def test_the_example_of_a_notebook_shows_something_in_each_cell(monkeypatch, capsys):
    shown = []

    def display(value):
        kinds = [kind for kind in ("html", "png") if hasattr(value, f"_repr_{kind}_")]
        assert kinds, f"a notebook shows nothing of {value!r}"
        shown.append((type(value).__name__, getattr(value, f"_repr_{kinds[0]}_")()))

    ipython = types.ModuleType("IPython.display")
    ipython.display = display
    monkeypatch.setitem(sys.modules, "IPython", types.ModuleType("IPython"))
    monkeypatch.setitem(sys.modules, "IPython.display", ipython)
    result = runpy.run_path(str(EXAMPLES / "notebook.py"))
    shutil.rmtree(result["folder"])
    kinds = [kind for kind, _ in shown]
    has_viewer = shutil.which(os.environ.get("TOUCHSTONE_VIEWER", "touchstone-viewer")) is not None
    assert kinds == (
        ["Scene", "Contacts", "Judgement", "Drawing", "Report", "Drawing"]
        + (["Picture"] if has_viewer else [])
        + ["Audit", "Check", "Contacts", "Judgement"]
    )
    assert all(value for _, value in shown)
    assert not result["check"] and len(result["recording"]) == 5
    assert has_viewer or "touchstone-viewer" in capsys.readouterr().out
