#include "methods/quality/force_judgement.h"

#include <map>
#include <vector>

#include "methods/geometry/measure.h"

namespace touchstone {
namespace {

constexpr double kSameDirection = 1.0;  // angle up to which contacts of one place merge [degrees]
constexpr double kCarriedShare = 0.1;   // part of an equal share from which a normal is carried [-]
constexpr double kNoMeanNormal = 1e-9;  // length below which a sum of unit vectors is rounding

/// Contacts of one pair at one place, with one direction.
struct Cluster {
    const ForcedContact* first = nullptr;
    double force = 0.0;
};

/// The forces of one pair.
struct PairForces {
    const ForcedContact* any = nullptr;
    double total = 0.0;
    std::map<int, double> by_normal;  ///< of contacts with a right normal
    Vec3 sum = Vec3::Zero();          ///< Σ λn, from the reference's a to its b
    std::vector<Cluster> clusters;
};

bool is_same_place(const ForcedContact& first, const ForcedContact& second) {
    const double tolerance = first.reference == nullptr ? PairReference{}.position_tolerance
                                                        : first.reference->position_tolerance;
    return (first.contact->position - second.contact->position).norm() <= tolerance &&
           angle_between(first.contact->normal, second.contact->normal) <= kSameDirection;
}

void add_to_cluster(const ForcedContact& contact, std::vector<Cluster>& clusters) {
    for (Cluster& cluster : clusters) {
        if (is_same_place(*cluster.first, contact)) {
            cluster.force += contact.contact->force;
            return;
        }
    }
    clusters.push_back({&contact, contact.contact->force});
}

void add_contact(const ForcedContact& contact, PairForces& pair) {
    const double force = contact.contact->force;
    pair.any = &contact;
    pair.total += force;
    if (contact.right) {
        pair.by_normal[contact.normal] += force;
    }
    const bool turned =
        contact.reference != nullptr && contact.contact->body_a != contact.reference->body_a;
    pair.sum += (turned ? -force : force) * contact.contact->normal;
    add_to_cluster(contact, pair.clusters);
}

int carried_normals(const PairForces& pair) {
    if (pair.any->answer == nullptr) {
        return 0;
    }
    const auto expected = static_cast<double>(pair.any->answer->normals.size());
    int carried = 0;
    for (const auto& [normal, force] : pair.by_normal) {
        carried += force * expected >= kCarriedShare * pair.total ? 1 : 0;
    }
    return carried;
}

double across_mean_normal(const PairForces& pair) {
    Vec3 mean = Vec3::Zero();
    if (pair.any->answer != nullptr) {
        for (const Vec3& normal : pair.any->answer->normals) {
            mean += normal;
        }
    }
    if (mean.norm() <= kNoMeanNormal) {
        return 0.0;
    }
    mean.normalize();
    return (pair.sum - mean.dot(pair.sum) * mean).norm();
}

}  // namespace

std::optional<ForceJudgement> judge_forces(std::span<const ForcedContact> contacts) {
    std::map<int, PairForces> pairs;
    for (const ForcedContact& contact : contacts) {
        add_contact(contact, pairs[contact.pair]);
    }
    ForceJudgement judgement;
    double squares = 0.0;
    for (const auto& [index, pair] : pairs) {
        judgement.total += pair.total;
        for (const auto& [normal, force] : pair.by_normal) {
            judgement.right += force;
        }
        judgement.carried_normals += carried_normals(pair);
        judgement.across += across_mean_normal(pair);
        for (const Cluster& cluster : pair.clusters) {
            squares += cluster.force * cluster.force;
        }
    }
    if (!(judgement.total > 0.0) || !(squares > 0.0)) {
        return std::nullopt;
    }
    judgement.equal_contacts = judgement.total * judgement.total / squares;
    return judgement;
}

}  // namespace touchstone
