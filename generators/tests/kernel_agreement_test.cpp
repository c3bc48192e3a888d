#include <algorithm>
#include <cmath>
#include <cstring>
#include <string>

#include "generators/generator.h"
#include "generators/kernels/kernel.h"
#include "generators/tests/kernel_table.h"
#include "generators/tests/plain_methods.h"
#include "generators/tests/random_tets.h"
#include "methods/testing/catch.h"

using namespace touchstone;
using namespace touchstone::testing;

namespace {

TetPairContacts run(const Method& method, const TetPair& pair, const GeneratorSettings& settings,
                    const TetPairKernels& kernels = baseline::kKernels) {
    TetPairContacts found;
    (kernels.*method.kernel)(posed(pair.a), posed(pair.b), settings, found);
    return found;
}

PlainContact plain_of(const TetPairContact& contact) {
    return {Vec3(contact.position[0], contact.position[1], contact.position[2]),
            Vec3(contact.normal[0], contact.normal[1], contact.normal[2]), contact.separation,
            contact.element_a, contact.element_b};
}

/// A decision nearer to its threshold than this share of the tets' size may go either way.
constexpr double kUndecided = 1e-9;

/// Agreement of positions and separations as a share of the tets' size, and of normals. Rounding
/// errors of 1e-16 are magnified by at most 1 / kUndecided when a decision was close.
constexpr double kAgreement = 1e-7;

bool agree(const PlainContact& x, const PlainContact& y, double size) {
    return x.element_a == y.element_a && x.element_b == y.element_b &&
           (x.position - y.position).norm() <= kAgreement * size &&
           (x.normal - y.normal).norm() <= kAgreement * std::max(1.0, y.normal.norm()) &&
           std::abs(x.separation - y.separation) <=
               kAgreement * size * std::max(1.0, y.normal.norm());
}

bool contains_all(const std::vector<PlainContact>& all, const std::vector<PlainContact>& some,
                  double size) {
    return std::ranges::all_of(some, [&](const PlainContact& wanted) {
        return std::ranges::any_of(
            all, [&](const PlainContact& other) { return agree(wanted, other, size); });
    });
}

std::string describe(const std::vector<PlainContact>& contacts) {
    std::ostringstream text;
    text.precision(17);
    for (const PlainContact& contact : contacts) {
        text << "  " << contact.element_a << "/" << contact.element_b << " p "
             << contact.position.transpose() << " n " << contact.normal.transpose() << " s "
             << contact.separation << "\n";
    }
    return text.str();
}

std::string describe(const PlainTet& tet) {
    std::ostringstream text;
    text.precision(17);
    for (const Vec3& corner : tet.corners) {
        text << "  {" << corner.x() << ", " << corner.y() << ", " << corner.z() << "}\n";
    }
    text << "  faces " << int(tet.surface.faces) << "\n";
    return text.str();
}

/// Compares many random pairs of one kind.
struct Tally {
    int pairs = 0;
    int undecided = 0;
    int with_contacts = 0;
    int differ = 0;
};

void compare(const Method& method, const TetPair& pair, const GeneratorSettings& settings,
             Tally& tally) {
    ++tally.pairs;
    const PlainResult plain = plain_contacts(method.id, pair.a, pair.b, settings);
    if (plain.margin < kUndecided) {
        ++tally.undecided;
        return;
    }
    const TetPairContacts found = run(method, pair, settings);
    std::vector<PlainContact> kernel;
    for (int i = 0; i < found.count; ++i) {
        kernel.push_back(plain_of(found.items[i]));
    }
    tally.with_contacts += kernel.empty() ? 0 : 1;
    const double size = std::max(longest_edge(pair.a), longest_edge(pair.b));
    const bool same =
        contains_all(kernel, plain.contacts, size) && contains_all(plain.contacts, kernel, size);
    if (!same) {
        ++tally.differ;
        UNSCOPED_INFO("tet A\n"
                      << describe(pair.a) << "tet B\n"
                      << describe(pair.b) << "plain\n"
                      << describe(plain.contacts) << "kernel\n"
                      << describe(kernel) << "margin " << plain.margin);
        CHECK(same);
    }
}

/// The corrected profile and the published one, and each with one setting of the other. Crossing
/// points are never tested against their own plane, see below.
std::vector<GeneratorSettings> settings_to_compare(std::string_view generator_id) {
    std::vector<GeneratorSettings> all;
    for (const Profile profile : {Profile::Corrected, Profile::Published}) {
        const Profile other_profile =
            profile == Profile::Corrected ? Profile::Published : Profile::Corrected;
        GeneratorSettings settings = make_settings(generator_id, profile);
        settings.own_plane = OwnPlane::Skip;
        all.push_back(settings);
        for (const OptionValue& value :
             option_values(make_settings(generator_id, other_profile), generator_id)) {
            if (value.id != "own_plane" && value.id != "post_filter" && value.id != "erosion") {
                all.push_back(settings);
                set_option(all.back(), generator_id, value.id, value.value);
            }
        }
    }
    return all;
}

}  // namespace

TEST_CASE("kernels find what the plain methods find", "[kernels]") {
    const Method method = GENERATE(from_range(std::begin(kMethods), std::end(kMethods)));
    const Placement placement = GENERATE(Placement::Overlapping, Placement::NearlyTouching,
                                         Placement::ParallelEdges, Placement::Far);
    CAPTURE(method.id, static_cast<int>(placement));
    Random random(20180703);
    Tally tally;
    const std::vector<GeneratorSettings> all = settings_to_compare(method.id);
    for (int i = 0; i < 200 && tally.differ < 2; ++i) {
        const TetPair pair = random_pair(random, placement);
        for (GeneratorSettings settings : all) {
            // In reach of the gaps that the placements leave.
            settings.envelope = 0.02 * std::min(longest_edge(pair.a), longest_edge(pair.b));
            compare(method, pair, settings, tally);
        }
    }
    WARN(method.id << " " << static_cast<int>(placement) << ": pairs " << tally.pairs
                   << " undecided " << tally.undecided << " with contacts " << tally.with_contacts);
    CHECK(tally.undecided <= tally.pairs / 20);
}
