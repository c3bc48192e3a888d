#include <array>
#include <string>
#include <vector>

#include "methods/testing/catch.h"
#include "testcases/study/study.h"

using namespace touchstone;

namespace {

struct CellName {
    std::string_view generator;
    std::string_view case_id;
};

// The cells of Table 8 that do not hang on rounding: the shifts leave them alone.
constexpr std::array<CellName, 18> kFirmCells{{
    {"closest_points", "spike_in_crack"},
    {"closest_points", "spike_in_hole"},
    {"closest_points", "wedge_in_crack"},
    {"closest_points", "sliding_spike"},
    {"closest_points", "sliding_wedge"},
    {"intersection", "spike_in_crack"},
    {"intersection", "spike_in_hole"},
    {"intersection", "spike_and_wedge"},
    {"vertex_only", "spike_in_crack"},
    {"vertex_only", "spike_in_hole"},
    {"vertex_only", "wedge_in_crack"},
    {"vertex_only", "spikes"},
    {"vertex_only", "spike_and_wedge"},
    {"consistent_vertex", "spike_in_crack"},
    {"consistent_vertex", "spike_in_hole"},
    {"consistent_vertex", "wedge_in_crack"},
    {"consistent_vertex", "spikes"},
    {"consistent_vertex", "spike_and_wedge"},
}};
constexpr int kShiftsAsPublished = 12;
constexpr int kLeastAsPublished = 66;  // of 80 cells

const StudyRow& find_row(const std::vector<StudyRow>& rows, const CellName& name) {
    for (const StudyRow& row : rows) {
        if (row.case_id == name.case_id && row.generator_id == name.generator) {
            return row;
        }
    }
    FAIL("no row for " << name.generator << " in " << name.case_id);
    return rows.front();
}

}  // namespace

TEST_CASE("the published profile gives the paper's counts where rounding does not decide",
          "[study][slow]") {
    StudyRequest request;
    request.cases = expand_cases(std::array<std::string, 1>{"fundamental"});
    for (const Generator& generator : all_generators()) {
        request.generators.push_back(generator.id);
    }
    request.settings = make_study_settings(Profile::Published);
    request.jitter = kShiftsAsPublished;
    const StudyResult result = run_study(request);
    REQUIRE(result.rows.size() == request.cases.size() * request.generators.size());
    for (const CellName& name : kFirmCells) {
        CAPTURE(name.generator, name.case_id);
        const StudyRow& row = find_row(result.rows, name);
        CHECK(row.judgement.contacts == row.paper->contacts);
        CHECK(row.judgement.correct == row.paper->correct);
        CHECK(row.jitter->agreeing == kShiftsAsPublished);
    }
    CHECK(count_agreement(result.rows).coverage >= kLeastAsPublished);
}
