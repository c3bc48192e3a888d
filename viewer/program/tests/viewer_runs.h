#pragma once

#include <filesystem>
#include <string>
#include <vector>

#include "methods/base/process/child_process.h"
#include "viewer/scene/image.h"

namespace touchstone::testing {

// The program as a person or a script runs it.

/// Runs a program to its end, which has to be one by itself.
ChildResult run(const std::filesystem::path& program, std::vector<std::string> arguments);

/// Runs the viewer without a window.
ChildResult run_viewer(std::vector<std::string> arguments);

/// Returns the arguments by which xvfb-run finds a free display, and keeps what it writes in a
/// folder of the test: that of its own it may fail to remove, and then it fails instead of telling
/// how the program ended.
std::vector<std::string> display_arguments(const std::filesystem::path& folder);

/// Runs the viewer in a window on a display that nobody sees, driven by the lines of a script.
ChildResult run_script(const std::string& lines, std::vector<std::string> arguments);

/// Returns true where there is such a display.
bool has_display();

/// Runs a script in a window, and checks that what it expects is there. Without a display a warning
/// says so.
void check_script(const std::string& lines, const std::vector<std::string>& arguments);

/// Returns the largest difference of two pictures of the same size, in a byte of a pixel.
int largest_difference(const viewer::Image& a, const viewer::Image& b);

}  // namespace touchstone::testing
