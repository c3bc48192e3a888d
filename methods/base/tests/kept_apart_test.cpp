#include "methods/base/kept_apart.h"

#include <utility>

#include "methods/testing/catch.h"

namespace touchstone {
namespace {

TEST_CASE("a copy of what is kept apart is its own", "[base]") {
    KeptApart<int> first;
    CHECK_FALSE(first);
    CHECK(sizeof(first) == sizeof(void*));
    first = 3;
    KeptApart<int> second = first;
    *second = 4;
    CHECK(*first == 3);
    first = second;
    *second = 5;
    CHECK(*first == 4);
    const KeptApart<int> moved = std::move(first);
    CHECK(*moved == 4);
    second = std::optional<int>();
    CHECK_FALSE(second);
    first = second;
    CHECK_FALSE(first);
}

}  // namespace
}  // namespace touchstone
