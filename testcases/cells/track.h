#pragma once

#include <nlohmann/json_fwd.hpp>
#include <optional>
#include <span>
#include <string>
#include <vector>

#include "testcases/cells/cell.h"

namespace touchstone {

/// The direction in which a figure gets better.
enum class Better {
    Neither,  ///< neither direction, as for a count of contacts
    Fewer,    ///< fewer are better, down to none, as for faults
    NearOne   ///< best at 1
};

/// A number that every cell of a track has, or states the lack of.
template <class CellType>
struct Figure {
    std::string group;     ///< name of the object that holds it in files; empty: none
    std::string key;       ///< its name in that object: "quality", "duplicates"
    bool is_count = true;  ///< true: a whole number, of which any change counts
    std::optional<double> (*read)(const CellType&, int index) = nullptr;
    int index = 0;  ///< argument for `read`
    Better better = Better::Neither;

    /// Returns the name of its column: "quality", "audit_duplicates".
    std::string id() const {
        const std::string prefix = group == "verdicts" ? "verdict" : group;
        return prefix.empty() ? key : prefix + "_" + key;
    }
};

/// A kind of question, with the cells that answer it.
template <class CellType>
struct Track {
    std::string id;  ///< stable name in files: "contacts"
    std::span<const Figure<CellType>> (*figures)() = nullptr;

    /// Writes what the cell adds to the part that all tracks share; null: cells are not kept in
    /// files.
    nlohmann::ordered_json (*write)(const CellType&) = nullptr;
    /// Reads it back. Throws nlohmann::json::exception, or an Error, for anything that `write` did
    /// not write.
    void (*read)(const nlohmann::json&, CellType&) = nullptr;
};

/// Returns the values of a cell, in the order of the track's figures.
template <class CellType>
std::vector<std::optional<double>> figure_values(const Track<CellType>& track,
                                                 const CellType& cell) {
    std::vector<std::optional<double>> values;
    for (const Figure<CellType>& figure : track.figures()) {
        values.push_back(figure.read(cell, figure.index));
    }
    return values;
}

}  // namespace touchstone
