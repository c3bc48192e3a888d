#include "methods/contact/known_groups.h"

#include <algorithm>
#include <random>

#include "methods/contact/post_filter.h"
#include "methods/testing/catch.h"

using namespace touchstone;

namespace {

constexpr MergeTolerances kAgree{1e-6, 1e-6};

BareContact at(double x, double y, double z, double separation = 0.0, bool upward = true) {
    return {{x, y, z}, {0.0, upward ? 1.0 : -1.0, 0.0}, separation, 0, 0};
}

/// Contacts of some sources, as a query finds them.
struct Contacts {
    std::vector<BareContact> contacts;
    std::vector<int> sources;
    int source_count = 0;

    KnownGroups::Found found() const { return {contacts, sources, source_count}; }
};

bool learn(KnownGroups& groups, const Contacts& contacts) {
    return groups.learn(contacts.found(), find_groups(contacts.contacts, kAgree), kAgree);
}

/// Returns the deepest contacts of groups that are known, as indices in the order of `sorted`;
/// nothing where the groups are not known.
std::vector<int> deepest(KnownGroups& groups, const Contacts& all) {
    std::vector<int> of_group(groups.count(), -1);
    KnownGroups::Query query(groups, kAgree);
    int number = 0;
    for (int i = 0; i < std::ssize(all.contacts); ++i) {
        number = i > 0 && all.sources[i] == all.sources[i - 1] ? number + 1 : 0;
        const int group = query.group_of(all.sources[i], number, all.contacts[i]);
        if (group < 0) {
            return {};
        }
        of_group.resize(groups.count(), -1);
        int& best = of_group[group];
        if (best < 0 || all.contacts[i].separation < all.contacts[best].separation) {
            best = i;
        }
    }
    std::erase(of_group, -1);
    std::ranges::sort(of_group,
                      [&](int a, int b) { return comes_before(all.contacts[a], all.contacts[b]); });
    return of_group;
}

/// Contacts at a few places, of which sources find different ones, in random order and number.
class Scattered {
 public:
    explicit Scattered(unsigned seed) : random_(seed) {}

    Contacts next(double noise) {
        constexpr int kSources = 12;
        Contacts result;
        result.source_count = kSources;
        for (int source = 0; source < kSources; ++source) {
            const int count = static_cast<int>(random_() % 5);
            for (int i = 0; i < count; ++i) {
                const auto place = static_cast<double>(random_() % 9);
                const double separation = noise * share();
                const bool upward = random_() % 4 != 0;
                BareContact contact = at(0.1 * place, 0.0, -0.3 * place, separation, upward);
                for (double& coordinate : contact.position) {
                    coordinate += noise * share();
                }
                for (double& coordinate : contact.normal) {
                    coordinate += noise * share();
                }
                result.contacts.push_back(contact);
                result.sources.push_back(source);
            }
        }
        return result;
    }

 private:
    double share() { return static_cast<double>(random_()) * 0x1p-32 - 0.5; }

    std::mt19937 random_;
};

}  // namespace

TEST_CASE("known groups have the contacts that find_unrepeated keeps", "[contact]") {
    // Contacts lie within an eighth of what agrees from the first of their group.
    const double noise = GENERATE(1e-14, 1e-8, 5e-8);
    Scattered scattered(7);
    KnownGroups groups;
    REQUIRE(learn(groups, scattered.next(noise)));
    CHECK(groups.are_known(12));
    CHECK_FALSE(groups.are_known(11));
    for (int query = 0; query < 50; ++query) {
        const Contacts contacts = scattered.next(noise);
        CAPTURE(query);
        CHECK(deepest(groups, contacts) == find_unrepeated(contacts.contacts, kAgree));
    }
}

TEST_CASE("groups are not known of contacts that are neither one nor far apart", "[contact]") {
    KnownGroups groups;
    const double gap = GENERATE(0.5, 0.9, 1.1, 1.9);
    const Contacts close{{at(0.0, 0.0, 0.0), at(gap * kAgree.position, 0.0, 0.0)}, {0, 0}, 1};
    CHECK_FALSE(learn(groups, close));
    CHECK_FALSE(groups.are_known(1));
    // The same where they come near each other later.
    REQUIRE(learn(groups, {{at(0.0, 0.0, 0.0), at(1.0, 0.0, 0.0)}, {0, 0}, 1}));
    CHECK(deepest(groups, close).empty());
}

TEST_CASE("contacts in new places make new groups", "[contact]") {
    KnownGroups groups;
    REQUIRE(learn(groups, {{at(0.0, 0.0, 0.0)}, {0}, 2}));
    const Contacts others{{at(2.0, 0.0, 0.0, -1.0), at(2.0, 0.0, 0.0, -2.0),
                           at(2.0, 0.0, 0.0, -2.0), at(2.0, 0.0, 0.0, -3.0, false)},
                          {0, 0, 1, 1},
                          2};
    CHECK(deepest(groups, others) == std::vector{3, 1});
    CHECK(groups.count() == 3);
    groups.forget();
    CHECK_FALSE(groups.are_known(2));
}

TEST_CASE("contacts that keep leaving their places are not known for long", "[contact]") {
    KnownGroups groups;
    const int sources = GENERATE(1, 4);
    const auto moved_by = [&](double far) {
        Contacts contacts{{}, {}, sources};
        for (int source = 0; source < sources; ++source) {
            contacts.contacts.push_back(at(far, 0.0, source));
            contacts.sources.push_back(source);
        }
        return contacts;
    };
    REQUIRE(learn(groups, moved_by(0.0)));
    CHECK(std::ssize(deepest(groups, moved_by(1.0))) == sources);
    int queries = 1;
    while (queries < 1000 && !deepest(groups, moved_by(queries + 1)).empty()) {
        ++queries;
    }
    CHECK(queries < 40);
    CHECK(groups.count() <= 2 * sources + 32);
    REQUIRE(learn(groups, moved_by(0.0)));
    CHECK(groups.count() == sources);
}

TEST_CASE("a search for groups ends where it takes longer than finding them anew", "[contact]") {
    KnownGroups groups;
    Contacts many{{}, {}, 1};
    constexpr int kMany = 2000;
    for (int i = 0; i < kMany; ++i) {
        many.contacts.push_back(at(i, 0.0, 0.0));
        many.sources.push_back(0);
    }
    REQUIRE(learn(groups, many));
    CHECK(std::ssize(deepest(groups, many)) == kMany);
    std::ranges::reverse(many.contacts);
    CHECK(deepest(groups, many).empty());
}
