// A program that answers Touchstone's line protocol (docs/use/external_generators.md) with the contacts
// of a physics engine made for JavaScript: what testcases/engines/engine_program.h is for C++.

import { readFileSync } from 'node:fs';
import process from 'node:process';
import { createInterface } from 'node:readline';

const kFirstNode = 18;
const kForms = ['box', 'hull', 'mesh', 'parts'];

/// A coplanar neighbour's normal differs by less [rad]: rounding, not shape.
const kFlatAngle = 1e-6;

/// The shapes to ask Touchstone for. A hull's faces are those of the surface, which is sent as
/// triangles.
const kShapes = {
    box: ['box'],
    hull: ['hull', 'triangles'],
    mesh: ['triangles'],
    parts: ['convex_parts'],
};

/// The pair cannot be represented: an answer, not a fault.
export class Unsupported extends Error {}

// Vectors are arrays of three numbers, [m]; quaternions are w, x, y, z.

export const add = (a, b) => [a[0] + b[0], a[1] + b[1], a[2] + b[2]];
export const sub = (a, b) => [a[0] - b[0], a[1] - b[1], a[2] - b[2]];
export const scale = (s, a) => [s * a[0], s * a[1], s * a[2]];
export const dot = (a, b) => a[0] * b[0] + a[1] * b[1] + a[2] * b[2];
export const cross = (a, b) => [
    a[1] * b[2] - a[2] * b[1],
    a[2] * b[0] - a[0] * b[2],
    a[0] * b[1] - a[1] * b[0],
];
export const halfway = (a, b) => scale(0.5, add(a, b));

/// Of length one; not finite where the vector has no length. Engines in single precision give
/// normals that are unit to 1e-7 only, and not always.
export const unit = (a) => scale(1 / Math.hypot(...a), a);

/// p_world = orientation p_body + position, for a placement as the protocol has it.
export function rotated([w, x, y, z], p) {
    const t = scale(2, cross([x, y, z], p));
    return add(add(p, scale(w, t)), cross([x, y, z], t));
}

const faceNormal = (points, [a, b, c]) =>
    unit(cross(sub(points[b], points[a]), sub(points[c], points[a])));

/// The faces of a convex polyhedron as polygons: neighbouring triangles in one plane are one face.
export function polygonsOf({ points, faces }) {
    const normals = faces.map((face) => faceNormal(points, face));
    const owner = new Map();  // directed edge → its triangle
    faces.forEach((face, f) => {
        face.forEach((v, k) => owner.set(`${v},${face[(k + 1) % 3]}`, f));
    });
    const isFlat = (f, g) => Math.hypot(...sub(normals[f], normals[g])) < kFlatAngle;
    const group = faces.map(() => -1);
    const polygons = [];
    faces.forEach((_, first) => {
        if (group[first] >= 0) {
            return;
        }
        const rim = new Map();  // vertex → the next one along the polygon
        const open = [first];
        group[first] = first;
        while (open.length > 0) {
            const f = open.pop();
            faces[f].forEach((v, k) => {
                const next = faces[f][(k + 1) % 3];
                const neighbour = owner.get(`${next},${v}`);
                if (neighbour === undefined || !isFlat(first, neighbour)) {
                    rim.set(v, next);
                } else if (group[neighbour] < 0) {
                    group[neighbour] = first;
                    open.push(neighbour);
                }
            });
        }
        polygons.push(loopOf(rim, `face ${first}`));
    });
    return polygons;
}

function loopOf(rim, who) {
    const start = rim.keys().next().value;
    const loop = [start];
    for (let v = rim.get(start); v !== start; v = rim.get(v)) {
        if (v === undefined || loop.length > rim.size) {
            throw new Error(`the coplanar triangles around ${who} have no single rim`);
        }
        loop.push(v);
    }
    if (loop.length !== rim.size) {
        throw new Error(`the coplanar triangles around ${who} have more than one rim`);
    }
    return loop;
}

/// A part is a tetrahedron; its corners come in any order.
function tetrahedronOf(points) {
    if (points.length !== 4) {
        throw new Error(`a convex part has ${points.length} points; ` +
                        'expected the 4 of a tetrahedron');
    }
    const [p, q, r, s] = points;
    const isTurned = dot(cross(sub(q, p), sub(r, p)), sub(s, p)) < 0;
    return {
        points: isTurned ? [p, r, q, s] : points,
        faces: [[1, 2, 3], [0, 3, 2], [0, 1, 3], [0, 2, 1]],
    };
}

function checkedFaces(faces, vertices) {
    faces.forEach((face, f) => {
        for (const v of face) {
            if (!Number.isInteger(v) || v < 0 || v >= vertices.length) {
                throw new Error(`face ${f} names vertex ${v} of ${vertices.length}`);
            }
        }
    });
    return faces;
}

/// A body in the form asked for: `box` (full edge lengths, centred), `hulls` (one, or one per
/// convex part, each with points and outward faces), or `mesh`; or `missing`, why there is none.
function bodyOf(json, form) {
    const id = json.body;
    if (!Number.isInteger(id)) {
        throw new Error('a body has no number');
    }
    switch (form) {
        case 'box':
            return json.box ? { id, box: json.box.size }
                            : { id, missing: 'a body is no box along its axes' };
        case 'hull':
            return json.hull
                ? { id, hulls: [{ points: json.vertices,
                                  faces: checkedFaces(json.faces, json.vertices) }] }
                : { id, missing: 'a body is not convex' };
        case 'mesh':
            return { id, mesh: { points: json.vertices,
                                 faces: checkedFaces(json.faces, json.vertices) } };
        default:
            return { id, hulls: json.convex_parts.map(tetrahedronOf) };
    }
}

/// The bodies by number, and the engine that has them.
class Program {
    constructor(entry, options, engine) {
        this.entry = entry;
        this.options = options;
        this.engine = engine;
        this.bodies = new Map();
    }

    reply(request) {
        if (request.type === 'hello') {
            return this.hello();
        }
        try {
            return request.type === 'load' ? this.load(request) : this.query(request);
        } catch (error) {
            return { type: 'error', id: request.id, message: lineOf(error) };
        }
    }

    hello() {
        const { entry, options } = this;
        const settings = options.defaults ? entry.standard : entry.best;
        return {
            type: 'hello',
            name: `${entry.name} ${options.form}${options.defaults ? ' default' : ''}`,
            version: `${this.engine.version}; ${settings}`,
            shapes: kShapes[options.form],
            precision: entry.precision,
        };
    }

    load(request) {
        for (const json of request.bodies) {
            const body = bodyOf(json, this.options.form);
            if (body.missing === undefined) {
                try {
                    this.engine.load(body);
                } catch (error) {
                    if (!(error instanceof Unsupported)) {
                        throw error;
                    }
                    body.missing = error.message;
                }
            }
            this.bodies.set(body.id, body);
        }
        return { type: 'loaded', id: request.id };
    }

    query(request) {
        const spent = { seconds: 0 };
        const pairs = request.pairs.map((pair) => this.answer(pair, spent));
        return { type: 'contacts', id: request.id, seconds: spent.seconds, pairs };
    }

    body(id) {
        const found = this.bodies.get(id);
        if (found === undefined) {
            throw new Error(`body ${id} has not been loaded`);
        }
        return found;
    }

    answer(pair, spent) {
        const a = this.body(pair.a);
        const b = this.body(pair.b);
        const missing = a.missing ?? b.missing;
        if (missing !== undefined) {
            return { unsupported: missing };
        }
        try {
            this.engine.place(a, pair.pose_a, b, pair.pose_b);
            const start = process.hrtime.bigint();
            const measured = this.engine.collide();
            spent.seconds += measured ?? Number(process.hrtime.bigint() - start) * 1e-9;
            return this.engine.contacts().filter(({ normal }) => normal.every(Number.isFinite));
        } catch (error) {
            if (error instanceof Unsupported) {
                return { unsupported: error.message };
            }
            throw error;
        }
    }
}

/// Engines compiled to WebAssembly throw what they like.
function lineOf(error) {
    const text = error instanceof Error ? error.message : String(error);
    return text.split('\n', 1)[0];
}

/// Throws for what is no option.
function parse(words, entry) {
    const options = { form: entry.forms[0], defaults: false };
    for (let i = 0; i < words.length; ++i) {
        if (words[i] === '--defaults') {
            options.defaults = true;
        } else if (words[i] === '--as' && entry.forms.includes(words[i + 1])) {
            options.form = words[++i];
        } else {
            throw new Error(`cannot understand '${words.slice(i, i + 2).join(' ')}'; usage: ` +
                            `[--as ${entry.forms.join('|')}] [--defaults], ` +
                            'then requests on standard input');
        }
    }
    return options;
}

/// The version of an installed package, as its own package.json states it.
export function packageVersion(name) {
    const file = new URL(`./node_modules/${name}/package.json`, import.meta.url);
    return JSON.parse(readFileSync(file, 'utf8')).version;
}

/// Standard output is the protocol's alone: what an engine prints goes to standard error.
function takeStandardOutput() {
    const write = process.stdout.write.bind(process.stdout);
    process.stdout.write = process.stderr.write.bind(process.stderr);
    for (const kind of ['log', 'info', 'debug']) {
        console[kind] = console.error;
    }
    process.stdout.on('error', () => process.exit(0));  // nobody reads any more
    return write;
}

async function makeEngine(entry, options) {
    try {
        return await entry.make(options);
    } catch (error) {
        if (error?.code !== 'ERR_MODULE_NOT_FOUND' && error?.code !== 'ENOENT') {
            throw error;
        }
        const folder = new URL('.', import.meta.url).pathname;
        throw new Error(`${entry.package} is not installed: run 'npm ci' in ${folder}`);
    }
}

/// The whole program. `entry`: `name`; `package`, that of npm; `precision`, "double" or "single";
/// `forms`, those it can take, the first being the one without --as; `best` and `standard`, the
/// settings without and with --defaults in a few words; `make(options)`, a promise of the engine:
///   version                            what runs
///   load(body)                         once for each body; may throw Unsupported
///   place(a, pose_a, b, pose_b)        brings bodies into place; not part of the time measured
///   collide()                          the engine's own query of the two placed last; may return
///                                      the seconds it took, where the engine tells
///   contacts()                         what it found: {position, normal, separation}, in
///                                      Touchstone's convention; those whose normal is not finite,
///                                      the engine having given none, are left out
export async function runEngine(entry) {
    const write = takeStandardOutput();
    try {
        const options = parse(process.argv.slice(2), entry);
        if (Number.parseInt(process.versions.node, 10) < kFirstNode) {
            throw new Error(`Node ${process.versions.node} is too old: install ${kFirstNode} ` +
                            'or later');
        }
        if (!kForms.includes(options.form)) {
            throw new Error(`no form '${options.form}'`);
        }
        const program = new Program(entry, options, await makeEngine(entry, options));
        for await (const line of createInterface({ input: process.stdin, crlfDelay: Infinity })) {
            write(`${JSON.stringify(program.reply(JSON.parse(line)))}\n`);
        }
    } catch (error) {
        process.stderr.write(`touchstone-engine-${entry.name}: error: ${lineOf(error)}\n`);
        process.exitCode = 2;
    }
}
