#include "testcases/impacts/queries/query_sets.h"

#include <algorithm>
#include <array>
#include <memory>
#include <system_error>
#include <utility>

#include "methods/base/error.h"
#include "methods/base/files/embedded_file.h"
#include "methods/base/join.h"
#include "methods/base/number_text.h"
#include "methods/base/printable.h"
#include "methods/base/sha256.h"
#include "testcases/impacts/queries/cloth_queries.h"
#include "testcases/impacts/queries/degenerate_queries.h"
#include "testcases/impacts/queries/sheet_queries.h"

namespace touchstone {
namespace {

constexpr std::array<CaseParameter, 2> kDegenerateParameters{{
    {"count", 450, 1, 100'000'000, true, "", "number of queries, both kinds in turn"},
    {"seed", 1, 0, 1'000'000, true, "", "of the random numbers"},
}};

constexpr std::array<CaseParameter, 2> kSheetParameters{{
    {"n", 100, 1, 400, true, "", "number of cells along each side of a sheet"},
    {"seed", 1, 0, 1'000'000, true, "", "of the random numbers"},
}};

constexpr std::array<CaseParameter, 2> kClothParameters{{
    {"n", 20, 1, 200, true, "", "number of cells along a unit of length"},
    {"seed", 1, 0, 1'000'000, true, "", "of the random numbers"},
}};

/// Returns the δ that the name of a file ends in: "data_delta_0.02.csv".
std::optional<double> tolerance_of(std::string_view name) {
    constexpr std::string_view kMark = "_delta_";
    constexpr std::string_view kEnding = ".csv";
    const std::size_t mark = name.rfind(kMark);
    if (mark == std::string_view::npos) {
        return std::nullopt;
    }
    name.remove_prefix(mark + kMark.size());
    name.remove_suffix(kEnding.size());
    return parse_number(name);
}

/// The built-in files of a folder, one after the other.
class BuiltInQueries {
 public:
    explicit BuiltInQueries(std::string_view folder) {
        for (const EmbeddedFile& file : query_files()) {
            if (file.name.starts_with(folder)) {
                files_.push_back(&file);
            }
        }
    }

    bool next(StatedQuery& query) {
        while (reader_ == nullptr || !reader_->next(query)) {
            if (index_ == files_.size()) {
                return false;
            }
            const EmbeddedFile& file = *files_[index_++];
            const std::string name(file.name);
            reader_ = std::make_unique<QueryReader>(name, file.bytes, kind_of_path(name).value());
            tolerance_ = tolerance_of(file.name);
        }
        query.tolerance = tolerance_;
        return true;
    }

 private:
    std::vector<const EmbeddedFile*> files_;
    std::size_t index_ = 0;
    std::unique_ptr<QueryReader> reader_;
    std::optional<double> tolerance_;
};

/// The queries of files, one file after the other.
class FileQueries {
 public:
    FileQueries(std::vector<std::filesystem::path> files, std::optional<ImpactKind> kind)
        : files_(std::move(files)), kind_(kind) {}

    bool next(StatedQuery& query) {
        while (!current_ || !current_(query)) {
            if (!open_next()) {
                return false;
            }
        }
        return true;
    }

    std::int64_t skip(std::int64_t count) {
        std::int64_t skipped = 0;
        while (skipped < count && (current_ || open_next())) {
            skipped += current_.skip(count - skipped);
            if (skipped < count) {
                current_ = {};
            }
        }
        return skipped;
    }

 private:
    bool open_next() {
        if (index_ == files_.size()) {
            return false;
        }
        current_ = open_query_file(files_[index_++], kind_);
        return true;
    }

    std::vector<std::filesystem::path> files_;
    std::optional<ImpactKind> kind_;
    std::size_t index_ = 0;
    QueryStream current_;
};

QueryStream open_built_in(std::string_view folder) {
    const auto queries = std::make_shared<BuiltInQueries>(folder);
    return [queries](StatedQuery& query) { return queries->next(query); };
}

constexpr std::array<QuerySetKind, 6> kSets{{
    {"samples",
     "Samples",
     "Wang et al. [2021], handcrafted queries: 308 of 7279",
     {},
     [](const CaseValues&) { return open_built_in("samples/"); }},
    {"end_of_step",
     "End of the step",
     "Touches at exactly t = 1, at seven scales",
     {},
     [](const CaseValues&) { return open_built_in("end-of-step/"); }},
    {"small_box_not_first",
     "Small box not first",
     "Touches that Algorithm 2 of Wang et al. [2021] loses as printed, with their δ",
     {},
     [](const CaseValues&) { return open_built_in("small-box-not-first/"); }},
    {"degenerate", "Degenerate", "Made with a seed, exact truth", kDegenerateParameters,
     [](const CaseValues& values) {
         return make_degenerate_queries(
             {values.whole("count"), static_cast<std::uint64_t>(values.whole("seed"))});
     }},
    {"sheets", "Two sheets", "Made with a seed, exact truth", kSheetParameters,
     [](const CaseValues& values) {
         return make_sheet_queries(
             {values.whole("n"), static_cast<std::uint64_t>(values.whole("seed"))});
     }},
    {"cloth", "Folded cloth", "Made with a seed, exact truth", kClothParameters,
     [](const CaseValues& values) {
         return make_cloth_queries(
             {values.whole("n"), static_cast<std::uint64_t>(values.whole("seed"))});
     }},
}};

const QuerySetKind& find_kind(std::string_view id) {
    const auto found = std::ranges::find(kSets, id, &QuerySetKind::id);
    if (found != kSets.end()) {
        return *found;
    }
    throw UnknownName("unknown set of queries '" + printable(id) + "'; the sets are " +
                      join(kSets, ", ", &QuerySetKind::id) + ", and files and folders of queries");
}

}  // namespace

std::span<const QuerySetKind> all_query_sets() { return kSets; }

QuerySet find_query_set(std::string_view text) {
    const std::size_t colon = text.find(':');
    const QuerySetKind& kind = find_kind(text.substr(0, colon));
    const CaseValues values = colon == std::string_view::npos
                                  ? CaseValues(kind.id, kind.parameters)
                                  : CaseValues(kind.id, kind.parameters, text.substr(colon + 1));
    return {values.case_name(), [&kind, values] { return kind.open(values); }};
}

std::string file_states(std::span<const std::filesystem::path> files) {
    std::string text;
    std::error_code error;
    for (const std::filesystem::path& file : files) {
        const auto size = std::filesystem::file_size(file, error);
        const auto time = std::filesystem::last_write_time(file, error).time_since_epoch().count();
        text += file.string() + " " + std::to_string(size) + " " + std::to_string(time) + "\n";
    }
    return text;
}

QuerySet query_set_of_path(const std::filesystem::path& path, std::optional<ImpactKind> kind) {
    const std::array paths{path};
    const auto open = [files = find_query_files(paths), kind]() -> QueryStream {
        const auto queries = std::make_shared<FileQueries>(files, kind);
        return {[queries](StatedQuery& query) { return queries->next(query); },
                [queries](std::int64_t count) { return queries->skip(count); }};
    };
    return {path.string(),
            open,
            {{"files", hex(sha256(file_states(find_query_files(paths))))},
             {"kind", kind ? std::string(kind_name(*kind)) : ""}}};
}

QuerySet find_set_or_path(const std::string& name, std::optional<ImpactKind> kind) {
    std::error_code error;
    const std::string_view id = std::string_view(name).substr(0, name.find(':'));
    const bool is_known = std::ranges::find(kSets, id, &QuerySetKind::id) != kSets.end();
    return !is_known && std::filesystem::exists(name, error) ? query_set_of_path(name, kind)
                                                             : find_query_set(name);
}

}  // namespace touchstone
