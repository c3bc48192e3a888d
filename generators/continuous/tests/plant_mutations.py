#!/usr/bin/env python3
"""Plants known faults of contact-time methods, one at a time, and looks whether the tests see them.

plant_mutations.py SOURCE BUILD
plant_mutations.py --text SOURCE    only looks whether what each fault changes stands in its file

SOURCE is the root of the tree, BUILD a Ninja build of it with the test programs named below. A
fault is one source file with some lines changed, compiled as the build does and linked in front of
its libraries; nothing in SOURCE and BUILD changes. Ends with 1 when a fault is not seen, or when a test
program fails without any.
"""

import pathlib
import shlex
import subprocess
import sys
import tempfile

METHODS = "impact_methods_test"
TRUTH = "continuous_test"

# name, file, what stands there, what is planted, test program. A truth that asks for D_i <= 0 where
# N > 0 too is no fault: of corners around the origin some two always have no positive product.
FAULTS = [
    ("no rounding in the filter", "generators/continuous/inclusion/inclusion_filter.cpp",
     "return rounding_half_width(motion.axes[axis], separation);", "return separation;", METHODS),
    ("the smaller of coordinate and 1 in the paper's filter",
     "generators/continuous/inclusion/inclusion_filter.cpp",
     "factor * cube(std::max(largest, 1.0))", "factor * cube(std::min(largest, 1.0))", METHODS),
    ("a small box that is not the first is lost",
     "generators/continuous/inclusion/level_search.cpp",
     "            (result.kept == 0 ? result.found : state.t_skip) = box.t;\n            break;\n",
     "            if (result.kept == 0) {\n                result.found = box.t;\n"
     "                break;\n            }\n            continue;\n", METHODS),
    ("the neighbour of the rim of a face is dropped too",
     "generators/continuous/inclusion/level_search.cpp",
     "upper.u + upper.v < 1.0", "upper.u + upper.v < 1.0 - half", METHODS),
    ("an origin outside an edge counts whatever Q x R is",
     "generators/continuous/kernels/origin_within.cpp",
     "return counter_clockwise ?", "return counter_clockwise || error >= 0.0 ?", METHODS),
    ("a root counts as inside when one edge says so",
     "generators/continuous/kernels/origin_within.cpp",
     "(edges.last > above)) == 15", "(edges.last > above)) != 0", METHODS),
    ("two edges are decided by one triangle", "methods/continuous/exact_impact.cpp",
     "if (motion.corner_count == 4) {", "if (motion.corner_count == 5) {", TRUTH),
    ("corners on a line through the origin always touch it", "methods/continuous/exact_impact.cpp",
     "        return sign_at(side(0), time) <= 0 || sign_at(side(1), time) <= 0 ||\n"
     "               sign_at(side(2), time) <= 0;",
     "        return true;", TRUTH),
]


def fail(message):
    sys.exit(f"plant_mutations: {message}")


def commands(build, output):
    result = subprocess.run(["ninja", "-C", build, "-t", "commands", output], capture_output=True,
                            text=True)
    if result.returncode != 0:
        fail(f"{build} does not know {output}:\n{result.stdout}{result.stderr}")
    return result.stdout.rstrip("\n").split("\n")


def compiled_file(words, build):
    """The file that a command compiles; nothing for other commands."""
    if "-c" not in words or "-o" not in words:
        return None
    return build / words[words.index("-c") + 1]


def compile_planted(file, mutant, source, build, folder):
    """Compiles the mutant in place of a file, as the build does: alone, or in one go with others,
    whose calls would reach the file without a fault otherwise; a kernel for each instruction set.
    Returns the objects."""
    included = f'#include "{source / file}"'
    made = []
    for command in commands(build, f"bin/{METHODS}"):
        words = shlex.split(command)
        compiled = compiled_file(words, build)
        if compiled is None:
            continue
        text = compiled.read_text() if compiled.suffix == ".cxx" else ""
        if compiled != source / file and included not in text:
            continue
        place = folder / f"together{len(made)}.cpp"
        place.write_text(text.replace(included, f'#include "{mutant}"') or mutant.read_text())
        kept, skip = [], False
        for word in words:
            if skip or word in ("-MD", "-Werror"):
                skip = False
            elif word in ("-c", "-o", "-MF", "-MT"):
                skip = True
            else:
                kept.append(word)
        made.append(str(folder / f"mutant{len(made)}.o"))
        subprocess.run(kept + ["-w", "-c", str(place), "-o", made[-1]], check=True, cwd=build)
    return made or fail(f"nothing in {build} compiles {file}")


def linker_words(build, program, first, output):
    """How the build links a test program, with some objects in front of all others."""
    command = commands(build, f"bin/{program}")[-1]
    for part in command.split("&&"):
        words = shlex.split(part)
        if "-o" in words and words[words.index("-o") + 1] == f"bin/{program}":
            words[words.index("-o") + 1] = output
            place = words.index("-o")
            return words[:place] + first + ["-Wl,-z,muldefs"] + words[place:]
    fail(f"{program} is not linked in {build}")


def has_failed(program, seed):
    """True when a test failed, or the program broke down."""
    try:
        result = subprocess.run([program, "[continuous]", "--rng-seed", seed], capture_output=True,
                                text=True, timeout=600)
    except subprocess.TimeoutExpired:
        return True
    return result.returncode != 0


def text_of(fault, source):
    """The text of a fault's file, in which what is to be changed stands once."""
    name, file, old = fault[:3]
    text = (source / file).read_text()
    if text.count(old) != 1:
        fail(f"{name}: what is to be changed stands {text.count(old)} times in {file}")
    return text


def plant(fault, source, build, folder):
    name, file, old, new, program = fault
    text = text_of(fault, source)
    mutant = folder / pathlib.Path(file).name
    mutant.write_text(text.replace(old, new))
    made = compile_planted(file, mutant, source, build, folder)
    planted = str(folder / program)
    subprocess.run(linker_words(build, program, made, planted), check=True, cwd=build)
    return planted


def main():
    if len(sys.argv) != 3:
        fail(__doc__)
    if sys.argv[1] == "--text":
        for fault in FAULTS:
            text_of(fault, pathlib.Path(sys.argv[2]))
        return 0
    source, build = (pathlib.Path(argument).resolve() for argument in sys.argv[1:])
    for program in (METHODS, TRUTH):
        if has_failed(build / "bin" / program, "1"):
            fail(f"{program} fails without any fault")
    unseen = 0
    with tempfile.TemporaryDirectory() as scratch:
        for fault in FAULTS:
            seen = has_failed(plant(fault, source, build, pathlib.Path(scratch)), "1")
            print(f"{'seen    ' if seen else 'NOT SEEN'}  {fault[0]}", flush=True)
            unseen += not seen
    return 1 if unseen else 0


if __name__ == "__main__":
    sys.exit(main())
