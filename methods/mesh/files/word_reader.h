#pragma once

#include <cstddef>
#include <cstdint>
#include <limits>
#include <string>
#include <string_view>

#include "methods/base/types.h"
#include "methods/mesh/files/mesh_file.h"

namespace touchstone {

/// What a reader throws that was asked to stop; read_mesh catches it.
struct ReadingStopped {};

/// Tells how much of a source has been read, now and then.
class ReadingWatch {
 public:
    ReadingWatch() = default;  ///< tells nobody
    /// `progress` must outlive the watch. What is read is [from, to] of the whole, in [0, 1].
    explicit ReadingWatch(const MeshProgress& progress, double from = 0.0, double to = 1.0);

    /// For a text that is [from, to] of what this watch is for.
    ReadingWatch part(double from, double to) const;

    /// Throws ReadingStopped when asked to stop.
    void look(std::size_t at, std::size_t size) {
        if (at >= next_) {
            tell(at, size);
        }
    }

 private:
    void tell(std::size_t at, std::size_t size);

    const MeshProgress* progress_ = nullptr;
    double from_ = 0.0;
    double to_ = 1.0;
    std::size_t next_ = std::numeric_limits<std::size_t>::max();  ///< where it tells next
};

/// The contents of a mesh file, and what it is called in messages.
struct MeshSource {
    std::string name;
    std::string_view bytes;
    ReadingWatch watch = {};
};

/// What is being read, for messages: "vertex 17".
struct Element {
    const char* kind = "";
    std::int64_t index = -1;  ///< none when negative
};
std::string describe(const Element& element);

/// A vertex index as a file states it, counted from `base`, for a MeshFile. What no index can be
/// becomes one that is out of range, so that the inspection names the face.
int vertex_index(std::int64_t stated, std::int64_t base);

/// Reads a text word by word and knows the place of each. Lines end with LF, CRLF or CR; a mark of
/// UTF-8 at the start is skipped. What cannot be read throws FileError with line and column.
class WordReader {
 public:
    /// `comment`: from this character to the end of its line nothing counts; 0: no comments.
    explicit WordReader(const MeshSource& source, char comment = '\0', int first_line = 1);

    /// From here on a line that ends in this character goes on in the next.
    void join_lines_at(char mark) { joint_ = mark; }

    bool at_end();            ///< no word is left
    bool at_line_end();       ///< no word is left on this line
    std::string_view peek();  ///< the next word, on any line; empty at the end
    std::string_view word(const Element& element);  ///< the next word; fails at the end
    void keyword(std::string_view expected);        ///< the next word, in any case, must be this
    void skip_words(std::int64_t count, const Element& element);
    void skip_line();  ///< to the start of the next line
    std::string_view rest_of_line();
    void end_line(const Element& element);  ///< fails when this line has more words

    double number(
        const Element& element);  ///< "nan" and "inf" are numbers, which `inspect` refuses
    Vec3 point(const Element& element);
    std::int64_t integer(const Element& element);

    /// How many elements follow. Fails when they cannot stand in what is left of the file at
    /// `least_bytes` each.
    int count(const Element& element, std::size_t least_bytes);
    void check_count(std::int64_t count, const Element& element, std::size_t least_bytes) const;

    void skip_to(std::string_view text, const Element& element);  ///< fails when it comes no more
    std::string_view bytes(std::size_t count, const Element& element);  ///< as they lie there
    std::size_t bytes_left() const { return text_.size() - at_; }

    /// Led by the place of what was read last: "cube.off:12:3: " (line and column) or, after
    /// `bytes`, "cube.ply, byte 312: ".
    [[noreturn]] void fail(const std::string& text) const;
    [[noreturn]] void fail(const Element& element, const std::string& text) const;

 private:
    bool is_line_end(std::size_t at) const;
    bool is_joint(std::size_t at) const;
    void step_over_joint();
    void skip_blanks();  ///< and comments, within the line
    void skip_space();   ///< and comments, over lines
    void step_over_line_end();

    std::string name_;
    std::string_view text_;
    ReadingWatch watch_;
    char comment_;
    char joint_ = '\0';  ///< 0: none
    std::size_t at_ = 0;
    std::size_t line_start_ = 0;
    int line_ = 1;
    std::size_t mark_size_ = 0;  ///< of the mark at the start of the file
    // Of what was read last, for messages.
    bool was_bytes_ = false;
    std::size_t word_at_ = 0;
    std::size_t word_line_start_ = 0;
    int word_line_ = 1;
};

/// The same text, whatever the case of its ASCII letters.
bool equal_ignoring_case(std::string_view a, std::string_view b);

/// For messages: the word in quotes, cut when long.
std::string in_quotes(std::string_view word);

}  // namespace touchstone
