#include "testcases/league/league.h"

#include <algorithm>
#include <chrono>
#include <filesystem>
#include <fstream>

#include "methods/base/error.h"
#include "methods/testing/catch.h"
#include "methods/testing/temporary_folder.h"
#include "testcases/cells/cell_store.h"
#include "testcases/league/league_tracks.h"
#include "testcases/recordings/recording.h"

using namespace touchstone;
using Catch::Matchers::Contains;
using touchstone::testing::TemporaryFolder;

namespace {

namespace fs = std::filesystem;

RosterEntry entry(const std::string& program) { return {program, "hull", false, "All.", "Here."}; }

/// A folder with engines that are the test program under other names.
struct Engines {
    TemporaryFolder folder;

    Engines() {
        for (const char* name : {"steady", "restless", "boxes", "breaks"}) {
            fs::create_symlink(TOUCHSTONE_LEAGUE_PROGRAM,
                               folder.path() / ("touchstone-engine-" + std::string(name)));
        }
    }

    std::vector<LeagueRow> rows() const {
        return make_league_rows({.methods = {"semi_local"},
                                 .engines = {entry("steady"), entry("restless"), entry("boxes"),
                                             entry("breaks"), entry("absent")},
                                 .folders = {"/nonexistent", folder.path()}});
    }
};

LeagueRequest make_request(const Engines& engines, std::vector<std::string> cases) {
    LeagueRequest request;
    request.rows = engines.rows();
    request.cases = std::move(cases);
    request.settings = make_study_settings(Profile::Corrected);
    set_league_solver(request.settings);
    request.steps = 3;
    return request;
}

LeagueLoop make_loop(const fs::path& folder, int threads = 2) {
    LeagueLoop loop;
    loop.origin = {"1.2.3", "abc"};
    loop.folder = folder;
    loop.threads = threads;
    return loop;
}

/// All cells and trials but for what may differ from run to run.
std::string text_of(const LeagueResult& result) {
    std::string text;
    for (std::optional<LeagueCell> cell : result.cells) {
        if (cell) {
            cell->times = {};
            text += write_cell({}, {}, *cell, league_track().write(*cell));
        }
    }
    for (std::optional<MotionTrial> trial : result.trials) {
        if (trial) {
            trial->times = {};
            text += write_cell({}, {}, *trial, motion_track().write(*trial));
        }
    }
    return text;
}

}  // namespace

TEST_CASE("the roster says of every engine what it claims, and where", "[league]") {
    const std::vector<RosterEntry> roster = league_roster();
    CHECK(roster.size() > 5);
    for (const RosterEntry& line : roster) {
        CAPTURE(line.program, line.form);
        CHECK_FALSE(line.claims.empty());
        CHECK_FALSE(line.source.empty());
    }
    CHECK_THROWS_WITH(parse_roster(R"([{"program": "a/b", "as": "hull", "defaults": true,
                                        "claims": "", "source": ""}])",
                                   "r.json"),
                      Contains("r.json: entry 1") && Contains("lower-case"));
    CHECK_THROWS_WITH(parse_roster(R"([{"program": "a"}])", "r.json"), Contains("needs"));
}

TEST_CASE("make_league_rows keeps what is not installed and makes ids differ", "[league]") {
    const Engines engines;
    std::vector<RosterEntry> twice{entry("steady"), entry("steady"), entry("absent")};
    twice[1].defaults = true;
    const std::string program = TOUCHSTONE_LEAGUE_PROGRAM;
    const std::vector<LeagueRow> rows =
        make_league_rows({.methods = {"opposing", "semi_local"},
                          .engines = twice,
                          .folders = {engines.folder.path()},
                          .commands = {program + " hostile", program + " hostile"}});
    REQUIRE(rows.size() == 7);
    CHECK(rows[0].form == "tets");
    CHECK(rows[1].form == "facets");
    CHECK(rows[2].id == "steady_hull");
    CHECK(rows[2].version == "1.5");
    CHECK(rows[2].settings == "one contact \"<b>\"");
    CHECK(rows[2].precision == "single");
    CHECK(rows[2].shown_command == "touchstone-engine-steady --as hull");
    CHECK(rows[3].id == "steady_hull_default");
    CHECK(rows[3].not_installed.empty());
    CHECK_THAT(rows[4].not_installed, Contains("touchstone-engine-absent"));
    CHECK(rows[5].id == "_script_alert_1___script_");
    CHECK(rows[6].id == "_script_alert_1___script__2");
    CHECK(rows[6].form == "box, triangles");
}

TEST_CASE("run_league tells judged, unsupported, failed and not installed apart", "[league]") {
    const Engines engines;
    const TemporaryFolder folder;
    const LeagueRequest request =
        make_request(engines, {"spikes", "cliff_edges", "pillar", "stack:boxes=2"});
    const LeagueResult result = run_league(request, make_loop(folder.path()));
    REQUIRE_FALSE(result.stopped);
    REQUIRE(result.stepped_cases() == std::vector<int>{2});

    const LeagueCell& right = *result.cell(0, 1);
    CHECK(right.judged());
    CHECK(right.figures.coverage == 1.0);
    CHECK(right.figures.quality == 1.0);
    CHECK_FALSE(right.has_faults());
    CHECK(right.repeatable);
    CHECK(right.times.pairs == 1);
    CHECK(right.times.seconds.value() > 0.0);

    const LeagueCell& steady = *result.cell(1, 1);
    CHECK(steady.judged());
    CHECK(steady.figures.contacts == 1);
    CHECK(steady.repeatable);
    CHECK(steady.has_faults());  // one contact in the middle spans no area
    CHECK(steady.times.seconds.value() == Approx(2e-6));

    const LeagueCell& restless = *result.cell(2, 1);
    CHECK(restless.judged());
    CHECK_FALSE(restless.repeatable);
    CHECK(restless.again.contacts == 1);
    CHECK_FALSE(result.trial(2, 0)->repeatable);

    CHECK(result.cell(3, 0)->outcome == Outcome::Unsupported);
    CHECK(result.cell(3, 0)->reason == "a body is no box");
    CHECK_FALSE(result.cell(3, 0)->figures.coverage);
    CHECK(result.cell(3, 3)->judged());
    CHECK(result.trial(3, 0)->outcome == Outcome::Unsupported);

    CHECK(result.cell(4, 1)->outcome == Outcome::Failed);
    CHECK_THAT(result.cell(4, 1)->reason, Contains("out of luck"));
    CHECK(result.cell(4, 1)->repeatable);
    CHECK(result.trial(4, 0)->outcome == Outcome::Failed);

    CHECK(result.cell(5, 1)->outcome == Outcome::NotInstalled);
    CHECK(result.trial(5, 0)->outcome == Outcome::NotInstalled);

    const MotionTrial& trial = *result.trial(0, 0);
    CHECK(trial.judged());
    CHECK(trial.end == TrialEnd::AllSteps);
    CHECK(trial.steps == 3);
    CHECK(trial.contacts.min == 40);
    CHECK(trial.wrong_contacts == 0);
    CHECK(trial.judged_contacts == 120);
    CHECK(trial.repeatable);

    // The faulty cells of programs are there to look at; those of methods the viewer asks itself.
    const fs::path file = folder.path() / recording_name(result.rows[1], result.cases[1]);
    const Recording recording(file);
    CHECK(recording.header().generator == "steady_hull");
    REQUIRE(recording.steps() == 1);
    const StepRecord step = recording.read_step(1);
    REQUIRE(step.contacts.size() == 1);
    CHECK(step.contacts[0].separation == -0.001);
    CHECK_FALSE(fs::exists(folder.path() / recording_name(result.rows[0], result.cases[1])));
}

TEST_CASE("bodies that move are measured from where they are to come to rest", "[league]") {
    LeagueRequest request;
    request.rows = make_league_rows({.methods = {"semi_local", "vertex_only"}});
    request.cases = {"dropped_cubes", "sliding_boxes"};
    request.settings = make_study_settings(Profile::Corrected);
    set_league_solver(request.settings);
    request.steps = 120;
    const TemporaryFolder folder;
    const LeagueResult result = run_league(request, make_loop(folder.path()));
    REQUIRE(result.stepped_cases() == std::vector<int>{0, 1});
    for (int row = 0; row < 2; ++row) {
        for (int stepped = 0; stepped < 2; ++stepped) {
            CAPTURE(row, stepped);
            const MotionTrial& trial = *result.trial(row, stepped);
            CHECK(trial.end == TrialEnd::AllSteps);
            CHECK(trial.judged_contacts > 0);
            CHECK(trial.drift < 0.1);
        }
    }
    const MotionTrial& drop = *result.trial(0, 0);
    CHECK(drop.drift < 1e-3);
    CHECK(drop.tilt < 0.05);
    CHECK(drop.wrong_contacts == 0);
    CHECK(drop.silent == 0);
    const MotionTrial& slide = *result.trial(0, 1);
    CHECK(slide.drift < 0.02);
    CHECK(slide.tilt < 0.5);
    CHECK(slide.wrong_contacts == 0);
}

TEST_CASE("bodies that drop through the floor have fallen", "[league]") {
    // In half a second a cube is 1.2 m down, far below the floor.
    LeagueRequest request;
    request.rows = make_league_rows({.methods = {"closest_points"}});
    request.cases = {"dropped_cubes"};
    request.settings = make_study_settings(Profile::Corrected);
    set_league_solver(request.settings);
    assign(request.settings, {"solver", "time_step", "0.5"});
    request.steps = 30;
    const TemporaryFolder folder;
    const LeagueResult result = run_league(request, make_loop(folder.path()));
    const MotionTrial& trial = *result.trial(0, 0);
    CHECK(trial.end == TrialEnd::Fallen);
}

TEST_CASE("a league that was stopped goes on to the same result", "[league]") {
    const Engines engines;
    LeagueRequest request = make_request(engines, {"cliff_edges", "pillar"});
    std::erase_if(request.rows, [](const LeagueRow& row) { return row.id == "restless_hull"; });
    const TemporaryFolder whole;
    const std::string expected = text_of(run_league(request, make_loop(whole.path())));

    const TemporaryFolder parts;
    int stops = 0;
    LeagueResult result;
    do {
        // Ever later: of a step of the motion and of a cell alike.
        LeagueLoop loop = make_loop(parts.path(), 1);
        int questions = 0;
        const int enough = 2 + 5 * stops;
        loop.watcher.stop = [&] { return ++questions > enough; };
        result = run_league(request, loop);
        ++stops;
        REQUIRE(stops < 50);
    } while (result.stopped);
    CHECK(stops > 2);
    CHECK(text_of(result) == expected);
}

TEST_CASE("run_league asks again what another program or setting has answered", "[league]") {
    const Engines engines;
    const TemporaryFolder folder;
    LeagueRequest request = make_request(engines, {"cliff_edges"});
    std::erase_if(request.rows, [](const LeagueRow& row) { return row.id != "steady_hull"; });
    REQUIRE(request.rows.size() == 1);
    LeagueLoop loop = make_loop(folder.path());
    const std::string before = text_of(run_league(request, loop));
    // The newest of its files tells whether it was asked again: each key has a file of its own.
    const auto newest = [&] {
        fs::path file;
        for (const fs::directory_entry& entry : fs::directory_iterator(folder.path() / "cells")) {
            if (file.empty() || fs::last_write_time(entry) > fs::last_write_time(file)) {
                file = entry.path();
            }
        }
        return file;
    };
    const auto stamp = [&] {
        for (const fs::directory_entry& entry : fs::directory_iterator(folder.path() / "cells")) {
            fs::last_write_time(entry, fs::file_time_type::clock::now() - std::chrono::hours(1));
        }
        return fs::last_write_time(newest());
    };
    fs::file_time_type then = stamp();
    const auto was_asked = [&] {
        const LeagueResult result = run_league(request, loop);
        CHECK(text_of(result) == before);
        const bool asked = fs::last_write_time(newest()) > then + std::chrono::minutes(30);
        then = stamp();
        return asked;
    };
    CHECK_FALSE(was_asked());
    loop.origin.commit = "def";
    CHECK(was_asked());
    CHECK_FALSE(was_asked());
    request.rows[0].version = "1.6";
    CHECK(was_asked());
    request.rows[0].claims = "More.";
    CHECK(was_asked());
    request.settings.angle_tolerance = 1.0;
    CHECK(was_asked());
    for (const fs::directory_entry& entry : fs::directory_iterator(folder.path() / "cells")) {
        std::ofstream(entry.path()) << "{";
    }
    std::string note;
    loop.note = [&](const std::string& text) { note = text; };
    then = stamp();
    CHECK(was_asked());
    CHECK_THAT(note, Contains("cells/league-steady_hull-cliff_edges-") && Contains("asked anew"));
    const fs::path recordings = folder.path() / "recordings";
    REQUIRE(fs::exists(recordings));
    fs::remove_all(recordings);
    CHECK(was_asked());
    CHECK(fs::exists(recordings));
}

TEST_CASE("what the tracks of the league write is read back bit for bit", "[league]") {
    LeagueCell cell;
    cell.figures = {3, 1.0 / 3.0, std::nullopt, 0.1};
    cell.faults = {1, 2, 3, 4, 5};
    cell.audit = {6, 7, 8, 9, 10};
    cell.passes = false;
    cell.bodies = {"a", "b"};
    Offender offender;
    offender.contact.position = Vec3(0.1, 0.2, 0.3);
    offender.contact.normal = Vec3::UnitX();
    offender.contact.separation = -1e-300;
    offender.verdict.kind = VerdictKind::Flipped;
    offender.verdict.angle = 179.0;
    cell.offenders = {offender};
    cell.offender_count = 12;
    const nlohmann::json text = league_track().write(cell);
    LeagueCell cell_read;
    league_track().read(text, cell_read);
    CHECK(nlohmann::json(league_track().write(cell_read)) == text);
    MotionTrial trial;
    trial.end = TrialEnd::Fallen;
    trial.drift = 1.0 / 3.0;
    const nlohmann::json other = motion_track().write(trial);
    MotionTrial trial_read;
    motion_track().read(other, trial_read);
    CHECK(nlohmann::json(motion_track().write(trial_read)) == other);
}
