#include <algorithm>
#include <cmath>

#include "generators/asked_pairs.h"
#include "generators/local/kernel.h"
#include "generators/local/settings/closest_points_settings.h"
#include "generators/local/settings/local_options.h"
#include "generators/local/tet_pairs.h"
#include "generators/outcome.h"
#include "generators/tests/contract_checks.h"
#include "methods/base/error.h"
#include "methods/base/parallel/parallel.h"
#include "methods/mesh/filling/tetrahedralize.h"
#include "methods/mesh/shapes.h"
#include "methods/quality/audit.h"
#include "methods/testing/catch.h"

using namespace touchstone;
using namespace touchstone::testing;

namespace {

/// Makes a box of 12 tets around a point that is not its middle.
TetMesh box_of_12_tets(const Vec3& size) {
    const SurfaceMesh surface = make_box(size);
    TetMesh mesh{surface.vertices, {}};
    mesh.vertices.push_back(Vec3(0.07, -0.05, 0.11).cwiseProduct(size));
    for (const Triangle& t : surface.triangles) {
        mesh.tets.push_back({t[0], t[2], t[1], 8});
    }
    validate(mesh);
    return mesh;
}

/// Makes a box of 6 tets around one of its diagonals.
TetMesh box_of_6_tets(const Vec3& size) {
    TetMesh mesh;
    for (int i = 0; i < 8; ++i) {
        const Vec3 corner(i & 1 ? 0.5 : -0.5, i & 2 ? 0.5 : -0.5, i & 4 ? 0.5 : -0.5);
        mesh.vertices.push_back(corner.cwiseProduct(size));
    }
    for (const auto& [i, j] : {std::pair(1, 3), std::pair(3, 2), std::pair(2, 6), std::pair(6, 4),
                               std::pair(4, 5), std::pair(5, 1)}) {
        mesh.tets.push_back({0, i, j, 7});
        if (signed_volume(mesh, mesh.tets.back()) < 0.0) {
            std::swap(mesh.tets.back()[1], mesh.tets.back()[2]);
        }
    }
    validate(mesh);
    return mesh;
}

TetMesh filled(const SurfaceMesh& surface) { return tetrahedralize(surface, {.cache_folder = {}}); }

struct NamedBodies {
    std::string name;
    TwoBodies bodies;
};

/// Returns scenes in which B rests on A in exact contact. Made once.
const std::vector<NamedBodies>& touching_scenes() {
    static const std::vector<NamedBodies> scenes = [] {
        const Vec3 size(1.0, 0.5, 1.5);
        const Vec3 other(0.75, 0.5, 0.5);
        const Pose above{Quat::Identity(), Vec3(0.125, 0.5, 0.25)};
        const TetMesh frustum = filled(make_frustum({0.5, 0.375, 0.5, 6}));
        const TetMesh spike = filled(make_convex_hull(std::vector<Vec3>{
            {0, 0, 0}, {0.3, 0.5, 0.2}, {-0.35, 0.5, 0.25}, {-0.2, 0.5, -0.3}, {0.3, 0.5, -0.25}}));
        return std::vector<NamedBodies>{
            {"box of 6 tets on box of 12", {box_of_12_tets(size), box_of_6_tets(other), {}, above}},
            {"box of 12 tets on box of 12",
             {box_of_12_tets(size), box_of_12_tets(size), {}, above}},
            {"frustum on frustum", {frustum, frustum, {}, above}},
            {"spike on box",
             {box_of_6_tets(size), spike, {}, {Quat::Identity(), Vec3(0.11, 0.25, -0.2)}}},
        };
    }();
    return scenes;
}

/// Returns a profile's settings, with the envelope of closest points in metres: shapes here are
/// made without erosion.
MethodSettings settings_in_metres(const Generator& generator, Profile profile) {
    MethodSettings settings = generator.options.of(profile);
    if (generator.shape == ShapeKind::ErodedTets) {
        settings.as<ClosestPointsSettings>().envelope_unit = EnvelopeUnit::Metre;
    }
    return settings;
}

NamedBodies with_gap_for(NamedBodies scene, const Generator& generator,
                         const MethodSettings& settings) {
    // Closest points needs eroded bodies; a gap of 1.5 envelopes has the same effect.
    if (generator.shape == ShapeKind::ErodedTets) {
        scene.bodies.pose_b.translation.y() += 1.5 * settings.as<ClosestPointsSettings>().envelope;
    }
    return scene;
}

std::vector<Vec3> placed_vertices(const TetMesh& mesh, const Pose& pose) {
    std::vector<Vec3> vertices;
    vertices.reserve(mesh.vertices.size());
    for (const Vec3& vertex : mesh.vertices) {
        vertices.emplace_back(pose * vertex);
    }
    return vertices;
}

std::vector<const Generator*> every_generator() {
    std::vector<const Generator*> generators;
    for (const Generator& generator : all_generators()) {
        if (generator.is_for_all()) {  // the bodies here are polyhedra
            generators.push_back(&generator);
        }
    }
    return generators;
}

/// Returns the generators on pairs of tets, each with a kernel of its id.
std::vector<const Generator*> generators_with_kernels() {
    std::vector<const Generator*> generators;
    for (const NamedKernel& kernel : best_kernels()) {
        generators.push_back(&find_generator(kernel.id));
    }
    return generators;
}

/// Returns the distance from the gap of with_gap_for to the limit of the generator's reach [m].
double to_border(const Generator& generator, const MethodSettings& settings) {
    return generator.shape == ShapeKind::ErodedTets
               ? 0.5 * settings.as<ClosestPointsSettings>().envelope
               : 0.0;
}

/// A generator of the table in a scene, one at a time.
struct Combination {
    const Generator& generator;
    MethodSettings settings;
    NamedBodies touching;
    TwoBodies general;  ///< the same in general position
};
Combination next_combination(Profile profile,
                             const std::vector<const Generator*>& generators = every_generator()) {
    const Generator& generator = *GENERATE_COPY(from_range(generators.begin(), generators.end()));
    const std::size_t s = GENERATE(range(std::size_t{0}, touching_scenes().size()));
    const MethodSettings settings = settings_in_metres(generator, profile);
    const NamedBodies touching = with_gap_for(touching_scenes()[s], generator, settings);
    return {generator, settings, touching, in_general_position(touching.bodies)};
}

}  // namespace

TEST_CASE("every kernel is that of a generator which looks at tets", "[contract]") {
    CHECK_FALSE(best_kernels().empty());
    for (const Generator* generator : generators_with_kernels()) {
        CAPTURE(generator->id);
        CHECK(generator->shape != ShapeKind::Facets);
    }
}

TEST_CASE("a kernel that does not exist is named with those that do", "[contract]") {
    const NamedKernel two[]{{"first", nullptr, nullptr}, {"second", nullptr, nullptr}};
    CHECK_THROWS_MATCHES(find_kernel(two, "third"), UnknownName,
                         Catch::Matchers::Message("unknown kernel 'third'; known: first, second"));
}

TEST_CASE("every generator finds contacts in general position", "[contract]") {
    const Combination c = next_combination(Profile::Corrected);
    CAPTURE(c.generator.id, c.touching.name);
    CHECK_FALSE(find(c.general, c.generator, c.settings).empty());
}

TEST_CASE("swapping the bodies turns the normals and changes nothing else", "[contract]") {
    const Combination c = next_combination(Profile::Corrected);
    CAPTURE(c.generator.id, c.touching.name);
    for (const TwoBodies& bodies : {c.general, c.touching.bodies}) {
        const std::vector<ContactPoint> contacts = find(bodies, c.generator, c.settings);
        const std::vector<ContactPoint> other = find(swapped(bodies), c.generator, c.settings);
        INFO(difference(contacts, swapped(other), 0.0));
        CHECK(identical(swapped(contacts), other));
    }
}

TEST_CASE("moving, turning or scaling the scene does so to the contacts", "[contract]") {
    const Combination c = next_combination(Profile::Corrected);
    const std::vector<ContactPoint> contacts = find(c.general, c.generator, c.settings);
    for (const NamedSimilarity& named : all_similarities()) {
        const Similarity& similarity = named.similarity;
        CAPTURE(c.generator.id, c.touching.name, named.name);
        const std::vector<ContactPoint> found =
            find(transformed(c.general, similarity), c.generator,
                 with_scaled_lengths(c.settings, c.generator.options.list, similarity.scale));
        const std::vector<ContactPoint> expected = transformed(contacts, similarity);
        INFO(difference(expected, found, 1e-8 * similarity.scale));
        // Coordinates 5 km away are rounded to 1e-12 m, and contacts depend on their differences.
        CHECK(equivalent(expected, found, 1e-8 * similarity.scale));
    }
}

TEST_CASE("renumbering the meshes changes nothing", "[contract]") {
    const Combination c = next_combination(Profile::Corrected);
    const unsigned seed = GENERATE(1u, 2u);
    CAPTURE(c.generator.id, c.touching.name, seed);
    for (const TwoBodies& bodies : {c.general, c.touching.bodies}) {
        const Renumbered a = renumbered(bodies.mesh_a, seed);
        const Renumbered b = renumbered(bodies.mesh_b, seed + 10);
        const std::vector<ContactPoint> contacts = find(bodies, c.generator, c.settings);
        const std::vector<ContactPoint> found =
            find({a.mesh, b.mesh, bodies.pose_a, bodies.pose_b}, c.generator, c.settings);
        INFO(difference(renumbered(contacts, a, b), found, 0.0));
        CHECK(identical(renumbered(contacts, a, b), found));
    }
}

TEST_CASE("distant bodies have no contacts", "[contract]") {
    const Profile profile = GENERATE(Profile::Corrected, Profile::Published);
    const Combination c = next_combination(profile);
    CAPTURE(c.generator.id, c.touching.name);
    CHECK(find(apart(c.general), c.generator, c.settings).empty());
    const std::span<const NamedKernel> kernels = best_kernels();
    const auto kernel = std::ranges::find(kernels, c.generator.id, &NamedKernel::id);
    if (kernel == kernels.end()) {
        return;
    }
    // Nor do they when all pairs of tets are processed.
    const TwoBodies distant = apart(c.general);
    const CollisionShape a = make_collision_shape(distant.mesh_a, ElementOrder::Canonical);
    const CollisionShape b = make_collision_shape(distant.mesh_b, ElementOrder::Canonical);
    CHECK(contacts_of_all_tet_pairs(make_collider(a, distant.pose_a),
                                    make_collider(b, distant.pose_b), kernel->run,
                                    kernel->options().shared(c.settings))
              .empty());
}

TEST_CASE("no two contacts hold a pair to opposite normals at one place", "[contract]") {
    const Combination c = next_combination(Profile::Corrected);
    CAPTURE(c.generator.id, c.touching.name);
    const auto opposite = [&](const TwoBodies& bodies) {
        const std::vector<std::vector<Vec3>> vertices{
            placed_vertices(bodies.mesh_a, bodies.pose_a),
            placed_vertices(bodies.mesh_b, bodies.pose_b)};
        return audit(find(bodies, c.generator, c.settings), vertices).opposite;
    };
    // Sheets thinner than the envelopes: their far sides face each other the wrong way round.
    const Vec3 sheet(1.0, 0.002, 1.0);
    const TwoBodies sheets{box_of_12_tets(sheet),
                           box_of_6_tets(sheet),
                           {},
                           {Quat::Identity(), Vec3(0.1, 0.002, -0.2)}};
    // Where features cross their normals are those of either body, and first impacts of far sides
    // are impacts too: known, and shown by the audit of every report.
    const bool breaks_it = c.generator.id == "intersection";
    const bool glues_sheets = breaks_it || c.generator.id == "first_impact";
    CHECK((opposite(sheets) > 0) == glues_sheets);
    if (!breaks_it) {
        CHECK(opposite(c.general) == 0);
        CHECK(opposite(c.touching.bodies) == 0);
    }
}

TEST_CASE("normals are unit and nothing is NaN", "[contract]") {
    const Profile profile = GENERATE(Profile::Corrected, Profile::Published);
    const Combination c = next_combination(profile);
    CAPTURE(c.generator.id, c.touching.name);
    // The published V-F normals of intersection are as long as twice their triangle's area.
    const bool raw = c.generator.id == "intersection" && profile == Profile::Published;
    for (const TwoBodies& bodies : {c.general, c.touching.bodies}) {
        for (const ContactPoint& contact : find(bodies, c.generator, c.settings)) {
            CHECK(contact.position.allFinite());
            CHECK(std::isfinite(contact.separation));
            if (raw && contact.feature_a.type != FeatureType::Edge) {
                CHECK(contact.normal.allFinite());
                CHECK(contact.normal.norm() > 1e-3);
            } else {
                CHECK(contact.normal.norm() == Approx(1.0).epsilon(1e-14));
            }
        }
    }
}

TEST_CASE("the pairs in reach give the same contacts as all pairs", "[contract]") {
    const Profile profile = GENERATE(Profile::Corrected, Profile::Published);
    const Combination c = next_combination(profile, generators_with_kernels());
    CAPTURE(c.generator.id, c.touching.name, static_cast<int>(profile));
    const ElementOrder order =
        profile == Profile::Corrected ? ElementOrder::Canonical : ElementOrder::Authored;
    const NamedKernel& kernel = find_kernel(best_kernels(), c.generator.id);
    // At the very limit of the reach of closest points.
    TwoBodies at_reach = c.touching.bodies;
    at_reach.pose_b.translation.y() += to_border(c.generator, c.settings);
    for (const NamedSimilarity& named : all_similarities()) {
        for (const TwoBodies& original : {c.general, c.touching.bodies, at_reach}) {
            const TwoBodies bodies = transformed(original, named.similarity);
            const Query query{0.01, with_scaled_lengths(c.settings, c.generator.options.list,
                                                        named.similarity.scale)};
            const CollisionShape shape_a = make_collision_shape(bodies.mesh_a, order);
            const CollisionShape shape_b = make_collision_shape(bodies.mesh_b, order);
            const Collider a = make_collider(shape_a, bodies.pose_a);
            const Collider b = make_collider(shape_b, bodies.pose_b);
            const std::vector<ContactPoint> in_reach = c.generator.generate(a, b, query);
            const std::vector<ContactPoint> of_all = contacts_of_all_tet_pairs(
                a, b, kernel.run, kernel.options().shared(query.settings));
            INFO(named.name << "\n" << difference(in_reach, of_all, 0.0));
            CHECK(identical(in_reach, of_all));
        }
    }
}

TEST_CASE("the pairs of tets in reach do not depend on which body is A", "[contract]") {
    const Combination c = next_combination(Profile::Corrected, generators_with_kernels());
    const CollisionShape a = make_collision_shape(c.general.mesh_a, ElementOrder::Canonical);
    const CollisionShape b = make_collision_shape(c.general.mesh_b, ElementOrder::Canonical);
    const Collider collider_a = make_collider(a, c.general.pose_a);
    const Collider collider_b = make_collider(b, c.general.pose_b);
    std::vector<ElementPair> pairs = candidate_tet_pairs(collider_a, collider_b, 0.0, {});
    std::vector<ElementPair> other = candidate_tet_pairs(collider_b, collider_a, 0.0, {});
    for (ElementPair& pair : other) {
        std::swap(pair.a, pair.b);
    }
    for (auto* list : {&pairs, &other}) {
        std::ranges::sort(*list, {}, [](const ElementPair& p) { return std::pair(p.a, p.b); });
    }
    CHECK(std::ranges::equal(pairs, other, [](const ElementPair& p, const ElementPair& q) {
        return p.a == q.a && p.b == q.b;
    }));
}

TEST_CASE("a scene finds what the generator finds for the pair of bodies", "[contract]") {
    const Combination c = next_combination(Profile::Corrected);
    const CollisionShape shape_a =
        make_shape(c.general.mesh_a, ElementOrder::Canonical, c.generator);
    const CollisionShape shape_b =
        make_shape(c.general.mesh_b, ElementOrder::Canonical, c.generator);
    // Up to and beyond the limit of the reach of closest points: 2 envelopes and 1e-6 of the size.
    for (const double beyond : {-1e-3, 0.0, 5e-7, 1e-3}) {
        Pose pose_b = c.touching.bodies.pose_b;
        pose_b.translation.y() += to_border(c.generator, c.settings) + beyond;
        const SceneBody a{make_collider(shape_a, c.touching.bodies.pose_a), false};
        const SceneBody b{make_collider(shape_b, pose_b), false};
        const Query query{0.01, c.settings};
        const std::vector<ContactPoint> direct =
            c.generator.generate(a.collider, b.collider, query);
        std::vector<ContactPoint> of_scene =
            find_contacts(std::vector<SceneBody>{a, b}, c.generator, query);
        for (ContactPoint& contact : of_scene) {
            contact.body_a = contact.body_b = -1;
        }
        CAPTURE(c.generator.id, c.touching.name, beyond, direct.size(), of_scene.size());
        CHECK(identical(direct, of_scene));
    }
}

TEST_CASE("the number of threads changes no byte", "[contract]") {
    const Profile profile = GENERATE(Profile::Corrected, Profile::Published);
    const std::vector<const Generator*> generators = every_generator();
    const Generator& generator = *GENERATE_COPY(from_range(generators.begin(), generators.end()));
    const MethodSettings settings = settings_in_metres(generator, profile);
    CAPTURE(generator.id, static_cast<int>(profile));
    const CollisionShape box =
        make_shape(box_of_12_tets({1.0, 1.0, 1.0}), ElementOrder::Canonical, generator);
    std::vector<SceneBody> bodies;
    for (int i = 0; i < 27; ++i) {
        // A pile of boxes that overlap a little, or leave a gap for closest points.
        const double step = generator.shape == ShapeKind::ErodedTets ? 1.01
                            : generator.shape == ShapeKind::Facets   ? 0.999
                                                                     : 0.99;
        const Quat turn(Eigen::AngleAxisd(0.001 * i, Vec3(0.37, 0.61, -0.7).normalized()));
        const int layer = i / 9;
        const Vec3 place = step * Vec3(i % 3, i / 3 % 3, layer);
        bodies.push_back({make_collider(box, {turn, place}), i == 0 || i == 1});
    }
    std::vector<ContactPoint> expected;
    for (const int threads : {1, 2, 4}) {
        Arena arena(threads);
        QueryCounts counts;
        const std::vector<ContactPoint> contacts = arena.execute([&] {
            return find_contacts(bodies, generator, {0.01, settings}, &counts);
        });
        CHECK(counts.body_pairs >= 54);  // 27 boxes have 54 neighbours; two of them are fixed
        if (threads == 1) {
            expected = contacts;
            CHECK_FALSE(expected.empty());
        }
        CHECK(identical(contacts, expected));
    }
}

TEST_CASE("more contacts than bodies in several places have are refused", "[contract]") {
    const CollisionShape box = make_facet_shape(make_box({1.0, 1.0, 1.0}));
    std::vector<SceneBody> bodies(40, {make_collider(box, Pose{}), false});  // of 12 faces each
    CHECK(most_contacts(bodies) == (1 << 19) + 64 * 12 * 40);
    const int pairs = 40 * 39 / 2;
    const int most = static_cast<int>(most_contacts(bodies)) / pairs;  // of a pair
    Generator generator = find_generator("semi_local");
    generator.id = "many";
    int count = most;
    generator.generate = [&](const Collider&, const Collider&, const Query&) {
        return std::vector<ContactPoint>(static_cast<std::size_t>(count));
    };
    const int threads = GENERATE(1, 3);
    Arena arena(threads);
    const auto find_all = [&] {
        return arena.execute([&] { return find_contacts(bodies, generator, {}).size(); });
    };
    CHECK(find_all() == static_cast<std::size_t>(most) * pairs);
    count = most + 1;
    CHECK_THROWS_AS(find_all(), GeneratorFault);
    CHECK_THROWS_WITH(find_all(),
                      "many: there are more than 555008 contacts, as bodies in one place have "
                      "them, or faces of many slivers; move the bodies apart, or give fewer, "
                      "rounder faces");
}

TEST_CASE("two fixed bodies have no contacts, and bodies are named by their place", "[contract]") {
    const TwoBodies bodies = in_general_position(touching_scenes()[0].bodies);
    const CollisionShape a = make_collision_shape(bodies.mesh_a, ElementOrder::Canonical);
    const CollisionShape b = make_collision_shape(bodies.mesh_b, ElementOrder::Canonical);
    const bool fixed = GENERATE(false, true);
    const Pose elsewhere{Quat::Identity(), Vec3(50.0, 0.0, 0.0)};
    const std::vector<SceneBody> scene{{make_collider(a, elsewhere), false},
                                       {make_collider(a, bodies.pose_a), true},
                                       {make_collider(b, bodies.pose_b), fixed}};
    const Generator& generator = find_generator("volume_sat");
    const std::vector<ContactPoint> contacts = find_contacts(scene, generator, {});
    CHECK(contacts.empty() == fixed);
    for (const ContactPoint& contact : contacts) {
        CHECK(contact.body_a == 1);
        CHECK(contact.body_b == 2);
    }
}

// Violations by the rules of the published methods:
//  - opposing takes the normal of A's face, so that oblique pairs depend on which body is A;
//  - closest points makes the normal of an edge pair perpendicular to A's edge alone;
//  - growth prefers the face of A when both bodies offer one.
TEST_CASE("the published profile depends on which body is A", "[contract]") {
    const std::string id = GENERATE("opposing", "closest_points", "growth");
    CAPTURE(id);
    const Generator& generator = find_generator(id);
    const MethodSettings settings = generator.options.published;
    bool depends = false;
    for (const NamedBodies& scene : touching_scenes()) {
        const TwoBodies bodies =
            in_general_position(with_gap_for(scene, generator, settings).bodies);
        const std::vector<ContactPoint> contacts = find(bodies, generator, settings);
        const std::vector<ContactPoint> other = find(swapped(bodies), generator, settings);
        depends = depends || !equivalent(swapped(contacts), other, 1e-8);
    }
    CHECK(depends);
}
