#include "viewer/scene/scene_view.h"

#include <Eigen/Geometry>
#include <algorithm>
#include <cmath>
#include <cstdio>
#include <utility>

#include "methods/quality/region.h"
#include "testcases/events/witness_planes.h"
#include "viewer/model/to_floats.h"
#include "viewer/scene/contact_coloring.h"
#include "viewer/scene/impulse_glyphs.h"
#include "viewer/scene/mesh_marks.h"

namespace touchstone::viewer {
namespace {

// Shares of the scene's diagonal and of the median body's; the smaller length counts.
constexpr double kSceneShare = 0.012;
constexpr double kBodyShare = 0.03;
// Margin around the moving bodies, as a share of their diagonal.
constexpr double kFocusMargin = 0.12;
// Factor by which a fixed body must exceed the moving ones along some axis to count as ground,
// which is left out of the focus.
constexpr double kLargestSupport = 2.5;
// Displacement of bodies above which a truth that is stated for their start no longer holds, in
// radii of a contact's sphere.
constexpr double kLeftBehind = 3.0;
// Opacity of an expected normal that the bodies have left.
constexpr std::uint8_t kLeftAlpha = 60;

// Gap up to which bodies have a witness plane, as a share of the median body's diagonal.
constexpr double kPlaneReach = 0.15;

double diagonal(const BoundingBox& box) { return (box.upper - box.lower).norm(); }

/// Returns the diagonal of the median body, 0 without bodies [m].
double median_diagonal(const SceneGeometry& geometry) {
    std::vector<double> diagonals;
    diagonals.reserve(geometry.body_bounds.size());
    for (const BoundingBox& box : geometry.body_bounds) {
        diagonals.push_back(diagonal(box));
    }
    if (diagonals.empty()) {
        return 0.0;
    }
    const auto median = diagonals.begin() + (std::ssize(diagonals) - 1) / 2;
    std::nth_element(diagonals.begin(), median, diagonals.end());
    return *median;
}

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

void add_contacts(SceneView& view, const ViewSource& source, const DisplaySettings& display,
                  const BodyOffsets& offsets) {
    ContactColoring coloring = color_contacts(source, display.color_by);
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
            view.legend.push_back({LegendSign::Arrow, decision_color(kind), decision_title(kind),
                                   counts[i], decision_meaning(kind)});
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

/// Returns how far the motion of a body since the start has taken a place on it [m].
double distance_moved(const ViewSource& source, int body, const Vec3& place) {
    const Pose& now = source.moment.world_from_shape[body];
    const Pose& start = body < std::ssize(source.start)
                            ? source.start[body]
                            : source.scene.test_case.bodies[body].world_from_shape;
    const Vec3 in_shape = point_in_frame(start, place);
    return (now * in_shape - place).norm();
}

/// Returns the displacement above which a place is left [m].
double leaving_limit(const ViewSource& source) {
    const BoundingBox bounds = scene_bounds(source.geometry, source.moment.world_from_shape);
    return kLeftBehind * suitable_glyph_radius(source.geometry, bounds);
}

/// Returns true when the pair's bodies have left the place that an answer is stated for. They
/// cannot leave a truth that is computed where they are.
bool is_left(const ViewSource& source, const PairReference& pair, const Answer& answer,
             double limit) {
    if (pair.planar_regions || pair.smooth) {
        return false;
    }
    std::vector<Vec3> places = answer.points;
    if (places.empty()) {
        places.push_back(place_of_answer(source, pair, answer));
    }
    return std::ranges::any_of(places, [&](const Vec3& place) {
        return distance_moved(source, pair.body_a, place) > limit ||
               distance_moved(source, pair.body_b, place) > limit;
    });
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
        Color color = expected.met ? met_color : missing_color();
        color.alpha = expected.is_left ? kLeftAlpha : color.alpha;
        view.expected.push_back({to_floats(place), to_floats(expected.normal), color});
    }
    if (missing > 0) {
        view.legend.push_back({LegendSign::Arrow, missing_color(), "expected normal, missing",
                               missing, "A right normal that no contact has."});
    }
    if (met > 0) {
        view.legend.push_back({LegendSign::Arrow, met_color, "expected normal, met", met,
                               "A right normal that at least one contact has."});
    }
}

void add_regions(SceneView& view, const ViewSource& source, const DisplaySettings& display,
                 const BodyOffsets& offsets) {
    const Reference& reference = source.moment.truth;
    const double limit = leaving_limit(source);
    for (std::size_t i = 0; i < reference.size(); ++i) {
        const Answer* answer = chosen_answer(source, i);
        if (answer == nullptr || answer->points.empty()) {
            continue;
        }
        std::vector<Vec3> outline = Region(answer->points).outline();
        for (Vec3& corner : outline) {
            corner += pair_offset(offsets, reference[i].body_a, reference[i].body_b);
        }
        const bool left = is_left(source, reference[i], *answer, limit);
        (left ? view.left_regions : view.regions).push_back(std::move(outline));
    }
    const ThemeColors& colors = theme_colors(display.theme);
    if (!view.regions.empty()) {
        Color color = colors.region;
        color.alpha = 160;
        view.legend.push_back({LegendSign::Area, color, "true contact region",
                               static_cast<int>(std::ssize(view.regions)),
                               "Where the two bodies really touch."});
    }
    if (!view.left_regions.empty()) {
        Color color = colors.region;
        color.alpha = 50;
        view.legend.push_back({LegendSign::Area, color, "true region that was left",
                               static_cast<int>(std::ssize(view.left_regions)),
                               "Where the two bodies touched at the start, before they moved."});
    }
}

/// Adds a disc of each plane between two bodies that are near each other, about as large as the
/// smaller of them.
void add_planes(SceneView& view, const ViewSource& source, const BodyOffsets& offsets) {
    constexpr int kSides = 24;
    const std::vector<WitnessPlane> planes =
        witness_planes(source.scene.test_case, source.moment.world_from_shape,
                       kPlaneReach * median_diagonal(source.geometry));
    for (const WitnessPlane& plane : planes) {
        const auto size = [&](int body) { return diagonal(source.geometry.body_bounds[body]); };
        const double radius = 0.35 * std::min(size(plane.body_a), size(plane.body_b));
        const Vec3 centre = plane.point + pair_offset(offsets, plane.body_a, plane.body_b);
        const Vec3 along = plane.normal.unitOrthogonal();
        const Vec3 across = plane.normal.cross(along);
        std::vector<Vec3>& outline = view.planes.emplace_back();
        for (int i = 0; i < kSides; ++i) {
            const double angle = 2.0 * M_PI * i / kSides;
            outline.push_back(centre +
                              radius * (std::cos(angle) * along + std::sin(angle) * across));
        }
    }
    if (!planes.empty()) {
        view.legend.push_back({LegendSign::Area, plane_color(), "witness plane",
                               static_cast<int>(std::ssize(planes)),
                               "Lies between two bodies that are near each other, across the "
                               "shortest way: as long as it parts them they are apart."});
    }
}

/// Writes "0.05".
std::string short_text(double number) {
    std::array<char, 32> text{};
    std::snprintf(text.data(), text.size(), "%.3g", number);
    return text.data();
}

/// Adds the key of strains, largest first.
void add_strains(SceneView& view, const ViewSource& source) {
    constexpr int kParts = 5;
    view.elastic_key = {ElasticColors::Strain, source.geometry.strain_key_end};
    for (int i = kParts; i >= 0; --i) {
        const double share = static_cast<double>(i) / kParts;
        view.legend.push_back(
            {LegendSign::Area, elastic_color(ElasticColors::Strain, share),
             (i == kParts ? "strain " : "") + short_text(share * view.elastic_key.end), -1,
             "How far an elastic body is deformed there: |F'F - 1|/2, the mean of the tets "
             "around each vertex."});
    }
}

/// Adds the key of pressures, largest first, in a unit that suits its end.
void add_pressures(SceneView& view, const ViewSource& source) {
    constexpr int kParts = 4;
    constexpr std::array<const char*, 4> kUnits{" Pa", " kPa", " MPa", " GPa"};
    view.elastic_key = {ElasticColors::Pressure, source.geometry.pressure_key_end};
    double end = view.elastic_key.end;
    std::size_t unit = 0;
    while (end >= 1000.0 && unit + 1 < kUnits.size()) {
        end /= 1000.0;
        ++unit;
    }
    for (int i = kParts; i >= 0; --i) {
        const double share = static_cast<double>(i) / kParts;
        view.legend.push_back(
            {LegendSign::Area, elastic_color(ElasticColors::Pressure, share),
             (i == kParts ? "pressure " : "") + short_text((2.0 * share - 1.0) * end) +
                 kUnits[unit],
             -1,
             "How much an elastic body is pressed together there, below 0 pulled: a third of the "
             "trace of its stress, with the other sign, the mean of the tets around each vertex."});
    }
}

BoundingBox bounds_of_body(const ViewSource& source, const SceneView& view, std::size_t body) {
    SceneGeometry one;
    one.body_bounds = {source.geometry.body_bounds[body]};
    return scene_bounds(one, {&view.bodies[body].world_from_shape, 1});
}

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
    const double limit = leaving_limit(source);
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
        const bool left = is_left(source, reference[p], *answer, limit);
        for (std::size_t n = 0; n < met.size(); ++n) {
            Vec3 normal = answer->normals[n];
            if (source.mirror_expected_x) {
                normal.x() = -normal.x();
            }
            expected.push_back(
                {reference[p].body_a, reference[p].body_b, place, normal, met[n], left});
        }
    }
    return expected;
}

double suitable_glyph_radius(const SceneGeometry& geometry, const BoundingBox& bounds) {
    if (geometry.body_bounds.empty()) {
        return 0.01;
    }
    return std::min(kSceneShare * (bounds.upper - bounds.lower).norm(),
                    kBodyShare * median_diagonal(geometry));
}

SceneView make_scene_view(const ViewSource& source, const DisplaySettings& display) {
    const BodyOffsets offsets =
        body_offsets(source.geometry, source.moment.world_from_shape, display);
    SceneView view;
    view.glyph_radius =
        display.glyph_scale *
        suitable_glyph_radius(source.geometry,
                              scene_bounds(source.geometry, source.moment.world_from_shape));
    view.bodies = make_bodies(source, display, offsets);
    add_contacts(view, source, display, offsets);
    add_expected(view, source, display, offsets);
    add_offered(view, source, offsets);
    if (display.regions) {
        add_regions(view, source, display, offsets);
    }
    if (display.planes) {
        add_planes(view, source, offsets);
    }
    if (view.offered.empty()) {
        add_impulses(view, source, display);
    }
    const bool is_elastic = source.geometry.strain_key_end > 0.0;
    if (is_elastic && display.elastic_colors == ElasticColors::Strain) {
        add_strains(view, source);
    } else if (is_elastic && display.elastic_colors == ElasticColors::Pressure) {
        add_pressures(view, source);
    }
    if (source.mesh != nullptr) {
        add_mesh_marks(view, *source.mesh, source.problem);
    }
    std::vector<Pose> drawn;
    drawn.reserve(view.bodies.size());
    for (const BodyInstance& body : view.bodies) {
        drawn.push_back(body.world_from_shape);
    }
    view.bounds = scene_bounds(source.geometry, drawn);
    for (const Glyph& point : view.marked_points) {
        const Vec3 place(point.position[0], point.position[1], point.position[2]);
        extend(view.marked_bounds, {place, place});
    }
    view.focus = focus_of(source, view);
    return view;
}

}  // namespace touchstone::viewer
