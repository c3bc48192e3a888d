#include "testcases/recordings/recording_faults.h"

#include <algorithm>
#include <array>
#include <cmath>
#include <limits>

#include "testcases/recordings/elastic_tables.h"

namespace touchstone {
namespace {

/// Largest deviation of a quaternion's norm from 1 [-]: far above rounding, far below anything
/// visible.
constexpr double kTurnTolerance = 1e-6;

template <typename Numbers>
bool all_finite(const Numbers& numbers) {
    return std::all_of(numbers.begin(), numbers.end(), [](double x) { return std::isfinite(x); });
}

bool is_unit(const std::array<double, 4>& q) {
    return std::abs(std::hypot(std::hypot(q[0], q[1]), std::hypot(q[2], q[3])) - 1.0) <=
           kTurnTolerance;
}

std::string body_fault(const BodyRow& row) {
    if (!all_finite(row.position) || !all_finite(row.rotation) || !all_finite(row.query_position) ||
        !all_finite(row.query_rotation)) {
        return "its pose is not finite";
    }
    if (!is_unit(row.rotation) || !is_unit(row.query_rotation)) {
        return "its rotation is no unit quaternion";
    }
    if (!all_finite(row.center_of_mass)) {
        return "its centre of mass is not finite";
    }
    if (!all_finite(row.linear_velocity) || !all_finite(row.angular_velocity)) {
        return "its velocity is not finite";
    }
    return {};
}

bool is_feature(std::int32_t type, const std::array<std::int32_t, 4>& vertices) {
    return type >= 0 && type <= static_cast<int>(FeatureType::Tetrahedron) &&
           std::all_of(vertices.begin(), vertices.end(), [](int v) { return v >= -1; });
}

std::string contact_fault(const ContactRow& row, int body_count) {
    for (const std::int32_t body : {row.body_a, row.body_b}) {
        if (body < 0 || body >= body_count) {
            return "it names body " + std::to_string(body) + " of " + std::to_string(body_count);
        }
    }
    if (row.body_a == row.body_b) {
        return "it joins body " + std::to_string(row.body_a) + " with itself";
    }
    if (!all_finite(row.position) || !all_finite(row.normal) || !std::isfinite(row.separation)) {
        return "it is not finite";
    }
    if (!all_finite(std::array{row.normal_impulse, row.tangent_impulse, row.binormal_impulse,
                               row.torsion_impulse})) {
        return "its impulse is not finite";
    }
    if (!is_feature(row.feature_a, row.vertices_a) || !is_feature(row.feature_b, row.vertices_b)) {
        return "its features are none";
    }
    return {};
}

std::string barrier_fault(const StepRows& rows, int body_count) {
    for (std::size_t i = 0; i < rows.affine.size(); ++i) {
        if (!all_finite(rows.affine[i].placement) || !all_finite(rows.affine[i].velocity)) {
            return "body " + std::to_string(i) + ": its strain is not finite";
        }
    }
    for (std::size_t i = 0; i < rows.stiffnesses.size(); ++i) {
        const StiffnessRow& row = rows.stiffnesses[i];
        // Parts of an elastic body may be near each other, so a pair may be of one body.
        const bool is_pair =
            row.body_a < row.body_b || (row.body_a == row.body_b && !rows.vertices.empty());
        const bool is_sound = row.body_a >= 0 && is_pair && row.body_b < body_count &&
                              row.stiffness > 0.0 && row.start > 0.0 &&
                              std::isfinite(row.stiffness) && std::isfinite(row.start);
        if (!is_sound) {
            return "stiffness " + std::to_string(i) + ": it is none of two bodies";
        }
    }
    return {};
}

std::string bound_fault(const StepRows& rows, int body_count) {
    if (!std::isfinite(rows.bound.bound_time) || rows.bound.bound_time < 0.0) {
        return "the time that its bound took is none";
    }
    if (rows.bound.stop_contacts < 0 || rows.bound.stop_contacts > std::ssize(rows.contacts)) {
        return "its bound added more contacts than there are";
    }
    for (std::size_t i = 0; i < rows.stops.size(); ++i) {
        const StopRow& row = rows.stops[i];
        const bool is_sound = row.body_a >= 0 && row.body_a < row.body_b &&
                              row.body_b < body_count && row.share >= 0.0 && row.share <= 1.0;
        if (!is_sound) {
            return "stop " + std::to_string(i) + ": it is none of two bodies within the step";
        }
    }
    if (rows.witnesses.hits < 0 || rows.witnesses.misses < 0) {
        return "a count of its remembered pairs is below 0";
    }
    return {};
}

}  // namespace

std::string find_fault(const StepRows& rows) {
    if (!all_finite(
            std::array{rows.step.time, rows.step.kinetic, rows.step.potential, rows.step.error})) {
        return "its time, energy or error is not finite";
    }
    for (const double seconds : {rows.step.detection_time, rows.step.solve_time}) {
        if (!std::isfinite(seconds) || seconds < 0.0) {
            return "the time that it took is none";
        }
    }
    if (rows.step.stop < 0 || rows.step.stop > static_cast<int>(StopReason::Stagnation)) {
        return "its stop reason is none";
    }
    if (rows.step.divergences < 0 || rows.step.divergences > std::numeric_limits<int>::max()) {
        return "its number of divergences is none";
    }
    for (std::size_t i = 0; i < rows.bodies.size(); ++i) {
        if (const std::string fault = body_fault(rows.bodies[i]); !fault.empty()) {
            return "body " + std::to_string(i) + ": " + fault;
        }
    }
    const int body_count = static_cast<int>(rows.bodies.size());
    for (std::size_t i = 0; i < rows.contacts.size(); ++i) {
        if (const std::string fault = contact_fault(rows.contacts[i], body_count); !fault.empty()) {
            return "contact " + std::to_string(i) + ": " + fault;
        }
    }
    if (std::string fault = bound_fault(rows, body_count); !fault.empty()) {
        return fault;
    }
    if (std::string fault = elastic_fault(rows); !fault.empty()) {
        return fault;
    }
    return barrier_fault(rows, body_count);
}

}  // namespace touchstone
