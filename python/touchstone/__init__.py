"""Assesses the quality of contact points: cases whose right answer is known, methods, metrics.

    import touchstone

    for row in touchstone.report("fundamental", ["opposing", "semi_local"]):
        print(row.case, row.generator, row.quality, row.coverage)

Metres, kilograms, seconds; positions and directions in world frame unless they say otherwise; a
normal points from body A to body B, a separation is negative in penetration. Arrays are read-only.
The answers are those of the command line, bit for bit.
"""

from touchstone._core import (
    Audit,
    AuditRow,
    Body,
    CaseInfo,
    Check,
    Collider,
    Contacts,
    Error,
    Expected,
    FileError,
    GeneratorFault,
    GeneratorInfo,
    ImpactQuery,
    ImpactReport,
    Judgement,
    MeshError,
    MetricInfo,
    OptionInfo,
    Query,
    Recording,
    Report,
    Row,
    Scene,
    Settings,
    Simulation,
    Step,
    TetMesh,
    UnknownName,
    Unsupported,
    UsageError,
    __commit__,
    __version__,
    add_generator,
    audit,
    cases,
    check,
    find_contacts,
    find_impact,
    generate,
    generators,
    groups,
    judge,
    metrics,
    options,
    record_contacts,
    report,
    report_ccd,
)
from touchstone import _notebook
from touchstone._notebook import Drawing, Picture
from touchstone._viewer import screenshot, view

_notebook.attach()
Drawing.__module__ = Picture.__module__ = "touchstone"

__all__ = [
    "Audit",
    "AuditRow",
    "Body",
    "CaseInfo",
    "Check",
    "Collider",
    "Contacts",
    "Drawing",
    "Error",
    "Expected",
    "FileError",
    "GeneratorFault",
    "GeneratorInfo",
    "ImpactQuery",
    "ImpactReport",
    "Judgement",
    "MeshError",
    "MetricInfo",
    "OptionInfo",
    "Picture",
    "Query",
    "Recording",
    "Report",
    "Row",
    "Scene",
    "Settings",
    "Simulation",
    "Step",
    "TetMesh",
    "UnknownName",
    "Unsupported",
    "UsageError",
    "add_generator",
    "audit",
    "cases",
    "check",
    "find_contacts",
    "find_impact",
    "generate",
    "generators",
    "groups",
    "judge",
    "metrics",
    "options",
    "record_contacts",
    "report",
    "report_ccd",
    "screenshot",
    "view",
]
