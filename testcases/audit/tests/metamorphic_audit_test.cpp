#include "testcases/audit/metamorphic_audit.h"

#include <algorithm>
#include <cmath>
#include <functional>
#include <span>

#include "generators/generator.h"
#include "methods/base/error.h"
#include "methods/contact/collider.h"
#include "methods/testing/catch.h"

namespace touchstone {
namespace {

AuditResult audit_of(std::vector<std::string> cases, std::vector<std::string> generators,
                     int threads = 0, const MethodList& methods = {}) {
    StudyRequest request;
    request.cases = expand_cases(cases);
    request.generators = std::move(generators);
    request.settings = make_study_settings(Profile::Corrected, methods);
    request.threads = threads;
    return run_audit(request);
}

const RetellingOutcome& outcome(const AuditedRow& row, Retelling retelling) {
    return row.outcomes[static_cast<std::size_t>(retelling)];
}

std::vector<Retelling> changed(const AuditedRow& row) {
    std::vector<Retelling> kinds;
    for (int i = 0; i < kRetellings; ++i) {
        if (row.outcomes[i].changed) {
            kinds.push_back(static_cast<Retelling>(i));
        }
    }
    return kinds;
}

/// One contact midway between the origins of A and B, the normal along their line; then spoilt.
using Spoil = std::function<void(ContactPoint&, const Collider& a, const Collider& b)>;

Generator make_spoilt(const std::string& id, const Spoil& spoil) {
    Generator generator;
    generator.id = id;
    generator.title = id;
    generator.generate = [spoil](const Collider& a, const Collider& b, const Query&) {
        ContactPoint contact;
        const Vec3 from_a_to_b = b.world_from_body.translation - a.world_from_body.translation;
        contact.position = a.world_from_body.translation + 0.5 * from_a_to_b;
        contact.normal = from_a_to_b.normalized();
        contact.separation = 0.0;
        spoil(contact, a, b);
        return std::vector{contact};
    };
    return generator;
}

}  // namespace

TEST_CASE("the semi-local generator's answers do not hang on how a scene is told", "[audit]") {
    for (const AuditedRow& row : audit_of({"fundamental", "pillar"}, {"semi_local"}).rows) {
        INFO(row.case_id);
        CHECK(row.contacts > 0);
        CHECK(row.unchanged());
        for (const RetellingOutcome& o : row.outcomes) {
            CHECK(o.trouble.empty());
        }
        CHECK(outcome(row, Retelling::Rotation).asked == 7);
        CHECK(outcome(row, Retelling::Jitter).asked == 8);
    }
}

TEST_CASE("local generators' answers hang on the triangles of flat faces", "[audit]") {
    const AuditResult result = audit_of({"internal_edges"}, {"opposing", "volume_sat"});
    const RetellingOutcome& opposing = outcome(result.rows[0], Retelling::Retessellation);
    REQUIRE(opposing.changed);
    CHECK(opposing.changed->diagonals);
    CHECK(opposing.changed->size == 1.0);
    CHECK(opposing.asked == 1);  // the smallest that changes the answer is the last that is tried
    CHECK(opposing.difference.lost + opposing.difference.gained > 0);
    CHECK_FALSE(outcome(result.rows[0], Retelling::Rotation).changed);
    CHECK(outcome(result.rows[1], Retelling::Rotation).changed);
}

TEST_CASE("what a method hangs on is named, and nothing else", "[audit]") {
    MethodList methods;
    methods.add(make_spoilt("sound", [](ContactPoint&, const Collider&, const Collider&) {}));
    methods.add(
        make_spoilt("turns_far_away", [](ContactPoint& c, const Collider& a, const Collider&) {
            if (a.world_from_body.translation.norm() > 4000.0) {
                c.normal = -c.normal;
            }
        }));
    methods.add(make_spoilt("likes_down", [](ContactPoint& c, const Collider&, const Collider&) {
        c.normal = c.normal.y() > 0.0 ? Vec3(Vec3::UnitY()) : Vec3(-Vec3::UnitY());
    }));
    methods.add(make_spoilt("prefers_a", [](ContactPoint& c, const Collider& a, const Collider&) {
        c.position = a.world_from_body.translation;
    }));
    methods.add(make_spoilt("two_millimetres", [](ContactPoint& c, const Collider&,
                                                  const Collider&) { c.separation = -0.002; }));
    const AuditResult result = audit_of(
        {"spike_in_crack"},
        {"sound", "turns_far_away", "likes_down", "prefers_a", "two_millimetres"}, 0, methods);
    CHECK(changed(result.rows[0]).empty());
    CHECK(changed(result.rows[1]) == std::vector{Retelling::Translation});
    CHECK(outcome(result.rows[1], Retelling::Translation).changed->size == 5000.0);
    CHECK(changed(result.rows[2]) == std::vector{Retelling::Rotation});
    CHECK(changed(result.rows[3]) == std::vector{Retelling::Swap});
    CHECK(changed(result.rows[4]) == std::vector{Retelling::Scaling});
}

TEST_CASE("tets that a scene brings itself are not meshed anew, and the audit says so", "[audit]") {
    const AuditResult result = audit_of({"h23_tet_blocks_1_mm_apart"}, {"semi_local"});
    const RetellingOutcome& o = outcome(result.rows[0], Retelling::Retessellation);
    CHECK(o.asked == 0);
    CHECK(o.trouble.find("its own tets") != std::string::npos);
    CHECK(outcome(result.rows[0], Retelling::Scaling).asked == 6);
}

TEST_CASE("an audit names the bodies that overlap without a contact", "[audit][silent]") {
    const AuditResult result = audit_of({"h03_cube_centred_in_plate"}, {"opposing", "semi_local"});
    CHECK(result.rows[0].contacts == 0);
    CHECK(result.rows[0].silent == std::vector{SilentPair{"cube", "plate"}});
    CHECK(result.rows[1].silent.empty());
}

TEST_CASE("answers of a moment of a motion do not hang on how it is told", "[audit]") {
    // A cube that comes down on one edge beside another that slides, 2 mm above and deep.
    AuditMoment moment;
    moment.name = "cubes, step 7";
    moment.look_ahead = true;
    const auto add = [&](const char* name, const Vec3& size, const Pose& pose) -> BodySetup& {
        BodySetup& body = moment.test_case.bodies.emplace_back();
        body.name = name;
        body.shape = BoxShape{size};
        body.world_from_shape = pose;
        return body;
    };
    add("floor", {4.0, 1.0, 4.0}, {Quat::Identity(), Vec3(0.0, -0.5, 0.0)}).fixed = true;
    const Quat tilted(Eigen::AngleAxisd(0.3, Vec3(0.2, 0.5, 1.0).normalized()));
    BodySetup& falling = add("falling", Vec3::Constant(0.2), {tilted, Vec3(0.1, 0.15, 0.2)});
    falling.linear_velocity = Vec3(0.4, -3.0, 0.2);
    falling.angular_velocity = Vec3(1.0, -2.0, 3.0);
    BodySetup& sliding =
        add("sliding", Vec3::Constant(0.2), {Quat::Identity(), Vec3(-0.5, 0.097, 0.3)});
    sliding.linear_velocity = Vec3(1.5, 0.0, -0.3);
    StudyRequest request;
    request.generators = {"semi_local"};
    request.settings = make_study_settings(Profile::Corrected);
    const auto row_of = [&](const AuditMoment& asked) {
        return run_audit(request, {}, nullptr, std::span(&asked, 1)).rows.at(0);
    };
    const AuditedRow row = row_of(moment);
    CHECK(row.case_id == "cubes, step 7");
    CHECK(row.unchanged());
    AuditMoment present = moment;
    present.look_ahead = false;
    const AuditedRow without = row_of(present);
    CHECK(without.unchanged());
    CHECK(without.contacts == 4);            // of the cube that is in the floor
    CHECK(row.contacts > without.contacts);  // the falling one meets it in the step
}

TEST_CASE("an audit is the same on one thread and on many", "[audit]") {
    const std::vector<std::string> cases{"cliff_edges", "internal_edges"};
    const std::vector<std::string> generators{"surface_sat", "growth"};
    const AuditResult one = audit_of(cases, generators, 1);
    const AuditResult many = audit_of(cases, generators, 8);
    REQUIRE(one.rows.size() == 4);
    REQUIRE(many.rows.size() == 4);
    for (std::size_t i = 0; i < one.rows.size(); ++i) {
        CHECK(one.rows[i].case_id == many.rows[i].case_id);
        CHECK(changed(one.rows[i]) == changed(many.rows[i]));
        for (int k = 0; k < kRetellings; ++k) {
            const AnswerDifference& a = one.rows[i].outcomes[k].difference;
            const AnswerDifference& b = many.rows[i].outcomes[k].difference;
            CHECK(a.lost == b.lost);
            CHECK(a.gained == b.gained);
            CHECK(a.turned == b.turned);
            CHECK(a.largest_turn == b.largest_turn);
        }
    }
}

TEST_CASE("an audit that is told to stop leaves the rows that are done", "[audit]") {
    StudyRequest request;
    request.cases = expand_cases(std::vector<std::string>{"internal_edges", "cliff_edges"});
    request.generators = {"semi_local"};
    request.settings = make_study_settings(Profile::Corrected);
    request.threads = 1;
    int done = 0;
    const AuditResult result =
        run_audit(request, {[&](int now, int) { done = now; }, [&] { return done == 1; }});
    CHECK(result.stopped);
    CHECK(result.rows.size() == 1);
    request.query = 2;
    CHECK_THROWS_AS(run_audit(request), UsageError);
}

}  // namespace touchstone
