#include "generators/settings.h"

#include <algorithm>
#include <cmath>
#include <set>

#include "methods/base/error.h"
#include "methods/base/join.h"
#include "methods/base/options/option_makers.h"

namespace touchstone {
namespace {

constexpr Word<Profile> kProfiles[]{{"corrected", Profile::Corrected},
                                    {"published", Profile::Published}};

std::string range_text(const DeclaredOption& option) {
    const std::string unit = option.is_length ? " [m]" : "";
    const bool from = std::isfinite(option.low);
    const bool to = std::isfinite(option.high);
    if (from && to) {
        return "number in [" + shortest(option.low) + ", " + shortest(option.high) + "]" + unit;
    }
    return "number" + (from ? " >= " + shortest(option.low) : "") +
           (to ? " <= " + shortest(option.high) : "") + unit;
}

std::string values_text(const DeclaredOption& option) {
    return option.words.empty() ? range_text(option) : join(option.words, "|");
}

/// Returns the value as it is kept, so that equal numbers have equal texts; nothing when it is
/// none.
std::optional<std::string> kept_value(const DeclaredOption& option, std::string_view text) {
    if (!option.words.empty()) {
        const bool known = std::ranges::find(option.words, text) != option.words.end();
        return known ? std::optional<std::string>(text) : std::nullopt;
    }
    const std::optional<double> number = parse_number_in(text, {option.low, option.high, {}});
    const bool good = number && std::isfinite(*number);
    return good ? std::optional<std::string>(shortest(*number)) : std::nullopt;
}

void check_declared(const DeclaredOption& option, std::set<std::string>& ids) {
    const auto plain = [](char c) {
        return (c >= 'a' && c <= 'z') || (c >= '0' && c <= '9') || c == '_';
    };
    if (option.id.empty() || !std::ranges::all_of(option.id, plain)) {
        throw UsageError("\"" + option.id +
                         "\" cannot be an option's id: take small letters, digits and _");
    }
    if (!ids.insert(option.id).second) {
        throw UsageError("the option \"" + option.id + "\" is declared twice");
    }
    if (!kept_value(option, option.standard)) {
        refuse_value("default", option.id, option.standard, values_text(option));
    }
}

Option<DeclaredSettings> make_declared_option(const DeclaredOption& option) {
    const std::string standard = *kept_value(option, option.standard);
    const auto read = [id = option.id, standard](const DeclaredSettings& settings) {
        const auto found = settings.values.find(id);
        return found == settings.values.end() ? standard : found->second;
    };
    Option<DeclaredSettings> made{option.id, values_text(option), option.meaning, read, {}};
    made.write = [option](DeclaredSettings& settings, std::string_view text) {
        const std::optional<std::string> value = kept_value(option, text);
        if (value) {
            settings.values[option.id] = *value;
        }
        return value.has_value();
    };
    if (option.is_length) {
        made.scale = [id = option.id, read](DeclaredSettings& settings, double factor) {
            settings.values[id] = shortest(factor * *parse_number(read(settings)));
        };
    }
    return made;
}

}  // namespace

Profile find_profile(std::string_view id) {
    const std::optional<Profile> profile = find_word(kProfiles, id);
    if (!profile) {
        throw UnknownName("unknown profile \"" + std::string(id) +
                          "\"; known: " + joined_words(kProfiles, ", "));
    }
    return *profile;
}

std::string_view profile_id(Profile profile) {
    return kProfiles[profile == Profile::Corrected ? 0 : 1].word;
}

void refuse_foreign_settings() {
    throw UsageError("a method was given the settings of another method");
}

MethodOptions make_declared_options(const std::vector<DeclaredOption>& options) {
    std::set<std::string> ids;
    Options<DeclaredSettings> list;
    for (const DeclaredOption& option : options) {
        check_declared(option, ids);
        list.push_back(make_declared_option(option));
    }
    return make_method_options(list, DeclaredSettings{Profile::Published});
}

}  // namespace touchstone
