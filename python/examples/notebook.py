"""A first hour in a notebook: cells between `# %%`, which Jupyter (jupytext), VS Code and Spyder run one
by one. As a plain program it prints what a notebook would show.

    python3 python/examples/notebook.py
"""

# %% What the right answer is, and what a method finds

import tempfile
from pathlib import Path

import numpy as np

import touchstone

try:
    from IPython.display import display
except ImportError:
    display = print

folder = Path(tempfile.mkdtemp(prefix="touchstone-notebook-"))
scene = touchstone.Scene("wedges", generators=["opposing", "semi_local"])
display(scene)
contacts = touchstone.find_contacts(scene, "opposing")
display(contacts)

# %% Which of the contacts are right

judgement = touchstone.judge(scene, contacts)
display(judgement)
display(judgement.plot("Opposing on Wedges"))

# %% A method of one's own: of the contacts of Opposing, those that point up or down


def upright(a, b, query):
    positions, normals, separations = touchstone.generate("opposing", a, b, query)
    kept = np.abs(normals[:, 1]) > 0.9 if len(normals) else []
    return positions[kept], normals[kept], separations[kept]


touchstone.add_generator("upright", upright, title="Upright", replace=True)
report = touchstone.report(["wedges", "internal_edges"], ["opposing", "upright", "semi_local"])
display(report)
display(report.plot())

# %% Where it is wrong: red contacts are, the true contact region is blue (needs touchstone-viewer)

try:
    own = touchstone.find_contacts("internal_edges", "opposing")
    display(touchstone.screenshot("internal_edges", own, size=(800, 500)))
except touchstone.Error as error:
    print(error)

# %% Does the answer depend on how the scene is described? No right answer is needed for that

audit = touchstone.audit("wedges", ["opposing", "semi_local"])
display(audit)

# %% A baseline, which tells when an answer moves

baseline = folder / "contacts.json"
touchstone.check(baseline, update=True, cases="internal_edges", generators=["upright"], queries=[1])


def leaning(a, b, query):
    positions, normals, separations = upright(a, b, query)
    return positions, -normals, separations


touchstone.add_generator("upright", leaning, replace=True)
check = touchstone.check(baseline)
display(check)

# %% Motion, recorded; `touchstone view` and `touchstone export` take the file, too

simulation = touchstone.Simulation("pillar:height=2", "semi_local")
simulation.record(folder / "pillar.h5", replace=True)
simulation.step(5)
recording = touchstone.Recording(folder / "pillar.h5")
last = recording.step(len(recording))
display(last.contacts)
display(touchstone.judge(recording.scene(), last.contacts))
