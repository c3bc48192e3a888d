#!/usr/bin/env python3
"""Kills processes that fill a folder together, at random moments, and sees that nothing is lost.

  kill_workers.py PROGRAM FOLDER [--kills 500] [--workers 3] [--pause 0.6] [--seed 1]
  kill_workers.py PROGRAM FOLDER --pairs 5

Some workers fill one folder. At random moments one is killed by SIGKILL and another begins; when
the table is full, a third of its cells is removed, so that there is always work. In the end the
folder is compared with that of one process that nobody disturbed, byte by byte. Without kills it
also says how much faster 2, 4 and 8 processes are than one. With --pairs it only measures that,
one process and two in turn, by the clock and by processor time: on a machine that does other
things the second alone says what sharing costs.
"""

import argparse
import os
import pathlib
import random
import resource
import shutil
import subprocess
import sys
import time

STUDY = ["study", "counts", "--steps", "4", "--jobs", "1"]


def start(program, folder):
    return subprocess.Popen([program, *STUDY, "--out", str(folder)], stdout=subprocess.DEVNULL,
                            stderr=subprocess.PIPE, text=True)


def fill(program, folder, count):
    """Seconds that so many processes take for the whole table."""
    begin = time.monotonic()
    workers = [start(program, folder) for _ in range(count)]
    for worker in workers:
        errors = worker.communicate()[1]
        if worker.returncode != 0:
            sys.exit(f"a worker ended with {worker.returncode}: {errors}")
    return time.monotonic() - begin


def processor_seconds():
    used = resource.getrusage(resource.RUSAGE_CHILDREN)
    return used.ru_utime + used.ru_stime


def measure(program, folder, pairs):
    """Prints the efficiency of two processes in each pair, and of the best of each count."""
    walls = {1: [], 2: []}
    costs = {1: [], 2: []}
    for _ in range(pairs):
        for count in (1, 2):
            shutil.rmtree(folder / "pair", ignore_errors=True)
            before = processor_seconds()
            walls[count].append(fill(program, folder / "pair", count))
            costs[count].append(processor_seconds() - before)
        print(f"{len(made(folder / 'pair'))} cells; by the clock {walls[1][-1]:.2f} s and {walls[2][-1]:.2f} s, "
              f"efficiency {walls[1][-1] / 2 / walls[2][-1]:.2f}; processor time {costs[1][-1]:.2f} s and "
              f"{costs[2][-1]:.2f} s, {costs[1][-1] / costs[2][-1]:.2f}; load {os.getloadavg()[0]:.1f}", flush=True)
    print(f"the best of {pairs} each: {min(walls[1]) / 2 / min(walls[2]):.2f} by the clock, "
          f"{min(costs[1]) / min(costs[2]):.2f} by processor time")


def made(folder):
    """The cell of each line that workers wrote when they had made one."""
    names = []
    for times in sorted((folder / "cells").glob("times-*.csv")):
        names += [line.split(",")[0] for line in times.read_text().splitlines()[1:] if not line.startswith("tables-")]
    return names


def contents(folder):
    """What is the same for any number of workers: all but the files of their times."""
    return {file.relative_to(folder): file.read_bytes() for file in folder.rglob("*")
            if file.is_file() and not file.name.startswith("times-")}


def compare(whole, other, what):
    names = {name for name in whole.keys() | other.keys() if whole.get(name) != other.get(name)}
    if names:
        sys.exit(f"{what}: not as by one process: {sorted(map(str, names))[:10]}")


def kill_many(program, folder, kills, count, pause, numbers):
    """Returns how many were killed: those that had not ended before."""
    workers = []
    killed = 0
    while killed < kills:
        while len(workers) < count:
            workers.append(start(program, folder))
        time.sleep(numbers.uniform(0.0, pause))
        victim = workers.pop(numbers.randrange(count))
        victim.kill()
        victim.communicate()
        if victim.returncode == -9:
            killed += 1
        elif victim.returncode != 0:
            sys.exit(f"a worker ended with {victim.returncode}")
        cells = sorted((folder / "cells").glob("experiment-*.json"))
        for worker in list(workers):
            if worker.poll() is not None:
                errors = worker.communicate()[1]
                if worker.returncode != 0:
                    sys.exit(f"a worker ended with {worker.returncode}: {errors}")
                workers.remove(worker)
                for cell in numbers.sample(cells, len(cells) // 3):
                    cell.unlink(missing_ok=True)
    for worker in workers:
        worker.kill()
        worker.communicate()
    return killed


def main():
    parser = argparse.ArgumentParser()
    parser.add_argument("program")
    parser.add_argument("folder", type=pathlib.Path)
    parser.add_argument("--kills", type=int, default=500)
    parser.add_argument("--workers", type=int, default=3)
    parser.add_argument("--pause", type=float, default=0.6, help="most seconds between kills; default: 0.6")
    parser.add_argument("--seed", type=int, default=1)
    parser.add_argument("--pairs", type=int, help="only measure so many pairs of one process and two")
    options = parser.parse_args()
    shutil.rmtree(options.folder, ignore_errors=True)
    options.folder.mkdir(parents=True)

    if options.pairs:
        STUDY[STUDY.index("--steps") + 1] = "40"
        return measure(options.program, options.folder, options.pairs)
    alone = fill(options.program, options.folder / "1", 1)
    whole = contents(options.folder / "1")
    for count in (2, 4, 8):
        folder = options.folder / str(count)
        seconds = fill(options.program, folder, count)
        compare(whole, contents(folder), f"{count} processes")
        names = made(folder)
        if len(names) != len(set(names)) or len(names) != len(made(options.folder / "1")):
            sys.exit(f"{count} processes made {len(names)} cells, {len(set(names))} different ones")
        print(f"{count} processes: {len(names)} cells once each, same bytes, "
              f"{alone / seconds:.2f} times as fast as one", flush=True)

    folder = options.folder / "killed"
    killed = kill_many(options.program, folder, options.kills, options.workers, options.pause,
                       random.Random(options.seed))
    fill(options.program, folder, 1)
    compare(whole, contents(folder), f"{killed} kills")
    print(f"{killed} kills: nothing lost, same bytes, {len(made(folder))} cells made")


main()
