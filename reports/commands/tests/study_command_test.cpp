#include <signal.h>
#include <sys/wait.h>

#include <algorithm>
#include <cstdlib>
#include <filesystem>
#include <fstream>
#include <set>
#include <sstream>
#include <string>
#include <vector>

#include "methods/base/process/child_process.h"
#include "methods/testing/catch.h"
#include "methods/testing/cell_files.h"
#include "methods/testing/temporary_folder.h"
#include "reports/commands/tests/run_program.h"
#include "reports/plots/plot.h"
#include "reports/plots/study_plots.h"
#include "reports/tables/study_claims.h"
#include "reports/writers/study_writers.h"

using namespace touchstone;
using namespace touchstone::reports;
using Catch::Matchers::Contains;
using Catch::Matchers::StartsWith;
using touchstone::testing::read_bytes;
using touchstone::testing::TemporaryFolder;

namespace {

namespace fs = std::filesystem;
using testing::Arguments;

ChildResult run(Arguments arguments) {
    arguments.insert(arguments.begin(), "study");
    return testing::run_touchstone(arguments);
}

std::set<std::string> names_in(const fs::path& folder) {
    std::set<std::string> names;
    for (const fs::directory_entry& entry : fs::directory_iterator(folder)) {
        names.insert(entry.path().filename().string());
    }
    return names;
}

int line_count(const std::string& text) {
    return static_cast<int>(std::count(text.begin(), text.end(), '\n'));
}

/// An environment variable with another value, until the end of the scope.
class EnvironmentVariable {
 public:
    EnvironmentVariable(const char* name, const std::string& value) : name_(name) {
        const char* before = std::getenv(name);
        before_ = before == nullptr ? "" : before;
        ::setenv(name, value.c_str(), 1);
    }
    EnvironmentVariable(const EnvironmentVariable&) = delete;
    EnvironmentVariable& operator=(const EnvironmentVariable&) = delete;
    ~EnvironmentVariable() { ::setenv(name_, before_.c_str(), 1); }

 private:
    const char* name_;
    std::string before_;
};

Arguments brief_counts(const fs::path& out) {
    return {"counts", "--steps",   "3", "--generators", "vertex_only,opposing",
            "--out",  out.string()};
}

/// Runs of one experiment with made-up results: so many good of a hundred contacts.
StudyOutcomes made_up(const std::string& experiment,
                      int (*good)(const std::string& generator, const std::string& variant)) {
    StudyOutcomes outcomes;
    outcomes.experiment = &find_experiment(experiment);
    for (const std::string& generator : outcomes.experiment->generators) {
        for (const Variant& variant : outcomes.experiment->variants) {
            StudyOutcome outcome;
            outcome.run = {.experiment = experiment,
                           .variant = variant,
                           .generator = generator,
                           .settings = make_study_settings(Profile::Published),
                           .queries = 2};
            outcome.result.counts = {100, 100};
            outcome.result.correct_at.fill(good(generator, variant.id));
            outcome.result.alignments = {0.0, 0.02 * good(generator, variant.id)};
            outcomes.runs.push_back(std::move(outcome));
        }
    }
    return outcomes;
}

}  // namespace

TEST_CASE("study writes tables, plots and the data of the plots", "[study]") {
    const TemporaryFolder temporary;
    const fs::path out = temporary.path() / "new" / "folder";
    const ChildResult result = run(brief_counts(out));
    REQUIRE(result.code == 0);
    CHECK(testing::other_errors(result) == "");
    CHECK(names_in(out) ==
          std::set<std::string>{"cells", "counts.csv", "counts.md", "counts-published-steps.csv",
                                "counts-published-steps.svg", "counts-corrected-steps.csv",
                                "counts-corrected-steps.svg"});
    CHECK(testing::cell_files(out).size() == 4);
    CHECK(read_bytes(out / "counts.md") == result.output);
    CHECK(line_count(read_bytes(out / "counts.csv")) == 1 + 4);
    const std::string points = read_bytes(out / "counts-published-steps.csv");
    CHECK_THAT(points, StartsWith("panel,series,step,contacts\nContacts per step,Vertex only,1,"));
    CHECK(line_count(points) == 1 + 2 * 3);
    CHECK_THAT(read_bytes(out / "counts-published-steps.svg"),
               Contains("Vertex only") && Contains("Opposing") && Contains("Step"));
}

TEST_CASE("gather writes how long many processes would take for a folder's cells", "[study]") {
    const TemporaryFolder temporary;
    const fs::path out = temporary.path() / "out";
    const fs::path page = temporary.path() / "scaling.md";
    REQUIRE(run(brief_counts(out)).code == 0);
    REQUIRE(testing::run_touchstone({"gather", out.string(), "--scaling", page.string()}).code ==
            0);
    const std::string text = read_bytes(page);
    CHECK_THAT(text, Contains("from the measured times of 4 cells") &&
                         Contains("writes the tables") && Contains("\n| 1 | ") &&
                         Contains("\n| 10000 | ") && Contains("The longest cell is "));
    // Without any time there is nothing to simulate.
    for (const fs::directory_entry& entry : fs::directory_iterator(out / "cells")) {
        if (entry.path().extension() == ".csv") {
            fs::remove(entry.path());
        }
    }
    const ChildResult none =
        testing::run_touchstone({"gather", out.string(), "--scaling", page.string()});
    CHECK(none.code == 2);
    CHECK_THAT(none.errors, Contains("no cell has a time"));
    CHECK(read_bytes(page) == text);
}

TEST_CASE("study without a folder writes nothing but its table", "[study]") {
    const ChildResult result =
        run({"time-step", "--generators", "vertex_only", "--profile", "corrected"});
    CHECK(result.code == 0);
    CHECK(result.errors == "");
    CHECK_THAT(result.output, Contains("| Vertex only | 0.001 s") && Contains("Profile corrected"));
    CHECK_THAT(result.output, !Contains("Profile published"));
}

TEST_CASE("study repeated gives the same files for any number of jobs", "[study]") {
    const TemporaryFolder temporary;
    const fs::path first = temporary.path() / "first";
    const fs::path second = temporary.path() / "second";
    Arguments one = brief_counts(first);
    one.insert(one.end(), {"--jobs", "1"});
    Arguments two = brief_counts(second);
    two.insert(two.end(), {"--jobs", "2"});
    REQUIRE(run(one).code == 0);
    REQUIRE(run(two).code == 0);
    for (const std::string& name : names_in(first)) {
        CAPTURE(name);
        CHECK((name == "cells" || read_bytes(first / name) == read_bytes(second / name)));
    }
}

TEST_CASE("study goes on without gnuplot and names its package", "[study]") {
    const TemporaryFolder temporary;
    const EnvironmentVariable path("PATH", temporary.path().string());
    const fs::path out = temporary.path() / "out";
    const ChildResult result = run(brief_counts(out));
    CHECK(result.code == 0);
    CHECK_THAT(result.errors, Contains("gnuplot-nox"));
    CHECK(line_count(testing::other_errors(result)) == 1);
    CHECK(names_in(out).contains("counts-published-steps.csv"));
    CHECK_FALSE(names_in(out).contains("counts-published-steps.svg"));
}

TEST_CASE("a study that was stopped or killed goes on, and ends as one that was not",
          "[study][slow]") {
    const int signal = GENERATE(SIGINT, SIGKILL);
    CAPTURE(signal);
    const TemporaryFolder temporary;
    const fs::path whole = temporary.path() / "whole";
    const fs::path parts = temporary.path() / "parts";
    const auto command = [](const fs::path& out) {
        return Arguments{"study",     "counts",       "--steps",
                         "40",        "--generators", "vertex_only,opposing,growth",
                         "--profile", "corrected",    "--jobs",
                         "1",         "--out",        out.string()};
    };
    testing::RunningProgram running(command(parts), temporary.path() / "output");
    running.wait_until([&] { return !testing::cell_files(parts).empty(); });
    running.send(signal);
    const int status = running.wait();
    if (signal == SIGINT) {
        REQUIRE(WIFEXITED(status));
        CHECK(WEXITSTATUS(status) == 130);
        CHECK_THAT(read_bytes(running.errors()),
                   Contains("stopped by Ctrl-C after ") && Contains("the same command goes on"));
    } else {
        REQUIRE(WIFSIGNALED(status));
    }
    CHECK_FALSE(fs::exists(parts / "counts.csv"));
    REQUIRE(testing::cell_files(parts).size() < 3);

    CHECK(testing::run_touchstone(command(parts)).code == 0);
    REQUIRE(testing::run_touchstone(command(whole)).code == 0);
    for (const fs::directory_entry& entry : fs::recursive_directory_iterator(whole)) {
        const fs::path name = entry.path().lexically_relative(whole);
        CAPTURE(name);
        const bool is_times = entry.path().filename().string().starts_with("times-");
        CHECK((is_times || !entry.is_regular_file() ||
               read_bytes(entry.path()) == read_bytes(parts / name)));
    }
}

TEST_CASE("study repeats a damaged run with a note", "[study]") {
    const TemporaryFolder temporary;
    REQUIRE(run(brief_counts(temporary.path())).code == 0);
    const std::string table = read_bytes(temporary.path() / "counts.csv");
    for (const std::string& name : names_in(temporary.path() / "cells")) {
        if (name.starts_with("experiment-opposing-counts_pillar-")) {
            std::ofstream(temporary.path() / "cells" / name) << "{";
        }
    }
    const ChildResult result = run(brief_counts(temporary.path()));
    CHECK(result.code == 0);
    CHECK_THAT(result.errors, StartsWith("touchstone: note: ") &&
                                  Contains("experiment-opposing-counts_pillar-") &&
                                  Contains("asked anew"));
    CHECK(line_count(testing::other_errors(result)) == 2);  // one of each profile
    CHECK(read_bytes(temporary.path() / "counts.csv") == table);
}

TEST_CASE("study refuses what it cannot do, on one line", "[study]") {
    const auto check = [](const Arguments& arguments, int status, const std::string& message) {
        CAPTURE(arguments);
        const ChildResult result = run(arguments);
        CHECK(result.code == status);
        CHECK(result.output == "");
        CHECK_THAT(result.errors, StartsWith("touchstone: error: ") && Contains(message));
        CHECK(line_count(result.errors) == 1);
    };
    check({}, 2, "study is required");
    check({"noise"}, 2, "known: perturbation, refinement, time-step, counts");
    check({"perturbation", "--steps", "3"}, 2, "--steps belongs to the study counts");
    check({"counts", "--steps", "0"}, 2, "--steps must be in 1…");
    check({"counts", "--jobs", "0"}, 2, "--jobs must be in 1…");
    check({"counts", "--profile", "best"}, 2, "best");
    check({"counts", "--generators", "psychic"}, 2, "psychic");
    check({"time-step", "--set", "solver.time_step=0.5"}, 2, "leave it out");
    check({"time-step", "--set", "vertex_only.ties=first"}, 2, "no effect");
    check({"counts", "--out", "/dev/null/folder"}, 1, "/dev/null");
}

TEST_CASE("make_claims says what holds", "[study]") {
    const auto claims_of = [](const std::string& experiment, auto good) {
        return make_claims(made_up(experiment, good), Profile::Published);
    };
    const auto growing = claims_of("perturbation", [](const std::string& g, const std::string& v) {
        const int level = v == "0" ? 0 : v.back() - '0';
        return g == "growth" ? 10 + 20 * level : g == "opposing" ? 50 + level : 20 + level;
    });
    REQUIRE(growing.size() == 3);
    for (const StudyClaim& claim : growing) {
        CAPTURE(claim.paper);
        CHECK_THAT(claim.ours, Contains("— holds"));
    }
    CHECK_THAT(growing[0].ours, Contains("Growth 0.100 → 0.300 → 0.500 → 0.700;"));
    CHECK_THAT(growing[1].ours, Contains("Growth 10.0 → 30.0 → 50.0 → 70.0 %;"));
    const auto falling = claims_of("perturbation", [](const std::string& g, const std::string& v) {
        const int level = v == "0" ? 0 : v.back() - '0';
        return (g == "closest_points" ? 90 : 50) - level;
    });
    for (const StudyClaim& claim : falling) {
        CAPTURE(claim.paper);
        CHECK_THAT(claim.ours, Contains("does not hold"));
    }
    const auto refined = claims_of("refinement", [](const std::string& g, const std::string& v) {
        return v == "coarse" ? 10 : g == "opposing" ? 95 : 60;
    });
    REQUIRE(refined.size() == 5);
    CHECK_THAT(refined[0].ours, Contains("95.0 % of 100 contacts"));
    CHECK_THAT(refined[4].ours, Contains("Opposing +85.0; Growth +50.0") && Contains("— holds"));
    const auto steps = claims_of("time-step", [](const std::string& g, const std::string& v) {
        return g == "growth" && v == "0.1" ? 10 : 80;
    });
    CHECK_THAT(steps[0].ours, Contains("Growth 80.0 → 80.0 → 10.0 %") && Contains("— holds"));
}

TEST_CASE("make_claims says nothing when a run is missing", "[study]") {
    StudyOutcomes outcomes =
        made_up("perturbation", [](const std::string&, const std::string&) { return 1; });
    CHECK(make_claims(outcomes, Profile::Corrected).empty());
    outcomes.runs.pop_back();
    CHECK(make_claims(outcomes, Profile::Published).empty());
}

TEST_CASE("draw_svg takes titles as they are", "[plot]") {
    const std::optional<fs::path> gnuplot = find_gnuplot();
    REQUIRE(gnuplot);
    const TemporaryFolder temporary;
    const fs::path file = temporary.path() / "made_by_a_title";
    Plot plot;
    plot.title =
        "it's `touch " + file.string() + "` a_b {/Bold x}\nsystem('touch " + file.string() + "')";
    plot.x_label = plot.title;
    plot.y_label = "y_1";
    plot.panels.push_back({plot.title, {{plot.title, {{0.0, 1.0}, {1.0, 2.0}}}, {"none", {}}}});
    const std::string svg = draw_svg(*gnuplot, plot);
    CHECK_FALSE(fs::exists(file));
    CHECK_THAT(svg, Contains("it’s `touch "));
    CHECK_THAT(svg, Contains("a_b {/Bold x}"));
    CHECK(svg == draw_svg(*gnuplot, plot));
}

TEST_CASE("gnuplot has nothing to say of a plot", "[plot][regression]") {
    const std::optional<fs::path> gnuplot = find_gnuplot();
    REQUIRE(gnuplot);
    Plot plot;
    plot.title = "Counts";
    const PlotSeries series{"one", {{0.0, 1.0}, {1.0, 2.0}}};
    plot.panels = {{"left", {series, series}}, {"right", {series}}, {"empty", {}}};
    ChildCommand command;
    command.program = *gnuplot;
    command.arguments = {"-d", "/dev/stdin"};
    const ChildResult result = run_child_process(command, gnuplot_script(plot));
    // A warning repeats its whole command: with many curves that took longer than drawing them.
    CHECK(result.errors.empty());
    CHECK(result.output == draw_svg(*gnuplot, plot));
}

TEST_CASE("draw_svg says what gnuplot says", "[plot]") {
    const TemporaryFolder temporary;
    const fs::path program = temporary.path() / "gnuplot";
    std::ofstream(program) << "#!/bin/sh\ncat >/dev/null\necho no fonts >&2\nexit 1\n";
    fs::permissions(program, fs::perms::owner_all);
    Plot plot;
    plot.title = "Counts";
    plot.panels.push_back({});
    CHECK_THROWS_WITH(draw_svg(program, plot), Contains("'Counts': no fonts"));
    const EnvironmentVariable path("PATH", "/nonexistent:" + temporary.path().string());
    CHECK(find_gnuplot() == program);
}

TEST_CASE("a title that begins with a quote is no command of gnuplot", "[plot][regression]") {
    const std::optional<fs::path> gnuplot = find_gnuplot();
    REQUIRE(gnuplot);
    const TemporaryFolder temporary;
    const fs::path file = temporary.path() / "made_by_a_title";
    Plot plot;
    plot.title = "'; system 'touch " + file.string() + "'; set title 'x";
    plot.x_label = plot.y_label = plot.title;
    plot.panels = {{plot.title, {{plot.title, {{0.0, 1.0}, {1.0, 2.0}}}}}, {plot.title, {}}};
    CHECK_THAT(draw_svg(*gnuplot, plot), Contains("system ’touch"));
    CHECK_FALSE(fs::exists(file));
}
