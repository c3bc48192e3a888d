#!/usr/bin/env python3
"""What may go wrong with a folder that processes share: each is said in words, or changes nothing.

  sharing_faults.py PROGRAM full_disk|read_only|clocks|versions|tables

Each part fills a folder under that fault, and then without it, and compares with a folder that one
process filled undisturbed, byte by byte. The first two want a file system of their own, in a name
space of mounts; where the system does not allow one they end with 77.
"""

import hashlib
import json
import os
import pathlib
import shutil
import signal
import subprocess
import sys
import tempfile
import time

STUDY = ["study", "counts", "--generators", "opposing,vertex_only,growth", "--profile", "corrected", "--steps", "2",
         "--jobs", "1"]
HOUR = 3600


def start(program, folder, *words, command=STUDY):
    return subprocess.Popen([program, *command, *words, "--out", str(folder)], stdout=subprocess.DEVNULL,
                            stderr=subprocess.PIPE, text=True, cwd=folder.parent)


def end(process):
    """Status and the lines that are no progress."""
    errors = process.communicate()[1]
    lines = [line for line in errors.splitlines() if line.startswith("touchstone: ")]
    return process.returncode, lines


def require(held, what):
    if not held:
        sys.exit(f"FAULT: {what}")


def contents(folder):
    """All but the times, which differ from run to run."""
    return {file.relative_to(folder): file.read_bytes() for file in folder.rglob("*")
            if file.is_file() and not file.name.startswith("times-")}


def require_same(whole, folder, what):
    other = contents(folder)
    names = {str(name) for name in whole.keys() | other.keys() if whole.get(name) != other.get(name)}
    require(not names, f"{what}: not as undisturbed: {sorted(names)}")


def fill(program, folder, what, *words):
    status, lines = end(start(program, folder, *words))
    require(status == 0, f"{what}: status {status}: {lines}")
    return lines


def require_refused(process, words, what):
    status, lines = end(process)
    require(status == 1, f"{what}: status {status}: {lines}")
    require(lines, f"{what}: no word")
    for word in words:
        require(word in lines[-1], f"{what}: '{word}' is not in: {lines}")


def mount_small(folder):
    """A file system of 1 MB there, which no other process sees."""
    folder.mkdir()
    done = subprocess.run(["mount", "-t", "tmpfs", "-o", "size=1m", "small", str(folder)], capture_output=True)
    if done.returncode != 0:
        print("skipped: no file system can be mounted")
        sys.exit(77)


def full_disk(program, base, whole):
    small = base / "small"
    mount_small(small)
    for left in (0, 4, 24):  # KB: for no file, for a claim, for some cells
        folder = small / f"shared-{left}"
        filler = small / "filler"
        with open(filler, "wb", buffering=0) as out:
            try:
                while True:
                    out.write(b"x" * 4096)
            except OSError:
                pass
        os.truncate(filler, filler.stat().st_size // 4096 * 4096 - left * 1024)
        processes = [start(program, folder) for _ in range(2)]
        for process in processes:
            require_refused(process, [str(folder), "No space left on device"], f"a disk with {left} KB left")
        for cell in folder.glob("cells/*.json"):
            json.loads(cell.read_bytes())  # whole
        filler.unlink()
        fill(program, folder, "a disk with space again")
        require_same(whole, folder, "a disk with space again")
        shutil.rmtree(folder)


def read_only(program, base, whole):
    small = base / "small"
    mount_small(small)
    folder = small / "shared"
    fill(program, folder, "before")
    cells = sorted(folder.glob("cells/experiment-*.json"))
    cells[0].unlink()
    subprocess.run(["mount", "-o", "remount,ro", str(small)], check=True)
    require_refused(start(program, folder), [str(folder), "cannot be written"], "a read-only folder")
    require_refused(start(program, small / "new"), [str(small / "new"), "cannot be"], "no folder there")
    subprocess.run(["mount", "-o", "remount,rw", str(small)], check=True)
    fill(program, folder, "a folder that may be written again")
    require_same(whole, folder, "a folder that may be written again")


def claim(folder, cell, **changes):
    """A claim as a process of another machine leaves it, of the program that made the cell."""
    program = json.loads(cell.read_bytes())["program"]
    owner = {"schema": "touchstone-claim-1", "host": "node7", "machine": "another", "process": 4711, "started": 1,
             **program, **changes}
    file = folder / "cells" / (cell.stem + ".claim-0")
    file.write_text(json.dumps(owner))
    return file


def clocks(program, base, whole):
    for shift in (-HOUR, HOUR):
        what = f"a claim of a machine whose clock differs by {shift} s"
        folder = base / f"shared{shift}"
        fill(program, folder, "before")
        cell = sorted(folder.glob("cells/experiment-*.json"))[0]
        file = claim(folder, cell)
        cell.unlink()
        moment = time.time() + shift
        os.utime(file, (moment, moment))
        process = start(program, folder, "--takeover", "86400")
        time.sleep(1)  # however slow the machine is: it waits for a day
        require(process.poll() is None and not cell.exists(), f"{what}: not waited for")
        process.terminate()
        process.communicate()
        lines = fill(program, folder, what, "--takeover", "1")
        require(any("process 4711 on node7" in line for line in lines), f"{what}: not told: {lines}")
        require_same(whole, folder, what)


def versions(program, base, whole):
    folder = base / "shared"
    fill(program, folder, "before")
    cells = sorted(folder.glob("cells/experiment-*.json"))
    other = {"version": "0.0.9", "commit": "fedcba9876543210"}
    # At work: refused, and nothing is written.
    file = claim(folder, cells[0], **other)
    before = contents(folder)
    require_refused(start(program, folder), ["process 4711 on node7", "version 0.0.9 (commit fedcba987654)",
                                             "name another folder"], "another version at work")
    require_same(before, folder, "another version at work")
    file.unlink()
    # What it has made: asked anew, with a word once.
    for cell in cells[:2]:
        document = json.loads(cell.read_bytes())
        document["program"] = other
        del document["checksum"]
        text = json.dumps(document, indent=1).removesuffix("\n}")  # the checksum is of all before it
        checksum = hashlib.sha256(text.encode()).hexdigest()
        cell.write_text(f'{text},\n "checksum": "{checksum}"\n}}\n')
    lines = fill(program, folder, "cells of another version")
    told = [line for line in lines if "cells made by version 0.0.9" in line]
    require(len(told) == 1, f"cells of another version: told {len(told)} times: {lines}")
    require_same(whole, folder, "cells of another version")


def pid_of_turn(folder):
    """The process that is to write the tables."""
    for _ in range(6000):
        for file in folder.glob("cells/tables-*.claim-*"):
            try:
                return json.loads(file.read_text())["process"]
            except (OSError, ValueError):
                pass  # it is being written
        time.sleep(0.01)
    sys.exit("FAULT: nobody takes the turn to write the tables")


def wait_for_cell(program, folder, what, count=2):
    """Processes that wait for the cell which another machine is making, and the one that has the turn."""
    fill(program, folder, "before")
    cell = sorted(folder.glob("cells/experiment-*.json"))[0]
    held = claim(folder, cell)
    cell.unlink()
    for table in folder.glob("*.*"):
        table.unlink()
    processes = [start(program, folder, "--takeover", "86400") for _ in range(count)]
    writer = pid_of_turn(folder)
    time.sleep(1)
    require(all(process.poll() is None for process in processes), f"{what}: they do not wait")
    require(not list(folder.glob("*.*")), f"{what}: tables without a cell")
    return held, processes, writer


def tables(program, base, whole):
    for kills in (False, True):
        what = "the process that is to write the tables" + (" is killed" if kills else "")
        folder = base / f"shared-{kills}"
        held, processes, writer = wait_for_cell(program, folder, what, 3 if kills else 2)
        if kills:
            os.kill(writer, signal.SIGKILL)
        held.unlink()
        ended = {process.pid: end(process) for process in processes}
        statuses = sorted(status for status, _ in ended.values())
        require(statuses == ([-9, 0, 0] if kills else [0, 0]), f"{what}: {ended}")
        # Of those that live one has written, and the other names it.
        told = {pid: line for pid, (_, lines) in ended.items() for line in lines if "the tables are written by" in line}
        writers = [pid for pid, (status, _) in ended.items() if status == 0 and pid not in told]
        require(len(told) == 1 and len(writers) == 1, f"{what}: told {told}: {ended}")
        require(f"written by process {writers[0]} on " in [*told.values()][0], f"{what}: told {told}: {ended}")
        require(kills or writers == [writer], f"{what}: {writers} wrote: {ended}")
        require_same(whole, folder, what)
    stopped_tables(program, base, whole)
    whole_tables(program, base)


def whole_tables(program, base):
    """Ctrl-C leaves tables that are there whole, though cells of them are gone."""
    what = "a process whose tables are there is stopped"
    folder = base / "shared-whole"
    report = ["report", "fundamental", "--generators", "opposing,vertex_only", "--threads", "1", "--pictures", "none"]
    status, lines = end(start(program, folder, command=report))
    require(status == 0, f"{what}: status {status} before: {lines}")
    cell = sorted(folder.glob("cells/contacts-*.json"))[0]
    held = claim(folder, cell)
    cell.unlink()
    before = contents(folder)
    process = start(program, folder, "--takeover", "86400", command=report)
    pid_of_turn(folder)
    process.send_signal(signal.SIGINT)
    status, lines = end(process)
    require(status == 130, f"{what}: status {status}: {lines}")
    require(any("tables that were written here before are left as they are" in line for line in lines), f"{what}: not told: {lines}")
    require_same(before, folder, what)
    held.unlink()
    status, lines = end(start(program, folder, command=report))
    require(status == 0, f"{what}: status {status} afterwards: {lines}")


def stopped_tables(program, base, whole):
    """Ctrl-C ends the process that is not to write the tables, and leaves them to the other."""
    what = "the process that is not to write the tables is stopped"
    folder = base / "shared-stopped"
    held, processes, writer = wait_for_cell(program, folder, what)
    other = next(process for process in processes if process.pid != writer)
    other.send_signal(signal.SIGINT)
    status, lines = end(other)
    require(status == 130, f"{what}: status {status}: {lines}")
    require(any("stopped by Ctrl-C while another process writes the tables" in line for line in lines),
            f"{what}: not told: {lines}")
    require(not list(folder.glob("*.*")), f"{what}: tables without a cell")
    held.unlink()
    status, lines = end(next(process for process in processes if process.pid == writer))
    require(status == 0, f"{what}: status {status} of the other: {lines}")
    require_same(whole, folder, what)


PARTS = {"full_disk": full_disk, "read_only": read_only, "clocks": clocks, "versions": versions, "tables": tables}


def main():
    program, part = os.path.realpath(sys.argv[1]), sys.argv[2]
    if part in ("full_disk", "read_only") and len(sys.argv) == 3:
        space = ["unshare", "--mount"] if os.geteuid() == 0 else ["unshare", "--map-root-user", "--mount"]
        if subprocess.run([*space, "true"], capture_output=True).returncode != 0:
            print("skipped: no name space of mounts can be made")
            sys.exit(77)
        os.execvp(space[0], [*space, sys.executable, "-B", *sys.argv, "inside"])
    with tempfile.TemporaryDirectory() as name:
        base = pathlib.Path(name)
        os.environ["TOUCHSTONE_CACHE_DIR"] = str(base / "cache")
        fill(program, base / "alone", "undisturbed")
        try:
            PARTS[part](program, base, contents(base / "alone"))
        finally:
            if (base / "small").is_mount():
                subprocess.run(["umount", "--lazy", str(base / "small")], check=True)


if __name__ == "__main__":
    main()
