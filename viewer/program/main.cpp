#include <exception>
#include <iostream>
#include <new>
#include <string>

#include "methods/base/error.h"
#include "methods/base/printable.h"
#include "viewer/program/benchmark.h"
#include "viewer/program/picture.h"
#include "viewer/program/session.h"
#include "viewer/program/options.h"

namespace touchstone::viewer {
namespace {

constexpr int kBadInput = 1;
constexpr int kWrongUsage = 2;

int report_error(const std::string& message, int status) {
    std::cerr << "touchstone-viewer: error: " << printable(message) << '\n';
    return status;
}

int run(int argc, const char* const* argv) {
    const ParsedOptions parsed = parse_options(argc, argv);
    if (!parsed.options) {
        return parsed.status;
    }
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
