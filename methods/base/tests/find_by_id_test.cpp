#include "methods/base/find_by_id.h"

#include <array>
#include <string>
#include <string_view>
#include <vector>

#include "methods/base/error.h"
#include "methods/testing/catch.h"

using namespace touchstone;

namespace {

struct Tool {
    std::string_view id;
    int teeth;
};
constexpr std::array<Tool, 2> kTools{{{"saw", 40}, {"rake", 12}}};

}  // namespace

TEST_CASE("items are joined with a separator between, and none around them") {
    CHECK(join(std::vector<std::string>{}).empty());
    CHECK(join(std::vector<std::string>{"a"}) == "a");
    CHECK(join(std::vector<std::string>{"a", "b", "c"}) == "a, b, c");
    CHECK(join(std::array<const char*, 2>{"a", "b"}, "|") == "a|b");
    CHECK(join(kTools, " ", &Tool::id) == "saw rake");
    const auto teeth = [](const Tool& tool) { return std::to_string(tool.teeth); };
    CHECK(join(kTools, ",", teeth) == "40,12");
}

TEST_CASE("an entry is found by its id, and an unknown id is refused with the known ones") {
    CHECK(find_by_id(kTools, "rake", "tool").teeth == 12);
    CHECK_THROWS_MATCHES(find_by_id(kTools, "ra\nke", "tool"), UnknownName,
                         Catch::Matchers::Message("unknown tool 'ra ke'; known: saw, rake"));
}
