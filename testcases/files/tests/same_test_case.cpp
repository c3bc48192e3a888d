#include "testcases/files/tests/same_test_case.h"

#include <array>
#include <bit>
#include <cstdint>
#include <optional>
#include <vector>

#include "methods/testing/catch.h"

namespace touchstone::testing {
namespace {

using Bits = std::vector<std::uint64_t>;

void append(Bits& bits, double value) { bits.push_back(std::bit_cast<std::uint64_t>(value)); }

void append(Bits& bits, const Vec3& v) {
    for (const double x : v) {
        append(bits, x);
    }
}

void append(Bits& bits, const std::vector<Vec3>& points) {
    bits.push_back(points.size());
    for (const Vec3& point : points) {
        append(bits, point);
    }
}

void append(Bits& bits, int value) { bits.push_back(static_cast<std::uint64_t>(value)); }

void append(Bits& bits, const std::array<double, 2>& values) {
    append(bits, values[0]);
    append(bits, values[1]);
}

template <class T>
void append(Bits& bits, const std::optional<T>& value) {
    bits.push_back(value ? 1 : 0);
    if (value) {
        append(bits, *value);
    }
}

struct AppendShape {
    Bits& bits;

    void operator()(const BoxShape& box) const { append(bits, box.size); }
    void operator()(const HullShape& hull) const { append(bits, hull.points); }
    void operator()(const CylinderShape& cylinder) const {
        append(bits, cylinder.radius);
        append(bits, cylinder.height);
        append(bits, cylinder.sides);
    }
    void operator()(const SphereShape& sphere) const {
        append(bits, sphere.radius);
        append(bits, sphere.subdivisions);
    }
    void operator()(const TrianglesShape& triangles) const {
        append(bits, triangles.surface.vertices);
        for (const Triangle& triangle : triangles.surface.triangles) {
            for (const int v : triangle) {
                append(bits, v);
            }
        }
    }
    void operator()(const CurvedShape& curved) const {
        for (const double number : smooth_numbers(curved.exact)) {
            append(bits, number);
        }
        append(bits, curved.tessellation.level);
        for (const double x : curved.tessellation.turn.coeffs()) {
            append(bits, x);
        }
    }
    void operator()(const MeshShape& mesh) const {
        append(bits, mesh.scale);
        append(bits, mesh.surface.vertices);
        operator()(TetsShape{mesh.tets});
    }
    void operator()(const ThinShape& thin) const {
        append(bits, thin.thickness);
        append(bits, thin.mesh.vertices);
        for (const std::array<int, 2>& segment : thin.mesh.segments) {
            append(bits, segment[0]);
            append(bits, segment[1]);
        }
        for (const Triangle& triangle : thin.mesh.triangles) {
            for (const int v : triangle) {
                append(bits, v);
            }
        }
    }
    void operator()(const TetsShape& solid) const {
        append(bits, solid.tets.vertices);
        for (const Tet& tet : solid.tets.tets) {
            for (const int v : tet) {
                append(bits, v);
            }
        }
    }
};

Bits bits_of(const BodySetup& body) {
    Bits bits;
    append(bits, static_cast<int>(body.shape.index()));
    std::visit(AppendShape{bits}, body.shape);
    append(bits, body.world_from_shape.translation);
    for (const double x : body.world_from_shape.rotation.coeffs()) {
        append(bits, x);
    }
    append(bits, body.linear_velocity);
    append(bits, body.angular_velocity);
    append(bits, body.density);
    append(bits, int{body.fixed});
    for (const HullShape& part : body.convex_parts) {
        append(bits, part.points);
    }
    return bits;
}

Bits bits_of(const PairReference& pair) {
    Bits bits;
    append(bits, pair.body_a);
    append(bits, pair.body_b);
    bits.push_back(pair.answers.size());
    for (const Answer& answer : pair.answers) {
        append(bits, answer.normals);
        append(bits, answer.min_contacts);
        append(bits, answer.points);
        append(bits, answer.area);
        append(bits, answer.hull_area);
        append(bits, answer.separation);
    }
    append(bits, int{pair.planar_regions.has_value()});
    append(bits, int{pair.smooth.has_value()});
    if (pair.planar_regions) {
        append(bits, pair.planar_regions->gap);
    }
    for (const bool flag : {pair.none, pair.not_judged, pair.none_is_right, pair.kinematic}) {
        append(bits, int{flag});
    }
    append(bits, pair.angle_tolerance);
    append(bits, pair.position_tolerance);
    append(bits, pair.separation_tolerance);
    return bits;
}

Bits bits_of(const std::optional<PositionSweep>& sweep) {
    Bits bits;
    if (sweep) {
        append(bits, sweep->body);
        append(bits, sweep->from);
        append(bits, sweep->to);
        append(bits, sweep->count);
    }
    return bits;
}

Bits bits_of(const std::optional<SimulationLimits>& limits) {
    Bits bits;
    if (!limits) {
        return bits;
    }
    append(bits, limits->steps);
    append(bits, limits->time_step);
    for (const int body : limits->bodies) {
        append(bits, body);
    }
    append(bits, limits->max_drift);
    append(bits, limits->max_sinking);
    append(bits, limits->max_tilt);
    append(bits, limits->max_overlap);
    append(bits, limits->persistence);
    append(bits, limits->contacts_per_pair);
    for (const ForceLimit& force : limits->forces) {
        append(bits, force.body_a);
        append(bits, force.body_b);
        append(bits, force.normal_force);
        append(bits, force.relative_tolerance);
    }
    return bits;
}

}  // namespace

void check_same(const TestCase& a, const TestCase& b) {
    CHECK(a.id == b.id);
    CHECK(a.title == b.title);
    CHECK(a.source == b.source);
    REQUIRE(a.bodies.size() == b.bodies.size());
    for (std::size_t i = 0; i < a.bodies.size(); ++i) {
        INFO("body " << i);
        CHECK(a.bodies[i].name == b.bodies[i].name);
        CHECK(a.bodies[i].tetgen_switches == b.bodies[i].tetgen_switches);
        CHECK(a.bodies[i].elastic == b.bodies[i].elastic);
        CHECK(a.bodies[i].driven == b.bodies[i].driven);
        CHECK(bits_of(a.bodies[i]) == bits_of(b.bodies[i]));
    }
    REQUIRE(a.reference.size() == b.reference.size());
    for (std::size_t i = 0; i < a.reference.size(); ++i) {
        INFO("pair " << i);
        CHECK(bits_of(a.reference[i]) == bits_of(b.reference[i]));
    }
    Bits bits_a;
    Bits bits_b;
    append(bits_a, a.gravity);
    append(bits_b, b.gravity);
    append(bits_a, a.friction);
    append(bits_b, b.friction);
    append(bits_a, a.time_step);
    append(bits_b, b.time_step);
    CHECK(bits_a == bits_b);
    CHECK(a.pose == b.pose);
    CHECK(a.solver == b.solver);
    CHECK(a.movers == b.movers);
    CHECK(bits_of(a.sweep) == bits_of(b.sweep));
    CHECK(bits_of(a.simulate) == bits_of(b.simulate));
    CHECK(a.own_reference == b.own_reference);
    REQUIRE(a.variants.size() == b.variants.size());
    for (std::size_t i = 0; i < a.variants.size(); ++i) {
        INFO("variant " << i);
        check_same(a.variants[i], b.variants[i]);
    }
}

}  // namespace touchstone::testing
