#include "viewer/program/tests/viewer_runs.h"

#include <algorithm>
#include <cstdlib>
#include <fstream>
#include <utility>

#include "methods/testing/catch.h"
#include "methods/testing/temporary_folder.h"

namespace touchstone::testing {

ChildResult run(const std::filesystem::path& program, std::vector<std::string> arguments) {
    ChildCommand command;
    command.program = program;
    command.arguments = std::move(arguments);
    command.time_limit = 300.0;
    ChildResult result = run_child_process(command, "");
    INFO(result.errors);
    REQUIRE(result.end == ChildEnd::Exited);
    return result;
}

ChildResult run_viewer(std::vector<std::string> arguments) {
    return run(TOUCHSTONE_VIEWER_PROGRAM, std::move(arguments));
}

std::vector<std::string> display_arguments(const std::filesystem::path& folder) {
    return {"-a", "-f", (folder / "authority").string()};
}

ChildResult run_script(const std::string& lines, std::vector<std::string> arguments) {
    const TemporaryFolder folder;
    const std::filesystem::path script = folder.path() / "script.txt";
    std::ofstream(script) << lines;
    std::vector<std::string> all = display_arguments(folder.path());
    all.insert(all.end(), {"-s", "-screen 0 1400x1000x24", TOUCHSTONE_VIEWER_PROGRAM});
    all.insert(all.end(), arguments.begin(), arguments.end());
    all.insert(all.end(), {"--script", script.string()});
    return run(TOUCHSTONE_XVFB_RUN, std::move(all));
}

bool has_display() { return std::string(TOUCHSTONE_XVFB_RUN) != ""; }

void check_script(const std::string& lines, const std::vector<std::string>& arguments) {
    if (!has_display()) {
        WARN("no xvfb-run: the window is not tested");
        return;
    }
    const ChildResult result = run_script(lines, arguments);
    INFO(result.errors);
    CHECK(result.code == 0);
}

int largest_difference(const viewer::Image& a, const viewer::Image& b) {
    REQUIRE(a.pixels.size() == b.pixels.size());
    int largest = 0;
    for (std::size_t i = 0; i < a.pixels.size(); ++i) {
        largest = std::max(largest, std::abs(a.pixels[i] - b.pixels[i]));
    }
    return largest;
}

}  // namespace touchstone::testing
