#include "testcases/study/tests/semi_local_scenes.h"

#include <algorithm>
#include <cmath>
#include <numbers>

#include "methods/mesh/mass_properties.h"
#include "methods/testing/surface_variants.h"
#include "rigid_solver/body_motion.h"

namespace touchstone::testing {
namespace {

constexpr double kMillimetre = 1e-3;
constexpr double kTurn = 0.1 * std::numbers::pi / 180.0;  ///< [rad]

/// Two bodies: one of them takes all. More: each body takes up to half.
double share_of(const FacetScene& scene) { return scene.surfaces.size() == 2 ? 1.0 : 0.5; }

bool is_disturbed(const FacetScene& scene, std::size_t body) {
    return scene.surfaces.size() > 2 || body == 1;
}

void shift(FacetScene& scene, Uniform& uniform, bool along_y) {
    for (std::size_t i = 0; i < scene.poses.size(); ++i) {
        if (is_disturbed(scene, i)) {
            const double length = share_of(scene) * kMillimetre * uniform();
            const double sign = uniform() < 0.5 ? -1.0 : 1.0;
            scene.poses[i].translation +=
                along_y ? Vec3(0.0, sign * length, 0.0) : Vec3(length * uniform.direction());
        }
    }
}

void turn(FacetScene& scene, Uniform& uniform) {
    for (std::size_t i = 0; i < scene.poses.size(); ++i) {
        if (is_disturbed(scene, i)) {
            const Vec3 center = scene.poses[i] * mass_properties(scene.surfaces[i]).center_of_mass;
            const Quat turned(Eigen::AngleAxisd(share_of(scene) * kTurn, uniform.direction()));
            const Pose about_center{turned, center - turned * center};
            scene.poses[i] = about_center * scene.poses[i];
        }
    }
}

void put_in_other_guise(FacetScene& scene, Uniform& uniform) {
    const double scale = std::pow(10.0, uniform(-3.0, 3.0));
    const Quat turned(Eigen::AngleAxisd(uniform(0.0, 3.0), uniform.direction()));
    const Pose moved{turned, 300.0 * uniform() * uniform.direction() * scale};
    scene.scale *= scale;
    for (std::size_t i = 0; i < scene.poses.size(); ++i) {
        for (Vec3& vertex : scene.surfaces[i].vertices) {
            vertex *= scale;
        }
        scene.poses[i].translation *= scale;
        scene.poses[i] = moved * scene.poses[i];
        scene.velocities[i] = scale * (turned * scene.velocities[i]);
    }
    const bool swap = scene.surfaces.size() == 2 && uniform() < 0.5;
    for (PairReference& pair : scene.reference) {
        for (Answer& answer : pair.answers) {
            for (Vec3& normal : answer.normals) {
                normal = turned * normal;
            }
            answer.points.clear();
            if (answer.area) {
                answer.area = *answer.area * scale * scale;
            }
        }
        if (swap) {
            // The normals still point from the body that was A.
            pair.body_a = 1 - pair.body_a;
            pair.body_b = 1 - pair.body_b;
        }
    }
    if (swap) {
        std::swap(scene.surfaces[0], scene.surfaces[1]);
        std::swap(scene.poses[0], scene.poses[1]);
        std::swap(scene.velocities[0], scene.velocities[1]);
        scene.fixed = {scene.fixed[1], scene.fixed[0]};
    }
}

}  // namespace

Vec3 Uniform::direction() {
    while (true) {
        const Vec3 v((*this)(-1.0, 1.0), (*this)(-1.0, 1.0), (*this)(-1.0, 1.0));
        if (v.norm() > 0.1 && v.norm() <= 1.0) {
            return v.normalized();
        }
    }
}

FacetScene make_facet_scene(const std::string& case_id, bool half_step) {
    const TestCase test_case = load_test_case(case_id, BodyOrder::LowerFirst);
    FacetScene scene;
    scene.id = case_id;
    scene.reference = test_case.reference;
    scene.time_step = test_case.time_step;
    for (const BodySetup& body : test_case.bodies) {
        scene.surfaces.push_back(make_surface(body.shape));
        scene.poses.push_back(body.world_from_shape);
        scene.velocities.push_back(body.linear_velocity);
        scene.fixed.push_back(body.fixed);
        if (half_step) {
            scene.poses.back().translation += 0.5 * test_case.time_step * body.linear_velocity;
        }
    }
    return scene;
}

const char* name_of(Disturbance disturbance) {
    constexpr const char* kNames[]{"none",           "gap",   "shift",       "turn",
                                   "shift and turn", "noise", "other guise", "other mesh"};
    return kNames[static_cast<int>(disturbance)];
}

FacetScene disturbed(FacetScene scene, Disturbance disturbance, std::uint64_t seed) {
    Uniform uniform(1000 * seed + static_cast<std::uint64_t>(disturbance));
    switch (disturbance) {
        case Disturbance::None:
            break;
        case Disturbance::Gap:
            shift(scene, uniform, true);
            break;
        case Disturbance::Shift:
            shift(scene, uniform, false);
            break;
        case Disturbance::Turn:
            turn(scene, uniform);
            break;
        case Disturbance::ShiftAndTurn:
            shift(scene, uniform, false);
            turn(scene, uniform);
            break;
        case Disturbance::Noise:
            for (SurfaceMesh& surface : scene.surfaces) {
                constexpr double kAmplitudes[]{1e-9, 1e-7, 1e-6};
                surface = with_noise(surface, kAmplitudes[seed % 3],
                                     static_cast<unsigned>(uniform.integer()));
            }
            break;
        case Disturbance::OtherGuise:
            put_in_other_guise(scene, uniform);
            break;
        case Disturbance::OtherMesh:
            for (SurfaceMesh& surface : scene.surfaces) {
                surface = split_at_random(surface, 1 + static_cast<int>(uniform.integer() % 30),
                                          static_cast<unsigned>(uniform.integer()));
            }
            break;
    }
    return scene;
}

std::vector<ContactPoint> find_semi_local(const FacetScene& scene,
                                          const semi_local::Settings& settings) {
    std::vector<CollisionShape> shapes;
    shapes.reserve(scene.surfaces.size());
    for (const SurfaceMesh& surface : scene.surfaces) {
        shapes.push_back(make_facet_shape(surface));
    }
    std::vector<SceneBody> bodies;
    for (std::size_t i = 0; i < shapes.size(); ++i) {
        bodies.push_back({make_collider(shapes[i], scene.poses[i]), scene.fixed[i]});
        bodies.back().collider.linear_velocity = scene.velocities[i];
    }
    return find_contacts(bodies, find_generator("semi_local"), {scene.time_step, settings});
}

Judgement judge_semi_local(const FacetScene& scene) {
    return judge(find_semi_local(scene), scene.reference);
}

bool is_perfect(const Judgement& judgement) {
    return judgement.correct == judgement.contacts &&
           judgement.met_normals == judgement.expected_normals &&
           judgement.min_contacts == judgement.contacts;
}

}  // namespace touchstone::testing
