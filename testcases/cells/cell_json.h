#pragma once

#include <nlohmann/json.hpp>
#include <optional>
#include <vector>

#include "methods/quality/audit.h"
#include "methods/quality/faults.h"
#include "methods/quality/judge.h"

// The JSON of values that several tracks keep in their cells. Each reader returns, bit for bit,
// what its writer was given, and throws nlohmann::json::exception or an Error for anything else.

namespace touchstone {

/// Writes a number, as a text when the file of a cell has no number for it: not finite, or beyond
/// what a run can give.
nlohmann::ordered_json cell_number_json(double value);
/// Reads it.
double read_cell_number(const nlohmann::json& json);

/// Writes a number, or null when there is none.
nlohmann::ordered_json optional_number_json(const std::optional<double>& value);
/// Reads it.
std::optional<double> read_optional_number(const nlohmann::json& json);

/// Writes the three coordinates as a list.
nlohmann::ordered_json vector_json(const Vec3& v);
/// Reads them.
Vec3 read_vector(const nlohmann::json& json);

/// Writes rotation and translation of a pose.
nlohmann::ordered_json pose_json(const Pose& pose);
/// Reads them.
Pose read_pose(const nlohmann::json& json);

/// Writes the numbers of faults.
nlohmann::ordered_json faults_json(const Faults& faults);
/// Reads them.
Faults read_faults(const nlohmann::json& json);

/// Writes the findings of an audit.
nlohmann::ordered_json audit_json(const Audit& audit);
/// Reads them.
Audit read_audit(const nlohmann::json& json);

/// Writes a judgement with its counts and shares.
nlohmann::ordered_json judgement_json(const Judgement& judgement);
/// Reads it.
Judgement read_judgement(const nlohmann::json& json);

/// Writes the elements of `items` in their order, each by `write`.
template <class Items, class Write>
nlohmann::ordered_json list_json(const Items& items, const Write& write) {
    nlohmann::ordered_json list = nlohmann::ordered_json::array();
    for (const auto& item : items) {
        list.push_back(write(item));
    }
    return list;
}
/// Reads the elements of a list in their order, each by `read`.
template <class Item, class Read>
std::vector<Item> read_list(const nlohmann::json& json, const Read& read) {
    std::vector<Item> items;
    items.reserve(json.size());
    for (const nlohmann::json& one : json) {
        items.push_back(read(one));
    }
    return items;
}

/// Throws FileError for a value that the enum does not have.
[[noreturn]] void refuse_enum(int value);

/// Reads the value of an enum with `count` values from 0. Throws FileError for any other.
template <class Enum>
Enum read_enum(const nlohmann::json& json, int count) {
    const int value = json;
    if (value < 0 || value >= count) {
        refuse_enum(value);
    }
    return static_cast<Enum>(value);
}

}  // namespace touchstone
