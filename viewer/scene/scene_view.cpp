#include "viewer/scene/scene_view.h"

#include <algorithm>
#include <cmath>
#include <cstdio>
#include <map>
#include <utility>

#include "methods/quality/region.h"
#include "viewer/model/to_floats.h"

namespace touchstone::viewer {
namespace {

// Shares of the scene's diagonal and of the median body's; the smaller length counts.
constexpr double kSceneShare = 0.012;
constexpr double kBodyShare = 0.03;
// Number of pairs up to which the legend lists them.
constexpr int kLegendPairs = 12;
// Margin around the moving bodies, as a share of their diagonal.
constexpr double kFocusMargin = 0.12;
// Factor by which a fixed body must exceed the moving ones along some axis to count as ground,
// which is left out of the focus.
constexpr double kLargestSupport = 2.5;

Vec3 middle(const BoundingBox& box) { return 0.5 * (box.lower + box.upper); }

Vec3 along_axis(const Vec3& vector, ExplodeAxis axis) {
    if (axis == ExplodeAxis::All) {
        return vector;
    }
    return vector[static_cast<int>(axis)] * Vec3::Unit(static_cast<int>(axis));
}

/// Returns the displacement for an object between two bodies: it stays halfway between them. A
/// dragged body takes nothing along.
Vec3 pair_offset(const BodyOffsets& offsets, int body_a, int body_b) {
    return 0.5 * (offsets.exploded[body_a] + offsets.exploded[body_b]);
}

std::vector<BodyInstance> make_bodies(const ViewSource& source, const DisplaySettings& display,
                                      const BodyOffsets& offsets) {
    const ThemeColors& colors = theme_colors(display.theme);
    std::vector<BodyInstance> bodies;
    for (std::size_t i = 0; i < source.moment.world_from_shape.size(); ++i) {
        BodyInstance body;
        body.world_from_shape = source.moment.world_from_shape[i];
        body.world_from_shape.translation += offsets.exploded[i] + offsets.dragged[i];
        body.color = source.scene.test_case.bodies[i].fixed ? colors.fixed_body : colors.body;
        body.shown = i >= display.hidden.size() || !display.hidden[i];
        bodies.push_back(body);
    }
    return bodies;
}

/// The color of each contact, with the legend.
struct Coloring {
    std::vector<Color> colors;  ///< color of each contact shown
    std::vector<LegendEntry> legend;
};

Coloring color_by_verdict(const ViewSource& source) {
    Coloring coloring;
    std::array<int, kVerdictKinds> counts{};
    for (const int i : source.shown) {
        const VerdictKind kind = source.moment.judgement.verdicts[i].kind;
        coloring.colors.push_back(verdict_color(kind));
        ++counts[static_cast<std::size_t>(kind)];
    }
    for (int i = 0; i < kVerdictKinds; ++i) {
        const auto kind = static_cast<VerdictKind>(i);
        if (counts[i] > 0) {
            coloring.legend.push_back(
                {LegendSign::Sphere, verdict_color(kind), verdict_title(kind), counts[i]});
        }
    }
    return coloring;
}

Coloring color_by_generator(const ViewSource& source) {
    const Color color = series_color(source.generator_index);
    const auto count = static_cast<int>(std::ssize(source.shown));
    return {std::vector<Color>(source.shown.size(), color),
            {{LegendSign::Sphere, color, source.generator_title, count}}};
}

Coloring color_by_pair(const ViewSource& source) {
    std::map<std::pair<int, int>, int> counts;
    for (const int i : source.shown) {
        ++counts[{source.moment.contacts[i].body_a, source.moment.contacts[i].body_b}];
    }
    std::map<std::pair<int, int>, Color> colors;
    Coloring coloring;
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

Coloring color_by_separation(const ViewSource& source) {
    double largest = 0.0;
    for (const int i : source.shown) {
        largest = std::max(largest, std::abs(source.moment.contacts[i].separation));
    }
    Coloring coloring;
    for (const int i : source.shown) {
        const double share = largest > 0.0 ? source.moment.contacts[i].separation / largest : 0.0;
        coloring.colors.push_back(ramp_color(0.5 - 0.5 * share));
    }
    if (largest > 0.0) {
        coloring.legend = {
            {LegendSign::Ramp, ramp_color(1.0), millimetres(-largest) + ", penetrating"},
            {LegendSign::Ramp, ramp_color(0.5), "0, touching"},
            {LegendSign::Ramp, ramp_color(0.0), millimetres(largest) + ", apart"}};
    } else if (!source.shown.empty()) {
        coloring.legend = {{LegendSign::Ramp, ramp_color(0.5), "0, touching"}};
    }
    return coloring;
}

Coloring color_by_difference(const ViewSource& source) {
    Coloring coloring;
    std::array<int, kMatchKinds> counts{};
    for (const int i : source.shown) {
        const MatchKind kind = source.matches[i];
        coloring.colors.push_back(match_color(kind));
        ++counts[static_cast<std::size_t>(kind)];
    }
    for (int i = 0; i < kMatchKinds; ++i) {
        const auto kind = static_cast<MatchKind>(i);
        coloring.legend.push_back(
            {LegendSign::Sphere, match_color(kind), match_title(kind), counts[i]});
    }
    return coloring;
}

Coloring color_contacts(const ViewSource& source, ColorBy color_by) {
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

void add_contacts(SceneView& view, const ViewSource& source, const DisplaySettings& display,
                  const BodyOffsets& offsets) {
    Coloring coloring = color_contacts(source, display.color_by);
    for (std::size_t k = 0; k < source.shown.size(); ++k) {
        const ContactPoint& contact = source.moment.contacts[source.shown[k]];
        if (!contact.position.allFinite()) {
            continue;  // listed in the table, but without a valid position
        }
        const Vec3 place = contact.position + pair_offset(offsets, contact.body_a, contact.body_b);
        const double length = contact.normal.norm();
        const Vec3 normal = length > 0.0 ? Vec3(contact.normal / length) : Vec3(Vec3::Zero());
        view.contacts.push_back({to_floats(place), to_floats(normal), coloring.colors[k]});
        view.contact_indices.push_back(source.shown[k]);
    }
    view.legend = std::move(coloring.legend);
}

/// Adds the normals that the semi-local method considered, instead of contacts.
void add_offered(SceneView& view, const ViewSource& source, const BodyOffsets& offsets) {
    if (source.offered.empty()) {
        return;
    }
    view.legend.clear();  // replaces the legend of contacts
    std::array<int, kDecisionKinds> counts{};
    for (const OfferedNormal& offered : source.offered) {
        const Vec3 place = offered.position + pair_offset(offsets, offered.body_a, offered.body_b);
        view.offered.push_back(
            {to_floats(place), to_floats(offered.normal), decision_color(offered.kind)});
        ++counts[static_cast<std::size_t>(offered.kind)];
    }
    for (int i = 0; i < kDecisionKinds; ++i) {
        const auto kind = static_cast<DecisionKind>(i);
        if (counts[i] > 0) {
            view.legend.push_back(
                {LegendSign::Arrow, decision_color(kind), decision_title(kind), counts[i]});
        }
    }
}

/// Returns the answer that a pair was judged by; without a verdict its first one, if any.
const Answer* chosen_answer(const ViewSource& source, std::size_t pair) {
    const PairReference& reference = source.moment.truth[pair];
    if (reference.answers.empty()) {
        return nullptr;
    }
    const std::vector<PairJudgement>& judged = source.moment.judgement.pairs;
    const int answer = pair < judged.size() ? judged[pair].answer : 0;
    return &reference.answers[std::max(0, answer)];
}

/// Returns the position at which to show an expected normal.
Vec3 place_of_answer(const ViewSource& source, const PairReference& pair, const Answer& answer) {
    if (!answer.points.empty()) {
        const Region region(answer.points);
        Vec3 sum = Vec3::Zero();
        for (const Vec3& corner : region.outline()) {
            sum += corner;
        }
        return sum / static_cast<double>(region.outline().size());
    }
    Vec3 sum = Vec3::Zero();
    int count = 0;
    for (const ContactPoint& contact : source.moment.contacts) {
        if (contact.body_a == pair.body_a && contact.body_b == pair.body_b) {
            sum += contact.position;
            ++count;
        }
    }
    if (count > 0) {
        return sum / count;
    }
    // Without region and contacts: where the boxes of the bodies are closest.
    const auto box = [&](int body) {
        SceneGeometry one;
        one.body_bounds = {source.geometry.body_bounds[body]};
        return scene_bounds(one, {&source.moment.world_from_shape[body], 1});
    };
    const BoundingBox a = box(pair.body_a);
    const BoundingBox b = box(pair.body_b);
    return 0.5 * (a.lower.cwiseMax(b.lower) + a.upper.cwiseMin(b.upper));
}

void add_expected(SceneView& view, const ViewSource& source, const DisplaySettings& display,
                  const BodyOffsets& offsets) {
    int missing = 0;
    int met = 0;
    Color met_color = verdict_color(VerdictKind::Right);
    met_color.alpha = 140;
    for (const ExpectedNormal& expected : expected_normals(source)) {
        const bool wanted = expected.met ? display.met : display.missing;
        if (!wanted) {
            continue;
        }
        ++(expected.met ? met : missing);
        const Vec3 place =
            expected.position + pair_offset(offsets, expected.body_a, expected.body_b);
        view.expected.push_back({to_floats(place), to_floats(expected.normal),
                                 expected.met ? met_color : missing_color()});
    }
    if (missing > 0) {
        view.legend.push_back(
            {LegendSign::Arrow, missing_color(), "expected normal, missing", missing});
    }
    if (met > 0) {
        view.legend.push_back({LegendSign::Arrow, met_color, "expected normal, met", met});
    }
}

void add_regions(SceneView& view, const ViewSource& source, const DisplaySettings& display,
                 const BodyOffsets& offsets) {
    const Reference& reference = source.moment.truth;
    for (std::size_t i = 0; i < reference.size(); ++i) {
        const Answer* answer = chosen_answer(source, i);
        if (answer == nullptr || answer->points.empty()) {
            continue;
        }
        std::vector<Vec3> outline = Region(answer->points).outline();
        for (Vec3& corner : outline) {
            corner += pair_offset(offsets, reference[i].body_a, reference[i].body_b);
        }
        view.regions.push_back(std::move(outline));
    }
    if (!view.regions.empty()) {
        Color color = theme_colors(display.theme).region;
        color.alpha = 160;
        view.legend.push_back({LegendSign::Area, color, "true contact region",
                               static_cast<int>(std::ssize(view.regions))});
    }
}

BoundingBox bounds_of_body(const ViewSource& source, const SceneView& view, std::size_t body) {
    SceneGeometry one;
    one.body_bounds = {source.geometry.body_bounds[body]};
    return scene_bounds(one, {&view.bodies[body].world_from_shape, 1});
}

double diagonal(const BoundingBox& box) { return (box.upper - box.lower).norm(); }

/// Returns the bounds of the moving bodies, their supports and a margin, as far as there is
/// anything.
BoundingBox focus_of(const ViewSource& source, const SceneView& view) {
    const std::vector<BodySetup>& setups = source.scene.test_case.bodies;
    BoundingBox tight;
    for (std::size_t i = 0; i < view.bodies.size(); ++i) {
        if (!setups[i].fixed && view.bodies[i].shown) {
            extend(tight, bounds_of_body(source, view, i));
        }
    }
    if (!(tight.lower.array() <= tight.upper.array()).all()) {
        return view.bounds;  // nothing moves
    }
    const Eigen::Array3d largest = kLargestSupport * (tight.upper - tight.lower).array();
    for (std::size_t i = 0; i < view.bodies.size(); ++i) {
        const BoundingBox box = bounds_of_body(source, view, i);
        if (setups[i].fixed && view.bodies[i].shown &&
            ((box.upper - box.lower).array() <= largest).all()) {
            extend(tight, box);
        }
    }
    const BoundingBox wide = inflated(tight, kFocusMargin * diagonal(tight));
    return {wide.lower.cwiseMax(view.bounds.lower), wide.upper.cwiseMin(view.bounds.upper)};
}

}  // namespace

BodyOffsets body_offsets(const SceneGeometry& geometry, std::span<const Pose> world_from_shape,
                         const DisplaySettings& display) {
    const Vec3 center = middle(scene_bounds(geometry, world_from_shape));
    BodyOffsets offsets;
    for (std::size_t i = 0; i < world_from_shape.size(); ++i) {
        const Vec3 from_center = world_from_shape[i] * middle(geometry.body_bounds[i]) - center;
        offsets.exploded.push_back(display.explode * along_axis(from_center, display.explode_axis));
        offsets.dragged.push_back(i < display.dragged.size() ? display.dragged[i]
                                                             : Vec3(Vec3::Zero()));
    }
    return offsets;
}

std::vector<ExpectedNormal> expected_normals(const ViewSource& source) {
    const Reference& reference = source.moment.truth;
    std::vector<ExpectedNormal> expected;
    for (std::size_t p = 0; p < reference.size(); ++p) {
        const Answer* answer = chosen_answer(source, p);
        if (answer == nullptr) {
            continue;
        }
        std::vector<bool> met(answer->normals.size(), false);
        for (const Verdict& verdict : source.moment.judgement.verdicts) {
            if (verdict.kind == VerdictKind::Right && verdict.pair == static_cast<int>(p) &&
                verdict.normal >= 0) {
                met[verdict.normal] = true;
            }
        }
        const bool none_is_fine =
            reference[p].none_is_right && source.moment.judgement.pairs[p].contacts == 0;
        if (none_is_fine) {
            continue;
        }
        const Vec3 place = place_of_answer(source, reference[p], *answer);
        for (std::size_t n = 0; n < met.size(); ++n) {
            Vec3 normal = answer->normals[n];
            if (source.mirror_expected_x) {
                normal.x() = -normal.x();
            }
            expected.push_back({reference[p].body_a, reference[p].body_b, place, normal, met[n]});
        }
    }
    return expected;
}

double suitable_glyph_radius(const SceneGeometry& geometry, const BoundingBox& bounds) {
    std::vector<double> diagonals;
    for (const BoundingBox& box : geometry.body_bounds) {
        diagonals.push_back((box.upper - box.lower).norm());
    }
    if (diagonals.empty()) {
        return 0.01;
    }
    const auto median = diagonals.begin() + (std::ssize(diagonals) - 1) / 2;
    std::nth_element(diagonals.begin(), median, diagonals.end());
    return std::min(kSceneShare * (bounds.upper - bounds.lower).norm(), kBodyShare * *median);
}

SceneView make_scene_view(const ViewSource& source, const DisplaySettings& display) {
    const BodyOffsets offsets =
        body_offsets(source.geometry, source.moment.world_from_shape, display);
    SceneView view;
    view.bodies = make_bodies(source, display, offsets);
    add_contacts(view, source, display, offsets);
    add_expected(view, source, display, offsets);
    add_offered(view, source, offsets);
    if (display.regions) {
        add_regions(view, source, display, offsets);
    }
    std::vector<Pose> drawn;
    for (const BodyInstance& body : view.bodies) {
        drawn.push_back(body.world_from_shape);
    }
    view.bounds = scene_bounds(source.geometry, drawn);
    view.focus = focus_of(source, view);
    view.glyph_radius =
        display.glyph_scale *
        suitable_glyph_radius(source.geometry,
                              scene_bounds(source.geometry, source.moment.world_from_shape));
    return view;
}

}  // namespace touchstone::viewer
