#include "testcases/cells/cell_store.h"

#include <algorithm>
#include <cmath>
#include <system_error>
#include <utility>

#include "methods/base/error.h"
#include "methods/base/files/atomic_file.h"
#include "methods/base/files/text_file.h"
#include "methods/base/sha256.h"
#include "testcases/files/json_document.h"
#include "testcases/files/json_optional.h"

namespace touchstone {
namespace {

namespace fs = std::filesystem;
using OrderedJson = nlohmann::ordered_json;

constexpr const char* kCellSchema = "touchstone-cell-1";
constexpr const char* kFolder = "cells";
constexpr std::size_t kMostCellBytes = std::size_t{256} << 20;
constexpr std::size_t kNameDigits = 16;  // of the key's digest

/// A path or a command need not be UTF-8; what is not is replaced.
template <typename Value>
std::string dump(const Value& json, int indent = -1) {
    return json.dump(indent, ' ', false, Value::error_handler_t::replace);
}

OrderedJson key_json(const CellKey& key) {
    OrderedJson conditions = OrderedJson::object();
    for (const auto& [name, value] : key.conditions) {
        conditions[name] = value;
    }
    return {{"track", key.track},
            {"method", key.method},
            {"case", key.case_name},
            {"settings", key.settings},
            {"conditions", conditions}};
}

OrderedJson origin_json(const RunOrigin& origin) {
    return {{"version", origin.version}, {"commit", origin.commit}};
}

OrderedJson cell_json(const Cell& cell, const OrderedJson& own) {
    return {{"outcome", outcome_id(cell.outcome)},
            {"reason", cell.reason},
            {"repeatable", cell.repeatable},
            {"digest", cell.digest},
            {"own", own}};
}

OrderedJson times_json(const CellTimes& times) {
    return {{"pairs", times.pairs},
            {"seconds", optional_json(times.seconds)},
            {"repetitions", times.repetitions}};
}

/// What stands in the file, as a reader of it will see it.
nlohmann::json as_read(const OrderedJson& json) { return nlohmann::json::parse(dump(json)); }

/// Of the values, not of the text: blanks and the order of members do not matter.
std::string checksum(const nlohmann::json& document) {
    std::string text;
    for (const char* part : {"program", "key", "cell", "times"}) {
        text += dump(document.at(part));
    }
    return hex(sha256(text));
}

/// Whether all numbers are some that a run can give, however badly it goes: far from where sums and
/// conversions to millimetres overflow.
bool has_possible_numbers(const nlohmann::json& json) {
    constexpr double kFarthest = 1e100;
    if (json.is_structured()) {
        return std::ranges::all_of(json, has_possible_numbers);
    }
    return !json.is_number_float() || std::abs(json.get<double>()) <= kFarthest;
}

/// Nothing when the document is of another key or program.
std::optional<nlohmann::json> read_document(const nlohmann::json& document, const CellKey& key,
                                            const RunOrigin& origin, Cell& cell) {
    if (document.at("schema") != kCellSchema) {
        return std::nullopt;
    }
    if (document.at("checksum") != checksum(document)) {
        throw FileError("damaged: its checksum does not fit");
    }
    if (document.at("key") != as_read(key_json(key)) ||
        document.at("program") != as_read(origin_json(origin))) {
        return std::nullopt;
    }
    const nlohmann::json& values = document.at("cell");
    if (!has_possible_numbers(values) || !has_possible_numbers(document.at("times"))) {
        throw FileError("damaged: it has a number that no run gives");
    }
    cell.outcome = find_outcome(values.at("outcome").get<std::string>());
    cell.reason = values.at("reason");
    cell.repeatable = values.at("repeatable");
    cell.digest = values.at("digest");
    const nlohmann::json& times = document.at("times");
    cell.times.pairs = times.at("pairs");
    cell.times.seconds = read_optional<double>(times.at("seconds"));
    cell.times.repetitions = times.at("repetitions");
    return values.at("own");
}

/// Runs `read`; whatever is wrong with the file is said with its name.
template <typename Read>
auto reading(const std::string& file_name, const Read& read) {
    try {
        return read();
    } catch (const nlohmann::json::exception&) {
        throw FileError(file_name + ": damaged: not a file of schema " + kCellSchema);
    } catch (const Error& error) {
        const std::string message = error.what();
        throw FileError(message.starts_with(file_name) ? message : file_name + ": " + message);
    }
}

void make_folder(const fs::path& folder) {
    std::error_code error;
    fs::create_directories(folder, error);
    if (error) {
        throw FileError(folder.string() + ": cannot be made: " + error.message());
    }
}

std::string plain_name(std::string_view text) {
    constexpr std::size_t kLongest = 60;
    std::string name;
    for (const char c : text.substr(0, kLongest)) {
        const bool plain = (c >= 'a' && c <= 'z') || (c >= 'A' && c <= 'Z') ||
                           (c >= '0' && c <= '9') || c == '_' || c == '.';
        name += plain ? c : '_';
    }
    return name;
}

}  // namespace

std::string cell_name(const CellKey& key) {
    const std::string_view path = key.case_name;
    const std::size_t slash = path.rfind('/');
    const std::string_view last = slash == std::string_view::npos ? path : path.substr(slash + 1);
    return key.track + "-" + plain_name(key.method) + "-" + plain_name(last) + "-" +
           hex(sha256(dump(key_json(key)))).substr(0, kNameDigits);
}

std::string write_cell(const CellKey& key, const RunOrigin& origin, const Cell& cell,
                       const OrderedJson& own) {
    OrderedJson document{{"schema", kCellSchema},
                         {"program", origin_json(origin)},
                         {"key", key_json(key)},
                         {"cell", cell_json(cell, own)},
                         {"times", times_json(cell.times)}};
    document["checksum"] = checksum(as_read(document));
    return dump(document, 1) + "\n";
}

std::optional<nlohmann::json> parse_cell(std::string_view text, const std::string& file_name,
                                         const CellKey& key, const RunOrigin& origin, Cell& cell) {
    return reading(file_name, [&] {
        return read_document(parse_json(text, file_name).value, key, origin, cell);
    });
}

CellStore::CellStore(fs::path folder, RunOrigin origin,
                     std::function<void(const std::string&)> note)
    : folder_(std::move(folder)), origin_(std::move(origin)), note_(std::move(note)) {
    make_folder(folder_ / kFolder);
    std::error_code error;
    for (const char* old : {"runs", "trials"}) {
        if (fs::is_directory(folder_ / old, error)) {
            this->note((folder_ / old).string() +
                       ": kept by an earlier version of this program; what it holds is asked anew, "
                       "and the folder can be removed");
        }
    }
}

fs::path CellStore::file_of(const CellKey& key) const {
    return folder_ / kFolder / (cell_name(key) + ".json");
}

void CellStore::note(const std::string& text) const {
    const std::lock_guard lock(mutex_);
    if (note_) {
        note_(text);
    }
}

bool CellStore::find_shared(const CellKey& key, Cell& cell, const ReadOwn& read_own) const {
    const fs::path file = file_of(key);
    if (!fs::exists(file)) {
        return false;
    }
    try {
        const std::optional<nlohmann::json> own =
            parse_cell(read_text_file(file, kMostCellBytes), file.string(), key, origin_, cell);
        if (own) {
            reading(file.string(), [&] { read_own(*own); });
        }
        return own.has_value();
    } catch (const FileError& error) {
        note(std::string(error.what()) + "; this is asked anew");
        return false;
    }
}

void CellStore::keep_own(const CellKey& key, const Cell& cell, const OrderedJson& own) const {
    write_file_atomically(file_of(key), write_cell(key, origin_, cell, own));
}

std::unique_ptr<CellStore> open_cell_store(const CellFolder* folder) {
    return folder == nullptr
               ? nullptr
               : std::make_unique<CellStore>(folder->path, folder->origin, folder->note);
}

}  // namespace touchstone
