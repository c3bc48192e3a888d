"""What a careless or hostile host must not be able to break: an exception or the right answer, no crash."""

import json
import os
import shutil
import subprocess
import sys

import numpy as np
import pytest

import touchstone


def run_alone(code, **environment):
    """Runs the code in an interpreter of its own, which may crash or end as it likes."""
    return subprocess.run(
        [sys.executable, "-c", "import touchstone, sys, os, threading\n" + code],
        capture_output=True,
        text=True,
        timeout=600,
        env=dict(os.environ, PYTHONPATH=os.pathsep.join(sys.path), **environment),
    )


SIMULATING = """
started = threading.Event()
def simulate():
    simulation = touchstone.Simulation("pillar", "semi_local")
    simulation.step()
    started.set()
    {then}
threading.Thread(target=simulate, daemon=True).start()
started.wait()
"""


@pytest.mark.parametrize("then", ["simulation.step(100000)", "[simulation.step() for _ in range(100000)]"])
def test_an_interpreter_ends_while_a_thread_simulates(then):
    done = run_alone(SIMULATING.format(then=then))
    assert done.returncode == 0, done.stderr
    assert "Fatal" not in done.stderr and "terminate" not in done.stderr


def test_an_interpreter_ends_in_the_middle_of_a_report():
    code = """
def report():
    touchstone.report("fundamental", jitter=100000)
threading.Thread(target=report, daemon=True).start()
import time; time.sleep(0.5)
"""
    done = run_alone(code)
    assert done.returncode == 0, done.stderr


def test_a_host_that_ignores_the_end_of_children_gets_its_meshes(tmp_path):
    code = """
import signal
signal.signal(signal.SIGCHLD, signal.SIG_IGN)
print(len(touchstone.find_contacts("wedges", "opposing")))
"""
    done = run_alone(code, TOUCHSTONE_CACHE_DIR=str(tmp_path))
    assert done.returncode == 0, done.stderr
    assert done.stdout.strip() == str(len(touchstone.find_contacts("wedges", "opposing")))


FAR = [2**31, 2**32, 2**32 + 1, 2**40, 2**62, -(2**31) - 1, -(2**32), -(2**63)]


@pytest.mark.parametrize("index", FAR)
def test_indices_beyond_32_bits_are_not_taken_as_others(index):
    with pytest.raises((touchstone.Error, OverflowError, ValueError, TypeError)):
        touchstone.Contacts([[0, 0, 0]], [[0, 1, 0]], [0.0], np.array([index]), np.array([0]))


@pytest.mark.parametrize("index", [*FAR, 2**64, -(2**64), float("nan"), 1e300])
def test_numbers_beyond_32_bits_are_refused_as_arguments(index):
    refusals = (touchstone.Error, OverflowError, ValueError, TypeError)
    with pytest.raises(refusals):
        touchstone.find_contacts("wedges", "opposing", query=index)
    with pytest.raises(refusals):
        touchstone.report("wedges", "opposing", threads=index)
    with pytest.raises(refusals):
        touchstone.report("wedges", "opposing", jitter=index)
    with pytest.raises(refusals):
        touchstone.Simulation("wedges", "opposing").step(index)


@pytest.mark.parametrize("jitter", [100_001, 5 * 10**7, 2**31 - 1])
def test_jitter_has_a_bound(jitter):
    with pytest.raises(touchstone.UsageError, match="jitter must be in 0…100000"):
        touchstone.report("wedges", "opposing", jitter=jitter)


def bound_classes():
    """The classes that are compiled, by name."""
    metaclass = type(touchstone.Settings)
    core = vars(touchstone._core)
    return sorted(name for name, value in core.items() if type(value) is metaclass)


def test_there_are_compiled_classes_to_ask():
    assert {"Collider", "Contacts", "Query", "Report", "Scene", "Settings", "Simulation"} <= set(bound_classes())


USING = """
kind = getattr(touchstone._core, {name!r})
try:
    empty = kind.__new__(kind)
except TypeError:
    print("refused at once")
    sys.exit()
refused = used = 0
for name in dir(kind):
    for use in (lambda: getattr(empty, name), lambda: getattr(empty, name)(), lambda: getattr(empty, name)(empty)):
        if name in ("__class__", "__init_subclass__", "__subclasshook__", "__new__", "__init__", "__doc__", "__module__"):
            continue
        try:
            use()
            used += 1
        except Exception as error:
            refused += isinstance(error, (TypeError, RuntimeError, touchstone.Error))
for function in (len, iter, repr, str, hash, bool, list, lambda it: it == it, lambda it: it[0]):
    try:
        function(empty)
    except Exception:
        pass
for function in (touchstone.report, touchstone.Scene, lambda it: touchstone.find_contacts(it, "opposing"),
                 lambda it: touchstone.judge(it, it), lambda it: touchstone.report("wedges", "opposing", settings=it)):
    try:
        function(empty)
        sys.exit("taken as an argument")
    except Exception:
        pass
del empty
print("refused", refused)
"""


@pytest.mark.parametrize("name", bound_classes())
def test_objects_out_of_nothing_are_refused(name):
    done = run_alone(USING.format(name=name))
    assert done.returncode == 0, (done.returncode, done.stdout, done.stderr)
    if done.stdout.startswith("refused at once"):
        return
    members = [member for member in vars(getattr(touchstone._core, name)) if not member.startswith("_")]
    refused = int(done.stdout.split()[-1])
    assert refused >= len(members) > 0


BASE = """
base = touchstone.Settings.__mro__[1]
class Derived(base):
    pass
for make in (base, Derived, lambda: base.__new__(base), lambda: base.__new__(Derived)):
    try:
        make()
        sys.exit("made")
    except TypeError:
        pass
touchstone.Settings()
"""


def test_the_common_base_of_the_classes_has_no_constructor():
    done = run_alone(BASE)
    assert done.returncode == 0, (done.returncode, done.stdout, done.stderr)


@pytest.fixture(scope="module")
def comma_locale(tmp_path_factory):
    """A folder with a locale whose decimal sign is a comma."""
    folder = tmp_path_factory.mktemp("locales")
    compiler = shutil.which("localedef")
    if compiler is None:
        pytest.skip("localedef is not installed")
    made = subprocess.run(
        [compiler, "-i", "de_DE", "-f", "UTF-8", str(folder / "de_DE.UTF-8")], capture_output=True, text=True
    )
    if not (folder / "de_DE.UTF-8").is_dir():
        pytest.skip(f"no locale could be made: {made.stderr}")
    return str(folder)


def test_a_decimal_comma_changes_nothing(tmp_path, comma_locale):
    file = tmp_path / "s.json"
    box = {"box": {"size": [1.5, 0.25, 1.125]}}
    bodies = [
        {"name": "a", "shape": box, "tetgen": "pYq2a.5Q", "fixed": True},
        {"name": "b", "shape": box, "position": [0.1, 0.2499, 0]},
    ]
    file.write_text(json.dumps({"schema": "touchstone-scene-1", "name": "x", "bodies": bodies}))
    comma = """
import locale
locale.setlocale(locale.LC_ALL, "de_DE.UTF-8")
assert locale.localeconv()["decimal_point"] == ","
"""
    ask = f"""
contacts = touchstone.find_contacts({str(file)!r}, "vertex_only")
settings = touchstone.Settings(**{{"growth.first_scale": 0.75}})
print(len(contacts), contacts.position.tobytes().hex(), settings.get("growth.first_scale"))
print([row.contacts for row in touchstone.report({str(file)!r}, ["opposing", "growth"])])
"""
    with_comma = run_alone(comma + ask, LOCPATH=comma_locale)
    without = run_alone(ask)
    assert with_comma.returncode == 0, with_comma.stderr
    assert with_comma.stdout == without.stdout
    assert "0.75" in with_comma.stdout
