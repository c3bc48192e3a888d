#include "testcases/settings/study_settings.h"

#include "generators/local/settings/opposing_settings.h"
#include "methods/base/error.h"
#include "methods/testing/catch.h"

using namespace touchstone;
using Catch::Matchers::Contains;

namespace {

void set(StudySettings& settings, std::string_view text) {
    assign(settings, parse_assignment(text));
}

}  // namespace

TEST_CASE("make_study_settings gives each profile its scoring and every generator its settings",
          "[study]") {
    const StudySettings corrected = make_study_settings(Profile::Corrected);
    CHECK(corrected.body_order == BodyOrder::LowerFirst);
    CHECK(corrected.normal_sign == NormalSign::Signed);
    CHECK(corrected.expected_x == ExpectedX::Table);
    const StudySettings published = make_study_settings(Profile::Published);
    CHECK(published.body_order == BodyOrder::Creation);
    CHECK(published.normal_sign == NormalSign::Unsigned);
    CHECK(published.expected_x == ExpectedX::Mirrored);
    CHECK(published.generators.size() == all_generators().size());
    const auto normal = [](const StudySettings& settings) {
        return settings.generators.at("opposing").as<OpposingSettings>().opposing_normal;
    };
    CHECK(normal(published) == OpposingNormal::FaceA);
    CHECK(normal(corrected) == OpposingNormal::Average);
}

TEST_CASE("parse_assignment splits owner, option and value", "[study]") {
    const Assignment assignment = parse_assignment("growth.first_scale=0.9");
    CHECK(assignment.owner == "growth");
    CHECK(assignment.option == "first_scale");
    CHECK(assignment.value == "0.9");
    const std::string text =
        GENERATE("", "growth", "growth.first_scale", "growth=0.9", ".first_scale=1", "growth.=1",
                 "growth.first_scale=", "=", ".", "first_scale=growth.1");
    CHECK_THROWS_AS(parse_assignment(text), UsageError);
}

TEST_CASE("assign writes what setting_sections reads back", "[study]") {
    StudySettings settings = make_study_settings(Profile::Corrected);
    for (const Option<StudySettings>& option : all_study_options()) {
        const StudySettings published = make_study_settings(Profile::Published);
        const std::string value = option.read(published);
        set(settings, "study." + std::string(option.id) + "=" + value);
        CHECK(option.read(settings) == value);
    }
    set(settings, "study.angle_tolerance=2.5");
    CHECK(settings.angle_tolerance == 2.5);
    set(settings, "opposing.normal=face_a");
    const std::vector<SettingsSection> sections = setting_sections(settings);
    REQUIRE(sections.size() == 2 + all_generators().size());
    CHECK(sections[0].owner == "study");
    CHECK(sections[0].values[3].value == "2.5");
    bool found = false;
    for (const SettingsSection& section : sections) {
        for (const OptionValue& value : section.values) {
            found = found || (section.owner == "opposing" && value.value == "face_a");
        }
    }
    CHECK(found);
}

TEST_CASE("assign names the option, its values and what was found", "[study]") {
    StudySettings settings = make_study_settings(Profile::Corrected);
    CHECK_THROWS_WITH(set(settings, "study.body_order=upside_down"),
                      Contains("study.body_order") && Contains("upside_down") &&
                          Contains("lower_first|creation"));
    CHECK_THROWS_WITH(set(settings, "study.colour=red"),
                      Contains("colour") && Contains("expected_x"));
    CHECK_THROWS_AS(set(settings, "nobody.ties=first"), UnknownName);
    const std::string bad = GENERATE("0", "-1", "91", "nan", "1x", "");
    CHECK_THROWS_AS(assign(settings, {"study", "angle_tolerance", bad}), UsageError);
}

TEST_CASE("judge_options mirrors two-points cases only, and takes raw normals of intersection only",
          "[study]") {
    const StudySettings published = make_study_settings(Profile::Published);
    CHECK(judge_options(published, "growth", true).mirror_expected_x);
    CHECK(!judge_options(published, "growth", false).mirror_expected_x);
    CHECK(judge_options(published, "intersection", false).raw_normals);
    CHECK(!judge_options(published, "growth", false).raw_normals);
    CHECK(!judge_options(published, "growth", false).signed_normals);
    const StudySettings corrected = make_study_settings(Profile::Corrected);
    CHECK(!judge_options(corrected, "intersection", true).mirror_expected_x);
    CHECK(!judge_options(corrected, "intersection", true).raw_normals);
    CHECK(judge_options(corrected, "intersection", true).signed_normals);
}
