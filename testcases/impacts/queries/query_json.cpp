#include <algorithm>
#include <memory>
#include <string>
#include <system_error>

#include "methods/base/error.h"
#include "methods/base/files/text_file.h"
#include "methods/base/printable.h"
#include "testcases/files/json/json_place.h"
#include "testcases/impacts/queries/query_file.h"

namespace touchstone {
namespace {

constexpr std::string_view kSchema = "touchstone-ccd-1";
constexpr std::size_t kMostJson = std::size_t{16} << 20;

bool has_ending(const std::filesystem::path& path, std::string_view ending) {
    return path.string().ends_with(ending);
}

bool is_query_file(const std::filesystem::path& path) {
    return has_ending(path, ".csv") || has_ending(path, ".csv.gz") || has_ending(path, ".json");
}

ImpactKind read_kind(const JsonPlace& place) {
    const std::string name = place.line_of_text();
    if (name == "vertex_face") {
        return ImpactKind::VertexFace;
    }
    if (name != "edge_edge") {
        place.fail(
            "expected \"vertex_face\" or \"edge_edge\"; other kinds are no query of two "
            "mesh elements");
    }
    return ImpactKind::EdgeEdge;
}

std::array<Vec3, 4> read_points(const JsonPlace& place) {
    if (place.item_count("an array of four points") != 4) {
        place.fail("expected an array of four points");
    }
    std::array<Vec3, 4> points;
    for (int i = 0; i < 4; ++i) {
        points[i] = place.item(i).vector("a point as three numbers");
    }
    return points;
}

void read_expected(const JsonPlace& place, StatedQuery& query) {
    place.allow_keys({"hit", "toi"});
    query.hit = place.require("hit").boolean();
    const std::optional<JsonPlace> times = place.find("toi");
    if (!times) {
        return;
    }
    if (times->item_count("two times") != 2) {
        times->fail("expected two times, the earliest and the latest");
    }
    query.earliest_time = times->item(0).not_negative("a time from 0 to 1");
    query.latest_time = times->item(1).not_negative("a time from 0 to 1");
    if (*query.earliest_time > *query.latest_time) {
        times->fail("the earliest time comes after the latest");
    }
}

void add_files_of(const std::filesystem::path& folder, std::vector<std::filesystem::path>& files) {
    std::vector<std::filesystem::path> found;
    for (const auto& entry : std::filesystem::recursive_directory_iterator(folder)) {
        if (entry.is_regular_file() && is_query_file(entry.path())) {
            found.push_back(entry.path());
        }
    }
    if (found.empty()) {
        throw FileError(printable(folder.string()) +
                        ": has no file of queries in it (.csv, .csv.gz or .json)");
    }
    std::ranges::sort(found);
    files.insert(files.end(), found.begin(), found.end());
}

}  // namespace

StatedQuery parse_query_json(std::string_view text, std::string_view file_name) {
    const JsonDocument document = parse_json(text, file_name);
    const JsonPlace root(document);
    root.allow_keys({"schema", "kind", "t0", "t1", "expect"});
    const JsonPlace schema = root.require("schema");
    if (schema.line_of_text() != kSchema) {
        schema.fail("expected \"touchstone-ccd-1\"");
    }
    StatedQuery query;
    query.query.kind = read_kind(root.require("kind"));
    query.query.start = read_points(root.require("t0"));
    query.query.end = read_points(root.require("t1"));
    if (const std::optional<JsonPlace> expected = root.find("expect")) {
        read_expected(*expected, query);
    }
    return query;
}

std::vector<std::filesystem::path> find_query_files(
    std::span<const std::filesystem::path> files_and_folders) {
    std::vector<std::filesystem::path> files;
    for (const std::filesystem::path& path : files_and_folders) {
        std::error_code error;
        if (std::filesystem::is_directory(path, error)) {
            add_files_of(path, files);
        } else if (std::filesystem::exists(path, error)) {
            files.push_back(path);
        } else {
            throw FileError(printable(path.string()) + ": does not exist; check the path");
        }
    }
    return files;
}

QueryStream open_query_file(const std::filesystem::path& file, std::optional<ImpactKind> kind) {
    if (has_ending(file, ".json")) {
        const StatedQuery only = parse_query_json(read_text_file(file, kMostJson), file.string());
        return [only, done = false](StatedQuery& query) mutable {
            if (done) {
                return false;
            }
            query = only;
            return done = true;
        };
    }
    // A stream can be copied, a reader cannot.
    const auto reader = std::make_shared<QueryReader>(file, kind);
    return {[reader](StatedQuery& query) { return reader->next(query); },
            [reader](std::int64_t count) { return reader->skip(count); }};
}

}  // namespace touchstone
