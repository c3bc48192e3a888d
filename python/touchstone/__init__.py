"""Assesses the quality of contact points: cases whose right answer is known, methods, metrics.

    import touchstone

    for row in touchstone.report("fundamental", ["opposing", "semi_local"]):
        print(row.case, row.generator, row.quality, row.coverage)

Metres, kilograms, seconds; positions and directions in world frame unless they say otherwise; a
normal points from body A to body B, a separation is negative in penetration. Arrays are read-only.
The answers are those of the command line, bit for bit.
"""

from touchstone._core import (
    Body,
    CaseInfo,
    Collider,
    Contacts,
    Error,
    Expected,
    FileError,
    GeneratorFault,
    GeneratorInfo,
    Judgement,
    MeshError,
    MetricInfo,
    OptionInfo,
    Query,
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
    cases,
    find_contacts,
    generate,
    generators,
    groups,
    judge,
    metrics,
    options,
    report,
)

__all__ = [
    "Body",
    "CaseInfo",
    "Collider",
    "Contacts",
    "Error",
    "Expected",
    "FileError",
    "GeneratorFault",
    "GeneratorInfo",
    "Judgement",
    "MeshError",
    "MetricInfo",
    "OptionInfo",
    "Query",
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
    "cases",
    "find_contacts",
    "generate",
    "generators",
    "groups",
    "judge",
    "metrics",
    "options",
    "report",
]
