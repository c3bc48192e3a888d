#!/usr/bin/env python3
"""Does what adding.md says to a copy of the source tree, and looks for the result.

adding_test.py [--text] SOURCE BUILD WORK [TEST_PROGRAM...]

SOURCE is the root of the tree, BUILD a finished Ninja build of it with the program `touchstone`,
WORK a folder for the copy. Only what the page changes is compiled anew, together with the files
that the build compiles in one go with it; the rest is linked from BUILD. TEST_PROGRAMs of BUILD
are linked likewise, and run, each with its arguments behind a colon: "settings_test:[settings]".
--text: only that the page fits the sources; nothing is compiled.
"""

import concurrent.futures
import os
import pathlib
import re
import shlex
import shutil
import subprocess
import sys

PAGE = "docs/develop/adding.md"
SKIPPED = {".git", "build", "out", "node_modules", "__pycache__"}


def fail(message):
    sys.exit(f"adding_test: {message}")


def run(command, **options):
    """The output of a command that must succeed."""
    result = subprocess.run(command, capture_output=True, text=True, **options)
    if result.returncode != 0:
        shown = command if isinstance(command, str) else shlex.join(map(str, command))
        fail(f"{shown}\nended with {result.returncode}\n{result.stdout}{result.stderr}")
    return result.stdout


def tracked_files(source):
    """Without git, as in an exported tree, all there is but what builds leave."""
    listing = subprocess.run(["git", "-C", source, "ls-files", "-z"], capture_output=True, text=True)
    if listing.returncode == 0 and listing.stdout:
        return [name for name in listing.stdout.split("\0") if name and (source / name).is_file()]
    files = []
    for folder, folders, names in os.walk(source):
        folders[:] = [name for name in folders if name not in SKIPPED]
        files += [str((pathlib.Path(folder) / name).relative_to(source)) for name in names]
    return files


def blocks(text):
    """What the page asks for: (path, whole text) of new files and (path, hunks) of changed ones."""
    steps = []
    for match in re.finditer(r"(?:^`([^`\n]+)`:\n\n)?^```(cpp|diff)\n(.*?)^```$", text, re.M | re.S):
        path, kind, body = match.groups()
        if kind == "cpp" and path:
            steps.append((path, body))
        elif kind == "diff":
            head, _, rest = body.partition("\n")
            if not head.startswith("+++ "):
                fail(f"a block of {PAGE} names no file: {head}")
            steps.append((head[4:], [hunk.split("\n") for hunk in re.split(r"\n?@@\n", rest.rstrip("\n"))]))
    return steps


def changed(text, hunk, path):
    """The text with one hunk of a diff, whose place its unchanged lines say."""
    old = "\n".join(line[1:] for line in hunk if not line.startswith("+"))
    new = "\n".join(line[1:] for line in hunk if not line.startswith("-"))
    if text.count(old + "\n") != 1:
        fail(f"{PAGE}: these lines stand {text.count(old)} times in {path}:\n{old}")
    return text.replace(old + "\n", new + "\n")


def apply(steps, copy):
    """Returns the files that are new and those that are not the same any more."""
    new, edited = [], []
    for path, what in steps:
        file = copy / path
        if isinstance(what, str):
            if file.exists():
                fail(f"{PAGE}: {path} exists already")
            file.parent.mkdir(parents=True, exist_ok=True)
            file.write_text(what)
            new.append(path)
        else:
            text = file.read_text()
            for hunk in what:
                text = changed(text, hunk, path)
            file.write_text(text)
            edited += [] if path in new + edited else [path]
    return new, edited


def check_promise(text, new, edited):
    """The page's own table names every source and table that was touched, and nothing else was."""
    table = [line for line in text.split("\n") if line.startswith("| ") and "`" in line]
    promised = set()
    for name in re.findall(r"`([\w/]+)\.([\w{},]+)`", "\n".join(table)):
        promised |= {f"{name[0]}.{ending}" for ending in name[1].strip("{}").split(",")}
    lists = {f"{pathlib.PurePath(path).parent}/CMakeLists.txt" for path in promised}
    lists |= {"generators/CMakeLists.txt"}
    for path in new + edited:
        if path not in promised and path not in lists:
            fail(f"{path} had to be touched, which the table of {PAGE} does not say")


def check_same(source, copy, files, touched):
    """No file of the copy but those differs from the source, and there is no other one."""
    for name in files:
        if name not in touched and (source / name).read_bytes() != (copy / name).read_bytes():
            fail(f"{name} is not the same any more")
    for name in tracked_files(copy):
        if name not in files and name not in touched:
            fail(f"{name} has come")


class Build:
    """The commands that made some outputs of a Ninja build, and what they make of the copy."""

    def __init__(self, source, build, copy, work):
        self.source, self.build, self.copy, self.work = source, build, copy, work
        self.objects = {}  # path in the build → command

    def commands(self, *outputs):
        return run(["ninja", "-C", self.build, "-t", "commands", *outputs]).split("\n")

    def sources_of(self, file):
        """Of a file that is compiled: itself, or those that it includes to compile them together."""
        if self.build in file.parents and file.suffix == ".cxx":
            return re.findall(r'#include "([^"]+\.cpp)"', file.read_text())
        return [str(file)]

    def moved(self, path):
        return str(path).replace(f"{self.source}/", f"{self.copy}/")

    def command_for(self, words, source, output):
        """The words of a compiler, for the same file of the copy."""
        result, skip = [], False
        for i, word in enumerate(words):
            if skip:
                skip = False
            elif word in ("-o", "-c", "-MT", "-MF"):
                result += [word, str(source) if word == "-c" else f"{output}{'.d' if word == '-MF' else ''}"]
                skip = True
            elif word == f"-I{self.source}":
                result.append(f"-I{self.copy}")
            else:
                result.append(word)
        # Compiling is most of the test's time. A precompiled header wants its own flags.
        return result if any("cmake_pch" in word for word in words) else result + ["-O0"]

    def plan(self, commands, edited, added):
        """Compiler commands, and per object of the build the objects that take its place. `added`: new
        sources by the edited source with which they are linked."""
        jobs, places = [], {}
        for line in commands:
            words = shlex.split(line) if " -c " in line else []
            if not words or "-o" not in words:
                continue
            file = pathlib.Path(words[words.index("-c") + 1])
            output = words[words.index("-o") + 1]
            sources = self.sources_of(file if file.is_absolute() else self.build / file)
            names = [os.path.relpath(name, self.source) for name in sources]
            hits = [name for name in names if name in edited]
            if not hits or output in places:
                continue
            folder = self.work / "objects" / str(len(places))
            folder.mkdir(parents=True)
            together = folder / "together.cpp"
            together.write_text("".join(f'#include "{self.copy / name}"\n' for name in names))
            units = [together] + [self.copy / new for hit in hits for new in added.get(hit, [])]
            places[output] = [folder / f"{unit.stem}.o" for unit in units]
            jobs += [self.command_for(words, unit, place) for unit, place in zip(units, places[output])]
        return jobs, places

    def make(self, output, places):
        """Links an output of the build with the objects of the copy."""
        made = {}
        target = None
        for line in self.commands(output):
            line = re.sub(r"\s*&& :\s*$", "", re.sub(r"^: && ", "", line))
            parts = [shlex.split(part) for part in line.split(" && ")]
            for words in parts:
                if "qc" in words and words[-1].endswith(".o"):
                    at = words.index("qc") + 1
                    members = [str(new) for word in words[at + 1:]
                               for new in places.get(word, [self.build / word])]
                    if any(word in places for word in words[at + 1:]):
                        library = self.work / "libraries" / words[at].replace("/", "_")
                        library.parent.mkdir(exist_ok=True)
                        library.unlink(missing_ok=True)
                        run(words[:at] + [library] + members)
                        made[words[at]] = str(library)
                elif "-o" in words and words[words.index("-o") + 1] == output and "-c" not in words:
                    target = self.work / "bin" / pathlib.Path(output).name
                    target.parent.mkdir(exist_ok=True)
                    words = [str(new) for word in words for new in places.get(word, [made.get(word, word)])]
                    words[words.index("-o") + 1] = str(target)
                    run(words, cwd=self.build)
        return target or fail(f"{self.build} has no command that links {output}")


def compile_all(jobs, build):
    with concurrent.futures.ThreadPoolExecutor(os.cpu_count()) as pool:
        list(pool.map(lambda words: run(words, cwd=build), jobs))


def listed(copy, edited, new):
    """Every new source is in a list of CMake, and each list that was edited names a new source."""
    lists = "\n".join((copy / name).read_text() for name in edited if name.endswith("CMakeLists.txt"))
    for name in new:
        if name.endswith(".cpp") and not re.search(rf"\b{pathlib.PurePath(name).name}\b", lists):
            fail(f"{name} is in no CMakeLists.txt")


def expect(text, *words):
    for word in words:
        if word not in text:
            fail(f"'{word}' is not in\n{text}")


def check_program(program, work):
    """Each of them is listed, asked and written."""
    tell = lambda *words: run([program, *words], cwd=work)
    expect(tell("list", "generators"), "middle ", "centers ")
    expect(tell("list", "options"), "middle.share", "middle.turned", "centers.ties")
    expect(tell("list", "impact-methods"), "early_roots")
    expect(tell("list", "metrics"), "balance")
    expect(tell("list", "cases"), "box_on_box")
    expect(tell("--help"), "Count cases and generators")
    cases = len(tell("list", "cases").strip().split("\n")) - 1
    generators = len(tell("list", "generators").strip().split("\n")) - 1
    expect(tell("count"), f"{cases} cases, {generators} generators")
    expect(tell("count", "--cells"), f"{cases * generators} cells")
    report = tell("report", "box_on_box", "--generators", "middle,centers,opposing", "--csv", "r.csv",
                  "--set", "middle.share=0.25")
    expect(report, "Middle", "Centres")
    expect((work / "r.csv").read_text(), "middle.share=0.25", "balance", "box_on_box")
    turned = tell("contacts", "box_on_box", "--generator", "middle", "--set", "middle.turned=on")
    expect(turned, "lower,upper,0,0.5,0,-0,-1,-0,")
    tell("simulate", "box_on_box", "--generator", "centers", "--steps", "2", "--record", "r.h5")
    expect(tell("list", "solvers"), "drift ")
    expect(tell("simulate", "box_on_box", "--generator", "middle", "--solver", "drift", "--steps", "2", "--record",
                "d.h5"), "the scene stands")
    tell("simulate", "--resume", "d.h5", "--steps", "3")
    expect(tell("list", "options"), "early_roots.tolerances")
    asked = tell("report", "ccd", "end_of_step", "--methods", "early_roots", "--tolerances", "2", "--timings", "0",
                 "--json", "ccd.json")
    expect(asked, "early_roots")
    expect((work / "ccd.json").read_text(), '"tolerances": "2"')
    expect(tell("report", "groups"), "scenes: ")
    expect(tell("report", "--help"), "Count the cases of each group")
    if tell("report", "groups", "--least", "100000"):
        fail("an option of a report is not heard")
    tell("export", "r.h5", "--to", "heights", "--out", "heights.csv")
    expect((work / "heights.csv").read_text(), "step,body,height\n0,0,0\n0,1,1\n", "\n2,1,1")


def main():
    words = [word for word in sys.argv[1:] if word != "--text"]
    if len(words) < 3:
        fail(__doc__)
    source, build, work = (pathlib.Path(word).resolve() for word in words[:3])
    shutil.rmtree(work, ignore_errors=True)
    copy = work / "source"
    files = tracked_files(source)
    for name in files:
        (copy / name).parent.mkdir(parents=True, exist_ok=True)
        shutil.copy2(source / name, copy / name)
    text = (source / PAGE).read_text()
    new, edited = apply(blocks(text), copy)
    check_promise(text, new, edited)
    check_same(source, copy, files, new + edited)
    listed(copy, edited, new)
    if "--text" in sys.argv:
        print(f"{len(new)} files new, {len(edited)} changed")
        shutil.rmtree(work)
        return

    made = Build(source, build, copy, work)
    sources = [name for name in edited if name.endswith(".cpp")]
    beside = {}
    for name in new:
        if name.endswith(".cpp"):
            tables = [other for other in sources if "/tests/" not in other]
            with_name = max(tables, key=lambda other: len(os.path.commonpath([name, other])))
            beside.setdefault(with_name, []).append(name)
    tests = [wish.partition(":")[0] for wish in words[3:]]
    outputs = [f"bin/{name}" for name in ["touchstone", *tests] if (build / "bin" / name).exists()]
    jobs, places = made.plan(made.commands(*outputs), sources, beside)
    print(f"{len(new)} files new, {len(edited)} changed, {len(jobs)} compilations", flush=True)
    compile_all(jobs, build)
    program = made.make("bin/touchstone", places)
    worker = build / "bin/touchstone-tetgen-worker"
    shutil.copy2(worker, program.parent)
    results = work / "results"
    results.mkdir()
    check_program(program, results)
    run(["sh", copy / "docs/methods/check_glossary.sh", program], cwd=results)
    baseline = source / "testcases/baselines/builtin.json"
    print(run([program, "check", "--baseline", baseline], cwd=results).strip().split("\n")[-1])
    for wish in words[3:]:
        name, _, arguments = wish.partition(":")
        if not (build / "bin" / name).exists():
            print(name, "is not built")
            continue
        test = made.make(f"bin/{name}", places)
        print(name, run([test, *arguments.split()], cwd=source).strip().split("\n")[-1], flush=True)
    shutil.rmtree(work)


main()
