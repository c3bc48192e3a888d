#include "methods/base/csv_text.h"

#include "methods/testing/catch.h"

namespace touchstone {

TEST_CASE("csv_field quotes what would end a field, and nothing else", "[base]") {
    CHECK(csv_field("") == "");
    CHECK(csv_field("brick_1") == "brick_1");
    CHECK(csv_field("a, b") == "\"a, b\"");
    CHECK(csv_field("the \"big\" one") == "\"the \"\"big\"\" one\"");
}

TEST_CASE("csv_field keeps a spreadsheet from taking text for a formula", "[base]") {
    const std::string sign = GENERATE("=", "+", "-", "@", "  =", "＝", "＋", "－", "＠");
    CHECK(csv_field(sign + "1") == "'" + sign + "1");
    CHECK(csv_field("1" + sign) == "1" + sign);
    CHECK(csv_field(sign + "A1,B1") == "\"'" + sign + "A1,B1\"");
}

TEST_CASE("csv_field holds neither line breaks nor other control characters", "[base]") {
    CHECK(csv_field("a\nb\x1b[31m") == "a b\xEF\xBF\xBD[31m");
}

}  // namespace touchstone
