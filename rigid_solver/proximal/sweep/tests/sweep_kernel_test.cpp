#include "rigid_solver/proximal/sweep/sweep_kernel.h"

#include <algorithm>
#include <cstring>

#include "methods/base/parallel/parallel.h"
#include "methods/lanes/instruction_set.h"
#include "methods/testing/catch.h"
#include "rigid_solver/proximal/contact_solve.h"
#include "rigid_solver/proximal/sweep/contact_sweep.h"
#include "rigid_solver/proximal/sweep/pair_order.h"
#include "rigid_solver/proximal/tests/random_numbers.h"

namespace touchstone {
namespace {

using testing::Random;

/// Bodies in a crowd, and pairs of them with some contacts each, in no order.
struct Crowd {
    std::vector<SolveBody> bodies;
    std::vector<ContactPoint> contacts;
};

Crowd make_crowd(int seed, int bodies, int pairs, int most_contacts) {
    Random random(seed);
    Crowd crowd;
    for (int i = 0; i < bodies; ++i) {
        SolveBody body;
        body.center_of_mass = random.vector(2.0);
        if (i % 5 != 0) {  // the others are fixed
            body.linear_velocity = random.vector(1.0);
            body.angular_velocity = random.vector(2.0);
            body.inverse_mass = 1.0 / random.uniform(0.5, 20.0);
            const Mat3 part =
                Mat3::Identity() + 0.3 * random.vector(1.0) * random.vector(1.0).transpose();
            body.inverse_inertia = part * part.transpose();
        }
        crowd.bodies.push_back(body);
    }
    const auto any = [&random](int count) {
        return std::min(count - 1, static_cast<int>(random.uniform(0.0, count)));
    };
    while (pairs > 0) {
        const int a = any(bodies);
        const int b = any(bodies);
        if (a == b || (a % 5 == 0 && b % 5 == 0)) {
            continue;
        }
        const Vec3 middle = 0.5 * (crowd.bodies[a].center_of_mass + crowd.bodies[b].center_of_mass);
        const Vec3 normal = random.vector(1.0);
        for (int k = any(most_contacts); k >= 0; --k) {
            ContactPoint contact;
            contact.body_a = a;
            contact.body_b = b;
            contact.position = middle + random.vector(0.4);
            contact.normal = (normal + random.vector(0.2)).normalized();
            crowd.contacts.push_back(contact);
        }
        --pairs;
    }
    return crowd;
}

/// The sweep as the theory says it, contact after contact.
template <typename Rows>
struct PlainSweep {
    std::span<const SolveBody> bodies;
    std::span<const ContactPair> pairs;
    double friction;
    std::vector<Rows> rows;
    std::vector<RowValues<Rows::kRows>> lambda;
    std::vector<Vec6> w;

    SweepResult run() {
        SweepResult result;
        for (const ContactPair& pair : pairs) {
            const Vec6& w_a = w[pair.body_a];
            const Vec6& w_b = w[pair.body_b];
            Vec6 twist =
                relative_twist(pair, w_a.head<3>(), w_a.tail<3>(), w_b.head<3>(), w_b.tail<3>());
            Vec6 wrench = Vec6::Zero();
            for (int k = pair.first; k < pair.first + pair.count; ++k) {
                const RowValues<Rows::kRows> before = lambda[k];
                lambda[k] = nearest_admissible(rows[k].stepped(before, twist), friction);
                for (int i = 0; i < Rows::kRows; ++i) {
                    const double change = lambda[k][i] - before[i];
                    twist += change * rows[k].response.col(i);
                    wrench += change * rows[k].jacobian.col(i);
                    result.residual = std::max(result.residual, std::abs(change));
                    result.largest = std::max(result.largest, std::abs(lambda[k][i]));
                }
            }
            apply_wrench(pair, bodies, wrench, w);
        }
        return result;
    }
};

template <typename T>
bool same_bytes(const T& a, const T& b) {
    return std::memcmp(&a, &b, sizeof(T)) == 0;
}

std::vector<const SweepKernels*> all_kernels() {
    std::vector<const SweepKernels*> all{&baseline::kSweepKernels};
#if defined(__x86_64__)
    if (has_avx2()) {
        all.push_back(&avx2::kSweepKernels);
    } else {
        WARN("this processor has no AVX2: the wide sweeps are not compared");
    }
#endif
    return all;
}

/// Returns how many impulses of a crowd after some sweeps by the kernels have the bytes that plain
/// sweeps give them; fails where one has not.
template <typename Rows>
void compare(const Crowd& crowd, const SweepKernels& kernels) {
    constexpr double kFriction = 0.4;
    const std::vector<ContactPair> pairs = contact_pairs(crowd.bodies, crowd.contacts);
    const int contacts = static_cast<int>(crowd.contacts.size());
    SweepState<Rows> lanes(crowd.bodies, pairs, contacts, kFriction, kernels);
    PlainSweep<Rows> plain{crowd.bodies,
                           pairs,
                           kFriction,
                           std::vector<Rows>(contacts),
                           std::vector<RowValues<Rows::kRows>>(contacts),
                           std::vector<Vec6>(crowd.bodies.size(), Vec6::Zero())};
    for (const ContactPair& pair : pairs) {
        const Mat6 mobility = pair_mobility(pair, crowd.bodies);
        for (int k = pair.first; k < pair.first + pair.count; ++k) {
            const ContactPoint& contact = crowd.contacts[k];
            Rows& rows = plain.rows[k];
            rows.set_jacobian(contact_frame(contact.normal), contact.position - pair.origin,
                              mobility);
            rows.set_step_length({});
            const SolveBody& a = crowd.bodies[pair.body_a];
            const SolveBody& b = crowd.bodies[pair.body_b];
            const Vec6 twist = relative_twist(pair, a.linear_velocity, a.angular_velocity,
                                              b.linear_velocity, b.angular_velocity);
            for (int i = 0; i < Rows::kRows; ++i) {
                rows.b[i] = rows.jacobian.col(i).dot(twist);
            }
            lanes.set_rows(k, rows);
        }
    }
    lanes.begin();
    int sliding = 0;
    int open = 0;
    std::vector<SweepResult> found;
    std::vector<std::vector<RowValues<Rows::kRows>>> impulses;
    lanes.with_threads([&] {
        for (int sweep = 0; sweep < 6; ++sweep) {
            found.push_back(lanes.run());
            lanes.accept();
            auto& after = impulses.emplace_back();
            for (int k = 0; k < contacts; ++k) {
                after.push_back(lanes.lambda(k));
            }
        }
    });
    for (int sweep = 0; sweep < 6; ++sweep) {
        const SweepResult expected = plain.run();
        REQUIRE(same_bytes(found[sweep].residual, expected.residual));
        REQUIRE(same_bytes(found[sweep].largest, expected.largest));
        for (int k = 0; k < contacts; ++k) {
            const RowValues<Rows::kRows>& lambda = plain.lambda[k];
            CAPTURE(sweep, k);
            REQUIRE(same_bytes(impulses[sweep][k], lambda));
            open += lambda[0] == 0.0 ? 1 : 0;
            sliding += lambda[0] > 0.0 && std::hypot(lambda[1], lambda[2]) > 0.39 * lambda[0];
        }
    }
    CHECK(open > 0);
    CHECK(sliding > 0);
}

}  // namespace

TEST_CASE("sweeps of four pairs at once have the bytes of pair after pair", "[sweep]") {
    for (const SweepKernels* kernels : all_kernels()) {
        CAPTURE(kernels == &baseline::kSweepKernels);
        for (int seed = 1; seed <= 6; ++seed) {
            const Crowd crowd = make_crowd(seed, 7 * seed, 12 * seed, 6);
            CAPTURE(seed);
            compare<DiagonalRows<3>>(crowd, *kernels);
            compare<DiagonalRows<4>>(crowd, *kernels);
            compare<BlockedRows<3>>(crowd, *kernels);
            compare<BlockedRows<4>>(crowd, *kernels);
        }
    }
}

TEST_CASE("sweeps of large rounds have the same bytes on any number of threads", "[sweep]") {
    const Crowd crowd = make_crowd(11, 5000, 6000, 6);
    const std::vector<ContactPair> pairs = contact_pairs(crowd.bodies, crowd.contacts);
    const SweepGroups groups =
        make_sweep_groups(crowd.bodies, pairs, static_cast<int>(crowd.contacts.size()), 10, 3);
    REQUIRE(std::ranges::count(groups.spans, true, &SweepSpan::is_free) > 2);
    REQUIRE(!groups.spans.back().is_free);
    int next = 0;
    for (const SweepSpan& span : groups.spans) {
        CHECK(span.first == next);
        next = span.end;
    }
    CHECK(next == std::ssize(groups.groups));
    for (const int threads : {1, 2, 3, 7}) {
        CAPTURE(threads);
        Arena arena(threads);
        arena.execute([&] {
            compare<DiagonalRows<3>>(crowd, best_sweep_kernels());
            compare<BlockedRows<4>>(crowd, best_sweep_kernels());
        });
    }
}

TEST_CASE("a whole solve has the same bytes on any number of threads", "[sweep]") {
    Crowd crowd = make_crowd(12, 5000, 6000, 6);
    Random random(13);
    for (ContactPoint& contact : crowd.contacts) {
        contact.separation = random.uniform(-0.01, 0.02);
    }
    SolverSettings settings;
    settings.max_sweeps = 24;
    settings.gap = GapRule::Close;
    const auto solve = [&](int threads, const std::vector<ContactImpulse>& start) {
        Arena arena(threads);
        return arena.execute(
            [&] { return solve_contacts(crowd.bodies, crowd.contacts, settings, start); });
    };
    for (const SweepOrder order : {SweepOrder::Given, SweepOrder::Coloured}) {
        settings.sweep = order;
        std::vector<ContactImpulse> start;
        for (const bool warm : {false, true}) {
            const SolveResult alone = solve(1, start);
            REQUIRE(alone.report.error > 0.0);
            REQUIRE(std::ssize(alone.report.residuals) > settings.max_sweeps);  // closing rounds
            for (const int threads : {2, 3, 7}) {
                CAPTURE(order, warm, threads);
                const SolveResult shared = solve(threads, start);
                CHECK(same_bytes(shared.report.error, alone.report.error));
                CHECK(shared.report.residuals == alone.report.residuals);
                CHECK(shared.linear_change == alone.linear_change);
                CHECK(shared.angular_change == alone.angular_change);
                CHECK(std::memcmp(shared.impulses.data(), alone.impulses.data(),
                                  alone.impulses.size() * sizeof(ContactImpulse)) == 0);
            }
            start = alone.impulses;
        }
    }
}

TEST_CASE("threads share rounds of several groups, in parts that are worth it", "[sweep]") {
    std::vector<SolveBody> bodies(81);
    for (SolveBody& body : bodies) {
        body.inverse_mass = 1.0;
    }
    const auto spans_of = [&](int count, int contacts_each) {
        std::vector<ContactPair> pairs;
        pairs.reserve(static_cast<std::size_t>(count));
        for (int i = 0; i < count; ++i) {
            pairs.push_back({.body_a = 2 * i,
                             .body_b = 2 * i + 1,
                             .first = i * contacts_each,
                             .count = contacts_each});
        }
        return make_sweep_groups(bodies, pairs, count * contacts_each, 10, 3).spans;
    };
    // One group, however many contacts it has, is one thread's.
    const std::vector<SweepSpan> one = spans_of(1, 5000);
    REQUIRE(one.size() == 1);
    CHECK_FALSE(one[0].is_free);
    CHECK(parts_of(one[0], 8) == 1);
    // Ten groups of four pairs.
    CHECK_FALSE(spans_of(40, 12)[0].is_free);
    const std::vector<SweepSpan> small = spans_of(40, 13);
    REQUIRE(small.size() == 1);
    CHECK(small[0].is_free);
    CHECK(parts_of(small[0], 1) == 1);
    CHECK(parts_of(small[0], 32) == 2);
    const std::vector<SweepSpan> large = spans_of(40, 1000);
    CHECK(parts_of(large[0], 4) == 4);
    CHECK(parts_of(large[0], 32) == 10);
}

TEST_CASE("pairs in one group share no body that can move", "[sweep]") {
    const Crowd crowd = make_crowd(3, 30, 90, 5);
    const std::vector<ContactPair> pairs = contact_pairs(crowd.bodies, crowd.contacts);
    const int contacts = static_cast<int>(crowd.contacts.size());
    const SweepGroups groups = make_sweep_groups(crowd.bodies, pairs, contacts, 10, 3);
    int found = 0;
    int shared = 0;
    std::vector<int> written;  // behind the bodies' places, each by one group
    for (const SweepGroup& group : groups.groups) {
        const int known = static_cast<int>(std::ssize(written));
        std::vector<int> moved;
        for (int lane = 0; lane < 4; ++lane) {
            found += group.count[lane];
            shared += lane > 0 && group.count[lane] > 0 ? 1 : 0;
            CHECK((lane == 0 || group.count[lane] <= group.count[lane - 1]));
            for (const int body : {group.write_a[lane], group.write_b[lane]}) {
                if (body < std::ssize(crowd.bodies)) {
                    CHECK(std::ranges::count(moved, body) == 0);
                    moved.push_back(body);
                    continue;
                }
                CHECK(body < std::ssize(crowd.bodies) + groups.spare_places);
                CHECK(std::count(written.begin(), written.begin() + known, body) == 0);
                written.push_back(body);
            }
        }
    }
    CHECK(!written.empty());
    CHECK(found == contacts);
    CHECK(shared > 20);
    // No two contacts share a number, and all lie within what there is.
    std::vector<int> rows(groups.row_numbers, 0);
    std::vector<int> impulses(groups.impulse_numbers, 0);
    for (const RowPlace& place : groups.places) {
        for (int i = 0; i < 10; ++i) {
            ++rows.at(place.rows + i * place.stride);
        }
        for (int i = 0; i < 3; ++i) {
            ++impulses.at(place.impulses + i * place.stride);
        }
    }
    CHECK(std::ranges::max(rows) == 1);
    CHECK(std::ranges::max(impulses) == 1);
}

TEST_CASE("colours need few rounds where the given order makes a queue", "[sweep]") {
    // A row of bodies, each with its successor: the given order passes along all of it.
    Crowd crowd;
    crowd.bodies.resize(40);
    for (SolveBody& body : crowd.bodies) {
        body.inverse_mass = 1.0;
    }
    for (int i = 0; i + 1 < std::ssize(crowd.bodies); ++i) {
        for (int k = 0; k <= i % 3; ++k) {
            ContactPoint contact;
            contact.position = Vec3::Zero();
            contact.normal = Vec3::UnitX();
            contact.body_a = i;
            contact.body_b = i + 1;
            crowd.contacts.push_back(contact);
        }
    }
    std::vector<ContactPair> pairs = contact_pairs(crowd.bodies, crowd.contacts);
    const std::vector<ContactPair> given = pairs;
    CHECK(std::ranges::max(rounds_of(crowd.bodies, pairs)) == 38);
    sort_by_colour(crowd.bodies, pairs);
    CHECK(std::ranges::max(rounds_of(crowd.bodies, pairs)) == 1);
    CHECK(std::ranges::is_permutation(pairs, given, {}, &ContactPair::first, &ContactPair::first));
    // With the first body fixed, as the ground under many, its pairs wait for none.
    crowd.bodies[0].inverse_mass = 0.0;
    std::vector<ContactPair> on_ground;
    for (int i = 1; i < 10; ++i) {
        on_ground.push_back({.body_a = 0, .body_b = i, .first = i, .count = 1});
    }
    CHECK(std::ranges::max(rounds_of(crowd.bodies, on_ground)) == 0);
}

}  // namespace touchstone
