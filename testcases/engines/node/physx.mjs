// PhysX's narrow phase: the contact points that its solver would be given, in single precision.

import { readFileSync } from 'node:fs';

import { add, packageVersion, runEngine, scale, unit, Unsupported } from './engine_program.mjs';

const kPackage = 'physx-js-webidl';

/// Contacts up to this gap [m], half of it for each shape: "shapes whose distance is less than the
/// sum of their contactOffset values will generate contacts". It has to be positive. PhysX's own is
/// 0.02 m for each.
const kLookAhead = 1e-3;
/// Contacts are only made in a step. Both bodies are kinematic and told to go where they are, which
/// wakes them and moves nothing however long the step is [s].
const kTimeStep = 1e-6;
const kMostPoints = 1024;  // per pair of shapes; a manifold of convex shapes has far fewer

const asArray = ({ x, y, z }) => [x, y, z];

/// The package is made for web browsers alone and refuses Node by name. It needs nothing of a
/// browser once it is given its binary.
async function loadPackage() {
    const { default: load } = await import(kPackage);
    const file = new URL(`./node_modules/${kPackage}/physx-js-webidl.wasm`, import.meta.url);
    const wasmBinary = readFileSync(file);
    const { process } = globalThis;
    globalThis.process = undefined;
    globalThis.window = globalThis;
    try {
        return await load({ wasmBinary });
    } finally {
        globalThis.process = process;
        delete globalThis.window;
    }
}

async function make({ form, defaults }) {
    const px = await loadPackage();
    const top = px.PxTopLevelFunctions.prototype;
    const version = top.PHYSICS_VERSION;
    const allocator = new px.PxDefaultAllocator();
    const foundation = top.CreateFoundation(version, allocator, new px.PxDefaultErrorCallback());
    const tolerances = new px.PxTolerancesScale();
    const physics = top.CreatePhysics(version, foundation, tolerances);
    const cooking = new px.PxCookingParams(tolerances);
    const material = physics.createMaterial(0.5, 0.5, 0);
    const shapeFlags = new px.PxShapeFlags(px.PxShapeFlagEnum.eSIMULATION_SHAPE);
    const points = new px.Vector_PxContactPairPoint(kMostPoints);
    const geometries = new Map();  // of PhysX, by body
    const shapeOrder = new Map();  // pointer → place among the shapes of A, then of B
    let scene;
    let placed = [];
    let found = [];

    const pairFlags = px.PxPairFlagEnum.eCONTACT_DEFAULT | px.PxPairFlagEnum.eNOTIFY_TOUCH_FOUND |
                      px.PxPairFlagEnum.eNOTIFY_CONTACT_POINTS;
    const filter = new px.PassThroughFilterShaderImpl();
    filter.filterShader = () => {
        filter.outputPairFlags = pairFlags;
        return 0;
    };

    const callback = new px.PxSimulationEventCallbackImpl();
    for (const event of ['onConstraintBreak', 'onWake', 'onSleep', 'onTrigger']) {
        callback[event] = () => {};
    }
    callback.onContact = (headerPointer, pairsPointer, count) => {
        const header = px.wrapPointer(headerPointer, px.PxContactPairHeader);
        const base = px.wrapPointer(pairsPointer, px.PxContactPair);
        const pairs = px.NativeArrayHelpers.prototype;
        for (let i = 0; i < count; ++i) {
            const pair = pairs.getContactPairAt(base, i);
            readPair(px.getPointer(header.get_actors(0)), pair);
        }
    };

    function readPair(first, pair) {
        const count = pair.extractContacts(points.data(), kMostPoints);
        if (count === kMostPoints) {
            throw new Error(`PhysX has more than ${kMostPoints - 1} points for two shapes`);
        }
        const order = [pair.get_shapes(0), pair.get_shapes(1)]
            .map((shape) => shapeOrder.get(px.getPointer(shape))).sort((m, n) => m - n);
        for (let i = 0; i < count; ++i) {
            const point = points.at(i);
            found.push({
                order,
                first,
                onSecond: asArray(point.position),
                normal: asArray(point.normal),
                separation: point.separation,
            });
        }
    }

    const sceneDesc = new px.PxSceneDesc(tolerances);
    sceneDesc.gravity = new px.PxVec3(0, 0, 0);
    sceneDesc.cpuDispatcher = top.DefaultCpuDispatcherCreate(0);
    sceneDesc.simulationEventCallback = callback;
    top.setupPassThroughFilterShader(sceneDesc, filter);
    sceneDesc.kineKineFilteringMode = px.PxPairFilteringModeEnum.eKEEP;

    function makeHull({ points: corners }, id) {
        const vertices = new px.Vector_PxVec3(corners.length);
        corners.forEach(([x, y, z], i) => {
            const vertex = vertices.at(i);
            vertex.x = x;
            vertex.y = y;
            vertex.z = z;
        });
        const desc = new px.PxConvexMeshDesc();
        desc.flags = new px.PxConvexFlags(px.PxConvexFlagEnum.eCOMPUTE_CONVEX);
        desc.points.count = corners.length;
        desc.points.stride = 12;  // three floats
        desc.points.data = vertices.data();
        const mesh = top.CreateConvexMesh(cooking, desc);
        if (px.getPointer(mesh) === 0) {
            throw new Unsupported('PhysX makes no convex mesh of a body');
        }
        px.destroy(desc);
        px.destroy(vertices);
        return new px.PxConvexMeshGeometry(mesh);
    }

    function makeBody(id, { position, orientation: [w, x, y, z] }) {
        const pose = new px.PxTransform(new px.PxVec3(...position), new px.PxQuat(x, y, z, w));
        const actor = physics.createRigidDynamic(pose);
        actor.setRigidBodyFlag(px.PxRigidBodyFlagEnum.eKINEMATIC, true);
        for (const geometry of geometries.get(id)) {
            const shape = physics.createShape(geometry, material, true, shapeFlags);
            shape.setSimulationFilterData(new px.PxFilterData(1, 1, 0, 0));
            if (!defaults) {
                shape.setContactOffset(0.5 * kLookAhead);
            }
            actor.attachShape(shape);
            shapeOrder.set(px.getPointer(shape), shapeOrder.size);
            shape.release();
        }
        scene.addActor(actor);
        actor.setKinematicTarget(pose);
        px.destroy(pose);
        return actor;
    }

    return {
        version: `${packageVersion(kPackage)} (PhysX ` +
                 `${[24, 16, 8].map((bits) => (version >>> bits) & 255).join('.')})`,
        load({ id, box, hulls }) {
            geometries.set(id, form === 'box'
                ? [new px.PxBoxGeometry(...box.map((edge) => 0.5 * edge))]
                : hulls.map((hull) => makeHull(hull, id)));
        },
        /// New actors each time, as a manifold persists for as long as its actors do, in a new
        /// scene, whose numbering of them decides which shape of a pair comes first.
        place(a, poseA, b, poseB) {
            for (const actor of placed) {
                scene.removeActor(actor);
                actor.release();
            }
            scene?.release();
            scene = physics.createScene(sceneDesc);
            shapeOrder.clear();
            placed = [makeBody(a.id, poseA), makeBody(b.id, poseB)];
        },
        collide() {
            found = [];
            scene.simulate(kTimeStep);
            scene.fetchResults(true);
        },
        /// The normal points from the second actor to the first, whichever of the two PhysX takes
        /// for it; points lie on the surface of the second (found by known answers, engines_test).
        contacts() {
            // PhysX tells of pairs of shapes in the order of their addresses.
            found.sort((m, n) => m.order[0] - n.order[0] || m.order[1] - n.order[1]);
            const pointerA = px.getPointer(placed[0]);
            return found.map(({ first, onSecond, normal, separation }) => {
                const inward = unit(normal);
                return {
                    position: add(onSecond, scale(0.5 * separation, inward)),
                    normal: first === pointerA ? inward.map((n) => -n) : inward,
                    separation,
                };
            });
        },
    };
}

await runEngine({
    name: 'physx',
    package: kPackage,
    precision: 'single',
    forms: ['hull', 'box', 'parts'],
    best: 'contact offsets 0.0005 m, persistent contact manifolds',
    standard: 'contact offsets 0.02 m, persistent contact manifolds',
    make,
});
