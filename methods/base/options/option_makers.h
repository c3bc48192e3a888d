#pragma once

#include <limits>
#include <optional>
#include <string>
#include <string_view>
#include <utility>

#include "methods/base/number_text.h"
#include "methods/base/options/option.h"

namespace touchstone {

/// The word for one value of an enum. An array of these names all of them, once.
template <class Value>
struct Word {
    std::string_view word;
    Value value;
};
/// The words of a switch, in either order.
inline constexpr Word<bool> kOnOff[]{{"on", true}, {"off", false}};
inline constexpr Word<bool> kOffOn[]{{"off", false}, {"on", true}};

/// Returns the word of a value that has one.
template <class Value, std::size_t count>
std::string word_of(const Word<Value> (&words)[count], Value value) {
    for (const Word<Value>& entry : words) {
        if (entry.value == value) {
            return std::string(entry.word);
        }
    }
    return {};
}

/// Finds the value of a word; nothing when there is none.
template <class Value, std::size_t count>
std::optional<Value> find_word(const Word<Value> (&words)[count], std::string_view word) {
    for (const Word<Value>& entry : words) {
        if (entry.word == word) {
            return entry.value;
        }
    }
    return std::nullopt;
}

/// Joins all words: "skip|keep".
template <class Value, std::size_t count>
std::string joined_words(const Word<Value> (&words)[count], std::string_view separator = "|") {
    std::string text;
    for (const Word<Value>& entry : words) {
        text += (text.empty() ? "" : std::string(separator)) + std::string(entry.word);
    }
    return text;
}

/// The numbers in [low, high], and their text in messages: "number in [0, 1]".
struct NumberRange {
    double low;
    double high;
    std::string_view text;
};
inline constexpr double kAboveZero = std::numeric_limits<double>::denorm_min();  ///< as `low`

/// Parses a number in the range; nothing for any other text.
std::optional<double> parse_number_in(std::string_view text, const NumberRange& range);
/// Parses a whole number in the range; nothing for any other text.
std::optional<int> parse_count_in(std::string_view text, const NumberRange& range);

/// Sets the field when there is a value; returns whether there is.
template <class Field, class Value>
bool take(Field& field, const std::optional<Value>& value) {
    if (value) {
        field = *value;
    }
    return value.has_value();
}

// Each maker takes a pointer to the field. One of a base class makes an option of the base.

/// Makes an option with one of a list of words as its value; the list must outlive it.
template <class Settings, class Value, std::size_t count>
Option<Settings> word_option(std::string id, Value Settings::*field,
                             const Word<Value> (&words)[count], std::string meaning) {
    const auto* const list = &words;
    return {std::move(id), joined_words(words), std::move(meaning),
            [field, list](const Settings& settings) { return word_of(*list, settings.*field); },
            [field, list](Settings& settings, std::string_view text) {
                return take(settings.*field, find_word(*list, text));
            }};
}

/// Makes an option for a number in a range.
template <class Settings>
Option<Settings> number_option(std::string id, double Settings::*field, NumberRange range,
                               std::string meaning) {
    return {std::move(id), std::string(range.text), std::move(meaning),
            [field](const Settings& settings) { return shortest(settings.*field); },
            [field, range](Settings& settings, std::string_view text) {
                return take(settings.*field, parse_number_in(text, range));
            }};
}

/// Makes an option for a length of the scene, scaled with it.
template <class Settings>
Option<Settings> length_option(std::string id, double Settings::*field, NumberRange range,
                               std::string meaning) {
    Option<Settings> option = number_option(std::move(id), field, range, std::move(meaning));
    option.scale = [field](Settings& settings, double factor) { settings.*field *= factor; };
    return option;
}

/// Makes an option for a number, or a word for none: "case|number in [0, 1]".
template <class Settings>
Option<Settings> optional_number_option(std::string id, std::optional<double> Settings::*field,
                                        std::string word, NumberRange range, std::string meaning) {
    return {std::move(id), word + "|" + std::string(range.text), std::move(meaning),
            [field, word](const Settings& settings) {
                return settings.*field ? shortest(*(settings.*field)) : word;
            },
            [field, word, range](Settings& settings, std::string_view text) {
                if (text == word) {
                    settings.*field = std::nullopt;
                    return true;
                }
                return take(settings.*field, parse_number_in(text, range));
            }};
}

/// Makes an option for a whole number.
template <class Settings>
Option<Settings> count_option(std::string id, int Settings::*field, NumberRange range,
                              std::string meaning) {
    return {std::move(id), std::string(range.text), std::move(meaning),
            [field](const Settings& settings) { return std::to_string(settings.*field); },
            [field, range](Settings& settings, std::string_view text) {
                return take(settings.*field, parse_count_in(text, range));
            }};
}

}  // namespace touchstone
