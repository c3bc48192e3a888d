// The guarantees of every entry in the table of contact-time methods.

#include <cmath>
#include <limits>
#include <vector>

#include "generators/continuous/impact_method.h"
#include "generators/continuous/inclusion/tight_inclusion.h"
#include "generators/continuous/tests/impact_checks.h"
#include "generators/continuous/tests/random_impacts.h"
#include "methods/base/error.h"
#include "methods/continuous/exact_impact.h"
#include "methods/testing/catch.h"

using namespace touchstone;
using namespace touchstone::testing;

namespace {

std::vector<ImpactMethod> conservative_methods(bool with_separation) {
    std::vector<ImpactMethod> methods;
    for (const ImpactMethod& method : all_impact_methods()) {
        if (method.conservative && (method.takes_separation || !with_separation)) {
            methods.push_back(method);
        }
    }
    return methods;
}

ImpactMethod any_conservative_method() { return GENERATE(from_range(conservative_methods(false))); }

bool same_time(const Impact& a, const Impact& b) {
    return a.time == b.time || (std::isnan(a.time) && std::isnan(b.time));
}

/// Returns settings with a tolerance in proportion, and a limit that keeps the slowest methods
/// fast.
ImpactSettings settings_for(const ImpactQuery& query) {
    ImpactSettings settings;
    settings.tolerance = 1e-6 * size_of(query);
    settings.max_boxes = 4000;
    return settings;
}

}  // namespace

TEST_CASE("tight_inclusion_boxes are the boxes that the search tests, level by level",
          "[continuous]") {
    RandomImpacts random(7);
    int levels = 0;
    for (int i = 0; i < 50; ++i) {
        const ImpactQuery query = random.draw();
        ImpactSettings settings = settings_for(query);
        settings.max_boxes = 500;
        const std::vector<VisitedBox> boxes = tight_inclusion_boxes(query, settings, 1000);
        // Coordinates far from 1 are scaled before the search.
        CHECK(std::abs(std::ssize(boxes) - tight_inclusion(query, settings).work) <= 1);
        CHECK(std::ssize(tight_inclusion_boxes(query, settings, 3)) <= 3);
        REQUIRE(!boxes.empty());
        CHECK(boxes[0].width.t == 1.0);
        for (std::size_t j = 1; j < boxes.size(); ++j) {
            const BoxWidths& before = boxes[j - 1].width;
            const BoxWidths& width = boxes[j].width;
            const bool same = width.t == before.t && width.u == before.u && width.v == before.v;
            REQUIRE((same || width.t * width.u * width.v == 0.5 * before.t * before.u * before.v));
            REQUIRE((!same || boxes[j].corner.t >= boxes[j - 1].corner.t));
            levels += same ? 0 : 1;
        }
    }
    CHECK(levels > 50);
}

TEST_CASE("conservative methods miss nothing and are never late", "[continuous]") {
    const ImpactMethod method = any_conservative_method();
    CAPTURE(method.id);
    RandomImpacts random(1);
    int hits = 0;
    int wrong = 0;
    for (int i = 0; i < 600; ++i) {
        const ImpactQuery query = random.draw();
        const ExactImpact exact = find_exact_impact(query);
        const Impact impact = method.find(query, settings_for(query));
        hits += exact.hit ? 1 : 0;
        wrong += is_conservative(judge(impact, exact, 1.0)) ? 0 : 1;
    }
    CHECK(wrong == 0);
    CHECK(hits > 100);
}

TEST_CASE("exact_contact has no false hit either", "[continuous]") {
    const ImpactMethod& method = find_impact_method("exact_contact");
    RandomImpacts random(2);
    int wrong = 0;
    int early = 0;
    for (int i = 0; i < 3000; ++i) {
        const ImpactQuery query = random.draw();
        const ExactImpact exact = find_exact_impact(query);
        const Impact impact = method.find(query, settings_for(query));
        const ContractVerdict verdict = judge(impact, exact, 1.0);
        wrong += is_conservative(verdict) && !verdict.false_hit ? 0 : 1;
        // A time is early by more than rounding only where it was not left to integers.
        early += impact.proof == ImpactProof::Exact && impact.hit && impact.time != exact.low;
    }
    CHECK(wrong == 0);
    CHECK(early == 0);
}

TEST_CASE("conservative methods look no further than t_max", "[continuous]") {
    const ImpactMethod method = any_conservative_method();
    CAPTURE(method.id);
    RandomImpacts random(3);
    int wrong = 0;
    for (int i = 0; i < 300; ++i) {
        const ImpactQuery query = random.draw();
        const ExactImpact whole = find_exact_impact(query);
        ImpactSettings settings = settings_for(query);
        // At the first touch, just before it, or anywhere.
        const int choice = random.below(3);
        settings.t_max = whole.hit && whole.low > 0.0 && choice < 2
                             ? (choice == 0 ? whole.high : std::nextafter(whole.low, 0.0))
                             : 0.37;
        const ExactImpact exact = find_exact_impact(query, 0.0, settings.t_max);
        const Impact impact = method.find(query, settings);
        wrong += is_conservative(judge(impact, exact, settings.t_max)) ? 0 : 1;
    }
    CHECK(wrong == 0);
}

TEST_CASE("exact_contact ends exactly at t_max", "[continuous]") {
    const ImpactMethod& method = find_impact_method("exact_contact");
    RandomImpacts random(4);
    int hits = 0;
    int wrong = 0;
    for (int i = 0; i < 600; ++i) {
        const ImpactQuery query = random.draw();
        ImpactSettings settings = settings_for(query);
        settings.t_max = 0.25 * (1 + random.below(3));
        const ExactImpact exact = find_exact_impact(query, 0.0, settings.t_max);
        hits += exact.hit ? 1 : 0;
        wrong += method.find(query, settings).hit == exact.hit ? 0 : 1;
    }
    CHECK(wrong == 0);
    CHECK(hits > 50);
}

TEST_CASE("conservative methods keep a separation", "[continuous]") {
    const ImpactMethod method = GENERATE(from_range(conservative_methods(true)));
    CAPTURE(method.id);
    RandomImpacts random(5);
    int wrong = 0;
    int more_hits = 0;
    for (int i = 0; i < 60; ++i) {
        const ImpactQuery query = random.draw();
        ImpactSettings settings = settings_for(query);
        settings.separation = size_of(query) * (i % 3 == 0 ? 0.25 : i % 3 == 1 ? 1e-3 : 1e-8);
        const ExactImpact exact = find_exact_impact(query, settings.separation);
        const Impact impact = method.find(query, settings);
        const ContractVerdict verdict = judge(impact, exact, 1.0);
        more_hits += exact.hit && !find_exact_impact(query).hit ? 1 : 0;
        wrong += is_conservative(verdict) ? 0 : 1;
        wrong += method.id == "exact_contact" && verdict.false_hit ? 1 : 0;
    }
    CHECK(wrong == 0);
    CHECK(more_hits >= 3);
}

TEST_CASE("powers of two change neither verdicts nor times", "[continuous]") {
    // The others have absolute numbers by definition: the published filter, and additive's
    // rounding.
    const ImpactMethod method = any_conservative_method();
    CAPTURE(method.id);
    RandomImpacts random(6);
    int differ = 0;
    for (int i = 0; i < 120; ++i) {
        const ImpactQuery query = random.draw();
        ImpactSettings settings = settings_for(query);
        settings.max_boxes = 1000;
        const bool separated = method.takes_separation && method.id != "exact_contact";
        settings.separation = separated && i % 4 == 0 ? 1e-3 * size_of(query) : 0.0;
        const Impact impact = method.find(query, settings);
        for (const int exponent : {-60, -7, 1, 60}) {
            const ImpactSettings lengths = with_scaled_lengths(settings, exponent);
            const Impact other = method.find(scaled(query, std::ldexp(1.0, exponent)), lengths);
            const bool same = other.hit == impact.hit && same_time(other, impact) &&
                              other.work == impact.work && other.proof == impact.proof;
            differ += same ? 0 : 1;
        }
    }
    CHECK(differ == 0);
}

TEST_CASE("exact_contact minds no order of edges and corners", "[continuous]") {
    const ImpactMethod& method = find_impact_method("exact_contact");
    RandomImpacts random(7);
    int differ = 0;
    for (int i = 0; i < 500; ++i) {
        const ImpactQuery query = random.draw();
        ImpactQuery turned = query;
        for (std::array<Vec3, 4>* points : {&turned.start, &turned.end}) {
            std::array<Vec3, 4>& x = *points;
            if (query.kind == ImpactKind::VertexFace) {
                x = {x[0], x[3], x[2], x[1]};
            } else {
                x = {x[2], x[3], x[1], x[0]};
            }
        }
        const ImpactSettings settings = settings_for(query);
        const bool hit = method.find(query, settings).hit;
        differ += method.find(turned, settings).hit == hit ? 0 : 1;
        // Backwards in time the verdict stays, too.
        std::swap(turned.start, turned.end);
        differ += method.find(turned, settings).hit == hit ? 0 : 1;
    }
    CHECK(differ == 0);
}

TEST_CASE("conservative methods stay so far out of the usual range", "[continuous]") {
    const ImpactMethod method = any_conservative_method();
    const int exponent = GENERATE(-1060, -900, -300, 300, 1000);
    CAPTURE(method.id, exponent);
    RandomImpacts random(8);
    int wrong = 0;
    for (int i = 0; i < 60; ++i) {
        ImpactQuery query = random.draw();
        for (int k = 0; k < 4; ++k) {
            // The least coordinates are lost below 2^-1074, which gives queries of their own.
            query.start[k] *= std::ldexp(1.0, exponent);
            query.end[k] *= std::ldexp(1.0, exponent);
        }
        ImpactSettings settings;
        settings.tolerance = std::max(1e-6 * size_of(query), 1e-320);
        settings.max_boxes = 1000;
        const Impact impact = method.find(query, settings);
        wrong += is_conservative(judge(impact, find_exact_impact(query), 1.0)) ? 0 : 1;
    }
    CHECK(wrong == 0);
}

TEST_CASE("methods answer odd queries without a fault", "[continuous]") {
    const ImpactMethod method =
        GENERATE(from_range(all_impact_methods().begin(), all_impact_methods().end()));
    const ImpactKind kind = GENERATE(ImpactKind::VertexFace, ImpactKind::EdgeEdge);
    CAPTURE(method.id);
    ImpactSettings settings;
    settings.max_boxes = 1000;
    ImpactQuery query;
    query.kind = kind;
    const auto check = [&] {
        const Impact impact = method.find(query, settings);
        const ContractVerdict verdict = judge(impact, find_exact_impact(query), 1.0);
        CHECK(!verdict.out_of_range);
        CHECK((!method.conservative || is_conservative(verdict)));
    };
    check();  // all points equal, no motion
    query.start[1] = query.end[1] = Vec3(-0.0, 1.0, 0.0);
    check();
    query.start.fill(Vec3(1e6, 1e6, 1e6));
    query.end.fill(Vec3(-1e6, 1e6, 1e6));
    check();  // equal and moving together
    query.end[0] = Vec3(1e6, -1e6, 3.0);
    check();
}

TEST_CASE("a cap on boxes ends a search with a hit that is not late", "[continuous]") {
    const ImpactMethod method = any_conservative_method();
    const int cap = GENERATE(1, 10, 300);
    CAPTURE(method.id, cap);
    RandomImpacts random(9);
    int wrong = 0;
    int capped = 0;
    for (int i = 0; i < 300; ++i) {
        const ImpactQuery query = random.draw();
        ImpactSettings settings = settings_for(query);
        settings.max_boxes = cap;
        const Impact impact = method.find(query, settings);
        capped += impact.capped ? 1 : 0;
        wrong += is_conservative(judge(impact, find_exact_impact(query), 1.0)) ? 0 : 1;
        // A front is looked at as a whole; pieces of the direct path are no boxes.
        wrong += impact.work <= cap + 32 + 400 ? 0 : 1;
        wrong += impact.capped && !impact.hit ? 1 : 0;
    }
    CHECK(wrong == 0);
    const bool goes_on = method.id == "exact_contact" || method.id == "bernstein_signs";
    CHECK((capped == 0) == goes_on);
}

namespace {

/// A vertex above a face that falls through it; it starts `gap` above.
ImpactQuery falling_vertex(double gap) {
    ImpactQuery query;
    query.start = {Vec3(0.2, 0.3, gap), Vec3(0, 0, 0), Vec3(1, 0, 0), Vec3(0, 1, 0)};
    query.end = query.start;
    query.end[0][2] = -1.0;
    return query;
}

}  // namespace

namespace {

/// The settings of the method's own with one option set.
MethodSettings with_option(const ImpactMethod& method, const char* id, const char* value) {
    const MethodOptions options = method.options();
    MethodSettings own = options.corrected;
    set_option(own, options.list, method.id, id, value);
    return own;
}

}  // namespace

TEST_CASE("no_zero_time refines until a step is left", "[continuous]") {
    const ImpactMethod method =
        GENERATE(filter([](const ImpactMethod& m) { return m.options != nullptr; },
                        from_range(conservative_methods(false))));
    CAPTURE(method.id);
    const ImpactQuery query = falling_vertex(1e-6);
    ImpactSettings settings;
    settings.tolerance = 1e-3;
    settings.own = with_option(method, "no_zero_time", "on");
    const Impact impact = method.find(query, settings);
    REQUIRE(impact.hit);
    CHECK(impact.time > 0.0);
    CHECK(impact.time <= find_exact_impact(query).high);
    CHECK(!impact.touches_at_start);
}

TEST_CASE("no_zero_time says that a query touches at its start", "[continuous]") {
    const ImpactMethod method =
        GENERATE(filter([](const ImpactMethod& m) { return m.options != nullptr; },
                        from_range(conservative_methods(false))));
    CAPTURE(method.id);
    ImpactSettings settings;
    settings.own = with_option(method, "no_zero_time", "on");
    const Impact impact = method.find(falling_vertex(0.0), settings);
    CHECK(impact.hit);
    CHECK(impact.time == 0.0);
    CHECK(impact.touches_at_start);
}

TEST_CASE("settings and queries that mean nothing are refused", "[continuous]") {
    const auto refused = [](auto change) {
        ImpactSettings settings;
        change(settings);
        CHECK_THROWS_AS(validate(settings), UsageError);
    };
    constexpr double kNan = std::numeric_limits<double>::quiet_NaN();
    constexpr double kInfinity = std::numeric_limits<double>::infinity();
    CHECK_NOTHROW(validate(ImpactSettings{}));
    for (const double value : {-1.0, kNan, kInfinity}) {
        refused([&](ImpactSettings& s) { s.separation = value; });
        refused([&](ImpactSettings& s) { s.tolerance = value; });
        refused([&](ImpactSettings& s) { s.t_max = value; });
    }
    refused([](ImpactSettings& s) { s.tolerance = 0.0; });
    refused([](ImpactSettings& s) { s.t_max = 0.0; });
    refused([](ImpactSettings& s) { s.max_boxes = 0; });
    ImpactQuery query = falling_vertex(1.0);
    CHECK_NOTHROW(validate(query));
    query.end[2][1] = kNan;
    CHECK_THROWS_AS(validate(query), Error);
}

TEST_CASE("a hit has a time but from methods that only say yes or no", "[continuous]") {
    for (const ImpactMethod& method : all_impact_methods()) {
        CAPTURE(method.id);
        const Impact impact = method.find(falling_vertex(1.0), {});
        REQUIRE(impact.hit);
        const bool yes_or_no = method.id == "bernstein_signs" || method.id == "root_parity";
        CHECK(std::isnan(impact.time) == yes_or_no);
    }
}

TEST_CASE("the table of impact methods is looked up by id", "[continuous]") {
    for (const ImpactMethod& method : all_impact_methods()) {
        CHECK(&find_impact_method(method.id) == &method);
        CHECK(!method.title.empty());
        CHECK(!method.section.empty());
    }
    CHECK_THROWS_AS(find_impact_method("tight"), UnknownName);
}
