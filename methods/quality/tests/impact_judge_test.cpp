#include "methods/quality/impact_judge.h"

#include <array>
#include <cmath>
#include <limits>

#include "methods/base/error.h"
#include "methods/testing/catch.h"

namespace touchstone {
namespace {

const ExactImpact kNone{};
const ExactImpact kHalf{true, 0.5, 0.5};

TEST_CASE("judge_impact knows right answers from each kind of wrong one", "[quality]") {
    CHECK(judge_impact(false, kUnset, kNone).kind == ImpactVerdictKind::Right);
    CHECK(judge_impact(true, 0.5, kHalf).kind == ImpactVerdictKind::Right);
    CHECK(judge_impact(true, 0.5, kNone).kind == ImpactVerdictKind::FalsePositive);
    CHECK(judge_impact(false, kUnset, kHalf).kind == ImpactVerdictKind::Missed);
    CHECK(judge_impact(true, 0.25, kHalf).kind == ImpactVerdictKind::Early);
    CHECK(judge_impact(true, 0.25, kHalf).early == 0.25);
    CHECK(judge_impact(true, 0.75, kHalf).kind == ImpactVerdictKind::Late);
    CHECK(judge_impact(true, 0.75, kHalf).late == 0.25);
}

TEST_CASE("judge_impact finds an answer late that is the next double", "[quality]") {
    const double next = std::nextafter(0.5, 1.0);
    CHECK(judge_impact(true, next, kHalf).kind == ImpactVerdictKind::Late);
    // The true time lies between the two.
    CHECK(judge_impact(true, next, {true, 0.5, next}).kind == ImpactVerdictKind::Late);
    CHECK(judge_impact(true, 0.5, {true, 0.5, next}).kind == ImpactVerdictKind::Right);
}

TEST_CASE("judge_impact judges no time that is not there", "[quality]") {
    CHECK(judge_impact(true, kUnset, kHalf).kind == ImpactVerdictKind::Right);
    CHECK(judge_impact(true, 0.9, {true, kUnset, kUnset}).kind == ImpactVerdictKind::Right);
}

TEST_CASE("add_verdict counts each kind", "[quality]") {
    ImpactFigures figures;
    const auto add = [&](bool hit, double time, const ExactImpact& truth) {
        add_verdict(figures, truth, judge_impact(hit, time, truth), 8.0);
    };
    add(false, kUnset, kNone);
    add(true, 0.1, kNone);
    add(false, kUnset, kHalf);
    add(true, 0.5, kHalf);
    add(true, 0.25, kHalf);
    add(true, 0.625, kHalf);
    add(true, 1.0, kHalf);
    CHECK(figures.queries == 7);
    CHECK(figures.hits == 5);
    CHECK(figures.false_positives == 1);
    CHECK(figures.missed == 1);
    CHECK(figures.late == 2);
    CHECK(figures.worst_late == 0.5);
    CHECK(figures.early.count() == 2);
    CHECK(figures.early.largest() == 0.25);
    CHECK(figures.early_length.largest() == 2.0);
}

TEST_CASE("approach_bound is the largest change of any corner's difference", "[quality]") {
    ImpactQuery query;
    query.kind = ImpactKind::EdgeEdge;
    query.end[1] = Vec3(0, 2, 0);
    query.end[2] = Vec3(0, -3, 1);
    CHECK(approach_bound(query) == 5.0);
    query.kind = ImpactKind::VertexFace;  // points 1 to 3 belong together
    CHECK(approach_bound(query) == 3.0);
    // Differences that overflow, one of infinity less infinity among them.
    constexpr double kMost = std::numeric_limits<double>::max();
    query.start[0] = query.end[0] = Vec3(kMost, 0, 0);
    query.start[2] = query.end[2] = Vec3(-kMost, 0, 0);
    CHECK(approach_bound(query) == kMost);
    ImpactFigures figures;
    const ExactImpact truth{true, 0.0, 0.0};
    add_verdict(figures, truth, judge_impact(true, 0.0, truth), approach_bound(query));
    CHECK(figures.early_length.largest() == 0.0);
}

TEST_CASE("LogHistogram keeps mean and ends, and quantiles to within a bin", "[quality]") {
    LogHistogram histogram;
    CHECK(std::isnan(histogram.mean()));
    CHECK(std::isnan(histogram.quantile(0.5)));
    CHECK(std::isnan(histogram.largest()));
    for (int i = 1000; i >= 1; --i) {
        histogram.add(i * 1e-6);
    }
    CHECK(histogram.count() == 1000);
    CHECK(histogram.mean() == Approx(500.5e-6));
    CHECK(histogram.smallest() == 1e-6);
    CHECK(histogram.largest() == 1000 * 1e-6);
    CHECK(histogram.quantile(1.0) == 1000 * 1e-6);
    for (const double share : {0.01, 0.5, 0.9, 0.99}) {
        const double exact = share * 1e-3;
        CHECK(histogram.quantile(share) >= exact * (1.0 - 1e-12));
        CHECK(histogram.quantile(share) <= exact * (1.0 + 1.0 / 64.0));
    }
}

TEST_CASE("histograms of parts add up to that of the whole in any order", "[quality]") {
    LogHistogram whole;
    std::array<LogHistogram, 4> parts;  // the last stays empty
    for (int i = 0; i < 3000; ++i) {
        const double value = std::ldexp(1.0 + i * 0.1 / 3000.0, i * 7 % 150 - 70);
        whole.add(value);
        parts[static_cast<std::size_t>(i % 3)].add(value);
    }
    const std::array order = GENERATE(std::array{0, 1, 2, 3}, std::array{3, 2, 0, 1});
    LogHistogram joined;
    for (const int part : order) {
        joined.add(parts[static_cast<std::size_t>(part)]);
    }
    CHECK(joined.content().bins == whole.content().bins);
    CHECK(joined.content().sum == whole.content().sum);
    CHECK(joined.mean() == whole.mean());
    CHECK(joined.smallest() == whole.smallest());
    CHECK(joined.largest() == whole.largest());
    CHECK(joined.quantile(0.3) == whole.quantile(0.3));
    const LogHistogram read = LogHistogram::restored(joined.content());
    CHECK(read.sum() == whole.sum());
}

TEST_CASE("ExactSum loses nothing", "[quality]") {
    constexpr double kMost = std::numeric_limits<double>::max();
    constexpr double kLeast = std::numeric_limits<double>::denorm_min();
    ExactSum sum;
    CHECK(sum.value() == 0.0);
    sum.add(0.0);
    CHECK(sum.digits().empty());
    sum.add(kLeast);
    CHECK(sum.value() == kLeast);
    sum.add(1.0);
    for (int i = 0; i < 1024; ++i) {
        sum.add(0x1p-60);  // each alone would be lost
    }
    CHECK(sum.value() == 1.0 + 0x1p-50);
    sum.add(kMost);
    CHECK(sum.value() == kMost);
    CHECK(ExactSum::restored(sum.digits()).digits() == sum.digits());
    CHECK_THROWS_AS(ExactSum::restored({{0, std::int64_t{1} << 32}}), Error);
    CHECK_THROWS_AS(ExactSum::restored({{-1, 1}}), Error);
}

TEST_CASE("LogHistogram takes zeros and values beyond its bins", "[quality]") {
    LogHistogram histogram;
    for (const double value : {0.0, 0.0, 1e-300, 1e300, std::numeric_limits<double>::max()}) {
        histogram.add(value);
    }
    CHECK(histogram.quantile(0.4) == 0.0);
    CHECK(histogram.quantile(1.0) == std::numeric_limits<double>::max());
}

}  // namespace
}  // namespace touchstone
