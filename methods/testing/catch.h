#pragma once

// The only place that depends on Catch2's version: headers and Approx differ between 2 and 3.
#include <catch2/catch.hpp>
