#include <array>
#include <filesystem>
#include <iostream>
#include <optional>
#include <string>
#include <system_error>
#include <vector>

#include "methods/base/error.h"
#include "methods/base/files/output_paths.h"
#include "methods/base/process/child_groups.h"
#include "methods/base/run_program.h"
#include "viewer/program/benchmark.h"
#include "viewer/program/options.h"
#include "viewer/program/picture.h"
#include "viewer/program/query_session.h"
#include "viewer/program/session.h"

namespace touchstone::viewer {
namespace {

/// Throws UsageError when the screenshot would replace the displayed file or the script.
void check_screenshot(const ViewerOptions& options) {
    if (!options.screenshot) {
        return;
    }
    if (options.frames) {
        throw UsageError("--frames and --screenshot do not go together");
    }
    std::vector<NamedFile> inputs{{"what is shown", options.name}};
    if (options.script) {
        inputs.push_back({"--script", *options.script});
    }
    check_outputs_apart(std::array{NamedFile{"--screenshot", *options.screenshot}}, inputs);
}

/// Returns a query, unless a file has that whole name.
std::optional<QueryName> shown_query(const std::string& name) {
    std::error_code error;
    return std::filesystem::exists(name, error) ? std::nullopt : parse_query_name(name);
}

int run(int argc, const char* const* argv) {
    const ParsedOptions parsed = parse_options(argc, argv);
    if (!parsed.options) {
        return parsed.status;
    }
    check_screenshot(*parsed.options);
    if (parsed.options->answers) {
        answer_pictures(*parsed.options, std::cin, std::cout);
        return 0;
    }
    if (parsed.options->benchmark) {
        run_benchmark(std::cout);
        return 0;
    }
    if (const std::optional<QueryName> query = shown_query(parsed.options->name)) {
        return run_query_session(*parsed.options, *query);
    }
    if (parsed.options->time || parsed.options->level) {
        throw UsageError("--time and --level are of queries of contact times, SET#N or FILE#N");
    }
    if (parsed.options->frames) {
        save_frames(*parsed.options);
        return 0;
    }
    if (parsed.options->screenshot && !parsed.options->panels) {
        save_picture(*parsed.options);
        return 0;
    }
    return run_session(*parsed.options);
}

}  // namespace
}  // namespace touchstone::viewer

int main(int argc, char** argv) {
    touchstone::start_program();
    return touchstone::run_program("touchstone-viewer",
                                   [&] { return touchstone::viewer::run(argc, argv); });
}
