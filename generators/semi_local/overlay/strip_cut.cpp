#include "generators/semi_local/overlay/strip_cut.h"

#include <algorithm>
#include <cmath>

namespace touchstone::semi_local {
namespace {

constexpr std::uint32_t kFirst = 1u;    ///< owner of an edge of the first polygon alone
constexpr std::uint32_t kSecond = 2u;   ///< owner of one of the second alone
constexpr double kLongestShare = 0.25;  ///< largest width of a strip, as a share of its length
constexpr double kAlongTangent = 0.02;  ///< of the angle up to which edges run along each other

class StripCutter {
 public:
    StripCutter(double widest, StripCut& scratch) : widest_(widest), nodes_(scratch.nodes) {}

    /// Returns whether anything was cut.
    bool run() {
        bool any = false;
        for (int i = 0; i < std::ssize(nodes_); ++i) {
            if (nodes_[i].vertex.owners != kFirst) {
                continue;
            }
            for (int j = 0; j < std::ssize(nodes_); ++j) {
                any = (nodes_[j].vertex.owners == kSecond && cut(i, j)) || any;
            }
        }
        return any;
    }

 private:
    const Vec2& start_of(int node) const { return nodes_[node].vertex.point; }
    const Vec2& end_of(int node) const { return nodes_[nodes_[node].next].vertex.point; }

    /// Cuts out the strip between two edges, if they bound one.
    bool cut(int first, int second) {
        const Vec2 start = start_of(first);
        const double length = (end_of(first) - start).norm();
        if (!(length > 0.0)) {
            return false;
        }
        // The inside is on the left of both edges, so the second runs back.
        const Vec2 along = (end_of(first) - start) / length;
        const Vec2 in = start_of(second) - start;
        const Vec2 out = end_of(second) - start;
        const double entry = along.dot(in);
        const double exit = along.dot(out);
        const double entry_width = cross(along, in);
        const double exit_width = cross(along, out);
        if (!(exit < entry) ||
            std::abs(exit_width - entry_width) > kAlongTangent * (entry - exit)) {
            return false;
        }
        const double low = std::max(0.0, exit);
        const double high = std::min(length, entry);
        const auto share_at = [&](double place) { return (entry - place) / (entry - exit); };
        const auto width_at = [&](double place) {
            return entry_width + share_at(place) * (exit_width - entry_width);
        };
        const double narrowest = std::min(width_at(low), width_at(high));
        const double width = std::max(width_at(low), width_at(high));
        if (!(narrowest > 0.0) || width > widest_ || width > kLongestShare * (high - low)) {
            return false;
        }
        const auto point_at = [&](double place) -> Vec2 {
            return start + in + share_at(place) * (out - in);
        };
        splice(first, second, start + low * along, start + high * along, point_at(low),
               point_at(high));
        return true;
    }

    /// Leads the first edge, where the strip begins, across to the second, and the second across to
    /// what is left of the first.
    void splice(int first, int second, const Vec2& first_low, const Vec2& first_high,
                const Vec2& second_low, const Vec2& second_high) {
        const int after_first = nodes_[first].next;
        const int after_second = nodes_[second].next;
        const LoopVertex& one = nodes_[first].vertex;
        const LoopVertex& other = nodes_[second].vertex;
        LoopVertex cap;
        cap.owner_length = std::min(one.owner_length, other.owner_length);
        LoopVertex rest_of_first = one;
        LoopVertex rest_of_second = other;
        rest_of_first.polygons = 0;
        rest_of_second.polygons = 0;
        const int added = static_cast<int>(nodes_.size());
        nodes_[first].next = added;
        nodes_[second].next = added + 2;
        cap.point = first_low;
        nodes_.push_back({cap, added + 1});
        rest_of_second.point = second_low;
        nodes_.push_back({rest_of_second, after_second});
        cap.point = second_high;
        nodes_.push_back({cap, added + 3});
        rest_of_first.point = first_high;
        nodes_.push_back({rest_of_first, after_first});
    }

    double widest_;
    std::vector<StripCut::Node>& nodes_;
};

/// Returns true when an edge of each polygon alone is there.
bool has_both(const Loops& loops) {
    const auto has = [&](std::uint32_t owner) {
        return std::ranges::any_of(
            loops.vertices, [&](const LoopVertex& vertex) { return vertex.owners == owner; });
    };
    return has(kFirst) && has(kSecond);
}

void take_loops(const Loops& loops, StripCut& scratch) {
    scratch.nodes.clear();
    for (const IndexRange& loop : loops.loops) {
        for (int i = 0; i < loop.count; ++i) {
            scratch.nodes.push_back(
                {loops.vertices[loop.first + i], loop.first + (i + 1) % loop.count});
        }
    }
}

void give_loops(StripCut& scratch, Loops& loops) {
    loops.clear();
    scratch.is_traced.assign(scratch.nodes.size(), false);
    for (int start = 0; start < std::ssize(scratch.nodes); ++start) {
        const int first = static_cast<int>(loops.vertices.size());
        for (int i = start; !scratch.is_traced[i]; i = scratch.nodes[i].next) {
            scratch.is_traced[i] = true;
            loops.vertices.push_back(scratch.nodes[i].vertex);
        }
        const int count = static_cast<int>(loops.vertices.size()) - first;
        if (count >= 3) {
            loops.loops.push_back({first, count});
        } else {
            loops.vertices.resize(first);
        }
    }
}

}  // namespace

void cut_strips(Loops& loops, double widest, StripCut& scratch) {
    if (!has_both(loops)) {
        return;
    }
    take_loops(loops, scratch);
    if (StripCutter(widest, scratch).run()) {
        give_loops(scratch, loops);
    }
}

}  // namespace touchstone::semi_local
