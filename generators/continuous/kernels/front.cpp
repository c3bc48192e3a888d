#include "generators/continuous/kernels/front.h"

#include "generators/continuous/kernels/own_axes.h"
#include "methods/lanes/lanes.h"

namespace touchstone::TOUCHSTONE_ISA {
namespace {

constexpr double kNever = __builtin_inf();

/// Smallest width of a box: edges of boxes stay exact multiples of it.
constexpr double kNarrowest = 0x1p-50;

/// Number of boxes beyond which the later ones wait, so that the search goes into depth.
constexpr int kFrontSize = 16;

/// Number of boxes below which a front needs no axes of its own.
constexpr int kBoxesForOwnAxes = 4;

struct Search {
    const FrontTask& task;
    FrontWorkspace& space;
    double width[3];
    double t_skip;
    std::int64_t work;
};

/// The result of one pass over the front.
struct Pass {
    double first_width;  ///< size of F over the first box that is kept [m]
    double small_width;  ///< size of F over the small box that bounds t_skip [m]
};

int axis_to_halve(const Search& search) {
    int best = -1;
    double largest = search.task.tolerance;
    for (int k = 0; k < 3; ++k) {
        const double length = search.width[k] * search.task.rates[k];
        if (search.width[k] > kNarrowest && length > largest) {
            best = k;
            largest = length;
        }
    }
    return best;
}

/// The ranges of F over four boxes, on x, y, z and the fixed axis.
struct FourTests {
    LaneMask alive;
    LaneMask inside;  ///< F is within the half-widths all over the box
    Lanes width;      ///< largest range of F [m]
};

FourTests test_four(const FrontTask& task, const BoxLanes& box, LaneMask alive) {
    FourTests result{alive, alive, broadcast(0.0)};
    for (int k = 0; k < 4; ++k) {
        const FrontAxis& axis = task.axes[k];
        const RangeLanes range =
            range_over(AxisLanes{broadcast(axis.a), broadcast(axis.b), broadcast(axis.c),
                                 broadcast(axis.d), broadcast(axis.e), broadcast(axis.g)},
                       box);
        const Lanes half = broadcast(axis.half_width);
        result.alive &= ~((range.low > half) | (range.high < -half));
        if (bits(result.alive) == 0) {
            return result;
        }
        if (k < 3) {
            result.inside &= (range.low >= -half) & (range.high <= half);
            result.width = max(result.width, range.high - range.low);
        }
    }
    return result;
}

void keep(FrontBoxes& boxes, int from) {
    const int to = boxes.count++;
    boxes.t[to] = boxes.t[from];
    boxes.u[to] = boxes.u[from];
    boxes.v[to] = boxes.v[from];
}

BoxLanes load_boxes(const Search& search, int i) {
    const FrontBoxes& boxes = search.space.boxes;
    BoxLanes box;
    box.t0 = load(boxes.t + i);
    box.u0 = load(boxes.u + i);
    box.v0 = load(boxes.v + i);
    // Times after a touch already known, or after the last time, do not matter.
    box.t1 = min(box.t0 + broadcast(search.width[0]),
                 broadcast(search.t_skip < search.task.t_max ? search.t_skip : search.task.t_max));
    box.u1 = box.u0 + broadcast(search.width[1]);
    box.v1 = box.v0 + broadcast(search.width[2]);
    return box;
}

/// Drops the boxes that are apart, and all from the first small one on.
Pass pass_over(Search& search, bool all_small) {
    const FrontTask& task = search.task;
    FrontBoxes& boxes = search.space.boxes;
    const int count = boxes.count;
    boxes.count = 0;
    Pass pass{0.0, 0.0};
    for (int i = 0; i < count; i += 4) {
        if (boxes.t[i] >= search.t_skip || boxes.t[i] > task.t_max) {
            break;
        }
        const BoxLanes box = load_boxes(search, i);
        LaneMask alive = mask_of(count - i >= 4 ? 15 : (1 << (count - i)) - 1);
        alive &= (box.t0 < broadcast(search.t_skip)) & (box.t0 <= broadcast(task.t_max));
        search.work += __builtin_popcount(static_cast<unsigned>(bits(alive)));
        FourTests test = test_four(task, box, alive);
        if (count >= kBoxesForOwnAxes && bits(test.alive) != 0) {
            test.alive &= ~apart_on_own_axes(task, box, test.alive);
        }
        const int kept = bits(test.alive);
        const int small =
            all_small
                ? kept
                : bits(test.alive & (test.inside | (test.width <= broadcast(task.tolerance))));
        for (int lane = 0; lane < 4; ++lane) {
            if (((kept >> lane) & 1) == 0) {
                continue;
            }
            if (((small >> lane) & 1) != 0) {
                search.t_skip = box.t0[lane];
                pass.small_width = test.width[lane];
                return pass;
            }
            if (boxes.count == 0) {
                pass.first_width = test.width[lane];
            }
            keep(boxes, i + lane);
        }
    }
    return pass;
}

void forget_late(FrontBoxes& boxes, double t_skip) {
    while (boxes.count > 0 && boxes.t[boxes.count - 1] >= t_skip) {
        --boxes.count;
    }
}

/// Takes the newest waiting boxes that start before t_skip; returns false when there are none.
bool take_waiting(Search& search) {
    FrontWorkspace& space = search.space;
    while (space.chunk_count > 0) {
        const FrontChunk& chunk = space.chunks[--space.chunk_count];
        if (space.waiting_t[chunk.first] >= search.t_skip) {
            continue;
        }
        FrontBoxes& boxes = space.boxes;
        boxes.count = chunk.count;
        for (int i = 0; i < chunk.count; ++i) {
            boxes.t[i] = space.waiting_t[chunk.first + i];
            boxes.u[i] = space.waiting_u[chunk.first + i];
            boxes.v[i] = space.waiting_v[chunk.first + i];
        }
        for (int k = 0; k < 3; ++k) {
            search.width[k] = chunk.width[k];
        }
        return true;
    }
    return false;
}

/// Returns where to cut a front, if possible between two times.
int cut_of(const FrontBoxes& boxes) {
    for (int i = kFrontSize; i > 0; --i) {
        if (boxes.t[i] != boxes.t[i - 1]) {
            return i;
        }
    }
    return kFrontSize;
}

void let_later_wait(Search& search) {
    FrontWorkspace& space = search.space;
    FrontBoxes& boxes = space.boxes;
    if (boxes.count <= kFrontSize) {
        return;
    }
    const int cut = cut_of(boxes);
    FrontChunk& chunk = space.chunks[space.chunk_count];
    chunk.first = 0;
    if (space.chunk_count > 0) {
        const FrontChunk& before = space.chunks[space.chunk_count - 1];
        chunk.first = before.first + before.count;
    }
    ++space.chunk_count;
    chunk.count = boxes.count - cut;
    for (int k = 0; k < 3; ++k) {
        chunk.width[k] = search.width[k];
    }
    for (int i = 0; i < chunk.count; ++i) {
        space.waiting_t[chunk.first + i] = boxes.t[cut + i];
        space.waiting_u[chunk.first + i] = boxes.u[cut + i];
        space.waiting_v[chunk.first + i] = boxes.v[cut + i];
    }
    boxes.count = cut;
}

void append(FrontBoxes& boxes, double t, double u, double v) {
    boxes.t[boxes.count] = t;
    boxes.u[boxes.count] = u;
    boxes.v[boxes.count] = v;
    ++boxes.count;
}

/// Writes, for each run of boxes of one time, first the lower halves, then the upper ones.
void halve_time(const FrontBoxes& boxes, double half, FrontBoxes& next) {
    for (int first = 0; first < boxes.count;) {
        int last = first;
        for (; last < boxes.count && boxes.t[last] == boxes.t[first]; ++last) {
            append(next, boxes.t[last], boxes.u[last], boxes.v[last]);
        }
        for (; first < last; ++first) {
            append(next, boxes.t[first] + half, boxes.u[first], boxes.v[first]);
        }
    }
}

/// Halves u or v. A box of a face at u + v ≥ 1 shares its only point in the domain with another
/// box.
void halve_place(const FrontBoxes& boxes, double half_u, double half_v, bool face,
                 FrontBoxes& next) {
    for (int i = 0; i < boxes.count; ++i) {
        append(next, boxes.t[i], boxes.u[i], boxes.v[i]);
        const double u = boxes.u[i] + half_u;
        const double v = boxes.v[i] + half_v;
        if (!face || u + v < 1.0) {
            append(next, boxes.t[i], u, v);
        }
    }
}

void halve(Search& search, int axis) {
    FrontWorkspace& space = search.space;
    search.width[axis] *= 0.5;
    const double half = search.width[axis];
    space.next.count = 0;
    if (axis == 0) {
        halve_time(space.boxes, half, space.next);
    } else {
        halve_place(space.boxes, axis == 1 ? half : 0.0, axis == 2 ? half : 0.0, search.task.face,
                    space.next);
    }
    space.boxes.count = space.next.count;
    for (int i = 0; i < space.next.count; ++i) {
        space.boxes.t[i] = space.next.t[i];
        space.boxes.u[i] = space.next.u[i];
        space.boxes.v[i] = space.next.v[i];
    }
}

/// Returns the earliest time that is not ruled out.
double earliest_left(const Search& search) {
    const FrontWorkspace& space = search.space;
    double time = search.t_skip;
    if (space.boxes.count > 0 && space.boxes.t[0] < time) {
        time = space.boxes.t[0];
    }
    for (int i = 0; i < space.chunk_count; ++i) {
        const double first = space.waiting_t[space.chunks[i].first];
        time = first < time ? first : time;
    }
    return time;
}

FrontAnswer search_front(const FrontTask& task, FrontWorkspace& space) {
    Search search{task, space, {1.0, 1.0, 1.0}, kNever, 0};
    space.chunk_count = 0;
    space.boxes.count = 0;
    append(space.boxes, 0.0, 0.0, 0.0);
    double accuracy = task.tolerance;
    while (true) {
        int axis = axis_to_halve(search);
        const Pass pass = pass_over(search, axis < 0);
        forget_late(space.boxes, search.t_skip);
        if (axis < 0 && pass.small_width > accuracy) {
            accuracy = pass.small_width;
        }
        if (search.work >= task.max_boxes) {
            const double left = earliest_left(search);
            const double width = pass.first_width > accuracy ? pass.first_width : accuracy;
            return {left < kNever, left < search.t_skip, left, width, search.work};
        }
        if (space.boxes.count == 0) {
            if (!take_waiting(search)) {
                break;
            }
            axis = axis_to_halve(search);
        }
        let_later_wait(search);
        halve(search, axis);
    }
    return {search.t_skip < kNever, false, search.t_skip, accuracy, search.work};
}

}  // namespace

constinit const ContinuousKernels kContinuousKernels{.search_front = search_front,
                                                     .is_origin_within = is_origin_within};

}  // namespace touchstone::TOUCHSTONE_ISA
