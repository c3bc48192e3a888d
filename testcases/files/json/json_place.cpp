#include "testcases/files/json/json_place.h"

#include <algorithm>
#include <cstddef>
#include <utility>

#include "methods/base/join.h"
#include "methods/base/printable.h"

namespace touchstone {
namespace {

using Json = nlohmann::json;

}  // namespace

JsonPlace::JsonPlace(const JsonDocument& document) : JsonPlace(document, document.value, "") {}

JsonPlace::JsonPlace(const JsonDocument& document, const Json& value, std::string pointer)
    : document_(&document), value_(&value), pointer_(std::move(pointer)) {}

void JsonPlace::fail(std::string_view message) const {
    fail_at(document_->file_name, find_line(document_->text, pointer_), pointer_, message);
}

void JsonPlace::fail_expected(std::string_view expected) const {
    fail("expected " + std::string(expected) + ", found " + brief_text(*value_));
}

bool JsonPlace::has(std::string_view key) const { return value_->contains(key); }

std::optional<JsonPlace> JsonPlace::find(std::string_view key) const {
    const auto found = value_->find(key);
    if (found == value_->end()) {
        return std::nullopt;
    }
    return JsonPlace(*document_, *found, pointer_ + pointer_step(key));
}

JsonPlace JsonPlace::require(std::string_view key) const {
    if (!value_->is_object()) {
        fail_expected("an object");
    }
    const std::optional<JsonPlace> found = find(key);
    if (!found) {
        fail("the key \"" + std::string(key) + "\" is missing; add it");
    }
    return *found;
}

void JsonPlace::allow_keys(std::span<const std::string_view> keys) const {
    if (!value_->is_object()) {
        fail_expected("an object");
    }
    for (const auto& [key, value] : value_->items()) {
        if (key.starts_with("x-") || std::ranges::find(keys, key) != keys.end()) {
            continue;
        }
        const JsonPlace place(*document_, value, pointer_ + pointer_step(key));
        place.fail("unknown key " + brief_text(key) + "; known here: " + join(keys) +
                   ", and notes that begin with x-");
    }
}

int JsonPlace::item_count(std::string_view expected) const {
    if (!value_->is_array()) {
        fail_expected(expected);
    }
    return static_cast<int>(value_->size());
}

JsonPlace JsonPlace::item(int index) const {
    return {*document_, value_->at(static_cast<std::size_t>(index)),
            pointer_ + pointer_step(std::to_string(index))};
}

bool JsonPlace::is_null() const { return value_->is_null(); }

bool JsonPlace::is_boolean() const { return value_->is_boolean(); }

bool JsonPlace::is_number() const { return value_->is_number(); }

bool JsonPlace::is_text() const { return value_->is_string(); }

bool JsonPlace::boolean() const {
    if (!value_->is_boolean()) {
        fail_expected("true or false");
    }
    return value_->get<bool>();
}

double JsonPlace::number(std::string_view expected) const {
    if (!value_->is_number()) {
        fail_expected(expected);
    }
    return value_->get<double>();
}

double JsonPlace::positive(std::string_view expected) const {
    const double result = number(expected);
    if (!(result > 0.0)) {
        fail_expected(expected);
    }
    return result;
}

double JsonPlace::not_negative(std::string_view expected) const {
    const double result = number(expected);
    if (!(result >= 0.0)) {
        fail_expected(expected);
    }
    return result;
}

int JsonPlace::integer(int lowest, int highest, std::string_view expected) const {
    const double result = number(expected);
    // Written so that what no int can hold is never converted.
    if (!(result >= lowest && result <= highest) || result != static_cast<int>(result)) {
        fail_expected(expected);
    }
    return static_cast<int>(result);
}

std::string JsonPlace::line_of_text() const {
    if (!value_->is_string()) {
        fail_expected("a text");
    }
    const std::string& result = value_->get_ref<const std::string&>();
    if (printable(result) != result) {
        fail_expected("one line of text without control characters");
    }
    return result;
}

Vec3 JsonPlace::vector(std::string_view expected) const {
    const bool has_three = value_->is_array() && value_->size() == 3;
    if (!has_three || !std::ranges::all_of(*value_, [](const Json& x) { return x.is_number(); })) {
        fail_expected(expected);
    }
    return {(*value_)[0].get<double>(), (*value_)[1].get<double>(), (*value_)[2].get<double>()};
}

}  // namespace touchstone
