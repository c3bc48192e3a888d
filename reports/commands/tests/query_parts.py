#!/usr/bin/env python3
"""Parts of one large file of queries, asked by several processes, come to the bytes of the whole.

  query_parts.py PROGRAM QUERIES

QUERIES is a file of contact-time queries of which a larger one is made. Memory must not grow with it.
"""

import gzip
import os
import pathlib
import shutil
import subprocess
import sys
import tempfile

METHODS = "tight_inclusion,cubic_roots"
LINES = 8  # of a query
MOST_GROWTH = 6 << 10  # KB, from 100 queries to 8,000, which take 9 MB as text


# The system counts what a process took before it became another program, so the program is started by one
# that is small: this one holds the queries.
PEAK = """
import os, sys
started = os.posix_spawn(sys.argv[1], sys.argv[1:], os.environ)
_, status, usage = os.wait4(started, 0)
print(usage.ru_maxrss)
sys.exit(os.waitstatus_to_exitcode(status))
"""


def start(program, *words):
    return subprocess.Popen([program, *map(str, words)], stdout=subprocess.DEVNULL, stderr=subprocess.PIPE, text=True)


def peak(program, *words):
    """The most memory that a run took [KB]."""
    run = subprocess.run([sys.executable, "-S", "-c", PEAK, program, *map(str, words)], capture_output=True, text=True)
    require(run.returncode == 0, f"{words}: status {run.returncode}: {run.stderr}")
    return int(run.stdout.split()[-1])


def require(held, what):
    if not held:
        sys.exit(f"FAULT: {what}")


def end(process, status=0):
    _, errors = process.communicate()
    require(process.returncode == status, f"{process.args}: status {process.returncode}: {errors}")


def tables(folder):
    return [(folder / name).read_bytes() for name in ("report.csv", "report.json", "report.md", "report.html")]


def main():
    program, source = os.path.realpath(sys.argv[1]), pathlib.Path(sys.argv[2])
    lines = source.read_bytes().splitlines(keepends=True)
    lines = lines[: len(lines) // LINES * LINES]

    def write(path, queries):
        copies = queries * LINES // len(lines) + 1
        text = b"".join((lines * copies)[: queries * LINES])
        path.write_bytes(gzip.compress(text, mtime=0) if path.suffix == ".gz" else text)

    def report(file, folder, *words, run=start):
        return run(program, "report", "ccd", file, "--kind", "vertex-face", "--methods", METHODS, "--timings", "0",
                   "--threads", "1", "--out", folder, *words)

    with tempfile.TemporaryDirectory() as name:
        base = pathlib.Path(name)
        for ending in ("csv", "csv.gz"):
            file = base / f"queries.{ending}"
            write(file, 1000)
            shutil.rmtree(base / "whole", ignore_errors=True)
            end(report(file, base / "whole"))
            whole = tables(base / "whole")
            # Two processes that share a folder.
            shared = base / f"shared.{ending}"
            for process in [report(file, shared, "--cell-queries", 90) for _ in range(2)]:
                end(process)
            require(tables(shared) == whole, f"{ending}: two processes come to other tables")
            # Parts that share none.
            parts = [base / f"part{part}.{ending}" for part in (1, 2, 3)]
            for part, folder in enumerate(parts, 1):
                end(report(file, folder, "--cell-queries", 90, "--part", f"{part}/3"))
            require(sum(len(list(folder.glob("cells/impacts-*.json"))) for folder in parts) == 2 * 12,
                    f"{ending}: cells are not made once each")
            joined = base / f"joined.{ending}"
            end(start(program, "gather", *parts, "--out", joined))
            end(start(program, "gather", parts[0], parts[2]), status=1)
            end(report(file, joined, "--cell-queries", 90))
            require(tables(joined) == whole, f"{ending}: parts come to other tables")
            # A line for each query.
            impacts = ["impacts", file, "--kind", "vertex-face", "--methods", METHODS, "--csv"]
            end(start(program, *impacts, base / "all.csv"))
            for part in (1, 2, 3):
                end(start(program, *impacts, base / f"{part}.csv", "--part", f"{part}/3"))
            pieces = b"".join((base / f"{part}.csv").read_bytes() for part in (1, 2, 3))
            require(pieces == (base / "all.csv").read_bytes(), f"{ending}: pieces are not the whole")
        sizes = []
        for queries in (100, 8000):
            write(base / f"{queries}.csv", queries)
            sizes.append(report(base / f"{queries}.csv", base / f"of{queries}", "--cell-queries", 100, run=peak))
        require(sizes[1] - sizes[0] < MOST_GROWTH, f"memory grows: {sizes} KB")
        print(f"memory: {sizes[0]} KB for 100 queries, {sizes[1]} KB for 8000")


if __name__ == "__main__":
    main()
