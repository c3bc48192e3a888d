// Rapier's narrow phase: the contacts that its solver would be given, in single precision.

import { halfway, add, packageVersion, rotated, runEngine, unit, Unsupported }
    from './engine_program.mjs';

const kPackage = '@dimforge/rapier3d-compat';

/// Contacts up to this gap [m]. Rapier's own look-ahead is 0.02 m; none at all would lose bodies
/// that touch, which single precision puts to either side of zero.
const kLookAhead = 1e-3;
/// The narrow phase is only reached through a step. The bodies are moved by nobody but the caller
/// (kinematic), so that the step changes nothing however long it is [s].
const kTimeStep = 1e-9;

const asArray = ({ x, y, z }) => [x, y, z];
const flat = (points) => new Float32Array(points.flat());

async function make({ form, defaults }) {
    const { default: rapier } = await import(kPackage);
    await rapier.init();
    const { ActiveCollisionTypes, ColliderDesc, RigidBodyDesc, TriMeshFlags, World } = rapier;
    // "FIX_INTERNAL_EDGES: apply special processing to remove ghost collisions".
    const meshFlags = TriMeshFlags.FIX_INTERNAL_EDGES | TriMeshFlags.ORIENTED;
    const shapes = new Map();
    let world;
    let placed = [];
    let lookAhead;

    function makeHull({ points }, id) {
        const desc = ColliderDesc.convexHull(flat(points));
        if (desc === null) {
            throw new Unsupported('Rapier makes no convex hull of a body');
        }
        return desc;
    }

    function makeShapes({ id, box, hulls, mesh }) {
        switch (form) {
            case 'box':
                return [ColliderDesc.cuboid(...box.map((edge) => 0.5 * edge))];
            case 'mesh':
                return [ColliderDesc.trimesh(flat(mesh.points), new Uint32Array(mesh.faces.flat()),
                                             defaults ? undefined : meshFlags)];
            default:
                return hulls.map((hull) => makeHull(hull, id));
        }
    }

    function makeBody(id, { position: [px, py, pz], orientation: [w, x, y, z] }) {
        const body = world.createRigidBody(RigidBodyDesc.kinematicPositionBased()
            .setTranslation(px, py, pz).setRotation({ w, x, y, z }));
        return shapes.get(id).map((desc) => world.createCollider(
            desc.setActiveCollisionTypes(ActiveCollisionTypes.ALL), body));
    }

    /// The points of a manifold as the solver gets them: halfway, those within the look-ahead. For
    /// meshes Rapier does not show them, and they are what it makes them of.
    function readSolverContacts(manifold, normal, list) {
        for (let i = 0; i < manifold.numSolverContacts(); ++i) {
            list.push({ position: asArray(manifold.solverContactPoint(i)), normal,
                        separation: manifold.solverContactDist(i) });
        }
    }

    function readMeshContacts(manifold, normal, poses, list) {
        for (let i = 0; i < manifold.numContacts(); ++i) {
            const separation = manifold.contactDist(i);
            if (separation < lookAhead) {
                const points = [manifold.localContactPoint1(i), manifold.localContactPoint2(i)];
                const [on1, on2] = points.map((p, k) => add(
                    poses[k].position, rotated(poses[k].orientation, asArray(p))));
                list.push({ position: halfway(on1, on2), normal, separation });
            }
        }
    }

    function readPair(a, b, poses, list) {
        world.narrowPhase.contactPair(a.handle, b.handle, world.bodies, (manifold, flipped) => {
            const out = unit(asArray(manifold.normal()));  // from the first to the second
            const normal = flipped ? out.map((n) => -n) : out;
            if (form === 'mesh') {
                readMeshContacts(manifold, normal, flipped ? [poses[1], poses[0]] : poses, list);
            } else {
                readSolverContacts(manifold, normal, list);
            }
        });
    }

    return {
        version: rapier.version(),
        load(body) {
            shapes.set(body.id, makeShapes(body));
        },
        /// A new world each time: nothing of what was asked before can be left in it.
        place(a, poseA, b, poseB) {
            world?.free();
            world = new World({ x: 0, y: 0, z: 0 });
            world.integrationParameters.dt = kTimeStep;
            if (!defaults) {
                world.integrationParameters.normalizedPredictionDistance = kLookAhead;
            }
            lookAhead = world.integrationParameters.normalizedPredictionDistance;
            world.profilerEnabled = true;
            placed = [{ colliders: makeBody(a.id, poseA), pose: poseA },
                      { colliders: makeBody(b.id, poseB), pose: poseB }];
        },
        /// Of a step, the narrow phase alone, by Rapier's own clock.
        collide() {
            world.step();
            return world.timingNarrowPhase() * 1e-3;
        },
        contacts() {
            const list = [];
            const [a, b] = placed;
            for (const colliderA of a.colliders) {
                for (const colliderB of b.colliders) {
                    readPair(colliderA, colliderB, [a.pose, b.pose], list);
                }
            }
            return list;
        },
    };
}

await runEngine({
    name: 'rapier',
    package: kPackage,
    precision: 'single',
    forms: ['hull', 'box', 'mesh', 'parts'],
    best: 'look-ahead 0.001 m, internal edges of meshes fixed',
    standard: 'look-ahead 0.02 m',
    make,
});
