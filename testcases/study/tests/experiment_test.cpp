#include "testcases/study/experiment.h"

#include <algorithm>
#include <chrono>
#include <cmath>
#include <filesystem>
#include <fstream>
#include <map>
#include <nlohmann/json.hpp>
#include <set>
#include <sstream>

#include "generators/local/settings/growth_settings.h"
#include "methods/base/error.h"
#include "methods/testing/catch.h"
#include "methods/testing/temporary_folder.h"
#include "testcases/cells/cell_store.h"
#include "testcases/motion/simulation.h"
#include "testcases/query/study_scene.h"

using namespace touchstone;
using Catch::Matchers::Contains;
using touchstone::testing::TemporaryFolder;

namespace {

namespace fs = std::filesystem;

const Variant& find_variant(const std::string& experiment, const std::string& id) {
    const std::vector<Variant>& variants = find_experiment(experiment).variants;
    const auto found = std::ranges::find(variants, id, &Variant::id);
    REQUIRE(found != variants.end());
    return *found;
}

ExperimentRun make_run(const std::string& experiment, const std::string& variant,
                       const std::string& generator, int queries) {
    return {.experiment = experiment,
            .variant = find_variant(experiment, variant),
            .generator = generator,
            .settings = make_study_settings(Profile::Corrected),
            .queries = queries,
            .seed = 1};
}

ExperimentResult do_run(const ExperimentRun& run) {
    std::optional<ExperimentResult> result = run_experiment(run, {});
    REQUIRE(result);
    return *std::move(result);
}

std::string read(const fs::path& path) {
    std::ifstream in(path, std::ios::binary);
    std::ostringstream text;
    text << in.rdbuf();
    return text.str();
}

/// The text of every file of a folder by name.
/// The finished cells alone: not the list of all of them, nor how long they took.
std::map<std::string, std::string> read_all(const fs::path& folder) {
    std::map<std::string, std::string> files;
    for (const fs::directory_entry& entry : fs::directory_iterator(folder)) {
        const std::string name = entry.path().filename().string();
        if (name.starts_with("experiment-")) {
            files[name] = read(entry.path());
        }
    }
    return files;
}

/// A few quick runs, and what the loop told of them.
struct Study {
    std::vector<ExperimentRun> runs{make_run("perturbation", "0", "vertex_only", 2),
                                    make_run("perturbation", "0.01", "vertex_only", 2),
                                    make_run("time-step", "0.1", "consistent_vertex", 3)};
    RunOrigin origin{"1.2.3", "abc"};
    fs::path folder;
    int jobs = 1;
    std::vector<std::string> notes = {};

    std::vector<std::optional<ExperimentResult>> complete(const std::function<bool()>& stop = {}) {
        notes.clear();
        ExperimentLoop loop;
        loop.origin = origin;
        loop.folder = folder;
        loop.jobs = jobs;
        loop.note = [this](const std::string& text) { notes.push_back(text); };
        loop.watcher.stop = stop;
        return complete_runs(runs, loop);
    }

    fs::path cells() const { return folder / "cells"; }
    fs::path file(int run) const { return cells() / (cell_name(cell_key(runs[run])) + ".json"); }

    /// Whether completing writes the run's file anew: its time is set back to tell.
    bool redoes(int run) {
        const fs::file_time_type old = fs::file_time_type::clock::now() - std::chrono::hours(1);
        if (fs::exists(file(run))) {
            fs::last_write_time(file(run), old);
        }
        complete();
        return fs::last_write_time(file(run)) > old;
    }
};

}  // namespace

TEST_CASE("run_name is stable and tells all runs of all studies apart", "[experiment]") {
    CHECK(run_name(make_run("perturbation", "0.03", "growth", 2)) ==
          "perturbation-corrected-growth-0.03-seed1");
    CHECK(run_name(make_run("time-step", "0.001", "opposing", 3)) ==
          "time-step-corrected-opposing-0.001");
    std::set<std::string> keys;
    int runs = 0;
    for (const Experiment& experiment : all_experiments()) {
        for (const Variant& variant : experiment.variants) {
            for (const std::string& generator : experiment.generators) {
                keys.insert(
                    run_name(make_run(experiment.id, variant.id, generator, experiment.queries)));
                ++runs;
            }
        }
    }
    CHECK(std::ssize(keys) == runs);
    CHECK(runs ==
          4 * 3 + 2 * 3 + 3 * 3 + std::ranges::count_if(all_generators(), &Generator::is_for_all));
    CHECK_THROWS_WITH(find_experiment("noise"), Contains("noise") && Contains("time-step"));
}

TEST_CASE("make_variant_case shifts free bodies sideways, farther with the variant",
          "[experiment]") {
    const auto shifts = [](const char* id, std::uint64_t seed) {
        const TestCase plain = load_test_case("pillar", BodyOrder::LowerFirst);
        const TestCase moved =
            make_variant_case(find_variant("perturbation", id), seed, BodyOrder::LowerFirst);
        std::vector<Vec3> result;
        for (std::size_t i = 0; i < plain.bodies.size(); ++i) {
            result.push_back(moved.bodies[i].world_from_shape.translation -
                             plain.bodies[i].world_from_shape.translation);
        }
        return result;
    };
    const std::vector<Vec3> small = shifts("0.01", 1);
    const std::vector<Vec3> large = shifts("0.03", 1);
    const std::vector<Vec3> other = shifts("0.01", 2);
    CHECK(small[0] == Vec3::Zero());  // the ground
    for (std::size_t i = 1; i < small.size(); ++i) {
        CAPTURE(i);
        CHECK(small[i].y() == 0.0);
        CHECK(std::max(std::abs(small[i].x()), std::abs(small[i].z())) <= 0.01);
        CHECK(small[i].x() != small[i].z());
        CHECK((large[i] - 3.0 * small[i]).norm() < 1e-15);
        CHECK((other[i] - small[i]).norm() > 1e-6);
    }
}

TEST_CASE("make_variant_case moves the right answer with the bodies", "[experiment]") {
    const TestCase moved =
        make_variant_case(find_variant("perturbation", "0.03"), 1, BodyOrder::LowerFirst);
    const TestCase plain = load_test_case("pillar", BodyOrder::LowerFirst);
    REQUIRE(moved.reference.size() == plain.reference.size());
    // The base box still lies on the ground with its whole lower side.
    CHECK(*moved.reference[0].answers[0].area == Approx(0.25).epsilon(1e-12));
    // Two shaft stones that are shifted against each other share less.
    CHECK(*moved.reference[3].answers[0].area < *plain.reference[3].answers[0].area);
    CHECK(moved.reference[3].answers[0].normals[0] == Vec3::UnitY());
}

TEST_CASE("make_variant_case fills the refined Pillar with many tets", "[experiment]") {
    const auto tets = [](const char* variant) {
        return do_run(make_run("refinement", variant, "vertex_only", 1)).tets;
    };
    CHECK(tets("coarse") == 3 * 12 + 5 * 18);
    CHECK(tets("refined") > 10'000);
}

TEST_CASE("run_experiment judges the contacts that query_scene finds", "[experiment]") {
    const ExperimentRun run = make_run("time-step", "0.01", "opposing", 3);
    const ExperimentResult result = do_run(run);
    const StudyScene scene =
        make_study_scene("pillar", run.settings, std::nullopt, std::vector{run.generator});
    for (int query = 1; query <= 3; ++query) {
        CHECK(result.counts[query - 1] ==
              std::ssize(query_scene(scene, run.generator, run.settings, query).contacts));
    }
    const SceneQuery last = query_scene(scene, run.generator, run.settings, 3);
    const Judgement judgement = judge(last.contacts, scene.test_case.reference,
                                      judge_options(run.settings, run.generator, false));
    CHECK(result.correct == judgement.correct);
    CHECK(result.correct_at == judgement.correct_at);
    CHECK(std::ranges::is_sorted(result.alignments));
    CHECK(std::ssize(result.alignments) == result.contacts());
    CHECK(*result.share_at(1.0) == Approx(double(judgement.correct_at[1]) / result.contacts()));
    CHECK(result.stands);
}

TEST_CASE("run_experiment takes the variant's time step", "[experiment]") {
    // From rest a step's drift grows with the square of its length.
    const double brief = do_run(make_run("time-step", "0.001", "vertex_only", 1)).drift;
    const double plain = do_run(make_run("time-step", "0.01", "vertex_only", 1)).drift;
    CHECK(plain > 10.0 * brief);
}

TEST_CASE("complete_runs does not repeat what is finished", "[experiment]") {
    const TemporaryFolder temporary;
    Study study;
    study.folder = temporary.path();
    const auto first = study.complete();
    const auto files = read_all(study.cells());
    REQUIRE(files.size() == 3);
    CHECK_FALSE(study.redoes(0));
    CHECK(study.notes.empty());

    const auto again = study.complete();
    for (int i = 0; i < 3; ++i) {
        CAPTURE(i);
        CHECK(again[i]->counts == first[i]->counts);
        CHECK(again[i]->alignments == first[i]->alignments);
        CHECK(again[i]->drift == first[i]->drift);
        CHECK(write_cell(cell_key(study.runs[i]), study.origin, *again[i],
                         experiment_track().write(*again[i])) == read(study.file(i)));
    }

    fs::remove(study.file(1));
    CHECK_FALSE(study.redoes(2));
    CHECK(read_all(study.cells()) == files);
}

TEST_CASE("complete_runs repeats what other settings or another program made", "[experiment]") {
    const TemporaryFolder temporary;
    Study study;
    study.folder = temporary.path();
    study.complete();
    SECTION("another commit") {
        study.origin.commit = "def";
        CHECK(study.redoes(0));
        CHECK(study.notes.size() == 1);
        CHECK(study.redoes(1) == false);  // done by now
    }
    SECTION("another version") {
        study.origin.version = "1.2.4";
        CHECK(study.redoes(0));
        CHECK(study.notes.size() == 1);
        study.notes.clear();
    }
    SECTION("a setting of the run's generator or of the solver") {
        assign(study.runs[0].settings, {"solver", "friction", "0.25"});
        CHECK(study.redoes(0));
    }
    SECTION("more queries") {
        study.runs[0].queries = 3;
        CHECK(study.redoes(0));
    }
    SECTION("not for a setting of another generator") {
        study.runs[0].settings.generators.at("growth").as<GrowthSettings>().first_scale = 0.123;
        CHECK_FALSE(study.redoes(0));
    }
    CHECK(study.notes.empty());
}

TEST_CASE("complete_runs repeats a damaged run and says so", "[experiment]") {
    const TemporaryFolder temporary;
    Study study;
    study.folder = temporary.path();
    study.complete();
    const std::string good = read(study.file(0));
    std::string bad = good;
    SECTION("cut short") { bad.resize(good.size() / 2); }
    SECTION("empty") { bad.clear(); }
    SECTION("another number") {
        const std::size_t place = good.find("\"counts\": [") + 14;
        const std::size_t digit = good.find_first_of("0123456789", place);
        bad[digit] = bad[digit] == '1' ? '2' : '1';
    }
    SECTION("another kind of JSON") { bad = "[1, 2]"; }
    SECTION("a member is missing") { bad = R"({"schema": "touchstone-cell-2"})"; }
    REQUIRE(bad != good);
    std::ofstream(study.file(0), std::ios::binary) << bad;
    study.complete();
    REQUIRE(study.notes.size() == 1);
    CHECK_THAT(study.notes[0], Contains(study.file(0).string()) && Contains("asked anew"));
    CHECK(read(study.file(0)) == good);
}

TEST_CASE("complete_runs writes the same bytes for any number of jobs", "[experiment]") {
    const TemporaryFolder temporary;
    Study one;
    one.folder = temporary.path() / "one";
    one.complete();
    Study two;
    two.folder = temporary.path() / "two";
    two.jobs = 2;
    two.complete();
    CHECK(read_all(one.cells()) == read_all(two.cells()));
}

TEST_CASE("complete_runs keeps what was finished when it is stopped", "[experiment]") {
    const TemporaryFolder temporary;
    Study study;
    study.folder = temporary.path();
    // The one that takes longest comes first, whichever that is.
    const auto first = [&] {
        int i = 0;
        while (i < 3 && !fs::exists(study.file(i))) {
            ++i;
        }
        return i;
    };
    const auto results = study.complete([&] { return first() < 3; });
    const int done = first();
    REQUIRE(done < 3);
    for (int i = 0; i < 3; ++i) {
        CHECK(results[i].has_value() == (i == done));
    }
    CHECK(read_all(study.cells()).size() == 1);
    CHECK_FALSE(study.redoes(done));
    CHECK(read_all(study.cells()).size() == 3);
}

TEST_CASE("complete_runs names the run that fails, and keeps the others", "[experiment]") {
    const TemporaryFolder temporary;
    Study study;
    study.folder = temporary.path();
    study.runs[1].settings.time_step = -1.0;
    study.runs[1].variant.time_step = -1.0;
    CHECK_THROWS_WITH(study.complete(), Contains(run_name(study.runs[1])));
    CHECK(read_all(study.cells()).size() == 2);
}
