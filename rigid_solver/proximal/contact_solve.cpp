#include "rigid_solver/proximal/contact_solve.h"

#include <Eigen/LU>
#include <algorithm>
#include <cassert>
#include <cmath>
#include <limits>
#include <optional>
#include <string>

#include "methods/base/error.h"
#include "rigid_solver/proximal/closing_speeds.h"
#include "rigid_solver/proximal/contact_pairs.h"
#include "rigid_solver/proximal/curved_step.h"
#include "rigid_solver/proximal/rest.h"
#include "rigid_solver/proximal/sweep/contact_sweep.h"
#include "rigid_solver/proximal/sweep/pair_order.h"

namespace touchstone {
namespace {

// Factor ν on R of all contacts when a sweep diverges.
constexpr double kLocalReduction = 0.9;
constexpr double kGlobalReduction = 0.1;

// Scale below which R moves nothing any more, and soon becomes subnormal.
constexpr double kSmallestScale = 1e-15;

// Residual, as a share of the largest impulse, above which conjugate directions have led nowhere:
// as many plain sweeps follow.
constexpr double kLost = 0.01;

// Rounds of sweeps in which the speeds that close gaps follow the motion found. Each has an equal
// share of the sweeps; all together they have as many as the settings allow, so that a step takes
// at most twice those, and as many again where conjugate directions led nowhere at first.
constexpr int kClosingRounds = 8;
constexpr int kClosingShares = 4;

// The same where features pass beside each other at the motion found. Until it is known which of
// them meet, these rounds end at a residual of that share of the largest impulse.
constexpr int kPassingRounds = 12;
constexpr double kPassingTolerance = 1e-4;

void check(std::span<const ContactPoint> contacts, std::span<const SolveBody> bodies) {
    for (int i = 0; i < std::ssize(contacts); ++i) {
        const ContactPoint& contact = contacts[i];
        const auto name = [i] { return "contact " + std::to_string(i); };
        const int count = static_cast<int>(bodies.size());
        if (contact.body_a < 0 || contact.body_b < 0 || contact.body_a >= count ||
            contact.body_b >= count || contact.body_a == contact.body_b) {
            throw Error(name() + " joins the bodies " + std::to_string(contact.body_a) + " and " +
                        std::to_string(contact.body_b) + " of " + std::to_string(count));
        }
        if (bodies[contact.body_a].inverse_mass == 0.0 &&
            bodies[contact.body_b].inverse_mass == 0.0) {
            throw Error(name() + " joins two fixed bodies; leave it out");
        }
        if (!contact.position.allFinite() || !contact.normal.allFinite() ||
            !std::isfinite(contact.separation) || contact.normal.isZero(0.0)) {
            throw Error(name() + " has no finite position, normal and separation");
        }
    }
}

/// Returns ν, the factor on R when a sweep is rolled back; 1: none is.
double reduction(const SolverSettings& settings) {
    if (settings.divergence_rule == DivergenceRule::Count ||
        settings.acceleration == Acceleration::Conjugate ||
        settings.r_strategy == RStrategy::Blocked) {
        return 1.0;
    }
    return settings.r_strategy == RStrategy::Global ? kGlobalReduction : kLocalReduction;
}

/// Returns true when the sweeps may stop at this residual, with the reason. `scale`: the factor on
/// R of the sweep, which makes its residual smaller and brings no solution nearer.
bool stops(const SolverSettings& settings, double residual, double last, double largest,
           double scale, StopReason& reason) {
    // Infinite impulses are not at rest. What comes of them, which is no number, the step refuses.
    if (settings.stagnation_tolerance > 0.0 && std::isfinite(largest) &&
        residual <= settings.stagnation_tolerance * scale * largest) {
        reason = StopReason::Stagnation;
        return true;
    }
    if (residual < settings.absolute_tolerance) {
        reason = StopReason::Absolute;
        return true;
    }
    if (std::abs(residual - last) < settings.relative_tolerance * last) {
        reason = StopReason::Relative;
        return true;
    }
    return false;
}

/// Sweeps until a condition for stopping holds. `plain_sweeps`: number of those that follow where
/// conjugate directions have led nowhere. λ and w of a rejected sweep are both dropped: the
/// next one starts from the last accepted pair. (The paper's code restores only λ, and continues
/// with a w that belongs to no λ.) R is left as it was before.
template <typename Rows>
SolveReport run_sweeps(SweepState<Rows>& sweep, const SolverSettings& settings, int sweeps,
                       int plain_sweeps) {
    SolveReport report;
    report.stop = StopReason::AllSweeps;
    double last = std::numeric_limits<double>::infinity();
    double scale = 1.0;
    const double nu = reduction(settings);
    bool is_conjugate = settings.acceleration == Acceleration::Conjugate;
    int end = sweeps;
    for (int i = 0; i < end; ++i) {
        const SweepResult result = sweep.run();
        report.residuals.push_back(result.residual);
        report.r_scales.push_back(scale);
        const bool diverged = result.residual > last;
        report.divergences += diverged ? 1 : 0;
        const bool stop =
            stops(settings, result.residual, last, result.largest, scale, report.stop);
        if (diverged && nu < 1.0 && scale >= kSmallestScale) {
            sweep.reject();
            sweep.scale_r(nu);
            scale *= nu;
        } else {
            if (is_conjugate && i + 1 == sweeps && result.residual > kLost * result.largest) {
                is_conjugate = false;
                end += plain_sweeps;
            }
            // The last sweep stays as it is: only its impulses are sure to be admissible.
            if (is_conjugate && !stop && i + 1 < sweeps) {
                sweep.go_on();
            }
            sweep.accept();
            last = result.residual;
        }
        if (stop) {
            break;
        }
    }
    report.error = sweep.error(scale);
    if (scale != 1.0) {
        sweep.scale_r(1.0 / scale);
    }
    return report;
}

template <std::size_t N>
ContactImpulse make_impulse(const std::array<double, N>& lambda) {
    return {lambda[0], lambda[1], lambda[2], N == 4 ? lambda[N - 1] : 0.0};
}

template <std::size_t N>
std::array<double, N> make_lambda(const ContactImpulse& impulse) {
    std::array<double, N> lambda{impulse.normal, impulse.tangent, impulse.binormal};
    if constexpr (N == 4) {
        lambda[3] = impulse.torsion;
    }
    return lambda;
}

/// Returns the addition of Stabilization::Pre to b_n: only where overlapping bodies still approach
/// [m/s].
double stabilizing_velocity(const SolverSettings& settings, double separation, double approach) {
    if (settings.stabilization != Stabilization::Pre || separation > -settings.min_penetration ||
        approach > 0.0) {
        return 0.0;
    }
    return std::max(-settings.max_correction, settings.stabilization_gain * separation) /
           settings.time_step;
}

/// Returns the curvature rate of a contact, if it has one.
std::optional<double> rate_of(CurvatureRates rates, int contact) {
    return rates.empty() ? std::nullopt : rates[contact];
}

/// Returns the addition of a curvature rate to b_n [m/s], see curved_step.h. `allowed`: that of
/// restitution and a gap, below 0 where bodies bounce [m/s].
double curved_velocity(const SolverSettings& settings, double allowed, double rate) {
    return allowed < 0.0 ? 0.0 : 0.5 * settings.time_step * rate;
}

template <typename Rows>
void set_rows(Rows& rows, const ContactPoint& contact, const Vec6& velocity, const Vec6& free,
              double allowed, const std::optional<double>& rate, const SolverSettings& settings,
              SolveTarget target) {
    if (target == SolveTarget::Position) {
        rows.b[0] = std::clamp(settings.stabilization_gain * contact.separation,
                               -settings.max_correction, 0.0);
        return;
    }
    for (int i = 0; i < Rows::kRows; ++i) {
        rows.b[i] = rows.jacobian.col(i).dot(velocity + free);
    }
    const double approach = rows.jacobian.col(0).dot(velocity);
    rows.b[0] += allowed + stabilizing_velocity(settings, contact.separation, approach);
    if (rate) {
        rows.b[0] += curved_velocity(settings, allowed, *rate);
    }
}

/// What a solve is given, see solve_contacts and solve_curved_contacts.
struct SolveProblem {
    std::span<const SolveBody> bodies;
    std::span<const ContactPoint> contacts;
    CurvatureRates rates;
    const SolverSettings& settings;
    std::span<const ContactImpulse> start;
    const FacingTimes& facing;
    SolveTarget target;
};

/// Sets the rows of a pair's contacts, and the impulses that these start with. `speeds`: null where
/// gaps are not closed.
template <typename Rows>
void set_pair_rows(const SolveProblem& problem, const ContactPair& pair, ClosingSpeeds* speeds,
                   SweepState<Rows>& sweep) {
    const SolverSettings& settings = problem.settings;
    const Mat6 mobility = pair_mobility(pair, problem.bodies);
    const SolveBody& body_a = problem.bodies[pair.body_a];
    const SolveBody& body_b = problem.bodies[pair.body_b];
    const Vec6 velocity = relative_twist(pair, body_a.linear_velocity, body_a.angular_velocity,
                                         body_b.linear_velocity, body_b.angular_velocity);
    const Vec6 free = relative_twist(pair, body_a.linear_free, body_a.angular_free,
                                     body_b.linear_free, body_b.angular_free);
    for (int k = pair.first; k < pair.first + pair.count; ++k) {
        const ContactPoint& contact = problem.contacts[k];
        Rows rows;
        rows.set_jacobian(contact_frame(contact.normal), contact.position - pair.origin, mobility);
        rows.set_step_length(settings);
        const double approach = rows.jacobian.col(0).dot(velocity);
        const double allowed =
            speeds != nullptr ? speeds->first(k, approach) : settings.restitution * approach;
        set_rows(rows, contact, velocity, free, allowed, rate_of(problem.rates, k), settings,
                 problem.target);
        sweep.set_rows(k, rows);
        if (!problem.start.empty()) {
            sweep.set_lambda(k, make_lambda<Rows::kRows>(problem.start[k]));
        }
    }
}

/// Goes on with the sweeps in rounds, each with the speeds that close the gaps at the motion which
/// the one before has found.
template <typename Rows>
void close_gaps(const SolverSettings& settings, std::span<const ContactPair> pairs,
                ClosingSpeeds& speeds, SweepState<Rows>& sweep, SolveReport& report) {
    const int share = (settings.max_sweeps + kClosingShares - 1) / kClosingShares;
    int rounds = kClosingRounds;
    int left = settings.max_sweeps;
    SolverSettings rough = settings;
    rough.stagnation_tolerance = std::max(settings.stagnation_tolerance, kPassingTolerance);
    // Speeds that rise have to be looked at again.
    const auto may_rise = [&](int i) { return i + 1 < rounds && left > share; };
    for (int i = 0; i < rounds && left > 0 && speeds.renew(pairs, sweep, may_rise(i)); ++i) {
        const bool any_passes = speeds.passing_count() > 0;
        if (any_passes && rounds < kPassingRounds) {
            rounds = kPassingRounds;
            left += settings.max_sweeps;
        }
        sweep.begin();
        const SolveReport more =
            run_sweeps(sweep, any_passes ? rough : settings, std::min(share, left), 0);
        left -= static_cast<int>(more.residuals.size());
        append_report(report, more);
    }
    if (speeds.passing_count() > 0) {
        sweep.begin();
        append_report(report, run_sweeps(sweep, settings, share, 0));
    }
    if (speeds.take_back_gains(pairs, sweep)) {
        sweep.begin();
        append_report(report, run_sweeps(sweep, settings, share, 0));
    }
    if (report.stop == StopReason::AllSweeps && speeds.have_gained(pairs, sweep)) {
        // Sweeps along conjugate directions may end anywhere. Plain ones from no impulses on come
        // nearer to the least energy with each contact.
        SolverSettings plain = settings;
        plain.acceleration = Acceleration::None;
        for (int k = 0; k < std::ssize(speeds.contacts()); ++k) {
            sweep.set_lambda(k, {});
        }
        sweep.begin();
        append_report(report, run_sweeps(sweep, plain, settings.max_sweeps, 0));
    }
    report.passing = speeds.passing_count();
}

template <typename Rows>
SolveResult solve_rows(const SolveProblem& problem) {
    const SolverSettings& settings = problem.settings;
    std::vector<ContactPair> pairs = contact_pairs(problem.bodies, problem.contacts);
    if (settings.sweep == SweepOrder::Coloured) {
        sort_by_colour(problem.bodies, pairs);
    }
    const double friction = problem.target == SolveTarget::Position ? 0.0 : settings.friction;
    SweepState<Rows> sweep(problem.bodies, pairs, static_cast<int>(problem.contacts.size()),
                           friction);
    std::optional<ClosingSpeeds> speeds;
    if (settings.gap == GapRule::Close && problem.target == SolveTarget::Velocity) {
        speeds.emplace(problem.bodies, problem.contacts, problem.rates, settings, problem.facing);
    }
    SolveResult result;
    sweep.with_threads([&] {
        sweep.for_pairs([&](int, std::span<const ContactPair> part) {
            for (const ContactPair& pair : part) {
                set_pair_rows(problem, pair, speeds ? &*speeds : nullptr, sweep);
            }
        });
        sweep.begin();
        result.report = run_sweeps(sweep, settings, settings.max_sweeps, settings.max_sweeps);
        if (speeds) {
            close_gaps(settings, pairs, *speeds, sweep, result.report);
        }
        result.impulses.resize(problem.contacts.size());
        sweep.for_pairs([&](int, std::span<const ContactPair> part) {
            for (const ContactPair& pair : part) {
                for (int k = pair.first; k < pair.first + pair.count; ++k) {
                    result.impulses[k] = make_impulse(sweep.lambda(k));
                }
            }
        });
    });
    for (const Vec6& change : sweep.velocity_change()) {
        result.linear_change.emplace_back(change.head<3>());
        result.angular_change.emplace_back(change.tail<3>());
    }
    return result;
}

}  // namespace

ContactFrame contact_frame(const Vec3& normal) {
    // The axis along which the normal is smallest or, by the rule's tests, nearly smallest.
    const Vec3 n = normal.cwiseAbs();
    Vec3 axis = Vec3::Zero();
    if (n.x() > n.y()) {
        axis[n.x() > n.z() ? 1 : 0] = 1.0;
    } else {
        axis[n.y() > n.z() ? 2 : 0] = 1.0;
    }
    const Vec3 tangent = normal.cross(axis).normalized();
    return {normal, tangent, tangent.cross(normal)};
}

Vec3 world_impulse(const ContactPoint& contact, const ContactImpulse& impulse) {
    const ContactFrame frame = contact_frame(contact.normal);
    return impulse.normal * frame.normal + impulse.tangent * frame.tangent +
           impulse.binormal * frame.binormal;
}

void append_report(SolveReport& report, const SolveReport& more) {
    report.residuals.insert(report.residuals.end(), more.residuals.begin(), more.residuals.end());
    report.r_scales.insert(report.r_scales.end(), more.r_scales.begin(), more.r_scales.end());
    report.divergences += more.divergences;
    report.error = more.error;
    report.stop = more.stop;
}

const char* stop_reason_id(StopReason reason) {
    switch (reason) {
        case StopReason::NoContacts:
            return "no_contacts";
        case StopReason::AllSweeps:
            return "all_sweeps";
        case StopReason::Absolute:
            return "absolute";
        case StopReason::Relative:
            return "relative";
        case StopReason::Stagnation:
            return "stagnation";
    }
    return "";
}

namespace {

SolveResult solve_checked(const SolveProblem& problem) {
    assert(problem.start.empty() || problem.start.size() == problem.contacts.size());
    assert(problem.rates.empty() || problem.rates.size() == problem.contacts.size());
    check(problem.contacts, problem.bodies);
    if (problem.contacts.empty()) {
        SolveResult result;
        result.linear_change.assign(problem.bodies.size(), Vec3::Zero());
        result.angular_change.assign(problem.bodies.size(), Vec3::Zero());
        return result;
    }
    std::vector<ContactImpulse> holding;
    SolveProblem begun = problem;
    if (problem.start.empty() && problem.settings.warm_start && problem.settings.max_sweeps > 0 &&
        problem.target == SolveTarget::Velocity) {
        holding = resting_impulses(problem.bodies, problem.contacts, problem.settings);
        begun.start = holding;
    }
    const bool blocked = problem.settings.r_strategy == RStrategy::Blocked;
    if (problem.settings.friction_model == FrictionModel::TorsionBall) {
        return blocked ? solve_rows<BlockedRows<4>>(begun) : solve_rows<DiagonalRows<4>>(begun);
    }
    return blocked ? solve_rows<BlockedRows<3>>(begun) : solve_rows<DiagonalRows<3>>(begun);
}

}  // namespace

SolveResult solve_contacts(std::span<const SolveBody> bodies,
                           std::span<const ContactPoint> contacts, const SolverSettings& settings,
                           std::span<const ContactImpulse> start, SolveTarget target) {
    return solve_checked({bodies, contacts, {}, settings, start, {}, target});
}

SolveResult solve_curved_contacts(std::span<const SolveBody> bodies,
                                  std::span<const ContactPoint> contacts, CurvatureRates rates,
                                  const SolverSettings& settings,
                                  std::span<const ContactImpulse> start,
                                  const FacingTimes& facing) {
    return solve_checked({bodies, contacts, rates, settings, start, facing, SolveTarget::Velocity});
}

}  // namespace touchstone
