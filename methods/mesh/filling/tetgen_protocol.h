#pragma once

#include <cstdint>
#include <cstring>
#include <optional>
#include <string>
#include <string_view>
#include <type_traits>
#include <vector>

#include "methods/base/types.h"

// What the main program and the mesh worker say to each other through pipes, and what the cache
// stores: numbers as they lie in memory, arrays led by their length. Both ends are always built
// together and run on one machine.
//
// A request begins with its mark and the limits on processor time [s] and memory [bytes]. One for
// TetGen goes on with switches, vertices, triangles and a point in each cavity, and is answered
// with vertices and tets; one for CGAL goes on with vertices and triangles, and is answered with
// the corners of all convex pieces and the number of corners of each.

namespace touchstone::tetgen_protocol {

inline constexpr std::uint64_t kRequestMark =
    0x3152'4e45'4754'5354;  ///< first bytes of a request for TetGen
inline constexpr std::uint64_t kResponseMark = 0x3153'4e45'4754'5354;  ///< … of its response
inline constexpr std::uint64_t kCutRequestMark =
    0x3152'5455'4354'5354;  ///< first bytes of a request for CGAL
inline constexpr std::uint64_t kCutResponseMark = 0x3153'5455'4354'5354;  ///< … of its response

/// The worker's exit status; with any other, or a signal, it crashed.
enum ExitStatus : int {
    Done = 0,            ///< the response is on standard output
    BadRequest = 64,     ///< the request could not be read
    OutOfMemory = 65,    ///< the memory limit was hit
    StackOverflow = 66,  ///< the library recursed deeper than its stack is long
    CutFailed = 67,      ///< CGAL gave up and said why on standard error
    TetGenError = 80  ///< plus TetGen's own code (1…10): it gave up and said why on standard error
};
/// Largest code of TetGen that a status can hold; larger ones become this one.
inline constexpr int kMaxTetGenCode = 19;

/// Appends a value as it lies in memory.
template <typename T>
void append(std::string& bytes, const T& value) {
    static_assert(std::is_trivially_copyable_v<T>);
    bytes.append(reinterpret_cast<const char*>(&value), sizeof value);
}

/// Appends a text, led by its length.
inline void append_text(std::string& bytes, std::string_view text) {
    append(bytes, static_cast<std::uint64_t>(text.size()));
    bytes.append(text);
}

/// Coordinates or vertex indices, `Row` of them at a time: std::array<int, N> or Vec3.
template <typename Row>
void append_rows(std::string& bytes, const std::vector<Row>& rows) {
    append(bytes, static_cast<std::uint64_t>(rows.size()));
    for (const Row& row : rows) {
        bytes.append(reinterpret_cast<const char*>(row.data()), sizeof(Row));
    }
}

/// Reads in the order of writing. After a read beyond the end every further one fails as well.
class Reader {
 public:
    explicit Reader(std::string_view bytes) : bytes_(bytes) {}

    /// Takes a value as it lies in memory; zero after a failed read.
    template <typename T>
    T take() {
        static_assert(std::is_trivially_copyable_v<T>);
        T value{};
        const std::string_view part = take_bytes(sizeof value);
        if (!part.empty()) {
            std::memcpy(&value, part.data(), sizeof value);
        }
        return value;
    }

    /// Takes a text led by its length.
    std::string_view take_text() { return take_bytes(take<std::uint64_t>()); }

    /// Takes rows led by their number.
    template <typename Row>
    std::vector<Row> take_rows() {
        const auto count = take<std::uint64_t>();
        if (count > bytes_.size() / sizeof(Row)) {  // no allocation that the bytes don't back
            failed_ = true;
            return {};
        }
        std::vector<Row> rows(count);
        for (Row& row : rows) {
            std::memcpy(row.data(), bytes_.data(), sizeof(Row));
            bytes_.remove_prefix(sizeof(Row));
        }
        return rows;
    }

    /// Returns true when everything was there and nothing is left.
    bool is_complete() const { return !failed_ && bytes_.empty(); }

 private:
    std::string_view take_bytes(std::uint64_t count) {
        if (failed_ || count > bytes_.size()) {
            failed_ = true;
            return {};
        }
        const std::string_view part = bytes_.substr(0, count);
        bytes_.remove_prefix(count);
        return part;
    }

    std::string_view bytes_;
    bool failed_ = false;
};

}  // namespace touchstone::tetgen_protocol
