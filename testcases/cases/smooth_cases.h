#pragma once

#include <span>
#include <string_view>

#include "testcases/scenes/test_case.h"

namespace touchstone {

/// A scene of exact curved shapes in motion, see testcases/data/smooth.
struct SmoothCase {
    const char* id;  ///< name of its file without the ending, and of the scene
    const char* title;
};
/// Returns the table of scenes that are files.
std::span<const SmoothCase> all_smooth_cases();

/// Reads the case with that id from its file; throws UnknownName.
TestCase make_smooth_case(std::string_view id);

/// Returns the parameters of the dice, of the cradle and of the rolling ball.
std::span<const CaseParameter> dice_parameters();
std::span<const CaseParameter> cradle_parameters();
std::span<const CaseParameter> rolling_ball_parameters();

/// Makes dice with rounded edges, thrown one above the other onto a floor. Throws UsageError for
/// too many bodies.
TestCase make_dice(const CaseValues& values);

/// Makes balls in a row without gravity, into which others run.
TestCase make_cradle(const CaseValues& values);

/// Makes a ball that rolls on a floor without slipping.
TestCase make_rolling_ball(const CaseValues& values);

}  // namespace touchstone
