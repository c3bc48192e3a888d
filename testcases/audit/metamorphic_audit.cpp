#include "testcases/audit/metamorphic_audit.h"

#include <algorithm>
#include <limits>
#include <memory>
#include <numbers>
#include <random>
#include <sstream>
#include <utility>

#include "methods/base/error.h"
#include "methods/mesh/health/surface_edits.h"
#include "testcases/audit/audit_track.h"
#include "testcases/cells/run_cells.h"
#include "testcases/query/simulation.h"
#include "testcases/query/study_scene.h"
#include "testcases/study/contact_track.h"
#include "testcases/study/scene_digest.h"

namespace touchstone {
namespace {

/// x → scale R x + t.
struct Similarity {
    Pose world_from_old;
    double scale = 1.0;
};

/// A scene told anew, and how its answer reads in the old one.
struct RetoldScene {
    StudyScene scene;
    StudySettings settings;
    Similarity similarity;
    bool swapped = false;
};

/// The scene as it stands, and what its retellings are measured by.
struct Original {
    const StudyScene& scene;
    const Generator& generator;
    const StudySettings& settings;
    double size = kUnset;  ///< the diagonal of the box around all bodies [m]
};

const Vec3 kAxis = Vec3(0.37, 0.61, -0.7).normalized();
const Vec3 kDirection = Vec3(0.6, -0.79, 0.13).normalized();

std::vector<RetellingStep> steps_of(Retelling retelling) {
    const auto sized = [&](std::initializer_list<double> sizes) {
        std::vector<RetellingStep> steps;
        for (const double size : sizes) {
            steps.push_back({retelling, size});
        }
        return steps;
    };
    switch (retelling) {
        case Retelling::Swap:
            return {{retelling}};
        case Retelling::Rotation:
            return sized({1e-12, 1e-9, 1e-6, 1e-3, 1.0, 37.0, 90.0});
        case Retelling::Translation:
            return sized({1e-9, 1e-6, 1e-3, 1.0, 100.0, 5000.0});
        case Retelling::Scaling:
            return sized({1.001, 2.0, 10.0, 0.1, 1000.0, 0.001});
        case Retelling::Retessellation:
            return {{retelling, 1, true},
                    {retelling, 1000, true},
                    {retelling, 1},
                    {retelling, 4},
                    {retelling, 16}};
        case Retelling::FaceVertices:
            return sized({1, 4});
        case Retelling::Renumbering:
            return {{retelling, 0, false, 1}, {retelling, 0, false, 2}, {retelling, 0, false, 3}};
        case Retelling::Jitter: {
            std::vector<RetellingStep> steps;
            for (const double size : {1e-15, 1e-12, 1e-9, 1e-6}) {
                for (const unsigned seed : {1U, 2U}) {
                    steps.push_back({retelling, size, false, seed});
                }
            }
            return steps;
        }
    }
    return {};
}

double size_of(const StudyScene& scene) {
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

/// Without what only a verdict needs.
TestCase bare(TestCase test_case) {
    test_case.reference = {};
    test_case.variants.clear();
    test_case.sweep.reset();
    test_case.simulate.reset();
    return test_case;
}

StudyScene remade(const Original& original, TestCase test_case, const StudySettings& settings) {
    return make_study_scene(std::move(test_case), false, settings, original.scene.pose,
                            std::array{std::string(original.generator.id)});
}

/// The same shapes in the same order, elsewhere.
RetoldScene displaced(const Original& original) {
    RetoldScene retold{{}, original.settings, {}, false};
    retold.scene.test_case = bare(original.scene.test_case);
    retold.scene.pose = original.scene.pose;
    retold.scene.surfaces = original.scene.surfaces;
    retold.scene.solids = original.scene.solids;
    retold.scene.shapes = original.scene.shapes;
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

RetoldScene moved(const Original& original, const Pose& world_from_old) {
    RetoldScene retold = displaced(original);
    move_rigidly(retold.scene.test_case, world_from_old);
    retold.similarity.world_from_old = world_from_old;
    return retold;
}

RetoldScene jittered(const Original& original, const RetellingStep& step) {
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

RetoldScene swapped(const Original& original) {
    TestCase test_case = bare(original.scene.test_case);
    std::ranges::reverse(test_case.bodies);
    return {remade(original, std::move(test_case), original.settings), original.settings, {}, true};
}

RetoldScene scaled_by(const Original& original, double scale) {
    TestCase test_case = bare(original.scene.test_case);
    for (int i = 0; i < std::ssize(test_case.bodies); ++i) {
        BodySetup& body = test_case.bodies[i];
        if (MeshShape* const mesh = std::get_if<MeshShape>(&body.shape)) {
            mesh->scale *= scale;
        } else {
            SurfaceMesh surface = original.scene.surfaces[i];
            for (Vec3& vertex : surface.vertices) {
                vertex *= scale;
            }
            body.shape = TrianglesShape{std::move(surface)};
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

/// Throws MeshError for tets that a scene brings itself: they have no other surface.
template <typename Edit>
RetoldScene edited(const Original& original, const Edit& edit) {
    TestCase test_case = bare(original.scene.test_case);
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

RetoldScene retell(const Original& original, const RetellingStep& step) {
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

/// The contacts as the scene as it stands would have them.
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

/// Rounding, and what the jitter itself moves: a corner of two slanted edges by some times more
/// than they.
AnswerTolerance tolerance_for(const Original& original, const RetellingStep& step) {
    const double share = 1e-6 + (step.retelling == Retelling::Jitter ? 10.0 * step.size : 0.0);
    return {.position = share * original.size, .separation = share * original.size};
}

RetellingOutcome try_retelling(const Original& original, Retelling retelling,
                               const std::vector<ContactPoint>& answer) {
    RetellingOutcome outcome;
    for (const RetellingStep& step : steps_of(retelling)) {
        try {
            const RetoldScene retold = retell(original, step);
            const SceneQuery query =
                query_scene(retold.scene, original.generator.id, retold.settings, 1);
            ++outcome.asked;
            outcome.difference = compare_answers(answer, taken_back(query.contacts, retold),
                                                 tolerance_for(original, step));
        } catch (const MeshError& error) {
            if (outcome.trouble.empty()) {
                outcome.trouble = describe(step) + ": " + error.what();
            }
            continue;
        }
        if (!outcome.difference.none()) {
            outcome.changed = step;
            break;
        }
    }
    return outcome;
}

/// Nothing when told to stop on the way.
std::optional<AuditedRow> audit_row(const std::string& case_name, const Generator& generator,
                                    const StudyRequest& request, const StopRequest& stop) {
    AuditedRow row;
    row.case_id = case_name;
    row.generator_id = generator.id;
    row.generator_title = generator.title;
    try {
        TestCase test_case = load_test_case(case_name, request.settings.body_order);
        row.case_id = test_case.id;
        const StudyScene scene =
            make_study_scene(bare(std::move(test_case)), false, request.settings, request.pose,
                             std::array{std::string(generator.id)});
        const Original original{scene, generator, request.settings, size_of(scene)};
        const std::vector<ContactPoint> answer =
            query_scene(scene, generator.id, request.settings, 1).contacts;
        row.contacts = static_cast<int>(answer.size());
        for (int i = 0; i < kRetellings; ++i) {
            if (stop()) {
                return std::nullopt;
            }
            row.outcomes[i] = try_retelling(original, static_cast<Retelling>(i), answer);
        }
    } catch (const MeshError& error) {
        row.outcome = Outcome::Unsupported;
        row.reason = error.what();
    } catch (const GeneratorFault& fault) {
        row.outcome = fault.outcome;
        row.reason = fault.what();
    }
    return row;
}

/// What a row's key needs to know of its scene.
struct AuditedScene {
    TestCase test_case;
    std::string digest;
};

/// Nothing for a scene that cannot be made or written down: its rows are not kept.
std::optional<AuditedScene> find_audited_scene(const std::string& case_name,
                                               const StudyRequest& request) {
    try {
        StudyScene scene =
            make_study_scene(bare(load_test_case(case_name, request.settings.body_order)), false,
                             request.settings, request.pose, {});
        std::string digest = scene_digest(scene);
        return AuditedScene{std::move(scene.test_case), std::move(digest)};
    } catch (const Error&) {
        return std::nullopt;
    }
}

std::string number(double value) {
    std::ostringstream text;
    text << value;
    return text.str();
}

std::string counted(double count, const std::string& one, const std::string& more) {
    return count == 1.0 ? "1 " + one : number(count) + " " + more;
}

}  // namespace

std::string_view retelling_id(Retelling retelling) {
    constexpr std::array<std::string_view, kRetellings> kIds{
        "swap",           "rotation",      "translation", "scaling",
        "retessellation", "face_vertices", "renumbering", "jitter"};
    return kIds[static_cast<std::size_t>(retelling)];
}

std::string describe(const RetellingStep& step) {
    switch (step.retelling) {
        case Retelling::Swap:
            return "bodies in reverse order";
        case Retelling::Rotation:
            return "turned by " + number(step.size) + "°";
        case Retelling::Translation:
            return "moved by " + number(step.size) + " m";
        case Retelling::Scaling:
            return number(step.size) + " times as large";
        case Retelling::Retessellation:
            if (step.diagonals) {
                return step.size > 1.0 ? "all diagonals turned that can be"
                                       : "1 diagonal of each body turned";
            }
            return counted(step.size, "edge", "edges") + " of each body split";
        case Retelling::FaceVertices:
            return counted(step.size, "vertex", "vertices") + " more within faces of each body";
        case Retelling::Renumbering:
            return "vertices and triangles in order " + std::to_string(step.seed);
        case Retelling::Jitter:
            break;
    }
    return "each body moved by up to " + number(step.size) + " of the scene's size";
}

bool AuditedRow::unchanged() const {
    return answered() && std::ranges::none_of(outcomes, [](const RetellingOutcome& o) {
               return o.changed.has_value();
           });
}

AuditResult run_audit(const StudyRequest& request, const Watcher& watcher, const CellFolder* kept) {
    check(request);
    if (request.query != 1 || request.jitter != 0) {
        throw UsageError("an audit looks at the first query, without shifts");
    }
    const std::unique_ptr<CellStore> store = open_cell_store(kept);
    std::vector<CellRequest<AuditedRow>> requests;
    for (const std::string& case_name : request.cases) {
        const std::optional<AuditedScene> scene =
            store ? find_audited_scene(case_name, request) : std::nullopt;
        for (const std::string& id : request.generators) {
            const Generator& generator = request.settings.methods.find(id);
            CellRequest<AuditedRow> cell;
            cell.lane = static_cast<int>(requests.size());
            cell.ask = [&](const StopRequest& stop) {
                return audit_row(case_name, generator, request, stop);
            };
            cell.kept = scene && keeps_answers(generator);
            if (cell.kept) {
                cell.key = contact_cell_key(request, case_name, generator, scene->test_case);
                cell.key.track = audit_track().id;
                cell.key.conditions.emplace_back("scene", scene->digest);
                cell.is_whole = &AuditedRow::answered;
            }
            requests.push_back(std::move(cell));
        }
    }
    std::vector<std::optional<AuditedRow>> rows =
        run_cells(audit_track(), requests, store.get(), {.count = request.threads}, watcher);
    AuditResult result;
    for (std::optional<AuditedRow>& row : rows) {
        if (row) {
            result.rows.push_back(std::move(*row));
        }
    }
    result.stopped = result.rows.size() < rows.size();
    return result;
}

}  // namespace touchstone
