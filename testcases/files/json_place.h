#pragma once

#include <initializer_list>
#include <nlohmann/json.hpp>
#include <optional>
#include <span>
#include <string>
#include <string_view>

#include "methods/base/types.h"
#include "testcases/files/json_document.h"

namespace touchstone {

/// A value of a document together with the way to it. Readers take what they expect; anything else
/// ends in a FileError "FILE:LINE: /json/pointer: expected this, found that".
class JsonPlace {
 public:
    explicit JsonPlace(
        const JsonDocument& document);  ///< the whole document, which must outlive the place

    [[noreturn]] void fail(std::string_view message) const;
    [[noreturn]] void fail_expected(
        std::string_view expected) const;  ///< also names what was found

    bool has(std::string_view key) const;  ///< true for an object with that key
    std::optional<JsonPlace> find(std::string_view key) const;
    JsonPlace require(std::string_view key) const;
    /// Fails unless this is an object with no other keys; keys that begin with "x-" are free notes.
    void allow_keys(std::span<const std::string_view> keys) const;
    void allow_keys(std::initializer_list<std::string_view> keys) const {
        allow_keys(std::span(keys.begin(), keys.size()));
    }

    int item_count(
        std::string_view expected) const;  ///< number of items; fails for other values than arrays
    JsonPlace item(int index) const;

    bool is_null() const;
    bool is_boolean() const;
    bool is_number() const;
    bool boolean() const;
    double number(std::string_view expected) const;
    double positive(std::string_view expected) const;
    double not_negative(std::string_view expected) const;
    int integer(int lowest, int highest, std::string_view expected) const;
    std::string line_of_text() const;  ///< text without line breaks and other control characters
    Vec3 vector(std::string_view expected) const;

 private:
    JsonPlace(const JsonDocument& document, const nlohmann::json& value, std::string pointer);

    const JsonDocument* document_;
    const nlohmann::json* value_;
    std::string pointer_;
};

}  // namespace touchstone
