#pragma once

#include "testcases/recordings/recording.h"

namespace touchstone::testing {

/// Makes a case of a box, `=box`, that falls and tumbles over a fixed slab.
TestCase make_sample_case();
/// Makes the header of a recording of that case.
RecordingHeader make_sample_header();

/// Makes a step of that case, with numbers other than 0 and 1. Step 1 has no contacts; others have
/// `contact_count` contacts and `sweep_count` sweeps, by default a few more with every step.
StepRecord make_sample_step(int step, int contact_count = -1, int sweep_count = -1);

/// Number of vertices of the elastic body of make_elastic_header.
inline constexpr int kElasticVertices = 8;

/// Makes the header of a recording of that case in which the box is elastic, of six tets.
RecordingHeader make_elastic_header();
/// Makes a step of the recording with an elastic box, whose vertices are far from a box's.
StepRecord make_elastic_step(int step);

/// Compares two steps member by member, numbers by their bits. A difference fails the running test
/// case.
void check_same(const StepRecord& a, const StepRecord& b);

}  // namespace touchstone::testing
