#include "generators/settings.h"

#include <algorithm>
#include <sstream>
#include <string>

#include "generators/find_contacts.h"
#include "generators/local/settings/growth_settings.h"
#include "generators/semi_local/semi_local_settings.h"
#include "methods/base/error.h"
#include "methods/mesh/filling/tetrahedralize.h"
#include "methods/mesh/shapes.h"
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

bool takes_words(const Option<MethodSettings>& option) {
    return option.values.find('|') != std::string::npos;
}

/// Calls `check` with each generator and each of its options.
template <typename Check>
void for_each_option(const Check& check) {
    for (const Generator& generator : all_generators()) {
        for (const Option<MethodSettings>& option : generator.options.list) {
            CAPTURE(generator.id, option.id);
            check(generator, option);
        }
    }
}

void set(const Generator& generator, MethodSettings& settings, std::string_view option,
         std::string_view value) {
    set_option(settings, generator.options.list, generator.id, option, value);
}

std::string value_of(const MethodSettings& settings, const Generator& generator,
                     std::string_view option) {
    for (const OptionValue& value : option_values(settings, generator.options.list)) {
        if (value.id == option) {
            return value.value;
        }
    }
    return "not read";
}

bool has_option(const Generator& generator, std::string_view id) {
    return std::ranges::count(generator.options.list, id, &Option<MethodSettings>::id) > 0;
}

/// Counts the options of the generator that differ.
int differences(const Generator& generator, const MethodSettings& a, const MethodSettings& b) {
    return static_cast<int>(std::ranges::count_if(
        generator.options.list,
        [&](const Option<MethodSettings>& option) { return option.read(a) != option.read(b); }));
}

}  // namespace

TEST_CASE("every option takes each of its words, and nothing else changes", "[settings]") {
    const Profile profile = GENERATE(Profile::Corrected, Profile::Published);
    for_each_option([&](const Generator& generator, const Option<MethodSettings>& option) {
        if (!takes_words(option)) {
            return;
        }
        for (const std::string& word : words_of(option.values)) {
            CAPTURE(word);
            const MethodSettings before = generator.options.of(profile);
            MethodSettings settings = before;
            set(generator, settings, option.id, word);
            CHECK(value_of(settings, generator, option.id) == word);
            CHECK(differences(generator, before, settings) ==
                  (value_of(before, generator, option.id) == word ? 0 : 1));
        }
    });
}

TEST_CASE("the words of an option mean different things", "[settings]") {
    for_each_option([](const Generator&, const Option<MethodSettings>& option) {
        if (!takes_words(option)) {
            return;
        }
        const std::vector<std::string> words = words_of(option.values);
        CHECK(words.size() >= 2);
        for (const std::string& word : words) {
            MethodSettings settings;
            REQUIRE(option.write(settings, word));
            CHECK(std::ranges::count_if(words, [&](const std::string& other) {
                      return option.read(settings) == other;
                  }) == 1);
        }
    });
}

TEST_CASE("numbers are read back to the last bit", "[settings]") {
    const double number = GENERATE(0.1, 1.0 / 3.0, 0.0123456789012345678);
    std::ostringstream text;
    text.precision(17);
    text << number;
    for_each_option([&](const Generator& generator, const Option<MethodSettings>& option) {
        const bool is_count = option.values.starts_with("whole number");
        if (!takes_words(option) && !is_count) {
            MethodSettings settings;
            set(generator, settings, option.id, text.str());
            CHECK(std::stod(value_of(settings, generator, option.id)) == number);
        }
    });
}

TEST_CASE("lengths alone are scaled with the scene, each by the factor", "[settings]") {
    for_each_option([&](const Generator& generator, const Option<MethodSettings>& option) {
        const bool is_length = option.values.find("[m]") != std::string::npos;
        MethodSettings settings = generator.options.corrected;
        if (is_length) {
            set(generator, settings, option.id, "0.25");
        }
        const std::string before = option.read(settings);
        const MethodSettings after = with_scaled_lengths(settings, generator.options.list, 4.0);
        CHECK(option.read(after) == (is_length ? "1" : before));
    });
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
    MethodSettings settings;
    const Generator& generator = find_generator(row.generator);
    if (row.taken) {
        CHECK_NOTHROW(set(generator, settings, row.option, row.value));
    } else {
        CHECK_THROWS_AS(set(generator, settings, row.option, row.value), UsageError);
    }
}

TEST_CASE("a bad value is refused with the values that can be given", "[settings]") {
    for_each_option([](const Generator& generator, const Option<MethodSettings>& option) {
        for (const std::string bad : {"", "bogus", "1.0x", " 1", "skip|keep", "-1"}) {
            CAPTURE(bad);
            MethodSettings settings;
            CHECK_THROWS_AS(set(generator, settings, option.id, bad), UsageError);
            CHECK_THROWS_WITH(set(generator, settings, option.id, bad),
                              Contains(option.values) && Contains("\"" + bad + "\"") &&
                                  Contains(generator.id + "." + option.id) && !Contains("\n"));
            CHECK(differences(generator, {}, settings) == 0);
        }
    });
}

TEST_CASE("an unknown option is refused with the options there are", "[settings]") {
    for (const Generator& generator : all_generators()) {
        MethodSettings settings;
        CHECK_THROWS_AS(set(generator, settings, "bogus", "1"), UnknownName);
        for (const OptionValue& known : option_values(settings, generator.options.list)) {
            CHECK_THROWS_WITH(set(generator, settings, "bogus", "1"),
                              Contains("bogus") && Contains(known.id) && Contains(generator.id));
        }
    }
    MethodSettings settings;
    // The option of another generator is unknown as well.
    CHECK_THROWS_AS(set(find_generator("growth"), settings, "envelope", "0.01"), UnknownName);
}

TEST_CASE("a method refuses the settings of another", "[settings]") {
    const MethodSettings foreign = semi_local::Settings{};
    CHECK(foreign.as<semi_local::Settings>().rho == 0.5);
    CHECK_THROWS_AS(foreign.as<GrowthSettings>(), UsageError);
    // Not even of one that it is derived from: the method would read past its end.
    const MethodSettings shared = LocalSettings{};
    CHECK_THROWS_AS(shared.as<GrowthSettings>(), UsageError);
}

TEST_CASE("a method with settings of its own need not state a shape rule",
          "[settings][regression]") {
    struct Own {
        int count = 0;
    };
    Generator own;
    own.options = make_method_options<Own>({}, {});
    CHECK(own.shape_rule(own.options.published).order == ElementOrder::Canonical);
    // What is not built in and has no settings keeps the order of the meshes as published.
    const Generator other;
    CHECK(other.shape_rule(other.options.published).order == ElementOrder::Authored);
    CHECK(other.shape_rule(other.options.corrected).order == ElementOrder::Canonical);
}

TEST_CASE("closest_points reaches as far as its precision says", "[settings][regression]") {
    // Bodies a little farther apart than two envelopes are near when a tenth of their size is
    // noise.
    const TetMesh mesh = tetrahedralize(make_box({1.0, 1.0, 1.0}));
    const CollisionShape box = make_collision_shape(mesh, ElementOrder::Canonical);
    const Generator& generator = find_generator("closest_points");
    Query query{0.01, generator.options.corrected};
    set(generator, query.settings, "precision", "0.1");
    const std::vector<SceneBody> bodies{
        {make_collider(box, {}), false},
        {make_collider(box, {Quat::Identity(), Vec3(0.0, 1.05, 0.0)}), false}};
    const std::vector<ContactPoint> direct =
        generator.generate(bodies[0].collider, bodies[1].collider, query);
    CHECK_FALSE(direct.empty());
    CHECK(find_contacts(bodies, generator, query).size() == direct.size());
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
    // Options of several generators are listed once for each.
    const std::vector<Row> rows{
        {"intersection", "vf_normal", "unit", "raw"},
        {"intersection", "edge_separation", "skip_edge_pair", "leave_tet_pair"},
        {"intersection", "edge_direction", "tet", "triangle"},
        {"intersection", "triangles", "overlapping", "overlapping"},
        {"intersection", "midpoint", "behind_both", "behind_both"},
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
        {"growth", "step", "safe", "code"},
        {"growth", "end", "small_gap", "code"},
        {"growth", "face", "best", "first"},
        {"growth", "surface_faces_only", "off", "off"},
        {"closest_points", "envelope", "0.01", "0.01"},
        {"closest_points", "envelope_unit", "thickness", "metre"},
        {"closest_points", "edge_normal", "separation", "code"},
        {"closest_points", "edge_use", "once", "repeated"},
        {"closest_points", "used_ends", "own", "row_of_a"},
        {"closest_points", "leaves", "inflated", "bare"},
        {"closest_points", "low_features", "on", "off"},
        {"closest_points", "erosion", "plane_offset", "code"},
        {"semi_local", "eps", "0.005", "0.005"},
        {"semi_local", "rho", "0.5", "0.5"},
        {"semi_local", "delta", "0.5", "0.5"},
        {"semi_local", "points", "support", "support"},
        {"first_impact", "eps", "0.005", "0.005"},
        {"first_impact", "search", "oriented", "oriented"},
        {"barrier", "dhat", "1e-04", "1e-04"},
        {"barrier", "y", "0.5", "0.5"},
        {"barrier", "primitives", "triangles", "triangles"},
        {"barrier", "moves", "off", "off"},
        {"barrier", "stiffness", "adaptive", "adaptive"},
        {"barrier", "integration", "implicit_euler", "implicit_euler"},
        {"barrier", "stick_speed", "1e-05", "1e-05"},
        {"barrier", "accuracy", "1e-07", "1e-07"},
        {"barrier", "shape_stiffness", "1e+09", "1e+09"},
        {"barrier", "lags", "2", "2"},
    };
    // Of the paper's methods, which use tets.
    const std::vector<Row> common{{"", "ties", "canonical", "first"},
                                  {"", "tolerance", "relative", "absolute"},
                                  {"", "precision", "1e-06", "1e-06"},
                                  {"", "post_filter", "merge", "adjacent"}};
    for (const Generator& generator : all_generators()) {
        const MethodSettings& corrected = generator.options.corrected;
        const MethodSettings& published = generator.options.published;
        std::size_t checked = 0;
        for (const auto* part : {&rows, &common}) {
            for (const Row& row : *part) {
                if (part == &common ? has_option(generator, "ties")
                                    : row.generator == generator.id) {
                    CAPTURE(generator.id, row.option);
                    CHECK(value_of(corrected, generator, row.option) == row.corrected);
                    CHECK(value_of(published, generator, row.option) == row.published);
                    ++checked;
                }
            }
        }
        // No option is left out above, of a method that the page describes.
        const bool described = std::ranges::count(rows, generator.id, &Row::generator) > 0;
        CHECK((!described || generator.options.list.size() == checked));
    }
}

TEST_CASE("the settings' defaults are the corrected profile", "[settings]") {
    for (const Generator& generator : all_generators()) {
        CHECK(differences(generator, {}, generator.options.corrected) == 0);
    }
}
