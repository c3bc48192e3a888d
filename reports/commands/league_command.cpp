#include <algorithm>
#include <array>
#include <chrono>
#include <ctime>
#include <filesystem>
#include <functional>
#include <iostream>
#include <memory>
#include <optional>
#include <string>
#include <vector>

#include "methods/base/error.h"
#include "methods/base/find_by_id.h"
#include "methods/base/join.h"
#include "methods/base/printable.h"
#include "reports/commands/commands.h"
#include "reports/pages/league_page.h"
#include "reports/pages/league_pictures.h"
#include "reports/pages/pictures.h"
#include "reports/provenance/cell_origin.h"
#include "reports/provenance/version.h"
#include "reports/shell/cell_keeping.h"
#include "reports/shell/interrupt.h"
#include "reports/shell/output_file.h"
#include "reports/shell/progress_bar.h"
#include "reports/shell/run_options.h"
#include "reports/shell/sharing_options.h"
#include "reports/shell/terminal.h"
#include "reports/text/shell_word.h"
#include "reports/writers/inspection_writer.h"
#include "reports/writers/league_writers.h"
#include "testcases/study/paper_tables.h"

namespace touchstone::reports {
namespace {

namespace fs = std::filesystem;

constexpr int kMostTrialSteps = 100'000;
constexpr const char* kPage = "league.html";

/// The options of `touchstone league`.
struct LeagueOptions {
    std::vector<std::string> cases;  ///< ids, groups, scene files; none: those of the league
    std::vector<std::string> rows;   ///< ids, or programs of engines; none: all
    RunOptions run;                  ///< its profile, pose and query stay as they are
    std::optional<int> steps;        ///< of the motion; 0: none; nothing: as in the paper
    std::string pictures = "wrong";  ///< none, wrong or all
    std::optional<std::string> out;  ///< folder for all formats and for what is already known
    SharingOptions sharing;
};

int steps_of(const LeagueOptions& options) { return options.steps.value_or(kPaperSteps); }

/// Throws UsageError for values that do not fit.
void check_use(const LeagueOptions& options) {
    check_range("--steps", steps_of(options), 0, kMostTrialSteps);
    find_picture_choice(options.pictures);
}

std::vector<std::string> method_ids() {
    std::vector<std::string> ids;
    for (const Generator& generator : all_generators()) {
        ids.push_back(generator.id);
    }
    return ids;
}

/// Returns the participants that `--rows` names by id or by program; others are not even asked
/// their names. A program that is given on the command line is meant to be asked.
LeagueEntrants wanted_entrants(const LeagueOptions& options) {
    LeagueEntrants entrants{.methods = method_ids(),
                            .engines = league_roster(),
                            .folders = engine_folders(),
                            .commands = options.run.commands.commands,
                            .time_limit = options.run.commands.time_limit};
    const std::vector<std::string>& names = options.rows;
    if (names.empty()) {
        return entrants;
    }
    std::vector<std::string> known = entrants.methods;
    for (const RosterEntry& entry : entrants.engines) {
        for (const std::string& name : {entry.program, row_id(entry)}) {
            if (std::ranges::find(known, name) == known.end()) {
                known.push_back(name);
            }
        }
    }
    for (const std::string& name : names) {
        if (std::ranges::find(known, name) == known.end()) {
            refuse_unknown("row", name, join(known));
        }
    }
    const auto is_named = [&](const std::string& name) {
        return std::ranges::find(names, name) != names.end();
    };
    std::erase_if(entrants.methods, [&](const std::string& id) { return !is_named(id); });
    std::erase_if(entrants.engines, [&](const RosterEntry& entry) {
        return !is_named(entry.program) && !is_named(row_id(entry));
    });
    return entrants;
}

/// The request of a league, and what its files say of it.
struct LeagueTask {
    LeagueRequest request;
    LeagueReport report;  ///< without its result
};

LeagueTask make_task(const LeagueOptions& options) {
    if (!(options.run.commands.time_limit > 0.0)) {
        throw UsageError("--generator-time-limit must be above 0 seconds");
    }
    LeagueTask task;
    const StudyRequest study = make_request(
        options.run, expand_cases(options.cases.empty() ? league_cases() : options.cases),
        method_ids());
    LeagueRequest& request = task.request;
    request.cases = study.cases;
    request.settings = study.settings;
    set_league_solver(request.settings);
    request.steps = steps_of(options);
    request.time_limit = options.run.commands.time_limit;
    request.rows = make_league_rows(wanted_entrants(options));
    for (LeagueRow& row : request.rows) {
        if (row.kind == RowKind::Method) {
            row.version = program_version();
        }
    }
    task.report.provenance = make_provenance(study);
    task.report.provenance.sections = setting_sections(request.settings);
    task.report.assignments = options.run.assignments;
    return task;
}

LeagueResult run_with_progress(const LeagueOptions& options, const LeagueRequest& request,
                               const CellSharing& sharing) {
    ProgressBar bar("cells and trials");
    LeagueLoop loop;
    loop.origin = cell_origin();
    if (options.out) {
        loop.folder = options.out->empty() ? "." : *options.out;
    }
    loop.threads = options.run.threads.value_or(0);
    loop.sharing = sharing;
    loop.watcher.progress = [&](double done, int total) { bar.show(done, total); };
    loop.watcher.stop = [] { return was_interrupted(); };
    loop.note = notes_above(bar);
    return run_league(request, loop);
}

int all_cells(const LeagueResult& result) {
    return static_cast<int>(result.cells.size() + result.trials.size());
}

int found_cells(const LeagueResult& result) {
    const auto is_there = [](const auto& item) { return item.has_value(); };
    return static_cast<int>(std::ranges::count_if(result.cells, is_there) +
                            std::ranges::count_if(result.trials, is_there));
}

std::string league_command_text(const LeagueOptions& options) {
    std::vector<std::string> words{"touchstone", "league"};
    words.insert(words.end(), options.cases.begin(), options.cases.end());
    if (!options.rows.empty()) {
        words.insert(words.end(), {"--rows", join(options.rows, ",")});
    }
    const std::vector<std::string> more = option_words(options.run);
    words.insert(words.end(), more.begin(), more.end());
    words.insert(words.end(), {"--steps", std::to_string(steps_of(options)), "--pictures",
                               options.pictures, "--out", "DIR"});
    return command_line(words);
}

/// Returns the time as "2026-11-28 16:35 UTC".
std::string now_text() {
    const std::time_t now = std::chrono::system_clock::to_time_t(std::chrono::system_clock::now());
    std::tm parts{};
    ::gmtime_r(&now, &parts);
    std::array<char, 32> text{};
    std::strftime(text.data(), text.size(), "%Y-%m-%d %H:%M UTC", &parts);
    return text.data();
}

void write_files(const LeagueOptions& options, const LeagueReport& report) {
    const fs::path folder = options.out->empty() ? "." : *options.out;
    const auto write = [&](const char* name, void (*writer)(std::ostream&, const LeagueReport&)) {
        write_output(folder / name, [&](std::ostream& out) { writer(out, report); });
    };
    write("league.csv", &write_league_csv);
    write("league.json", &write_league_json);
    write("league.md", &write_league_markdown);
    write("league_times.csv", &write_league_times_csv);
    if (!report.result.trials.empty()) {
        write("motion.csv", &write_motion_csv);
    }
    LeaguePageExtras extras;
    extras.command = league_command_text(options);
    extras.date = now_text();
    if (!report.result.stopped) {
        ProgressBar bar("pictures");
        extras.pictures =
            take_league_pictures(report, {find_picture_choice(options.pictures), folder},
                                 {[&](double done, int total) { bar.show(done, total); },
                                  [] { return was_interrupted(); }});
    }
    write_output(folder / kPage,
                 [&](std::ostream& out) { write_league_page(out, report, extras); });
}

void add_league_options(CLI::App& command, LeagueOptions& options) {
    command
        .add_option("cases", options.cases,
                    "cases, groups or scene files; default: those of the league, see "
                    "docs/use/league.md")
        ->type_name("CASE|GROUP|FILE");
    command
        .add_option("--rows", options.rows,
                    "only these: ids of methods and engines, or programs of engines, with commas")
        ->delimiter(',')
        ->type_name("ID,…")
        ->allow_extra_args(false);
    command
        .add_option("--steps", options.steps,
                    "of the motion, with each case and row; default: 500; 0: none")
        ->type_name("N");
    add_assignment_options(command, options.run);
    add_sharing_options(command, options.sharing);
    command
        .add_option("--pictures", options.pictures,
                    "on the page, by touchstone-viewer: none, wrong (default: of cells with wrong "
                    "contacts) or all")
        ->type_name("WHICH");
    command
        .add_option("--out", options.out,
                    "write a page with pictures, and .md, .csv and .json, to a folder; what is "
                    "there already is not asked again")
        ->type_name("DIR");
}

/// Runs the league with all methods and all engines, see docs/use/league.md. Returns the exit
/// status: 130 when Ctrl-C ended it early.
int run_league_command(const LeagueOptions& options) {
    check_use(options);
    if (options.out) {
        const fs::path folder = options.out->empty() ? "." : *options.out;
        check_outputs(std::array{NamedFile{"--out", folder / kPage},
                                 NamedFile{"--out", folder / "league.json"}},
                      scene_inputs(options.cases));
    }
    LeagueTask task = make_task(options);
    LeagueReport& report = task.report;
    CellSharing sharing = find_sharing(options.sharing, options.out.has_value());
    note_interrupts();
    const std::unique_ptr<TableTurn> turn =
        make_table_turn(options.out, sharing, league_command_text(options));
    const std::optional<int> left = fill_together(
        turn.get(), [&] { report.result = run_with_progress(options, task.request, sharing); });
    if (left) {
        return *left;
    }
    write_warnings(std::cerr, report.result.warnings);
    if (is_part_only(options.sharing, found_cells(report.result), all_cells(report.result))) {
        return 0;
    }
    if (report.result.stopped) {
        std::cerr << "touchstone: stopped by Ctrl-C; "
                  << (options.out ? "the same command goes on from there\n"
                                  : "nothing is kept without --out DIR\n");
    }
    if (options.out) {
        write_files(options, report);
    }
    finish_tables(turn.get(), 0);
    print_document([&](std::ostream& out) { write_league_markdown(out, report); });
    flush_standard_output();
    return report.result.stopped ? kInterruptedStatus : 0;
}

}  // namespace

CommandRun add_league(CLI::App& command) {
    return make_command(command, &add_league_options, &run_league_command);
}

}  // namespace touchstone::reports
