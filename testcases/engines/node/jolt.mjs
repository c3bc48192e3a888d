// Jolt's collision stage: the contact manifolds that its solver would be given, of at most four
// points each, in single precision.

import { add, dot, halfway, packageVersion, runEngine, sub, unit, Unsupported }
    from './engine_program.mjs';

const kPackage = 'jolt-physics';

/// Contacts up to this gap [m]. Jolt's own look-ahead is 0.02 m; none at all would lose bodies that
/// touch, which single precision puts to either side of zero.
const kLookAhead = 1e-3;
/// Manifolds are only made in a step. Neither body is moved by it (one static, one kinematic and at
/// rest), so that it changes nothing however long it is [s].
const kTimeStep = 1e-6;
const kLayer = 0;

const asArray = (v) => [v.GetX(), v.GetY(), v.GetZ()];

/// One layer, in which all meets all.
function makeSettings(jolt) {
    const settings = new jolt.JoltSettings();
    const layers = new jolt.ObjectLayerPairFilterTable(1);
    layers.EnableCollision(kLayer, kLayer);
    const broad = new jolt.BroadPhaseLayerInterfaceTable(1, 1);
    broad.MapObjectToBroadPhaseLayer(kLayer, new jolt.BroadPhaseLayer(0));
    settings.mObjectLayerPairFilter = layers;
    settings.mBroadPhaseLayerInterface = broad;
    settings.mObjectVsBroadPhaseLayerFilter = new jolt.ObjectVsBroadPhaseLayerFilterTable(
        broad, 1, layers, 1);
    settings.mMaxWorkerThreads = 0;
    return settings;
}

async function make({ form, defaults }) {
    const { default: load } = await import(kPackage);
    const jolt = await load();
    const world = new jolt.JoltInterface(makeSettings(jolt));
    const system = world.GetPhysicsSystem();
    const bodies = system.GetBodyInterface();
    const shapes = new Map();
    let placed = [];
    let found = [];

    // Without the cache: with it, a pair that has hardly moved is given its old contacts again.
    const physics = system.GetPhysicsSettings();
    physics.mUseBodyPairContactCache = false;
    if (!defaults) {
        physics.mSpeculativeContactDistance = kLookAhead;
    }
    system.SetPhysicsSettings(physics);
    system.SetGravity(new jolt.Vec3(0, 0, 0));

    /// Points are relative to an offset that both bodies share.
    function pointsOf(points, offset) {
        return Array.from({ length: points.size() }, (_, i) => add(offset, asArray(points.at(i))));
    }

    const listener = new jolt.ContactListenerJS();
    listener.OnContactValidate = () => jolt.ValidateResult_AcceptAllContactsForThisBodyPair;
    listener.OnContactAdded = (body1, _body2, pointer) => {
        const manifold = jolt.wrapPointer(pointer, jolt.ContactManifold);
        const offset = asArray(manifold.mBaseOffset);
        found.push({
            first: jolt.wrapPointer(body1, jolt.Body).GetID().GetIndexAndSequenceNumber(),
            normal: asArray(manifold.mWorldSpaceNormal),
            on1: pointsOf(manifold.mRelativeContactPointsOn1, offset),
            on2: pointsOf(manifold.mRelativeContactPointsOn2, offset),
        });
    };
    listener.OnContactPersisted = listener.OnContactAdded;
    listener.OnContactRemoved = () => {};
    system.SetContactListener(listener);

    function created(settings) {
        const result = settings.Create();
        if (result.HasError()) {
            throw new Unsupported(`Jolt makes no shape of a body: ${result.GetError().c_str()}`);
        }
        const shape = result.Get();
        shape.AddRef();
        jolt.destroy(settings);
        return shape;
    }

    /// "mMaxConvexRadius: convex radius as supplied by the user", by which edges are rounded.
    function hullSettings({ points }) {
        const settings = new jolt.ConvexHullShapeSettings();
        for (const p of points) {
            settings.mPoints.push_back(new jolt.Vec3(...p));
        }
        if (!defaults) {
            settings.mMaxConvexRadius = 0;
        }
        return settings;
    }

    function boxSettings(box) {
        const half = new jolt.Vec3(...box.map((edge) => 0.5 * edge));
        return defaults ? new jolt.BoxShapeSettings(half) : new jolt.BoxShapeSettings(half, 0);
    }

    function makeShape({ id, box, hulls }) {
        if (form === 'box') {
            return created(boxSettings(box));
        }
        if (form === 'hull') {
            return created(hullSettings(hulls[0]));
        }
        const compound = new jolt.StaticCompoundShapeSettings();
        for (const hull of hulls) {
            compound.AddShapeShape(new jolt.Vec3(0, 0, 0), new jolt.Quat(0, 0, 0, 1),
                                   created(hullSettings(hull)), 0);
        }
        return created(compound);
    }

    function makeBody(id, { position, orientation: [w, x, y, z] }, motion) {
        const settings = new jolt.BodyCreationSettings(
            shapes.get(id), new jolt.RVec3(...position), new jolt.Quat(x, y, z, w), motion, kLayer);
        settings.mCollideKinematicVsNonDynamic = true;
        // "Extra effort to try to remove ghost contacts (collisions with internal edges)": of the
        // faces inside a compound.
        settings.mEnhancedInternalEdgeRemoval = form === 'parts' && !defaults;
        const body = bodies.CreateBody(settings);
        jolt.destroy(settings);
        bodies.AddBody(body.GetID(), jolt.EActivation_Activate);
        return body;
    }

    function removePlaced() {
        for (const body of placed) {
            bodies.RemoveBody(body.GetID());
            bodies.DestroyBody(body.GetID());
        }
    }

    return {
        version: packageVersion(kPackage),
        load(body) {
            shapes.set(body.id, makeShape(body));
        },
        place(a, poseA, b, poseB) {
            removePlaced();
            placed = [makeBody(a.id, poseA, jolt.EMotionType_Static),
                      makeBody(b.id, poseB, jolt.EMotionType_Kinematic)];
        },
        collide() {
            found = [];
            world.Step(kTimeStep, 1);
        },
        /// The normal is the way along which to move body 2 out of body 1. The solver closes the
        /// distance of each pair of points along it.
        contacts() {
            const idA = placed[0].GetID().GetIndexAndSequenceNumber();
            return found.flatMap(({ first, normal, on1, on2 }) => {
                const out = unit(normal);
                return on1.map((point, i) => ({
                    position: halfway(point, on2[i]),
                    normal: first === idA ? out : out.map((n) => -n),
                    separation: dot(out, sub(on2[i], point)),
                }));
            });
        },
    };
}

await runEngine({
    name: 'jolt',
    package: kPackage,
    precision: 'single',
    forms: ['hull', 'box', 'parts'],
    best: 'convex radius 0, look-ahead 0.001 m, internal edges of compounds removed',
    standard: 'convex radius 0.05 m, look-ahead 0.02 m',
    make,
});
