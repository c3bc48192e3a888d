#include "generators/settings.h"

#include <algorithm>
#include <cmath>
#include <string>

#include "generators/generator.h"
#include "methods/base/error.h"
#include "methods/testing/catch.h"

using namespace touchstone;
using Catch::Matchers::Contains;

namespace {

std::vector<std::string> words_of(std::string_view values) {
    std::vector<std::string> words(1);
    for (const char c : values) {
        if (c == '|') {
            words.emplace_back();
        } else {
            words.back() += c;
        }
    }
    return words;
}

bool takes_words(const GeneratorOption& option) {
    return option.values.find('|') != std::string_view::npos;
}

/// Ids of the generators that read the option.
std::vector<std::string> readers(const GeneratorOption& option) {
    std::vector<std::string> ids;
    for (const Generator& generator : all_generators()) {
        if (option.generators.empty() ||
            std::ranges::find(option.generators, generator.id) != option.generators.end()) {
            ids.push_back(generator.id);
        }
    }
    return ids;
}

std::string value_of(const GeneratorSettings& settings, std::string_view generator_id,
                     std::string_view option) {
    for (const OptionValue& value : option_values(settings, generator_id)) {
        if (value.id == option) {
            return value.value;
        }
    }
    return "not read";
}

/// The options that differ between two settings, whoever reads them.
int differences(const GeneratorSettings& a, const GeneratorSettings& b) {
    return static_cast<int>(std::ranges::count_if(
        all_options(), [&](const GeneratorOption& o) { return o.read(a) != o.read(b); }));
}

}  // namespace

TEST_CASE("every option takes each of its words, and nothing else changes", "[settings]") {
    const Profile profile = GENERATE(Profile::Corrected, Profile::Published);
    for (const GeneratorOption& option : all_options()) {
        REQUIRE_FALSE(readers(option).empty());
        for (const std::string& id : readers(option)) {
            if (!takes_words(option)) {
                continue;
            }
            for (const std::string& word : words_of(option.values)) {
                CAPTURE(id, option.id, word);
                const GeneratorSettings before = make_settings(id, profile);
                GeneratorSettings settings = before;
                set_option(settings, id, option.id, word);
                CHECK(value_of(settings, id, option.id) == word);
                CHECK(differences(before, settings) ==
                      (value_of(before, id, option.id) == word ? 0 : 1));
            }
        }
    }
}

TEST_CASE("the words of an option mean different things", "[settings]") {
    for (const GeneratorOption& option : all_options()) {
        if (takes_words(option)) {
            const std::vector<std::string> words = words_of(option.values);
            CHECK(words.size() >= 2);
            for (const std::string& word : words) {
                GeneratorSettings settings;
                REQUIRE(option.write(settings, word));
                CHECK(std::ranges::count_if(words, [&](const std::string& other) {
                          return option.read(settings) == other;
                      }) == 1);
            }
        }
    }
}

TEST_CASE("numbers are read back to the last bit", "[settings]") {
    const double number = GENERATE(0.1, 1.0 / 3.0, 0.0123456789012345678);
    std::ostringstream text;
    text.precision(17);
    text << number;
    for (const GeneratorOption& option : all_options()) {
        for (const std::string& id : readers(option)) {
            if (!takes_words(option)) {
                CAPTURE(id, option.id);
                GeneratorSettings settings;
                set_option(settings, id, option.id, text.str());
                CHECK(std::stod(value_of(settings, id, option.id)) == number);
            }
        }
    }
}

TEST_CASE("numbers have the limits that their option states", "[settings]") {
    struct Row {
        std::string_view generator;
        std::string_view option;
        std::string_view value;
        bool taken;
    };
    const Row row = GENERATE(values<Row>({
        {"intersection", "closeness", "0", true},
        {"intersection", "closeness", "inf", true},
        {"intersection", "closeness", "-1e-9", false},
        {"intersection", "closeness", "nan", false},
        {"volume_sat", "face_bias", "0", true},
        {"volume_sat", "face_bias", "-1e-9", false},
        {"volume_sat", "face_bias", "inf", false},
        {"closest_points", "envelope", "1e-12", true},
        {"closest_points", "envelope", "0", false},
        {"closest_points", "envelope", "-0.01", false},
        {"closest_points", "envelope", "inf", false},
        {"growth", "first_scale", "1", true},
        {"growth", "first_scale", "0.001", true},
        {"growth", "first_scale", "0.0005", false},
        {"growth", "first_scale", "0", false},
        {"growth", "first_scale", "1.0000001", false},
    }));
    CAPTURE(row.generator, row.option, row.value);
    GeneratorSettings settings;
    if (row.taken) {
        CHECK_NOTHROW(set_option(settings, row.generator, row.option, row.value));
    } else {
        CHECK_THROWS_AS(set_option(settings, row.generator, row.option, row.value), UsageError);
    }
}

TEST_CASE("a bad value is refused with the values that can be given", "[settings]") {
    for (const GeneratorOption& option : all_options()) {
        for (const std::string& id : readers(option)) {
            for (const std::string bad : {"", "bogus", "1.0x", " 1", "skip|keep", "-1"}) {
                CAPTURE(id, option.id, bad);
                GeneratorSettings settings;
                const GeneratorSettings before = settings;
                CHECK_THROWS_AS(set_option(settings, id, option.id, bad), UsageError);
                CHECK_THROWS_WITH(
                    set_option(settings, id, option.id, bad),
                    Contains(std::string(option.values)) && Contains("\"" + bad + "\"") &&
                        Contains(id + "." + std::string(option.id)) && !Contains("\n"));
                CHECK(differences(before, settings) == 0);
            }
        }
    }
}

TEST_CASE("an unknown option is refused with the options there are", "[settings]") {
    for (const Generator& generator : all_generators()) {
        GeneratorSettings settings;
        CHECK_THROWS_AS(set_option(settings, generator.id, "bogus", "1"), UnknownName);
        for (const OptionValue& known : option_values(settings, generator.id)) {
            CHECK_THROWS_WITH(
                set_option(settings, generator.id, "bogus", "1"),
                Contains("bogus") && Contains(std::string(known.id)) && Contains(generator.id));
        }
    }
    GeneratorSettings settings;
    // Another generator's option is unknown as well.
    CHECK_THROWS_AS(set_option(settings, "growth", "envelope", "0.01"), UnknownName);
}

TEST_CASE("profiles are found by their ids", "[settings]") {
    for (const Profile profile : {Profile::Corrected, Profile::Published}) {
        CHECK(find_profile(profile_id(profile)) == profile);
    }
    CHECK_THROWS_AS(find_profile("Corrected"), UnknownName);
    CHECK_THROWS_WITH(find_profile("best"),
                      Contains("best") && Contains("corrected") && Contains("published"));
}

TEST_CASE("the profiles are what docs/methods/profiles.md says, row by row", "[settings]") {
    struct Row {
        std::string_view generator;
        std::string_view option;
        std::string_view corrected;
        std::string_view published;
    };
    // Options of several generators stand here once for each.
    const std::vector<Row> rows{
        {"intersection", "vf_normal", "unit", "raw"},
        {"intersection", "edge_separation", "skip_edge_pair", "leave_tet_pair"},
        {"intersection", "closeness", "inf", "inf"},
        {"vertex_only", "face", "closest", "farthest"},
        {"opposing", "normal", "average", "face_a"},
        {"opposing", "sandwich", "both", "both"},
        {"opposing", "own_plane", "skip", "keep"},
        {"volume_sat", "own_plane", "skip", "keep"},
        {"surface_sat", "own_plane", "skip", "keep"},
        {"growth", "own_plane", "skip", "keep"},
        {"volume_sat", "face_bias", "0", "0"},
        {"surface_sat", "face_bias", "0", "0"},
        {"growth", "first_scale", "1", "0.9"},
        {"growth", "face", "best", "first"},
        {"growth", "surface_faces_only", "off", "off"},
        {"closest_points", "envelope", "0.01", "0.01"},
        {"closest_points", "edge_normal", "separation", "code"},
        {"closest_points", "low_features", "on", "off"},
        {"closest_points", "erosion", "plane_offset", "code"},
        {"semi_local", "eps", "0.005", "0.005"},
        {"semi_local", "rho", "0.5", "0.5"},
        {"semi_local", "delta", "0.5", "0.5"},
        {"first_impact", "eps", "0.005", "0.005"},
        {"first_impact", "search", "oriented", "oriented"},
    };
    // Of the paper's methods, which look at tets.
    const std::vector<Row> common{{"", "ties", "canonical", "first"},
                                  {"", "tolerance", "relative", "absolute"},
                                  {"", "precision", "1e-06", "1e-06"},
                                  {"", "post_filter", "merge", "adjacent"}};
    for (const Generator& generator : all_generators()) {
        const GeneratorSettings corrected = make_settings(generator.id, Profile::Corrected);
        const GeneratorSettings published = make_settings(generator.id, Profile::Published);
        std::size_t checked = 0;
        for (const auto* part : {&rows, &common}) {
            for (const Row& row : *part) {
                if (part == &common ? generator.shape != ShapeKind::Facets
                                    : row.generator == generator.id) {
                    CAPTURE(generator.id, row.option);
                    CHECK(value_of(corrected, generator.id, row.option) == row.corrected);
                    CHECK(value_of(published, generator.id, row.option) == row.published);
                    ++checked;
                }
            }
        }
        // No option is left out above.
        CHECK(option_values(corrected, generator.id).size() == checked);
    }
}

TEST_CASE("the settings' defaults are the corrected profile", "[settings]") {
    for (const Generator& generator : all_generators()) {
        CHECK(differences(GeneratorSettings{}, make_settings(generator.id, Profile::Corrected)) ==
              0);
    }
}
