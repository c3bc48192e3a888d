#include "testcases/files/script/script_cursor.h"

#include <algorithm>
#include <cmath>
#include <optional>
#include <utility>

#include "methods/base/error.h"
#include "methods/base/number_text.h"
#include "methods/base/printable.h"

namespace touchstone {
namespace {

constexpr int kMostShapes = 100'000;

std::vector<std::string_view> words_of(std::string_view line) {
    constexpr std::string_view kBlank = " \t\r";
    std::vector<std::string_view> words;
    line = line.substr(0, line.find('#'));
    while (true) {
        const std::size_t start = line.find_first_not_of(kBlank);
        if (start == std::string_view::npos) {
            return words;
        }
        line.remove_prefix(start);
        const std::size_t end = std::min(line.find_first_of(kBlank), line.size());
        words.push_back(line.substr(0, end));
        line.remove_prefix(end);
    }
}

std::vector<ScriptLine> lines_of(std::string_view text) {
    std::vector<ScriptLine> lines;
    for (int number = 1; !text.empty(); ++number) {
        const std::size_t end = std::min(text.find('\n'), text.size());
        std::vector<std::string_view> words = words_of(text.substr(0, end));
        if (!words.empty()) {
            lines.push_back({number, std::move(words)});
        }
        text.remove_prefix(std::min(end + 1, text.size()));
    }
    return lines;
}

}  // namespace

void fail_script(std::string_view file_name, int line, const std::string& message) {
    throw FileError(printable(file_name) + ":" + std::to_string(line) + ": " + printable(message));
}

ScriptCursor::ScriptCursor(std::string_view text, std::string_view file_name)
    : file_name_(file_name), lines_(lines_of(text)) {
    if (lines_.empty()) {
        fail_script(file_name_, 1, "the script is empty; give shapes");
    }
}

void ScriptCursor::fail(const std::string& message) const {
    fail_script(file_name_, lines_[std::min(at_, lines_.size() - 1)].number, message);
}

std::string_view ScriptCursor::word(const char* what) {
    if (is_line_done()) {
        fail(std::string("expected ") + what + ", found the end of the line; add it");
    }
    return lines_[at_].words[word_++];
}

double ScriptCursor::number(const char* what) {
    const std::string_view text = word(what);
    const std::optional<double> value = parse_number(text);
    if (!value || !std::isfinite(*value)) {
        fail(std::string("expected ") + what + ", found '" + std::string(text) +
             "'; give a number");
    }
    return *value;
}

double ScriptCursor::positive(const char* what) {
    const double value = number(what);
    if (!(value > 0.0)) {
        fail(std::string("expected ") + what + " above 0, found " + shortest(value));
    }
    return value;
}

Vec3 ScriptCursor::vector(const char* what) {
    const double x = number(what);
    const double y = number(what);
    const double z = number(what);
    return {x, y, z};
}

Vec3 ScriptCursor::direction(const char* what) {
    const Vec3 given = vector(what);
    const double largest = given.cwiseAbs().maxCoeff();  // squares may overflow, or be 0
    if (!(largest > 0.0)) {
        fail(std::string(what) + " of length 0 has no direction; give another");
    }
    return Vec3(given / largest).normalized();
}

int ScriptCursor::count(const char* what) {
    const double value = number(what);
    if (!(value >= 0.0 && value <= kMostShapes && value == std::floor(value))) {
        fail(std::string("expected ") + what + ", a whole number of at most " +
             std::to_string(kMostShapes) + ", found " + shortest(value));
    }
    return static_cast<int>(value);
}

void ScriptCursor::next_line(const char* what) {
    end_line();
    if (at_ + 1 >= lines_.size()) {
        fail(std::string("expected ") + what + ", found the end of the file; add it");
    }
    ++at_;
    word_ = 0;
}

void ScriptCursor::leave_line() {
    end_line();
    ++at_;
    word_ = 0;
}

void ScriptCursor::end_line() const {
    if (!is_line_done()) {
        fail("the word '" + std::string(lines_[at_].words[word_]) +
             "' is not known here; remove it");
    }
}

void ScriptCursor::expect(const char* name) {
    if (const std::string_view found = word(name); found != name) {
        fail("the word '" + std::string(found) + "' is not known here; remove it");
    }
}

}  // namespace touchstone
