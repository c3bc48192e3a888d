#include "testcases/audit/metamorphic_audit.h"

#include <algorithm>
#include <array>
#include <functional>
#include <memory>
#include <utility>

#include "methods/base/error.h"
#include "testcases/audit/audit_track.h"
#include "testcases/audit/retold_scene.h"
#include "testcases/cells/run_cells.h"
#include "testcases/files/scene_file.h"
#include "testcases/motion/simulation.h"
#include "testcases/query/silent_pairs.h"
#include "testcases/query/study_scene.h"
#include "testcases/study/contact_track.h"
#include "testcases/study/scene_digest.h"

namespace touchstone {
namespace {

/// Returns what rounding may change, and what the jitter itself moves: a corner of two slanted
/// edges by some times more than they.
AnswerTolerance tolerance_for(const OriginalScene& original, const RetellingStep& step) {
    const double share = 1e-6 + (step.retelling == Retelling::Jitter ? 10.0 * step.size : 0.0);
    return {.position = share * original.size, .separation = share * original.size};
}

/// The query that is asked of a scene and of its retellings.
struct AuditQuery {
    const StudySettings& settings;
    std::optional<QueryPose> pose;      ///< nothing: as the case states it
    bool is_moment = false;             ///< true: of a moment of a motion; false: the scene's first
    bool look_ahead = false;            ///< as in AuditMoment
    std::shared_ptr<SceneStock> stock;  ///< what the scenes share that are asked about
};

SceneQuery ask(const StudyScene& scene, const std::string& generator, const StudySettings& settings,
               const AuditQuery& query) {
    if (!query.is_moment) {
        return query_scene(scene, generator, settings, 1);
    }
    const std::vector<RigidBody> bodies = make_rigid_bodies(scene);
    SceneQuery result;
    result.world_from_shape = body_poses(bodies);
    result.contacts = find_scene_contacts(scene, settings.methods.find(generator),
                                          settings.generators.at(generator),
                                          {.poses = result.world_from_shape,
                                           .bodies = bodies,
                                           .time_step = scene.test_case.time_step,
                                           .look_ahead = query.look_ahead,
                                           .acceleration = scene.test_case.gravity.norm()});
    return result;
}

/// Tries the ways in turn until one changes the answer. Nothing when told to stop before.
std::optional<RetellingOutcome> try_retelling(const OriginalScene& original, Retelling retelling,
                                              const std::vector<ContactPoint>& answer,
                                              const AuditQuery& asked, const CellWatch& watch) {
    RetellingOutcome outcome;
    const std::vector<RetellingStep> steps = retelling_steps(retelling);
    const int count = static_cast<int>(std::ssize(steps));
    for (int i = 0; i < count; ++i) {
        if (watch.stopped()) {
            return std::nullopt;
        }
        const RetellingStep& step = steps[i];
        watch.tell(static_cast<int>(retelling) * count + i, kRetellings * count);
        try {
            const RetoldScene retold = retell(original, step);
            std::vector<ContactPoint> contacts =
                ask(retold.scene, original.generator.id, retold.settings, asked).contacts;
            ++outcome.asked;
            outcome.difference = compare_answers(answer, taken_back(std::move(contacts), retold),
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

/// A case or a moment: loads its scene, and sets the name of its row.
using LoadAudited = std::function<TestCase(AuditedRow& row)>;

/// Asks about the scene and all its retellings. Nothing when told to stop on the way.
std::optional<AuditedRow> audit_row(const std::string& name, const LoadAudited& load,
                                    const AuditQuery& asked, const Generator& generator,
                                    const CellWatch& watch) {
    AuditedRow row;
    row.case_id = name;
    row.generator_id = generator.id;
    row.generator_title = generator.title;
    try {
        TestCase told = load(row);
        const Reference reference = told.reference;
        StudyScene scene =
            make_study_scene(bare_case(std::move(told)), false, asked.settings, asked.pose,
                             std::array{std::string(generator.id)}, asked.stock);
        const OriginalScene original{scene, generator, asked.settings, scene_diagonal(scene)};
        const SceneQuery query = ask(scene, generator.id, asked.settings, asked);
        const std::vector<ContactPoint>& answer = query.contacts;
        row.contacts = static_cast<int>(answer.size());
        for (int i = 0; i < kRetellings; ++i) {
            const std::optional<RetellingOutcome> outcome =
                try_retelling(original, static_cast<Retelling>(i), answer, asked, watch);
            if (!outcome) {
                return std::nullopt;
            }
            row.outcomes[i] = *outcome;
        }
        scene.test_case.reference = reference;  // which says what may overlap
        for (const auto& [a, b] : silent_pairs(scene, query.world_from_shape, answer)) {
            row.silent.push_back({scene.test_case.bodies[a].name, scene.test_case.bodies[b].name});
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

/// The parts of a scene that decide a row's key.
struct AuditedScene {
    TestCase test_case;
    std::string digest;
};

/// Makes a scene for its key; one of the program itself is told by its name. Nothing for a scene
/// that cannot be made or written down: its rows are not kept.
std::optional<AuditedScene> find_audited_scene(const std::string& case_name,
                                               const StudyRequest& request) {
    try {
        TestCase told = request.stock->load(case_name, request.settings.body_order);
        if (!is_scene_path(case_name)) {
            return AuditedScene{bare_case(std::move(told)), "built in"};
        }
        std::string text = write_scene(told);  // its reference says what may overlap silently
        StudyScene scene = make_study_scene(bare_case(std::move(told)), false, request.settings,
                                            request.pose, {}, request.stock);
        std::string digest =
            scene_digest(scene, std::nullopt, write_scene(scene.test_case) + std::move(text));
        return AuditedScene{std::move(scene.test_case), std::move(digest)};
    } catch (const Error&) {
        return std::nullopt;
    }
}

}  // namespace

bool AuditedRow::unchanged() const {
    return answered() && std::ranges::none_of(outcomes, [](const RetellingOutcome& o) {
               return o.changed.has_value();
           });
}

AuditResult run_audit(const StudyRequest& request, const Watcher& watcher, const CellFolder* kept,
                      std::span<const AuditMoment> moments) {
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
            cell.ask = [&](const CellWatch& watch) {
                const LoadAudited load = [&](AuditedRow& row) {
                    TestCase test_case =
                        request.stock->load(case_name, request.settings.body_order);
                    row.case_id = test_case.id;
                    return test_case;
                };
                return audit_row(
                    case_name, load,
                    {.settings = request.settings, .pose = request.pose, .stock = request.stock},
                    generator, watch);
            };
            cell.work = scene ? generator.work * query_work(scene->test_case) : 0.0;
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
    for (const AuditMoment& moment : moments) {
        const StudySettings& settings = moment.settings ? *moment.settings : request.settings;
        for (const std::string& id : request.generators) {
            const Generator& generator = settings.methods.find(id);
            CellRequest<AuditedRow> cell;
            cell.lane = static_cast<int>(requests.size());
            cell.ask = [&](const CellWatch& watch) {
                return audit_row(
                    moment.name, [&](AuditedRow&) { return moment.test_case; },
                    {settings, QueryPose::Initial, true, moment.look_ahead, request.stock},
                    generator, watch);
            };
            cell.work = generator.work * query_work(moment.test_case);
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
