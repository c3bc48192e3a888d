#pragma once

#include <filesystem>
#include <iosfwd>

#include "viewer/gl/render_target.h"
#include "viewer/gl/renderer.h"
#include "viewer/program/options.h"
#include "viewer/state/application.h"

namespace touchstone::viewer {

/// Transfers to the renderer what has changed since the last call.
void hand_over(Application& application, Renderer& renderer);

/// Draws one side, or two side by side, into `area` of the target.
void draw_sides(const Application& application, Renderer& renderer, const Viewport& area);

/// Returns the name for a picture that replaces nothing: the wanted one, or with the lowest free
/// number, see free_picture_name; as it is where it names a pipe or a device.
std::filesystem::path unused_name(const std::filesystem::path& wanted);

/// Saves the screenshot of the options as PNG under a name that no file has, without a display.
/// Throws the errors of opening and drawing.
void save_picture(const ViewerOptions& options);

/// Takes pictures for another program: answers each line of `in`, a JSON list of words as they
/// stand on a command line, each in base64 since a path may hold any bytes, by a line {"png":
/// BASE64} or {"error": MESSAGE}, until `in` ends. All pictures have the size, the scale and the
/// key of `options`. Throws the errors of opening OpenGL.
void answer_pictures(const ViewerOptions& options, std::istream& in, std::ostream& out);

/// Saves a numbered picture of each step of the options, "step-000012.png", from the first to that
/// of `--step`, or all of a recording. Throws UsageError when one of them is there already, and the
/// errors of opening and drawing.
void save_frames(const ViewerOptions& options);

/// Tells what the window would show in its status line, on standard error; nothing for an error.
void tell_message(const Application& application);

/// Prints the full path of a written file or folder on standard error; nothing for a pipe.
void tell_written(const std::filesystem::path& file);

}  // namespace touchstone::viewer
