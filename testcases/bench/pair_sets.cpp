#include "testcases/bench/pair_sets.h"

#include <map>
#include <memory>
#include <utility>

#include "generators/local/settings/closest_points_settings.h"
#include "generators/local/settings/local_options.h"
#include "generators/local/settings/sat_settings.h"
#include "generators/local/tet_pairs.h"
#include "methods/mesh/filling/tetrahedralize.h"
#include "testcases/cases/masonry/masonry.h"

namespace touchstone {
namespace {

constexpr double kSunkShare = 1e-4;

/// Returns true when the tets share a point or, for closest points, come within its reach anywhere:
/// with all elements counted as surface the kernel then finds a contact.
bool touches(const TimedTets& pair, bool closest) {
    const auto all_surface = [](const PosedTet& posed) {
        PosedTet tet = posed;
        tet.surface_faces = tet.surface_vertices = 0b1111;
        tet.surface_edges = 0b111111;
        return tet;
    };
    static const ClosestPointsSettings of_closest;
    static const SatSettings of_sat;
    TetPairContacts contacts;
    const auto run = [&](const char* id, const LocalSettings& settings) {
        find_kernel(best_kernels(), id)
            .run(all_surface(*pair.a), all_surface(*pair.b), settings, contacts);
    };
    if (closest) {
        run("closest_points", of_closest);
    } else {
        run("volume_sat", of_sat);
    }
    return contacts.count > 0;
}

PairSet make_pairs(const std::vector<BodySetup>& setups, bool closest) {
    const ClosestPointsSettings settings;
    const Tetrahedralize mesher = [](const SurfaceMesh& surface) {
        return tetrahedralize(surface);
    };
    PairSet set;
    for (const BodySetup& setup : setups) {
        const SurfaceMesh surface = make_surface(setup.shape);
        const TetMesh mesh =
            closest ? make_eroded_tets(surface, settings.erosion, settings.envelope, mesher)
                    : mesher(surface);
        set.shapes.push_back(make_collision_shape(mesh, ElementOrder::Canonical));
        set.shapes.back().envelope = settings.envelope;
    }
    for (std::size_t i = 0; i < setups.size(); ++i) {
        Pose pose = setups[i].world_from_shape;
        pose.translation *= 1.0 - kSunkShare;
        set.bodies.push_back({make_collider(set.shapes[i], pose), setups[i].fixed});
    }
    const double reach = closest ? 2.0 * settings.envelope : 0.0;
    for (std::size_t i = 0; i < set.bodies.size(); ++i) {
        for (std::size_t j = i + 1; j < set.bodies.size(); ++j) {
            const Collider& a = set.bodies[i].collider;
            const Collider& b = set.bodies[j].collider;
            const std::vector<ElementPair> pairs = candidate_tet_pairs(a, b, reach, {});
            if (pairs.empty()) {
                continue;
            }
            ++set.body_pairs;
            set.culled += std::ssize(a.tets) * std::ssize(b.tets) - std::ssize(pairs);
            for (const ElementPair& pair : pairs) {
                const TimedTets tets{&a.tets[pair.a], &b.tets[pair.b]};
                (touches(tets, closest) ? set.touching : set.separated).push_back(tets);
            }
        }
    }
    return set;
}

}  // namespace

std::vector<TimedTets> PairSet::all() const {
    std::vector<TimedTets> pairs = touching;
    pairs.insert(pairs.end(), separated.begin(), separated.end());
    return pairs;
}

const PairSet& pairs_of(const std::string& scene, bool closest) {
    static std::map<std::pair<std::string, bool>, std::unique_ptr<PairSet>> cache;
    std::unique_ptr<PairSet>& entry = cache[{scene, closest}];
    if (entry == nullptr) {
        entry = std::make_unique<PairSet>(
            make_pairs(scene == "pillar" ? make_pillar_bodies() : make_wall_bodies(), closest));
    }
    return *entry;
}

bool looks_across_gaps(const NamedKernel& kernel) {
    return find_generator(kernel.id).shape == ShapeKind::ErodedTets;
}

std::int64_t run_on_pairs(const NamedKernel& kernel, std::span<const TimedTets> pairs) {
    const LocalOptions& options = kernel.options();
    const LocalSettings& settings = options.shared(options.options.corrected);
    TetPairContacts contacts;
    std::int64_t found = 0;
    for (const TimedTets& pair : pairs) {
        contacts.count = 0;
        kernel.run(*pair.a, *pair.b, settings, contacts);
        found += contacts.count;
    }
    return found;
}

}  // namespace touchstone
