"""The package as a whole: its stubs, its worker, its example."""

import ast
import inspect
import json
import os
import pathlib
import subprocess
import sys
import types

import numpy as np
import pytest

import touchstone

ROOT = pathlib.Path(__file__).resolve().parents[2]
EXAMPLES = ROOT / "python" / "examples"
GUIDE = ROOT / "docs" / "use" / "python.md"


def run_python(*arguments, cwd="/", **environment):
    return subprocess.run(
        [sys.executable, *map(str, arguments)],
        capture_output=True,
        text=True,
        check=True,
        cwd=cwd,
        env={**os.environ, **environment},
    ).stdout


def stubs():
    text = (pathlib.Path(touchstone.__file__).parent / "__init__.pyi").read_text(encoding="utf-8")
    return ast.parse(text).body


def argument_names(function):
    arguments = [*function.args.args, *function.args.kwonlyargs]
    return [argument.arg for argument in arguments if argument.arg != "self"]


def test_the_package_says_that_it_has_types():
    assert (pathlib.Path(touchstone.__file__).parent / "py.typed").exists()


def test_the_stubs_name_what_there_is():
    named = {
        node.name
        for node in stubs()
        if isinstance(node, ast.ClassDef | ast.FunctionDef) and not node.name.startswith("_")
    }
    assert named == set(touchstone.__all__)
    for node in stubs():
        if not isinstance(node, ast.ClassDef) or node.name.startswith("_"):
            continue
        kind = getattr(touchstone, node.name)
        if issubclass(kind, Exception):
            assert [base.id for base in node.bases] == [base.__name__ for base in kind.__bases__]
            continue
        theirs = {name for name in vars(kind) if not name.startswith("_")}
        ours = {entry.name for entry in node.body if not entry.name.startswith("_")}
        assert ours == theirs, node.name


def test_the_stubs_have_the_arguments_of_the_functions():
    def first_line(documentation):
        return documentation.splitlines()[0]

    checked = 0
    for node in stubs():
        methods = node.body if isinstance(node, ast.ClassDef) else [node]
        for method in methods:
            if not isinstance(method, ast.FunctionDef) or method.decorator_list:
                continue
            owner = getattr(touchstone, node.name, None) if node is not method else touchstone
            if owner is None or method.name in ("__iter__", "__len__"):
                continue
            if method.args.kwarg is not None:
                continue
            function = getattr(owner, method.name)
            if isinstance(function, types.FunctionType):  # written in Python
                assert list(inspect.signature(function).parameters) == [
                    *(["self"] if node is not method else []), *argument_names(method)
                ], method.name  # fmt: skip
                continue
            line = first_line(function.__doc__)
            for name in argument_names(method):
                assert f"{name}:" in line, f"{node.name}.{method.name}: {line}"
            assert line.count(": ") == len(argument_names(method)) + (node is not method), line
            checked += 1
    assert checked > 20


def test_everything_public_is_documented():
    for name in touchstone.__all__:
        assert getattr(touchstone, name).__doc__, name
        assert getattr(touchstone, name).__module__.startswith("touchstone"), name


def test_the_mesh_worker_is_beside_the_module(tmp_path):
    code = "import touchstone; print(len(touchstone.Scene('pillar').bodies))"
    # An empty cache: every body has to be meshed.
    out = run_python("-c", code, TOUCHSTONE_CACHE_DIR=str(tmp_path), TOUCHSTONE_TETGEN_WORKER="")
    assert int(out) > 2
    assert any(tmp_path.rglob("*"))


def test_a_body_is_cut_into_convex_parts_where_its_scene_asks_for_it(tmp_path, monkeypatch):
    monkeypatch.setenv("TOUCHSTONE_CACHE_DIR", str(tmp_path / "cache"))
    scene = json.loads(
        (ROOT / "testcases/files/tests/data/peg_in_channel.json").read_text(encoding="utf-8")
    )
    scene["bodies"][0]["convex_parts"] = "decompose"
    path = tmp_path / "channel.json"
    path.write_text(json.dumps(scene), encoding="utf-8")
    contacts = touchstone.find_contacts(path, "convex_cast")
    assert len(contacts) == 4
    assert np.allclose(contacts.separation, 2.5)
    assert any((tmp_path / "cache").iterdir())


@pytest.mark.parametrize("has_matplotlib", [True, False])
def test_the_example_reproduces_a_row_of_table_8(tmp_path, has_matplotlib):
    if has_matplotlib:
        pytest.importorskip("matplotlib")
    hide = "" if has_matplotlib else "sys.modules['matplotlib'] = None; "
    run = "sys.argv.pop(0); runpy.run_path(sys.argv[0], run_name='__main__')"
    code = f"import runpy, sys; {hide}{run}"
    example, plot = EXAMPLES / "table8_row.py", tmp_path / "quality"
    out = run_python("-c", code, example, "opposing", "--plot", plot)
    lines = [line for line in out.splitlines() if " = " in line or " ≠ " in line]
    assert len(lines) == 10
    report = touchstone.report("fundamental", "opposing", settings="published")
    agreeing = sum(row.agrees["coverage"] for row in report)
    assert f"coverage agrees in {agreeing} of 10 cells" in out
    [file] = tmp_path.iterdir()
    assert file.suffix == (".svg" if has_matplotlib else ".csv") and str(file) in out
    contacts = sum(len(row.judgement.sorted_quality) for row in report)
    if has_matplotlib:
        assert file.stat().st_size > 10_000
    else:
        assert len(file.read_text(encoding="utf-8").splitlines()) == 1 + contacts


def test_the_example_of_an_own_method_runs():
    out = run_python(EXAMPLES / "own_method.py")
    assert "Deepest only" in out and "Opposing" in out


def test_the_example_of_tessellation_runs():
    out = run_python(EXAMPLES / "tessellation.py", "semi_local")
    assert out.count("worst normal") == 4 and "exact separation" in out


@pytest.mark.parametrize("number", range(GUIDE.read_text(encoding="utf-8").count("```python")))
def test_what_the_documentation_shows_runs(number, tmp_path):
    text = GUIDE.read_text(encoding="utf-8")
    code = text.split("```python")[number + 1].split("```")[0]
    file = tmp_path / "shown.py"
    file.write_text(code, encoding="utf-8")
    run_python(file, cwd=tmp_path)
