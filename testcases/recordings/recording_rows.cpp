#include "testcases/recordings/recording_rows.h"

#include "methods/base/error.h"

namespace touchstone {
namespace {

using enum CellType;

constexpr std::array kStepCells{
    RowMember{"time", Real, 1, offsetof(StepRow, time), "at the end of the step [s]"},
    RowMember{"kinetic", Real, 1, offsetof(StepRow, kinetic), "energy at the end [J]"},
    RowMember{"potential", Real, 1, offsetof(StepRow, potential),
              "energy at the end, zero at the origin [J]"},
    RowMember{"detection_time", Real, 1, offsetof(StepRow, detection_time),
              "wall clock of finding the contacts [s]"},
    RowMember{"solve_time", Real, 1, offsetof(StepRow, solve_time),
              "wall clock of the contact solve and of moving the bodies [s]"},
    RowMember{"error", Real, 1, offsetof(StepRow, error),
              "what one unscaled step of the iteration would still change in the impulses [N s]"},
    RowMember{"contact_end", Int64, 1, offsetof(StepRow, contact_end),
              "rows of `contacts` up to and with this step"},
    RowMember{"sweep_end", Int64, 1, offsetof(StepRow, sweep_end),
              "rows of `sweeps` up to and with this step"},
    RowMember{"divergences", Int64, 1, offsetof(StepRow, divergences),
              "sweeps with a larger residual than the last accepted one"},
    RowMember{"stop", StopKind, 1, offsetof(StepRow, stop), "why the sweeps ended"},
    RowMember{"step", Int32, 1, offsetof(StepRow, step),
              "number of the step, from 1; 0: not finished"},
};

constexpr std::array kBodyCells{
    RowMember{"position", Real, 3, offsetof(BodyRow, position),
              "of the body frame's origin at the end of the step, world frame [m]"},
    RowMember{
        "rotation", Real, 4, offsetof(BodyRow, rotation),
        "unit quaternion w, x, y, z that turns body into world frame, at the end of the step"},
    RowMember{"center_of_mass", Real, 3, offsetof(BodyRow, center_of_mass), "body frame [m]"},
    RowMember{"linear_velocity", Real, 3, offsetof(BodyRow, linear_velocity),
              "of the centre of mass, at the end of the step, world frame [m/s]"},
    RowMember{"angular_velocity", Real, 3, offsetof(BodyRow, angular_velocity),
              "at the end of the step, world frame [rad/s]"},
    RowMember{"query_position", Real, 3, offsetof(BodyRow, query_position),
              "as position, where the contacts were found [m]"},
    RowMember{"query_rotation", Real, 4, offsetof(BodyRow, query_rotation),
              "as rotation, where the contacts were found"},
};

constexpr std::array kContactCells{
    RowMember{"position", Real, 3, offsetof(ContactRow, position), "world frame [m]"},
    RowMember{"normal", Real, 3, offsetof(ContactRow, normal), "points from A to B, world frame"},
    RowMember{"separation", Real, 1, offsetof(ContactRow, separation),
              "gap along the normal; negative: penetration [m]"},
    RowMember{"normal_impulse", Real, 1, offsetof(ContactRow, normal_impulse),
              "from A to B along the normal n [N s]"},
    RowMember{"tangent_impulse", Real, 1, offsetof(ContactRow, tangent_impulse),
              "along the tangent t [N s]"},
    RowMember{"binormal_impulse", Real, 1, offsetof(ContactRow, binormal_impulse),
              "along the binormal s = t x n [N s]"},
    RowMember{"torsion_impulse", Real, 1, offsetof(ContactRow, torsion_impulse),
              "about the normal [N m s]"},
    RowMember{"body_a", Int32, 1, offsetof(ContactRow, body_a), "index of A in the scene's bodies"},
    RowMember{"body_b", Int32, 1, offsetof(ContactRow, body_b), "index of B in the scene's bodies"},
    RowMember{"feature_a", FeatureKind, 1, offsetof(ContactRow, feature_a),
              "kind of the element of A that made the point"},
    RowMember{"feature_b", FeatureKind, 1, offsetof(ContactRow, feature_b), "the same of B"},
    RowMember{"vertices_a", Int32, 4, offsetof(ContactRow, vertices_a),
              "that element's vertices in A's tet mesh; -1: unused"},
    RowMember{"vertices_b", Int32, 4, offsetof(ContactRow, vertices_b), "the same of B"},
};

constexpr std::array kSweepCells{
    RowMember{"residual", Real, 1, offsetof(SweepRow, residual),
              "largest change of an impulse from the last accepted sweep [N s]"},
    RowMember{"r_scale", Real, 1, offsetof(SweepRow, r_scale),
              "what the first R factors were multiplied with"},
};

constexpr std::array kAffineCells{
    RowMember{
        "placement", Real, 12, offsetof(AffineRow, placement),
        "centre of mass from the motion's origin [m], then the columns of A with x = p + A X"},
    RowMember{"velocity", Real, 12, offsetof(AffineRow, velocity), "their rates [m/s, 1/s]"},
};

constexpr std::array kStiffnessCells{
    RowMember{"stiffness", Real, 1, offsetof(StiffnessRow, stiffness),
              "of the barrier between two bodies, for the next step [J]"},
    RowMember{"start", Real, 1, offsetof(StiffnessRow, start), "that it began with [J]"},
    RowMember{"body_a", Int32, 1, offsetof(StiffnessRow, body_a), "index of the first body"},
    RowMember{"body_b", Int32, 1, offsetof(StiffnessRow, body_b), "index of the second body"},
};

constexpr std::array kBarrierCells{
    RowMember{"stiffness_end", Int64, 1, offsetof(BarrierRow, stiffness_end),
              "rows of `barrier_stiffnesses` up to and with this step"},
};

constexpr std::array kBoundCells{
    RowMember{"bound_time", Real, 1, offsetof(BoundRow, bound_time),
              "wall clock of bounding the motions [s]"},
    RowMember{"stop_contacts", Int64, 1, offsetof(BoundRow, stop_contacts),
              "contacts that were added where the generator had none"},
    RowMember{"stop_end", Int64, 1, offsetof(BoundRow, stop_end),
              "rows of `bound_stops` up to and with this step"},
};

constexpr std::array kWitnessCells{
    RowMember{"hits", Int64, 1, offsetof(WitnessRow, hits),
              "remembered pairs of exact shapes that, moved on, were still right"},
    RowMember{"misses", Int64, 1, offsetof(WitnessRow, misses),
              "pairs that were searched from scratch"},
};

constexpr std::array kStopCells{
    RowMember{"share", Real, 1, offsetof(StopRow, share),
              "of the step, from its start, at which both bodies met"},
    RowMember{"body_a", Int32, 1, offsetof(StopRow, body_a), "index of the first body"},
    RowMember{"body_b", Int32, 1, offsetof(StopRow, body_b), "index of the second body"},
};

template <typename Vector>
auto to_array(const Vector& v) {
    return std::array<double, 3>{v.x(), v.y(), v.z()};
}

std::array<double, 4> to_array(const Quat& q) { return {q.w(), q.x(), q.y(), q.z()}; }

Vec3 to_vector(const std::array<double, 3>& v) { return {v[0], v[1], v[2]}; }

Pose to_pose(const std::array<double, 4>& rotation, const std::array<double, 3>& position) {
    return {Quat(rotation[0], rotation[1], rotation[2], rotation[3]), to_vector(position)};
}

BodyRow to_row(const BodyState& body, const Pose& query_pose) {
    return {to_array(body.world_from_body.translation),
            to_array(body.world_from_body.rotation),
            to_array(body.center_of_mass),
            to_array(body.linear_velocity),
            to_array(body.angular_velocity),
            to_array(query_pose.translation),
            to_array(query_pose.rotation)};
}

BodyState to_body(const BodyRow& row) {
    return {to_pose(row.rotation, row.position), to_vector(row.center_of_mass),
            to_vector(row.linear_velocity), to_vector(row.angular_velocity)};
}

ContactRow to_row(const ContactPoint& contact, const ContactImpulse& impulse) {
    ContactRow row;
    row.position = to_array(contact.position);
    row.normal = to_array(contact.normal);
    row.separation = contact.separation;
    row.normal_impulse = impulse.normal;
    row.tangent_impulse = impulse.tangent;
    row.binormal_impulse = impulse.binormal;
    row.torsion_impulse = impulse.torsion;
    row.body_a = contact.body_a;
    row.body_b = contact.body_b;
    row.feature_a = static_cast<std::int32_t>(contact.feature_a.type);
    row.feature_b = static_cast<std::int32_t>(contact.feature_b.type);
    row.vertices_a = contact.feature_a.vertices;
    row.vertices_b = contact.feature_b.vertices;
    return row;
}

Feature to_feature(std::int32_t type, const std::array<std::int32_t, 4>& vertices) {
    return {static_cast<FeatureType>(type), vertices};
}

ContactPoint to_contact(const ContactRow& row) {
    return {to_vector(row.position),
            to_vector(row.normal),
            row.separation,
            to_feature(row.feature_a, row.vertices_a),
            to_feature(row.feature_b, row.vertices_b),
            row.body_a,
            row.body_b,
            kUnset,
            {}};
}

}  // namespace

const TableLayout kStepTable{"steps", sizeof(StepRow), kStepCells, "one row per finished step"};
const TableLayout kBodyTable{"bodies", sizeof(BodyRow), kBodyCells,
                             "one row per step, one column per body in the scene's order"};
const TableLayout kContactTable{
    "contacts", sizeof(ContactRow), kContactCells,
    "one row per contact, step after step: those of row i of `steps` are contact_end[i-1] to "
    "contact_end[i]"};
const TableLayout kSweepTable{
    "sweeps", sizeof(SweepRow), kSweepCells,
    "one row per Gauss-Seidel sweep, rejected ones too, step after step: those of row i of `steps` "
    "are sweep_end[i-1] to sweep_end[i]"};

const TableLayout kAffineTable{
    "barrier_bodies", sizeof(AffineRow), kAffineCells,
    "one row per step, one column per body in the scene's order: how a body is placed and strained "
    "at the end of the step"};
const TableLayout kStiffnessTable{
    "barrier_stiffnesses", sizeof(StiffnessRow), kStiffnessCells,
    "one row per two bodies near each other, step after step: those of row i of `steps` are "
    "stiffness_end[i-1] to stiffness_end[i] of `barrier_steps`"};
const TableLayout kBarrierTable{"barrier_steps", sizeof(BarrierRow), kBarrierCells,
                                "one row per step"};
const TableLayout kBoundTable{"bound_steps", sizeof(BoundRow), kBoundCells, "one row per step"};
const TableLayout kStopTable{
    "bound_stops", sizeof(StopRow), kStopCells,
    "one row per motion that ended at another body, step after step: those of row i of `steps` are "
    "stop_end[i-1] to stop_end[i] of `bound_steps`"};

const TableLayout kWitnessTable{"witness_steps", sizeof(WitnessRow), kWitnessCells,
                                "one row per step"};

StepRows to_rows(const StepRecord& record) {
    const SolveReport& solve = record.solve;
    if (record.query_poses.size() != record.bodies.size() ||
        record.impulses.size() != record.contacts.size() ||
        solve.r_scales.size() != solve.residuals.size()) {
        throw Error("step " + std::to_string(record.step) +
                    ": not one pose per body, impulse per contact and R scale per residual");
    }
    StepRows rows;
    rows.step = {record.time,
                 record.energy.kinetic,
                 record.energy.potential,
                 record.times.detection,
                 record.times.solve,
                 solve.error,
                 std::ssize(record.contacts),
                 std::ssize(solve.residuals),
                 solve.divergences,
                 static_cast<std::int32_t>(solve.stop),
                 record.step};
    for (std::size_t i = 0; i < record.bodies.size(); ++i) {
        rows.bodies.push_back(to_row(record.bodies[i], record.query_poses[i]));
    }
    for (std::size_t i = 0; i < record.contacts.size(); ++i) {
        rows.contacts.push_back(to_row(record.contacts[i], record.impulses[i]));
    }
    for (std::size_t i = 0; i < solve.residuals.size(); ++i) {
        rows.sweeps.push_back({solve.residuals[i], solve.r_scales[i]});
    }
    if (record.barrier) {
        rows.affine.reserve(record.barrier->bodies.size());
        for (const AffineMemory& body : record.barrier->bodies) {
            rows.affine.push_back({body.placement, body.velocity});
        }
        rows.stiffnesses.reserve(record.barrier->stiffnesses.size());
        for (const PairStiffness& entry : record.barrier->stiffnesses) {
            rows.stiffnesses.push_back({entry.stiffness, entry.start, entry.a, entry.b});
        }
    }
    rows.bound = {record.times.bound, record.stop_contacts, std::ssize(record.stops)};
    rows.stops.reserve(record.stops.size());
    for (const StepStop& stop : record.stops) {
        rows.stops.push_back({stop.share, stop.body_a, stop.body_b});
    }
    if (record.witnesses) {
        rows.witnesses = {record.witnesses->hits, record.witnesses->misses};
    }
    return rows;
}

StepRecord to_record(const StepRows& rows) {
    StepRecord record;
    record.step = rows.step.step;
    record.time = rows.step.time;
    record.energy = {rows.step.kinetic, rows.step.potential};
    record.times = {rows.step.detection_time, rows.step.solve_time, rows.bound.bound_time};
    record.stop_contacts = static_cast<int>(rows.bound.stop_contacts);
    record.stops.reserve(rows.stops.size());
    for (const StopRow& row : rows.stops) {
        record.stops.push_back({row.body_a, row.body_b, row.share});
    }
    record.solve.error = rows.step.error;
    record.solve.divergences = static_cast<int>(rows.step.divergences);
    record.solve.stop = static_cast<StopReason>(rows.step.stop);
    for (const BodyRow& row : rows.bodies) {
        record.bodies.push_back(to_body(row));
        record.query_poses.push_back(to_pose(row.query_rotation, row.query_position));
    }
    for (const ContactRow& row : rows.contacts) {
        record.contacts.push_back(to_contact(row));
        record.impulses.push_back(
            {row.normal_impulse, row.tangent_impulse, row.binormal_impulse, row.torsion_impulse});
    }
    for (const SweepRow& row : rows.sweeps) {
        record.solve.residuals.push_back(row.residual);
        record.solve.r_scales.push_back(row.r_scale);
    }
    if (!rows.affine.empty()) {
        BarrierMemory& barrier = record.barrier.emplace();
        barrier.bodies.reserve(rows.affine.size());
        for (const AffineRow& row : rows.affine) {
            barrier.bodies.push_back({row.placement, row.velocity});
        }
        barrier.stiffnesses.reserve(rows.stiffnesses.size());
        for (const StiffnessRow& row : rows.stiffnesses) {
            barrier.stiffnesses.push_back({row.body_a, row.body_b, row.stiffness, row.start});
        }
    }
    return record;
}

}  // namespace touchstone
