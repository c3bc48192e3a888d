"""What a notebook shows: tables as HTML, drawings as SVG, pictures as PNG. Colour means right or wrong."""

import html
import pathlib

from touchstone import _core

_MOST_ROWS = 60
_RIGHT, _WRONG = "rgba(46, 160, 67, 0.25)", "rgba(218, 54, 51, 0.25)"  # on light and dark pages


class Drawing:
    """Drawings as SVG, one below the other in a notebook.

    save(path) writes the one to a file, or each to NAME.svg in a folder, and returns the paths.
    """

    def __init__(self, svgs):
        self._svgs = dict(svgs)

    @property
    def svgs(self):
        """Their texts by name."""
        return dict(self._svgs)

    def _repr_html_(self):
        return "\n".join(f"<div>{svg[max(svg.find('<svg'), 0):]}</div>" for svg in self.svgs.values())

    def save(self, path):
        path = pathlib.Path(path)
        if path.suffix == ".svg" and len(self.svgs) == 1:
            places = {path: svg for svg in self.svgs.values()}
        else:
            path.mkdir(parents=True, exist_ok=True)
            places = {path / f"{name}.svg": svg for name, svg in self.svgs.items()}
        for place, svg in places.items():
            place.write_text(svg, encoding="utf-8")
        return list(places)

    def __repr__(self):
        return f"<Drawing: {', '.join(self.svgs) or 'nothing to draw'}>"


class Picture:
    """A picture as PNG, which a notebook shows. save(path) writes it."""

    def __init__(self, png):
        self._png = png

    @property
    def png(self):
        """The bytes of the file."""
        return self._png

    def _repr_png_(self):
        return self.png

    def save(self, path):
        path = pathlib.Path(path)
        path.write_bytes(self.png)
        return path

    def __repr__(self):
        width, height = (int.from_bytes(self.png[at : at + 4], "big") for at in (16, 20))
        return f"<Picture: {width} x {height}>"


def draw_report(report):
    return Drawing(_core._draw_report(report))


def draw_judgement(judgement, title):
    return Drawing(_core._draw_judgement(judgement, title))


def _cell(value, right=None):
    """`right`: True, False, or None for what is neither."""
    colour = {True: f' style="background: {_RIGHT}"', False: f' style="background: {_WRONG}"'}
    return f"<td{colour.get(right, '')}>{html.escape(str(value))}</td>"


def _table(heads, lines, note=""):
    """`lines`: lists of values, or of pairs of a value and whether it is right."""
    rows = [
        "<tr>" + "".join(_cell(*cell) if isinstance(cell, tuple) else _cell(cell) for cell in line) + "</tr>"
        for line in lines[:_MOST_ROWS]
    ]
    if len(lines) > _MOST_ROWS:
        note = " ".join([f"{len(lines) - _MOST_ROWS} more.", note])
    head = "".join(f"<th>{html.escape(name)}</th>" for name in heads)
    text = f"<table><thead><tr>{head}</tr></thead><tbody>{''.join(rows)}</tbody></table>"
    return text + (f"<p>{html.escape(note)}</p>" if note else "")


def _percent(share):
    return "–" if share is None else f"{100 * share:.4g} %"


def _number(value, digits=3):
    return "–" if value is None else _plain(value, digits)


def _plain(value, digits=5):
    """Without the sign of a zero."""
    return f"{value + 0.0:.{digits}g}"


def _share(share):
    """In per cent; right when it is all."""
    return (_percent(share), None if share is None else share == 1)


def _report_html(report):
    rows = list(report)
    heads, summary, note = _core._summary(report)
    text = _table(heads, summary, note)
    if len(rows) == len(summary):
        return text
    lines = []
    for row in rows:
        line = [row.case_title or row.case, row.generator_title]
        if row.refusal:
            line += [(row.refusal, _core._row_is_right(row)), "", "", ""]
        else:
            judged = row.judgement
            line += [f"{judged.correct} of {judged.contacts}", _share(row.coverage)]
            line += [_share(row.quality), _number(row.excess)]
        lines.append(line)
    heads = ["case", "method", "right contacts", "coverage", "quality", "excess"]
    return text + _table(heads, lines)


def _row_html(row):
    if row.refusal:
        return _table([row.case, row.generator], [["no answer", (row.refusal, _core._row_is_right(row))]])
    lines = [[name, _number(value, 6)] for name, value in row.metrics.items()]
    judged = row.judgement
    lines.insert(0, ["right contacts", f"{judged.correct} of {judged.contacts}"])
    return _table([row.case_title or row.case, row.generator_title], lines)


def _judgement_html(judgement):
    counts = {}
    for verdict in judgement.verdicts:
        counts[verdict] = counts.get(verdict, 0) + 1
    lines = [
        ["coverage", _share(judgement.coverage)],
        ["quality", _share(judgement.quality)],
        ["excess", _number(judgement.excess)],
    ]
    for verdict, count in counts.items():
        known = None if verdict in ("not_judged", "ahead") else verdict == "right"
        lines.append([f"contacts: {verdict}", (count, known)])
    return _table(["judgement", ""], lines)


def _body(contacts, index):
    return contacts.body_names[index] if index < len(contacts.body_names) else index


def _contacts_html(contacts):
    lines = [
        [
            i,
            _body(contacts, contacts.body_a[i]),
            _body(contacts, contacts.body_b[i]),
            ", ".join(_plain(x) for x in contacts.position[i]),
            ", ".join(_plain(x) for x in contacts.normal[i]),
            _plain(contacts.separation[i]),
        ]
        for i in range(min(len(contacts), _MOST_ROWS))
    ]
    note = f"{len(contacts) - _MOST_ROWS} more." if len(contacts) > _MOST_ROWS else ""
    return _table(["", "A", "B", "position [m]", "normal, A to B", "separation [m]"], lines, note)


def _scene_html(scene):
    lines = [
        [
            body.name,
            "fixed" if body.fixed else f"{body.mass:.4g} kg",
            len(body.vertices),
            len(body.faces),
            ", ".join(_plain(x) for x in body.position),
        ]
        for body in scene.bodies
    ]
    heads = ["body", "mass", "vertices", "faces", "position [m]"]
    return f"<p>{html.escape(scene.title or scene.id)}</p>" + _table(heads, lines)


def _audit_html(audit):
    lines = []
    for row in audit:
        if row.refusal:
            lines.append([row.case, row.generator_title, (row.refusal, False)])
            continue
        changed = [f"{way}: {change['smallest']}" for way, change in row.changes.items() if change]
        lines.append([row.case, row.generator_title, ("; ".join(changed) or "nothing", row.unchanged)])
    return _table(["case", "method", "what changes the answer"], lines)


def _check_html(check):
    failures = "".join(f"<p>{html.escape(line)}.</p>" for line in check.failures)
    if not check.movements:
        return failures + f"<p>Nothing moved in {check.rows} rows.</p>"
    keys = ["case", "generator", "profile", "query", "what", "before", "after"]
    lines = [[moved[key] for key in keys[:-1]] + [(moved["after"], moved["better"])] for moved in check.movements]
    return failures + _table(keys, lines)


def attach():
    """Gives the classes what a notebook looks for."""
    for kind, shown in [
        (_core.Report, _report_html),
        (_core.Row, _row_html),
        (_core.Judgement, _judgement_html),
        (_core.Contacts, _contacts_html),
        (_core.Scene, _scene_html),
        (_core.Audit, _audit_html),
        (_core.Check, _check_html),
    ]:
        kind._repr_html_ = shown
