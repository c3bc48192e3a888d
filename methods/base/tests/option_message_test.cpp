#include "methods/base/option_message.h"

#include <string>

#include "methods/testing/catch.h"

namespace touchstone {
namespace {

TEST_CASE("option_message tells what to correct in a value of an option", "[base]") {
    CHECK(option_message("Could not convert: --steps = 99999999999") ==
          "--steps cannot be 99999999999: too large");
    CHECK(option_message("Could not convert: --steps = -99999999999") ==
          "--steps cannot be -99999999999: too far below 0");
    CHECK(option_message("Could not convert: --steps = 1.5") ==
          "--steps cannot be 1.5: give a whole number");
    CHECK(option_message("Could not convert: --dt = 1e400") ==
          "--dt cannot be 1e400: give a number within range");
    CHECK(option_message("Could not convert: --dt = -1e400") ==
          "--dt cannot be -1e400: give a number within range");
    for (const std::string value : {"10ms", "1,5", "-abc", ".", "-", "1e400s"}) {
        CHECK(option_message("Could not convert: --dt = " + value) ==
              "--dt cannot be " + value + ": not a value that it takes");
    }
    CHECK(option_message("Could not convert: --dt = ") == "--dt needs a value");
    CHECK(option_message("Could not convert: --times = maybe") ==
          "--times cannot be maybe: not a value that it takes");
    CHECK(option_message("--steps: 1 required N missing") == "--steps needs a value: N");
    CHECK(option_message("The following argument was not expected: x") ==
          "The following argument was not expected: x");
}

}  // namespace
}  // namespace touchstone
