#include "generators/semi_local/overlay/strip_cut.h"

#include <algorithm>
#include <array>
#include <cmath>
#include <optional>
#include <tuple>

namespace touchstone::semi_local {
namespace {

constexpr std::uint32_t kFirst = 1u;    ///< owner of an edge of the first polygon alone
constexpr std::uint32_t kSecond = 2u;   ///< owner of one of the second alone
constexpr double kLongestShare = 0.25;  ///< largest width of a strip, as a share of its length
constexpr double kAlongTangent = 0.02;  ///< of the angle up to which edges run along each other

/// The strip between two edges that run along each other.
struct Strip {
    Vec2 first_low = Vec2::Zero();  ///< on the first edge, where the strip begins [m]
    Vec2 first_high = Vec2::Zero();
    Vec2 second_low = Vec2::Zero();  ///< on the second edge, across from first_low [m]
    Vec2 second_high = Vec2::Zero();
    double width = 0.0;  ///< at its wider end [m]
};

/// Returns true when the segment from a to b is crossed by an edge of a loop from c to d. Where it
/// runs through a vertex, one of the two edges there crosses it, or both do, or none: an even
/// number where the loop only touches it.
bool is_crossed_by(const Vec2& a, const Vec2& b, const Vec2& c, const Vec2& d) {
    return (cross(b - a, c - a) < 0.0) != (cross(b - a, d - a) < 0.0) &&
           cross(d - c, a - c) * cross(d - c, b - c) < 0.0;
}

/// Returns the strip between two edges, if they bound one that is no wider than `widest` [m].
std::optional<Strip> strip_between(const OutlineEdge& first, const OutlineEdge& second,
                                   double widest) {
    const Vec2 start = first.start;
    const double length = (first.end - start).norm();
    if (!(length > 0.0)) {
        return std::nullopt;
    }
    // The inside is on the left of both edges, so the second runs back.
    const Vec2 along = (first.end - start) / length;
    const Vec2 in = second.start - start;
    const Vec2 out = second.end - start;
    const double entry = along.dot(in);
    const double exit = along.dot(out);
    const double entry_width = cross(along, in);
    const double exit_width = cross(along, out);
    if (!(exit < entry) || std::abs(exit_width - entry_width) > kAlongTangent * (entry - exit)) {
        return std::nullopt;
    }
    const double low = std::max(0.0, exit);
    const double high = std::min(length, entry);
    const auto share_at = [&](double place) { return (entry - place) / (entry - exit); };
    const auto width_at = [&](double place) {
        return entry_width + share_at(place) * (exit_width - entry_width);
    };
    const double narrowest = std::min(width_at(low), width_at(high));
    const double width = std::max(width_at(low), width_at(high));
    if (!(narrowest > 0.0) || width > widest || width > kLongestShare * (high - low)) {
        return std::nullopt;
    }
    const auto point_at = [&](double place) -> Vec2 {
        return start + in + share_at(place) * (out - in);
    };
    return Strip{start + low * along, start + high * along, point_at(low), point_at(high), width};
}

/// Cuts the narrowest strips first: what lies beyond the nearest edge is no part of a strip.
class StripCutter {
 public:
    StripCutter(double widest, StripCut& scratch)
        : widest_(widest), scratch_(scratch), nodes_(scratch.nodes) {}

    /// Returns whether anything was cut.
    bool run() {
        sort_edges();
        gather_pairs();
        bool any = false;
        for (const StripCut::Pair& pair : scratch_.pairs) {
            for (int i = pair.first; i >= 0; i = nodes_[i].rest) {
                for (int j = pair.second; j >= 0; j = nodes_[j].rest) {
                    any = cut(i, j) || any;
                }
            }
        }
        return any;
    }

 private:
    const Vec2& start_of(int node) const { return nodes_[node].vertex.point; }
    const Vec2& end_of(int node) const { return nodes_[nodes_[node].next].vertex.point; }

    /// Sorts the edges of one polygon alone along the axis on which the loops spread most.
    void sort_edges() {
        Vec2 lower = nodes_[0].vertex.point;
        Vec2 upper = lower;
        for (const StripCut::Node& node : nodes_) {
            lower = lower.cwiseMin(node.vertex.point);
            upper = upper.cwiseMax(node.vertex.point);
        }
        const int axis = upper.x() - lower.x() >= upper.y() - lower.y() ? 0 : 1;
        scratch_.edges.clear();
        for (int i = 0; i < std::ssize(nodes_); ++i) {
            if (nodes_[i].vertex.owners == kFirst || nodes_[i].vertex.owners == kSecond) {
                const auto [low, high] = std::minmax(start_of(i)[axis], end_of(i)[axis]);
                scratch_.edges.push_back({low, high, i});
            }
        }
        std::sort(scratch_.edges.begin(), scratch_.edges.end(),
                  [](const StripCut::Edge& x, const StripCut::Edge& y) {
                      return std::tie(x.low, x.node) < std::tie(y.low, y.node);
                  });
    }

    /// Lists the pairs of edges that bound a strip, the narrowest first.
    void gather_pairs() {
        scratch_.pairs.clear();
        std::array<std::vector<StripCut::Edge>, 2>& open = scratch_.open;
        open[0].clear();
        open[1].clear();
        for (const StripCut::Edge& edge : scratch_.edges) {
            const bool is_first = nodes_[edge.node].vertex.owners == kFirst;
            std::vector<StripCut::Edge>& across = open[is_first ? 1 : 0];
            std::erase_if(across, [&](const StripCut::Edge& other) {
                return other.high + widest_ < edge.low;
            });
            for (const StripCut::Edge& other : across) {
                const int first = is_first ? edge.node : other.node;
                const int second = is_first ? other.node : edge.node;
                if (const std::optional<Strip> strip =
                        strip_between(edge_at(first), edge_at(second), widest_)) {
                    scratch_.pairs.push_back({strip->width, first, second});
                }
            }
            open[is_first ? 0 : 1].push_back(edge);
        }
        std::sort(scratch_.pairs.begin(), scratch_.pairs.end(),
                  [](const StripCut::Pair& x, const StripCut::Pair& y) {
                      return std::tie(x.width, x.first, x.second) <
                             std::tie(y.width, y.first, y.second);
                  });
    }

    OutlineEdge edge_at(int node) const { return {start_of(node), end_of(node)}; }

    /// Returns true when another edge crosses the strip in its middle or near an end: then the
    /// inside ends there.
    bool is_crossed(const Strip& strip) const {
        return is_crossed_at(strip, 0.125) || is_crossed_at(strip, 0.5) ||
               is_crossed_at(strip, 0.875);
    }

    bool is_crossed_at(const Strip& strip, double share) const {
        const Vec2 from = strip.first_low + share * (strip.first_high - strip.first_low);
        const Vec2 to = strip.second_low + share * (strip.second_high - strip.second_low);
        const Vec2 inset = 1e-6 * (to - from);
        for (int i = 0; i < std::ssize(nodes_); ++i) {
            if (is_crossed_by(from + inset, to - inset, start_of(i), end_of(i))) {
                return true;
            }
        }
        return false;
    }

    /// Cuts out the strip between two edges, if they bound one.
    bool cut(int first, int second) {
        const std::optional<Strip> strip = strip_between(edge_at(first), edge_at(second), widest_);
        if (!strip || is_crossed(*strip)) {
            return false;
        }
        splice(first, second, *strip);
        return true;
    }

    /// Leads the first edge, where the strip begins, across to the second, and the second across to
    /// what is left of the first.
    void splice(int first, int second, const Strip& strip) {
        const int after_first = nodes_[first].next;
        const int after_second = nodes_[second].next;
        const LoopVertex one = nodes_[first].vertex;
        const LoopVertex other = nodes_[second].vertex;
        LoopVertex cap;
        cap.owner_length = std::min(one.owner_length, other.owner_length);
        LoopVertex rest_of_first = one;
        LoopVertex rest_of_second = other;
        rest_of_first.polygons = 0;
        rest_of_second.polygons = 0;
        const int added = static_cast<int>(nodes_.size());
        const int further_first = nodes_[first].rest;
        const int further_second = nodes_[second].rest;
        nodes_[first].next = added;
        nodes_[first].rest = added + 3;
        nodes_[second].next = added + 2;
        nodes_[second].rest = added + 1;
        cap.point = strip.first_low;
        nodes_.push_back({cap, added + 1, -1});
        rest_of_second.point = strip.second_low;
        nodes_.push_back({rest_of_second, after_second, further_second});
        cap.point = strip.second_high;
        nodes_.push_back({cap, added + 3, -1});
        rest_of_first.point = strip.first_high;
        nodes_.push_back({rest_of_first, after_first, further_first});
    }

    double widest_;
    StripCut& scratch_;
    std::vector<StripCut::Node>& nodes_;
};

/// Returns false when no edge of one polygon alone bounds a strip with one of the other.
bool may_have_strips(const Loops& loops, double widest) {
    constexpr int kFewOfEach = 16;  // up to which all are compared: gathering takes longer
    std::array<OutlineEdge, kFewOfEach> of_first;
    std::array<OutlineEdge, kFewOfEach> of_second;
    int first_count = 0;
    int second_count = 0;
    for (const IndexRange& loop : loops.loops) {
        const std::span<const LoopVertex> vertices = part_of(loops.vertices, loop);
        for (std::size_t i = 0; i < vertices.size(); ++i) {
            const std::uint32_t owners = vertices[i].owners;
            if (owners != kFirst && owners != kSecond) {
                continue;
            }
            int& count = owners == kFirst ? first_count : second_count;
            if (count < kFewOfEach) {
                const LoopVertex& next = vertices[i + 1 < vertices.size() ? i + 1 : 0];
                (owners == kFirst ? of_first : of_second)[count] = {vertices[i].point, next.point};
            }
            ++count;
        }
    }
    if (first_count > kFewOfEach || second_count > kFewOfEach) {
        return first_count > 0 && second_count > 0;
    }
    for (int i = 0; i < first_count; ++i) {
        for (int j = 0; j < second_count; ++j) {
            if (strip_between(of_first[i], of_second[j], widest)) {
                return true;
            }
        }
    }
    return false;
}

void take_loops(const Loops& loops, StripCut& scratch) {
    scratch.nodes.clear();
    for (const IndexRange& loop : loops.loops) {
        for (int i = 0; i < loop.count; ++i) {
            scratch.nodes.push_back(
                {loops.vertices[loop.first + i], loop.first + (i + 1) % loop.count, -1});
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
    if (!may_have_strips(loops, widest)) {
        return;
    }
    take_loops(loops, scratch);
    if (StripCutter(widest, scratch).run()) {
        give_loops(scratch, loops);
    }
}

}  // namespace touchstone::semi_local
