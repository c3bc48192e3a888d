#include "reports/commands/commands.h"

#include <array>

namespace touchstone::reports {

CommandRun add_audit(CLI::App& command);
CommandRun add_check(CLI::App& command);
CommandRun add_compare(CLI::App& command);
CommandRun add_completion(CLI::App& command);
CommandRun add_contacts(CLI::App& command);
CommandRun add_export(CLI::App& command);
CommandRun add_gather(CLI::App& command);
CommandRun add_help(CLI::App& command);
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
    Command{"view",
            "Show a test case, scene, recording or mesh, and its contacts, in a window",
            &add_view,
            {"touchstone view internal_edges --generator surface_sat",
             "touchstone view spikes --generator growth --compare semi_local"},
            "CASE|FILE"},
    Command{"report",
            "Judge generators on test cases: coverage, quality and excess beside the paper's",
            &add_report,
            {"touchstone report fundamental",
             "touchstone report field --generators semi_local,growth --out out/field"}},
    Command{
        "league",
        "Judge all methods and all engines on all cases, contacts and motion",
        &add_league,
        {"touchstone league --out out/league",
         "touchstone league spikes wedges --rows semi_local,growth --steps 0 --out out/league"}},
    Command{
        "contacts",
        "Print the contacts that a generator finds in a test case",
        &add_contacts,
        {"touchstone contacts spikes --generator opposing",
         "touchstone contacts wall:layers=4 --generator growth --format json --out contacts.json"}},
    Command{"simulate",
            "Let a test case move under the contacts of a generator, and see if it stands",
            &add_simulate,
            {"touchstone simulate arch --generator semi_local",
             "touchstone simulate pillar --generator growth --steps 100 --record pillar.h5"}},
    Command{"check",
            "Run what a baseline file names and fail when any figure or contact moved",
            &add_check,
            {"touchstone check --baseline contacts.json --update fundamental --generators opposing",
             "touchstone check --baseline contacts.json --format github --junit contacts.xml"}},
    Command{"compare",
            "Print what differs between two reports (report.json)",
            &add_compare,
            {"touchstone compare before.json after.json",
             "touchstone compare before.json after.json --tolerance 0.001 --format csv"}},
    Command{"audit",
            "Tell scenes in other ways and report each answer that changes",
            &add_audit,
            {"touchstone audit fundamental --summary",
             "touchstone audit spikes --generators growth --json audit.json"}},
    Command{"inspect",
            "Check the health of a mesh file",
            &add_inspect,
            {"touchstone inspect part.obj", "touchstone inspect part.obj --repair mended.obj"}},
    Command{"impacts",
            "Ask contact-time methods whether and when moving mesh elements touch",
            &add_impacts,
            {"touchstone impacts queries.csv --methods cubic_roots",
             "touchstone impacts queries/ --methods cubic_roots --csv times.csv"}},
    Command{"list",
            "Show the cases and their parameters, generators, methods, metrics or options",
            &add_list,
            {"touchstone list cases", "touchstone list options --json"}},
    Command{"scene",
            "Work with scene files",
            &add_scene,
            {"touchstone scene new floor.obj part.obj --out scene.json",
             "touchstone scene export spikes --out spikes.json"}},
    Command{"export",
            "Turn a recording into an animation or into tables",
            &add_export,
            {"touchstone export pillar.h5 --to gltf --out pillar.glb",
             "touchstone export pillar.h5 --to csv --out tables --every 10"}},
    Command{"study",
            "Repeat an experiment of the paper on the Pillar, see docs/use/studies.md",
            &add_study,
            {"touchstone study perturbation --out out/study",
             "touchstone study counts --profile published --steps 100"}},
    Command{"gather",
            "Tell what folders of finished cells hold and lack, join them, and foretell run times",
            &add_gather,
            {"touchstone gather part1 part2 --out whole",
             "touchstone gather out/league --scaling scaling.md"}},
    Command{"help",
            "Tell what a command takes, or write the manual page",
            &add_help,
            {"touchstone help report", "touchstone help --man > touchstone.1"}},
    Command{"completion",
            "Write what lets a shell complete commands, options and names",
            &add_completion,
            {"touchstone completion bash > ~/.local/share/bash-completion/completions/touchstone",
             "touchstone completion fish > ~/.config/fish/completions/touchstone.fish"}},
};

}  // namespace

std::span<const Command> all_commands() { return kCommands; }

}  // namespace touchstone::reports
