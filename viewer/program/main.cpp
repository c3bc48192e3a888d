#include <iostream>

#include "methods/base/run_program.h"
#include "viewer/program/benchmark.h"
#include "viewer/program/options.h"
#include "viewer/program/picture.h"
#include "viewer/program/session.h"

namespace touchstone::viewer {
namespace {

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
    return touchstone::run_program("touchstone-viewer",
                                   [&] { return touchstone::viewer::run(argc, argv); });
}
