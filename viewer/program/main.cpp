#include <array>
#include <exception>
#include <iostream>
#include <new>
#include <string>
#include <vector>

#include "methods/base/error.h"
#include "methods/base/output_paths.h"
#include "methods/base/printable.h"
#include "methods/base/process/child_groups.h"
#include "viewer/program/benchmark.h"
#include "viewer/program/options.h"
#include "viewer/program/picture.h"
#include "viewer/program/session.h"

namespace touchstone::viewer {
namespace {

constexpr int kBadInput = 1;
constexpr int kWrongUsage = 2;

int report_error(const std::string& message, int status) {
    std::cerr << "touchstone-viewer: error: " << printable(message) << '\n';
    return status;
}

/// Throws UsageError when the screenshot would replace what is shown, or the script.
void check_screenshot(const ViewerOptions& options) {
    if (!options.screenshot) {
        return;
    }
    std::vector<NamedFile> inputs{{"what is shown", options.name}};
    if (options.script) {
        inputs.push_back({"--script", *options.script});
    }
    check_outputs_apart(std::array{NamedFile{"--screenshot", *options.screenshot}}, inputs);
}

int run(int argc, const char* const* argv) {
    const ParsedOptions parsed = parse_options(argc, argv);
    if (!parsed.options) {
        return parsed.status;
    }
    check_screenshot(*parsed.options);
    if (parsed.options->benchmark) {
        run_benchmark(std::cout);
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
    try {
        return touchstone::viewer::run(argc, argv);
    } catch (const touchstone::UsageError& error) {
        return touchstone::viewer::report_error(error.what(), touchstone::viewer::kWrongUsage);
    } catch (const std::bad_alloc&) {
        return touchstone::viewer::report_error("out of memory", touchstone::viewer::kBadInput);
    } catch (const std::exception& error) {
        return touchstone::viewer::report_error(error.what(), touchstone::viewer::kBadInput);
    }
}
