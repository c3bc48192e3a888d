#pragma once

#include <string>
#include <string_view>
#include <vector>

#include "methods/base/types.h"

// The text of a scene script, word by word. Private to the readers of scripts.

namespace touchstone {

/// Throws FileError: "FILE:LINE: message", made printable.
[[noreturn]] void fail_script(std::string_view file_name, int line, const std::string& message);

/// A line with at least one word; what stands behind a # is left out.
struct ScriptLine {
    int number = 0;  ///< from 1
    std::vector<std::string_view> words;
};

/// A place in the text of a script. Each function that takes `what`, the name of what is expected
/// there, throws FileError when it is something else, naming file, line and remedy.
class ScriptCursor {
 public:
    /// Begins before the first word. Throws FileError for a text without words.
    ScriptCursor(std::string_view text, std::string_view file_name);

    [[noreturn]] void fail(const std::string& message) const;

    bool has_line() const { return at_ < lines_.size(); }
    int line_number() const { return lines_[at_].number; }
    const std::vector<std::string_view>& line_words() const { return lines_[at_].words; }
    bool is_line_done() const { return word_ >= lines_[at_].words.size(); }

    /// Reads a word, and goes behind it.
    std::string_view word(const char* what);
    /// Goes behind the next word. Fails for another one than this.
    void expect(const char* name);
    /// Reads a finite number.
    double number(const char* what);
    /// Reads a number above 0.
    double positive(const char* what);
    Vec3 vector(const char* what);
    /// Reads a direction, of any length above 0, and returns its unit vector.
    Vec3 direction(const char* what);
    /// Reads a number of things.
    int count(const char* what);

    /// Goes behind the last word of the line.
    void skip_line() { word_ = lines_[at_].words.size(); }
    /// Goes to the next line. Fails when words of this one are left, or it was the last.
    void next_line(const char* what);
    /// Goes to the next line, if there is one. Fails when words of this one are left.
    void leave_line();

 private:
    void end_line() const;

    std::string_view file_name_;
    std::vector<ScriptLine> lines_;
    std::size_t at_ = 0;    ///< number of the line
    std::size_t word_ = 0;  ///< number of the next word in it
};

}  // namespace touchstone
