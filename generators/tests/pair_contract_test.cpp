#include <algorithm>
#include <cmath>
#include <functional>
#include <string>
#include <vector>

#include "generators/local/tests/kernel_table.h"
#include "generators/tests/tet_contacts.h"
#include "methods/testing/catch.h"

using namespace touchstone;
using namespace touchstone::plain;
using namespace touchstone::testing;

// The guarantees of every method on single pairs of tets, tested on its kernel and on its plain
// form. Independence of which body is A is no guarantee for a pair: the methods with axes choose
// the side where the first tet's interval begins, closest points the first edge that fits. A query
// sorts the bodies first; contract_test.cpp checks that.

namespace {

/// A kernel or a plain method.
struct Asked {
    std::string id;    ///< id of the method
    std::string form;  ///< "kernel" or "plain"
    std::function<Contacts(const PlainTet& a, const PlainTet& b, const LocalSettings&)> find;
};

std::vector<Asked> everyone() {
    std::vector<Asked> all;
    for (const NamedKernel& kernel : best_kernels()) {
        all.push_back(
            {std::string(kernel.id), "kernel",
             [kernel](const PlainTet& a, const PlainTet& b, const LocalSettings& settings) {
                 return find_by_kernel(kernel, a, b, settings);
             }});
    }
    for (const PlainMethod& method : all_plain_methods()) {
        all.push_back(
            {std::string(method.id), "plain",
             [method](const PlainTet& a, const PlainTet& b, const LocalSettings& settings) {
                 return find_plain_contacts(method, a, b, settings).contacts;
             }});
    }
    return all;
}

Asked next_asked() {
    static const std::vector<Asked> all = everyone();
    return GENERATE(from_range(all.begin(), all.end()));
}

/// A random pair near the origin, with settings in reach of its gaps.
struct Question {
    TetPair pair;
    KernelSettings settings;
};

double size_of(const TetPair& pair) { return std::max(longest_edge(pair.a), longest_edge(pair.b)); }

/// Returns pairs that rounding does not decide: see kUndecided.
std::vector<Question> questions_for(const Asked& asked, Profile profile, int count) {
    Random random(1996);
    std::vector<Question> questions;
    const PlainMethod* method = plain_form(asked.id);
    while (std::ssize(questions) < count) {
        TetPair pair = random_pair(random, Placement::Overlapping);
        const Vec3 origin = pair.a.corners[0];
        pair = {moved(pair.a, -origin), moved(pair.b, -origin)};
        KernelSettings settings =
            make_kernel_settings(find_kernel(best_kernels(), asked.id), profile);
        settings.set_if_any("own_plane", "skip");  // as in the plain methods
        settings.set_envelope(0.02 * size_of(pair));
        if (method == nullptr ||
            find_plain_contacts(*method, pair.a, pair.b, settings).margin > kUndecided) {
            questions.push_back({pair, settings});
        }
    }
    return questions;
}

constexpr int kQuestions = 120;

bool same(const Contacts& x, const Contacts& y, double size) {
    return x.size() == y.size() && contains_all(x, y, size) && contains_all(y, x, size);
}

}  // namespace

TEST_CASE("turning, moving or scaling two tets does so to their contacts", "[contract]") {
    const Asked asked = next_asked();
    const double scale = GENERATE(1.0, 1e-3, 1e3);
    const Pose pose{Quat(Eigen::AngleAxisd(1.1, Vec3(0.37, 0.61, -0.7).normalized())),
                    scale * Vec3(0.3, -0.2, 0.9)};
    std::size_t found = 0;
    for (const Question& q : questions_for(asked, Profile::Corrected, kQuestions)) {
        TetPair pair = q.pair;
        for (PlainTet* tet : {&pair.a, &pair.b}) {
            for (Vec3& corner : tet->corners) {
                corner = pose * Vec3(scale * corner);
            }
        }
        Contacts expected = asked.find(q.pair.a, q.pair.b, q.settings);
        found += expected.size();
        for (PlainContact& contact : expected) {
            contact.position = pose * Vec3(scale * contact.position);
            contact.normal = pose.rotation * contact.normal;
            contact.separation *= scale;
        }
        const Contacts contacts = asked.find(pair.a, pair.b, q.settings.scaled(scale));
        INFO(asked.id << ", " << asked.form << "\n"
                      << describe(q.pair.a) << describe(q.pair.b) << "expected\n"
                      << describe(expected) << "found\n"
                      << describe(contacts));
        CHECK(same(expected, contacts, scale * size_of(q.pair)));
    }
    CHECK(found >= 10);  // vertices inside are rare
}

TEST_CASE("tets that are apart have no contacts", "[contract]") {
    const Asked asked = next_asked();
    const Profile profile = GENERATE(Profile::Corrected, Profile::Published);
    CAPTURE(asked.id, asked.form, static_cast<int>(profile));
    for (const Question& q : questions_for(asked, profile, kQuestions)) {
        const PlainTet b = moved(q.pair.b, 3.0 * size_of(q.pair) * Vec3(0.6, 0.0, -0.8));
        CHECK(asked.find(q.pair.a, b, q.settings).empty());
    }
}

TEST_CASE("contacts of two tets are finite, with normals of unit length", "[contract]") {
    const Asked asked = next_asked();
    CAPTURE(asked.id, asked.form);
    for (const Question& q : questions_for(asked, Profile::Corrected, kQuestions)) {
        for (const PlainContact& contact : asked.find(q.pair.a, q.pair.b, q.settings)) {
            CHECK(contact.position.allFinite());
            CHECK(std::isfinite(contact.separation));
            CHECK(contact.normal.norm() == Approx(1.0).epsilon(1e-12));
        }
    }
}
