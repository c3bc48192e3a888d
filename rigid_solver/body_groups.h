#pragma once

#include <algorithm>
#include <numeric>
#include <vector>

namespace touchstone {

/// A partition of bodies into groups. Each group is named by the lowest number in it, so the order
/// in which bodies were joined does not matter.
class BodyGroups {
 public:
    /// Begins with each of `count` bodies alone.
    explicit BodyGroups(int count) : parent_(count) {
        std::iota(parent_.begin(), parent_.end(), 0);
    }

    /// Makes the groups of two bodies one.
    void join(int a, int b) {
        const int first = shortened(a);
        const int second = shortened(b);
        parent_[std::max(first, second)] = std::min(first, second);
    }

    /// Returns the lowest number in the group of a body.
    int first_of(int body) const {
        while (parent_[body] != body) {
            body = parent_[body];
        }
        return body;
    }

    /// Returns the sum of the values of each group's bodies, at the lowest number in the group; 0
    /// elsewhere.
    std::vector<double> sums(const std::vector<double>& values) const {
        std::vector<double> result(values.size(), 0.0);
        for (int i = 0; i < std::ssize(values); ++i) {
            result[first_of(i)] += values[i];
        }
        return result;
    }

 private:
    /// Returns the same, and halves the way there for the next who asks.
    int shortened(int body) {
        while (parent_[body] != body) {
            parent_[body] = parent_[parent_[body]];
            body = parent_[body];
        }
        return body;
    }

    std::vector<int> parent_;  ///< a body of the same group with a lower number, or the body itself
};

}  // namespace touchstone
