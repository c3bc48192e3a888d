#include "viewer/scene/decisions.h"

#include <algorithm>
#include <array>
#include <cstdio>
#include <vector>

#include "generators/semi_local/semi_local.h"
#include "methods/base/boxes/bounding_box.h"

namespace touchstone::viewer {
namespace {

using semi_local::Candidate;
using semi_local::Choice;

struct KindLook {
    const char* title;
    const char* meaning;
    Color color;
};

// Titles and colors in the order of DecisionKind.
constexpr std::array<KindLook, kDecisionKinds> kLooks{
    {{"corner of a region",
      "Two facets lie on each other: their overlap has a corner here.",
      {0, 114, 178}},
     {"alone at its place", "No other normal is on offer here.", {0, 158, 115}},
     {"chosen", "Of the normals on offer here this one is needed.", {60, 190, 90}},
     {"silent",
      "A region says the same: it counts in decisions, but makes no contact.",
      {140, 150, 165}},
     {"rejected: not needed",
      "What the regions say is enough to keep the solids apart here.",
      {190, 178, 40}},
     {"rejected: no such option",
      "It is in no minimal set of normals that keeps the solids apart.",
      {230, 159, 0}},
     {"rejected: loose",
      "Ahead: it separates the solids only once they have turned, another does as they meet.",
      {120, 90, 60}},
     {"rejected: farther",
      "Another option has a larger separation: its motion out is shorter.",
      {220, 50, 40}},
     {"rejected: slower", "The bodies move apart faster along another option.", {125, 60, 220}},
     {"rejected: lost a tie",
      "Another option lies more along the line between the centres; or as much, and then the "
      "contact lies between the two.",
      {204, 121, 167}}}};

const KindLook& look_of(DecisionKind kind) { return kLooks[static_cast<std::size_t>(kind)]; }

DecisionKind kind_of(Choice choice) {
    switch (choice) {
        case Choice::Chosen:
            return DecisionKind::Chosen;
        case Choice::Silent:
            return DecisionKind::Silent;
        case Choice::NotNeeded:
            return DecisionKind::NotNeeded;
        case Choice::NoSuchOption:
            return DecisionKind::NoSuchOption;
        case Choice::Loose:
            return DecisionKind::Loose;
        case Choice::Farther:
            return DecisionKind::Farther;
        case Choice::Slower:
            return DecisionKind::Slower;
        case Choice::LostTie:
            return DecisionKind::LostTie;
    }
    return DecisionKind::Chosen;
}

/// Two bodies in the order of the scene, and the method's findings between them.
struct PairFindings {
    int body_a = -1;
    int body_b = -1;
    const Collider& first;   ///< the body in whose frame everything is
    bool exchanged = false;  ///< true: `first` is B
    const semi_local::Workspace& found;

    OfferedNormal make(const Vec3& position, const Vec3& normal, double separation) const {
        const Mat3 turn = first.world_from_body.rotation.toRotationMatrix();
        OfferedNormal offered;
        offered.body_a = body_a;
        offered.body_b = body_b;
        offered.position = first.world_from_body * position;
        offered.normal = (exchanged ? -1.0 : 1.0) * (turn * normal);
        offered.separation = separation;
        return offered;
    }
};

void add_pair(const PairFindings& pair, std::vector<OfferedNormal>& all) {
    const semi_local::Workspace& found = pair.found;
    const auto add = [&](const OfferedNormal& offered, DecisionKind kind, int place) {
        all.push_back(offered);
        all.back().kind = kind;
        all.back().place = place;
    };
    const auto from_candidate = [&](int index) {
        if (const auto* between = semi_local::find_between(found.decisions, index)) {
            return pair.make(between->plane.position, between->plane.normal,
                             between->plane.separation);
        }
        const Candidate& candidate = found.candidates[index];
        return pair.make(candidate.position, candidate.normal, candidate.separation);
    };
    for (const semi_local::Region& region : found.regions.list) {
        for (const semi_local::RegionCorner& corner :
             part_of(found.regions.corners, region.corners)) {
            add(pair.make(corner.position, region.normal, corner.separation), DecisionKind::Region,
                -1);
        }
    }
    std::vector<bool> seen(found.candidates.size(), false);
    for (const int settled : found.places.settled) {
        add(from_candidate(settled), DecisionKind::Alone, -1);
        seen[settled] = true;
    }
    for (int place = 0; place < std::ssize(found.places.list); ++place) {
        const IndexRange range = found.places.list[place].normals;
        for (int n = range.first; n < range.first + range.count; ++n) {
            const int candidate = found.places.normals[n].candidate;
            add(from_candidate(candidate), kind_of(found.decisions.choices[n]), place);
            seen[candidate] = true;
        }
    }
    for (int i = 0; i < std::ssize(found.candidates); ++i) {
        if (found.candidates[i].is_silent && !seen[i]) {  // alone at their places
            add(from_candidate(i), DecisionKind::Silent, -1);
        }
    }
}

std::vector<Collider> make_colliders(const BodyShapes& shapes, const Moment& moment) {
    std::vector<Collider> colliders;
    for (int i = 0; i < std::ssize(shapes.of_body); ++i) {
        colliders.push_back(make_collider(shapes.of(i), moment.world_from_shape[i]));
        colliders.back().linear_velocity = moment.motions[i].linear;
        colliders.back().angular_velocity = moment.motions[i].angular;
    }
    return colliders;
}

/// Returns the distance beyond which nothing is found.
double reach(const Collider& a, const Collider& b, const MethodSettings& settings) {
    ShapeSizes sizes;
    sizes.add(shape_size(*a.shape));
    sizes.add(shape_size(*b.shape));
    return semi_local::reach(settings, sizes);
}

}  // namespace

bool is_taken(DecisionKind kind) {
    return kind == DecisionKind::Region || kind == DecisionKind::Alone ||
           kind == DecisionKind::Chosen;
}

const char* decision_title(DecisionKind kind) { return look_of(kind).title; }
const char* decision_meaning(DecisionKind kind) { return look_of(kind).meaning; }
Color decision_color(DecisionKind kind) { return look_of(kind).color; }

std::vector<OfferedNormal> offered_normals(const LoadedScene& loaded, int side,
                                           const Moment& moment) {
    const SideSetup& setup = loaded.sides[side];
    if (!setup.settings.methods.find(setup.generator).explains_choices) {
        return {};
    }
    const StudyScene& scene = scene_of(loaded, side);
    const MethodSettings& settings = setup.settings.generators.at(setup.generator);
    const double time_step = solver_settings(loaded.request.settings, scene.test_case).time_step;
    const std::vector<Collider> bodies = make_colliders(shapes_of(loaded, side), moment);
    std::vector<OfferedNormal> all;
    semi_local::Workspace workspace;
    for (int a = 0; a < std::ssize(bodies); ++a) {
        for (int b = a + 1; b < std::ssize(bodies); ++b) {
            const bool fixed = scene.test_case.bodies[a].fixed && scene.test_case.bodies[b].fixed;
            if (fixed || !overlap(inflated(bodies[a].bounds, reach(bodies[a], bodies[b], settings)),
                                  bodies[b].bounds)) {
                continue;
            }
            std::vector<ContactPoint> contacts;
            semi_local::append_contacts(bodies[a], bodies[b], time_step,
                                        settings.as<semi_local::Settings>(), workspace, contacts);
            const bool exchanged = comes_first(bodies[b], bodies[a]);
            add_pair({a, b, exchanged ? bodies[b] : bodies[a], exchanged, workspace}, all);
        }
    }
    // Contacts are drawn over rejected normals.
    std::ranges::stable_partition(
        all, [](const OfferedNormal& offered) { return !is_taken(offered.kind); });
    return all;
}

std::string decision_text(const OfferedNormal& offered, std::span<const BodySetup> bodies) {
    std::array<char, 64> separation{};
    std::snprintf(separation.data(), separation.size(), "%.6g mm", 1e3 * offered.separation);
    std::string text = std::string(decision_title(offered.kind)) + "\n" +
                       decision_meaning(offered.kind) + "\nbodies " + bodies[offered.body_a].name +
                       ", " + bodies[offered.body_b].name + "\nseparation " + separation.data();
    if (offered.place >= 0) {
        text += "\nplace " + std::to_string(offered.place) + " of this pair";
    }
    return text;
}

}  // namespace touchstone::viewer
