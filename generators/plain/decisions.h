#pragma once

#include <algorithm>
#include <cmath>
#include <limits>

namespace touchstone::plain {

/// Records how near the closest decision of a method came to the opposite outcome. Two right
/// implementations may differ only where rounding can decide, so a test that compares them skips
/// such pairs.
class Decisions {
 public:
    /// Returns value > threshold, and records the decision; both are of about the size of `scale`.
    bool above(double value, double threshold, double scale) {
        note(value - threshold, scale);
        return value > threshold;
    }

    /// Records a decision taken elsewhere, at this distance from its threshold.
    void note(double distance, double scale) {
        margin_ = std::min(margin_, std::abs(distance) / scale);
    }

    /// Returns the smallest distance so far, as a share of its scale; infinite before the first
    /// decision.
    double margin() const { return margin_; }

 private:
    double margin_ = std::numeric_limits<double>::infinity();
};

}  // namespace touchstone::plain
