#include <new>

#include "generators/local/tests/counted_new.h"
#include "generators/local/tests/kernel_table.h"
#include "generators/local/tet_pairs.h"
#include "generators/semi_local/semi_local.h"
#include "generators/tests/random_tets.h"
#include "methods/mesh/shapes.h"
#include "methods/testing/catch.h"

using namespace touchstone;
using namespace touchstone::testing;

namespace {

/// Makes a row of `count` separate tets along x, as one body.
CollisionShape make_row(int count) {
    TetMesh mesh;
    for (int i = 0; i < count; ++i) {
        const Vec3 corner(2.0 * i, 0.0, 0.0);
        const int first = 4 * i;
        mesh.vertices.insert(mesh.vertices.end(), {corner, corner + Vec3::UnitX(),
                                                   corner + Vec3::UnitY(), corner + Vec3::UnitZ()});
        mesh.tets.push_back({first, first + 1, first + 2, first + 3});
    }
    validate(mesh);
    return make_collision_shape(mesh, ElementOrder::Canonical);
}

}  // namespace

TEST_CASE("allocations are counted", "[allocation]") {
    // Called as functions: a compiler may omit allocations by new expressions or vectors.
    const long before = allocation_count();
    void* const plain = ::operator new(100);
    void* const aligned = ::operator new (sizeof(PosedTet), std::align_val_t{alignof(PosedTet)});
    const long after = allocation_count();
    ::operator delete (aligned, std::align_val_t{alignof(PosedTet)});
    ::operator delete(plain);
    CHECK(after == before + 2);
}

TEST_CASE("kernels allocate nothing", "[allocation]") {
    const NamedKernel kernel = next_kernel();
    const Profile profile = GENERATE(Profile::Corrected, Profile::Published);
    std::vector<KernelSettings> settings;
    std::vector<PosedTet> tets;
    Random random(3);
    for (int i = 0; i < 1000; ++i) {
        const TetPair pair = random_pair(random, Placement::Overlapping);
        tets.push_back(posed(pair.a));
        tets.push_back(posed(pair.b));
        settings.push_back(make_kernel_settings(kernel, profile));
        settings.back().set_envelope(0.05 * tets[2 * i].size);
    }
    const TetPairKernel run = find_kernel(best_kernels(), kernel.id).run;
    TetPairContacts contacts;
    long found = 0;
    const long before = allocation_count();
    for (std::size_t i = 0; i < tets.size(); i += 2) {
        contacts.count = 0;
        run(tets[i], tets[i + 1], settings[i / 2], contacts);
        found += contacts.count;
    }
    const long after = allocation_count();
    CAPTURE(kernel.id);
    CHECK(after == before);
    CHECK(found > 50);
}

TEST_CASE("a query allocates no more for more tet pairs", "[allocation]") {
    const NamedKernel kernel = next_kernel();
    const KernelSettings settings = make_kernel_settings(kernel, Profile::Corrected);
    const TetPairKernel run = find_kernel(best_kernels(), kernel.id).run;
    // Nothing touches, so the contacts are the same: none.
    const Pose moved{Quat::Identity(), Vec3(0.3, 0.4, 0.45)};
    const auto allocations_for = [&](int count) {
        const CollisionShape row = make_row(count);
        const Collider a = make_collider(row, {});
        const Collider b = make_collider(row, moved);
        REQUIRE(std::ssize(candidate_tet_pairs(a, b, 0.0, {})) >= count);
        const long before = allocation_count();
        const std::vector<ContactPoint> contacts = contacts_of_tet_pairs(a, b, run, 0.0, settings);
        const long after = allocation_count();
        CHECK(contacts.empty());
        return after - before;
    };
    const long few = allocations_for(4);
    const long many = allocations_for(4096);
    CAPTURE(kernel.id, few, many);
    // Two lists grow by doubling: those of tree nodes to visit and of pairs found.
    CHECK(many - few <= 2 * 12);
}

TEST_CASE("semi_local allocates nothing once its workspace has grown", "[allocation]") {
    const CollisionShape box = make_facet_shape(make_box({1.0, 1.0, 1.0}));
    const CollisionShape ball = make_facet_shape(make_sphere(0.5, 3));
    const Collider lower = make_collider(box, {});
    const Collider upper = make_collider(box, {Quat::Identity(), Vec3(0.3, 1.0, 0.2)});
    const Collider beside = make_collider(ball, {Quat::Identity(), Vec3(-1.0, 0.0, 0.0)});
    semi_local::Workspace workspace;
    std::vector<ContactPoint> contacts;
    const auto query = [&] {
        contacts.clear();
        semi_local::append_contacts(lower, upper, 0.01, {}, workspace, contacts);
        semi_local::append_contacts(lower, beside, 0.01, {}, workspace, contacts);
    };
    query();
    REQUIRE(contacts.size() >= 5);
    const long before = allocation_count();
    query();
    const long after = allocation_count();
    CHECK(after == before);
}
