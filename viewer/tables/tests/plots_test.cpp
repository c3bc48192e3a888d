#include "viewer/tables/plots.h"

#include <algorithm>
#include <array>
#include <numeric>
#include <sstream>

#include "methods/base/error.h"
#include "methods/quality/metrics.h"
#include "methods/testing/catch.h"
#include "viewer/model/tests/opened_case.h"
#include "viewer/tables/contact_export.h"

namespace touchstone::viewer {
namespace {

using testing::OpenedCase;

std::vector<double> values(const std::vector<AxisTick>& ticks) {
    std::vector<double> result;
    result.reserve(ticks.size());
    for (const AxisTick& tick : ticks) {
        result.push_back(tick.value);
    }
    return result;
}

TEST_CASE("ticks are round, within the range and not too many", "[viewer]") {
    CHECK(values(linear_ticks({0.0, 1.0}, 5)) ==
          std::vector<double>{0.0, 0.2, 2 * 0.2, 3 * 0.2, 0.8, 1.0});
    CHECK(values(linear_ticks({-3.0, 3.0}, 3)) == std::vector<double>{-2.0, 0.0, 2.0});
    CHECK(linear_ticks({-3.0, 3.0}, 3)[1].label == "0");
    CHECK(linear_ticks({0.0, 1.0}, 5)[3].label == "0.6");
    const double size = GENERATE(1e-9, 0.037, 1.0, 12345.0, 1e12);
    const int most = GENERATE(1, 4, 9);
    const AxisRange range{-0.3 * size, 0.9 * size};
    const std::vector<AxisTick> ticks = linear_ticks(range, most);
    CHECK(std::ssize(ticks) <= most + 1);
    for (const AxisTick& tick : ticks) {
        CHECK(tick.value >= range.low - 1e-9 * size);
        CHECK(tick.value <= range.high + 1e-9 * size);
    }
}

TEST_CASE("ticks of a logarithmic axis are powers of ten", "[viewer]") {
    const std::vector<AxisTick> ticks = decade_ticks(decade_range(3e-5, 20.0), 10);
    REQUIRE(ticks.size() == 8);
    CHECK(ticks.front().label == "1e-5");
    CHECK(ticks.back().value == Approx(100.0));
    CHECK(decade_ticks({1e-12, 1e12}, 5).size() <= 6);
    CHECK(decade_range(1.0, 1.0).high == Approx(10.0));
}

TEST_CASE("ranges have room, and some height for a single value", "[viewer]") {
    CHECK(roomy_range(0.0, 10.0).low == 0.0);
    CHECK(roomy_range(0.0, 10.0).high > 10.0);
    CHECK(roomy_range(2.0, 4.0).low < 2.0);
    const double value = GENERATE(-3.0, 0.0, 7.0);
    CHECK(roomy_range(value, value).low < roomy_range(value, value).high);
}

TEST_CASE("sorted quality has each judged contact once, from the worst on", "[viewer]") {
    const OpenedCase opened("internal_edges", "surface_sat");
    const Plot plot = make_plot_of(opened.application, PlotKind::Quality);
    const std::vector<double> expected = sorted_alignments(opened.moment().judgement);
    REQUIRE(plot.series.size() == 1);
    REQUIRE(plot.series[0].points.size() == expected.size());
    std::vector<int> contacts;
    for (std::size_t i = 0; i < expected.size(); ++i) {
        const PlotPoint& point = plot.series[0].points[i];
        CHECK(point.y == expected[i]);
        CHECK(point.x == static_cast<double>(i + 1));
        CHECK(point.y == opened.moment().judgement.verdicts[point.target].alignment);
        contacts.push_back(point.target);
    }
    std::ranges::sort(contacts);
    CHECK(std::ranges::adjacent_find(contacts) == contacts.end());
    CHECK(find_target(plot, plot.series[0].points[2].target) == 3.0);
    CHECK_FALSE(find_target(plot, -1));
}

TEST_CASE("the histogram counts every judged contact in one bin", "[viewer]") {
    const OpenedCase opened("internal_edges", "surface_sat");
    const Plot plot = make_plot_of(opened.application, PlotKind::Histogram);
    REQUIRE(plot.series.size() == 1);
    const std::vector<double> alignments = sorted_alignments(opened.moment().judgement);
    double total = 0.0;
    for (const PlotPoint& bin : plot.series[0].points) {
        total += bin.y;
        const double low = bin.x - 0.5 * plot.bar_width;
        const double high = bin.x + 0.5 * plot.bar_width;
        const bool last = high > 1.0 - 1e-9;
        const auto inside = std::ranges::count_if(alignments, [&](double alignment) {
            return alignment >= low - 1e-12 && (last || alignment < high - 1e-12);
        });
        CHECK(bin.y == static_cast<double>(inside));
    }
    CHECK(total == static_cast<double>(alignments.size()));
}

TEST_CASE("plots by step follow the simulation", "[viewer]") {
    OpenedCase opened("spikes", "opposing");
    opened.run("play 5");
    const Application& application = opened.application;
    const Plot contacts = make_plot_of(application, PlotKind::Contacts);
    const Plot energies = make_plot_of(application, PlotKind::Energy);
    REQUIRE(contacts.series.size() == 2);  // all, and those that are right
    REQUIRE(contacts.series[0].points.size() == 6);
    REQUIRE(energies.series.size() == 2);
    REQUIRE(energies.series[0].points.size() == 5);
    CHECK(energies.series[1].points[0].y == 0.0);
    const double first = application.sides[0].moments.at(1).record->energy.potential;
    for (int step = 1; step <= 5; ++step) {
        const Moment& moment = application.sides[0].moments.at(step);
        CHECK(contacts.series[0].points[step].y == static_cast<double>(moment.contacts.size()));
        CHECK(contacts.series[1].points[step].y == moment.judgement.correct);
        CHECK(contacts.series[0].points[step].target == step);
        CHECK(energies.series[0].points[step - 1].y == moment.record->energy.kinetic);
        CHECK(energies.series[1].points[step - 1].y == moment.record->energy.potential - first);
    }
    const Plot residuals = make_plot_of(application, PlotKind::Residual);
    const std::vector<double>& sweeps = opened.moment().record->solve.residuals;
    REQUIRE(residuals.series.size() == 1);
    CHECK(std::ssize(residuals.series[0].points) ==
          std::ranges::count_if(sweeps, [](double residual) { return residual > 0.0; }));
    CHECK(residuals.logarithmic);
}

TEST_CASE("stops of bounded motions stand at their step, by pair", "[viewer]") {
    OpenedCase opened("spikes", "opposing");
    opened.run("play 3");
    CHECK(make_plot_of(opened.application, PlotKind::Stops).series.empty());
    std::map<int, StepSummary>& history = opened.application.sides[0].history;
    history.at(1).stops = {{0, 1, 0.25}, {0, 1, 0.75}};
    history.at(3).stops = {{0, 1, 0.5}};
    const Plot plot = make_plot_of(opened.application, PlotKind::Stops);
    REQUIRE(plot.series.size() == 1);
    const std::vector<PlotPoint>& points = plot.series[0].points;
    REQUIRE(points.size() == 3);
    CHECK(points[1].y == 0.75);
    CHECK(points[1].target == 1);
    CHECK(points[1].after_gap);
    CHECK(points[2].y == 0.5);
    CHECK(points[2].after_gap);
    CHECK(plot.x_range.low == 0.0);
    CHECK(plot.x_range.high == 3.0);
}

TEST_CASE("the smallest gap of each step is plotted, of both sides", "[viewer]") {
    OpenedCase opened("spikes", "semi_local");
    opened.run("compare closest_points");
    opened.run("play 3");
    const Plot plot = make_plot_of(opened.application, PlotKind::Gap);
    REQUIRE(plot.series.size() == 2);
    for (std::size_t side = 0; side < 2; ++side) {
        const std::map<int, Moment>& moments = opened.application.sides[side].moments;
        std::size_t with_contacts = 0;
        for (const auto& [step, moment] : moments) {
            if (!moment.record || moment.contacts.empty()) {
                continue;
            }
            const double smallest =
                std::ranges::min(moment.contacts, {}, &ContactPoint::separation).separation;
            const std::vector<PlotPoint>& points = plot.series[side].points;
            REQUIRE(with_contacts < points.size());
            CHECK(points[with_contacts].target == step);
            CHECK(points[with_contacts].y == smallest);
            ++with_contacts;
        }
        CHECK(with_contacts > 1);
        CHECK(plot.series[side].points.size() == with_contacts);
    }
}

TEST_CASE("areas stand beside the plateaus they should reach", "[viewer]") {
    const OpenedCase opened("pillar", "growth");
    const Plot plot = make_plot_of(opened.application, PlotKind::Areas);
    const Judgement& judgement = opened.moment().judgement;
    const auto followed = std::min<std::ptrdiff_t>(std::ssize(judgement.pairs), kFollowedPairs);
    REQUIRE(std::ssize(plot.series) == followed);
    REQUIRE_FALSE(plot.levels.empty());
    for (std::ptrdiff_t i = 0; i < followed; ++i) {
        REQUIRE(plot.series[i].points.size() == 1);
        CHECK(plot.series[i].points[0].y == judgement.pairs[i].contact_area);
        CHECK(plot.levels[i].y == judgement.pairs[i].known_area);
        CHECK(plot.y_range.high > plot.levels[i].y);
    }
}

TEST_CASE("what cannot be plotted says why", "[viewer]") {
    const OpenedCase opened("internal_edges", "opposing");
    for (const PlotKind kind :
         {PlotKind::Energy, PlotKind::Residual, PlotKind::Stops, PlotKind::Gap}) {
        const Plot plot = make_plot_of(opened.application, kind);
        CHECK(plot.series.empty());
        CHECK_FALSE(plot.nothing.empty());
    }
    CHECK(make_plot_of(opened.application, PlotKind::Contacts).nothing.empty());
}

TEST_CASE("two sides are two series of a plot", "[viewer]") {
    OpenedCase opened("internal_edges", "surface_sat");
    opened.run("compare opposing");
    const Plot plot = make_plot_of(opened.application, PlotKind::Quality);
    REQUIRE(plot.series.size() == 2);
    CHECK(plot.series[0].title != plot.series[1].title);
    CHECK(plot.series[1].points.size() == opened.application.moment(1)->contacts.size());
}

TEST_CASE("a plot as CSV holds all its points", "[viewer]") {
    const OpenedCase opened("pillar", "growth");
    const PlotKind kind = GENERATE(PlotKind::Quality, PlotKind::Histogram, PlotKind::Areas);
    const Plot plot = make_plot_of(opened.application, kind);
    const std::string text = plot_csv(plot);
    std::size_t rows = 1 + plot.levels.size();
    for (const PlotSeries& series : plot.series) {
        rows += series.points.size();
    }
    CHECK(std::ranges::count(text, '\n') == static_cast<std::ptrdiff_t>(rows));
    CHECK(find_plot(plot_id(kind)) == kind);
    CHECK_THROWS_AS(find_plot("pie"), UnknownName);
}

TEST_CASE("a body's name is no formula in the table of contacts", "[viewer]") {
    const OpenedCase opened("spikes", "opposing");
    const Moment& moment = opened.moment();
    REQUIRE_FALSE(moment.contacts.empty());
    std::vector<BodySetup> bodies(moment.world_from_shape.size());
    for (BodySetup& body : bodies) {
        body.name = "=1+1, \"big\"";
    }
    const std::string text = contacts_csv(moment, bodies, std::array{0});
    const std::string name = "\"'=1+1, \"\"big\"\"\"";
    CHECK(text.find("\n0," + name + "," + name + ",") != std::string::npos);
}

}  // namespace
}  // namespace touchstone::viewer
