#include "methods/quality/opposite.h"

#include <algorithm>
#include <array>
#include <cmath>
#include <limits>
#include <numbers>
#include <tuple>
#include <utility>
#include <vector>

namespace touchstone {
namespace {

/// cos 170°: normals that count as opposite.
constexpr double kOppositeCosine = -0.9848;

constexpr double kInfinity = std::numeric_limits<double>::infinity();

bool are_opposite(const ContactPoint& x, const ContactPoint& y, double round_off) {
    const double lengths = x.normal.norm() * y.normal.norm();
    if (!(x.normal.dot(y.normal) < kOppositeCosine * lengths)) {
        return false;
    }
    const double reach = 0.5 * (std::abs(x.separation) + std::abs(y.separation)) + round_off;
    const Vec3 apart = y.position - x.position;
    const double along = std::abs(x.normal.dot(apart)) / x.normal.norm();
    return along <= reach &&
           (apart - x.normal.dot(apart) / x.normal.squaredNorm() * x.normal).norm() <= reach;
}

using Six = Eigen::Matrix<double, 6, 1>;

/// What the contacts below a node have in common.
struct Node {
    Six lower = Six::Constant(kInfinity);  ///< of positions [m] and normals
    Six upper = Six::Constant(-kInfinity);
    double shortest = kInfinity;  ///< normal
    double longest = 0.0;         ///< normal
    double widest = 0.0;          ///< separation, without its sign [m]
    int earliest = std::numeric_limits<int>::max();
    int first = 0;  ///< place of the first contact below it
    int end = 0;
    int right = -1;  ///< index of the right child, the left one follows; -1: a leaf
};

/// The contacts of one pair of bodies, in a tree that halves them along the widest extent of their
/// positions or normals.
class OppositeContacts {
 public:
    /// `order` lists the contacts from the earliest on.
    OppositeContacts(std::span<const ContactPoint> contacts, std::span<const int> order,
                     double round_off)
        : contacts_(contacts), order_(order), round_off_(round_off), places_(order.size()) {
        Six lower = Six::Constant(kInfinity);
        Six upper = Six::Constant(-kInfinity);
        for (int rank = 0; rank < std::ssize(order); ++rank) {
            places_[rank] = rank;
            lower = lower.cwiseMin(six(rank));
            upper = upper.cwiseMax(six(rank));
        }
        const double size = (upper - lower).head<3>().maxCoeff();
        per_metre_ = size > 0.0 && std::isfinite(size) ? 2.0 / size : 0.0;
        append(0, static_cast<int>(std::ssize(order)));
    }

    int count() {
        int count = 0;
        for (int rank = 1; rank < std::ssize(order_); ++rank) {
            count += has_opposite(0, rank) ? 1 : 0;
        }
        return count;
    }

    std::int64_t compared() const { return compared_; }

 private:
    static constexpr int kLeaf = 8;

    const ContactPoint& contact(int rank) const { return contacts_[order_[rank]]; }

    Six six(int rank) const {
        Six both;
        both << contact(rank).position, contact(rank).normal;
        return both;
    }

    int append(int first, int end) {
        const int index = static_cast<int>(std::ssize(nodes_));
        Node node{.first = first, .end = end};
        for (int place = first; place < end; ++place) {
            const int rank = places_[place];
            const double length = contact(rank).normal.norm();
            node.lower = node.lower.cwiseMin(six(rank));
            node.upper = node.upper.cwiseMax(six(rank));
            node.shortest = std::min(node.shortest, length);
            node.longest = std::max(node.longest, length);
            node.widest = std::max(node.widest, std::abs(contact(rank).separation));
            node.earliest = std::min(node.earliest, rank);
        }
        nodes_.push_back(node);
        if (end - first > kLeaf) {
            const int middle = halve(node);
            append(first, middle);
            nodes_[index].right = static_cast<int>(std::ssize(nodes_));
            append(middle, end);
        }
        return index;
    }

    int halve(const Node& node) {
        Six extent = node.upper - node.lower;
        extent.head<3>() *= per_metre_;
        int axis = 0;
        extent.maxCoeff(&axis);
        const int middle = node.first + (node.end - node.first) / 2;
        const auto value = [&](int rank) {
            return axis < 3 ? contact(rank).position[axis] : contact(rank).normal[axis - 3];
        };
        std::nth_element(
            places_.begin() + node.first, places_.begin() + middle, places_.begin() + node.end,
            [&](int x, int y) { return std::pair(value(x), x) < std::pair(value(y), y); });
        return middle;
    }

    /// Returns false only where none below the node can be opposite to the contact, and earlier.
    bool may_hold(const Node& node, int rank) const {
        constexpr double kRounding = 1e-9;
        const ContactPoint& here = contact(rank);
        const Vec3 low = node.lower.tail<3>();
        const Vec3 high = node.upper.tail<3>();
        const double least =
            low.cwiseProduct(here.normal).cwiseMin(high.cwiseProduct(here.normal)).sum();
        const double length = here.normal.norm();
        if (node.earliest >= rank ||
            least > length * (kOppositeCosine * node.shortest + kRounding * node.longest)) {
            return false;
        }
        const Vec3 below = node.lower.head<3>() - here.position;
        const Vec3 above = here.position - node.upper.head<3>();
        const double reach = 0.5 * (std::abs(here.separation) + node.widest) + round_off_;
        // Both parts of the distance are within reach.
        return !(below.cwiseMax(above).cwiseMax(0.0).stableNorm() >
                 (1.0 + kRounding) * std::numbers::sqrt2 * reach);
    }

    bool has_opposite(int index, int rank) {
        const Node& node = nodes_[index];
        if (!may_hold(node, rank)) {
            return false;
        }
        if (node.right >= 0) {
            return has_opposite(index + 1, rank) || has_opposite(node.right, rank);
        }
        for (int place = node.first; place < node.end; ++place) {
            const int other = places_[place];
            compared_ += other < rank ? 1 : 0;
            if (other < rank && are_opposite(contact(rank), contact(other), round_off_)) {
                return true;
            }
        }
        return false;
    }

    std::span<const ContactPoint> contacts_;
    std::span<const int> order_;
    double round_off_;
    double per_metre_ = 0.0;   ///< makes extents of positions comparable with those of normals
    std::vector<int> places_;  ///< ranks in `order_`, those below a node consecutive
    std::vector<Node> nodes_;
    std::int64_t compared_ = 0;
};

bool takes_part(const ContactPoint& contact) {
    return contact.position.allFinite() && contact.normal.allFinite() &&
           std::isfinite(contact.separation) && !contact.normal.isZero(0.0);
}

}  // namespace

int count_opposite(std::span<const ContactPoint> contacts, double round_off,
                   std::int64_t* compared) {
    std::vector<int> order;
    order.reserve(contacts.size());
    for (int i = 0; i < std::ssize(contacts); ++i) {
        if (takes_part(contacts[i])) {
            order.push_back(i);
        }
    }
    const auto bodies = [&](int i) { return std::pair(contacts[i].body_a, contacts[i].body_b); };
    const auto x = [&](int i) { return contacts[i].position.x(); };
    std::sort(order.begin(), order.end(), [&](int i, int j) {
        return std::tuple(bodies(i), x(i), i) < std::tuple(bodies(j), x(j), j);
    });
    int count = 0;
    for (auto first = order.begin(); first != order.end();) {
        const auto end =
            std::find_if(first, order.end(), [&](int i) { return bodies(i) != bodies(*first); });
        OppositeContacts pair(contacts, std::span(first, end), round_off);
        count += pair.count();
        if (compared != nullptr) {
            *compared += pair.compared();
        }
        first = end;
    }
    return count;
}

}  // namespace touchstone
