// MuJoCo's collision stage for two free bodies, as compiled to WebAssembly by its makers. It takes
// meshes for their convex hulls, so bodies go in as boxes, hulls or convex parts.

import { runEngine, Unsupported } from './engine_program.mjs';

const kPackage = '@mujoco/mujoco';

/// Half of it for each geom, as the margins of a pair add up [m]. "Distance threshold below which
/// contacts are detected": they keep their own distance. Without it, bodies that touch get none.
const kLookAhead = 1e-3;

async function make({ form, defaults }) {
    const { default: load } = await import(kPackage);
    const mujoco = await load();
    const bodies = new Map();
    const models = new Map();  // "a,b" → the two bodies alone in a world
    const margin = defaults ? 0 : 0.5 * kLookAhead;
    let pair;

    /// [the mesh assets, the body] as elements of a model.
    function elementsOf(name, { box, hulls }) {
        if (form === 'box') {
            const size = box.map((edge) => 0.5 * edge).join(' ');
            return ['', `<body name='${name}'><freejoint/>` +
                        `<geom type='box' size='${size}' margin='${margin}'/></body>`];
        }
        const assets = hulls.map(({ points }, i) =>
            `<mesh name='${name}${i}' vertex='${points.flat().join(' ')}'/>`);
        const geoms = hulls.map((_, i) =>
            `<geom type='mesh' mesh='${name}${i}' margin='${margin}'/>`);
        return [assets.join(''), `<body name='${name}'><freejoint/>${geoms.join('')}</body>`];
    }

    function makePair(a, b) {
        const [assetsA, bodyA] = elementsOf('a', a);
        const [assetsB, bodyB] = elementsOf('b', b);
        const xml = `<mujoco><compiler angle='radian'/><size memory='64M'/><asset>${assetsA}` +
                    `${assetsB}</asset><worldbody>${bodyA}${bodyB}</worldbody></mujoco>`;
        try {
            const model = mujoco.MjModel.from_xml_string(xml);
            const data = new mujoco.MjData(model);
            // A copy: what shows the engine's memory itself is void once that memory grows.
            return { model, data, bodyOf: [...model.geom_bodyid], ids: [a.id, b.id] };
        } catch (error) {
            throw new Unsupported(`MuJoCo makes no model of the pair: ${lineOf(error)}`);
        }
    }

    const lineOf = (error) => String(error?.message ?? error).trim().split('\n').join('; ');

    return {
        version: mujoco.mj_versionString(),
        load(body) {
            bodies.set(body.id, body);
            for (const [key, { model, data, ids }] of models) {
                if (ids.includes(body.id)) {
                    data.delete();
                    model.delete();
                    models.delete(key);
                }
            }
        },
        place(a, poseA, b, poseB) {
            const key = `${a.id},${b.id}`;
            if (!models.has(key)) {
                models.set(key, makePair(bodies.get(a.id), bodies.get(b.id)));
            }
            pair = models.get(key);
            pair.data.qpos.set([...poseA.position, ...poseA.orientation,
                                ...poseB.position, ...poseB.orientation]);
            mujoco.mj_kinematics(pair.model, pair.data);
            mujoco.mj_comPos(pair.model, pair.data);
        },
        collide() {
            mujoco.mj_collision(pair.model, pair.data);
        },
        /// The first axis of the frame points from geom1 to geom2, `pos` is halfway between the
        /// surfaces, `dist` negative in penetration. MuJoCo orders the geoms of a pair by type.
        contacts() {
            const { data, bodyOf } = pair;
            const list = [];
            const all = data.contact;
            for (let i = 0; i < data.ncon; ++i) {
                const found = all.get(i);
                const sign = bodyOf[found.geom1] < bodyOf[found.geom2] ? 1 : -1;
                list.push({
                    position: [...found.pos],
                    normal: [...found.frame.slice(0, 3)].map((n) => sign * n),
                    separation: found.dist,
                });
                found.delete();
            }
            all.delete();
            return list;
        },
    };
}

await runEngine({
    name: 'mujoco_wasm',
    package: kPackage,
    precision: 'double, meshes single',
    forms: ['hull', 'box', 'parts'],
    best: 'margin 0.001 m, multiccd',
    standard: 'margin 0, multiccd',
    make,
});
