#include "testcases/recordings/tests/sample_recording.h"

#include <cstring>
#include <limits>

#include "methods/elastic/box_tets.h"
#include "methods/testing/catch.h"
#include "methods/testing/mesh_examples.h"
#include "testcases/files/scene_file.h"

namespace touchstone::testing {
namespace {

template <typename Value>
bool same_bits(const Value& a, const Value& b) {
    // Empty vectors may point to nothing, which memcmp must not be given.
    return a.size() == 0 || std::memcmp(a.data(), b.data(), sizeof(*a.data()) * a.size()) == 0;
}

bool same_bits(double a, double b) { return std::memcmp(&a, &b, sizeof a) == 0; }

bool same_bits(const Pose& a, const Pose& b) {
    return same_bits(a.rotation.coeffs(), b.rotation.coeffs()) &&
           same_bits(a.translation, b.translation);
}

/// Returns a number that uses all digits, different for every k.
double odd_number(int k) { return 0.37 + 1.0 / (k + 3.0); }

Vec3 odd_vector(int k) { return {odd_number(k), -odd_number(k + 1), odd_number(k + 2)}; }

BodyState make_state(int k, bool fixed) {
    BodyState state;
    state.center_of_mass = {0.0, -0.0, 1e-17};
    if (fixed) {
        state.world_from_body.translation = {0.0, -0.25, 0.0};
        return state;
    }
    state.world_from_body = {(awkward_pose().rotation * Quat(1.0, 0.01 * k, 0.0, 0.0)).normalized(),
                             odd_vector(k)};
    state.linear_velocity = -odd_vector(k + 5);
    state.angular_velocity = odd_vector(k + 7);
    return state;
}

}  // namespace

TestCase make_sample_case() {
    TestCase test_case;
    test_case.id = "box_over_slab";
    test_case.title = "A box that falls on a slab";
    BodySetup slab;
    slab.name = "slab";
    slab.shape = BoxShape{{2.0, 0.5, 2.0}};
    slab.world_from_shape.translation = {0.0, -0.25, 0.0};
    slab.fixed = true;
    BodySetup box;
    box.name = "=box";
    box.shape = BoxShape{{0.5, 0.25, 0.7}};
    box.world_from_shape = {awkward_pose().rotation, Vec3(0.1, 0.3, 0.2)};
    box.linear_velocity = {0.0, -1.0, 0.0};
    test_case.bodies = {slab, box};
    return test_case;
}

RecordingHeader make_sample_header() {
    RecordingHeader header;
    header.version = "0.1.0";
    header.commit = "0123abc";
    header.case_name = "box_over_slab";
    header.scene = write_scene(make_sample_case());
    header.generator = "opposing";
    header.settings = assignments(setting_sections(make_study_settings(Profile::Corrected)));
    return header;
}

StepRecord make_sample_step(int step, int contact_count, int sweep_count) {
    if (contact_count < 0) {
        contact_count = step == 1 ? 0 : 3 + step % 5;
    }
    if (sweep_count < 0) {
        sweep_count = step == 1 ? 0 : 5 + step % 3;
    }
    StepRecord record;
    record.step = step;
    record.time = 0.01 * step;
    for (const bool fixed : {true, false}) {
        record.bodies.push_back(make_state(step, fixed));
        record.query_poses.push_back(make_state(step + 1, fixed).world_from_body);
    }
    for (int i = 0; i < contact_count; ++i) {
        const int k = 100 * step + i;
        ContactPoint contact;
        contact.position = odd_vector(k);
        contact.normal = odd_vector(k + 1).normalized();
        contact.separation = -1e-3 * odd_number(k);
        contact.feature_a = {FeatureType::Face, {1, 4, 6, -1}};
        contact.feature_b = {FeatureType::Edge, {i, i + 1, -1, -1}};
        contact.body_a = i % 2;
        contact.body_b = 1 - i % 2;
        record.contacts.push_back(contact);
        record.impulses.push_back({odd_number(k), -odd_number(k + 2), odd_number(k + 3), -0.0});
    }
    for (int i = 0; i < sweep_count; ++i) {
        record.solve.residuals.push_back(odd_number(step + i) / (i + 1));
        record.solve.r_scales.push_back(1.0 - 0.01 * i);
    }
    if (sweep_count > 1) {  // a solve that diverged is recorded as it is
        record.solve.residuals[1] = std::numeric_limits<double>::infinity();
    }
    record.solve.error = odd_number(step + 5);
    record.solve.divergences = step % 4;
    record.solve.stop = contact_count == 0 ? StopReason::NoContacts : StopReason::Relative;
    record.energy = {odd_number(step), -odd_number(step + 1)};
    record.times = {1e-3 * odd_number(step), 1e-2 * odd_number(step)};
    return record;
}

RecordingHeader make_elastic_header() {
    RecordingHeader header = make_sample_header();
    header.holds_barrier = true;
    header.elastic.bodies.resize(2);
    header.elastic.bodies[1] = make_box_tets(Vec3(0.5, 0.25, 0.7), {1, 1, 1});
    header.elastic.origin = Vec3(1.0 / 3.0, -0.1, 1e-17);
    header.elastic.accelerates = true;
    return header;
}

StepRecord make_elastic_step(int step) {
    StepRecord record = make_sample_step(step);
    BarrierMemory& memory = record.barrier.emplace();
    memory.bodies.resize(2);
    memory.stiffnesses = {{0, 1, 3.0, 2.0}, {1, 1, 5.0, 4.0}};
    memory.elastic.resize(2);
    for (int v = 0; v < kElasticVertices; ++v) {
        memory.elastic[1].places.emplace_back(1.0 / (v + step), 0.1 * v, -1.0 / 7.0);
        memory.elastic[1].velocities.emplace_back(-0.0, 1.0 / (v + 3.0), 1e-300);
        memory.elastic[1].accelerations.emplace_back(1.0 / (v + step + 0.5), -9.81, -0.0);
    }
    record.deformation = Deformation{0.1 * step, 1.0 / 3.0, step};
    return record;
}

void check_same(const StepRecord& a, const StepRecord& b) {
    CAPTURE(a.step);
    CHECK(a.step == b.step);
    CHECK(same_bits(a.time, b.time));
    REQUIRE(a.bodies.size() == b.bodies.size());
    REQUIRE(a.query_poses.size() == b.query_poses.size());
    for (std::size_t i = 0; i < a.bodies.size(); ++i) {
        CHECK(same_bits(a.bodies[i].world_from_body, b.bodies[i].world_from_body));
        CHECK(same_bits(a.bodies[i].center_of_mass, b.bodies[i].center_of_mass));
        CHECK(same_bits(a.bodies[i].linear_velocity, b.bodies[i].linear_velocity));
        CHECK(same_bits(a.bodies[i].angular_velocity, b.bodies[i].angular_velocity));
        CHECK(same_bits(a.query_poses[i], b.query_poses[i]));
    }
    REQUIRE(a.contacts.size() == b.contacts.size());
    REQUIRE(a.impulses.size() == b.impulses.size());
    for (std::size_t i = 0; i < a.contacts.size(); ++i) {
        CHECK(same_bits(a.contacts[i].position, b.contacts[i].position));
        CHECK(same_bits(a.contacts[i].normal, b.contacts[i].normal));
        CHECK(same_bits(a.contacts[i].separation, b.contacts[i].separation));
        CHECK(a.contacts[i].feature_a == b.contacts[i].feature_a);
        CHECK(a.contacts[i].feature_b == b.contacts[i].feature_b);
        CHECK(a.contacts[i].body_a == b.contacts[i].body_a);
        CHECK(a.contacts[i].body_b == b.contacts[i].body_b);
        CHECK(same_bits(a.impulses[i].normal, b.impulses[i].normal));
        CHECK(same_bits(a.impulses[i].tangent, b.impulses[i].tangent));
        CHECK(same_bits(a.impulses[i].binormal, b.impulses[i].binormal));
        CHECK(same_bits(a.impulses[i].torsion, b.impulses[i].torsion));
    }
    REQUIRE(a.solve.residuals.size() == b.solve.residuals.size());
    REQUIRE(a.solve.r_scales.size() == b.solve.r_scales.size());
    CHECK(same_bits(a.solve.residuals, b.solve.residuals));
    CHECK(same_bits(a.solve.r_scales, b.solve.r_scales));
    CHECK(a.solve.error == b.solve.error);
    CHECK(a.solve.divergences == b.solve.divergences);
    CHECK(a.solve.stop == b.solve.stop);
    CHECK(same_bits(a.energy.kinetic, b.energy.kinetic));
    CHECK(same_bits(a.energy.potential, b.energy.potential));
    CHECK(same_bits(a.times.detection, b.times.detection));
    CHECK(same_bits(a.times.solve, b.times.solve));
}

}  // namespace touchstone::testing
