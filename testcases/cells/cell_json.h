#pragma once

#include <nlohmann/json.hpp>
#include <optional>
#include <vector>

#include "methods/quality/audit.h"
#include "methods/quality/faults.h"
#include "methods/quality/judge.h"

// The JSON of what several tracks keep in their cells. Each reader returns, bit for bit, what its
// writer was given, and throws nlohmann::json::exception or an Error for anything else.

namespace touchstone {

/// A number, or the text of one that a cell's file has no number for: not finite, or beyond what a
/// run can give.
nlohmann::ordered_json cell_number_json(double value);
double read_cell_number(const nlohmann::json& json);

/// null when there is none.
nlohmann::ordered_json optional_number_json(const std::optional<double>& value);
std::optional<double> read_optional_number(const nlohmann::json& json);

nlohmann::ordered_json vector_json(const Vec3& v);
Vec3 read_vector(const nlohmann::json& json);

nlohmann::ordered_json pose_json(const Pose& pose);
Pose read_pose(const nlohmann::json& json);

nlohmann::ordered_json faults_json(const Faults& faults);
Faults read_faults(const nlohmann::json& json);

nlohmann::ordered_json audit_json(const Audit& audit);
Audit read_audit(const nlohmann::json& json);

nlohmann::ordered_json judgement_json(const Judgement& judgement);
Judgement read_judgement(const nlohmann::json& json);

/// All elements of a list, each by a writer or reader of above.
template <class Items, class Write>
nlohmann::ordered_json list_json(const Items& items, const Write& write) {
    nlohmann::ordered_json list = nlohmann::ordered_json::array();
    for (const auto& item : items) {
        list.push_back(write(item));
    }
    return list;
}
template <class Item, class Read>
std::vector<Item> read_list(const nlohmann::json& json, const Read& read) {
    std::vector<Item> items;
    items.reserve(json.size());
    for (const nlohmann::json& one : json) {
        items.push_back(read(one));
    }
    return items;
}

/// Throws FileError: the cell names a value that there is not.
[[noreturn]] void refuse_enum(int value);

/// The value of an enum with `count` values from 0. Throws FileError beyond.
template <class Enum>
Enum read_enum(const nlohmann::json& json, int count) {
    const int value = json;
    if (value < 0 || value >= count) {
        refuse_enum(value);
    }
    return static_cast<Enum>(value);
}

}  // namespace touchstone
