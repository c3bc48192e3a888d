#pragma once

#include <algorithm>

namespace touchstone {

/// A pause between attempts that come to nothing: for 1, 2, 4 and so on up to 64 queries nothing is
/// tried, each time twice as long as the time before.
class Pause {
 public:
    /// Takes note of a query. Returns true while the pause lasts: nothing is to be tried in it.
    bool take() {
        if (left_ == 0) {
            return false;
        }
        --left_;
        return true;
    }

    /// Begins a pause with the next query, twice as long as the last one.
    void lengthen() {
        left_ = next_;
        next_ = std::min(2 * next_, kLongest);
    }

    /// Ends the pause, and lets the next be a short one.
    void end() { *this = {}; }

 private:
    static constexpr int kLongest = 64;

    int left_ = 0;  ///< number of queries until it is worth trying again
    int next_ = 1;  ///< length of the next pause
};

}  // namespace touchstone
