#pragma once

#include <cstdint>

namespace touchstone {

// A search for the first touch with a bounded front of boxes in (t, u, v): the part of
// `oriented_inclusion` that takes time, compiled once per instruction set. See
// oriented_inclusion.h for the method, and motion_polynomial.h for F.

/// F along one axis: F = a + b t + u (c + d t) + v (e + g t), which may stand for a touch when it
/// is at most half_width in size.
struct FrontAxis {
    double a, b, c, d, e, g;
    double half_width;
};

struct FrontTask {
    FrontAxis axes[4];  ///< x, y, z, and one axis that is the same for all boxes
    double extents[3];  ///< L of x, y and z
    double separation;  ///< distance in the maximum norm that counts as touching, ≥ 0
    double rates[3];    ///< κ of t, u and v
    double tolerance;   ///< δ
    double t_max;       ///< in (0, 1]
    std::int64_t max_boxes;
    bool face;  ///< whether u + v ≤ 1 in the domain
};

struct FrontAnswer {
    bool hit;
    bool capped;
    double time;      ///< no later than the first touch; of meaning with a hit alone
    double accuracy;  ///< δ, or the length of F over the box of that time where it is larger
    std::int64_t work;
};

/// Boxes of one shape, in the order of time, each as its corner that is nearest to 0.
struct FrontBoxes {
    static constexpr int kCapacity = 40;
    int count;
    double t[kCapacity];
    double u[kCapacity];
    double v[kCapacity];
};

/// Boxes of one shape that wait while earlier ones are searched.
struct FrontChunk {
    double width[3];  ///< in t, u and v
    int first;        ///< place of the first box among those that wait
    int count;
};

/// Room for every search: at most 150 halvings of a box, and at most one chunk of at most 32 boxes
/// that waits after each.
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

using SearchFront = FrontAnswer (*)(const FrontTask& task, FrontWorkspace& workspace);

/// The search, compiled for one instruction set. All sets give the same bytes.
struct ContinuousKernels {
    SearchFront search_front;
};

namespace baseline {
extern const ContinuousKernels kContinuousKernels;
}
namespace avx2 {
extern const ContinuousKernels kContinuousKernels;
}

/// Those for this processor; the environment variable TOUCHSTONE_KERNELS=baseline|avx2 overrides.
const ContinuousKernels& best_continuous_kernels();

}  // namespace touchstone
