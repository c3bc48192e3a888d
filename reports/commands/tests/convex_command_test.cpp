#include <filesystem>
#include <string>

#include "methods/testing/catch.h"
#include "methods/testing/temporary_folder.h"
#include "reports/commands/tests/run_program.h"

namespace fs = std::filesystem;
using Catch::Matchers::Contains;
using touchstone::ChildResult;
using touchstone::testing::Arguments;
using touchstone::testing::check_refused;
using touchstone::testing::read_bytes;
using touchstone::testing::run_touchstone;
using touchstone::testing::TemporaryFolder;

namespace {

Arguments brief(const fs::path& out) {
    return {"report",       "c5d",
            "--samples",    "4",
            "--sets",       "small",
            "--timings",    "0",
            "--methods",    "cone_linear,published_linear,aimed_linear_pw",
            "--transforms", "as_drawn,far",
            "--out",        out.string()};
}

}  // namespace

TEST_CASE("report c5d tells what each method keeps, the same each time") {
    const TemporaryFolder folder;
    const ChildResult first = run_touchstone(brief(folder.path() / "one"));
    CHECK(first.code == 0);
    CHECK_THAT(first.output, Contains("Linear, printed loop") && Contains("32.9 ± 40.9") &&
                                 Contains("A million sizes from the origin") &&
                                 Contains("4 of 4") && Contains("0 of 4"));
    CHECK(run_touchstone(brief(folder.path() / "two")).output == first.output);
    for (const char* name : {"c5d.md", "c5d.csv", "c5d-small-as_drawn.csv", "c5d-small-far.csv"}) {
        INFO(name);
        CHECK_FALSE(read_bytes(folder.path() / "one" / name).empty());
        CHECK(read_bytes(folder.path() / "one" / name) == read_bytes(folder.path() / "two" / name));
    }
    CHECK_THAT(read_bytes(folder.path() / "one" / "c5d.csv"),
               Contains("touchstone-convex-1") && Contains(",aimed_linear_pw,"));
}

TEST_CASE("report c5d refuses what it does not have") {
    check_refused({"report", "c5d", "--sets", "huge"}, 2, {"small, large"});
    check_refused({"report", "c5d", "--methods", "cone"}, 2, {"aimed_linear_pw"});
    check_refused({"report", "c5d", "--transforms", "moon"}, 2, {"sheared"});
    check_refused({"report", "c5d", "--samples", "0"}, 2, {"--samples"});
    check_refused({"report", "c5d", "--slack", "1"}, 2, {"cast.slack", "number > 1"});
    check_refused({"report", "c5d", "--set", "cast.slak=2"}, 2, {"did you mean slack?"});
    check_refused({"report", "c5d", "--set", "impact.tolerance=1"}, 2, {"cast.OPTION=VALUE"});
}
