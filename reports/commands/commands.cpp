#include "reports/commands/commands.h"

#include <array>

namespace touchstone::reports {

CommandRun add_audit(CLI::App& command);
CommandRun add_check(CLI::App& command);
CommandRun add_compare(CLI::App& command);
CommandRun add_contacts(CLI::App& command);
CommandRun add_export(CLI::App& command);
CommandRun add_impacts(CLI::App& command);
CommandRun add_inspect(CLI::App& command);
CommandRun add_league(CLI::App& command);
CommandRun add_list(CLI::App& command);
CommandRun add_report(CLI::App& command);
CommandRun add_scene(CLI::App& command);
CommandRun add_simulate(CLI::App& command);
CommandRun add_study(CLI::App& command);
CommandRun add_view(CLI::App& command);

namespace {

constexpr std::array kCommands{
    Command{"view", "Show a test case, scene or recording and its contacts in a window", &add_view},
    Command{"report",
            "Judge generators on test cases: coverage, quality and excess beside the paper's",
            &add_report},
    Command{"league", "Judge all methods and all engines on all cases, contacts and motion",
            &add_league},
    Command{"contacts", "Print the contacts that a generator finds in a test case", &add_contacts},
    Command{"simulate",
            "Let a test case move under the contacts of a generator, and see if it stands",
            &add_simulate},
    Command{"check", "Run what a baseline file names and fail when any figure or contact moved",
            &add_check},
    Command{"compare", "Print what differs between two reports (report.json)", &add_compare},
    Command{"audit", "Tell scenes in other ways and report each answer that changes", &add_audit},
    Command{"inspect", "Check the health of a mesh file", &add_inspect},
    Command{"impacts", "Ask contact-time methods whether and when moving mesh elements touch",
            &add_impacts},
    Command{"list", "Show the cases and their parameters, generators, methods, metrics or options",
            &add_list},
    Command{"scene", "Work with scene files", &add_scene},
    Command{"export", "Turn a recording into an animation or into tables", &add_export},
    Command{"study", "Repeat an experiment of the paper on the Pillar, see docs/use/studies.md",
            &add_study},
};

}  // namespace

std::span<const Command> all_commands() { return kCommands; }

}  // namespace touchstone::reports
