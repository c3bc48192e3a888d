"""A Python function as a contact point method."""

import itertools
import subprocess
import sys
import threading

import numpy as np
import pytest

import touchstone

numbers = itertools.count()


def add(function, **options):
    """Under an id of its own: there is no way to take one out again."""
    id = f"test_{next(numbers)}"
    touchstone.add_generator(id, function, **options)
    return id


def nothing(a, b, query):
    return [], [], []


def assert_same(ours, theirs):
    assert len(theirs) > 0
    for field in ["position", "normal", "separation", "body_a", "body_b"]:
        assert getattr(ours, field).tobytes() == getattr(theirs, field).tobytes()


@pytest.mark.parametrize("profile", ["corrected", "published"])
@pytest.mark.parametrize("case", ["wedges", "internal_edges", "pillar:height=2"])
def test_a_function_that_forwards_gives_the_contacts_of_the_built_in(case, profile):
    id = add(lambda a, b, query: touchstone.generate("volume_sat", a, b, query))
    ours = touchstone.find_contacts(case, id, settings=profile)
    assert_same(ours, touchstone.find_contacts(case, "volume_sat", settings=profile))
    assert set(ours.feature_a_kind) == {""}


def test_a_function_gets_its_row():
    id = add(lambda a, b, query: touchstone.generate("opposing", a, b, query), title="Mine, really")
    report = touchstone.report("fundamental", ["opposing", id])
    assert len(report) == 20
    for theirs, ours in zip(list(report)[::2], list(report)[1::2], strict=True):
        assert (ours.case, ours.generator) == (theirs.case, id)
        assert ours.metrics == theirs.metrics
        assert ours.refusal == "" and ours.audit == theirs.audit
    assert "Mine, really" in report.to_markdown()
    assert "Mine, really" in [info.title for info in touchstone.generators()]


def test_a_function_moves_a_simulation_as_the_built_in_does():
    id = add(lambda a, b, query: touchstone.generate("opposing", a, b, query))
    ours = touchstone.Simulation("pillar:height=1", id)
    theirs = touchstone.Simulation("pillar:height=1", "opposing")
    for _ in range(3):
        assert_same(ours.step().contacts, theirs.step().contacts)
    assert ours.poses.tobytes() == theirs.poses.tobytes()


def test_what_a_function_is_shown_is_the_bodies_at_their_places():
    seen = []

    def look(a, b, query):
        seen.append((a.vertices, a.world_vertices, a.faces, a.tets, a.pose, a.bounds))
        seen.append((b.vertices, b.world_vertices, b.faces, b.tets, b.pose, b.bounds))
        assert query.time_step == scene.time_step
        assert query.generator == id
        return [], [], []

    id = add(look)
    scene = touchstone.Scene("internal_edges", generators=[id])
    contacts = touchstone.find_contacts(scene, id)
    assert len(contacts) == 0 and len(seen) >= 2
    for vertices, world, faces, tets, pose, bounds in seen:
        assert np.allclose(vertices @ pose[:3, :3].T + pose[:3, 3], world, rtol=0, atol=1e-15)
        assert np.array_equal(bounds, [world.min(axis=0), world.max(axis=0)])
        a, b, c = (vertices[faces[:, i]] for i in range(3))
        a4, b4, c4, d4 = (vertices[tets[:, i]] for i in range(4))
        enclosed = np.einsum("ij,ij->", a, np.cross(b, c)) / 6
        filled = np.einsum("ij,ij->", b4 - a4, np.cross(c4 - a4, d4 - a4)) / 6
        assert enclosed == pytest.approx(filled, rel=1e-12) and filled > 0


def test_a_function_is_asked_on_the_thread_that_called():
    askers = []

    def note(a, b, query):
        askers.append(threading.get_ident())
        return [], [], []

    id = add(note)
    touchstone.find_contacts("wall:layers=3,span=4", id)
    touchstone.report(["wall:layers=3,span=4", "wedges"], ["opposing", id])
    touchstone.Simulation("wall:layers=3,span=4", id).step(2)
    assert len(askers) > 40 and set(askers) == {threading.get_ident()}

    askers.clear()
    other = threading.Thread(target=touchstone.report, args=("fundamental", id))
    other.start()
    other.join()
    assert len(askers) >= 10 and set(askers) == {other.ident}


def test_threads_cannot_be_asked_for():
    id = add(nothing)
    message = f"generator '{id}' is a Python function, which is asked on one thread"
    with pytest.raises(touchstone.UsageError, match=message):
        touchstone.find_contacts("wedges", id, threads=2)
    with pytest.raises(touchstone.UsageError, match=message):
        touchstone.report("wedges", ["opposing", id], threads=2)
    with pytest.raises(touchstone.UsageError, match=message):
        touchstone.Simulation("wedges", id, threads=2)


ONE = [[0.0, 0.0, 0.0]]
UP = [[0.0, 1.0, 0.0]]


@pytest.mark.parametrize(
    "answer, message",
    [
        (None, r"it returned None, not \(positions, normals, separations\)"),
        (3, r"it returned a int, not \(positions"),
        ((ONE, UP), r"it returned a tuple, not \(positions"),
        (([0, 0, 0], UP, [0]), r"its positions have the shape \(3,\), not \(n, 3\)"),
        ((ONE, [[0, 1]], [0]), r"its normals have the shape \(1, 2\), not \(n, 3\)"),
        ((ONE, UP, [[0]]), r"its separations have the shape \(1, 1\), not \(n,\)"),
        ((ONE * 2, UP, [0]), "2 positions, 1 normals and 1 separations"),
        ((ONE, "up", [0]), "its normals are no array of numbers"),
        ((ONE * 2, [[0, 1, 0], [0, 2, 0]], [0, 0]), "contact 1: its normal has length 2"),
        ((ONE, [[0, 1 + 2e-6, 0]], [0]), "contact 0: its normal has length 1"),
        (([[0, np.nan, 0]], UP, [0]), "contact 0: its position .* is not finite"),
        ((ONE, [[0, np.inf, 0]], [0]), "contact 0: its normal .* is not finite"),
        ((ONE, UP, [np.nan]), "contact 0: its separation is not finite"),
    ],
)
def test_what_is_no_answer_is_refused(answer, message):
    id = add(lambda a, b, query: answer)
    names = " and ".join(f"'{body.name}'" for body in touchstone.Scene("wedges", generators=[]).bodies)
    where = rf"^bodies {names}: generator '{id}': "
    with pytest.raises(touchstone.GeneratorFault, match=where + message):
        touchstone.find_contacts("wedges", id)
    with pytest.raises(touchstone.GeneratorFault, match=where + message):
        touchstone.Simulation("wedges", id).step()
    report = touchstone.report("wedges", [id, "opposing"])
    assert report[0].refusal.startswith(f"failed: bodies {names}: generator '{id}'")
    assert report[0].quality is None and report[1].refusal == ""


def test_a_normal_may_be_off_unit_length_by_a_millionth():
    id = add(lambda a, b, query: (ONE, [[0, 1 + 0.9e-6, 0]], [0]))
    assert len(touchstone.find_contacts("wedges", id)) == 1


def test_what_a_function_raises_comes_out_as_it_is():
    class Mine(Exception):
        pass

    raised = Mine("mine")

    def fail(a, b, query):
        raise raised

    id = add(fail)
    simulation = touchstone.Simulation("wedges", id)
    for ask in [
        lambda: touchstone.find_contacts("wedges", id),
        lambda: touchstone.report("wedges", ["opposing", id]),
        lambda: simulation.step(),
    ]:
        with pytest.raises(Mine) as caught:
            ask()
        assert caught.value is raised
        assert caught.traceback[-1].name == "fail"
        if hasattr(raised, "add_note"):  # Python 3.11
            assert "was asked about a body of" in raised.__notes__[-1]
    assert simulation.steps == 0


def test_a_function_can_say_that_it_cannot():
    def refuse(a, b, query):
        raise touchstone.Unsupported("no balls, please")

    id = add(refuse)
    with pytest.raises(touchstone.Unsupported, match="^no balls, please$"):
        touchstone.find_contacts("wedges", id)
    assert touchstone.report("wedges", id)[0].refusal == "unsupported: no balls, please"


def test_settings_that_are_older_than_a_generator_serve_it():
    settings = touchstone.Settings("published")
    id = add(lambda a, b, query: touchstone.generate("growth", a, b, query))
    published = touchstone.find_contacts("wedges", "growth", "published")
    corrected = touchstone.find_contacts("wedges", "growth", "corrected")
    assert published.position.tobytes() != corrected.position.tobytes()
    assert_same(touchstone.find_contacts("wedges", id, settings), published)
    assert_same(touchstone.report("wedges", id, settings)[0].contacts, published)
    touchstone.Simulation("wedges", id, settings).step()
    touchstone.Scene("wedges", settings, [id])
    assert repr(settings) == "Settings('published')"


def test_a_simulation_goes_on_when_a_generator_was_added():
    settings = {"solver.warm_start": True}
    broken = touchstone.Simulation("pillar:height=1", "semi_local", touchstone.Settings(**settings))
    whole = touchstone.Simulation("pillar:height=1", "semi_local", touchstone.Settings(**settings))
    broken.step(2)
    for _ in range(40):  # the table moves when it grows
        add(nothing)
    assert_same(broken.query(), broken.step().contacts)
    whole.step(3)
    assert broken.steps == whole.steps == 3
    assert broken.poses.tobytes() == whole.poses.tobytes()


def test_no_generator_is_added_while_another_is_asked():
    def meddle(a, b, query):
        touchstone.add_generator("too_late", nothing)

    id = add(meddle)
    with pytest.raises(touchstone.UsageError, match="no generator can be added while"):
        touchstone.find_contacts("wedges", id)
    assert "too_late" not in [info.id for info in touchstone.generators()]


def test_a_function_can_be_replaced():
    id = add(nothing, title="One")
    assert len(touchstone.find_contacts("wedges", id)) == 0
    with pytest.raises(touchstone.UsageError, match="was added already; replace=True"):
        touchstone.add_generator(id, nothing)
    with pytest.raises(touchstone.UsageError, match="keeps its title, 'One'"):
        touchstone.add_generator(id, nothing, title="Two", replace=True)
    touchstone.add_generator(id, lambda a, b, query: (ONE, UP, [0.0]), replace=True)
    assert len(touchstone.find_contacts("wedges", id)) == 1


@pytest.mark.parametrize("id", ["", "Mine", "my method", "a.b", "solver", "study", "opposing"])
def test_ids_that_cannot_be_are_refused(id):
    with pytest.raises(touchstone.UsageError, match=f"'{id}'"):
        touchstone.add_generator(id, nothing)


def test_what_is_no_function_is_refused():
    with pytest.raises(TypeError, match=r"must be a function\(a, b, query\)"):
        touchstone.add_generator("no_function", 3)


def test_colliders_end_with_the_call_and_their_arrays_do_not():
    kept = []

    def keep(a, b, query):
        kept.append((a, a.world_vertices, a.world_vertices.tobytes()))
        return [], [], []

    touchstone.find_contacts("wedges", add(keep))
    [(collider, array, before)] = kept
    assert array.tobytes() == before
    with pytest.raises(touchstone.UsageError, match="during the generator's call alone"):
        collider.vertices


def test_methods_that_see_other_bodies_cannot_be_forwarded_to():
    id = add(lambda a, b, query: touchstone.generate("semi_local", a, b, query))
    with pytest.raises(touchstone.UsageError, match="'semi_local' wants bodies of another form"):
        touchstone.find_contacts("wedges", id)


def test_a_function_may_ask_for_contacts_itself():
    inner = []

    def ask(a, b, query):
        inner.append(touchstone.find_contacts("cliff_edges", "opposing"))
        return [], [], []

    touchstone.find_contacts("wedges", add(ask))
    assert_same(inner[0], touchstone.find_contacts("cliff_edges", "opposing"))


# In an interpreter of its own: what has options stands in every file written from then on.
OPTIONS = """
import touchstone
seen = []

def record(a, b, query):
    seen.append(query.settings)
    return [], [], []

margin = {"default": 0.25, "minimum": 0, "maximum": 1, "unit": "m", "meaning": "of nothing"}
touchstone.add_generator("mine", record, options={"margin": margin, "mode": ["fast", "exact"], "cull": True})
touchstone.find_contacts("wedges", "mine")
assert seen[-1] == {"margin": 0.25, "mode": "fast", "cull": True}, seen
changes = {"mine.margin": 0.5, "mine.mode": "exact", "mine.cull": False}
settings = touchstone.Settings("published", **changes)
touchstone.find_contacts("wedges", "mine", settings=settings)
assert seen[-1] == {"margin": 0.5, "mode": "exact", "cull": False}, seen
listed = {info.name: info for info in touchstone.options()}
assert listed["mine.margin"].values == "number in [0, 1] [m]"
assert listed["mine.margin"].meaning == "of nothing"
assert listed["mine.mode"].published == "fast"
for name, value in [("margin", 2), ("mode", "slow"), ("cull", "maybe"), ("other", 1)]:
    try:
        settings.set(f"mine.{name}", value)
    except touchstone.UsageError:
        continue
    raise SystemExit(f"mine.{name} took {value}")
"""


def test_a_function_has_options_of_its_own():
    done = subprocess.run([sys.executable, "-c", OPTIONS], capture_output=True, text=True, timeout=600)
    assert done.returncode == 0, done.stderr


@pytest.mark.parametrize(
    "options",
    [{"Margin": 1}, {"mode": []}, {"mode": [1, 2]}, {"a": "word"}, {"a": {"minimum": 2}}, {"a": {"b": 1}}],
)
def test_options_that_make_no_sense_are_refused(options):
    with pytest.raises(touchstone.UsageError):
        add(nothing, options=options)
