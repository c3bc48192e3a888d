#include "viewer/scene/contact_coloring.h"

#include <algorithm>
#include <array>
#include <cmath>
#include <cstdio>
#include <map>
#include <utility>

namespace touchstone::viewer {
namespace {

// Number of pairs up to which the legend lists them.
constexpr int kLegendPairs = 12;
// Separation that counts as none, as a share of the largest coordinate: some units in the last
// place, added up over the operations of a method.
constexpr double kNoise = 1e-12;

ContactColoring color_by_verdict(const ViewSource& source) {
    ContactColoring coloring;
    std::array<int, kVerdictKinds> counts{};
    for (const int i : source.shown) {
        const VerdictKind kind = source.moment.judgement.verdicts[i].kind;
        coloring.colors.push_back(verdict_color(kind));
        ++counts[static_cast<std::size_t>(kind)];
    }
    for (int i = 0; i < kVerdictKinds; ++i) {
        const auto kind = static_cast<VerdictKind>(i);
        if (counts[i] > 0) {
            coloring.legend.push_back({LegendSign::Sphere, verdict_color(kind), verdict_title(kind),
                                       counts[i], verdict_meaning(kind)});
        }
    }
    return coloring;
}

ContactColoring color_by_generator(const ViewSource& source) {
    const Color color = series_color(source.generator_index);
    const auto count = static_cast<int>(std::ssize(source.shown));
    return {std::vector<Color>(source.shown.size(), color),
            {{LegendSign::Sphere, color, source.generator_title, count}}};
}

ContactColoring color_by_pair(const ViewSource& source) {
    std::map<std::pair<int, int>, int> counts;
    for (const int i : source.shown) {
        ++counts[{source.moment.contacts[i].body_a, source.moment.contacts[i].body_b}];
    }
    std::map<std::pair<int, int>, Color> colors;
    ContactColoring coloring;
    for (const auto& [pair, count] : counts) {
        const auto index = static_cast<int>(std::ssize(colors));
        colors[pair] = series_color(index % kLegendPairs);
        if (index < kLegendPairs) {
            const std::vector<BodySetup>& bodies = source.scene.test_case.bodies;
            coloring.legend.push_back({LegendSign::Sphere, colors[pair],
                                       bodies[pair.first].name + ", " + bodies[pair.second].name,
                                       count});
        }
    }
    if (const int more = static_cast<int>(std::ssize(counts)) - kLegendPairs; more > 0) {
        coloring.legend.push_back(
            {LegendSign::Line, {128, 128, 128}, "and " + std::to_string(more) + " more pairs"});
    }
    for (const int i : source.shown) {
        coloring.colors.push_back(
            colors.at({source.moment.contacts[i].body_a, source.moment.contacts[i].body_b}));
    }
    return coloring;
}

/// Writes "-0.31 mm".
std::string millimetres(double metres) {
    std::array<char, 32> text{};
    std::snprintf(text.data(), text.size(), "%.3g mm", 1e3 * metres);
    return text.data();
}

/// Returns the separation below which the rounding of coordinates decides [m].
double rounding_noise(const ViewSource& source) {
    const BoundingBox bounds = scene_bounds(source.geometry, source.moment.world_from_shape);
    double largest = 0.0;
    for (const Vec3& corner : {bounds.lower, bounds.upper}) {
        largest = std::max(largest, corner.cwiseAbs().maxCoeff());
    }
    return kNoise * largest;
}

ContactColoring color_by_separation(const ViewSource& source) {
    double largest = 0.0;
    for (const int i : source.shown) {
        const double separation = std::abs(source.moment.contacts[i].separation);
        largest = std::isfinite(separation) ? std::max(largest, separation) : largest;
    }
    if (largest <= rounding_noise(source)) {
        largest = 0.0;
    }
    ContactColoring coloring;
    for (const int i : source.shown) {
        const double share = largest > 0.0 ? source.moment.contacts[i].separation / largest : 0.0;
        coloring.colors.push_back(ramp_color(std::isfinite(share) ? 0.5 - 0.5 * share : 0.5));
    }
    const auto add = [&](double at, std::string text, std::string meaning) {
        coloring.legend.push_back(
            {LegendSign::Ramp, ramp_color(at), std::move(text), -1, std::move(meaning)});
    };
    if (largest > 0.0) {
        add(1.0, millimetres(-largest) + ", penetrating",
            "The gap along the normal is negative: the bodies are inside each other.");
        add(0.5, "0, touching", "There is no gap along the normal.");
        add(0.0, millimetres(largest) + ", apart", "There is a gap along the normal.");
    } else if (!source.shown.empty()) {
        add(0.5, "0, touching", "No gap is larger than the rounding of coordinates.");
    }
    return coloring;
}

ContactColoring color_by_difference(const ViewSource& source) {
    ContactColoring coloring;
    std::array<int, kMatchKinds> counts{};
    for (const int i : source.shown) {
        const MatchKind kind = source.matches[i];
        coloring.colors.push_back(match_color(kind));
        ++counts[static_cast<std::size_t>(kind)];
    }
    for (int i = 0; i < kMatchKinds; ++i) {
        const auto kind = static_cast<MatchKind>(i);
        coloring.legend.push_back({LegendSign::Sphere, match_color(kind), match_title(kind),
                                   counts[i], match_meaning(kind)});
    }
    return coloring;
}

}  // namespace

ContactColoring color_contacts(const ViewSource& source, ColorBy color_by) {
    switch (color_by) {
        case ColorBy::Generator:
            return color_by_generator(source);
        case ColorBy::BodyPair:
            return color_by_pair(source);
        case ColorBy::Separation:
            return color_by_separation(source);
        case ColorBy::Difference:
            if (!source.matches.empty()) {
                return color_by_difference(source);
            }
            break;  // nothing to compare with
        case ColorBy::Verdict:
            break;
    }
    return color_by_verdict(source);
}

}  // namespace touchstone::viewer
