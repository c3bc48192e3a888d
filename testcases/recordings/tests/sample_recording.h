#pragma once

#include "testcases/recordings/recording.h"

namespace touchstone::testing {

/// Makes a case of a box, `=box`, that falls and tumbles over a fixed slab.
TestCase make_sample_case();
RecordingHeader make_sample_header();

/// Makes a step of that case without zeros and ones. The first has no contacts; the others have
/// `contact_count` and `sweep_count`, by default a few more with every step.
StepRecord make_sample_step(int step, int contact_count = -1, int sweep_count = -1);

/// Compares member by member, numbers by their bits; a difference fails the running Catch2 test
/// case.
void check_same(const StepRecord& a, const StepRecord& b);

}  // namespace touchstone::testing
