#include <malloc.h>

#include <CLI/CLI.hpp>
#include <algorithm>
#include <string>
#include <vector>

#include "methods/base/error.h"
#include "methods/base/process/child_groups.h"
#include "methods/base/run_program.h"
#include "reports/commands/commands.h"
#include "reports/commands/retired_words.h"
#include "reports/provenance/version.h"

namespace touchstone::reports {
namespace {

std::string version_text() {
    std::string text = "touchstone " + program_version() + ", commit " + program_commit();
    for (const LibraryVersion& library : library_versions()) {
        text += "\n" + library.name + " " + library.version;
    }
    return text;
}

/// What a query of a large scene frees, the next one needs again: fetching it from the system anew,
/// page by page, takes longer than finding the contacts. See docs/results/detection.md.
void keep_memory() {
#ifdef __GLIBC__
    ::mallopt(M_MMAP_MAX, 0);
    ::mallopt(M_TRIM_THRESHOLD, -1);
#endif
}

int run(std::vector<std::string> words) {
    CLI::App app{"Measures the quality of contact points against known right answers."};
    app.name("touchstone");
    app.set_version_flag("--version", &version_text, "version, commit and library versions");
    app.require_subcommand(0, 1);  // none is refused below: CLI11 would not name a wrong one
    app.footer(
        "Exit status: 0 done; 1 a check failed, or a bad file, mesh or output; 2 wrong usage;\n"
        "130 stopped by Ctrl-C.");
    std::vector<CommandRun> runs;
    for (const Command& command : all_commands()) {
        runs.push_back(command.add(*app.add_subcommand(command.id, command.summary)));
    }
    try {
        words = in_todays_words(std::move(words));
        std::ranges::reverse(words);  // as CLI11 wants them
        app.parse(std::move(words));
    } catch (const CLI::Success& success) {
        return app.exit(success);  // --help and --version, printed
    } catch (const CLI::ParseError& error) {
        throw UsageError(std::string(error.what()) + "; see touchstone --help");
    }
    std::string names;
    for (std::size_t i = 0; i < runs.size(); ++i) {
        const Command& command = all_commands()[i];
        if (app.got_subcommand(command.id)) {
            return runs[i]();
        }
        names += (names.empty() ? "" : ", ") + std::string(command.id);
    }
    throw UsageError("no command given; use one of " + names + "; see touchstone --help");
}

}  // namespace
}  // namespace touchstone::reports

int main(int argc, char** argv) {
    touchstone::start_program();
    touchstone::reports::keep_memory();
    return touchstone::run_program("touchstone", [&] {
        return touchstone::reports::run(
            std::vector<std::string>(argv + std::min(argc, 1), argv + argc));
    });
}
