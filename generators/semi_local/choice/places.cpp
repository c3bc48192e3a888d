#include "generators/semi_local/choice/places.h"

#include <algorithm>
#include <cmath>
#include <limits>
#include <numeric>

namespace touchstone::semi_local {
namespace {

/// Returns the distance of a point from an edge, whose unit direction and length are known: the
/// foot of the perpendicular is clamped to the edge.
double distance_to_segment(const Vec3& point, const Vec3& start, const Vec3& direction,
                           double length) {
    const double along = std::clamp(direction.dot(point - start), 0.0, length);
    return (point - start - along * direction).norm();
}

double distance_to_edge(const FacetModel& model, const FacetEdge& edge, const Vec3& point) {
    return distance_to_segment(point, model.corners[edge.start].position, edge.direction,
                               edge.length);
}

BoundingBox box_around(const Vec3& center, double radius) {
    return inflated({center, center}, radius);
}

/// Returns a facet to which the feature belongs.
int facet_of(const FacetModel& model, const FacetFeature& feature) {
    switch (feature.type) {
        case FacetFeatureType::Corner:
            return model.corner_facets[model.corners[feature.index].facets.first];
        case FacetFeatureType::Edge:
            return model.edges[feature.index].left;
        case FacetFeatureType::Facet:
            break;
    }
    return feature.index;
}

/// Returns the allowance for the distance of a candidate's features from each other at one spot.
double overlap_of(const Candidate& candidate) { return std::max(0.0, -candidate.separation); }

/// The middle of some candidates, and how far they lie from it.
struct Spot {
    Vec3 center = Vec3::Zero();    ///< A's frame [m]
    Vec3 center_b = Vec3::Zero();  ///< the same place of B, B's frame [m]
    double radius = 0.0;           ///< [m]
};

class PlaceFinder {
 public:
    PlaceFinder(const PairFrame& frame, const std::vector<Candidate>& candidates,
                std::span<const Vec3> on_b, Places& places)
        : frame_(frame), candidates_(candidates), on_b_(on_b), places_(places) {}

    void run() {
        join_neighbours();
        gather_groups();
        std::vector<Places::Member>& members = places_.members;
        for (int first = 0; first < std::ssize(members);) {
            const int count =
                run_length(first, [](const Places::Member& x, const Places::Member& y) {
                    return x.group == y.group;
                });
            settle_group({first, count});
            first += count;
        }
    }

 private:
    const Candidate& candidate_of(const Places::Member& member) const {
        return candidates_[member.candidate];
    }

    template <typename Same>
    int run_length(int first, const Same& same) const {
        int last = first + 1;
        while (last < std::ssize(places_.members) &&
               same(places_.members[first], places_.members[last])) {
            ++last;
        }
        return last - first;
    }

    int root_of(int candidate) {
        while (places_.joined_to[candidate] != candidate) {
            candidate = places_.joined_to[candidate];
        }
        return candidate;
    }

    /// Joins candidates whose positions are near each other. A position lies halfway through the
    /// overlap, so two at one spot may be farther apart by the overlap of each. With candidates
    /// sorted along x, those within reach of one follow it up to that distance and the deepest
    /// overlap.
    void join_neighbours() {
        const double envelope = frame_.tolerances.envelope;
        const int count = static_cast<int>(candidates_.size());
        double deepest = 0.0;
        for (const Candidate& candidate : candidates_) {
            deepest = std::max(deepest, overlap_of(candidate));
        }
        std::vector<int>& by_x = places_.by_x;
        // Any axis would serve: it selects the pairs to compare, not the pairs to join.
        by_x.resize(count);
        std::iota(by_x.begin(), by_x.end(), 0);
        const auto x_of = [&](int c) { return candidates_[c].position.x(); };
        std::sort(by_x.begin(), by_x.end(),
                  [&](int c, int d) { return x_of(c) != x_of(d) ? x_of(c) < x_of(d) : c < d; });
        places_.joined_to.resize(count);
        std::iota(places_.joined_to.begin(), places_.joined_to.end(), 0);
        for (int i = 0; i < count; ++i) {
            const Candidate& c = candidates_[by_x[i]];
            const double reach = 2.0 * envelope + overlap_of(c);
            for (int j = i + 1; j < count && x_of(by_x[j]) - x_of(by_x[i]) <= reach + deepest;
                 ++j) {
                const Candidate& d = candidates_[by_x[j]];
                const double near = reach + overlap_of(d);
                if ((c.position - d.position).norm() <= near &&
                    (on_b_.empty() || (on_b_[by_x[i]] - on_b_[by_x[j]]).norm() <= near)) {
                    const int one = root_of(by_x[i]);
                    const int other = root_of(by_x[j]);
                    places_.joined_to[std::max(one, other)] = std::min(one, other);
                }
            }
        }
    }

    /// Sorts the joined candidates by group.
    void gather_groups() {
        places_.members.clear();
        for (int c = 0; c < std::ssize(candidates_); ++c) {
            places_.members.push_back({root_of(c), -1, -1, c});
        }
        std::sort(places_.members.begin(), places_.members.end());
    }

    std::span<Places::Member> members_of(IndexRange range) {
        return std::span(places_.members).subspan(range.first, range.count);
    }

    /// Returns the mean of the positions and the largest distance from it. On B it is that of the
    /// places where they meet B: of bodies that are still on their way the same point of the world
    /// may lie far from there.
    Spot spot_of(IndexRange range) {
        Spot spot;
        for (const Places::Member& member : members_of(range)) {
            spot.center += candidate_of(member).position / range.count;
        }
        spot.center_b = frame_.to_b(spot.center);
        if (!on_b_.empty()) {
            spot.center_b.setZero();
            for (const Places::Member& member : members_of(range)) {
                spot.center_b += on_b_[member.candidate] / range.count;
            }
        }
        for (const Places::Member& member : members_of(range)) {
            spot.radius =
                std::max(spot.radius, (candidate_of(member).position - spot.center).norm());
            if (!on_b_.empty()) {
                spot.radius =
                    std::max(spot.radius, (on_b_[member.candidate] - spot.center_b).norm());
            }
        }
        return spot;
    }

    bool all_silent(IndexRange range) {
        return std::ranges::all_of(members_of(range), [&](const Places::Member& member) {
            return candidate_of(member).is_silent;
        });
    }

    /// Splits a group into places. Positions alone join the two sides of a thin plate. Facets of
    /// one body that share no edge near the spot are different sides, so there is one place for
    /// each pair of sides.
    void settle_group(IndexRange group) {
        if (all_silent(group)) {
            return;
        }
        if (group.count == 1) {
            places_.settled.push_back(places_.members[group.first].candidate);
            return;
        }
        const Spot spot = spot_of(group);
        const double radius = spot.radius + 2.0 * frame_.tolerances.envelope;
        places_.patches_a.set(*frame_.a, spot.center, radius);
        places_.patches_b.set(*frame_.b, spot.center_b, radius);
        for (Places::Member& member : members_of(group)) {
            const Candidate& candidate = candidate_of(member);
            member.patch_a = places_.patches_a.patch_of(facet_of(*frame_.a, candidate.feature_a));
            member.patch_b = places_.patches_b.patch_of(facet_of(*frame_.b, candidate.feature_b));
        }
        std::ranges::sort(members_of(group));
        for (int first = group.first; first < group.first + group.count;) {
            const int count =
                run_length(first, [](const Places::Member& x, const Places::Member& y) {
                    return x.group == y.group && x.patch_a == y.patch_a && x.patch_b == y.patch_b;
                });
            settle_place({first, count}, radius);
            first += count;
        }
    }

    /// Adds a place, unless it has a single normal and so needs no decision. The decision depends
    /// on the shape of the bodies around the place: the solids at those features that are nearest
    /// to its middle.
    void settle_place(IndexRange members, double radius) {
        if (all_silent(members)) {
            return;
        }
        Place place;
        place.normals = offer_normals(members);
        if (place.normals.count == 1) {
            const OfferedNormal& only = places_.normals[place.normals.first];
            if (!only.is_silent) {
                places_.settled.push_back(only.candidate);
            }
            places_.normals.pop_back();
            return;
        }
        const Places::Member& first = places_.members[members.first];
        const Spot spot = spot_of(members);
        place.solid_a = nearest_feature(*frame_.a, places_.patches_a, first.patch_a, spot.center,
                                        radius, candidate_of(first).feature_a);
        place.solid_b = nearest_feature(*frame_.b, places_.patches_b, first.patch_b, spot.center_b,
                                        radius, candidate_of(first).feature_b);
        places_.list.push_back(place);
    }

    /// Collects the distinct normals of a place: candidates in order of falling separation, corners
    /// on facets first among equals, each merged with an earlier normal that it agrees with.
    IndexRange offer_normals(IndexRange members) {
        const IndexRange none{static_cast<int>(places_.normals.size()), 0};
        IndexRange offered = none;
        std::vector<int>& open = places_.open;
        open.clear();
        for (const Places::Member& member : members_of(members)) {
            open.push_back(member.candidate);
        }
        while (!open.empty()) {
            const auto best = best_of(open);
            const Candidate& candidate = candidates_[*best];
            OfferedNormal* same = nullptr;
            for (int i = 0; i < offered.count && same == nullptr; ++i) {
                OfferedNormal& earlier = places_.normals[offered.first + i];
                const Vec3& normal = candidates_[earlier.candidate].normal;
                if (normal.dot(candidate.normal) >= frame_.tolerances.cos_same_normal) {
                    same = &earlier;
                }
            }
            if (same == nullptr) {
                same = &places_.normals.emplace_back();
                same->candidate = *best;
                ++offered.count;
            }
            same->is_silent = same->is_silent || candidate.is_silent;
            same->is_loose = same->is_loose && candidate.is_loose;
            same->is_of_a = same->is_of_a || kind_of(candidate) == PairKind::FacetCorner;
            same->is_of_b = same->is_of_b || kind_of(candidate) == PairKind::CornerFacet;
            open.erase(best);
        }
        return offered;
    }

    std::vector<int>::iterator best_of(std::vector<int>& open) const {
        double largest = -std::numeric_limits<double>::infinity();
        for (const int c : open) {
            largest = std::max(largest, candidates_[c].separation);
        }
        const auto is_equal = [&](int c) {
            return candidates_[c].separation >= largest - frame_.tolerances.equal;
        };
        const auto corner = std::ranges::find_if(
            open, [&](int c) { return is_equal(c) && !candidates_[c].is_edge_pair(); });
        return corner != open.end() ? corner : std::ranges::find_if(open, is_equal);
    }

    /// Returns the nearest corner of the patch within the radius, otherwise the nearest edge,
    /// otherwise a facet.
    FacetFeature nearest_feature(const FacetModel& model, const FacetPatches& patches, int patch,
                                 const Vec3& center, double radius, const FacetFeature& candidate) {
        FacetFeature corner;
        FacetFeature edge;
        double to_corner = radius;
        double to_edge = radius;
        // Of features equally near, the one with the lowest index wins, whatever the order of the
        // visit.
        const double equal = frame_.tolerances.equal;
        const auto offer = [equal](const FacetFeature& feature, double distance, FacetFeature& best,
                                   double& nearest) {
            const bool is_first = best.index < 0 && distance <= nearest;
            if (is_first || distance < nearest - equal ||
                (distance <= nearest + equal && feature.index < best.index)) {
                best = feature;
                nearest = std::min(distance, nearest);
            }
        };
        visit_features_near(model, box_around(center, radius), [&](const FacetFeature& feature) {
            if (feature.type == FacetFeatureType::Facet ||
                patches.patch_of(facet_of(model, feature)) != patch) {
                return;
            }
            if (feature.type == FacetFeatureType::Corner) {
                const Vec3& position = model.corners[feature.index].position;
                offer(feature, (position - center).norm(), corner, to_corner);
            } else {
                offer(feature, distance_to_edge(model, model.edges[feature.index], center), edge,
                      to_edge);
            }
        });
        if (corner.index >= 0) {
            return corner;
        }
        return edge.index >= 0 ? edge
                               : FacetFeature{FacetFeatureType::Facet, facet_of(model, candidate)};
    }

    const PairFrame& frame_;
    const std::vector<Candidate>& candidates_;
    std::span<const Vec3> on_b_;  ///< empty, or one per candidate
    Places& places_;
};

}  // namespace

void FacetPatches::set(const FacetModel& model, const Vec3& center, double radius) {
    entries_.clear();
    visit_features_near(model, box_around(center, radius), [&](const FacetFeature& feature) {
        if (feature.type != FacetFeatureType::Edge) {
            return;
        }
        const FacetEdge& edge = model.edges[feature.index];
        if (distance_to_edge(model, edge, center) > radius) {
            return;
        }
        // The edge lies near the centre, so the two facets are connected there. The lower facet
        // becomes the root, whatever the order of the visit.
        const int one = root_of(entry_of(edge.left));
        const int other = root_of(entry_of(edge.right));
        const bool one_is_lower = entries_[one].facet < entries_[other].facet;
        entries_[one_is_lower ? other : one].joined_to = one_is_lower ? one : other;
    });
}

int FacetPatches::patch_of(int facet) const {
    const auto entry = std::ranges::find(entries_, facet, &Entry::facet);
    return entry == entries_.end()
               ? facet
               : entries_[root_of(static_cast<int>(entry - entries_.begin()))].facet;
}

int FacetPatches::entry_of(int facet) {
    const auto entry = std::ranges::find(entries_, facet, &Entry::facet);
    if (entry != entries_.end()) {
        return static_cast<int>(entry - entries_.begin());
    }
    const int index = static_cast<int>(entries_.size());
    entries_.push_back({facet, index});
    return index;
}

int FacetPatches::root_of(int entry) const {
    while (entries_[entry].joined_to != entry) {
        entry = entries_[entry].joined_to;
    }
    return entry;
}

void find_places(const PairFrame& frame, const std::vector<Candidate>& candidates, Places& places,
                 std::span<const Vec3> on_b) {
    places.settled.clear();
    places.list.clear();
    places.normals.clear();
    // Where all candidates are covered by regions, as in masonry, no decision is needed.
    if (!std::ranges::all_of(candidates, &Candidate::is_silent)) {
        PlaceFinder(frame, candidates, on_b, places).run();
    }
}

}  // namespace touchstone::semi_local
