#pragma once

#include <initializer_list>
#include <nlohmann/json.hpp>
#include <optional>
#include <span>
#include <string>
#include <string_view>

#include "methods/base/types.h"
#include "testcases/files/json/json_document.h"

namespace touchstone {

/// A value of a document together with the way to it. Readers take what they expect; anything else
/// ends in a FileError "FILE:LINE: /json/pointer: expected this, found that".
class JsonPlace {
 public:
    /// Places itself at the whole document, which must outlive it.
    explicit JsonPlace(const JsonDocument& document);

    /// Throws FileError with the place and the message.
    [[noreturn]] void fail(std::string_view message) const;
    /// Throws FileError that names what was expected and what was found.
    [[noreturn]] void fail_expected(std::string_view expected) const;

    /// Returns true for an object with that key.
    bool has(std::string_view key) const;
    /// Returns the value of a key; nothing when there is none.
    std::optional<JsonPlace> find(std::string_view key) const;
    /// Returns the value of a key. Fails when there is none, or this is no object.
    JsonPlace require(std::string_view key) const;
    /// Fails unless this is an object with no other keys; keys that begin with "x-" are free notes.
    void allow_keys(std::span<const std::string_view> keys) const;
    /// Fails in the same way.
    void allow_keys(std::initializer_list<std::string_view> keys) const {
        allow_keys(std::span(keys.begin(), keys.size()));
    }

    /// Returns the number of items. Fails for anything but an array.
    int item_count(std::string_view expected) const;
    /// Returns an item of an array by its index, from 0.
    JsonPlace item(int index) const;

    /// Returns true for null.
    bool is_null() const;
    /// Returns true for true or false.
    bool is_boolean() const;
    /// Returns true for a number.
    bool is_number() const;
    /// Returns true for a text.
    bool is_text() const;
    /// Returns the value, which must be true or false. This and the following fail for any other
    /// value, most with `expected` as the words for what is wanted.
    bool boolean() const;
    /// Returns a number.
    double number(std::string_view expected) const;
    /// Returns a number > 0.
    double positive(std::string_view expected) const;
    /// Returns a number ≥ 0.
    double not_negative(std::string_view expected) const;
    /// Returns a whole number from `lowest` to `highest`.
    int integer(int lowest, int highest, std::string_view expected) const;
    /// Returns a text on one line, without control characters.
    std::string line_of_text() const;
    /// Returns three numbers.
    Vec3 vector(std::string_view expected) const;

 private:
    JsonPlace(const JsonDocument& document, const nlohmann::json& value, std::string pointer);

    const JsonDocument* document_;
    const nlohmann::json* value_;
    std::string pointer_;
};

}  // namespace touchstone
