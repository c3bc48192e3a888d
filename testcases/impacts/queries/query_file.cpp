#include "testcases/impacts/queries/query_file.h"

#include <zlib.h>

#include <algorithm>
#include <array>
#include <cerrno>
#include <cstring>
#include <ostream>
#include <system_error>

#include "methods/base/error.h"
#include "methods/base/files/text_file.h"
#include "methods/base/printable.h"
#include "testcases/impacts/queries/fraction_text.h"

namespace touchstone {
namespace {

constexpr int kRows = 8;
constexpr int kColumns = 7;
constexpr std::size_t kBlock = std::size_t{1} << 17;
constexpr std::size_t kMostLine = std::size_t{1} << 14;  // six numbers have 330 digits at most

constexpr std::array<std::string_view, 2> kKindNames{"vertex-face", "edge-edge"};

gzFile open_gzip(const std::filesystem::path& path) {
    std::error_code error;
    if (std::filesystem::is_directory(path, error)) {
        throw FileError(printable(path.string()) + ": is a folder; name a file in it");
    }
    const gzFile file = gzopen(path.c_str(), "rb");
    if (file == nullptr) {
        throw FileError(printable(path.string()) + ": cannot be read; does the file exist?");
    }
    gzbuffer(file, kBlock);
    return file;
}

using Row = std::array<std::string_view, kColumns>;

/// Splits at commas and counts the columns; those beyond the seventh are only counted.
int split(std::string_view line, Row& row) {
    int count = 0;
    for (;;) {
        const std::size_t comma = line.find(',');
        if (count < kColumns) {
            row[static_cast<std::size_t>(count)] = line.substr(0, comma);
        }
        ++count;
        if (comma == std::string_view::npos) {
            return count;
        }
        line.remove_prefix(comma + 1);
    }
}

std::string_view without_return(std::string_view line) {
    if (line.ends_with('\r')) {
        line.remove_suffix(1);
    }
    return line;
}

/// Returns the beginning of a line for a message.
std::string quoted(std::string_view text) {
    constexpr std::size_t kMost = 60;
    return '"' + printable(text.substr(0, kMost)) + (text.size() > kMost ? "…\"" : "\"");
}

std::string fault_text(FractionFault fault, const Row& row, int axis) {
    const std::size_t at = 2 * static_cast<std::size_t>(axis);
    const std::string_view above = row[at];
    const std::string_view below = row[at + 1];
    const std::string name = std::string("coordinate ") + "xyz"[axis] + ": ";
    switch (fault) {
        case FractionFault::ZeroDenominator:
            return name + "its denominator is 0; a denominator is a whole number above 0";
        case FractionFault::NegativeDenominator:
            return name + "its denominator is negative; give the sign to the numerator";
        case FractionFault::NoDouble:
            return name + quoted(above) + " over " + quoted(below) +
                   " is not the value of a double; round it to one first";
        default:
            return name + "expected two whole numbers, found " + quoted(above) + " and " +
                   quoted(below);
    }
}

}  // namespace

struct QueryReader::State {
    struct CloseGzip {
        void operator()(gzFile opened) const { gzclose_r(opened); }
    };

    std::string name;
    ImpactKind kind = ImpactKind::VertexFace;
    std::unique_ptr<gzFile_s, CloseGzip> file;  ///< none for text in memory
    std::string block;                          ///< the last bytes of the file that were read
    std::string_view rest;                      ///< of the block or the text: not yet handed out
    std::int64_t line = 0;                      ///< that was handed out last, from 1
    std::int64_t queries = 0;

    [[noreturn]] void fail(const std::string& message) const {
        throw FileError(printable(name) + ":" + std::to_string(line) + ": " + message);
    }

    bool refill() {
        if (!file) {
            return false;
        }
        const std::size_t kept = rest.size();
        std::memmove(block.data(), rest.data(), kept);
        const int count =
            gzread(file.get(), block.data() + kept, static_cast<unsigned>(block.size() - kept));
        int error = Z_OK;
        const char* const words = gzerror(file.get(), &error);
        if (count < 0 || (count == 0 && error != Z_OK && error != Z_STREAM_END)) {
            const std::string reason = error == Z_ERRNO ? std::strerror(errno) : words;
            throw FileError(printable(name) + ": reading failed after line " +
                            std::to_string(line) + " (" + printable(reason) +
                            "); the file is damaged or cut short: copy it again");
        }
        rest = std::string_view(block.data(), kept + static_cast<std::size_t>(count));
        return count > 0;
    }

    /// Returns the next line without its end; nothing after the last one.
    std::optional<std::string_view> next_line() {
        std::size_t end = rest.find('\n');
        while (end == std::string_view::npos) {
            const std::size_t searched = rest.size();
            if (searched > kMostLine) {
                ++line;
                fail("is longer than any query's line; this is not a file of queries");
            }
            if (!refill()) {
                break;
            }
            end = rest.find('\n', searched);
        }
        if (rest.empty()) {
            return std::nullopt;
        }
        const std::string_view found = rest.substr(0, end);
        rest.remove_prefix(end == std::string_view::npos ? rest.size() : end + 1);
        ++line;
        return without_return(found);
    }

    /// Returns the next line that is not empty. Empty ones may stand at the end alone.
    std::optional<std::string_view> next_row() {
        std::optional<std::string_view> text = next_line();
        if (!text || !text->empty()) {
            return text;
        }
        const std::int64_t first_empty = line;
        while (text && text->empty()) {
            text = next_line();
        }
        if (text) {
            line = first_empty;
            fail("is empty; remove it");
        }
        return std::nullopt;
    }

    void read_point(const Row& row, Vec3& point) const {
        for (int axis = 0; axis < 3; ++axis) {
            const std::size_t at = 2 * static_cast<std::size_t>(axis);
            const ReadFraction read = read_fraction(row[at], row[at + 1]);
            if (read.fault != FractionFault::None) {
                fail(fault_text(read.fault, row, axis));
            }
            point[axis] = read.value;
        }
    }

    std::optional<bool> read_truth(std::string_view text) const {
        if (text.empty()) {
            return std::nullopt;
        }
        if (text != "0" && text != "1") {
            fail("column 7: expected 0 (no hit) or 1 (hit), found " + quoted(text));
        }
        return text == "1";
    }

    void read_row(std::string_view text, int index, StatedQuery& query) const {
        Row row;
        const int columns = split(text, row);
        if (columns != kColumns) {
            fail("has " + std::to_string(columns) +
                 " columns instead of 7 (x, y and z as "
                 "numerator and denominator, and whether it is a hit)" +
                 (columns < kColumns ? "; is the file cut short?" : ""));
        }
        read_point(row, index < 4 ? query.query.start[index] : query.query.end[index - 4]);
        const std::optional<bool> hit = read_truth(row[kColumns - 1]);
        if (index > 0 && hit != query.hit) {
            fail(
                "column 7 differs from that of the query's first line; the eight lines of a query "
                "say the same");
        }
        query.hit = hit;
    }

    /// Gives the lines of the next query to `take`; false at the end.
    template <class Take>
    bool next_query(const Take& take) {
        for (int index = 0; index < kRows; ++index) {
            const std::optional<std::string_view> row = next_row();
            if (!row && index == 0) {
                if (queries == 0) {
                    throw FileError(printable(name) +
                                    ": has no query; is it the right file, and whole?");
                }
                return false;
            }
            if (!row) {
                fail("the last query has " + std::to_string(index) +
                     " lines instead of 8; is the file cut short?");
            }
            take(*row, index);
        }
        ++queries;
        return true;
    }
};

QueryReader::QueryReader(const std::filesystem::path& file, std::optional<ImpactKind> kind)
    : state_(std::make_unique<State>()) {
    state_->name = file.string();
    state_->file.reset(open_gzip(file));
    state_->block.resize(2 * kBlock);
    state_->rest = std::string_view(state_->block.data(), state_->block.size()).substr(0, 0);
    if (!kind) {
        kind = kind_of_path(file);
    }
    if (!kind) {
        throw FileError(printable(state_->name) +
                        ": neither its name nor its folder says vertex-face or edge-edge; name the "
                        "kind of its queries, or put it in a folder of that name");
    }
    state_->kind = *kind;
}

QueryReader::QueryReader(std::string name, std::string_view text, ImpactKind kind)
    : state_(std::make_unique<State>()) {
    state_->name = std::move(name);
    state_->kind = kind;
    state_->rest = text;
}

QueryReader::~QueryReader() = default;
QueryReader::QueryReader(QueryReader&&) noexcept = default;
QueryReader& QueryReader::operator=(QueryReader&&) noexcept = default;

ImpactKind QueryReader::kind() const { return state_->kind; }

bool QueryReader::next(StatedQuery& query) {
    State& state = *state_;
    query.query.kind = state.kind;
    query.earliest_time.reset();
    query.latest_time.reset();
    query.tolerance.reset();
    return state.next_query(
        [&](std::string_view row, int index) { state.read_row(row, index, query); });
}

std::int64_t QueryReader::skip(std::int64_t count) {
    std::int64_t skipped = 0;
    while (skipped < count && state_->next_query([](std::string_view, int) {})) {
        ++skipped;
    }
    return skipped;
}

std::int64_t QueryStream::skip(std::int64_t count) const {
    if (skip_) {
        return skip_(count);
    }
    StatedQuery query;
    std::int64_t skipped = 0;
    while (skipped < count && next_(query)) {
        ++skipped;
    }
    return skipped;
}

std::string_view kind_name(ImpactKind kind) { return kKindNames[kind == ImpactKind::EdgeEdge]; }

ImpactKind find_impact_kind(std::string_view name) {
    for (const ImpactKind kind : {ImpactKind::VertexFace, ImpactKind::EdgeEdge}) {
        if (name == kind_name(kind)) {
            return kind;
        }
    }
    throw UsageError("unknown kind of queries " + quoted(name) +
                     "; there are vertex-face and edge-edge");
}

std::optional<ImpactKind> kind_of_path(const std::filesystem::path& path) {
    std::filesystem::path part = path;
    for (; part.has_filename(); part = part.parent_path()) {
        std::string name = part.filename().string();
        std::ranges::replace(name, '_', '-');
        const bool faces = name.find(kKindNames[0]) != std::string::npos;
        const bool edges = name.find(kKindNames[1]) != std::string::npos;
        if (faces != edges) {
            return faces ? ImpactKind::VertexFace : ImpactKind::EdgeEdge;
        }
    }
    return std::nullopt;
}

void write_query(std::ostream& out, const StatedQuery& query) {
    validate(query.query);
    for (int i = 0; i < kRows; ++i) {
        const Vec3& point = i < 4 ? query.query.start[i] : query.query.end[i - 4];
        for (int axis = 0; axis < 3; ++axis) {
            const FractionText text = fraction_text(point[axis]);
            out << text.numerator << ',' << text.denominator << ',';
        }
        out << (!query.hit ? "" : *query.hit ? "1" : "0") << '\n';
    }
}

}  // namespace touchstone
