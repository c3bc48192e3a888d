#include "reports/tests/run_program.h"

#include <algorithm>
#include <fstream>
#include <sstream>

#include "methods/testing/catch.h"

namespace touchstone::testing {

ChildResult run_touchstone(const Arguments& arguments) {
    ChildCommand command;
    command.program = TOUCHSTONE_PROGRAM;
    command.arguments = arguments;
    command.time_limit = 300.0;
    ChildResult result = run_child_process(command, "");
    REQUIRE(result.end == ChildEnd::Exited);
    return result;
}

void check_refused(const Arguments& arguments, int status, const std::vector<std::string>& words) {
    const ChildResult result = run_touchstone(arguments);
    CAPTURE(arguments, result.errors, result.output);
    CHECK(result.code == status);
    CHECK(result.output == "");
    CHECK_THAT(result.errors, Catch::StartsWith("touchstone: error: "));
    for (const std::string& word : words) {
        CHECK_THAT(result.errors, Catch::Contains(word));
    }
    CHECK(std::ranges::count(result.errors, '\n') == 1);
    CHECK((!result.errors.empty() && result.errors.back() == '\n'));
}

std::string read_bytes(const std::filesystem::path& path) {
    std::ifstream in(path, std::ios::binary);
    std::ostringstream text;
    text << in.rdbuf();
    return text.str();
}

}  // namespace touchstone::testing
