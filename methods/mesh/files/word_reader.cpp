#include "methods/mesh/files/word_reader.h"

#include <algorithm>
#include <charconv>
#include <limits>
#include <system_error>

#include "methods/base/error.h"

namespace touchstone {

namespace {

constexpr std::string_view kUtf8Mark = "\xEF\xBB\xBF";
constexpr std::size_t kLongestQuote = 40;

bool is_blank(char c) { return c == ' ' || c == '\t' || c == '\r' || c == '\v' || c == '\f'; }

char lower(char c) { return c >= 'A' && c <= 'Z' ? static_cast<char>(c - 'A' + 'a') : c; }

/// Returns the word without a leading plus, which is common in files but not read by from_chars.
std::string_view without_plus(std::string_view word) {
    return word.size() > 1 && word[0] == '+' && word[1] != '-' ? word.substr(1) : word;
}

}  // namespace

std::string describe(const Element& element) {
    return element.index < 0 ? element.kind
                             : std::string(element.kind) + " " + std::to_string(element.index);
}

int vertex_index(std::int64_t stated, std::int64_t base) {
    constexpr std::int64_t kLargest = std::numeric_limits<int>::max();
    return static_cast<int>(std::clamp<std::int64_t>(stated, base - 1, kLargest) - base);
}

bool equal_ignoring_case(std::string_view a, std::string_view b) {
    return std::equal(a.begin(), a.end(), b.begin(), b.end(),
                      [](char x, char y) { return lower(x) == lower(y); });
}

std::string in_quotes(std::string_view word) {
    const bool is_long = word.size() > kLongestQuote;
    return "'" + std::string(word.substr(0, kLongestQuote)) + (is_long ? "…'" : "'");
}

std::string describe(const SourcePlace& place) {
    return place.line == 0 ? ", byte " + std::to_string(place.at)
                           : ":" + std::to_string(place.line) + ":" + std::to_string(place.at);
}

ReadingWatch::ReadingWatch(const MeshProgress& progress, double from, double to)
    : progress_(&progress), from_(from), to_(to) {
    if (progress) {
        next_ = 0;
    }
}

ReadingWatch ReadingWatch::part(double from, double to) const {
    ReadingWatch result = *this;
    result.from_ = from_ + (to_ - from_) * from;
    result.to_ = from_ + (to_ - from_) * to;
    return result;
}

void ReadingWatch::tell(std::size_t at, std::size_t size) {
    constexpr std::size_t kPortion = std::size_t{1} << 18;  // some milliseconds [bytes]
    next_ = at + kPortion;
    const double share = static_cast<double>(at) / static_cast<double>(std::max(at, size));
    if (!(*progress_)(at == 0 ? from_ : from_ + (to_ - from_) * share)) {
        throw ReadingStopped();
    }
}

WordReader::WordReader(const MeshSource& source, char comment, int first_line)
    : name_(source.name),
      text_(source.bytes),
      watch_(source.watch),
      bent_(source.bent),
      comment_(comment),
      line_(first_line),
      word_line_(first_line) {
    if (text_.starts_with(kUtf8Mark)) {
        text_.remove_prefix(kUtf8Mark.size());
        mark_size_ = kUtf8Mark.size();
    }
    note_stops();
}

/// Notes the characters at which `peek` must look closer; numbers have none of them.
void WordReader::note_stops() {
    for (int c = 0; c < static_cast<int>(std::ssize(stops_)); ++c) {
        const char character = static_cast<char>(c);
        stops_[c] = is_blank(character) || character == '\n' ||
                    (comment_ != '\0' && character == comment_) ||
                    (joint_ != '\0' && character == joint_);
    }
}

bool WordReader::is_line_end(std::size_t at) const {
    return text_[at] == '\n' ||
           (text_[at] == '\r' && (at + 1 == text_.size() || text_[at + 1] != '\n'));
}

bool WordReader::is_joint(std::size_t at) const {
    return joint_ != '\0' && text_[at] == joint_ && at + 1 < text_.size() &&
           (is_line_end(at + 1) || (text_[at + 1] == '\r' && is_line_end(at + 2)));
}

void WordReader::step_over_joint() {
    at_ += text_[at_ + 1] == '\r' && !is_line_end(at_ + 1) ? 2 : 1;
    step_over_line_end();
}

void WordReader::step_over_line_end() {
    ++at_;
    ++line_;
    line_start_ = at_;
}

void WordReader::skip_blanks() {
    while (at_ < text_.size() && is_stop(text_[at_])) {
        if (is_joint(at_)) {
            step_over_joint();
        } else if (is_blank(text_[at_]) && !is_line_end(at_)) {
            ++at_;
        } else {
            break;
        }
    }
    if (comment_ != '\0' && at_ < text_.size() && text_[at_] == comment_) {
        while (at_ < text_.size() && !is_line_end(at_)) {
            ++at_;
        }
    }
}

void WordReader::skip_space() {
    skip_blanks();
    while (at_ < text_.size() && is_line_end(at_)) {
        step_over_line_end();
        skip_blanks();
    }
}

bool WordReader::at_end() {
    skip_space();
    return at_ == text_.size();
}

bool WordReader::at_line_end() {
    skip_blanks();
    return at_ == text_.size() || is_line_end(at_);
}

std::string_view WordReader::peek() {
    skip_space();
    std::size_t end = at_;
    while (end < text_.size() &&
           (!is_stop(text_[end]) || (text_[end] == joint_ && !is_joint(end)))) {
        ++end;
    }
    return text_.substr(at_, end - at_);
}

std::string_view WordReader::word(const Element& element) {
    const std::string_view next = peek();
    was_bytes_ = false;
    word_at_ = at_;
    word_line_start_ = line_start_;
    word_line_ = line_;
    if (next.empty()) {
        fail("the file ends at " + describe(element) + ": it is cut short");
    }
    at_ += next.size();
    watch_.look(at_, text_.size());
    return next;
}

void WordReader::keyword(std::string_view expected) {
    const std::string text(expected);
    const std::string_view found = word({text.c_str()});
    if (!equal_ignoring_case(found, expected)) {
        fail(in_quotes(found) + " stands where '" + text + "' must stand: correct the file");
    }
}

void WordReader::skip_words(std::int64_t count, const Element& element) {
    for (std::int64_t i = 0; i < count; ++i) {
        word(element);
    }
}

void WordReader::skip_line() {
    rest_of_line();
    if (at_ < text_.size()) {
        step_over_line_end();
    }
}

std::string_view WordReader::rest_of_line() {
    const std::size_t begin = at_;
    while (at_ < text_.size() && !is_line_end(at_)) {
        if (is_joint(at_)) {
            step_over_joint();
        } else {
            ++at_;
        }
    }
    std::string_view rest = text_.substr(begin, at_ - begin);
    while (!rest.empty() && is_blank(rest.back())) {
        rest.remove_suffix(1);
    }
    return rest;
}

void WordReader::end_line(const Element& element) {
    if (!at_line_end()) {
        const std::string_view extra = word(element);
        fail(element, in_quotes(extra) + " is more than belongs there: remove it");
    }
}

double WordReader::number(const Element& element) {
    const std::string_view text = word(element);
    const std::string_view digits = without_plus(text);
    double value = 0.0;
    const auto [end, error] = std::from_chars(digits.data(), digits.data() + digits.size(), value);
    if (error == std::errc::result_out_of_range) {
        fail(element, in_quotes(text) + " is beyond double precision: correct or scale it");
    }
    if (error != std::errc() || end != digits.data() + digits.size()) {
        fail(element, in_quotes(text) + " is no number: correct it");
    }
    return value;
}

Vec3 WordReader::point(const Element& element) {
    const double x = number(element);
    const double y = number(element);
    const double z = number(element);
    return {x, y, z};
}

std::int64_t WordReader::integer(const Element& element) {
    const std::string_view text = word(element);
    const std::string_view digits = without_plus(text);
    std::int64_t value = 0;
    const auto [end, error] = std::from_chars(digits.data(), digits.data() + digits.size(), value);
    if (error != std::errc() || end != digits.data() + digits.size()) {
        fail(element, in_quotes(text) + " is no whole number: correct it");
    }
    return value;
}

int WordReader::count(const Element& element, std::size_t least_bytes) {
    const std::int64_t value = integer(element);
    check_count(value, element, least_bytes);
    return static_cast<int>(value);
}

void WordReader::check_count(std::int64_t count, const Element& element,
                             std::size_t least_bytes) const {
    if (count < 0) {
        fail(element, std::to_string(count) + " of them cannot be: correct the count");
    }
    // One byte more than is left: the last line needs no end.
    if (static_cast<std::uint64_t>(count) > (bytes_left() + 1) / least_bytes ||
        count > std::numeric_limits<int>::max()) {
        fail(element, std::to_string(count) + " of them do not fit into the " +
                          std::to_string(bytes_left()) +
                          " bytes that follow: the file is cut short or the count is wrong");
    }
}

void WordReader::skip_to(std::string_view text, const Element& element) {
    const std::size_t found = text_.find(text, at_);
    if (found == std::string_view::npos) {
        fail(element, "its end '" + std::string(text) + "' is missing: the file is cut short");
    }
    at_ = found;
}

std::string_view WordReader::bytes(std::size_t count, const Element& element) {
    was_bytes_ = true;
    word_at_ = at_;
    if (count > bytes_left()) {
        fail(element, std::to_string(count) + " bytes must follow, but " +
                          std::to_string(bytes_left()) + " do: the file is cut short");
    }
    const std::string_view part = text_.substr(at_, count);
    at_ += count;
    watch_.look(at_, text_.size());
    return part;
}

SourcePlace WordReader::place() const {
    return was_bytes_ ? SourcePlace{0, word_at_ + mark_size_}
                      : SourcePlace{word_line_, word_at_ - word_line_start_ + 1};
}

WordReader WordReader::unwatched() const {
    WordReader copy = *this;
    copy.watch_ = ReadingWatch();
    return copy;
}

std::string WordReader::message(const SourcePlace& place, const Element& element,
                                const std::string& text) const {
    return name_ + describe(place) + ": " + describe(element) + ": " + text;
}

void WordReader::fail(const std::string& text) const {
    throw FileError(name_ + describe(place()) + ": " + text);
}

void WordReader::fail(const Element& element, const std::string& text) const {
    throw FileError(message(place(), element, text));
}

}  // namespace touchstone
