#pragma once

namespace touchstone::viewer {

/// From now on every OpenGL call is asked whether it failed. Call once after loading OpenGL.
void watch_gl_calls();

/// Throws Error "OpenGL: invalid operation in glDrawElements" when some call failed since the last
/// time; the first one is named.
void throw_on_gl_error();

}  // namespace touchstone::viewer
