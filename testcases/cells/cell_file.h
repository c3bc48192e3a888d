#pragma once

#include <nlohmann/json.hpp>
#include <optional>
#include <string>
#include <string_view>
#include <vector>

#include "methods/base/error.h"
#include "testcases/cells/cell.h"

// The files of a folder with cells, as texts. See docs/formats for their members.

namespace touchstone {

/// Schema named in the file of a cell.
inline constexpr const char* kCellSchema = "touchstone-cell-2";

/// Returns a text as a part of a file's name: its first 60 bytes, with everything but letters,
/// digits, `_` and `.` of ASCII replaced by `_`.
std::string plain_name(std::string_view text);

/// Returns the name of a cell's file without its ending: stable, safe on any disk, and different
/// for every key: "contacts-opposing-spikes-1f3a90c2d4e5f607".
std::string cell_name(const CellKey& key);

/// Returns the text of a file of schema "touchstone-cell-2". `own`: the figures and details of the
/// track. The same cell gives the same text, apart from its times.
std::string write_cell(const CellKey& key, const RunOrigin& origin, const Cell& cell,
                       const nlohmann::ordered_json& own);

/// Fills the shared part of the cell and returns what the track wrote; nothing when the text was
/// made under another key or by another program. Throws FileError, naming the file, for anything
/// that write_cell did not write.
std::optional<nlohmann::json> parse_cell(std::string_view text, const std::string& file_name,
                                         const CellKey& key, const RunOrigin& origin, Cell& cell);

/// A cell of any track, as its file holds it.
struct KeptCell {  // NOLINT(bugprone-exception-escape): moving JSON asserts, and never throws
    CellKey key;
    RunOrigin program;        ///< program that made the cell
    nlohmann::json document;  ///< whole content of the file
};

/// Reads a file that holds a cell of any track and program. Throws FileError, naming the file, for
/// anything that write_cell did not write.
KeptCell parse_any_cell(std::string_view text, const std::string& file_name);

/// The name and the text of the file that lists the cells of a table, so that a folder shows what
/// is still missing. It is the same for every process that fills the table.
struct ChoiceFile {
    std::string name;
    std::string text;
};
/// Returns the file for the cells of these names.
ChoiceFile write_choice(const std::string& track, const RunOrigin& origin,
                        const std::vector<std::string>& cell_names);

/// Runs `read`, and turns whatever it finds wrong into a FileError that names the file.
template <typename Read>
auto read_as_cell(const std::string& file_name, const Read& read) {
    try {
        return read();
    } catch (const nlohmann::json::exception&) {
        throw FileError(file_name + ": damaged: not a file of schema " + kCellSchema);
    } catch (const Error& error) {
        const std::string message = error.what();
        throw FileError(message.starts_with(file_name) ? message : file_name + ": " + message);
    }
}

}  // namespace touchstone
