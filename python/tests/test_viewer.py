"""Contacts in the viewer."""

import os
import stat
import subprocess
import sys

import pytest

import touchstone

SCENE = "internal_edges"


@pytest.fixture
def fake_viewer(tmp_path, monkeypatch):
    """A program that keeps what it was given, or is asked to draw."""
    program = tmp_path / "viewer.py"
    program.write_text(
        f"""#!{sys.executable}
import base64, json, pathlib, shutil, sys
folder = pathlib.Path({str(tmp_path)!r})
def keep(words):
    (folder / "words").write_text("\\n".join(words) + "\\n")
    if words[-1].endswith(".h5") and words[-1] != str(folder / "shown.h5"):
        shutil.copyfile(words[-1], folder / "shown.h5")
if "--answer-pictures" not in sys.argv:
    keep(sys.argv[1:])
    sys.exit(3)
for line in sys.stdin:
    keep([base64.b64decode(word).decode() for word in json.loads(line)])
    print(json.dumps({{"error": "drawn nowhere"}}), flush=True)
""",
        encoding="utf-8",
    )
    program.chmod(program.stat().st_mode | stat.S_IXUSR)
    monkeypatch.setenv("TOUCHSTONE_VIEWER", str(program))
    return tmp_path


def has_viewer():
    program = os.environ.get("TOUCHSTONE_VIEWER", "")
    return os.access(program, os.X_OK)


def test_the_viewer_is_handed_the_contacts_themselves(fake_viewer):
    contacts = touchstone.Contacts([[0, 0.5, 0]], [[0, 1, 0]], [-0.001])
    assert touchstone.view(SCENE, contacts, wait=True) == 3
    words = (fake_viewer / "words").read_text(encoding="utf-8").split("\n")
    assert words[:3] == ["--step", "1", "--"]
    shown = touchstone.Recording(fake_viewer / "shown.h5")
    assert shown.step(1).contacts.position.tolist() == [[0, 0.5, 0]]
    assert shown.step(1).contacts.feature_a_kind == [""]  # none is made up
    del shown  # who has a file open sees what it was
    process = touchstone.view(SCENE, "semi_local")
    assert process.wait() == 3
    found = touchstone.find_contacts(SCENE, "semi_local")
    shown = touchstone.Recording(fake_viewer / "shown.h5")
    assert shown.step(1).contacts.normal.tolist() == found.normal.tolist()
    assert touchstone.view(fake_viewer / "shown.h5", wait=True) == 3


def test_what_cannot_be_shown_is_told(fake_viewer, monkeypatch):
    with pytest.raises(touchstone.Error, match="drew no picture: status 3"):
        touchstone.screenshot(SCENE, "opposing")
    touchstone.view(SCENE, wait=True)
    with pytest.raises(touchstone.UsageError, match="contacts of its own"):
        touchstone.view(fake_viewer / "shown.h5", "opposing")
    monkeypatch.setenv("TOUCHSTONE_VIEWER", "/no/such")
    with pytest.raises(touchstone.Error, match="/no/such is no program"):
        touchstone.view(SCENE)
    monkeypatch.delenv("TOUCHSTONE_VIEWER")
    monkeypatch.setenv("PATH", "")
    with pytest.raises(touchstone.Error, match="no touchstone-viewer in PATH"):
        touchstone.view(SCENE)


@pytest.mark.skipif(not has_viewer(), reason="TOUCHSTONE_VIEWER names no viewer")
def test_pictures_show_what_is_right_and_what_is_wrong(tmp_path):
    scene = touchstone.Scene(SCENE, generators=["surface_sat", "semi_local"])
    file = tmp_path / "picture.png"
    wrong = touchstone.screenshot(scene, "surface_sat", file=file, size=(320, 240))
    assert file.read_bytes() == wrong.png and wrong.png.startswith(b"\x89PNG")
    assert repr(wrong) == "<Picture: 320 x 240>"
    right = touchstone.screenshot(scene, "semi_local", size=(320, 240), view="front")
    assert right.png != wrong.png
    # A Python function's contacts are shown as any others are.
    touchstone.add_generator(
        "like_surface_sat", lambda a, b, query: touchstone.generate("surface_sat", a, b, query)
    )
    contacts = touchstone.find_contacts(SCENE, "like_surface_sat")
    own = touchstone.screenshot(scene, contacts, size=(320, 240), commands=["view front"])
    assert own.png.startswith(b"\x89PNG") and own.png != right.png
    with pytest.raises(touchstone.Error, match="no_such"):
        touchstone.screenshot(scene, contacts, commands=["no_such"])


def test_nothing_is_left_in_the_temporary_folder(fake_viewer, tmp_path):
    code = "import touchstone; touchstone.view('wedges', 'opposing', wait=True)"
    place = tmp_path / "temporary"
    place.mkdir()
    subprocess.run(
        [sys.executable, "-c", code], check=True, env={**os.environ, "TMPDIR": str(place)}
    )
    assert list(place.iterdir()) == []


def push_sideways(a, b, query):
    """A method that is wrong wherever bodies lie on each other."""
    return [[0, 0.5, 0]], [[1, 0, 0]], [-0.001]


def test_a_report_is_saved_with_the_contacts_of_a_function(fake_viewer, tmp_path):
    touchstone.add_generator("push_sideways", push_sideways)
    report = touchstone.report(SCENE, ["opposing", "push_sideways"])
    folder = tmp_path / "report"
    report.save(folder)
    text = {file.name for file in folder.iterdir() if file.is_file()}
    assert {"report.html", "report.csv", "report.json", "report.md", "report.tex"} <= text
    assert (folder / "report.csv").read_text(encoding="utf-8") == report.to_csv()
    # The viewer drew the very contacts of the report, which stay beside the page.
    recording = next((folder / "recordings").glob("*push_sideways.h5"))
    assert recording.read_bytes() == (fake_viewer / "shown.h5").read_bytes()
    assert touchstone.Recording(recording).step(1).contacts.normal.tolist() == [[1, 0, 0]]
    assert recording.name in (folder / "report.html").read_text(encoding="utf-8")


def test_a_report_that_cannot_be_saved_writes_nothing(tmp_path):
    report = touchstone.report(SCENE, "opposing")
    with pytest.raises(touchstone.UsageError, match="pictures must be"):
        report.save(tmp_path / "none", pictures="some")
    assert not (tmp_path / "none").exists()
    (tmp_path / "file").write_text("", encoding="utf-8")
    with pytest.raises(touchstone.FileError, match="file"):
        report.save(tmp_path / "file")


@pytest.mark.skipif(not has_viewer(), reason="TOUCHSTONE_VIEWER names no viewer")
def test_a_saved_page_holds_a_picture(tmp_path):
    touchstone.add_generator("push_sideways_too", push_sideways)
    touchstone.report(SCENE, "push_sideways_too").save(tmp_path, pictures="all")
    page = (tmp_path / "report.html").read_text(encoding="utf-8")
    assert "data:image/png;base64," in page
