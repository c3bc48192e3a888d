#pragma once

namespace touchstone::viewer {

/// Makes every OpenGL call of this program check for errors. To be called once OpenGL is loaded.
void watch_gl_calls();

/// Throws Error, such as "OpenGL: invalid operation in glDrawElements", when a call of this thread
/// has failed since the last check. Names the first failure.
void throw_on_gl_error();

}  // namespace touchstone::viewer
