#pragma once

#include <functional>
#include <string>

namespace touchstone::viewer {

/// A field of one line that completes what is typed.
struct LineField {
    const char* label = "";  ///< id of the field
    const char* hint = "";   ///< text while it is empty
    std::string& text;
    /// Returns the text as Tab completes it.
    std::function<std::string(const std::string& text)> complete = {};
    /// Returns the line that Up or Down shows; empty: nothing.
    std::function<std::string(bool earlier)> recall = {};
    float width = -1.0F;  ///< [pixels]; -1: all there is
};

/// Describes the field, which takes the keys when it appears; returns true when Enter was pressed.
bool draw_line_field(const LineField& field);

}  // namespace touchstone::viewer
