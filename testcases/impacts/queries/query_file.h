#pragma once

#include <concepts>
#include <cstdint>
#include <filesystem>
#include <functional>
#include <iosfwd>
#include <memory>
#include <optional>
#include <span>
#include <string>
#include <string_view>
#include <type_traits>
#include <utility>
#include <vector>

#include "methods/continuous/impact_query.h"

namespace touchstone {

/// A query with what its source says of the answer.
struct StatedQuery {
    ImpactQuery query;
    std::optional<bool> hit;  ///< stated answer, true for a hit; nothing: none is stated
    std::optional<double> earliest_time;  ///< earliest time at which an answer with a hit may lie
    std::optional<double> latest_time;    ///< latest such time
    std::optional<double> tolerance;      ///< δ at which the query is hard to answer [m]
};

/// Hands out queries one after the other. Copies stand at the same place in the same queries.
class QueryStream {
 public:
    /// Leaves out `count` queries, and returns how many there were.
    using Skip = std::function<std::int64_t(std::int64_t count)>;

    QueryStream() = default;
    /// Makes a stream of `next`, which returns false at the end. Without a `skip`, queries to be
    /// left out are read.
    template <class Next>
    requires(!std::same_as<Next, QueryStream> && std::is_invocable_r_v<bool, Next&, StatedQuery&>)
        QueryStream(Next next, Skip skip = {})
        : next_(std::move(next)), skip_(std::move(skip)) {}

    /// Returns false for a stream made of nothing.
    explicit operator bool() const { return static_cast<bool>(next_); }
    /// Hands out the next query; returns false at the end.
    bool operator()(StatedQuery& query) const { return next_(query); }
    /// Leaves out `count` queries; returns how many there were, fewer at the end.
    std::int64_t skip(std::int64_t count) const;

 private:
    std::function<bool(StatedQuery& query)> next_;
    Skip skip_;
};

// Wang et al. [2021], Appendix A: lines of seven columns without a header, eight lines a query.
// Each line is a point as three fractions, numerator and denominator, then whether the query is a
// hit, 0 or 1, the same in all eight. The points are those of ImpactQuery at t = 0, then at t = 1.
// In our reading the seventh column may be empty in all eight lines: not stated.

/// Reads queries one by one; its memory does not grow with the file.
class QueryReader {
 public:
    /// Opens a file in that form, as it is or compressed by gzip. Without `kind` its path says the
    /// kind, see kind_of_path. Throws FileError when the kind is open or nothing can be read.
    explicit QueryReader(const std::filesystem::path& file,
                         std::optional<ImpactKind> kind = std::nullopt);

    /// Reads text in that form, which must outlive the reader. `name` is for messages.
    QueryReader(std::string name, std::string_view text, ImpactKind kind);

    ~QueryReader();
    QueryReader(QueryReader&&) noexcept;
    QueryReader& operator=(QueryReader&&) noexcept;

    /// Reads the next query; returns false at the end. Throws FileError naming file, line and
    /// remedy on anything that is not in that form, and on a file without any query.
    bool next(StatedQuery& query);

    /// Leaves out `count` queries, of which only the lines are counted; returns fewer at the end.
    std::int64_t skip(std::int64_t count);

    /// Returns the kind of its queries.
    ImpactKind kind() const;

 private:
    struct State;
    std::unique_ptr<State> state_;
};

/// Returns the kind that the file's own name, or else the innermost folder, contains: "vertex-face"
/// or "edge-edge", with any of - and _.
std::optional<ImpactKind> kind_of_path(const std::filesystem::path& path);

/// Returns "vertex-face" or "edge-edge".
std::string_view kind_name(ImpactKind kind);

/// Returns the kind of that name. Throws UsageError on anything but the two names.
ImpactKind find_impact_kind(std::string_view name);

/// Writes one query in the form above, exactly. Throws Error when a coordinate is not finite.
void write_query(std::ostream& out, const StatedQuery& query);

/// Reads the one query of a JSON file of the schema touchstone-ccd-1. Throws FileError.
StatedQuery parse_query_json(std::string_view text, std::string_view file_name);

/// Finds the files that end in .csv, .csv.gz or .json, in folders at any depth, sorted. Throws
/// FileError when a path does not exist, or a folder has none.
std::vector<std::filesystem::path> find_query_files(
    std::span<const std::filesystem::path> files_and_folders);

/// Opens a file in either form as a stream of queries.
QueryStream open_query_file(const std::filesystem::path& file,
                            std::optional<ImpactKind> kind = std::nullopt);

}  // namespace touchstone
