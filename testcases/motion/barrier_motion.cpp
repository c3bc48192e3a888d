#include "testcases/motion/barrier_motion.h"

#include <algorithm>
#include <cmath>
#include <limits>
#include <numbers>
#include <string>
#include <utility>

#include "generators/barrier/barrier_settings.h"
#include "methods/base/boxes/bounding_box.h"
#include "methods/base/error.h"
#include "methods/elastic/box_tets.h"
#include "methods/elastic/scripted_motion.h"
#include "methods/mesh/describe.h"
#include "methods/mesh/filling/erosion.h"
#include "testcases/motion/stop_watch.h"
#include "testcases/query/elastic_bodies.h"
#include "testcases/scenes/kept_digits.h"

namespace touchstone {
namespace {

/// Returns the settings of the steps. `size`: l of the scene [m].
BarrierSettings barrier_settings(const barrier::Settings& own, const SolverSettings& solver,
                                 double size) {
    if (solver.restitution > 0.0) {
        throw UsageError(
            "the barrier solver's bodies do not rebound: implicit Euler takes the energy of an "
            "impact; set solver.restitution=0");
    }
    BarrierSettings settings;
    settings.time_step = solver.time_step;
    settings.gravity = solver.gravity;
    settings.friction = solver.friction;
    settings.primitives = own.primitives;
    settings.dhat = barrier::dhat_of(own, size);
    settings.stiffness = own.stiffness == barrier::StiffnessRule::SceneSized
                             ? BarrierStiffness::SceneSized
                             : BarrierStiffness::Adaptive;
    settings.integration = own.integration == barrier::Integration::Newmark
                               ? TimeIntegration::Newmark
                               : TimeIntegration::ImplicitEuler;
    settings.rest_share = own.y;
    settings.stick_speed = own.stick_speed;
    settings.accuracy = own.accuracy;
    settings.shape_stiffness = own.shape_stiffness;
    settings.lags = own.lags;
    validate(settings);
    return settings;
}

/// Returns the diagonal of the box around the bodies that can move [m].
double moving_size(const StudyScene& scene, const std::vector<RigidBody>& bodies) {
    BoundingBox box;
    for (std::size_t i = 0; i < bodies.size(); ++i) {
        for (const Vec3& vertex : scene.surfaces[i].vertices) {
            const Vec3 point = bodies[i].state.world_from_body * vertex;
            if (!bodies[i].fixed) {
                extend(box, {point, point});
            }
        }
    }
    const double size = (box.upper - box.lower).norm();
    return std::isfinite(size) ? size : 1.0;
}

/// Returns the volume of the tets [m³]. Throws UsageError for one that has none now, and had before
/// the surface was moved in.
double inset_volume(const TetMesh& inset, const TetMesh& authored, const std::string& name) {
    double sum = 0.0;
    for (int t = 0; t < std::ssize(inset.tets); ++t) {
        const double volume = signed_volume(inset, inset.tets[t]);
        if (!(volume > 0.0) && signed_volume(authored, authored.tets[t]) > 0.0) {
            throw UsageError("dhat: moving the surface of elastic body '" + name +
                             "' in by half of y dhat turns tet " + std::to_string(t) +
                             " flat or inside out; give a smaller dhat, or larger tets");
        }
        sum += volume;
    }
    return sum;
}

/// Throws UsageError for a material so stiff that, in the sum of energies of a step, rounding
/// leaves next to nothing of the body's inertia: with M = λ + 2μ and the edge l of a tet, M h²/(ρ
/// l²) is the ratio of the two.
void check_stiffness(const ElasticShape& shape, const std::string& name, double time_step) {
    constexpr double kStiffest = 1e14;  // of 16 digits two are left
    double smallest = std::numeric_limits<double>::infinity();
    for (const Tet& tet : shape.rest.tets) {
        smallest = std::min(smallest, signed_volume(shape.rest, tet));
    }
    const LameCoefficients lame = lame_coefficients(shape.material);
    const double edge = std::cbrt(6.0 * smallest);
    const double ratio =
        (lame.lambda + 2.0 * lame.mu) / shape.density * (time_step / edge) * (time_step / edge);
    if (!(ratio <= kStiffest)) {
        throw UsageError(
            "body '" + name + "': elastic, young: with " + describe(shape.material.young) +
            " Pa, poisson " + describe(shape.material.poisson) + " and tets of " + describe(edge) +
            " m the body is so stiff that rounding leaves nothing of its inertia in "
            "a step of " +
            describe(time_step) +
            " s; give a smaller young or poisson, larger tets or shorter steps, or leave elastic "
            "out");
    }
}

/// Returns the tets of a body, the outer ones moved in with its surface. Their mass is that of the
/// authored body.
ElasticShape elastic_shape(const StudyScene& scene, std::size_t body, const SurfaceMesh& surface,
                           double time_step) {
    const BodySetup& setup = scene.test_case.bodies[body];
    ElasticShape shape;
    shape.rest = scene.elastic[body];
    shape.material = setup.elastic->material;
    shape.vertex_of = outer_surface(shape.rest).vertex_of;
    for (std::size_t v = 0; v < surface.vertices.size(); ++v) {
        shape.rest.vertices[shape.vertex_of[v]] = surface.vertices[v];
    }
    shape.density = setup.density * scene.solids[body].volume /
                    inset_volume(shape.rest, scene.elastic[body], setup.name);
    check_stiffness(shape, setup.name, time_step);
    const std::vector<std::vector<int>> driven = driven_vertices(setup, scene.elastic[body]);
    for (std::size_t i = 0; i < driven.size(); ++i) {
        shape.driven.push_back({driven[i], setup.driven[i].motion});
    }
    return shape;
}

/// Throws UsageError for the stiffness of the scene's size: its rule also balances the forces at
/// the start, which is not done for tets, nor where a script drives an obstacle.
void refuse_reference_stiffness(const BarrierSettings& settings) {
    if (settings.stiffness == BarrierStiffness::SceneSized) {
        throw UsageError(
            "barrier.stiffness=reference is not there for elastic bodies, or with scripts; leave "
            "it at adaptive");
    }
}

/// Throws UsageError for a script that leads its body, in a step, to where coordinates hold too few
/// digits for its shape, or turns it by more than half a turn. `body`: at its start.
void check_scripts(const BodySetup& setup, const SurfaceMesh& surface, const RigidBody& body,
                   double time_step) {
    constexpr double kLargestTurn = std::numbers::pi;  // [rad]
    const BoundingBox box = bounds_of(surface.vertices);
    const Vec3 middle = body.state.world_from_body * (0.5 * (box.lower + box.upper));
    for (std::size_t i = 0; i < setup.driven.size(); ++i) {
        const ScriptedMotion& motion = setup.driven[i].motion;
        const SizedBody driven = make_sized_body(
            "body '" + setup.name + "', driven part " + std::to_string(i), surface.vertices);
        check_speed(driven, motion.velocity, time_step, "velocity");
        const double turn = time_step * motion.spin.norm();
        if (turn == 0.0) {
            continue;  // without a turn there is no pivot
        }
        if (!(turn <= kLargestTurn)) {
            throw UsageError(driven.name + ": it turns by " + describe(turn) +
                             " rad in a step, more than half a turn; take shorter steps, or "
                             "give a smaller spin");
        }
        check_pivot(driven, (motion.pivot - middle).cwiseAbs().maxCoeff());
    }
}

/// Returns a body's surface moved in. Throws UsageError for a body that is too thin for
/// that, and MeshError for what a smaller reach does not mend.
SurfaceMesh inset_surface(const StudyScene& scene, std::size_t body, double inset) {
    try {
        return erode(scene.surfaces[body], Erosion::PlaneOffset, inset);
    } catch (const ErosionError& error) {
        throw UsageError("dhat: the surface of body '" + scene.test_case.bodies[body].name +
                         "' cannot be moved in by half of y dhat: " + error.what() +
                         "; give a smaller dhat, or a thicker body");
    } catch (const MeshError& error) {
        throw MeshError("the surface of body '" + scene.test_case.bodies[body].name +
                        "' cannot be moved in by half of y dhat: " + error.what());
    }
}

BarrierState make_state(const StudyScene& scene, const std::vector<RigidBody>& bodies,
                        const BarrierSettings& settings) {
    const double inset = 0.5 * settings.rest_share * settings.dhat;
    std::vector<SurfaceMesh> surfaces;
    std::vector<ElasticShape> elastic;
    std::vector<BarrierShape> shapes;
    std::vector<std::vector<int>> thin_vertices;  // vertex of the surface at each thin one
    surfaces.reserve(bodies.size());
    elastic.reserve(bodies.size());
    shapes.reserve(bodies.size());
    for (std::size_t i = 0; i < bodies.size(); ++i) {
        const ThinShape* const thin = thin_shape(scene.test_case.bodies[i].shape);
        surfaces.push_back(thin ? scene.surfaces[i] : inset_surface(scene, i, inset));
        shapes.push_back({&surfaces.back(), scene.solids[i].volume});
        thin_vertices.emplace_back();
        if (thin != nullptr) {
            thin_vertices.back() = thicken(thin->mesh, thin->thickness).vertex_of;
            shapes.back().thin = &thin->mesh;
            shapes.back().thin_vertices = thin_vertices.back();
        }
        if (!scene.test_case.bodies[i].driven.empty()) {
            refuse_reference_stiffness(settings);
            check_scripts(scene.test_case.bodies[i], scene.surfaces[i], bodies[i],
                          settings.time_step);
        }
        for (const DriveSetup& drive : scene.test_case.bodies[i].driven) {
            shapes.back().script.push_back(drive.motion);
        }
        if (!scene.elastic.empty() && !scene.elastic[i].tets.empty()) {
            refuse_reference_stiffness(settings);
            elastic.push_back(elastic_shape(scene, i, surfaces.back(), settings.time_step));
            shapes.back().elastic = &elastic.back();
        }
    }
    return make_barrier_state(bodies, shapes, settings, 2.0 * inset);
}

/// Returns the impulse on B over the step, in the contact's frame.
ContactImpulse impulse_of(const BarrierContact& entry, double time_step) {
    const ContactFrame frame = contact_frame(entry.contact.normal);
    ContactImpulse impulse;
    impulse.normal = time_step * entry.contact.force;
    impulse.tangent = time_step * frame.tangent.dot(entry.friction);
    impulse.binormal = time_step * frame.binormal.dot(entry.friction);
    return impulse;
}

/// Returns the energy of rigid and elastic bodies; that of strain counts as potential.
Energy moving_energy(const BarrierState& state, std::vector<RigidBody> bodies,
                     const Vec3& gravity) {
    double kinetic = 0.0;
    double strain = 0.0;
    for (std::size_t i = 0; i < state.elastic.size(); ++i) {
        const ElasticBody& elastic = state.elastic[i];
        if (elastic.is_elastic()) {
            kinetic += kinetic_energy(elastic);
            strain += elastic_energy(elastic.solid, elastic.places);
            bodies[i].state.linear_velocity = Vec3::Zero();
            bodies[i].state.angular_velocity = Vec3::Zero();
        }
    }
    Energy sum = energy(bodies, gravity);
    sum.kinetic += kinetic;
    sum.potential += strain;
    return sum;
}

}  // namespace

BarrierMotion::BarrierMotion(const MotionRequest& request)
    : scene_(&request.scene), solver_(request.solver) {
    const StudyScene& scene = request.scene;
    const std::string mover = moving_method(request.settings, request.method->id);
    if (mover.empty()) {
        throw UsageError("the barrier solver moves bodies only where " +
                         std::string(barrier::kMethodId) + "." + kMovesOption + " is on or all");
    }
    brings_contacts_ = mover == request.method->id;
    settings_ = barrier_settings(request.settings.generators.at(mover).as<barrier::Settings>(),
                                 solver_, moving_size(scene, request.bodies));
    try {
        state_ = make_state(scene, request.bodies, settings_);
    } catch (const MeshError& error) {
        throw MeshError(scene.test_case.id + ", barrier solver: " + error.what());
    } catch (const UsageError& error) {
        throw UsageError(scene.test_case.id + ": " + error.what());
    } catch (const Error& error) {
        throw Error(scene.test_case.id + ": " + error.what());
    }
}

void BarrierMotion::begin(const std::vector<RigidBody>& bodies, StepRecord& record) const {
    record.query_poses = query_poses(bodies, solver_);
}

void BarrierMotion::take(StepRecord& record, std::vector<RigidBody>& bodies,
                         const StepContacts& /*last*/) {
    StepRecord own = step(record.step, bodies);
    if (!brings_contacts_) {
        own.query_poses = std::move(record.query_poses);
        own.contacts = std::move(record.contacts);
        own.impulses.assign(own.contacts.size(), {});
        own.times.detection = record.times.detection;
    }
    record = std::move(own);
}

StepRecord BarrierMotion::step(int number, std::vector<RigidBody>& bodies) {
    const StopWatch watch;
    const double start = (number - 1) * settings_.time_step;
    state_.time = start;  // the same also after a restore
    BarrierReport report = barrier_step(state_, settings_);
    if (is_failure(report.stop)) {
        throw Error(scene_->test_case.id + ", barrier solver, step " + std::to_string(number) +
                    ": " + barrier_stop_id(report.stop) + " after " +
                    std::to_string(report.iterations) + " Newton steps; " + report.trouble);
    }
    if (report.largest_strain > largest_strain_) {
        largest_strain_ = report.largest_strain;
        strained_body_ = report.strained_body;
    }
    StepRecord record;
    record.barrier = memory_of(state_);
    record.step = number;
    record.time = number * settings_.time_step;
    for (int i = 0; i < std::ssize(bodies); ++i) {
        const std::vector<ScriptedMotion>& script = state_.bodies[i].script;
        if (!bodies[i].fixed || !script.empty()) {
            bodies[i].state = world_state(state_, i);
        }
        if (!script.empty()) {
            // The rates of its vectors are along the chord of the turn, not its arc.
            const ScriptedMotion* const motion = find_motion(script, start, settings_.time_step);
            BodyState& state = bodies[i].state;
            state.angular_velocity = motion != nullptr ? motion->spin : Vec3::Zero();
            state.linear_velocity = Vec3::Zero();
            if (motion != nullptr) {
                state.linear_velocity =
                    scripted_velocity(*motion, start + settings_.time_step,
                                      state.world_from_body * state.center_of_mass);
            }
        }
        record.bodies.push_back(bodies[i].state);
        record.query_poses.push_back(bodies[i].state.world_from_body);
    }
    for (const BarrierContact& entry : report.contacts) {
        if (entry.contact.body_a == entry.contact.body_b) {
            continue;  // records hold what happens between bodies
        }
        record.contacts.push_back(entry.contact);
        record.impulses.push_back(impulse_of(entry, settings_.time_step));
    }
    record.solve.residuals = std::move(report.residuals);
    record.solve.r_scales = std::move(report.shares);
    record.solve.error = report.residual;
    record.solve.stop = record.contacts.empty() ? StopReason::NoContacts : StopReason::Absolute;
    record.energy = moving_energy(state_, bodies, settings_.gravity);
    if (has_elastic_bodies(state_)) {
        record.deformation = report.deformation;
    }
    record.times.solve = watch.seconds();
    return record;
}

void BarrierMotion::resume_after(const StepRecord& record) {
    if (!record.barrier) {
        throw Error(
            "a motion by the barrier solver cannot be gone on from without how its bodies are "
            "strained, which this recording does not hold; simulate it from the start");
    }
    restore(state_, *record.barrier);
}

ElasticRest BarrierMotion::elastic_rest() const {
    ElasticRest rest;
    if (!has_elastic_bodies(state_)) {
        return rest;
    }
    rest.origin = state_.origin;
    rest.accelerates = state_.keeps_accelerations;
    rest.bodies.resize(state_.elastic.size());
    for (std::size_t i = 0; i < state_.elastic.size(); ++i) {
        const ElasticBody& body = state_.elastic[i];
        const Vec3 center = body.rest_center + state_.bodies[i].center_of_mass;
        rest.bodies[i].tets = body.solid.tets;
        rest.bodies[i].vertices.reserve(body.rest.size());
        for (const Vec3& vertex : body.rest) {
            rest.bodies[i].vertices.emplace_back(vertex + center);
        }
    }
    return rest;
}

std::string BarrierMotion::warning() const {
    constexpr double kLargeStrain = 1e-4;  // beyond it bodies no longer look rigid
    if (!(largest_strain_ > kLargeStrain)) {
        return {};
    }
    return "barrier solver: body '" + state_.bodies[strained_body_].name +
           "' was strained by a share of " + std::to_string(largest_strain_) +
           ", since the pressure on it nears shape_stiffness; raise that if bodies are to look "
           "rigid";
}

std::string barrier_method(const MethodList& /*methods*/) {
    return std::string(barrier::kMethodId);
}

std::string barrier_choice(std::string_view generator_id) {
    return std::string(barrier::kMethodId) + "." + kMovesOption +
           (generator_id == barrier::kMethodId ? "=on" : "=all");
}

bool is_barrier_chosen(const StudySettings& settings, const std::string& generator_id) {
    const std::string mover = moving_method(settings, generator_id);
    return !mover.empty() && settings.generators.at(mover).holds<barrier::Settings>();
}

std::shared_ptr<Mover> make_barrier_motion(const MotionRequest& request) {
    return std::make_shared<BarrierMotion>(request);
}

}  // namespace touchstone
