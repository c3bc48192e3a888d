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
    void allow_keys(std::initializer_list<std::string_view> keys) const {
        allow_keys(std::span(keys.begin(), keys.size()));
    }

    /// Returns the number of items. Fails for anything but an array.
    int item_count(std::string_view expected) const;
    /// Returns an item of an array by its index, from 0.
    JsonPlace item(int index) const;

    /// Tell the kind of value without failing.
    bool is_null() const;
    bool is_boolean() const;
    bool is_number() const;
    /// Return the value, which must be a boolean, a number, a number > 0, ≥ 0, a whole number in
    /// the range, a line of text without control characters, or three numbers. Each fails
    /// otherwise, with `expected` as the description of what is wanted.
    bool boolean() const;
    double number(std::string_view expected) const;
    double positive(std::string_view expected) const;
    double not_negative(std::string_view expected) const;
    int integer(int lowest, int highest, std::string_view expected) const;
    std::string line_of_text() const;
    Vec3 vector(std::string_view expected) const;

 private:
    JsonPlace(const JsonDocument& document, const nlohmann::json& value, std::string pointer);

    const JsonDocument* document_;
    const nlohmann::json* value_;
    std::string pointer_;
};

}  // namespace touchstone
