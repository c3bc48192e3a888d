#include "testcases/audit/retold_scene.h"

#include <algorithm>
#include <array>
#include <limits>
#include <numbers>
#include <random>
#include <string>
#include <utility>

#include "methods/base/error.h"
#include "methods/mesh/health/surface_edits.h"

namespace touchstone {
namespace {

const Vec3 kAxis = Vec3(0.37, 0.61, -0.7).normalized();
const Vec3 kDirection = Vec3(0.6, -0.79, 0.13).normalized();

StudyScene remade(const OriginalScene& original, TestCase test_case,
                  const StudySettings& settings) {
    return make_study_scene(std::move(test_case), false, settings, original.scene.pose,
                            std::array{std::string(original.generator.id)});
}

/// Returns the same shapes in the same order, to be placed elsewhere.
RetoldScene displaced(const OriginalScene& original) {
    RetoldScene retold{{}, original.settings, {}, false};
    retold.scene.test_case = bare_case(original.scene.test_case);
    retold.scene.pose = original.scene.pose;
    retold.scene.surfaces = original.scene.surfaces;
    retold.scene.solids = original.scene.solids;
    retold.scene.shapes = original.scene.shapes;
    retold.scene.stock = original.scene.stock;
    return retold;
}

void move_rigidly(TestCase& test_case, const Pose& world_from_old) {
    for (BodySetup& body : test_case.bodies) {
        body.world_from_shape = world_from_old * body.world_from_shape;
        body.linear_velocity = world_from_old.rotation * body.linear_velocity;
        body.angular_velocity = world_from_old.rotation * body.angular_velocity;
    }
    test_case.gravity = world_from_old.rotation * test_case.gravity;
}

RetoldScene moved(const OriginalScene& original, const Pose& world_from_old) {
    RetoldScene retold = displaced(original);
    move_rigidly(retold.scene.test_case, world_from_old);
    retold.similarity.world_from_old = world_from_old;
    return retold;
}

RetoldScene jittered(const OriginalScene& original, const RetellingStep& step) {
    RetoldScene retold = displaced(original);
    std::mt19937_64 random(step.seed);
    const auto uniform = [&random] {  // in [-1, 1); the library's distributions are not fixed
        return static_cast<double>(random() >> 11) * 0x1p-52 - 1.0;
    };
    for (BodySetup& body : retold.scene.test_case.bodies) {
        const double x = uniform();
        const double y = uniform();
        const double z = uniform();
        body.world_from_shape.translation += step.size * original.size * Vec3(x, y, z);
    }
    return retold;
}

RetoldScene swapped(const OriginalScene& original) {
    TestCase test_case = bare_case(original.scene.test_case);
    std::ranges::reverse(test_case.bodies);
    return {remade(original, std::move(test_case), original.settings), original.settings, {}, true};
}

RetoldScene scaled_by(const OriginalScene& original, double scale) {
    TestCase test_case = bare_case(original.scene.test_case);
    for (int i = 0; i < std::ssize(test_case.bodies); ++i) {
        BodySetup& body = test_case.bodies[i];
        if (MeshShape* const mesh = std::get_if<MeshShape>(&body.shape)) {
            mesh->scale *= scale;
        } else if (ThinShape* const thin = std::get_if<ThinShape>(&body.shape)) {
            thin->thickness *= scale;
            for (Vec3& vertex : thin->mesh.vertices) {
                vertex *= scale;
            }
        } else if (TetsShape* const solid = std::get_if<TetsShape>(&body.shape)) {
            for (Vec3& vertex : solid->tets.vertices) {
                vertex *= scale;
            }
        } else {
            SurfaceMesh surface = original.scene.surfaces[i];
            for (Vec3& vertex : surface.vertices) {
                vertex *= scale;
            }
            body.shape = TrianglesShape{std::move(surface)};
        }
        for (HullShape& part : body.convex_parts) {
            for (Vec3& point : part.points) {
                point *= scale;
            }
        }
        body.world_from_shape.translation *= scale;
        body.linear_velocity *= scale;
    }
    test_case.gravity *= scale;
    StudySettings settings = original.settings;
    MethodSettings& own = settings.generators.at(std::string(original.generator.id));
    own = with_scaled_lengths(own, original.generator.options.list, scale);
    return {remade(original, std::move(test_case), settings), settings, {{}, scale}, false};
}

/// Makes the scene anew with `edit` of each surface. Throws MeshError for tets that a scene brings
/// itself: they have no other surface.
template <typename Edit>
RetoldScene edited(const OriginalScene& original, const Edit& edit) {
    TestCase test_case = bare_case(original.scene.test_case);
    for (int i = 0; i < std::ssize(test_case.bodies); ++i) {
        BodySetup& body = test_case.bodies[i];
        if (own_tets(body.shape)) {
            throw MeshError("body '" + body.name +
                            "' brings its own tets, and they are not meshed anew");
        }
        body.shape = TrianglesShape{edit(original.scene.surfaces[i])};
    }
    return {
        remade(original, std::move(test_case), original.settings), original.settings, {}, false};
}

}  // namespace

double scene_diagonal(const StudyScene& scene) {
    Vec3 low = Vec3::Constant(std::numeric_limits<double>::infinity());
    Vec3 high = -low;
    for (int i = 0; i < std::ssize(scene.surfaces); ++i) {
        for (const Vec3& vertex : scene.surfaces[i].vertices) {
            const Vec3 point = scene.test_case.bodies[i].world_from_shape * vertex;
            low = low.cwiseMin(point);
            high = high.cwiseMax(point);
        }
    }
    return (high - low).norm();
}

TestCase bare_case(TestCase test_case) {
    test_case.reference = {};
    test_case.variants.clear();
    test_case.sweep.reset();
    test_case.simulate.reset();
    return test_case;
}

RetoldScene retell(const OriginalScene& original, const RetellingStep& step) {
    const int count = static_cast<int>(step.size);
    switch (step.retelling) {
        case Retelling::Swap:
            return swapped(original);
        case Retelling::Rotation: {
            const double angle = step.size * std::numbers::pi / 180.0;
            return moved(original, {Quat(Eigen::AngleAxisd(angle, kAxis)), Vec3::Zero()});
        }
        case Retelling::Translation:
            return moved(original, {Quat::Identity(), step.size * kDirection});
        case Retelling::Scaling:
            return scaled_by(original, step.size);
        case Retelling::Retessellation:
            return edited(original, [&](const SurfaceMesh& surface) {
                return step.diagonals ? with_turned_diagonals(surface, count)
                                      : with_split_edges(surface, count);
            });
        case Retelling::FaceVertices:
            return edited(original, [&](const SurfaceMesh& surface) {
                return with_face_vertices(surface, count);
            });
        case Retelling::Renumbering:
            return edited(original, [&](const SurfaceMesh& surface) {
                return renumbered(surface, step.seed);
            });
        case Retelling::Jitter:
            break;
    }
    return jittered(original, step);
}

std::vector<ContactPoint> taken_back(std::vector<ContactPoint> contacts,
                                     const RetoldScene& retold) {
    const Quat back = retold.similarity.world_from_old.rotation.conjugate();
    const int last = static_cast<int>(std::ssize(retold.scene.test_case.bodies)) - 1;
    for (ContactPoint& contact : contacts) {
        contact.position = back *
                           (contact.position - retold.similarity.world_from_old.translation) /
                           retold.similarity.scale;
        contact.normal = back * contact.normal;
        contact.separation /= retold.similarity.scale;
        if (retold.swapped) {
            std::swap(contact.body_a, contact.body_b);
            contact.body_a = last - contact.body_a;
            contact.body_b = last - contact.body_b;
            contact.normal = -contact.normal;
        }
    }
    return contacts;
}

}  // namespace touchstone
