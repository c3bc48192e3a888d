"""What the tests of the Python module share."""

import json
import os
import shutil
import signal
import subprocess

import pytest


# A shell ignores it for what it starts in the background, and Python leaves it at that.
signal.signal(signal.SIGINT, signal.default_int_handler)


# The viewer stands beside the program of the same build.
if "TOUCHSTONE_PROGRAM" in os.environ and "TOUCHSTONE_VIEWER" not in os.environ:
    viewer = os.path.join(os.path.dirname(os.environ["TOUCHSTONE_PROGRAM"]), "touchstone-viewer")
    if os.access(viewer, os.X_OK):
        os.environ["TOUCHSTONE_VIEWER"] = viewer


class CommandLine:
    """The program `touchstone` of the same build, to compare with."""

    def __init__(self, program):
        self.program = program

    def text(self, *arguments):
        done = subprocess.run(
            [self.program, *map(str, arguments)], capture_output=True, text=True, check=True
        )
        return done.stdout

    def json(self, *arguments):
        return json.loads(self.text(*arguments))


@pytest.fixture(scope="session")
def command_line():
    program = os.environ.get("TOUCHSTONE_PROGRAM")
    if program is None:
        program = shutil.which("touchstone")
    if program is None:
        pytest.skip("TOUCHSTONE_PROGRAM does not name the program to compare with")
    assert os.access(program, os.X_OK), f"TOUCHSTONE_PROGRAM: there is no program {program}"
    return CommandLine(program)
