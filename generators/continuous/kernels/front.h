#pragma once

#include <cstdint>

#include "generators/continuous/kernels/origin_within.h"

namespace touchstone {

// A search for the first touch with a bounded front of boxes in (t, u, v): the expensive part of
// `oriented_inclusion`, compiled once per instruction set. See oriented_inclusion.h for the method,
// and motion_polynomial.h for F.

/// F along one axis: F = a + b t + u (c + d t) + v (e + g t). A touch is possible while its size is
/// at most half_width.
struct FrontAxis {
    double a, b, c, d, e, g;
    double half_width;
};

/// A search to do.
struct FrontTask {
    FrontAxis axes[4];       ///< x, y, z, and one further axis for all boxes
    double extents[3];       ///< L on x, y and z [m]
    double separation;       ///< distance in the maximum norm that counts as touching, ≥ 0 [m]
    double rates[3];         ///< κ of t, u and v [m]
    double tolerance;        ///< δ [m]
    double t_max;            ///< last time of interest, in (0, 1]
    std::int64_t max_boxes;  ///< number of boxes after which the search ends
    bool face;               ///< true: u + v ≤ 1 in the domain
};

/// The result of a search.
struct FrontAnswer {
    bool hit;
    bool capped;
    double time;      ///< time no later than the first touch; meaningful only with a hit
    double accuracy;  ///< δ, or the size of F over the box of that time where larger [m]
    std::int64_t work;
};

/// Boxes of one shape in order of time, each stored as its corner nearest to 0.
struct FrontBoxes {
    static constexpr int kCapacity = 40;
    int count;
    double t[kCapacity];
    double u[kCapacity];
    double v[kCapacity];
};

/// Boxes of one shape that wait while earlier ones are searched.
struct FrontChunk {
    double width[3];  ///< widths in t, u and v
    int first;        ///< index of the first box among the waiting ones
    int count;
};

/// Working memory for every search: a box is halved at most 150 times, and after each halving at
/// most one chunk of at most 32 boxes waits.
struct FrontWorkspace {
    static constexpr int kMaxChunks = 152;
    static constexpr int kMaxWaiting = kMaxChunks * 32;
    FrontBoxes boxes;
    FrontBoxes next;
    int chunk_count;
    FrontChunk chunks[kMaxChunks];
    double waiting_t[kMaxWaiting];
    double waiting_u[kMaxWaiting];
    double waiting_v[kMaxWaiting];
};

/// The functions that are compiled once per instruction set.
using SearchFront = FrontAnswer (*)(const FrontTask& task, FrontWorkspace& workspace);
using IsOriginWithin = Decision (*)(const OriginQuestion& question);

/// These, compiled for one instruction set. All sets give the same results to the last bit.
struct ContinuousKernels {
    SearchFront search_front;
    IsOriginWithin is_origin_within;
};

/// The two builds of the kernels, see best_continuous_kernels.
namespace baseline {
extern const ContinuousKernels kContinuousKernels;
}
namespace avx2 {
extern const ContinuousKernels kContinuousKernels;
}

/// Returns the kernels for this processor; the environment variable
/// TOUCHSTONE_KERNELS=baseline|avx2 overrides the choice.
const ContinuousKernels& best_continuous_kernels();

}  // namespace touchstone
