#!/usr/bin/env python3
"""Fuzzes the program as a whole with files that keep their structure; see docs/develop/fuzzing.md.

    fuzz_program.py PROGRAM --seconds 10 --kinds scene,mesh --seed 1 --keep FOLDER

An input breaks a promise when the program crashes, hangs, takes more time or memory than the limits, ends
with another status than 0, 1 and 2, prints more than lines of its own on standard error, or writes a file
that holds nan or inf. Each is kept, with the command. Ends with status 1 then.
"""

import argparse
import json
import os
import pathlib
import random
import re
import resource
import shutil
import signal
import subprocess
import sys
import tempfile
import time

import kinds

CPU_SECONDS = 5  # by default, for an input of 100 KB; all samples are smaller
WALL_SECONDS = 600  # of a process that does not even compute; a busy machine is slow
MEGABYTES = 256  # resident, for such an input; the program alone takes about 20
MOST_CPU_SECONDS = 120  # then it is killed

FILLING = b"it took longer than 60 s"  # the limit of TetGen, for one mesh
UNNUMBERED = re.compile(r"(?<![A-Za-z_])[-+]?(?:nan|inf|infinity)(?![A-Za-z_])", re.IGNORECASE)
ALLOWED = re.compile(r'closeness(?:=|": ")inf')  # the one setting that may be
RECORDS = re.compile(r"[A-Za-z0-9+/]{40,}={0,2}")  # contacts in base64, where those letters mean nothing
NAMED = re.compile(r'"(?:nan|-?inf)"')  # how a finished cell names what JSON has no number for
TEXTS = {".csv", ".json", ".md", ".tex", ".obj", ".off", ".mesh", ".svg", ".vtu", ".vtm", ".vtp", ".pvd", ".xml"}
CONTROL = re.compile(r"[\x00-\x08\x0b-\x1f\x7f-\x9f\u202a-\u202e\u2066-\u2069]")


def limit_child():
    resource.setrlimit(resource.RLIMIT_CPU, (MOST_CPU_SECONDS, MOST_CPU_SECONDS + 1))
    resource.setrlimit(resource.RLIMIT_CORE, (0, 0))
    resource.setrlimit(resource.RLIMIT_FSIZE, (1 << 30, 1 << 30))


class Run:
    """One command: how it ended, and what it took."""

    def __init__(self, program, words, folder):
        environment = dict(os.environ, TOUCHSTONE_CACHE_DIR=str(folder.parent / "cache"))
        with open(folder / "stdout", "wb") as out, open(folder / "stderr", "wb") as err:
            child = subprocess.Popen([program, *words], cwd=folder, stdin=subprocess.DEVNULL, stdout=out, stderr=err,
                                     env=environment, preexec_fn=limit_child, start_new_session=True)
            signal.signal(signal.SIGALRM, lambda *_: os.killpg(child.pid, signal.SIGKILL))
            signal.alarm(WALL_SECONDS)
            begin = time.monotonic()
            _, status, usage = os.wait4(child.pid, 0)
            signal.alarm(0)
            child.returncode = status  # waited for here
        self.wall = time.monotonic() - begin
        self.status = os.waitstatus_to_exitcode(status)
        self.cpu = usage.ru_utime + usage.ru_stime
        self.megabytes = usage.ru_maxrss / 1024
        self.errors = (folder / "stderr").read_bytes()


def unnumbered(path):
    """The first nan or inf of a file with its surroundings, or nothing."""
    if path.suffix not in TEXTS and path.name != "stdout":
        return None
    text = RECORDS.sub("", ALLOWED.sub("", path.read_bytes().decode("utf-8", "replace")))
    text = NAMED.sub("", text) if path.parent.name == "cells" else text
    found = UNNUMBERED.search(text)
    return found and text[max(0, found.start() - 60) : found.end() + 30]


def not_json(path):
    if path.suffix != ".json":
        return None
    try:
        json.loads(path.read_bytes())
    except ValueError as error:
        return str(error)
    return None


def faults_of(run, folder, cpu_seconds):
    """Which promises the run has broken."""
    faults = []
    if run.status not in (0, 1, 2):
        faults.append(f"status {run.status}")
    if run.cpu > cpu_seconds and FILLING not in run.errors:
        faults.append(f"{run.cpu:.1f} s of CPU")
    if run.wall > WALL_SECONDS:
        faults.append(f"no end in {WALL_SECONDS} s")
    if run.megabytes > MEGABYTES:
        faults.append(f"{run.megabytes:.0f} MB")
    try:
        errors = run.errors.decode("utf-8")
    except UnicodeDecodeError:
        errors = ""
        faults.append("standard error is no UTF-8")
    lines = errors.splitlines()
    if run.status != 0 and not lines and not (folder / "stdout").stat().st_size:
        faults.append("no word about what is wrong")
    if any(not line.startswith("touchstone: ") for line in lines if run.status in (0, 1, 2)) or CONTROL.search(errors):
        faults.append("lines of other makes on standard error")
    for path in sorted([*folder.rglob("out*"), *folder.glob("out*/**/*"), folder / "stdout"]):
        if path.is_file():
            text = unnumbered(path)
            faults += [f"{path.name} holds {text!r}"] if text else []
            broken = not_json(path) if run.status == 0 else None
            faults += [f"{path.name} is no JSON: {broken}"] if broken else []
    return faults


class Tally:
    """What came of the inputs of one kind."""

    def __init__(self):
        self.inputs = self.faults = self.commands = 0
        self.cpu = self.slowest = self.largest = 0.0
        self.by_status = {}

    def add(self, run):
        self.commands += 1
        self.cpu += run.cpu
        self.slowest = max(self.slowest, run.cpu)
        self.largest = max(self.largest, run.megabytes)
        self.by_status[run.status] = self.by_status.get(run.status, 0) + 1

    def line(self, kind, seconds):
        statuses = ", ".join(f"{count} × {status}" for status, count in sorted(self.by_status.items()))
        return (f"{kind}: {self.inputs} inputs, {self.commands} commands in {seconds:.0f} s ({self.cpu:.0f} s of CPU), "
                f"slowest {self.slowest:.2f} s of CPU, most memory {self.largest:.0f} MB, status {statuses}; "
                f"{self.faults} faults")


def keep(folder, target, faults, words):
    """The input with the command and what was wrong."""
    shutil.rmtree(target, ignore_errors=True)
    shutil.copytree(folder, target)
    text = "\n".join(["; ".join(faults), "touchstone " + " ".join(words)])
    (target / "FAULT").write_text(text + "\n", encoding="utf-8", errors="replace")


def fuzz(program, kind, options, base):
    """Runs inputs of one kind until the time is over, or as many as are asked for."""
    tally = Tally()
    folder = base / kind
    (folder / "samples").mkdir(parents=True)
    source = kinds.ALL[kind](program, folder / "samples")
    begin = time.monotonic()
    for number in range(options.first, options.first + options.count if options.count else sys.maxsize):
        if time.monotonic() - begin > options.seconds and not options.count:
            break
        work = folder / "work"
        shutil.rmtree(work, ignore_errors=True)
        work.mkdir()
        tally.inputs += 1
        for words in source.make(random.Random(f"{options.seed} {kind} {number}"), work):
            if options.show:
                print(kind, number, " ".join(words), flush=True)
            run = Run(program, words, work)
            tally.add(run)
            faults = faults_of(run, work, options.cpu_seconds)
            if faults:
                tally.faults += 1
                print(f"FAULT: {kind} {number}: {'; '.join(faults)[:300]!r}: {' '.join(words)}", flush=True)
                if options.keep:
                    keep(work, options.keep / f"{kind}-{options.seed}-{number}", faults, words)
                break
            if run.status != 0:
                break
    print(tally.line(kind, time.monotonic() - begin), flush=True)
    return tally.faults


def main():
    parser = argparse.ArgumentParser(description=__doc__.splitlines()[0])
    parser.add_argument("program", type=pathlib.Path)
    parser.add_argument("--kinds", default=",".join(kinds.ALL), help="with commas; default: all")
    parser.add_argument("--seconds", type=float, default=10, help="for each kind; default: 10")
    parser.add_argument("--count", type=int, help="so many inputs of each kind, whatever the time")
    parser.add_argument("--seed", default="1", help="of all inputs; default: 1")
    parser.add_argument("--first", type=int, default=0, help="the number of the first input; default: 0")
    parser.add_argument("--cpu-seconds", type=float, default=CPU_SECONDS,
                        help=f"that a command may take; default: {CPU_SECONDS}")
    parser.add_argument("--keep", type=pathlib.Path, help="a folder for inputs that break a promise")
    parser.add_argument("--show", action="store_true", help="print each command before it runs")
    options = parser.parse_args()
    program = str(options.program.resolve())
    faults = 0
    with tempfile.TemporaryDirectory() as folder:
        for kind in options.kinds.split(","):
            if kind not in kinds.ALL:
                parser.error(f"no kind {kind}; known: {', '.join(kinds.ALL)}")
            faults += fuzz(program, kind, options, pathlib.Path(folder))
    return 1 if faults else 0


if __name__ == "__main__":
    sys.exit(main())
