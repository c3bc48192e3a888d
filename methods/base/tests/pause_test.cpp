#include "methods/base/pause.h"

#include "methods/testing/catch.h"

namespace touchstone {
namespace {

int length_of(Pause& pause) {
    int length = 0;
    while (pause.take()) {
        ++length;
    }
    return length;
}

TEST_CASE("each pause is twice as long as the one before, up to 64 queries", "[base]") {
    Pause pause;
    CHECK(length_of(pause) == 0);
    for (const int length : {1, 2, 4, 8, 16, 32, 64, 64}) {
        pause.lengthen();
        CHECK(length_of(pause) == length);
    }
    pause.lengthen();
    pause.end();
    CHECK(length_of(pause) == 0);
    pause.lengthen();
    CHECK(length_of(pause) == 1);
}

}  // namespace
}  // namespace touchstone
