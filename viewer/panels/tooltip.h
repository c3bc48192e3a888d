#pragma once

namespace touchstone::viewer {

/// Shows a tooltip for the item described last, when the pointer is on it.
void tooltip(const char* text);

/// Shows a tooltip, wherever the pointer is.
void tooltip_now(const char* text);

}  // namespace touchstone::viewer
