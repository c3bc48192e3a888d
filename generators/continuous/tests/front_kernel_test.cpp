#include <array>
#include <cstring>
#include <memory>

#include "generators/continuous/kernels/front.h"
#include "generators/continuous/oriented/oriented_search.h"
#include "generators/continuous/tests/impact_checks.h"
#include "generators/continuous/tests/random_impacts.h"
#include "methods/lanes/instruction_set.h"
#include "methods/testing/catch.h"

using namespace touchstone;
using namespace touchstone::testing;

namespace {

#if defined(__x86_64__)
const ContinuousKernels& wide_lanes() { return avx2::kContinuousKernels; }
#else
const ContinuousKernels& wide_lanes() { return baseline::kContinuousKernels; }
#endif

bool same_bytes(const FrontAnswer& a, const FrontAnswer& b) {
    return a.hit == b.hit && a.capped == b.capped && a.work == b.work &&
           std::memcmp(&a.time, &b.time, sizeof a.time) == 0 &&
           std::memcmp(&a.accuracy, &b.accuracy, sizeof a.accuracy) == 0;
}

FrontTask draw_task(RandomImpacts& random) {
    const ImpactQuery query = random.draw();
    ImpactSettings settings;
    settings.tolerance = size_of(query) * (random.below(2) == 0 ? 1e-6 : 1e-10);
    settings.separation = random.below(3) == 0 ? 1e-3 * size_of(query) : 0.0;
    settings.max_boxes = 3000;
    settings.t_max = random.below(3) == 0 ? 0.7 : 1.0;
    return make_front_task(prepare_impact(query, settings));
}

}  // namespace

TEST_CASE("all builds of the front give the same bytes", "[continuous]") {
    if (!has_avx2()) {
        WARN("this processor has no AVX2: nothing to compare");
        return;
    }
    const auto workspace = std::make_unique<FrontWorkspace>();
    RandomImpacts random(21);
    int differ = 0;
    int hits = 0;
    int capped = 0;
    for (int i = 0; i < 4000; ++i) {
        const FrontTask task = draw_task(random);
        const FrontAnswer narrow = baseline::kContinuousKernels.search_front(task, *workspace);
        const FrontAnswer wide = wide_lanes().search_front(task, *workspace);
        differ += same_bytes(narrow, wide) ? 0 : 1;
        hits += narrow.hit ? 1 : 0;
        capped += narrow.capped ? 1 : 0;
    }
    CHECK(differ == 0);
    CHECK(hits > 500);
    CHECK(capped > 10);
}

TEST_CASE("all builds of is_origin_within give the same answer", "[continuous]") {
    if (!has_avx2()) {
        WARN("this processor has no AVX2: nothing to compare");
        return;
    }
    RandomImpacts random(23);
    std::array<int, 3> answers{};
    int differ = 0;
    for (int i = 0; i < 20000; ++i) {
        const EndVectors ends = prepare_impact(random.draw(), {}).ends;
        const double first = random.below(64) / 64.0;
        const double last = random.below(2) == 0 ? first + 0x1p-30 : 1.0;
        const OriginQuestion question{
            ends.p, ends.q, ends.r, ends.extents, ends.kind == ImpactKind::VertexFace, first, last};
        const Decision narrow = baseline::kContinuousKernels.is_origin_within(question);
        differ += narrow != wide_lanes().is_origin_within(question) ? 1 : 0;
        ++answers[static_cast<std::size_t>(narrow)];
    }
    CHECK(differ == 0);
    for (const int count : answers) {
        CHECK(count > 200);
    }
}

TEST_CASE("the front fits its workspace however small the tolerance", "[continuous]") {
    const auto workspace = std::make_unique<FrontWorkspace>();
    RandomImpacts random(22);
    std::int64_t work = 0;
    for (int i = 0; i < 300; ++i) {
        FrontTask task = draw_task(random);
        task.tolerance = 1e-300;
        task.max_boxes = 20000;
        const FrontAnswer answer = best_continuous_kernels().search_front(task, *workspace);
        work += answer.work;
        CHECK(answer.work <= 20000 + 32);
    }
    CHECK(work > 10000);
}
