"""Builds the extension module with CMake, for pip. What is installed is in pyproject.toml.

TOUCHSTONE_BUILD=FOLDER names a build folder to build in, so that libraries that are there already
are not built again; without it the module has one of its own in build/python. CMAKE_ARGS holds more
arguments for CMake.
"""

import os
import re
import shlex
import shutil
import subprocess
import sys
from pathlib import Path

from setuptools import Extension, setup
from setuptools.command.build_ext import build_ext

ROOT = Path(__file__).resolve().parent
OWN_BUILD = ROOT / "build" / "python"
WORKER = "touchstone-tetgen-worker"
NEEDS = (
    "the packages that ./quickstart.sh installs, and "
    "apt-get install pybind11-dev python3-dev python3-numpy"
)


def version():
    text = (ROOT / "CMakeLists.txt").read_text(encoding="utf-8")
    return re.search(r"project\(Touchstone VERSION ([0-9.]+)", text).group(1)


def build_jobs():
    """As many compilers at once as there are cores, and 1.8 GB of memory for each."""
    text = Path("/proc/meminfo").read_text(encoding="utf-8")
    kilobytes = int(re.search(r"MemAvailable: *([0-9]+) kB", text).group(1))
    return max(1, min(len(os.sched_getaffinity(0)), kilobytes // 1_800_000))


def new_build_arguments():
    """What an existing build folder has been told already."""
    arguments = [
        "-G", "Ninja",
        "-DCMAKE_BUILD_TYPE=Release",
        "-DCMAKE_CXX_FLAGS_RELEASE=-O2 -DNDEBUG",
        "-DTOUCHSTONE_TESTS=OFF",
        "-DTOUCHSTONE_VIEWER=OFF",
        "-DCMAKE_UNITY_BUILD=ON",
    ]  # fmt: skip
    if "CMAKE_CXX_COMPILER_LAUNCHER" not in os.environ and shutil.which("ccache"):
        # It knows a file by the bytes of its headers, and a precompiled one has others every time.
        arguments += [
            "-DCMAKE_CXX_COMPILER_LAUNCHER=ccache",
            "-DCMAKE_DISABLE_PRECOMPILE_HEADERS=ON",
        ]
    return arguments


def run(what, *command):
    print("==>", *command, flush=True)
    if subprocess.run(command, cwd=ROOT).returncode != 0:
        sys.exit(f"touchstone: {what} failed, see above; on Debian 12 it needs {NEEDS}")


class BuildWithCMake(build_ext):
    def build_extension(self, ext):
        for program in ("cmake", "ninja"):
            if shutil.which(program) is None:
                sys.exit(f"touchstone: there is no {program}; on Debian 12 it needs {NEEDS}")
        given = os.environ.get("TOUCHSTONE_BUILD")
        build = ROOT / given if given else OWN_BUILD
        # The interpreter itself: the link to it in a virtual environment may be gone when this
        # folder is next built in.
        python = os.path.realpath(sys.executable)
        arguments = [] if (build / "CMakeCache.txt").exists() else new_build_arguments()
        run(
            "CMake's configuration",
            "cmake", "-S", str(ROOT), "-B", str(build), *arguments,
            "-DTOUCHSTONE_PYTHON=ON", f"-DPython_EXECUTABLE={python}",
            *shlex.split(os.environ.get("CMAKE_ARGS", "")),
        )  # fmt: skip
        run(
            "the build",
            "cmake", "--build", str(build), "--target", "touchstone_python",
            "--parallel", str(build_jobs()),
        )  # fmt: skip
        module = Path(self.get_ext_fullpath(ext.name))
        module.parent.mkdir(parents=True, exist_ok=True)
        built = build / "python" / "touchstone"
        shutil.copy2(built / module.name, module)
        # The module looks for it beside itself.
        shutil.copy2(built / WORKER, module.parent / WORKER)

    def get_outputs(self):
        modules = super().get_outputs()
        return modules + [str(Path(module).parent / WORKER) for module in modules]


# Setuptools leaves its own files in the source tree otherwise.
SCRATCH = OWN_BUILD / "setuptools"
SCRATCH.mkdir(parents=True, exist_ok=True)
setup(
    version=version(),
    ext_modules=[Extension("touchstone._core", sources=[])],
    cmdclass={"build_ext": BuildWithCMake},
    options={
        "build": {"build_base": str(SCRATCH)},
        "egg_info": {"egg_base": str(SCRATCH)},
    },
)
