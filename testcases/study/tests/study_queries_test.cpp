#include <algorithm>
#include <array>
#include <cmath>
#include <string>

#include "methods/quality/metrics.h"
#include "methods/testing/catch.h"
#include "testcases/study/study.h"

using namespace touchstone;

namespace {

// Which query Table 8 shows is not stated, so each cell may take the best of the first three.
constexpr int kQueries = 3;
constexpr int kLeastCoverage = 76;  // of 80 cells
constexpr int kLeastQuality = 58;   // within one point
constexpr double kOnePoint = 0.01;

/// The printed share is 0 without contacts.
bool quality_is_near(const Judgement& judgement, const PaperCell& paper) {
    const double ours = quality(judgement).value_or(0.0);
    return std::abs(ours - paper.quality()) <= kOnePoint;
}

}  // namespace

TEST_CASE("the best of the first three queries comes near Table 8", "[study][slow]") {
    StudyRequest request;
    request.cases = expand_cases(std::array<std::string, 1>{"fundamental"});
    for (const Generator& generator : all_generators()) {
        if (find_paper_cell("spikes", generator.id)) {
            request.generators.push_back(generator.id);
        }
    }
    request.settings = make_study_settings(Profile::Published);
    std::array<bool, 80> coverage{};
    std::array<bool, 80> quality{};
    for (request.query = 1; request.query <= kQueries; ++request.query) {
        const StudyResult result = run_study(request);
        REQUIRE(result.rows.size() == coverage.size());
        for (std::size_t i = 0; i < coverage.size(); ++i) {
            const StudyRow& row = result.rows[i];
            CHECK(row.query == request.query);
            coverage[i] = coverage[i] || row.agreement->coverage;
            quality[i] = quality[i] || quality_is_near(row.judgement, *row.paper);
        }
    }
    CHECK(std::count(coverage.begin(), coverage.end(), true) >= kLeastCoverage);
    CHECK(std::count(quality.begin(), quality.end(), true) >= kLeastQuality);
}
