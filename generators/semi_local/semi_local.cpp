#include "generators/semi_local/semi_local.h"

#include <algorithm>
#include <cmath>
#include <iterator>
#include <memory>
#include <optional>
#include <tuple>

#include "generators/semi_local/opposite_contacts.h"
#include "generators/semi_local/passed_borders.h"
#include "generators/semi_local/reported_contacts.h"
#include "methods/geometry/facet_queries.h"

namespace touchstone::semi_local {
namespace {

/// Direction oblique to everything that is built: positions along it tie only by accident, and
/// small errors do not swap them, as they would along an axis.
const Vec3 kRankDirection(0.5377, 0.7301, 0.4217);

/// Turn in a look up to which a contact ahead lies between normals that tie: no plane between
/// features turns with the bodies as theirs do, so that of bodies that turn farther one is taken
/// [rad].
constexpr double kLittleTurn = 0.05;

/// Cosine of the angle within which the contacts of parted bodies are along the axis.
constexpr double kAlongAxis = 0.9;

using Output = Workspace::Output;

/// Returns the corner that is farthest along a direction; the first of equal ones.
int farthest_corner(const FacetModel& model, const Vec3& direction) {
    int best = 0;
    for (int i = 1; i < std::ssize(model.corners); ++i) {
        if (direction.dot(model.corners[i].position) >
            direction.dot(model.corners[best].position)) {
            best = i;
        }
    }
    return best;
}

/// Returns the contact of the two farthest corners, where features that overlap show no other.
Output output_of_supports(const PairFrame& frame, const DeepAxis& axis) {
    Output output;
    const int corner_a = farthest_corner(*frame.a, axis.normal);
    const int corner_b = farthest_corner(*frame.b, -frame.direction_to_b(axis.normal));
    output.feature_a = {FacetFeatureType::Corner, corner_a};
    output.feature_b = {FacetFeatureType::Corner, corner_b};
    // Of a large body the farthest corner may be anywhere, of the smaller one it is in the overlap.
    const bool a_is_smaller = frame.a->size < frame.b->size;
    const Vec3 point = a_is_smaller ? frame.a->corners[corner_a].position
                                    : frame.from_b(frame.b->corners[corner_b].position);
    output.position = point + (a_is_smaller ? 0.5 : -0.5) * axis.separation * axis.normal;
    output.normal = axis.normal;
    output.separation = axis.separation;
    output.rank = kRankDirection.dot(output.position);
    return output;
}

Output output_of_region(const Region& region, const Vec3& position, const Vec3& normal,
                        double separation) {
    return {{FacetFeatureType::Facet, region.facet_a},
            {FacetFeatureType::Facet, region.facet_b},
            position,
            normal,
            separation,
            kRankDirection.dot(position),
            true,
            {{FacetFeatureType::Facet, region.facet_a}, {FacetFeatureType::Facet, region.facet_b}}};
}

Output output_of_candidate(const Candidate& candidate, const Vec3& position, const Vec3& normal,
                           double separation) {
    return {candidate.feature_a,
            candidate.feature_b,
            position,
            normal,
            separation,
            kRankDirection.dot(position),
            false,
            {candidate.feature_a, candidate.feature_b}};
}

/// Returns the contact between several normals.
Output output_between(const Decisions::Between& between) {
    return {between.feature_a,
            between.feature_b,
            between.plane.position,
            between.plane.normal,
            between.plane.separation,
            kRankDirection.dot(between.plane.position),
            false,
            {between.feature_a, between.feature_b}};
}

/// Drops the candidates of features that lie beside each other for as long as contacts are looked
/// for. Within the envelope they count as crossed, but would hold a body that is still apart.
void drop_features_beside(const PairFrame& frame, std::vector<Candidate>& candidates) {
    const double time = kLookSteps * frame.time_step;
    std::erase_if(candidates, [&](const Candidate& candidate) {
        return !candidate.is_silent && candidate.separation < -frame.tolerances.equal &&
               stays_beside(frame, kind_of(candidate),
                            {candidate.feature_a.index, candidate.feature_b.index}, time);
    });
}

/// Finds what touches in a frame, among the features that are near.
void find_touching_of_near(const PairFrame& frame, bool look_ahead, Workspace& workspace) {
    find_regions(frame, workspace.near.facets, workspace.regions);
    find_candidates(frame, workspace.near, workspace.regions, workspace.candidates);
    if (look_ahead) {
        drop_features_beside(frame, workspace.candidates);
    }
    find_places(frame, workspace.candidates, workspace.places);
    decide(frame, workspace.candidates, workspace.places, workspace.decisions);
}

/// Finds what touches in a frame.
void find_touching(const PairFrame& frame, Workspace& workspace) {
    find_near_features(frame, workspace.near);
    find_touching_of_near(frame, false, workspace);
}

/// What is followed of a motion, computed once for all that asks about it.
struct Followed {
    Look look;
    FeatureSweep sweep;           ///< of the look
    bool reaches_beyond = false;  ///< true where bodies may come nearer than contacts are found
                                  ///< anyway
};

/// Returns what is followed of a motion; nothing of one that is not looked ahead of.
Followed followed_of(const PairFrame& frame, const Motion& motion) {
    Followed followed;
    if (motion.look_ahead) {
        const double step = frame.time_step;
        followed.look = make_look(frame, kLookSteps * step, motion.acceleration * step * step,
                                  motion.gain * step);
        followed.sweep = feature_sweep(frame, followed.look);
        followed.reaches_beyond = reaches_beyond(frame, followed.sweep);
    }
    return followed;
}

/// Finds what touches in a frame, and the features of what may be met on the way.
void find_touching(const PairFrame& frame, const Motion& motion, const Followed& followed,
                   Workspace& workspace) {
    if (followed.reaches_beyond) {
        find_near_features(frame, workspace.near, workspace.ahead.near, followed.sweep);
    } else {
        find_near_features(frame, workspace.near);
    }
    find_touching_of_near(frame, motion.look_ahead, workspace);
}

/// Finds the regions of a pair that is remembered as quiet, and nothing else. Returns false when it
/// is not quiet any more, or what touches has to be known for finding what will.
bool find_quiet(const PairFrame& frame, const Followed& followed, const QuietPair& quiet,
                Workspace& workspace) {
    if (followed.reaches_beyond || !quiet.holds(frame)) {
        return false;
    }
    std::vector<FeaturePair>& facets = workspace.near.facets;
    facets.clear();
    std::ranges::copy_if(quiet.facets(), std::back_inserter(facets),
                         [&](const FeaturePair& pair) { return face_each_other(frame, pair); });
    find_regions(frame, facets, workspace.regions);
    if (!quiet.has_same_regions(workspace.regions)) {
        return false;
    }
    workspace.candidates.clear();
    workspace.decisions.chosen.clear();
    workspace.decisions.between.clear();
    return true;
}

/// Finds what touches, as far as memory does not know it.
void find_touching_or_recall(const PairFrame& frame, const Motion& motion, const Followed& followed,
                             Workspace& workspace) {
    if (motion.memory == nullptr) {
        find_touching(frame, motion, followed, workspace);
        return;
    }
    if (motion.memory->kept == nullptr) {
        motion.memory->kept = std::make_unique<QuietPair>();
    }
    QuietPair& quiet = static_cast<QuietPair&>(*motion.memory->kept);
    motion.memory->was_of_use = find_quiet(frame, followed, quiet, workspace);
    if (!motion.memory->was_of_use) {
        find_touching(frame, motion, followed, workspace);
        quiet.learn(frame, workspace.regions, workspace.candidates, workspace.wide);
    }
}

/// Returns the normal along which the bodies of a region keep apart as they move: where they go so
/// far along each other in a step that it makes a difference at some corner, that of the larger
/// one's facet, over which the other's corners slide. Along the mean of both, one that leans a
/// little and slides fast would sink by a share of its way. Of bodies of the same size the corners
/// of either slide over the other: that is along the mean.
Vec3 normal_in_motion(const PairFrame& frame, const Region& region,
                      std::span<const RegionCorner> corners) {
    const SmallerBody smaller = smaller_body(frame);
    if (smaller == SmallerBody::Neither) {
        return region.normal;
    }
    const Vec3 normal =
        facet_normal(frame, {region.facet_a, region.facet_b}, smaller == SmallerBody::B);
    const Vec3 difference = frame.time_step * (normal - region.normal);
    const bool matters = std::ranges::any_of(corners, [&](const RegionCorner& corner) {
        return std::abs(difference.dot(frame.velocity_at(corner.position))) >
               frame.tolerances.equal;
    });
    return matters ? normal : region.normal;
}

[[gnu::flatten]] void gather_outputs(const PairFrame& frame, bool in_motion, Workspace& workspace) {
    std::vector<Output>& outputs = workspace.outputs;
    outputs.clear();
    for (const Region& region : workspace.regions.list) {
        const std::span<const RegionCorner> corners =
            part_of(workspace.regions.corners, region.corners);
        if (corners.empty()) {
            continue;
        }
        const Vec3 normal = in_motion ? normal_in_motion(frame, region, corners) : region.normal;
        for (const RegionCorner& corner : corners) {
            outputs.push_back(output_of_region(region, corner.position, normal, corner.separation));
        }
    }
    for (const int chosen : workspace.decisions.chosen) {
        const Decisions::Between* between = find_between(workspace.decisions, chosen);
        const Candidate& candidate = workspace.candidates[chosen];
        outputs.push_back(between != nullptr
                              ? output_between(*between)
                              : output_of_candidate(candidate, candidate.position, candidate.normal,
                                                    candidate.separation));
    }
}

/// Turns the outputs of parted bodies into those of the bodies where they are: contacts along the
/// axis, deeper by its overlap.
void sink_outputs(const DeepAxis& axis, std::vector<Output>& outputs) {
    std::erase_if(
        outputs, [&](const Output& output) { return output.normal.dot(axis.normal) < kAlongAxis; });
    for (Output& output : outputs) {
        output.position += 0.5 * axis.separation * axis.normal;
        output.separation += axis.separation;
        output.rank = kRankDirection.dot(output.position);
    }
}

/// Adds the contacts that were found with their points now.
void add_found_points(Workspace& workspace) {
    for (int i = 0; i < std::ssize(workspace.ahead.candidates); ++i) {
        const PresentPoint& point = workspace.ahead.points[i];
        workspace.outputs.push_back(output_of_candidate(workspace.ahead.candidates[i],
                                                        point.position, point.normal, point.gap));
    }
}

/// Adds the contacts of edges that have sunk deeper than the envelope since the step before; where
/// nothing touches, of those within it as well.
void add_sunk_edges(const PairFrame& frame, bool nothing_touches, Workspace& workspace) {
    if (!workspace.last_edges.empty()) {
        find_sunk_edges(frame, workspace.last_edges, nothing_touches, workspace.ahead);
        add_found_points(workspace);
    }
}

/// Finds the contacts of bodies that overlap by more than the envelope.
bool find_sunk(const PairFrame& frame, Workspace& workspace) {
    const std::optional<DeepAxis> axis =
        find_deep_axis(frame, workspace.last_normals, workspace.deep);
    if (!axis) {
        return false;
    }
    find_touching(parted(frame, *axis), workspace);
    gather_outputs(frame, false, workspace);
    sink_outputs(*axis, workspace.outputs);
    find_sunk_corners(frame, axis->normal, workspace.ahead);
    add_found_points(workspace);
    const bool hangs_on =  // facets of the overlap reach deeper than it
        axis->separation_near > axis->separation + frame.tolerances.equal;
    if (workspace.outputs.empty() && hangs_on && axis->separation_near < 0.0) {
        const DeepAxis near{axis->normal, axis->separation_near, axis->separation_near};
        find_touching(parted(frame, near), workspace);
        gather_outputs(frame, false, workspace);
        sink_outputs(near, workspace.outputs);
    }
    add_sunk_edges(frame, true, workspace);
    if (workspace.outputs.empty()) {
        workspace.outputs.push_back(output_of_supports(frame, *axis));
    }
    return true;
}

/// Returns the plane of a contact ahead between several normals where its points are now.
std::optional<ContactPlane> plane_now(const Decisions::Between& between,
                                      const ContactsAhead& ahead) {
    return mean_plane(part_of(ahead.decisions.parts, between.parts), [&](int candidate) {
        const PresentPoint& point = ahead.points[candidate];
        return ContactPlane{point.position, point.normal, point.gap};
    });
}

void add_outputs_ahead(const PairFrame& frame, const Look& look, Workspace& workspace) {
    ContactsAhead& ahead = workspace.ahead;
    find_contacts_ahead(frame, look, workspace.regions, workspace.candidates, ahead);
    for (const Region& region : ahead.regions.list) {
        for (int i = region.corners.first; i < region.corners.first + region.corners.count; ++i) {
            const PresentPoint& point = ahead.corners[i];
            workspace.outputs.push_back(
                output_of_region(region, point.position, point.normal, point.gap));
            workspace.outputs.back().bearing = point.features;
        }
    }
    for (const int chosen : ahead.decisions.chosen) {
        const Decisions::Between* between = find_between(ahead.decisions, chosen);
        const std::optional<ContactPlane> mean = between != nullptr && look.turn < kLittleTurn
                                                     ? plane_now(*between, ahead)
                                                     : std::nullopt;
        const PresentPoint& point = ahead.points[chosen];
        const ContactPlane plane =
            mean.value_or(ContactPlane{point.position, point.normal, point.gap});
        // By the features of the candidate, so that it can be told when these face each other.
        workspace.outputs.push_back(output_of_candidate(ahead.candidates[chosen], plane.position,
                                                        plane.normal, plane.separation));
        if (mean) {
            workspace.outputs.back().bearing = {};  // no two features span it
        }
    }
}

/// Drops what has a gap and will not close it in the step, then adds what is only met in it.
void look_ahead(const PairFrame& frame, const Followed& followed, bool is_sunk,
                Workspace& workspace) {
    if (!is_sunk) {
        workspace.ahead.way.begin(frame);
        const std::size_t dropped = std::erase_if(workspace.decisions.chosen, [&](int chosen) {
            return !can_act(frame, followed.look, workspace.candidates[chosen], workspace.ahead);
        });
        if (dropped > 0) {
            gather_outputs(frame, true, workspace);
        }
        add_sunk_edges(frame, workspace.outputs.empty(), workspace);
    }
    if (followed.reaches_beyond) {
        add_outputs_ahead(frame, followed.look, workspace);
    }
}

void sort_and_unite(std::vector<int>& facets) {
    std::sort(facets.begin(), facets.end());
    facets.erase(std::unique(facets.begin(), facets.end()), facets.end());
}

/// Adds the contacts of corners that are deeper than the envelope beside others within it.
void add_corners_beside(const PairFrame& frame, Workspace& workspace) {
    workspace.touched_a.clear();
    workspace.touched_b.clear();
    for (const Output& output : workspace.outputs) {
        if (output.feature_a.type == FacetFeatureType::Facet) {
            workspace.touched_a.push_back(output.feature_a.index);
        }
        if (output.feature_b.type == FacetFeatureType::Facet) {
            workspace.touched_b.push_back(output.feature_b.index);
        }
    }
    sort_and_unite(workspace.touched_a);
    sort_and_unite(workspace.touched_b);
    find_corners_beside(frame, workspace.touched_a, workspace.touched_b, workspace.ahead);
    add_found_points(workspace);
}

void find_outputs(const PairFrame& frame, const Motion& motion, Workspace& workspace) {
    const Followed followed = followed_of(frame, motion);
    find_touching_or_recall(frame, motion, followed, workspace);
    gather_outputs(frame, motion.look_ahead, workspace);
    const bool is_sunk = workspace.outputs.empty() && find_sunk(frame, workspace);
    if (motion.look_ahead) {
        look_ahead(frame, followed, is_sunk, workspace);
        if (!is_sunk) {
            add_corners_beside(frame, workspace);
            find_corners_over_borders(frame, workspace);
            add_found_points(workspace);
        }
    }
    std::vector<Output>& outputs = workspace.outputs;
    std::sort(outputs.begin(), outputs.end(), [](const Output& x, const Output& y) {
        return std::tie(x.feature_a, x.feature_b, x.rank) <
               std::tie(y.feature_a, y.feature_b, y.rank);
    });
}

/// Brings the normals of the step before into the frame of the first body.
void set_last_normals(const Collider& first, bool exchanged, std::span<const ContactPoint> contacts,
                      std::vector<Vec3>& normals) {
    normals.clear();
    if (contacts.empty()) {
        return;
    }
    const Mat3 a_from_world = first.world_from_body.rotation.toRotationMatrix().transpose();
    for (const ContactPoint& contact : contacts) {
        normals.emplace_back((exchanged ? -1.0 : 1.0) * (a_from_world * contact.normal));
    }
}

/// Returns the number of an edge of the model; −1 where there is none such.
int edge_number(const FacetModel& model, const Feature& feature) {
    return edge_between(model, feature.vertices[0], feature.vertices[1]);
}

/// Lists the contacts of two edges in the step before, which may be deeper than the envelope now.
/// `normals`: those of the contacts, A's frame.
void set_last_edges(const PairFrame& frame, bool exchanged, std::span<const ContactPoint> contacts,
                    std::span<const Vec3> normals, std::vector<EdgeContact>& edges) {
    edges.clear();
    for (std::size_t i = 0; i < contacts.size(); ++i) {
        const ContactPoint& contact = contacts[i];
        if (contact.feature_a.type != FeatureType::Edge ||
            contact.feature_b.type != FeatureType::Edge) {
            continue;
        }
        const FeaturePair pair{
            edge_number(*frame.a, exchanged ? contact.feature_b : contact.feature_a),
            edge_number(*frame.b, exchanged ? contact.feature_a : contact.feature_b)};
        if (pair.a >= 0 && pair.b >= 0) {
            edges.push_back({pair, normals[i], -contact.separation});
        }
    }
}

}  // namespace

void append_contacts(const Collider& a, const Collider& b, double time_step,
                     const Settings& settings, Workspace& workspace,
                     std::vector<ContactPoint>& contacts, const Motion& motion) {
    // The order of the bodies does not depend on which is called A.
    const bool exchanged = comes_first(b, a);
    const Collider& first = exchanged ? b : a;
    const Collider& second = exchanged ? a : b;
    const PairFrame frame = make_pair_frame(first, second, time_step, settings);
    set_last_normals(first, exchanged, motion.last_contacts, workspace.last_normals);
    set_last_edges(frame, exchanged,
                   motion.look_ahead ? motion.last_contacts : std::span<const ContactPoint>(),
                   workspace.last_normals, workspace.last_edges);
    find_outputs(frame, motion, workspace);
    mark_repeats(frame.tolerances, workspace);
    mark_far_sides(frame, workspace);
    append_outputs(first, frame, exchanged, motion.look_ahead, workspace, contacts);
}

double envelope(const MethodSettings& settings, const ShapeSizes& sizes) {
    return settings.as<Settings>().eps * sizes.second_largest;
}

double reach(const MethodSettings& settings, const ShapeSizes& sizes) {
    return 2.0 * envelope(settings, sizes);
}

double slack(const MethodSettings& settings, const ShapeSizes& sizes) {
    return settings.as<Settings>().eps * sizes.largest;
}

ShapeRule shape_rule(const MethodSettings&) {
    ShapeRule rule;
    rule.facets = true;
    return rule;
}

std::vector<ContactPoint> generate(const Collider& a, const Collider& b, const Query& query) {
    thread_local Workspace workspace;  // scratch: nothing in it is read before it is written
    std::vector<ContactPoint> contacts;
    append_contacts(
        a, b, query.time_step, query.settings.as<Settings>(), workspace, contacts,
        {query.look_ahead, query.acceleration, query.last_contacts, query.memory, query.gain});
    return contacts;
}

}  // namespace touchstone::semi_local
