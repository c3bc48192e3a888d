#pragma once

#include "testcases/recordings/recording.h"

namespace touchstone::testing {

/// Makes a case of a box, `=box`, that falls and tumbles over a fixed slab.
TestCase make_sample_case();
RecordingHeader make_sample_header();

/// Makes a step of that case without zeros and ones. The first has no contacts; the others have
/// `contact_count` and `sweep_count`, by default a few more with every step.
StepRecord make_sample_step(int step, int contact_count = -1, int sweep_count = -1);

/// Number of vertices of the elastic body of make_elastic_header.
inline constexpr int kElasticVertices = 8;

/// Makes the sample's header with its box as an elastic one of six tets.
RecordingHeader make_elastic_header();
/// Makes a step of that recording, with vertices at places that are anything but the box's.
StepRecord make_elastic_step(int step);

/// Compares member by member, numbers by their bits; a difference fails the running Catch2 test
/// case.
void check_same(const StepRecord& a, const StepRecord& b);

}  // namespace touchstone::testing
