// Whole commands do once what they need once: parse the text of a scene, make the surface of a
// shape, and find the facets of a surface. The text that a command writes counts as well, since
// writing it parses it as a check.

#include <fstream>
#include <iostream>
#include <sstream>
#include <string>
#include <utility>
#include <vector>

#include "methods/base/work/work_log.h"
#include "methods/testing/catch.h"
#include "methods/testing/temporary_folder.h"
#include "reports/commands/texts/command_line.h"

namespace touchstone::reports {
namespace {

/// Keeps what commands print apart from what the test prints.
class Unprinted {
 public:
    Unprinted() : out_(std::cout.rdbuf(text_.rdbuf())), errors_(std::cerr.rdbuf(text_.rdbuf())) {}
    Unprinted(const Unprinted&) = delete;
    Unprinted& operator=(const Unprinted&) = delete;
    ~Unprinted() {
        std::cout.rdbuf(out_);
        std::cerr.rdbuf(errors_);
    }

 private:
    std::ostringstream text_;
    std::streambuf* out_;
    std::streambuf* errors_;
};

/// Runs the command. Returns its exit status.
int run(const std::vector<std::string>& words) {
    const Unprinted unprinted;
    return run_command_line(words);
}

/// A folder with files of scenes: two bodies that a method erodes or divides into facets, equal
/// bodies, and one whose right answer is computed and which has variants.
struct SceneFiles {
    testing::TemporaryFolder folder;

    SceneFiles() {
        for (const auto& [name, file] : {std::pair("spike_in_crack", "spike.json"),
                                         std::pair("pillar:height=2", "pillar.json"),
                                         std::pair("h22_block_of_27_cubes", "block.json")}) {
            REQUIRE(run({"scene", "export", name, "--out", at(file)}) == 0);
            std::ofstream(at(file), std::ios::app)
                << '\n';  // not the text as the program writes it
        }
    }

    std::string at(const std::string& name) const { return (folder.path() / name).string(); }
};

/// Runs the command, which must succeed. Checks that it parsed each of so many texts once, that it
/// found facets of these kinds, and that no work was done twice on one thing.
void check_once(int texts, const std::vector<Work>& facets, const std::vector<std::string>& words) {
    INFO(words[0] << ' ' << words[1]);
    const WorkLog log;
    CHECK(run(words) == 0);
    CHECK(log.count(Work::SceneText) == texts);
    CHECK(log.distinct(Work::SceneText) == texts);
    CHECK(log.count(Work::Facets) == log.distinct(Work::Facets));
    CHECK(log.count(Work::PlanarFacets) == log.distinct(Work::PlanarFacets));
    for (const Work kind : facets) {
        CAPTURE(static_cast<int>(kind));
        CHECK(log.count(kind) > 0);
    }
}

TEST_CASE("a log of work counts what is done, and on how many things", "[work]") {
    note_work(Work::Facets, "before there is a log");
    const WorkLog log;
    note_work(Work::Facets, "one");
    note_work(Work::Facets, "one");
    note_work(Work::Facets, "two");
    note_work(Work::SceneText, "one");
    CHECK(log.count(Work::Facets) == 3);
    CHECK(log.distinct(Work::Facets) == 2);
    CHECK(log.count(Work::SceneText) == 1);
    CHECK(log.count(Work::PlanarFacets) == 0);
}

TEST_CASE("commands parse a scene's text once, and find the facets of a surface once", "[work]") {
    const SceneFiles files;
    SECTION("a report of one's own scene by all methods") {
        check_once(1, {Work::Facets},
                   {"report", files.at("spike.json"), "--set", "study.vertex_noise=0"});
        check_once(1, {Work::Facets}, {"report", files.at("block.json")});
        check_once(1, {Work::Facets},
                   {"contacts", files.at("pillar.json"), "--generator", "semi_local"});
    }
    SECTION("a report into a folder, whose rows are kept by the text of the scene") {
        // The file; and what is written for the keys of rows.
        check_once(
            2, {Work::Facets},
            {"report", files.at("spike.json"), "--out", files.at("folder"), "--pictures", "none"});
    }
    SECTION("reports of cases that the program has as texts") {
        check_once(1, {Work::Facets}, {"report", "h22_block_of_27_cubes"});
        check_once(1, {Work::Facets},
                   {"report", "h18_stack_of_five_cubes", "--history", "3", "--out",
                    files.at("histories"), "--pictures", "none"});
    }
    SECTION("a league, which asks about each scene many times") {
        check_once(
            2, {Work::Facets},
            {"league", files.at("pillar.json"), "--rows", "semi_local,opposing", "--steps", "5"});
    }
    SECTION("a motion that is recorded, gone on with and exported") {
        const std::string recording = files.at("motion.h5");
        // The file; and what is recorded.
        check_once(2, {Work::Facets},
                   {"simulate", files.at("pillar.json"), "--generator", "semi_local", "--steps",
                    "2", "--record", recording});
        check_once(1, {Work::Facets}, {"simulate", "--resume", recording, "--steps", "3"});
        check_once(1, {}, {"export", recording, "--to", "csv", "--out", files.at("motion")});
    }
    SECTION("a motion whose steps are bounded") {
        check_once(1, {Work::Facets},
                   {"simulate", files.at("pillar.json"), "--generator", "semi_local", "--steps",
                    "2", "--set", "solver.step_bound=ccd"});
    }
    SECTION("baselines, which ask three queries of each case") {
        const std::string baseline = files.at("baseline.json");
        check_once(1, {Work::Facets},
                   {"check", "--baseline", baseline, "--update", files.at("spike.json"),
                    "--generators", "semi_local,opposing"});
    }
    SECTION("baselines of the methods that fit the scenes, which are beside them") {
        const std::string baseline = files.at("baseline.json");
        check_once(1, {Work::Facets},
                   {"check", "--baseline", baseline, "--update", "./spike.json", "--queries", "1"});
    }
}

TEST_CASE("a scene's file and its bodies share the surfaces that are made of shapes", "[work]") {
    const SceneFiles files;
    const std::vector<std::vector<std::string>> commands{
        {"report", files.at("block.json")},
        {"contacts", files.at("pillar.json"), "--generator", "semi_local"},
        {"simulate", files.at("pillar.json"), "--generator", "opposing", "--steps", "2"}};
    for (const std::vector<std::string>& words : commands) {
        INFO(words[0]);
        const WorkLog log;
        CHECK(run(words) == 0);
        CHECK(log.count(Work::Surface) > 0);
        CHECK(log.count(Work::Surface) == log.distinct(Work::Surface));
    }
}

TEST_CASE("an audit parses a scene's text once for all methods and retellings", "[work]") {
    const SceneFiles files;
    const WorkLog log;
    CHECK(run({"audit", files.at("spike.json")}) == 1);  // some answers change
    CHECK(log.count(Work::SceneText) == 1);
}

}  // namespace
}  // namespace touchstone::reports
