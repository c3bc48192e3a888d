#pragma once

#include <cstddef>

namespace touchstone {

/// Four numbers, one for each of four pairs of bodies.
struct alignas(32) FourNumbers {
    double lane[4];
};

/// One to four pairs of bodies that share no body which can move, so that one after the other or at
/// once comes to the same. A lane without a pair has no contacts. Frames and units are those of
/// ContactPair and SolveBody.
struct SweepGroup {
    FourNumbers origin_a[3];           ///< o - c_A
    FourNumbers origin_b[3];           ///< o - c_B
    FourNumbers inverse_mass_a;        ///< inverse mass of A
    FourNumbers inverse_mass_b;        ///< inverse mass of B
    FourNumbers inverse_inertia_a[9];  ///< inverse inertia of A, row by row
    FourNumbers inverse_inertia_b[9];  ///< inverse inertia of B, row by row
    int read_a[4];                     ///< place of A's velocity change
    int read_b[4];                     ///< place of B's velocity change
    int write_a[4];                    ///< place that takes A's new velocity change
    int write_b[4];                    ///< place that takes B's new velocity change
    int count[4];                      ///< numbers of contacts, none larger than the one before
    std::size_t rows;                  ///< first number of the rows
    std::size_t impulses;              ///< first number of the impulses
};

/// Returns how many numbers lie between one of a pair and the next of the same pair. Where a group
/// is one pair alone they are neighbours.
constexpr int stride_of(const SweepGroup& group) { return group.count[1] > 0 ? 4 : 1; }

/// The numbers of one contact's rows: Jᵀ and Y row by row, b and the diagonal of R; where R is in
/// blocks, then that of friction.
template <int N, bool Blocked>
struct RowLayout {
    static constexpr int kJacobian = 0;
    static constexpr int kResponse = 6 * N;
    static constexpr int kB = 12 * N;
    static constexpr int kR = 13 * N;
    static constexpr int kRFriction = 14 * N;
    static constexpr int kSize = 14 * N + (Blocked ? (N - 1) * (N - 1) : 0);
};

/// A sweep over all contacts. Rows and impulses lie contact after contact of a group, with the
/// numbers of its pairs side by side (stride_of), and zeros where a pair has no such contact.
struct SweepTask {
    const SweepGroup* groups;
    int group_count;
    const double* rows;    ///< rows, with every group's at a multiple of 32 bytes
    const double* before;  ///< impulses λ before the sweep, placed likewise
    double* after;         ///< impulses λ after it
    double* w;             ///< velocity changes W Jᵀ λ, six numbers per body; brought up to date
    double friction;       ///< μ
};

/// The result of one sweep.
struct SweepResult {
    double residual = 0.0;  ///< largest |change of λ| [N s]
    double largest = 0.0;   ///< largest |λ| [N s]
};

/// A sweep function.
using RunSweep = SweepResult (*)(const SweepTask& task);

/// The sweeps, compiled for one instruction set. All sets give the same results to the last bit.
struct SweepKernels {
    RunSweep diagonal_3;
    RunSweep diagonal_4;
    RunSweep blocked_3;
    RunSweep blocked_4;
};

/// The two builds of the sweeps, see best_sweep_kernels.
namespace baseline {
extern const SweepKernels kSweepKernels;
}
namespace avx2 {
extern const SweepKernels kSweepKernels;
}

/// Returns the kernels for this processor; the environment variable
/// TOUCHSTONE_KERNELS=baseline|avx2 overrides the choice.
const SweepKernels& best_sweep_kernels();

}  // namespace touchstone
