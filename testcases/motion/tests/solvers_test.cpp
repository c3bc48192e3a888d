#include <algorithm>
#include <set>
#include <string>
#include <vector>

#include "generators/method_list.h"
#include "methods/base/error.h"
#include "methods/testing/catch.h"
#include "testcases/motion/solver.h"
#include "testcases/settings/study_settings.h"

using namespace touchstone;
using Catch::Matchers::Contains;

TEST_CASE("every solver has a name, a page and a way to move bodies", "[solvers]") {
    std::set<std::string> ids;
    for (const Solver& solver : all_solvers()) {
        CAPTURE(solver.id);
        CHECK(ids.insert(solver.id).second);
        CHECK(!solver.title.empty());
        CHECK(!solver.summary.empty());
        CHECK(solver.source.starts_with("docs/"));
        CHECK((solver.make != nullptr || solver.bounding == StepBounding::Collisions));
        CHECK(&find_solver(solver.id) == &solver);
    }
    CHECK(usual_solver().make != nullptr);
    CHECK_THROWS_WITH(find_solver("glue"),
                      Contains("unknown solver 'glue'") && Contains(collision_solver().id));
    CHECK_THROWS_WITH(
        find_contact_solver(collision_solver().id),
        Contains("known: " + usual_solver().id) && !Contains(", " + collision_solver().id));
}

TEST_CASE("settings that choose a solver give it, for each method", "[solvers]") {
    const StudySettings plain = make_study_settings(Profile::Corrected);
    for (const std::string& method : plain.methods.ids()) {
        CAPTURE(method);
        CHECK(&solver_of(plain, method) == &usual_solver());
        for (const Solver& solver : all_solvers()) {
            CAPTURE(solver.id);
            StudySettings settings = plain;
            choose_solver(settings, solver, method);
            CHECK(&solver_of(settings, method) == &solver);
            for (const Solver& other : all_solvers()) {
                CAPTURE(other.id);
                StudySettings changed = settings;
                choose_solver(changed, other, method);
                CHECK(&solver_of(changed, method) == &other);
            }
        }
    }
}

TEST_CASE("no two solvers have an option of one name, as each is a word of simulate", "[solvers]") {
    std::set<std::string> ids;
    for (const Solver& solver : all_solvers()) {
        for (const Option<MethodSettings>& option : solver.options.list) {
            CAPTURE(solver.id, option.id);
            CHECK(ids.insert(option.id).second);
        }
    }
    CHECK(!ids.empty());
}

TEST_CASE("a method that moves all bodies is heard by all, one that is off by none", "[solvers]") {
    StudySettings settings = make_study_settings(Profile::Corrected);
    const std::string mover = find_solver("barrier").own_method(settings.methods);
    CHECK(moving_method(settings, mover).empty());
    assign(settings, {mover, kMovesOption, "on"});
    CHECK(moving_method(settings, mover) == mover);
    CHECK(moving_method(settings, "opposing").empty());
    assign(settings, {mover, kMovesOption, "all"});
    CHECK(moving_method(settings, "opposing") == mover);
    const std::vector<std::string> heard = settings_of_method(settings, "opposing");
    CHECK(std::ranges::any_of(
        heard, [&](const std::string& setting) { return setting.starts_with(mover + ".dhat="); }));
}
