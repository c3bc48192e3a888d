#pragma once

#include <algorithm>
#include <cmath>
#include <limits>

namespace touchstone::plain {

/// Keeps how near the closest decision of a method was to going the other way. Two right
/// implementations may differ only where that is a matter of rounding, so a test that compares
/// them leaves those pairs out.
class Decisions {
 public:
    /// value > threshold, both of about the size of `scale`.
    bool above(double value, double threshold, double scale) {
        note(value - threshold, scale);
        return value > threshold;
    }

    /// A decision that is taken elsewhere, at this distance from its threshold.
    void note(double distance, double scale) {
        margin_ = std::min(margin_, std::abs(distance) / scale);
    }

    /// The smallest distance so far, as a share of its scale; infinite before the first decision.
    double margin() const { return margin_; }

 private:
    double margin_ = std::numeric_limits<double>::infinity();
};

}  // namespace touchstone::plain
