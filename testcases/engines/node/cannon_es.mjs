// cannon-es's narrow phase: the contact equations that its solver would be given.

import { add, dot, halfway, packageVersion, polygonsOf, runEngine, sub, unit }
    from './engine_program.mjs';

const kPackage = 'cannon-es';
const asArray = (v) => [v.x, v.y, v.z];

async function make({ form }) {
    const { Body, Box, ConvexPolyhedron, Vec3, World } = await import('cannon-es');
    const world = new World();
    const shapes = new Map();
    let placed = [];
    let found = [];

    // "faces: Array of integer arrays, indicating which vertices each face consists of": polygons.
    // A face is clipped against a face, so triangles of one plane have to be one face.
    const makeHull = (hull) => new ConvexPolyhedron({
        vertices: hull.points.map((p) => new Vec3(...p)),
        faces: polygonsOf(hull),
    });

    function makeBody(id, { position, orientation: [w, x, y, z] }) {
        const body = new Body({ mass: 1 });  // two bodies that cannot move get no contacts
        for (const shape of shapes.get(id)) {
            body.addShape(shape);
        }
        body.position.set(...position);
        body.quaternion.set(x, y, z, w);
        return body;
    }

    return {
        version: packageVersion(kPackage),
        load({ id, box, hulls }) {
            shapes.set(id, form === 'box'
                ? [new Box(new Vec3(...box.map((edge) => 0.5 * edge)))]
                : hulls.map(makeHull));
        },
        place(a, poseA, b, poseB) {
            placed = [makeBody(a.id, poseA), makeBody(b.id, poseB)];
        },
        collide() {
            found = [];
            const [a, b] = placed;
            world.narrowphase.getContacts([a], [b], world, found, [], [], []);
        },
        /// `ni` points out of body i; `ri` and `rj` lead from the bodies' positions to the points
        /// on their surfaces, whose distance along the normal is what the solver closes.
        contacts() {
            return found.map(({ bi, bj, ri, rj, ni }) => {
                const onI = add(asArray(bi.position), asArray(ri));
                const onJ = add(asArray(bj.position), asArray(rj));
                const normal = unit(asArray(ni));
                return {
                    position: halfway(onI, onJ),
                    normal: bi === placed[0] ? normal : normal.map((n) => -n),
                    separation: dot(normal, sub(onJ, onI)),
                };
            });
        },
    };
}

await runEngine({
    name: 'cannon_es',
    package: kPackage,
    precision: 'double',
    forms: ['hull', 'box', 'parts'],
    best: 'no margins; faces as polygons',
    standard: 'no margins; faces as polygons',
    make,
});
