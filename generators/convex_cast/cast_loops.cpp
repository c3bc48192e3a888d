#include "generators/convex_cast/cast_loops.h"

#include <cmath>
#include <limits>

namespace touchstone {
namespace {

// The sum of two times is rounded; a slightly smaller step stays on the safe side.
constexpr double kTimeRoundDown = 1.0 - 4.0 * std::numeric_limits<double>::epsilon();
constexpr double kAimExponent = 0.1;  // aim between s d(0) and α s d(0), in powers of α

/// The distances to keep, from bounds on d(0) that make them valid for the true one.
struct Contract {
    double start = 0.0;    ///< lower bound on d(0) [m]
    double floor = 0.0;    ///< upper bound on s d(0) [m]
    double ceiling = 0.0;  ///< lower bound on α s d(0) [m]

    bool is_near(const PairDistance& distance) const { return distance.upper < ceiling; }
    bool is_kept(const PairDistance& distance) const { return distance.lower >= floor; }
};

Contract contract_of(const PairDistance& distance, const CastSettings& settings) {
    return {distance.lower, settings.kept_share * distance.upper,
            settings.slack * settings.kept_share * distance.lower};
}

void record_time(const CastSettings& settings, double time) {
    if (settings.times != nullptr) {
        settings.times->push_back(time);
    }
}

/// Advances by `length`, which it halves while too little would be kept. Returns the number of
/// halvings, or -1, with the state unchanged, when nothing is left of it.
int advance_cast(CastState& state, double length, const Contract& contract) {
    const double from = state.time;
    for (int halvings = 0;; ++halvings) {
        const double to = (from + length) * kTimeRoundDown;
        if (!(to > from)) {
            if (halvings > 0) {
                move_to(state, from);
            }
            return -1;
        }
        move_to(state, to);
        if (contract.is_kept(state.distance)) {
            return halvings;
        }
        length *= 0.5;
    }
}

}  // namespace

CastAnswer cast_printed(const PairMotion& motion, const CastSettings& settings, BoundedStep step) {
    CastState state = start_cast(motion, settings);
    const Contract contract = contract_of(state.distance, settings);
    if (contract.start == 0.0) {
        return answer_at(state, CastEnd::AtStart, 0.0);
    }
    double share = 1.0 - settings.kept_share;  // β
    int steps_back = 0;
    const auto answer = [&](CastEnd end, const CastState& at) {
        CastAnswer result = answer_at(at, end, contract.start);
        result.steps_back = steps_back;
        return result;
    };
    while (state.iterations < settings.max_iterations) {
        const double length = share * step(state, 0.0, (1.0 - state.time) / share);
        ++state.iterations;
        if (state.time + length >= 1.0) {
            return answer(CastEnd::NoContact, state);
        }
        const CastState before = state;
        const double to = (state.time + length) * kTimeRoundDown;
        if (!(to > state.time)) {
            return answer(CastEnd::Stalled, before);
        }
        move_to(state, to);
        if (!contract.is_kept(state.distance)) {
            const bool is_done = contract.is_near(before.distance);
            CastState back = before;
            const int halvings = is_done ? 0 : advance_cast(back, 0.5 * length, contract);
            back.support_calls += state.support_calls - before.support_calls;
            if (is_done || halvings < 0) {
                return answer(is_done ? CastEnd::Near : CastEnd::Stalled, before);
            }
            state = back;
            steps_back += 1 + halvings;
        }
        share = 1.0 - 1.0 / settings.slack;
        record_time(settings, state.time);
    }
    return answer(CastEnd::Capped, state);
}

CastAnswer cast_published(const PairMotion& motion, const CastSettings& settings,
                          BoundedStep step) {
    CastState state = start_cast(motion, settings);
    const Contract contract = contract_of(state.distance, settings);
    if (contract.start == 0.0) {
        return answer_at(state, CastEnd::AtStart, 0.0);
    }
    double share = 1.0 - settings.kept_share;
    bool has_moved = false;
    while (state.iterations < settings.max_iterations) {
        const double length = share * step(state, 0.0, (1.0 - state.time) / share);
        ++state.iterations;
        const double to = state.time + length;
        if (to >= 1.0) {
            return answer_at(state, CastEnd::NoContact, contract.start);
        }
        if (!(to > state.time)) {
            return answer_at(state, CastEnd::Stalled, contract.start);
        }
        move_to(state, to);
        record_time(settings, state.time);
        if (has_moved && !contract.is_kept(state.distance)) {
            ++state.iterations;
            return answer_at(state, CastEnd::Near, contract.start);
        }
        has_moved = true;
        share = 1.0 - 1.0 / settings.slack;
    }
    return answer_at(state, CastEnd::Capped, contract.start);
}

CastAnswer cast_aimed(const PairMotion& motion, const CastSettings& settings, BoundedStep step) {
    CastState state = start_cast(motion, settings);
    const Contract contract = contract_of(state.distance, settings);
    if (contract.start == 0.0) {
        return answer_at(state, CastEnd::AtStart, 0.0);
    }
    double target = contract.floor * std::pow(settings.slack, kAimExponent);
    if (target >= contract.start) {
        target = contract.floor;
    }
    int steps_back = 0;
    CastEnd end = CastEnd::Capped;
    while (state.iterations < settings.max_iterations) {
        const double length = step(state, target, 1.0 - state.time);
        ++state.iterations;
        if (state.time + length >= 1.0) {
            end = CastEnd::NoContact;
            break;
        }
        const int halvings = advance_cast(state, length, contract);
        if (halvings < 0) {
            end = contract.is_near(state.distance) ? CastEnd::Near : CastEnd::Stalled;
            break;
        }
        steps_back += halvings;
        record_time(settings, state.time);
        if (contract.is_near(state.distance)) {
            end = CastEnd::Near;
            break;
        }
    }
    CastAnswer answer = answer_at(state, end, contract.start);
    answer.steps_back = steps_back;
    return answer;
}

}  // namespace touchstone
