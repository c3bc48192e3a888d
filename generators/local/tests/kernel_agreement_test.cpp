#include <algorithm>
#include <cmath>
#include <cstring>
#include <string>

#include "generators/generator.h"
#include "generators/local/kernel.h"
#include "generators/local/tests/kernel_table.h"
#include "generators/tests/tet_contacts.h"
#include "methods/lanes/instruction_set.h"
#include "methods/testing/catch.h"

using namespace touchstone;
using namespace touchstone::plain;
using namespace touchstone::testing;

namespace {

TetPairContacts run(const NamedKernel& kernel, const TetPair& pair, const LocalSettings& settings) {
    TetPairContacts found;
    kernel.run(posed(pair.a), posed(pair.b), settings, found);
    return found;
}

/// A comparison of many random pairs of one kind.
struct Tally {
    int pairs = 0;
    int undecided = 0;
    int with_contacts = 0;
    int differ = 0;
};

void compare(const NamedKernel& kernel, const PlainMethod& method, const TetPair& pair,
             const LocalSettings& settings, Tally& tally) {
    ++tally.pairs;
    const PlainResult plain = find_plain_contacts(method, pair.a, pair.b, settings);
    if (plain.margin < kUndecided) {
        ++tally.undecided;
        return;
    }
    const Contacts fast = find_by_kernel(kernel, pair.a, pair.b, settings);
    tally.with_contacts += fast.empty() ? 0 : 1;
    const double size = std::max(longest_edge(pair.a), longest_edge(pair.b));
    const bool same =
        contains_all(fast, plain.contacts, size) && contains_all(plain.contacts, fast, size);
    if (!same) {
        ++tally.differ;
        UNSCOPED_INFO("tet A\n"
                      << describe(pair.a) << "tet B\n"
                      << describe(pair.b) << "plain\n"
                      << describe(plain.contacts) << "kernel\n"
                      << describe(fast) << "margin " << plain.margin);
        CHECK(same);
    }
}

/// Returns the words that an option takes; none when it takes numbers.
std::vector<std::string> words_taken(const std::string& values) {
    std::vector<std::string> words;
    std::size_t from = 0;
    for (std::size_t to = values.find('|'); to != std::string::npos; to = values.find('|', from)) {
        words.push_back(values.substr(from, to - from));
        from = to + 1;
    }
    if (!words.empty()) {
        words.push_back(values.substr(from));
    }
    return words;
}

/// Returns the corrected profile and the published one, each with one setting of the other, and
/// with every word that an option takes. Crossing points are never tested against their own plane,
/// see below.
std::vector<KernelSettings> settings_to_compare(const NamedKernel& kernel) {
    std::vector<KernelSettings> all;
    for (const Profile profile : {Profile::Corrected, Profile::Published}) {
        const Profile other_profile =
            profile == Profile::Corrected ? Profile::Published : Profile::Corrected;
        KernelSettings settings = make_kernel_settings(kernel, profile);
        settings.set_if_any("own_plane", "skip");
        all.push_back(settings);
        const KernelSettings other = make_kernel_settings(kernel, other_profile);
        for (const OptionValue& value : option_values(other.own, other.local.options.list)) {
            if (value.id != "own_plane" && value.id != "post_filter" && value.id != "erosion") {
                all.push_back(settings);
                all.back().set_if_any(value.id, value.value);
            }
        }
        // What both profiles have alike.
        for (const Option<MethodSettings>& option : settings.local.options.list) {
            const std::string value = option.read(settings.own);
            if (value != option.read(other.own) || option.id == "own_plane") {
                continue;
            }
            for (const std::string& word : words_taken(option.values)) {
                if (word != value) {
                    all.push_back(settings);
                    all.back().set_if_any(option.id, word);
                }
            }
        }
    }
    return all;
}

}  // namespace

TEST_CASE("every plain method is that of a kernel", "[kernels]") {
    for (const PlainMethod& method : all_plain_methods()) {
        CHECK_NOTHROW(find_kernel(baseline::kKernels, method.id));
    }
}

TEST_CASE("kernels find what the plain methods find", "[kernels]") {
    const NamedKernel kernel = next_kernel();
    const Placement placement = GENERATE(Placement::Overlapping, Placement::NearlyTouching,
                                         Placement::ParallelEdges, Placement::Far);
    CAPTURE(kernel.id, static_cast<int>(placement));
    const PlainMethod* method = plain_form(kernel.id);
    if (method == nullptr) {
        WARN(kernel.id << " has no plain form: nothing to compare");
        return;
    }
    Random random(20180703);
    Tally tally;
    const std::vector<KernelSettings> all = settings_to_compare(kernel);
    for (int i = 0; i < 400 && tally.differ < 2; ++i) {
        const TetPair pair = random_pair(random, placement);
        for (KernelSettings settings : all) {
            // Within reach of the gaps in these placements.
            settings.set_envelope(0.02 * std::min(longest_edge(pair.a), longest_edge(pair.b)));
            compare(kernel, *method, pair, settings, tally);
        }
    }
    CAPTURE(tally.pairs, tally.undecided, tally.with_contacts);
    // Edges that are nearly parallel are often close to the threshold of parallel.
    CHECK(tally.undecided <= tally.pairs / (placement == Placement::ParallelEdges ? 10 : 100));
    CHECK((tally.with_contacts == 0) == (placement == Placement::Far));
    if (placement != Placement::Far) {
        CHECK(tally.with_contacts > tally.pairs / 20);
    }
}

namespace {

/// Compares random pairs whose first tet is pressed to a share of its thickness, a power of ten in
/// that range.
Tally compare_flattened(const NamedKernel& kernel, double least, double most) {
    Random random(20261130);
    Tally tally;
    const PlainMethod* method = plain_form(kernel.id);
    KernelSettings settings = make_kernel_settings(kernel, Profile::Corrected);
    for (int i = 0; i < 2000 && tally.differ < 2; ++i) {
        TetPair pair = random_pair(random, Placement::Overlapping);
        const double size = std::max(longest_edge(pair.a), longest_edge(pair.b));
        if (pair.a.corners[0].norm() > 10.0 * size) {
            continue;  // so far from the origin coordinates do not hold what is left
        }
        flatten(pair.a, random.power_of_ten(least, most), random);
        settings.set_envelope(0.02 * std::min(longest_edge(pair.a), longest_edge(pair.b)));
        compare(kernel, *method, pair, settings, tally);
    }
    return tally;
}

}  // namespace

TEST_CASE("kernels find what the plain methods find of tets flat to the last bits", "[kernels]") {
    const NamedKernel kernel =
        find_kernel(best_kernels(), GENERATE(as<std::string>{}, "closest_points", "intersection"));
    CAPTURE(kernel.id);
    const Tally tally = compare_flattened(kernel, -14.0, -12.0);
    CAPTURE(tally.pairs, tally.undecided, tally.with_contacts);
    CHECK(tally.undecided < tally.pairs / 20);
    CHECK(tally.with_contacts > tally.pairs / 5);
}

// Those that find out how deep tets overlap cannot tell of flatter ones.
TEST_CASE("kernels find what the plain methods find of thin tets", "[kernels]") {
    const NamedKernel kernel = next_kernel();
    CAPTURE(kernel.id);
    if (plain_form(kernel.id) == nullptr) {
        return;
    }
    const Tally tally = compare_flattened(kernel, -6.0, -3.0);
    CAPTURE(tally.pairs, tally.undecided, tally.with_contacts);
    CHECK(tally.undecided < tally.pairs / 10);
    CHECK(tally.with_contacts > tally.pairs / 40);
}

// Without a tolerance for touching, rounding decides whether a crossing point passes the test of
// its own plane, so the plain methods omit that test. What must hold: the kernel finds a subset of
// what it finds without the test.
TEST_CASE("testing crossing points against their own plane only loses points", "[kernels]") {
    const NamedKernel kernel = next_kernel();
    KernelSettings settings = make_kernel_settings(kernel, Profile::Published);
    if (!settings.has("own_plane")) {
        return;  // makes no crossing points
    }
    CAPTURE(kernel.id);
    Random random(5);
    int with = 0;
    int without = 0;
    for (int i = 0; i < 500; ++i) {
        const TetPair pair = random_pair(random, Placement::Overlapping);
        const double size = std::max(longest_edge(pair.a), longest_edge(pair.b));
        settings.set_if_any("own_plane", "skip");
        const TetPairContacts all = run(kernel, pair, settings);
        settings.set_if_any("own_plane", "keep");
        const TetPairContacts kept = run(kernel, pair, settings);
        without += all.count;
        with += kept.count;
        for (int k = 0; k < kept.count; ++k) {
            const PlainContact contact = plain_of(kept.items[k]);
            bool known = false;
            for (int j = 0; j < all.count; ++j) {
                const PlainContact other = plain_of(all.items[j]);
                const Vec3 gap = contact.position - other.position;
                const double across = (gap - gap.dot(contact.normal) * contact.normal).norm();
                known =
                    known || (other.element_a == contact.element_a &&
                              other.element_b == contact.element_b && across <= kAgreement * size);
            }
            CHECK(known);
            // A subset of the points cannot reach farther.
            CHECK(contact.separation >= all.items[0].separation - kAgreement * size);
            CHECK((contact.normal - plain_of(all.items[0]).normal).norm() <= kAgreement);
        }
    }
    // About half of the crossing points are lost.
    CHECK(with < 0.8 * without);
    CHECK(with > 0.2 * without);
}

namespace {

bool same_bytes(const TetPairContacts& x, const TetPairContacts& y) {
    const auto same = [](const TetPairContact& p, const TetPairContact& q) {
        return std::memcmp(p.position, q.position, sizeof p.position) == 0 &&
               std::memcmp(p.normal, q.normal, sizeof p.normal) == 0 &&
               std::memcmp(&p.separation, &q.separation, sizeof p.separation) == 0 &&
               p.element_a == q.element_a && p.element_b == q.element_b;
    };
    return std::equal(x.items, x.items + x.count, y.items, y.items + y.count, same);
}

/// Makes corners on a grid of 3 × 3 × 3 points: pairs share faces, edges and corners, lie flush,
/// cross in corners, or coincide.
TetPair random_grid_pair(Random& random) {
    TetPair pair;
    const double step = random.below(2) == 0 ? 1.0 : 0.1;
    for (PlainTet* tet : {&pair.a, &pair.b}) {
        double volume = 0.0;
        while (volume == 0.0) {
            for (Vec3& corner : tet->corners) {
                const int x = random.below(3);
                const int y = random.below(3);
                const int z = random.below(3);
                corner = Vec3(x, y, z);
            }
            const std::array<Vec3, 4>& x = tet->corners;
            volume = (x[3] - x[0]).dot((x[1] - x[0]).cross(x[2] - x[0]));
        }
        if (volume < 0.0) {
            std::swap(tet->corners[0], tet->corners[1]);
        }
        for (Vec3& corner : tet->corners) {
            corner *= step;
        }
        tet->surface = surface_of_faces(random.below(3) == 0 ? random.below(16) : 15);
    }
    return pair;
}

/// Checks for NaN, unit normals except for the published V-F ones, and spare room.
bool sound(const TetPairContacts& contacts, const KernelSettings& settings) {
    const bool raw =
        std::ranges::any_of(option_values(settings.own, settings.local.options.list),
                            [](const OptionValue& option) { return option.value == "raw"; });
    bool good = contacts.count <= TetPairContacts::kCapacity;
    for (int i = 0; i < contacts.count; ++i) {
        const PlainContact contact = plain_of(contacts.items[i]);
        const bool edges = contact.element_a.type == FeatureType::Edge &&
                           contact.element_b.type == FeatureType::Edge;
        const bool may_be_long = raw && !edges;
        good = good && contact.position.allFinite() && contact.normal.allFinite() &&
               std::isfinite(contact.separation) &&
               (may_be_long || std::abs(contact.normal.norm() - 1.0) < 1e-12);
    }
    return good;
}

#if defined(__x86_64__)
std::span<const NamedKernel> wide_kernels() { return avx2::kKernels; }
#else
std::span<const NamedKernel> wide_kernels() { return baseline::kKernels; }
#endif

}  // namespace

namespace {

// With sanitizers a sample suffices; the optimised build tests all pairs.
#ifdef __SANITIZE_ADDRESS__
constexpr int kComparedPairs = 4000;
#else
constexpr int kComparedPairs = 20000;
#endif

}  // namespace

TEST_CASE("all builds of the kernels give the same bytes", "[kernels]") {
    if (!has_avx2()) {
        WARN("this processor has no AVX2: nothing to compare");
        return;
    }
    const NamedKernel kernel = next_kernel();
    CAPTURE(kernel.id);
    const NamedKernel wide = find_kernel(wide_kernels(), kernel.id);
    Random random(99);
    int found = 0;
    int differ = 0;
    for (const Profile profile : {Profile::Corrected, Profile::Published}) {
        KernelSettings settings = make_kernel_settings(kernel, profile);
        for (int i = 0; i < kComparedPairs; ++i) {
            const TetPair pair = i % 2 == 0
                                     ? random_grid_pair(random)
                                     : random_pair(random, static_cast<Placement>(i / 2 % 4));
            settings.set_envelope(0.02 * longest_edge(pair.a));
            const TetPairContacts of_narrow = run(kernel, pair, settings);
            const TetPairContacts of_wide = run(wide, pair, settings);
            found += of_narrow.count;
            differ += same_bytes(of_narrow, of_wide) ? 0 : 1;
        }
    }
    CHECK(differ == 0);
    CHECK(found > 1000);
}

TEST_CASE("tets that touch exactly give sound contacts", "[kernels]") {
    const NamedKernel kernel = next_kernel();
    const Profile profile = GENERATE(Profile::Corrected, Profile::Published);
    CAPTURE(kernel.id, static_cast<int>(profile));
    KernelSettings settings = make_kernel_settings(kernel, profile);
    Random random(7);
    for (int i = 0; i < 20000; ++i) {
        const TetPair pair = random_grid_pair(random);
        settings.set_envelope(i % 2 == 0 ? 0.01 : 0.3);
        if (!sound(run(kernel, pair, settings), settings)) {
            CAPTURE(describe(pair.a), describe(pair.b));
            CHECK(false);
        }
    }
}

TEST_CASE("odd but valid tets give sound contacts", "[kernels]") {
    const NamedKernel kernel = next_kernel();
    const Profile profile = GENERATE(Profile::Corrected, Profile::Published);
    const KernelSettings settings = make_kernel_settings(kernel, profile);
    const auto tet = [](std::array<Vec3, 4> corners) {
        const Vec3 across = (corners[1] - corners[0]).cross(corners[2] - corners[0]);
        if (across.dot(corners[3] - corners[0]) < 0.0) {
            std::swap(corners[0], corners[1]);
        }
        return PlainTet{corners, surface_of_faces(15)};
    };
    const PlainTet regular =
        tet({Vec3(1, 1, 1), Vec3(-1, 1, -1), Vec3(1, -1, -1), Vec3(-1, -1, 1)});
    // Its mirror image about the same centroid.
    const PlainTet opposite =
        tet({Vec3(-1, -1, -1), Vec3(-1, 1, 1), Vec3(1, 1, -1), Vec3(1, -1, 1)});
    const PlainTet needle = tet({Vec3(0, 0, 0), Vec3(1e-6, 0, 0), Vec3(0, 1e-6, 0), Vec3(0, 0, 1)});
    const PlainTet sliver =
        tet({Vec3(1, 0, 0), Vec3(0, 1, 1e-9), Vec3(-1, 0, 0), Vec3(0, -1, 1e-9)});
    const PlainTet wafer =
        tet({Vec3(1, 0, 0), Vec3(0, 1, 0), Vec3(-1, -1, 0), Vec3(0.1, 0.1, 1e-12)});
    const std::vector<TetPair> pairs{
        {regular, regular},
        {regular, opposite},
        {regular, scaled(regular, 0.25)},
        {scaled(regular, 0.25), regular},
        {regular, scaled(opposite, 1e-6)},
        {regular, needle},
        {needle, needle},
        {needle, moved(needle, Vec3(3e-7, 2e-7, 0.5))},
        {regular, sliver},
        {sliver, sliver},
        {sliver, moved(sliver, Vec3(0.3, 0.2, 1e-10))},
        {wafer, regular},
        {wafer, sliver},
        {regular, moved(scaled(regular, 1e-3), Vec3(0.2, 0.1, 0.3))},
        {moved(regular, Vec3(5000, 0, 0)), moved(regular, Vec3(5000, 0, 0))},
    };
    const int i = GENERATE(range(0, 15));
    REQUIRE(pairs.size() == 15);
    for (const PlainTet* each : {&pairs[i].a, &pairs[i].b}) {
        TetMesh mesh{{each->corners.begin(), each->corners.end()}, {{0, 1, 2, 3}}};
        REQUIRE_NOTHROW(validate(mesh));
    }
    CAPTURE(kernel.id, static_cast<int>(profile), i);
    CHECK(sound(run(kernel, pairs[i], settings), settings));
}
