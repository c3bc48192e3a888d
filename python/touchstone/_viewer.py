"""Contacts in the viewer, which is a program of its own and is shown them as a recording."""

import os
import pathlib
import shutil
import subprocess
import tempfile
import threading

import numpy as np

from touchstone import _core
from touchstone._notebook import Picture

_PROGRAM = "touchstone-viewer"
_TIME_LIMIT = 120  # for one picture, also on a busy machine [s]


def _program():
    given = os.environ.get("TOUCHSTONE_VIEWER")
    program = given or shutil.which(_PROGRAM)
    if program is None:
        raise _core.Error(
            f"there is no {_PROGRAM} in PATH; install or build it, or name it in TOUCHSTONE_VIEWER"
        )
    if not os.access(program, os.X_OK):
        raise _core.Error(f"TOUCHSTONE_VIEWER: {program} is no program")
    return program


def _contacts_of(scene, contacts):
    if isinstance(contacts, str):
        return _core.find_contacts(scene, contacts)
    if contacts is None:
        return _core.Contacts(np.zeros((0, 3)), np.zeros((0, 3)), [])
    return contacts


def _shown(folder, scene, contacts):
    """What the viewer is to open, as its arguments."""
    is_scene = isinstance(scene, _core.Scene)
    if not is_scene and os.fspath(scene).endswith((".h5", ".hdf5")):
        if contacts is not None:
            raise _core.UsageError("a recording has contacts of its own; leave contacts out")
        return ["--step", "1", "--", os.fspath(scene)]
    if not is_scene:
        scene = _core.Scene(scene, generators=[contacts] if isinstance(contacts, str) else [])
    file = pathlib.Path(folder) / "contacts.h5"
    _core.record_contacts(file, scene, _contacts_of(scene, contacts))
    return ["--step", "1", "--", str(file)]


def _clean_up_after(process, folder):
    process.wait()
    folder.cleanup()


def view(scene, contacts=None, wait=False):
    """Opens the viewer on a scene and contacts, coloured by what is right.

    `scene`: a Scene, a case's id, a scene file, or a recording (.h5), which has contacts of its own.
    `contacts`: Contacts, of any origin, the id of a generator that is to find them, or None. Returns
    the process, or with `wait` its exit status. The viewer is touchstone-viewer in PATH, or what
    TOUCHSTONE_VIEWER names.
    """
    program = _program()
    folder = tempfile.TemporaryDirectory(prefix="touchstone-")
    try:
        process = subprocess.Popen([program, *_shown(folder.name, scene, contacts)])
    except BaseException:
        folder.cleanup()
        raise
    if wait:
        _clean_up_after(process, folder)
        return process.returncode
    threading.Thread(target=_clean_up_after, args=(process, folder), daemon=True).start()
    return process


def screenshot(scene, contacts=None, file=None, size=(1280, 800), view=None, commands=()):
    """A picture of a scene and contacts, coloured by what is right; it needs no display.

    `scene` and `contacts` are those of view(). `file`: where the PNG is written, too. `view`: "front",
    "back", "left", "right", "top", "bottom" or "iso". `commands`: of the viewer, as its F1 lists them.
    Returns a Picture, which a notebook shows.
    """
    program = _program()
    with tempfile.TemporaryDirectory(prefix="touchstone-") as folder:
        width, height = size
        png = pathlib.Path(folder) / "picture.png"
        words = [program, "--screenshot", str(png), "--size", f"{width}x{height}"]
        words += ["--view", view] if view else []
        for command in commands:
            words += ["--do", command]
        words += _shown(folder, scene, contacts)
        try:
            done = subprocess.run(words, capture_output=True, text=True, timeout=_TIME_LIMIT)
        except subprocess.TimeoutExpired as error:
            raise _core.Error(f"the viewer took longer than {_TIME_LIMIT} s") from error
        if done.returncode != 0:
            lines = done.stderr.strip().splitlines() or [f"status {done.returncode}"]
            raise _core.Error(f"the viewer drew no picture: {lines[-1]}")
        picture = Picture(png.read_bytes())
    if file is not None:
        picture.save(file)
    return picture


for _function in (view, screenshot):
    _function.__module__ = "touchstone"
