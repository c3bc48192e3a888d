#include "testcases/bench/speed_check.h"

#include <fstream>
#include <sstream>
#include <string>
#include <vector>

#include "methods/base/error.h"
#include "methods/testing/catch.h"
#include "methods/testing/temporary_folder.h"

using namespace touchstone;

namespace {

/// A file of released figures, gone when this is.
class ReleasedFile {
 public:
    explicit ReleasedFile(const std::string& text) { std::ofstream(path()) << text; }

    std::string path() const { return (folder_.path() / "released.csv").string(); }

 private:
    testing::TemporaryFolder folder_;
};

/// Returns what is released when kernels take `times` as long beside the reference kernel.
std::string released(const std::vector<KernelTime>& now, double times) {
    std::vector<KernelTime> all = now;
    for (KernelTime& time : all) {
        time.ratio *= times;
    }
    std::ostringstream text;
    write_released(text, all);
    return text.str();
}

}  // namespace

TEST_CASE("kernels are slower than released by more than a tenth, or they are not", "[speed]") {
    const std::vector<KernelTime> now = time_kernels(1);
    REQUIRE(!now.empty());
    std::ostringstream out;
    {
        const ReleasedFile file(released(now, 1e-3));
        CHECK(check_released(out, file.path(), 1) == std::ssize(now));
    }
    const ReleasedFile file(released(now, 1e3));
    CHECK(check_released(out, file.path(), 1) == 0);
    std::string cut = released(now, 1e3);
    cut.erase(cut.rfind("wall,"));
    const ReleasedFile lacking(cut);
    CHECK_THROWS_AS(check_released(out, lacking.path(), 1), Error);
}

TEST_CASE("figures released under other conditions are not compared", "[speed]") {
    KernelTime time;
    time.id = "opposing";
    time.scene = "wall";
    time.ratio = 1e-9;
    std::string text = released({time}, 1.0);
    const std::size_t place = text.find(speed_conditions());
    REQUIRE(place != std::string::npos);
    text.replace(place, speed_conditions().size(), "an abacus");
    const ReleasedFile file(text);
    std::ostringstream out;
    CHECK(check_released(out, file.path(), 1) == 0);
    CHECK(out.str().find("an abacus") != std::string::npos);
    CHECK(out.str().find("nothing is compared") != std::string::npos);
}

TEST_CASE("a file of released figures says what is wrong with it", "[speed]") {
    std::ostringstream out;
    const std::string conditions = "# Released on: an abacus\n";
    CHECK_THROWS_WITH(check_released(out, "no such file", 1), Catch::Contains("cannot be read"));
    {
        const ReleasedFile file("scene,method,ratio\nwall,opposing,1\n");
        CHECK_THROWS_WITH(check_released(out, file.path(), 1), Catch::Contains("Released on"));
    }
    const ReleasedFile file(conditions + "wall,opposing,fast\n");
    CHECK_THROWS_WITH(check_released(out, file.path(), 1), Catch::Contains(":2: 'fast'"));
}
