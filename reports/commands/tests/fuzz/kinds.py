"""What is fuzzed: per kind the good files, how one is spoilt, and which commands read it.

A kind is made once, in a folder of its own, and then asked for one input after the other:
`make(random, folder)` writes the files of an input and returns the commands that are run on them, lists
of words behind the program's name. The files that the commands write begin with "out".
"""

import gzip
import hashlib
import json
import math
import os
import pathlib
import re
import shlex
import shutil
import struct
import subprocess
import sys

import mutation

ROOT = pathlib.Path(__file__).resolve().parents[4]
HERE = pathlib.Path(__file__).resolve().parent
CASES = ["spike_in_crack", "sliding_spike", "wedges", "cliff_edges", "internal_edges"]
LARGEST_SAMPLE = 9000  # bytes: small ones are changed and read more often


def make_file(program, folder, words):
    """Runs the program to make the samples."""
    done = subprocess.run([program, *words], cwd=folder, capture_output=True, text=True)
    if done.returncode not in (0, 1):
        raise SystemExit(f"cannot make samples: {' '.join(words)}: {done.stderr}")
    return done.stdout


def ids(program, table):
    """The first column of what `list` prints: new methods are fuzzed as well."""
    lines = subprocess.run([program, "list", table], capture_output=True, text=True, check=True).stdout.splitlines()
    return [line.split()[0] for line in lines[1:] if line.strip()]


def file_samples(*patterns):
    paths = sorted(path for pattern in patterns for path in ROOT.glob(pattern) if path.is_file())
    return [path for path in paths if path.stat().st_size <= LARGEST_SAMPLE]


def some(random, all_ids):
    """One, two or all of them, as an option takes them."""
    return ",".join(random.sample(all_ids, random.choice([1, 2, len(all_ids)])))


# What a scene may ask for, and from where on it is refused: work that grows with a number shows nothing new with a
# larger one.
MOST = {"steps": (60, 2**31 - 1), "count": (20, 10000), "subdivisions": (2, 5), "sides": (200, 4096),
        "max_sweeps": (20000, 2**31 - 1)}
MOST_TETS = 10000  # of a body, by its largest number as the side of a box and what stands after TetGen's `a`


def numbers_in(value):
    if isinstance(value, dict):
        value = list(value.values())
    if isinstance(value, list):
        return [number for item in value for number in numbers_in(item)]
    return [abs(value)] if isinstance(value, (int, float)) else []


def asks_for_much(value):
    """Whether a scene's cost is what it asks for: finely filled boxes, long simulations."""
    if isinstance(value, list):
        return any(asks_for_much(item) for item in value)
    if not isinstance(value, dict):
        return False
    size = re.search(r"a([0-9.]+)", str(value.get("tetgen", "")))
    try:
        if size and max(numbers_in(value.get("shape")), default=0.0) ** 3 > MOST_TETS * float(size[1]):
            return True
    except (OverflowError, ValueError):
        return False  # refused, or not to be filled
    return any(isinstance(value.get(key), (int, float)) and most < value[key] <= last
               for key, (most, last) in MOST.items()) or any(asks_for_much(item) for item in value.values())


def cheaper(value):
    """The tree of a sample, with what it asks for cut to what is affordable."""
    for item in value if isinstance(value, list) else []:
        if isinstance(item, list) and len(item) == 2 and isinstance(item[1], mutation.Number):
            most = MOST.get(item[0], (math.inf,))[0] if isinstance(item[0], str) else math.inf
            item[1] = mutation.Number(most) if float(item[1]) > most else item[1]
        cheaper(item)
    return value


def with_copies(random, data):
    """A scene with one to three copies of one of its bodies in the same place, or as it is. Fine bodies have thousands
    of contacts then, so they are asked in one place alone."""
    try:
        scene = json.loads(data)
        bodies = scene["bodies"]
        body = random.choice(bodies)
        copies = [dict(body, name=f"copy {i}") for i in range(random.randint(1, 3))]
    except (ValueError, RecursionError, TypeError, KeyError, IndexError):
        return data
    scene["bodies"] = [*bodies, *copies]
    scene.pop("sweep", None)
    scene.pop("variants", None)
    return json.dumps(scene).encode("utf-8", "surrogatepass")


class Scenes:
    """Scene files, read by all commands that take a case."""

    def __init__(self, program, folder):
        self.methods = ids(program, "generators")
        paths = file_samples("testcases/files/tests/fuzz/samples/scene/*", "testcases/data/field/*.json")
        texts = [path.read_text(encoding="utf-8") for path in paths]
        texts += [make_file(program, folder, ["scene", "export", case]) for case in CASES]
        self.trees = [cheaper(mutation.parse(text)) for text in texts if is_json(text)]
        self.texts = [mutation.dump(tree) for tree in self.trees]

    def affordable(self, random):
        """A spoilt scene that does not ask for much, or the last of some."""
        for _ in range(20):
            data = mutation.mutate_json(random, random.choice(self.texts), self.trees)
            try:
                if not asks_for_much(json.loads(data)):
                    break
            except (ValueError, RecursionError):
                break
        return data

    def make(self, random, folder):
        (folder / "t.off").write_text("OFF\n4 4 6\n0 0 0\n1 0 0\n0 1 0\n0 0 1\n3 0 2 1\n3 0 1 3\n3 0 3 2\n3 1 2 3\n")
        shutil.copytree(ROOT / "testcases/data/field/meshes", folder / "meshes")
        data = self.affordable(random)
        (folder / "s.json").write_bytes(with_copies(random, data) if random.random() < 0.2 else data)
        one = random.choice(self.methods)
        profile = random.choice([[], ["--profile", "published"]])
        return random.choice([
            [["report", "s.json", "--csv", "out.csv", "--json", "out.json", *profile]],
            [["report", "s.json", "--generators", some(random, self.methods), "--jitter", "2", "--json", "out.json"]],
            [["report", "s.json", "--generators", one, "--pictures", "none", "--out", "out"]],
            [["simulate", "s.json", "--generator", one, "--steps", "3", "--csv", "out.csv", "--record", "out.h5",
              *profile],
             ["export", "out.h5", "--to", random.choice(["csv", "vtk"]), "--out", "out"]],
            [["simulate", "s.json", "--generator", one, "--limits"]],
            [["audit", "s.json", "--generators", one, "--json", "out.json", "--csv", "out.csv"]],
            [["check", "--baseline", "out.json", "--update", "s.json", "--generators", some(random, self.methods)],
             ["check", "--baseline", "out.json", "--junit", "out.xml"]],
            [["contacts", "s.json", "--generator", one, "--format", "json", "--out", "out.json", *profile]],
            [["scene", "export", "s.json", "--out", "out.json"], ["report", "out.json", "--generators", one]],
        ])


class MovingScenes(Scenes):
    """Scenes of elastic bodies, scripts and exact curved shapes, moved by the solvers for these."""

    def __init__(self, program, folder):
        super().__init__(program, folder)
        elastic = [scene_of(kind) for kind in ("elastic", "driven")]
        texts = [path.read_text(encoding="utf-8") for path in file_samples("testcases/data/smooth/*.json")]
        self.trees = [cheaper(mutation.parse(text)) for text in texts + [json.dumps(scene) for scene in elastic]]
        self.texts = [mutation.dump(tree) for tree in self.trees]

    def make(self, random, folder):
        (folder / "s.json").write_bytes(self.affordable(random))
        record = ["--record", "out.h5"] if random.random() < 0.5 else []
        simulate = ["simulate", "s.json", "--solver", random.choice(["barrier", "events"]), "--steps", "2",
                    "--csv", "out.csv", *record]
        commands = [simulate]
        if record:
            commands.append(["export", "out.h5", "--to", random.choice(["csv", "vtk", "gltf"]), "--out", "out"])
        return random.choice([
            commands, commands, [["scene", "export", "s.json", "--out", "out.json"]],
            [["report", "s.json", "--generators", "smooth,barrier", "--json", "out.json"]],
        ])


def scene_of(kind):
    """A soft cube on the ground, or pressed by a script."""
    cube = {"name": "cube", "shape": {"box": {"size": [1, 1, 1]}}, "position": [0, 0.52, 0],
            "elastic": {"young": 1e5, "poisson": 0.3, "size": 0.5}}
    ground = {"name": "ground", "shape": {"box": {"size": [4, 1, 4]}}, "position": [0, -0.5, 0], "fixed": True}
    if kind == "driven":
        cube["driven"] = [{"box": [[-1, 0.4, -1], [1, 1, 1]], "velocity": [0, -0.1, 0], "spin": [0, 0.5, 0],
                           "pivot": [0, 0, 0], "until": 1}]
    return {"schema": "touchstone-scene-1", "name": kind, "bodies": [ground, cube]}


class Scripts:
    """Scene scripts beside their meshes; now and then a mesh is spoilt instead."""

    SCENES = ["01_pointTriangleCO", "03_edgeEdgeCO", "05_edgeEdge", "06_tetTet", "07_cubePlaneCO", "10_tetSlots",
              "11_cubes", "12_largeMassRatio", "spikeCrackCO", "wedgePlaneCO"]

    def __init__(self, program, folder):
        self.data = ROOT / "testcases/data/ipc"
        self.texts = [(self.data / "scenes" / f"{name}.txt").read_bytes() for name in self.SCENES]

    def make(self, random, folder):
        text = random.choice(self.texts)
        meshes = sorted({name.decode() for name in re.findall(rb"input/([^ \n]*)", text)})
        for name in meshes:
            (folder / name).parent.mkdir(parents=True, exist_ok=True)
            shutil.copy(self.data / name, folder / name)
        if random.random() < 0.15:
            name = random.choice(meshes)
            (folder / name).write_bytes(mutation.mutate_text(random, (folder / name).read_bytes()))
        else:
            text = mutation.mutate_text(random, text)
        (folder / "s.txt").write_bytes(text)
        return random.choice([
            [["simulate", "s.txt", "--solver", "barrier", "--steps", "2", "--csv", "out.csv"]],
            [["contacts", "s.txt", "--generator", "vertex_only", "--out", "out.csv"]],
            [["report", "s.txt", "--generators", "opposing,barrier", "--json", "out.json"]],
        ])


class Meshes:
    """All mesh formats, inspected, repaired, and as bodies of a scene."""

    ENDINGS = {"gmsh": "msh", "medit": "mesh", "obj": "obj", "off": "off", "ply": "ply", "stl": "stl",
               "tetgen": "node", "vtk": "vtk", "vtu": "vtu"}

    def __init__(self, program, folder):
        self.methods = ids(program, "generators")
        self.samples = []
        for path in file_samples("methods/mesh/files/tests/fuzz/samples/*/*"):
            self.samples.append((self.ENDINGS[path.parent.name], path.read_bytes()))
        data = "methods/mesh/health/tests/data/*"
        self.samples += [(path.suffix[1:], path.read_bytes()) for path in file_samples(data)
                         if path.suffix[1:] in self.ENDINGS.values() and path.suffix != ".node"]

    def make(self, random, folder):
        ending, data = random.choice(self.samples)
        is_text = ending not in ("stl", "ply", "vtk", "msh") or all(byte < 128 for byte in data)
        if not is_text:
            data = mutation.mutate_binary(random, data)
        elif ending == "node":
            parts = data.split(b"\0")
            which = random.randrange(len(parts))
            parts[which] = mutation.mutate_text(random, parts[which])
            data = parts[0]
            (folder / "m.ele").write_bytes(parts[1])
        else:
            data = mutation.mutate_text(random, data)
        name = "m." + ending
        (folder / name).write_bytes(data)
        body = {"name": "m", "shape": {"mesh": {"file": name}}}
        box = {"name": "b", "shape": {"box": {"size": [1, 1, 1]}}, "position": [0.2, 1, 0.1], "fixed": True}
        scene = {"schema": "touchstone-scene-1", "name": "m", "bodies": [body, box]}
        (folder / "s.json").write_text(json.dumps(scene))
        repaired = "out." + random.choice(["off", "obj", "mesh"])
        return random.choice([
            [["inspect", name, "--json", "out.json"]],
            [["inspect", name, "--repair", repaired], ["inspect", repaired, "--json", "out.json"]],
            [["report", "s.json", "--generators", some(random, self.methods), "--csv", "out.csv"]],
        ])


class Recordings:
    """HDF5 files: numbers of their tables, found by their values, and now and then any bytes."""

    STEPS = 4

    def __init__(self, program, folder):
        self.samples = []
        for case in ["wedges", "spike_in_hole"]:
            path = folder / f"{case}.h5"
            make_file(program, folder, ["simulate", case, "--generator", "vertex_only", "--steps", str(self.STEPS),
                                        "--record", path.name])
            make_file(program, folder, ["export", path.name, "--to", "csv", "--out", case])
            self.samples.append((path.read_bytes(), self.number_places(path, folder / case)))

    @staticmethod
    def number_places(path, tables):
        data = path.read_bytes()
        places = set()
        text = ",".join(table.read_text() for table in sorted(tables.glob("*.csv")))
        words = set(text.replace("\n", ",").split(","))
        for word in sorted(words):
            try:
                pattern = struct.pack("<d", float(word))
            except ValueError:
                continue
            place = data.find(pattern) if any(pattern) else -1
            while place >= 0:
                places.update(range(max(0, place - 16), min(len(data), place + 24), 4))
                place = data.find(pattern, place + 8)
        return sorted(places)

    def make(self, random, folder):
        data, offsets = random.choice(self.samples)
        if random.random() < 0.3:
            text = data.find(b'"touchstone-scene-1"')  # the scene inside, which ends with a zero
            begin = data.rfind(b"\0", 0, text) + 1
            end = data.find(b"\0", text)
            spoilt = mutation.mutate_text(random, data[begin:end])[: end - begin]
            data = data[:begin] + spoilt.ljust(end - begin) + data[end:]
        else:
            data = mutation.mutate_binary(random, data, offsets)
        (folder / "r.h5").write_bytes(data)
        (folder / "out_resumed.h5").write_bytes(data)
        return random.choice([
            [["export", "r.h5", "--to", "csv", "--out", "out"]],
            [["export", "r.h5", "--to", "gltf", "--out", "out.glb"]],
            [["export", "r.h5", "--to", "vtk", "--out", "out"]],
            [["export", "r.h5", "--to", "svg", "--out", "out.svg"]],
            [["simulate", "--resume", "out_resumed.h5", "--steps", str(self.STEPS + 2), "--csv", "out.csv"],
             ["export", "out_resumed.h5", "--to", "csv", "--out", "out"]],
        ])


class Baselines:
    """Baselines of `check`, and reports that are compared."""

    def __init__(self, program, folder):
        self.texts = []
        for methods in ["opposing", "vertex_only,growth"]:
            words = ["check", "--baseline", "b.json", "--update", "wedges", "--generators", methods, "--queries", "1"]
            make_file(program, folder, words)
            self.texts.append((folder / "b.json").read_text())
        make_file(program, folder, ["report", "wedges", "--generators", "opposing,growth", "--json", "r.json"])
        self.report = (folder / "r.json").read_text()
        self.trees = [mutation.parse(text) for text in [*self.texts, self.report]]

    def make(self, random, folder):
        if random.random() < 0.4:
            (folder / "a.json").write_text(self.report)
            (folder / "b.json").write_bytes(mutation.mutate_json(random, self.report, self.trees))
            names = random.sample(["a.json", "b.json"], 2)
            return [["compare", *names, "--junit", "out.xml"]]
        (folder / "out_b.json").write_bytes(mutation.mutate_json(random, random.choice(self.texts), self.trees))
        check = ["check", "--baseline", "out_b.json", "--junit", "out.xml"]
        return [check] if random.random() < 0.8 else [[*check[:3], "--update"], check]


def sealed(before):
    """The whole file, whose checksum is of all before it."""
    return before + b',\n "checksum": "' + hashlib.sha256(before).hexdigest().encode() + b'"\n}\n'


def with_checksum(text):
    """The text with the checksum that fits, where it still is such a document."""
    try:
        document = json.loads(text)
        del document["checksum"]
        return sealed(json.dumps(document, indent=1, ensure_ascii=False).removesuffix("\n}").encode("utf-8"))
    except (ValueError, KeyError, TypeError):
        return text


class Folders:
    """Folders of finished parts, one of which is spoilt before the command resumes."""

    def __init__(self, program, folder, words, part):
        self.words = words
        self.template = folder / "out"
        make_file(program, folder, words)
        self.part = part
        self.names = sorted(str(path.relative_to(self.template)) for path in self.template.glob(part)
                            if not path.name.startswith("choice-"))
        self.trees = [mutation.parse((self.template / name).read_text()) for name in self.names]
        whole = (self.template / self.names[0]).read_bytes()
        if sealed(whole[: whole.rindex(b',\n "checksum"')]) != whole:
            raise SystemExit("the checksum is of something else")

    def make(self, random, folder):
        for name in self.names:
            (folder / "out" / name).parent.mkdir(parents=True, exist_ok=True)
            shutil.copy(self.template / name, folder / "out" / name)
        name = random.choice(self.names)
        spoilt = mutation.mutate_json(random, (self.template / name).read_text(), self.trees)
        if random.random() < 0.9:
            spoilt = with_checksum(spoilt)
        (folder / "out" / name).write_bytes(spoilt)
        return [self.words]


def make_league(program, folder):
    return Folders(program, folder, ["league", "wedges", "--rows", "opposing,growth", "--steps", "0", "--threads", "1",
                                     "--pictures", "none", "--out", "out"], "cells/*.json")


def make_motion(program, folder):
    return Folders(program, folder, ["league", "pillar", "--rows", "opposing", "--steps", "2", "--threads", "1",
                                     "--pictures", "none", "--out", "out"], "cells/*.json")


def make_study(program, folder):
    return Folders(program, folder, ["study", "counts", "--generators", "opposing,vertex_only",
                                     "--profile", "corrected",
                                     "--steps", "2", "--jobs", "1", "--out", "out"], "cells/*.json")


def make_ccd(program, folder):
    return Folders(program, folder, ["report", "ccd", "small_box_not_first", "--methods", "cubic_roots,root_parity",
                                     "--timings", "0", "--threads", "1", "--cell-queries", "20", "--out", "out"],
                   "cells/*.json")


def make_report(program, folder):
    return Folders(program, folder, ["report", "wedges", "--generators", "opposing,growth", "--threads", "1",
                                     "--pictures", "none", "--out", "out"], "cells/*.json")


def make_audit(program, folder):
    return Folders(program, folder, ["audit", "wedges", "--generators", "opposing,vertex_only", "--out", "out",
                                     "--json", "out.json"], "cells/*.json")


class Claims(Folders):
    """Claims of cells that are missing, and the files beside cells that tell how long each took."""

    def __init__(self, program, folder):
        super().__init__(program, folder, ["report", "wedges", "--generators", "opposing,growth", "--threads", "1",
                                           "--pictures", "none", "--out", "out"], "cells/*.json")
        self.words += ["--takeover", "1"]
        cell = json.loads((self.template / self.names[0]).read_text())
        space = os.readlink("/proc/self/ns/pid")
        here = pathlib.Path("/proc/sys/kernel/random/boot_id").read_text().strip() + " " + space
        self.claims = [json.dumps({"schema": "touchstone-claim-1", "host": "here", "machine": machine,
                                   "process": 4000000, "started": 4711, "version": cell["program"]["version"],
                                   "commit": cell["program"]["commit"]}) for machine in ["elsewhere", here]]
        self.beside = sorted((self.template / "cells").glob("times-*"))

    def make(self, random, folder):
        cells = folder / "out" / "cells"
        cells.mkdir(parents=True)
        for path in [self.template / name for name in self.names] + self.beside:
            shutil.copy(path, cells / path.name)
        for name in random.sample(self.names, random.choice([1, len(self.names)])):
            path = folder / "out" / name
            path.unlink()
            for generation in range(random.choice([1, 1, 2])):
                claim = mutation.mutate_json(random, random.choice(self.claims),
                                             [mutation.parse(text) for text in self.claims])
                path.with_name(f"{path.stem}.claim-{generation}").write_bytes(claim)
        for path in self.beside:
            if random.random() < 0.3:
                (cells / path.name).write_bytes(mutation.mutate_text(random, path.read_bytes()))
        return [self.words]


class OptionValues:
    """Values of all options that --set takes."""

    COSTLY = {"max_sweeps", "vertex_noise", "lags", "iterations", "repetitions", "frame_growth"}  # cost what they ask

    def __init__(self, program, folder):
        self.methods = ids(program, "generators")
        text = make_file(program, folder, ["list", "options", "--json"])
        self.options = [(row["option"], str(row["corrected"]), str(row["values"])) for row in json.loads(text)]

    def value_of(self, random, option):
        name, value, values = option
        number = re.fullmatch(r"[-+]?[0-9.]+(?:[eE][-+]?[0-9]+)?", value)
        if random.random() < 0.15:
            return random.choice([*mutation.WORDS, "nan", "inf", "-inf", "0x10", "1e", "\u0661"])
        if not number:
            words = values.split("|")
            return random.choice([word for word in words if " " not in word] + ["0", "0.5", "3"] * ("number" in values))
        if name.split(".")[-1] in self.COSTLY:
            return random.choice(["0", "-1", "1", "2", "3.5", "1e400"])
        if random.random() < 0.5:
            return mutation.scaled(value, random.choice([0.1, 0.5, 0.999, 1.001, 2.0, 10.0]))
        return mutation.other_number(random, value)

    def make(self, random, folder):
        # Options of one method, with those of solver and study: others are refused.
        own = random.choice(self.methods)
        owners = random.choice([[own], [own, "solver", "study"], ["impact"], ["cast"], ["barrier", "solver"]])
        options = [option for option in self.options if option[0].split(".")[0] in owners]
        sets = []
        for _ in range(random.choice([1, 1, 2, 4]) if options else 0):
            option = random.choice(self.options if random.random() < 0.05 else options)
            word = f"{option[0]}={self.value_of(random, option)}".replace("\0", "")
            sets += ["--set", word.encode("utf-8", "replace").decode()]
        if owners == ["impact"]:
            return [["report", "ccd", "small_box_not_first", "--csv", "out.csv", "--max-boxes", "1000", *sets]]
        if owners == ["cast"]:
            return [["report", "c5d", "--samples", "20", "--csv", "out.csv", *sets]]
        case = random.choice(CASES)
        if owners[0] == "barrier":
            return [["simulate", case, "--solver", "barrier", "--steps", "1", "--csv", "out.csv", *sets]]
        return random.choice([
            [["report", case, "--generators", own, "--csv", "out.csv", "--json", "out.json", *sets]],
            [["simulate", case, "--generator", own, "--steps", "2", "--csv", "out.csv", *sets]],
            [["contacts", case, "--generator", own, "--out", "out.csv", *sets]],
            [["audit", case, "--generators", own, "--json", "out.json", *sets]],
        ])


class Queries:
    """Contact-time queries as CSV, plain and packed, and as JSON."""

    def __init__(self, program, folder):
        self.methods = ids(program, "impact-methods")
        self.samples = []
        for path in sorted(ROOT.glob("testcases/data/queries/**/*.csv")):
            lines = path.read_bytes().splitlines(keepends=True)
            kind = "edge-edge" if "edge-edge" in str(path) else "vertex-face"
            self.samples += [(kind, b"".join(lines[first : first + 16])) for first in range(0, min(len(lines), 64), 16)]
        query = {"schema": "touchstone-ccd-1", "kind": "vertex_face",
                 "t0": [[0.25, 1.5, 0.25], [0, 0, 0], [1, 0, 0], [0, 0, 1]],
                 "t1": [[0.25, -0.5, 0.25], [0, 1, 0], [1, 1, 0], [0, 1, 1]],
                 "expect": {"hit": True, "toi": [0.4, 0.6]}}
        self.query = json.dumps(query)

    @staticmethod
    def changed(random, lines):
        """Now and then any text; mostly coordinates that become other doubles, still as fractions."""
        if random.random() < 0.2:
            return mutation.mutate_text(random, lines, whole=True)
        rows = [line.split(b",") for line in lines.splitlines()]
        change = random.choice([lambda value: mutation.other_number(random, repr(value)),
                                lambda value, factor=random.choice(mutation.FACTORS): value * factor])
        share = random.choice([0.02, 0.1, 1.0])
        for row in rows:
            for column in (0, 2, 4):
                if random.random() < share:
                    value = float(change(int(row[column]) / int(row[column + 1])))
                    ratio = (value if abs(value) < float("inf") else 1e308).as_integer_ratio()
                    row[column : column + 2] = [str(part).encode() for part in ratio]
        return b"".join(b",".join(row) + b"\n" for row in rows)

    def make(self, random, folder):
        kind, lines = random.choice(self.samples)
        which = random.choice(["q.csv", "q.csv", "q.csv.gz", "q.json"])
        if which == "q.json":
            data = mutation.mutate_json(random, self.query, [mutation.parse(self.query)])
        elif which == "q.csv":
            data = self.changed(random, lines)
        else:
            data = gzip.compress(self.changed(random, lines), mtime=0)
            data = mutation.mutate_binary(random, data) if random.random() < 0.3 else data
        (folder / which).write_bytes(data)
        methods = ",".join(random.sample(self.methods, random.choice([1, 3])))
        options = [] if which == "q.json" else ["--kind", kind]
        impacts = ["impacts", which, "--methods", methods, "--csv", "out.csv", *options, "--max-boxes", "10000"]
        report = ["report", "ccd", which, "--methods", methods, *options, "--max-boxes", "10000", "--csv", "out.csv"]
        return [random.choice([impacts, report])]


class Replies:
    """What a program behind --generator-command answers."""

    def __init__(self, program, folder):
        pass

    def make(self, random, folder):
        for name in ["hostile_method.py", "mutation.py"]:
            shutil.copy(HERE / name, folder / name)
        command = f"{shlex.quote(sys.executable)} -B hostile_method.py {random.randrange(1 << 60)}"
        own = ["--generator-command", command, "--generator-time-limit", "60"]
        files = ["--json", "out.json", "--csv", "out.csv"]
        return [random.choice([
            ["report", "wedges", "cliff_edges", "--generators", "hostile", *files, *own],
            ["contacts", "wedges", "--generator", "hostile", "--format", "json", "--out", "out.json", *own],
            ["simulate", "wedges", "--generator", "hostile", "--steps", "3", "--csv", "out.csv", "--record", "out.h5",
             *own],
            ["check", "--baseline", "out.json", "--update", "wedges", "--generators", "hostile", *own],
            ["audit", "wedges", "--generators", "hostile", "--json", "out.json", *own],
        ])]


def is_json(text):
    try:
        json.loads(text)
        return True
    except ValueError:
        return False


ALL = {
    "scene": Scenes, "moving": MovingScenes, "script": Scripts, "mesh": Meshes, "recording": Recordings,
    "baseline": Baselines, "league": make_league, "motion": make_motion, "study": make_study, "ccd": make_ccd,
    "report": make_report, "audit": make_audit, "claim": Claims, "options": OptionValues, "query": Queries,
    "reply": Replies,
}
