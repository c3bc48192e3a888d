#include "viewer/model/tests/opened_case.h"

#include "methods/testing/catch.h"
#include "viewer/commands/commands.h"

namespace touchstone::testing {

using namespace viewer;

OpenedCase::OpenedCase(const std::string& name, const std::string& generator) {
    application.wanted.settings = make_study_settings(Profile::Corrected);
    application.wanted.generator = generator;
    run("open " + name);
    CAPTURE(application.message);
    REQUIRE_FALSE(application.message_is_error);
    REQUIRE(application.moment() != nullptr);
}

void OpenedCase::run(const std::string& line) {
    run_command(application, line);
    update_until_idle(application);
}

}  // namespace touchstone::testing
