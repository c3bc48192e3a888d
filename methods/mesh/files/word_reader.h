#pragma once

#include <array>
#include <cstddef>
#include <cstdint>
#include <limits>
#include <string>
#include <string_view>

#include "methods/base/types.h"
#include "methods/mesh/files/bent_mesh.h"
#include "methods/mesh/files/mesh_file.h"

namespace touchstone {

/// The exception of a reader that was asked to stop; read_mesh catches it.
struct ReadingStopped {};

/// Reports now and then how much of a source has been read.
class ReadingWatch {
 public:
    ReadingWatch() = default;  ///< reports to nobody
    /// Starts a watch; `progress` must outlive it. The source is [from, to] of the whole, in [0,
    /// 1].
    explicit ReadingWatch(const MeshProgress& progress, double from = 0.0, double to = 1.0);

    /// Returns the watch for a text that is [from, to] of this one's source.
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
    std::size_t next_ = std::numeric_limits<std::size_t>::max();  ///< position of the next report
};

/// The contents of a mesh file, and its name in messages.
struct MeshSource {
    std::string name;
    std::string_view bytes;
    ReadingWatch watch = {};
    BentPolygons* bent = nullptr;  ///< the tally of polygons that are not flat; null: none may be
};

/// A place in a source.
struct SourcePlace {
    int line = 0;        ///< from 1; 0: in binary data
    std::size_t at = 0;  ///< column from 1, or byte from 0
};
std::string describe(const SourcePlace& place);  ///< returns ":12:3" or ", byte 312"

/// The element being read, for messages: "vertex 17".
struct Element {
    const char* kind = "";
    std::int64_t index = -1;  ///< its number; negative: none
};
/// Returns the element in words: "vertex 17".
std::string describe(const Element& element);

/// Turns a vertex index as a file states it, counted from `base`, into one of a MeshFile. What
/// cannot be an index becomes one that is out of range, so that the inspection names the face.
int vertex_index(std::int64_t stated, std::int64_t base);

/// Reads a text word by word and knows the place of each. Lines end with LF, CRLF or CR; a mark of
/// UTF-8 at the start is skipped. What cannot be read throws FileError with line and column.
class WordReader {
 public:
    /// Starts at the source's first byte. `comment`: the character that begins a comment, which
    /// ends with its line; 0: no comments.
    explicit WordReader(const MeshSource& source, char comment = '\0', int first_line = 1);

    /// Joins lines that end in this character with the next, from here on.
    void join_lines_at(char mark) {
        joint_ = mark;
        note_stops();
    }

    /// Returns true when no word is left.
    bool at_end();
    /// Returns true when no word is left on this line.
    bool at_line_end();
    /// Returns the next word, on any line; empty at the end.
    std::string_view peek();
    /// Takes the next word; fails at the end.
    std::string_view word(const Element& element);
    void keyword(
        std::string_view expected);  ///< takes the next word, which must be this, in any case
    /// Takes so many words.
    void skip_words(std::int64_t count, const Element& element);
    /// Moves to the start of the next line.
    void skip_line();
    /// Takes the rest of the line.
    std::string_view rest_of_line();
    /// Fails when this line has more words.
    void end_line(const Element& element);

    double number(
        const Element& element);  ///< "nan" and "inf" are numbers, which `inspect` refuses
    /// Takes three numbers.
    Vec3 point(const Element& element);
    /// Takes a whole number.
    std::int64_t integer(const Element& element);

    /// Takes the number of elements that follow. Fails when they cannot stand in what is left of
    /// the file at `least_bytes` each.
    int count(const Element& element, std::size_t least_bytes);
    /// Fails when so many elements cannot stand in what is left of the file at `least_bytes` each.
    void check_count(std::int64_t count, const Element& element, std::size_t least_bytes) const;

    void skip_to(std::string_view text,
                 const Element& element);  ///< moves to the text; fails when there is none
    std::string_view bytes(std::size_t count, const Element& element);  ///< takes bytes as they are
    /// Returns the number of bytes not taken yet.
    std::size_t bytes_left() const { return text_.size() - at_; }

    SourcePlace place() const;     ///< returns the place of what was read last
    WordReader unwatched() const;  ///< returns a copy that reports its progress to nobody
    BentPolygons* bent() const { return bent_; }  ///< as of the source
    /// Returns "cube.off:12:3: face 7: " and the text, as `fail` puts them.
    std::string message(const SourcePlace& place, const Element& element,
                        const std::string& text) const;

    /// Throws FileError, led by the place of what was read last: "cube.off:12:3: " (line and
    /// column) or, after `bytes`, "cube.ply, byte 312: ".
    [[noreturn]] void fail(const std::string& text) const;
    /// Throws such an error that also names the element.
    [[noreturn]] void fail(const Element& element, const std::string& text) const;

 private:
    void note_stops();
    bool is_stop(char c) const { return stops_[static_cast<unsigned char>(c)]; }
    bool is_line_end(std::size_t at) const;
    bool is_joint(std::size_t at) const;
    void step_over_joint();
    void skip_blanks();  ///< skips blanks and comments within the line
    void skip_space();   ///< skips blanks, comments and ends of lines
    void step_over_line_end();

    std::string name_;
    std::string_view text_;
    ReadingWatch watch_;
    BentPolygons* bent_;
    char comment_;
    char joint_ = '\0';              ///< 0: none
    std::array<bool, 256> stops_{};  ///< by character: it may end a word
    std::size_t at_ = 0;
    std::size_t line_start_ = 0;
    int line_ = 1;
    std::size_t mark_size_ = 0;  ///< size of the mark of UTF-8 at the start [bytes]
    // The place of what was read last, for messages.
    bool was_bytes_ = false;
    std::size_t word_at_ = 0;
    std::size_t word_line_start_ = 0;
    int word_line_ = 1;
};

/// Returns true for texts that differ at most in the case of ASCII letters.
bool equal_ignoring_case(std::string_view a, std::string_view b);

/// Returns the word in quotes, cut when long, for messages.
std::string in_quotes(std::string_view word);

}  // namespace touchstone
