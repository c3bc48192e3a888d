#include "viewer/gl/glyph_thinning.h"

#include <algorithm>

namespace touchstone::viewer {

int arrow_count(int arrows, double length_in_pixels, const ViewSize& size) {
    constexpr double kCoverage = 1.0;  // mean number of arrows over a pixel
    constexpr int kFewest = 5000;      // number of arrows that is fast on every machine
    const double area = length_in_pixels * length_in_pixels / 4.0;
    const double room = kCoverage * size.width * size.height / std::max(area, 1.0);
    return std::min(arrows, std::max(kFewest, static_cast<int>(std::min(room, 1e8))));
}

std::vector<int> spread_order(int count) {
    // Counting up with the bits in reverse order halves the gaps between the numbers again and
    // again.
    int bits = 0;
    while ((1 << bits) < count) {
        ++bits;
    }
    std::vector<int> order;
    order.reserve(count);
    for (int i = 0; i < (1 << bits); ++i) {
        int reversed = 0;
        for (int bit = 0; bit < bits; ++bit) {
            reversed |= (i >> bit & 1) << (bits - 1 - bit);
        }
        if (reversed < count) {
            order.push_back(reversed);
        }
    }
    return order;
}

}  // namespace touchstone::viewer
