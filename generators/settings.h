#pragma once

#include <any>
#include <limits>
#include <map>
#include <string>
#include <string_view>
#include <type_traits>
#include <utility>
#include <vector>

#include "methods/base/options/option.h"

namespace touchstone {

/// `corrected`: the printed methods with their slips mended. `published`: what made the paper's
/// tables.
enum class Profile { Corrected, Published };

/// Returns the profile named "corrected" or "published". Throws UnknownName.
Profile find_profile(std::string_view id);
/// Returns the name of a profile.
std::string_view profile_id(Profile profile);

/// Throws UsageError, with the message that the settings belong to another method.
[[noreturn]] void refuse_foreign_settings();

/// The settings of one method, of a type that the method alone knows. A value like any other;
/// empty, it stands for the defaults of whichever method is asked.
class MethodSettings {
 public:
    MethodSettings() = default;
    template <class Settings>
    requires std::is_aggregate_v<Settings> MethodSettings(Settings settings)
        : value_(std::move(settings)) {}

    /// Returns true when it holds settings of this type.
    template <class Settings>
    bool holds() const {
        return std::any_cast<Settings>(&value_) != nullptr;
    }

    /// Returns the settings as the method knows them, or its defaults when empty. Throws UsageError
    /// when another method's settings are held.
    template <class Settings>
    const Settings& as() const {
        static const Settings kDefaults{};
        if (!value_.has_value()) {
            return kDefaults;
        }
        const Settings* const settings = std::any_cast<Settings>(&value_);
        if (settings == nullptr) {
            refuse_foreign_settings();
        }
        return *settings;
    }
    /// Returns the same to be changed; an empty value becomes the method's defaults first.
    template <class Settings>
    Settings& as() {
        if (!value_.has_value()) {
            value_ = Settings{};
        }
        Settings* const settings = std::any_cast<Settings>(&value_);
        if (settings == nullptr) {
            refuse_foreign_settings();
        }
        return *settings;
    }

 private:
    std::any value_;
};

/// All options of a method, and its settings in each profile.
struct MethodOptions {
    Options<MethodSettings> list;  ///< options in the order of tables and reports
    MethodSettings corrected;
    MethodSettings published;

    /// Returns the settings at which a profile begins.
    const MethodSettings& of(Profile profile) const {
        return profile == Profile::Corrected ? corrected : published;
    }
};

/// Returns the options of a method whose settings have a type of their own. The defaults of that
/// type are the corrected profile.
template <class Settings>
MethodOptions make_method_options(const Options<Settings>& list, const Settings& published) {
    const auto own = [](auto& settings) -> auto& { return settings.template as<Settings>(); };
    return {options_of_part<MethodSettings>(list, own), Settings{}, published};
}

/// An option of a method that is not part of the program: a program of its own, a function in
/// Python. It takes one of `words`, or a number when there are none.
struct DeclaredOption {
    std::string id;
    std::string standard;                                   ///< its value in both profiles
    std::vector<std::string> words;                         ///< "on" and "off" for a switch
    double low = -std::numeric_limits<double>::infinity();  ///< smallest value of a number
    double high = std::numeric_limits<double>::infinity();  ///< largest value of a number
    bool is_length = false;                                 ///< scaled with the scene [m]
    std::string meaning = {};
};

/// The settings of such a method.
struct DeclaredSettings {
    Profile profile = Profile::Corrected;
    std::map<std::string, std::string> values = {};  ///< values that differ from the standard, by
                                                     ///< id
};

/// Makes the options of such a method. Throws UsageError for an id that occurs twice or is not
/// valid, and for a standard that is no value.
MethodOptions make_declared_options(const std::vector<DeclaredOption>& options);

}  // namespace touchstone
