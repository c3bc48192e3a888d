#!/usr/bin/env python3
"""Types command lines into bash, zsh and fish and looks at what they offer: completion_shells.py PROGRAM.

Bash and zsh run at a terminal of their own and get a tab; fish answers `complete -C`. Each reads the
script that PROGRAM writes for it. All three have to offer the same, and what is said below.
"""

import os
import pathlib
import pty
import select
import shutil
import signal
import subprocess
import sys
import tempfile
import time

TIME_LIMIT = 60.0  # of all that a shell is asked [s]

# What is typed after `touchstone`, and either all that is to be offered, or some of it.
ALL, SOME, NONE = "all", "some", "none"
LINES = [
    ("re", ALL, {"report"}),
    ("", SOME, {"view", "report", "scene", "completion"}),
    ("--", ALL, {"--help", "--version"}),
    ("report spi", SOME, {"spikes", "spike one.json"}),
    ("report fun", ALL, {"fundamental"}),
    ("report --jit", ALL, {"--jitter"}),
    ("report --generators gro", ALL, {"growth"}),
    ("report --generators growth,opp", ALL, {"opposing"}),
    ("report --generators=growth,opp", ALL, {"opposing"}),
    ("report --generator=gro", ALL, {"growth"}),
    ("report --jitter ", NONE, set()),
    ("report --out s", ALL, {"spike one.json", "sub"}),
    ("report --out=s", ALL, {"spike one.json", "sub"}),
    ("report --pictures ", ALL, {"none", "wrong", "all"}),
    ("report ccd --methods cubic", SOME, {"cubic_roots"}),
    ("report wedges --generators growth --pro", ALL, {"--profile"}),
    ("contacts spikes --format j", ALL, {"json"}),
    ("scene ", ALL, {"new", "export"}),
    ("scene exp", ALL, {"export"}),
    ("scene export --pro", ALL, {"--profile"}),
    ("scene export spi", SOME, {"spikes", "spike one.json"}),
    ("scene new w", ALL, {"wall.obj"}),
    ("export --t", ALL, {"--to"}),
    ("export a.h5 --to h", ALL, {"h5"}),
    ("simulate pillar --solver ev", ALL, {"events"}),
    ("view spikes --compare gro", ALL, {"growth"}),
    ("view spikes --view f", ALL, {"front"}),
    ("view --gen", ALL, {"--generator", "--generators", "--generator-command", "--generator-time-limit"}),
    ("view wa", SOME, {"wall", "wall.obj"}),
    ("inspect w", ALL, {"wall.obj"}),
    ("study time", ALL, {"time-step"}),
    ("list query", ALL, {"query-sets"}),
    ("completion ", ALL, {"bash", "zsh", "fish"}),
    ("help che", ALL, {"check"}),
]
# What the line is after the tab, where one thing alone can follow.
INSERTED = {
    "re": "report",
    "report --generators growth,opp": "report --generators growth,opposing",
    "report --generators=growth,opp": "report --generators=growth,opposing",
    "scene new w": "scene new wall.obj",
    "report --out spike": "report --out spike\\ one.json",
}

BASH = r"""
source "$FOLDER/touchstone.bash"
seen() { _touchstone "$@"; printf '%s\n' "${COMPREPLY[@]}" >"$FOLDER/offers"; }
complete -o filenames -F seen touchstone
tell() { printf '%s' "$READLINE_LINE" >"$FOLDER/line.new"; mv "$FOLDER/line.new" "$FOLDER/line"; READLINE_LINE=''; }
bind 'set completion-query-items 0'
bind 'set page-completions off'
bind 'set bell-style none'
bind 'set enable-bracketed-paste off'
bind -x '"\C-g": tell'
"""
ZSH = r"""
fpath=("$FOLDER" $fpath)
autoload -Uz compinit
compinit -u -d "$FOLDER/compdump"
setopt no_auto_list no_beep
# What is asked for into an array is none of what is shown.
compadd() {
    if [[ ${argv[1,(i)(-|--)]} == *-[OAD]* ]]; then
        builtin compadd "$@"
        return
    fi
    local -a hits
    builtin compadd -A hits "$@"
    print -rl -- $hits >>"$FOLDER/offers"
    builtin compadd "$@"
}
tell() { print -rn -- "$BUFFER" >"$FOLDER/line.new"; mv "$FOLDER/line.new" "$FOLDER/line"; BUFFER=''; }
zle -N tell
bindkey '^G' tell
bindkey '^I' complete-word
"""


class Terminal:
    """A shell at a terminal of its own, which reads what is typed."""

    def __init__(self, words, folder, work):
        self.folder = folder
        variables = {"PATH": os.environ["PATH"], "HOME": str(folder), "ZDOTDIR": str(folder),
                     "FOLDER": str(folder), "TERM": "dumb", "INPUTRC": "/dev/null", "LANG": "C.UTF-8"}
        self.child, self.end = pty.fork()
        if self.child == 0:
            os.chdir(work)
            os.execvpe(words[0], words, variables)

    def type(self, text):
        os.write(self.end, text.encode())

    def wait_for(self, file):
        """The text of a file that the shell is to write."""
        limit = time.monotonic() + TIME_LIMIT
        while not file.exists():
            if time.monotonic() > limit:
                raise TimeoutError("the shell does not answer")
            if select.select([self.end], [], [], 0.01)[0]:
                os.read(self.end, 65536)  # what it shows
        return file.read_text()

    def offers(self, line):
        """What is offered after the line, and the line after a tab."""
        for name in ("offers", "line"):
            (self.folder / name).unlink(missing_ok=True)
        self.type("touchstone " + line + "\t\a")
        after = self.wait_for(self.folder / "line")
        file = self.folder / "offers"
        return (file.read_text().splitlines() if file.exists() else []), after

    def close(self):
        os.kill(self.child, signal.SIGKILL)
        os.waitpid(self.child, 0)
        os.close(self.end)


class Fish:
    def __init__(self, folder, work):
        self.folder, self.work = folder, work

    def offers(self, line):
        script = f"source '{self.folder}/touchstone.fish'; complete -C 'touchstone {line}'"
        answer = subprocess.run(["fish", "--no-config", "-c", script], cwd=self.work, check=True, text=True,
                                capture_output=True, timeout=TIME_LIMIT, stdin=subprocess.DEVNULL,
                                env={"PATH": os.environ["PATH"], "HOME": str(self.folder), "LANG": "C.UTF-8"})
        assert answer.stderr == "", answer.stderr
        return [text.split("\t")[0] for text in answer.stdout.splitlines()], None

    def close(self):
        pass


def begin(shell, folder, work):
    if shell == "fish":
        return Fish(folder, work)
    words, script = {"bash": (["bash", "--norc", "--noprofile", "-i"], BASH),
                     "zsh": (["zsh", "-f", "-i"], ZSH)}[shell]
    (folder / "begin").write_text(script + f': >"$FOLDER/ready"\n')
    terminal = Terminal(words, folder, work)
    terminal.type('source "$FOLDER/begin"\n')
    terminal.wait_for(folder / "ready")
    return terminal


def plain(offers):
    """The offers without what stands before them on the line, and without the marks of shells."""
    return {offer.split("=")[-1].split(",")[-1].replace("\\", "").rstrip("/") for offer in offers} - {""}


def main():
    program = pathlib.Path(sys.argv[1]).resolve()
    missing = [shell for shell in ("bash", "zsh", "fish") if not shutil.which(shell)]
    if missing:
        sys.exit("this test runs " + " and ".join(missing) + ", which is not here: apt-get install zsh fish")
    faults = []
    seen = {}
    with tempfile.TemporaryDirectory() as place:
        for shell, script in (("bash", "touchstone.bash"), ("zsh", "_touchstone"), ("fish", "touchstone.fish")):
            folder = pathlib.Path(place) / shell
            work = folder / "work"
            (work / "sub").mkdir(parents=True)
            for name in ("spike one.json", "wall.obj", "other.txt"):
                (work / name).touch()
            written = subprocess.run([program, "completion", shell], check=True, capture_output=True).stdout
            (folder / script).write_bytes(written)
            terminal = begin(shell, folder, work)
            for line, how, wanted in LINES:
                offers = plain(terminal.offers(line)[0])
                seen[shell, line] = offers
                fits = {ALL: offers == wanted, SOME: wanted < offers or wanted == offers, NONE: not offers}[how]
                if not fits:
                    faults.append(f"{shell}: after 'touchstone {line}': {sorted(offers)}, expected {how} {sorted(wanted)}")
            for line, wanted in INSERTED.items():
                after = terminal.offers(line)[1]
                if after is not None and after.strip() != "touchstone " + wanted:
                    faults.append(f"{shell}: a tab makes of '{line}' '{after}', expected '{wanted}'")
            terminal.close()
    for line, _, _ in LINES:
        for shell in ("zsh", "fish"):
            if seen[shell, line] != seen["bash", line]:
                faults.append(f"after 'touchstone {line}' {shell} and bash differ: "
                              f"{sorted(seen[shell, line] ^ seen['bash', line])}")
    for fault in faults:
        print(fault, file=sys.stderr)
    print(f"{len(LINES)} lines in three shells, {len(faults)} faults")
    sys.exit(1 if faults else 0)


if __name__ == "__main__":
    main()
