#pragma once

namespace touchstone::viewer {

/// Makes every OpenGL call check for errors. To be called once after loading OpenGL.
void watch_gl_calls();

/// Throws Error "OpenGL: invalid operation in glDrawElements" when a call has failed since the last
/// check; the first failure is named.
void throw_on_gl_error();

}  // namespace touchstone::viewer
