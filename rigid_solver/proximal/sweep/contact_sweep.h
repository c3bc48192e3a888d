#pragma once

#include <algorithm>
#include <array>
#include <chrono>
#include <cmath>
#include <cstdint>
#include <functional>
#include <span>
#include <vector>

#include "methods/base/parallel/parallel.h"
#include "rigid_solver/proximal/contact_pairs.h"
#include "rigid_solver/proximal/sweep/contact_rows.h"
#include "rigid_solver/proximal/sweep/sweep_groups.h"
#include "rigid_solver/proximal/sweep/sweep_pace.h"
#include "rigid_solver/proximal/sweep/sweep_team.h"

// The problem. With u the bodies' velocities before the step, f the forces and W the inverse
// masses, the velocities after it are
//
//     u⁺ = u + Δt W f + W Jᵀ λ,
//
// and the impulses λ obey, for every contact with its rows n (normal) and f (friction),
//
//     0 ≤ λ_n  ⊥  (J_n u⁺) ≥ 0,            -(J_f u⁺) ∈ normal cone of {‖λ_f‖ ≤ μ λ_n} at λ_f.
//
// Both say that λ is a fixed point, for any R > 0, of a step against the velocity followed by the
// nearest point of the set of admissible impulses (the proximal operator):
//
//     λ_n = max(0, λ_n - R_n (J u⁺)_n),     λ_f = nearest point to λ_f - R_f (J u⁺)_f in the disc
//                                                 of radius μ λ_n around 0.
//
// The nearest point in the plain norm means that R_f must be one number for all friction rows: with
// another R_f per row the fixed point has friction against R_f (J u⁺)_f instead (see RStrategy).
//
// A contact may be reported before its bodies touch, while they are apart by s > 0. With J_n u⁺ ≥ 0
// (GapRule::Ignore, the paper's) they never close that gap: what a residual has opened stays open,
// and accumulates. Linearised in the displacement Δt u⁺, "no overlap at the next query" is s + Δt
// J_n u⁺ ≥ 0, the condition of Stewart & Trinkle [1996]:
//
//    0 ≤ λ_n  ⊥  J_n u⁺ + max(0, s) / Δt ≥ 0                                  (GapRule::Close).
//
// This is the problem above with max(0, s) / Δt added to b_n. It holds from one query to the next,
// so it suits both kinds of stepping: queries of the midpoint scheme, too, are a whole step of u⁺
// apart as long as the velocity stays. Where approaching bodies are to bounce, e > 0, the condition
// for the bounce J_n u⁺ ≥ -e J_n u stays as it was: closing the gap first would cost speed.
//
// Where bodies turn the speed of approach that closes the gap within the step is another than
// s / Δt, and takes its place (see gap_closing.h). It is that of the motion found: an impact ends
// the turning, or begins it, so the sweeps go on with the speeds that belong to what they have
// found, a few times at most and each for a share of the sweeps.
//
// A sweep applies this contact by contact, each time with the newest λ. J W Jᵀ is never formed: a
// contact depends on the others only through w = W Jᵀ λ, six numbers per body, and J u⁺ = J w + b
// with b = J (u + Δt W f) constant. Erleben [2018], §6; Erleben [2017], Alg. 1.
//
// Sweeps pass what a contact knows to its neighbours, so a stack of n bodies needs of the order of
// n² of them. Acceleration::Conjugate takes a sweep's change g = λ' - λ for the gradient of a
// conjugate gradient method, as Silcowitz-Hansen et al. [2010] do:
//
//     β = ‖g‖² / ‖g of the sweep before‖²,     λ ← λ' + β p,     p ← β p + g,
//
// and from β > 1 on begins anew, p = 0. The next sweep makes admissible what the step along p made
// of λ. w is linear in λ, and goes along.
//
// The contacts of a run with the same two bodies A and B depend only on the relative motion of
// these. With o the mean of their points and x_A = o - c_A, x_B = o - c_B, that is the twist
//
//     τ = (v_B + ω_B × x_B - v_A - ω_A × x_A,  ω_B - ω_A),
//
// in which the row of a contact at p, d = p - o, for a direction e is  J_e = (e, d × e). An impulse
// of the contact is the wrench Jᵀ Δλ at o, on B and opposite on A, and it changes τ by G Jᵀ Δλ with
// the 6 × 6 matrix G of the pair (see pair_mobility). So a run reads w of its bodies once, works
// only on τ with the precomputed products Y = G Jᵀ, and adds its total wrench to w at its end. The
// iteration is the same; it takes half the arithmetic, and half the length of its longest chain.
//
// Pairs that share no body which can move do not change each other's velocities, so four of them
// are treated at once, one in each lane of a vector. A pair waits for those before it with one of
// its bodies, and so the bits are those of taking one pair after the other (see sweep_groups.h).

namespace touchstone {

/// λ, w and the rows. Contacts are numbered in the order in which they are given.
template <typename Rows>
class SweepState {
 public:
    static constexpr int kRows = Rows::kRows;
    using Lambda = RowValues<kRows>;

    SweepState(std::span<const SolveBody> bodies, std::span<const ContactPair> pairs, int contacts,
               double friction, const SweepKernels& kernels = best_sweep_kernels())
        : bodies_(bodies),
          pairs_(pairs),
          friction_(friction),
          contacts_(contacts),
          run_(Rows::sweep_of(kernels)),
          groups_(make_sweep_groups(bodies, pairs, contacts, Rows::Layout::kSize, Rows::kRows)),
          rows_(groups_.row_numbers / 4, FourNumbers{}),
          accepted_(groups_.impulse_numbers / 4, FourNumbers{}),
          trial_(accepted_),
          w_(bodies.size() + groups_.spare_places, Vec6::Zero()),
          accepted_w_(w_) {}

    /// Returns the rows of contact k.
    Rows rows(int k) const {
        Rows rows;
        const RowPlace place = groups_.places[k];
        const double* numbers = numbers_of(rows_) + place.rows;
        Rows::visit_numbers(rows,
                            [&](double& number, int at) { number = numbers[place.stride * at]; });
        return rows;
    }
    /// Sets the rows of contact k.
    void set_rows(int k, const Rows& rows) {
        const RowPlace place = groups_.places[k];
        double* numbers = numbers_of(rows_) + place.rows;
        Rows::visit_numbers(
            rows, [&](const double& number, int at) { numbers[place.stride * at] = number; });
    }
    /// Returns the last accepted λ of contact k.
    Lambda lambda(int k) const {
        Lambda lambda;
        for (int i = 0; i < kRows; ++i) {
            lambda[i] = numbers_of(accepted_)[impulse_at(k, i)];
        }
        return lambda;
    }
    /// Sets the last accepted λ of contact k, 0 before; before begin(). Not while another thread
    /// sets the same contact.
    void set_lambda(int k, const Lambda& lambda) {
        for (int i = 0; i < kRows; ++i) {
            numbers_of(accepted_)[impulse_at(k, i)] = lambda[i];
        }
    }

    /// Computes w from λ.
    void begin() {
        exact_w_.clear();
        w_ = velocity_change();
        w_.resize(bodies_.size() + groups_.spare_places, Vec6::Zero());
        accepted_w_ = w_;
        direction_.clear();
        last_size_ = 0.0;
    }

    /// Calls `work()`, whose sweeps threads share where rounds are large. The bytes are those of
    /// one thread, since no group of such a round waits for another, and the largest number is the
    /// same in any order. Where sharing takes longer, one goes on alone.
    void with_threads(const std::function<void()>& work) {
        const int threads = available_threads();
        parts_.clear();
        cuts_.clear();
        first_cuts_.clear();
        for (const SweepSpan& span : groups_.spans) {
            parts_.push_back(parts_of(span, threads));
            append_cuts(span, parts_.back());
        }
        const int most = parts_.empty() ? 1 : std::ranges::max(parts_);
        if (most == 1) {
            work();
            return;
        }
        results_.resize(cuts_.size());
        pace_ = {};
        team_.together(most, work);
    }

    /// Runs one Gauss-Seidel sweep from the last accepted λ and w.
    SweepResult run() {
        if (team_.size() == 1) {
            return run_all();
        }
        const auto start = std::chrono::steady_clock::now();
        const SweepResult result = pace_.is_alone() ? run_all() : run_shared();
        const std::chrono::duration<double> time = std::chrono::steady_clock::now() - start;
        if (pace_.add(time.count())) {
            team_.part();
        }
        return result;
    }
    /// Accepts the impulses of the last sweep.
    void accept() {
        accepted_.swap(trial_);
        accepted_w_ = w_;
        exact_w_.clear();
    }
    /// Drops the impulses of the last sweep.
    void reject() { w_ = accepted_w_; }

    /// Moves the impulses of the last sweep on along the conjugate direction; before accept().
    void go_on() {
        double* trial = numbers_of(trial_);
        const double* accepted = numbers_of(accepted_);
        double size = 0.0;
        for (int k = 0; k < contacts_; ++k) {
            for (int i = 0; i < kRows; ++i) {
                const std::size_t at = impulse_at(k, i);
                const double change = trial[at] - accepted[at];
                size += change * change;
            }
        }
        if (direction_.empty()) {
            direction_.assign(groups_.impulse_numbers, 0.0);
            direction_w_.assign(bodies_.size(), Vec6::Zero());
        }
        const double share = last_size_ > 0.0 ? size / last_size_ : 0.0;
        last_size_ = size;
        // Begun anew, the direction is none.
        const double along = share > 1.0 ? 0.0 : share;
        const double across = share > 1.0 ? 0.0 : 1.0;
        for (std::size_t at = 0; at < direction_.size(); ++at) {
            const double change = trial[at] - accepted[at];
            const double step = along * direction_[at];
            trial[at] += step;
            direction_[at] = step + across * change;
        }
        for (std::size_t b = 0; b < bodies_.size(); ++b) {
            const Vec6 change = w_[b] - accepted_w_[b];
            const Vec6 step = along * direction_w_[b];
            w_[b] += step;
            direction_w_[b] = step + across * change;
        }
    }
    /// Multiplies R of every contact by a factor.
    void scale_r(double factor) {
        for (int k = 0; k < contacts_; ++k) {
            Rows rows = this->rows(k);
            rows.scale_r(factor);
            set_rows(k, rows);
        }
    }

    /// Returns the largest change that a step with R / `scale` would make to the accepted λ and
    /// their w.
    double error(double scale) {
        const std::vector<Vec6>& w = velocity_change();
        std::array<PartError, SweepTeam::kMostParts> errors;
        for_pairs([&](int part, std::span<const ContactPair> pairs) {
            errors[part].of = error_of(pairs, w, scale);
        });
        return std::ranges::max(errors, {}, &PartError::of).of;
    }

    /// Calls work(part, pairs) for all pairs in parts, which threads share. What it does must not
    /// depend on how many parts there are, and it must not throw.
    void for_pairs(const std::function<void(int part, std::span<const ContactPair> pairs)>& work) {
        constexpr int kPartsEach = 4;  // for those that come later
        const int parts = team_.size() == 1
                              ? 1
                              : std::min({kPartsEach * team_.size(), SweepTeam::kMostParts,
                                          std::max(1, contacts_ / kSharedRound)});
        if (parts == 1) {
            work(0, pairs_);
            return;
        }
        const auto cut = [&](int part) {
            return static_cast<std::size_t>(std::ssize(pairs_) * part / parts);
        };
        team_.for_rounds(std::array{parts}, [&](int, int part) {
            work(part, pairs_.subspan(cut(part), cut(part + 1) - cut(part)));
        });
    }

    /// Returns W Jᵀ λ recomputed from the accepted λ, free of the rounding that sweeps accumulate.
    /// It holds until the next begin() or accept(): rows and λ set by hand count from begin() on.
    const std::vector<Vec6>& velocity_change() {
        if (!exact_w_.empty()) {
            return exact_w_;
        }
        wrenches_.resize(pairs_.size());
        for_pairs([&](int, std::span<const ContactPair> pairs) {
            Vec6* wrench = wrenches_.data() + (pairs.data() - pairs_.data());
            for (const ContactPair& pair : pairs) {
                *wrench++ = wrench_of(pair);
            }
        });
        exact_w_.assign(bodies_.size(), Vec6::Zero());
        for (std::size_t i = 0; i < pairs_.size(); ++i) {
            apply_wrench(pairs_[i], bodies_, wrenches_[i], exact_w_);
        }
        return exact_w_;
    }

 private:
    /// The result of one part, on a line of the cache of its own.
    struct alignas(64) PartResult {
        SweepResult of;
    };

    /// The same of an error.
    struct alignas(64) PartError {
        double of = 0.0;
    };

    /// Returns the wrench of the accepted λ of a pair's contacts.
    Vec6 wrench_of(const ContactPair& pair) const {
        Vec6 wrench = Vec6::Zero();
        for (int k = pair.first; k < pair.first + pair.count; ++k) {
            const RowPlace place = groups_.places[k];
            const double* jacobian =
                numbers_of(rows_) + place.rows + place.stride * Rows::Layout::kJacobian;
            for (int i = 0; i < kRows; ++i) {
                const double lambda = numbers_of(accepted_)[impulse_at(k, i)];
                for (int c = 0; c < 6; ++c) {
                    wrench[c] += lambda * jacobian[place.stride * (6 * i + c)];
                }
            }
        }
        return wrench;
    }

    /// Returns what `error` does, of some pairs' contacts.
    double error_of(std::span<const ContactPair> pairs, const std::vector<Vec6>& w,
                    double scale) const {
        double largest = 0.0;
        for (const ContactPair& pair : pairs) {
            const Vec6 twist = twist_of(pair, w);
            for (int k = pair.first; k < pair.first + pair.count; ++k) {
                // Scaling up the change made with R instead would lose it in the rounding of λ.
                Rows unscaled = rows(k);
                unscaled.scale_r(1.0 / scale);
                const Lambda before = this->lambda(k);
                const Lambda after = nearest_admissible(unscaled.stepped(before, twist), friction_);
                for (int i = 0; i < kRows; ++i) {
                    largest = std::max(largest, std::abs(after[i] - before[i]));
                }
            }
        }
        return largest;
    }

    /// Appends where the parts of a span begin, with about as many contacts each, and its end.
    void append_cuts(const SweepSpan& span, int parts) {
        first_cuts_.push_back(static_cast<int>(std::ssize(cuts_)));
        std::int64_t longest = 0;  // of each group: that is what it takes
        for (int g = span.first; g < span.end; ++g) {
            longest += groups_.groups[g].count[0];
        }
        std::int64_t passed = 0;
        int group = span.first;
        for (int part = 0; part < parts; ++part) {
            for (; passed * parts < longest * part; ++group) {
                passed += groups_.groups[group].count[0];
            }
            cuts_.push_back(group);
        }
        cuts_.push_back(span.end);
    }

    /// Treats all groups on this thread.
    SweepResult run_all() { return run_groups(0, static_cast<int>(groups_.groups.size())); }

    /// Treats all groups on the threads of the team.
    SweepResult run_shared() {
        team_.for_rounds(parts_, [&](int round, int part) {
            const int cut = first_cuts_[round] + part;
            results_[cut].of = run_groups(cuts_[cut], cuts_[cut + 1]);
        });
        SweepResult result;
        for (const PartResult& part : results_) {
            result.residual = std::max(result.residual, part.of.residual);
            result.largest = std::max(result.largest, part.of.largest);
        }
        return result;
    }

    /// Treats the groups from `first` on before `end`.
    SweepResult run_groups(int first, int end) {
        return run_({.groups = groups_.groups.data() + first,
                     .group_count = end - first,
                     .rows = numbers_of(rows_),
                     .before = numbers_of(accepted_),
                     .after = numbers_of(trial_),
                     .w = w_.data()->data(),
                     .friction = friction_});
    }

    /// Returns the numbers of all groups of four, one after the other. The lane of one group ends
    /// with its fourth.
    static double* numbers_of(std::vector<FourNumbers>& fours) {
        return reinterpret_cast<double*>(fours.data());
    }
    static const double* numbers_of(const std::vector<FourNumbers>& fours) {
        return reinterpret_cast<const double*>(fours.data());
    }

    /// Returns where the impulse of a contact's row lies.
    std::size_t impulse_at(int k, int row) const {
        const RowPlace& place = groups_.places[k];
        return place.impulses + static_cast<std::size_t>(place.stride) * row;
    }

    static Vec6 twist_of(const ContactPair& pair, const std::vector<Vec6>& w) {
        const Vec6& w_a = w[pair.body_a];
        const Vec6& w_b = w[pair.body_b];
        return relative_twist(pair, w_a.head<3>(), w_a.tail<3>(), w_b.head<3>(), w_b.tail<3>());
    }

    std::span<const SolveBody> bodies_;
    std::span<const ContactPair> pairs_;
    double friction_;
    int contacts_;
    RunSweep run_;
    SweepGroups groups_;
    std::vector<FourNumbers> rows_;
    std::vector<FourNumbers> accepted_;  ///< λ
    std::vector<FourNumbers> trial_;
    std::vector<Vec6> w_;            ///< W Jᵀ λ after the current sweep: (v, ω) per body
    std::vector<Vec6> accepted_w_;   ///< w of the last accepted λ
    std::vector<Vec6> exact_w_;      ///< see velocity_change; empty until it is asked for
    std::vector<Vec6> wrenches_;     ///< by pair: of the accepted λ
    std::vector<double> direction_;  ///< p; empty before the first step along it
    std::vector<Vec6> direction_w_;  ///< W Jᵀ p
    double last_size_ = 0.0;         ///< ‖g‖² of the sweep before
    SweepTeam team_;
    SweepPace pace_;
    std::vector<int> parts_;           ///< by span: number of parts that the team's threads take
    std::vector<int> first_cuts_;      ///< by span: its first in the next list
    std::vector<int> cuts_;            ///< first group of each part, and the end of each span
    std::vector<PartResult> results_;  ///< by cut; ends of spans have none
};

}  // namespace touchstone
