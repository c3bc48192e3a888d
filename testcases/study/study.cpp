#include "testcases/study/study.h"

#include <algorithm>
#include <cassert>
#include <memory>
#include <optional>
#include <random>
#include <utility>

#include "methods/base/error.h"
#include "methods/base/parallel/once.h"
#include "methods/base/parallel/parallel.h"
#include "methods/base/random_share.h"
#include "methods/quality/metrics.h"
#include "testcases/cells/run_cells.h"
#include "testcases/motion/simulation.h"
#include "testcases/motion/solver.h"
#include "testcases/query/silent_pairs.h"
#include "testcases/query/study_scene.h"
#include "testcases/study/contact_track.h"
#include "testcases/study/prepared_case.h"

namespace touchstone {
namespace {

template <typename Number>
void include(std::optional<Range<Number>>& range, std::optional<Number> value) {
    if (!value) {
        return;
    }
    if (!range) {
        range = Range<Number>{*value, *value};
    }
    range->low = std::min(range->low, *value);
    range->high = std::max(range->high, *value);
}

/// One cell of the study: the scene, the method that is asked about it, and the way it is judged.
struct JudgedCell {
    const StudyScene& scene;
    const Generator& generator;
    const StudySettings& settings;
    int query = 1;  ///< number of the query, counted from 1
    JudgeOptions judging;
    SceneTruths* truths = nullptr;  ///< references that other cells of the scene need as well
};

Judgement judge_shifted(const JudgedCell& cell, const Vec3& shift) {
    const SceneQuery query =
        query_scene(cell.scene, cell.generator.id, cell.settings, cell.query, {.shift = shift});
    // Only normals and spanned areas count for the ranges, and those a shift leaves alone.
    const Reference truth = truth_at(cell.scene, query.world_from_shape);
    return judge(query.contacts, truth, cell.judging);
}

/// Adds up the audits of all positions.
Audit audit_queries(const JudgedCell& cell, std::span<const SceneQuery> queries) {
    const double slack =
        contact_slack(cell.scene, cell.generator, cell.settings.generators.at(cell.generator.id));
    const bool deformed = cell.query > 1 && solver_of(cell.settings, cell.generator.id).deforms;
    Audit sum;
    for (const SceneQuery& query : queries) {
        const Audit one = audit(query.contacts, world_vertices(cell.scene, query.world_from_shape),
                                {slack, cell.judging.envelopes});
        sum.not_finite += one.not_finite;
        sum.not_unit += one.not_unit;
        sum.outside_bounds += one.outside_bounds;
        sum.too_deep += one.too_deep;
        sum.duplicates += one.duplicates;
        sum.opposite += one.opposite;
        sum.silent +=
            count_silent_pairs(cell.scene, query.world_from_shape, query.contacts, deformed);
    }
    return sum;
}

/// Judges the case at every shift. Nothing when told to stop on the way.
std::optional<JitterRange> jitter_range(const JudgedCell& cell,
                                        const std::optional<PaperCell>& paper,
                                        std::span<const Vec3> shifts, const CellWatch& watch) {
    JitterRange range;
    std::optional<Range<int>> contacts;
    std::optional<Range<int>> correct;
    for (const Vec3& shift : shifts) {
        watch.tell(range.shifts + 1, static_cast<int>(std::ssize(shifts)) + 1);
        if (watch.stopped()) {
            return std::nullopt;
        }
        const Judgement judgement = judge_shifted(cell, shift);
        ++range.shifts;
        range.agreeing += paper && compare(judgement, *paper).quality ? 1 : 0;
        include(contacts, std::optional(judgement.contacts));
        include(correct, std::optional(judgement.correct));
        include(range.quality, quality(judgement));
        include(range.coverage, coverage(judgement));
        include(range.excess, excess(judgement));
        include(range.area_coverage, area_coverage(judgement));
    }
    range.contacts = contacts.value_or(Range<int>{});
    range.correct = correct.value_or(Range<int>{});
    return range;
}

/// Asks, judges and audits. Nothing when told to stop on the way.
std::optional<StudyRow> make_row(const JudgedCell& cell, std::span<const Vec3> shifts,
                                 const CellWatch& watch) {
    const TestCase& test_case = cell.scene.test_case;
    SceneJudgement judged = judge_scene(cell.scene, cell.settings,
                                        {cell.generator.id, cell.query, cell.judging, cell.truths});
    StudyRow row;
    row.case_id = test_case.id;
    row.case_title = test_case.title.empty() ? test_case.id : test_case.title;
    row.generator_id = cell.generator.id;
    row.generator_title = cell.generator.title;
    row.profile = cell.settings.profile;
    row.pose = cell.scene.pose;
    row.query = cell.query;
    row.has_reference = !test_case.reference.empty();
    for (const BodySetup& body : test_case.bodies) {
        row.body_names.push_back(body.name);
    }
    row.contacts = judged.queries[judged.position].contacts;
    row.world_from_shape = judged.queries[judged.position].world_from_shape;
    row.audit = audit_queries(cell, judged.queries);
    row.positions = judged.positions();
    row.judgement = std::move(judged.judgement);
    row.metrics = std::move(judged.metrics);
    row.faulty_positions = judged.faulty_positions;
    row.faults = judged.faults;
    row.variants = std::move(judged.variants);
    row.unknown = std::move(judged.unknown);
    row.rounded = std::move(judged.rounded);
    row.checked = !cell.scene.built_in && row.has_reference;
    row.has_paper = cell.scene.built_in;
    add_paper(row);
    if (!shifts.empty()) {
        row.jitter = jitter_range(cell, row.paper, shifts, watch);
        if (!row.jitter) {
            return std::nullopt;
        }
    }
    return row;
}

/// Makes the row of a method that gives no answer, with the reason.
StudyRow make_refused_row(const TestCase& test_case, const Generator& generator,
                          const StudyRequest& request, Outcome outcome, const std::string& reason) {
    StudyRow row;
    row.case_id = test_case.id;
    row.case_title = test_case.title.empty() ? test_case.id : test_case.title;
    row.generator_id = generator.id;
    row.generator_title = generator.title;
    row.profile = request.settings.profile;
    row.pose = request.pose.value_or(test_case.pose);
    row.query = request.query;
    row.metrics.resize(all_metrics().size());
    row.outcome = outcome;
    row.reason = reason;
    row.checked = !test_case.reference.empty();
    return row;
}

/// All cases of a request, ready to be asked about.
class StudyCases {
 public:
    StudyCases(const StudyRequest& request, bool kept)
        : request_(request),
          kept_(kept),
          shifts_(jitter_shifts(request.jitter)),
          prepared_(request.cases.size()),
          is_prepared_(request.cases.size()) {}

    /// Makes all cases ready. One of the program itself whose rows are kept can wait until one of
    /// them is asked, as others may have made them all. Returns false when told to stop on the way.
    bool prepare_all(const Watcher& watcher) const {
        Watch watch(watcher, 0);
        for_all(static_cast<int>(prepared_.size()), [&](int i) {
            if (!watch.stopped() && !is_ready_later(i)) {
                ready(i);
                if (kept_) {
                    add_digests(prepared_[i], request_);
                }
            }
        });
        return !watch.stopped();
    }

    std::vector<std::string> warnings() const { return all_mesh_warnings(prepared_); }

    /// Returns one request for each row, each in a lane of its own. Processes that share a folder
    /// keep apart by cases, so that not each has to make every scene ready.
    std::vector<CellRequest<StudyRow>> requests() const {
        std::vector<CellRequest<StudyRow>> requests;
        for (int i = 0; i < std::ssize(request_.cases); ++i) {
            std::optional<TestCase> unprepared;
            if (is_ready_later(i)) {
                unprepared = request_.stock->load(request_.cases[i], request_.settings.body_order);
            }
            for (int j = 0; j < std::ssize(request_.generators); ++j) {
                CellRequest<StudyRow> cell;
                cell.lane = static_cast<int>(requests.size());
                cell.group = i;
                cell.work = estimate_work(i, j, unprepared);
                cell.ask = [this, i, j](const CellWatch& watch) { return ask(i, j, watch); };
                if (std::optional<CellKey> key = find_key(i, j, unprepared)) {
                    cell.key = *std::move(key);
                    cell.is_whole = &StudyRow::answered;
                } else {
                    cell.kept = false;
                }
                requests.push_back(std::move(cell));
            }
        }
        return requests;
    }

 private:
    /// Returns true when the case need not be prepared to look for its rows: its scene is made from
    /// its id and the settings alone, by this program.
    bool is_ready_later(int case_index) const {
        return kept_ && !is_scene_path(request_.cases[case_index]);
    }

    const PreparedCase& ready(int case_index) const {
        is_prepared_[case_index].run(
            [&] { prepared_[case_index] = prepare_case(request_.cases[case_index], request_); });
        return prepared_[case_index];
    }

    /// Returns an estimate of the work of a row, for the order of asking alone.
    double estimate_work(int case_index, int generator_index,
                         const std::optional<TestCase>& unprepared) const {
        const StudyScene* const scene =
            unprepared ? nullptr : prepared_[case_index].scene_for(generator_index);
        const double queries = unprepared ? query_work(*unprepared)
                               : scene    ? query_work(scene->test_case)
                                          : 0.0;
        return queries * request_.settings.methods.find(request_.generators[generator_index]).work;
    }

    /// Returns the key under which the row is kept; nothing where it is not. `unprepared`: a case
    /// that is made ready later.
    std::optional<CellKey> find_key(int case_index, int generator_index,
                                    const std::optional<TestCase>& unprepared) const {
        const Generator& generator =
            request_.settings.methods.find(request_.generators[generator_index]);
        const PreparedCase& prepared = prepared_[case_index];
        const std::string* const digest = prepared.digest_of(generator_index);
        if (unprepared ? !keeps_answers(generator) : digest == nullptr) {
            return std::nullopt;
        }
        CellKey key = contact_cell_key(
            request_, request_.cases[case_index], generator,
            unprepared ? *unprepared : prepared.scene_for(generator_index)->test_case);
        key.conditions.emplace_back("scene", unprepared ? "built in" : *digest);
        return key;
    }

    /// Answers one cell; a refusal is an answer, too. Nothing when told to stop on the way.
    std::optional<StudyRow> ask(int case_index, int generator_index, const CellWatch& watch) const {
        const PreparedCase& prepared = ready(case_index);
        const StudyScene* const scene = prepared.scene_for(generator_index);
        const Generator& generator =
            request_.settings.methods.find(request_.generators[generator_index]);
        if (scene == nullptr) {
            return make_refused_row(
                request_.stock->load(request_.cases[case_index], request_.settings.body_order),
                generator, request_, Outcome::Unsupported, prepared.refusals[generator_index]);
        }
        const JudgedCell cell{*scene,
                              generator,
                              request_.settings,
                              request_.query,
                              scene_judging(*scene, request_.settings, generator.id),
                              &truths_};
        try {
            return make_row(cell, shifts_, watch);
        } catch (const GeneratorFault& fault) {
            return make_refused_row(scene->test_case, generator, request_, fault.outcome,
                                    fault.what());
        }
    }

    const StudyRequest& request_;
    bool kept_;
    std::vector<Vec3> shifts_;
    mutable std::vector<PreparedCase> prepared_;  ///< read by `ready`
    mutable std::vector<Once> is_prepared_;       ///< by case
    mutable SceneTruths truths_;
};

}  // namespace

std::optional<bool> passes(const StudyRow& row) {
    if (!row.checked) {
        return std::nullopt;
    }
    const bool right =
        row.answered() && row.faults.none() &&
        std::ranges::all_of(row.variants, &std::string::empty, &VariantOutcome::trouble);
    return right && !row.unknown.empty() ? std::nullopt : std::optional(right);
}

PaperValues paper_values(const StudyRow& row) {
    PaperValues values;
    if (row.paper) {
        values.contacts = row.paper->contacts;
        values.correct = row.paper->correct;
        values.quality = row.paper->quality();
        values.coverage = row.paper->coverage;
        values.excess = row.paper->excess();
    } else if (row.paper_pillar) {
        values.contacts = row.paper_pillar->contacts;
        values.correct = row.paper_pillar->correct;
        values.quality = row.paper_pillar->quality();
        values.excess = row.paper_pillar->excess();
    } else if (row.paper_masonry) {
        values.quality = 1.0 - row.paper_masonry->wrong_share;
        values.quality_is_rough = row.paper_masonry->wrong_share_is_rough;
        values.area_coverage = row.paper_masonry->area_coverage;
    }
    return values;
}

AgreementCount count_agreement(std::span<const StudyRow> rows) {
    AgreementCount count;
    for (const StudyRow& row : rows) {
        if (row.agreement) {
            ++count.cells;
            count.coverage += row.agreement->coverage ? 1 : 0;
            count.quality += row.agreement->quality ? 1 : 0;
            count.excess += row.agreement->excess ? 1 : 0;
        }
    }
    return count;
}

std::vector<Vec3> jitter_shifts(int count) {
    // The seed is arbitrary and fixed. Scaled by hand: the library's distributions differ between
    // implementations.
    std::mt19937_64 random(20180703);
    const auto uniform = [&random] {
        const double share = random_share(random);  // in [0, 1)
        return (2.0 * share - 1.0) * kLargestShift;
    };
    std::vector<Vec3> shifts;
    for (int i = 0; i < count; ++i) {
        const double x = uniform();
        const double y = uniform();
        const double z = uniform();
        shifts.emplace_back(x, y, z);
    }
    return shifts;
}

void check(const StudyRequest& request) {
    if (request.jitter < 0 || request.threads < 0) {
        throw UsageError("the numbers of shifts and of threads cannot be negative");
    }
    if (request.query < 1) {
        throw UsageError("queries count from 1, found " + std::to_string(request.query));
    }
    for (const std::string& id : request.generators) {
        request.settings.methods.find(id);
    }
}

StudyResult run_study(const StudyRequest& request, const Watcher& watcher, const CellFolder* kept) {
    check(request);
    const std::unique_ptr<CellStore> store = open_cell_store(kept);
    StudyCases cases(request, store != nullptr);
    StudyResult result;
    const bool ready = Arena(request.threads).execute([&] { return cases.prepare_all(watcher); });
    result.warnings = cases.warnings();
    result.stopped = !ready;
    if (!ready) {
        return result;
    }
    std::vector<std::optional<StudyRow>> rows = run_cells(
        contact_track(), cases.requests(), store.get(), {.count = request.threads}, watcher);
    for (std::optional<StudyRow>& row : rows) {
        if (row) {
            result.rows.push_back(std::move(*row));
        }
    }
    result.stopped = result.rows.size() < rows.size();
    return result;
}

CaseContacts find_case_contacts(const StudyRequest& request) {
    check(request);
    assert(request.cases.size() == 1 && request.generators.size() == 1);
    return Arena(request.threads).execute([&] {
        StudyScene scene = make_study_scene(request.cases[0], request.settings, request.pose,
                                            request.generators, request.stock);
        SceneQuery query =
            query_scene(scene, request.generators[0], request.settings, request.query);
        const bool deformed =
            request.query > 1 && solver_of(request.settings, request.generators[0]).deforms;
        std::vector<std::pair<int, int>> silent =
            silent_pairs(scene, query.world_from_shape, query.contacts, deformed);
        return CaseContacts{std::move(scene.test_case), scene.pose, std::move(query.contacts),
                            std::move(silent)};
    });
}

}  // namespace touchstone
