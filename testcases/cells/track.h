#pragma once

#include <nlohmann/json_fwd.hpp>
#include <optional>
#include <span>
#include <string>
#include <vector>

#include "testcases/cells/cell.h"

namespace touchstone {

/// Which way a figure gets better.
enum class Better {
    Neither,  ///< it depends on others: a count of contacts
    Fewer,    ///< of what is wrong there should be none
    NearOne   ///< one is right
};

/// A number that every cell of a track has, or states the lack of.
template <class CellType>
struct Figure {
    std::string group;     ///< the object that holds it in files; empty: none
    std::string key;       ///< its name in there: "quality", "duplicates"
    bool is_count = true;  ///< a whole number: any change is one
    std::optional<double> (*read)(const CellType&, int index) = nullptr;
    int index = 0;  ///< for `read`
    Better better = Better::Neither;

    /// The name of its column: "quality", "audit_duplicates".
    std::string id() const {
        const std::string prefix = group == "verdicts" ? "verdict" : group;
        return prefix.empty() ? key : prefix + "_" + key;
    }
};

/// A kind of question, with the cells that it makes.
template <class CellType>
struct Track {
    std::string id;  ///< stable, used in files: "contacts"
    std::span<const Figure<CellType>> (*figures)() = nullptr;

    /// What the cell adds to the part that all tracks share; null: cells are not kept in files.
    nlohmann::ordered_json (*write)(const CellType&) = nullptr;
    /// The way back. Throws nlohmann::json::exception, or an Error, for what `write` did not write.
    void (*read)(const nlohmann::json&, CellType&) = nullptr;
};

/// In the order of the track's figures.
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
