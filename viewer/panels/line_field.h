#pragma once

#include <functional>
#include <string>

namespace touchstone::viewer {

/// A field of one line that completes what is typed.
struct LineField {
    const char* label = "";  ///< id of the field
    const char* hint = "";   ///< text while it is empty
    std::string& text;
    /// Completion of the text by Tab.
    /// Line shown for Up and Down; empty: none.
    std::function<std::string(const std::string& text)> complete = {};
    std::function<std::string(bool earlier)> recall =
        {};               ///< what Up and Down show; empty: nothing
    float width = -1.0F;  ///< [pixels]; -1: all there is
};

/// Describes the field, which takes the keys when it appears; returns true when Enter was pressed.
bool draw_line_field(const LineField& field);

}  // namespace touchstone::viewer
