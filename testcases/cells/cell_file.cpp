#include "testcases/cells/cell_file.h"

#include <algorithm>
#include <cmath>
#include <utility>

#include "methods/base/sha256.h"
#include "testcases/files/json/json_document.h"
#include "testcases/files/json/json_optional.h"

namespace touchstone {
namespace {

using OrderedJson = nlohmann::ordered_json;

constexpr const char* kChoiceSchema = "touchstone-choice-1";
constexpr std::size_t kNameDigits = 16;  // digits of the key's digest

/// Writes JSON as text. A path or a command need not be UTF-8; bytes that are not are replaced.
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

/// Returns the content of the file as a reader will see it.
nlohmann::json as_read(const OrderedJson& json) { return nlohmann::json::parse(dump(json)); }

/// Returns the seal of a text, the checksum of all of it, which follows it in the file.
std::string seal_of(std::string_view text) {
    return ",\n \"checksum\": \"" + hex(sha256(text)) + "\"\n}\n";
}

/// Appends the seal. The text is that of an object, whose last member the checksum becomes.
std::string sealed(std::string text) {
    constexpr std::string_view kEnd = "\n}";
    text.resize(text.size() - kEnd.size());
    text += seal_of(text);
    return text;
}

bool is_sealed(std::string_view text) {
    const std::size_t begin = text.rfind(",\n \"checksum\": \"");
    return begin != std::string_view::npos && text.substr(begin) == seal_of(text.substr(0, begin));
}

/// Returns how deep objects and arrays stand in each other at most, in a text of JSON.
int depth_of(std::string_view text) {
    int depth = 0;
    int most = 0;
    bool is_string = false;
    for (std::size_t i = 0; i < text.size(); ++i) {
        const char c = text[i];
        if (is_string) {
            i += c == '\\' ? 1 : 0;
            is_string = c != '"';
        } else if (c == '"') {
            is_string = true;
        } else if (c == '{' || c == '[') {
            most = std::max(most, ++depth);
        } else if (c == '}' || c == ']') {
            --depth;
        }
    }
    return most;
}

/// Parses a text whose checksum fits. It was written whole, so no message will name a line in it,
/// which would take reading it twice.
nlohmann::json parse_sealed(std::string_view text) {
    constexpr int kMostDepth = 64;  // as parse_json: keeps what walks over the value shallow
    if (depth_of(text) > kMostDepth) {
        throw FileError("damaged: it is nested too deeply");
    }
    return nlohmann::json::parse(text);
}

/// Parses a file that holds a cell; returns nothing where it is of another schema. Throws FileError
/// for one that write_cell did not write.
std::optional<nlohmann::json> parse_document(std::string_view text, const std::string& file_name) {
    const bool is_whole = is_sealed(text);
    nlohmann::json document = is_whole ? parse_sealed(text) : parse_json(text, file_name).value;
    if (document.at("schema") != kCellSchema) {
        return std::nullopt;
    }
    if (!is_whole) {
        throw FileError("damaged: its checksum does not fit");
    }
    return document;
}

/// Returns true when all numbers are ones that a run can give, however badly it goes: far from
/// where sums and conversions to millimetres overflow.
bool has_possible_numbers(const nlohmann::json& json) {
    constexpr double kFarthest = 1e100;
    if (json.is_structured()) {
        return std::ranges::all_of(json, has_possible_numbers);
    }
    return !json.is_number_float() || std::abs(json.get<double>()) <= kFarthest;
}

void check_numbers(const nlohmann::json& document) {
    if (!has_possible_numbers(document.at("cell")) || !has_possible_numbers(document.at("times"))) {
        throw FileError("damaged: it has a number that no run gives");
    }
}

/// Fills the shared part of a cell and returns the track's own; nothing when the cell is of another
/// key or program.
std::optional<nlohmann::json> read_document(nlohmann::json document, const CellKey& key,
                                            const RunOrigin& origin, Cell& cell) {
    check_numbers(document);
    if (document.at("key") != as_read(key_json(key)) ||
        document.at("program") != as_read(origin_json(origin))) {
        return std::nullopt;
    }
    nlohmann::json& values = document.at("cell");
    cell.outcome = find_outcome(values.at("outcome").get<std::string>());
    cell.reason = values.at("reason");
    cell.repeatable = values.at("repeatable");
    cell.digest = values.at("digest");
    const nlohmann::json& times = document.at("times");
    cell.times.pairs = times.at("pairs");
    cell.times.seconds = read_optional<double>(times.at("seconds"));
    cell.times.repetitions = times.at("repetitions");
    return std::move(values.at("own"));
}

}  // namespace

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

std::string cell_name(const CellKey& key) {
    const std::string_view path = key.case_name;
    const std::size_t slash = path.rfind('/');
    const std::string_view last = slash == std::string_view::npos ? path : path.substr(slash + 1);
    return key.track + "-" + plain_name(key.method) + "-" + plain_name(last) + "-" +
           hex(sha256(dump(key_json(key)))).substr(0, kNameDigits);
}

std::string write_cell(const CellKey& key, const RunOrigin& origin, const Cell& cell,
                       const OrderedJson& own) {
    const OrderedJson document{{"schema", kCellSchema},
                               {"program", origin_json(origin)},
                               {"key", key_json(key)},
                               {"cell", cell_json(cell, own)},
                               {"times", times_json(cell.times)}};
    return sealed(dump(document, 1));
}

std::optional<nlohmann::json> parse_cell(std::string_view text, const std::string& file_name,
                                         const CellKey& key, const RunOrigin& origin, Cell& cell) {
    return read_as_cell(file_name, [&]() -> std::optional<nlohmann::json> {
        std::optional<nlohmann::json> document = parse_document(text, file_name);
        return document ? read_document(*std::move(document), key, origin, cell) : std::nullopt;
    });
}

KeptCell parse_any_cell(std::string_view text, const std::string& file_name) {
    return read_as_cell(file_name, [&] {
        std::optional<nlohmann::json> document = parse_document(text, file_name);
        if (!document) {
            throw FileError(std::string("not a file of schema ") + kCellSchema);
        }
        KeptCell kept;
        kept.document = *std::move(document);
        check_numbers(kept.document);
        const nlohmann::json& key = kept.document.at("key");
        kept.key.track = key.at("track");
        kept.key.method = key.at("method");
        kept.key.case_name = key.at("case");
        const nlohmann::json& program = kept.document.at("program");
        kept.program = {program.at("version"), program.at("commit")};
        return kept;
    });
}

ChoiceFile write_choice(const std::string& track, const RunOrigin& origin,
                        const std::vector<std::string>& cell_names) {
    const OrderedJson document{{"schema", kChoiceSchema},
                               {"program", origin_json(origin)},
                               {"track", track},
                               {"cells", cell_names}};
    const std::string text = dump(document, 1) + "\n";
    return {"choice-" + track + "-" + hex(sha256(text)).substr(0, kNameDigits) + ".json", text};
}

}  // namespace touchstone
