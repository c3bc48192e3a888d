#include "testcases/files/json/json_document.h"

#include <algorithm>
#include <cstddef>
#include <iterator>
#include <set>
#include <utility>
#include <vector>

#include "methods/base/error.h"
#include "methods/base/printable.h"

namespace touchstone {
namespace {

using Json = nlohmann::json;

constexpr int kMaxDepth = 64;              // far beyond any scene; keeps recursion shallow
constexpr std::size_t kLongestQuote = 80;  // longest part of a document shown in messages [bytes]

std::string shortened(std::string text, std::size_t limit) {
    if (text.size() <= limit) {
        return text;
    }
    while (limit > 0 && (text[limit] & '\xc0') == '\x80') {
        --limit;  // inside a UTF-8 character
    }
    return text.substr(0, limit) + " …";
}

/// The place of the JSON reader. The reader looks one character past a number, so a line ends only
/// with the character after its line break.
struct ReadPosition {
    int line = 1;
    bool after_break = false;
};

/// Walks over the text and keeps count of the lines.
struct CountingIterator {
    using iterator_category = std::input_iterator_tag;
    using value_type = char;
    using difference_type = std::ptrdiff_t;
    using pointer = const char*;
    using reference = const char&;

    const char* at = nullptr;
    ReadPosition* position = nullptr;

    reference operator*() const { return *at; }
    CountingIterator& operator++() {
        position->line += position->after_break ? 1 : 0;
        position->after_break = *at == '\n';
        ++at;
        return *this;
    }
    CountingIterator operator++(int) {
        const CountingIterator before = *this;
        ++*this;
        return before;
    }
    bool operator==(const CountingIterator& other) const { return at == other.at; }
};

/// Listens to the reader: checks what the parser lets pass, or looks for the line of a pointer.
class Scan {
 public:
    Scan(std::string_view file_name, const ReadPosition& position)
        : file_name_(file_name), position_(position) {}

    void look_for(std::string_view pointer) {
        target_ = pointer;
        target_depth_ = std::ranges::count(pointer, '/');
    }
    std::optional<int> found_line() const { return found_line_; }

    bool null() { return value(); }
    bool boolean(bool) { return value(); }
    bool number_integer(Json::number_integer_t) { return value(); }
    bool number_unsigned(Json::number_unsigned_t) { return value(); }
    bool number_float(Json::number_float_t, const std::string&) { return value(); }
    bool string(const std::string&) { return value(); }
    bool binary(const Json::binary_t&) { return value(); }
    bool start_object(std::size_t) { return value() && open(true); }
    bool start_array(std::size_t) { return value() && open(false); }
    bool end_object() { return close(); }
    bool end_array() { return close(); }

    bool key(const std::string& name) {
        Level& level = levels_.back();
        level.key = name;
        if (!level.keys.insert(name).second) {
            fail("the key " + brief_text(name) + " stands twice; remove one");
        }
        return !is_target();
    }

    bool parse_error(std::size_t, const std::string&, const Json::exception& error) {
        // "[json.exception…] parse error at line 1, column 2: what is wrong"
        std::string message = error.what();
        for (const std::string_view end_of_prefix : {"] ", "column "}) {
            const std::size_t end = message.find(end_of_prefix);
            message.erase(0, end == std::string::npos ? 0 : end + end_of_prefix.size());
        }
        const std::size_t digits = message.find_first_not_of("0123456789");
        if (digits != std::string::npos && message.compare(digits, 2, ": ") == 0) {
            message.erase(0, digits + 2);
        }
        fail("this is not valid JSON: " + shortened(message, 3 * kLongestQuote));
    }

 private:
    struct Level {
        bool is_object = false;
        int next_item = 0;
        std::string key;
        std::set<std::string> keys;
    };

    bool value() {
        if (levels_.empty() || levels_.back().is_object) {
            return true;  // its key has been looked at
        }
        ++levels_.back().next_item;
        return !is_target();
    }

    bool open(bool is_object) {
        if (std::ssize(levels_) == kMaxDepth) {
            fail("more than " + std::to_string(kMaxDepth) + " levels of nesting; make it flatter");
        }
        levels_.push_back({.is_object = is_object, .next_item = 0, .key = {}, .keys = {}});
        return true;
    }

    bool close() {
        levels_.pop_back();
        return true;
    }

    std::string pointer() const {
        std::string result;
        for (const Level& level : levels_) {
            if (level.is_object && !level.keys.empty()) {
                result += pointer_step(level.key);
            } else if (!level.is_object && level.next_item > 0) {
                result += pointer_step(std::to_string(level.next_item - 1));
            }
        }
        return result;
    }

    bool is_target() {
        if (target_depth_ == std::ssize(levels_) && pointer() == target_) {
            found_line_ = position_.line;
        }
        return found_line_.has_value();
    }

    [[noreturn]] void fail(const std::string& message) const {
        fail_at(file_name_, position_.line, shortened(pointer(), kLongestQuote), message);
    }

    std::string_view file_name_;
    const ReadPosition& position_;
    std::vector<Level> levels_;
    std::string_view target_;
    std::ptrdiff_t target_depth_ = 0;  // 0: nothing to look for
    std::optional<int> found_line_;
};

/// Reads the text to its end, or to the line that the scan looks for.
void read_through(std::string_view text, ReadPosition& position, Scan& scan) {
    const CountingIterator first{text.data(), &position};
    const CountingIterator last{text.data() + text.size(), &position};
    Json::sax_parse(first, last, &scan);
}

}  // namespace

JsonDocument parse_json(std::string_view text, std::string_view file_name) {
    ReadPosition position;
    Scan scan(file_name, position);
    read_through(text, position, scan);
    return {.file_name = std::string(file_name), .text = text, .value = Json::parse(text)};
}

int find_line(std::string_view text, std::string_view pointer) {
    ReadPosition position;
    Scan scan("", position);
    scan.look_for(pointer);
    read_through(text, position, scan);
    return scan.found_line().value_or(1);
}

std::string pointer_step(std::string_view key_or_index) {
    std::string result = "/";
    for (const char c : key_or_index) {
        result += c == '~' ? "~0" : c == '/' ? "~1" : std::string(1, c);
    }
    return result;
}

void fail_at(std::string_view file_name, int line, std::string_view pointer,
             std::string_view message) {
    const std::string place = pointer.empty() ? "" : std::string(pointer) + ": ";
    throw FileError(printable(std::string(file_name) + ":" + std::to_string(line) + ": " + place +
                              std::string(message)));
}

std::string brief_text(const Json& value) { return shortened(value.dump(), kLongestQuote); }

}  // namespace touchstone
