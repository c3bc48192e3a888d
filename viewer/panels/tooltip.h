#pragma once

namespace touchstone::viewer {

/// Of the item described last, when the pointer is on it.
void tooltip(const char* text);

}  // namespace touchstone::viewer
