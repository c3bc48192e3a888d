#include "generators/semi_local/overlay/polygon_overlay.h"

#include <algorithm>
#include <array>
#include <cassert>
#include <cmath>
#include <limits>
#include <tuple>

namespace touchstone::semi_local {
namespace {

/// Number of edges up to which processing all of them is cheaper than sorting some out.
constexpr std::size_t kFewEdges = 64;

/// Sine of the angle below which the crossing of two lines is not computed: coordinates along
/// nearly parallel lines are mostly rounding error, and edges that coincide are cut at each other's
/// ends.
constexpr double kParallel = 1e-9;

struct Box2 {
    Vec2 lower = Vec2::Constant(std::numeric_limits<double>::infinity());
    Vec2 upper = Vec2::Constant(-std::numeric_limits<double>::infinity());
};

Box2 bounds_of_outline(std::span<const OutlineEdge> outline) {
    Box2 box;
    for (const auto& [start, end] : outline) {
        box.lower = box.lower.cwiseMin(start).cwiseMin(end);
        box.upper = box.upper.cwiseMax(start).cwiseMax(end);
    }
    return box;
}

/// Sorts a few entries that mostly are in order: for so few, longer ways take longer.
template <typename Entry, typename ComesBefore>
void sort_few(std::vector<Entry>& entries, const ComesBefore& comes_before) {
    constexpr std::size_t kFew = 32;
    if (entries.size() > kFew) {
        std::sort(entries.begin(), entries.end(), comes_before);
        return;
    }
    for (std::size_t i = 1; i < entries.size(); ++i) {
        const Entry entry = entries[i];
        std::size_t place = i;
        for (; place > 0 && comes_before(entry, entries[place - 1]); --place) {
            entries[place] = entries[place - 1];
        }
        entries[place] = entry;
    }
}

/// Returns two numbers of points as one, in the order of pairs of them.
std::int64_t as_one(int first, int second) {
    return (static_cast<std::int64_t>(first) << 32) + second;
}

bool touches(const OutlineEdge& edge, const Box2& box) {
    const Vec2 lower = edge.start.cwiseMin(edge.end);
    const Vec2 upper = edge.start.cwiseMax(edge.end);
    return lower.x() <= box.upper.x() && box.lower.x() <= upper.x() && lower.y() <= box.upper.y() &&
           box.lower.y() <= upper.y();
}

}  // namespace

// Flattened functions here are made of many short steps of vectors, whose calls would take as long.

// The sum of the triangles from the first vertex to each edge; those of opposite orientation
// subtract.
[[gnu::flatten]] double signed_area(std::span<const LoopVertex> loop) {
    double twice = 0.0;
    for (std::size_t i = 1; i + 1 < loop.size(); ++i) {
        twice += cross(loop[i].point - loop[0].point, loop[i + 1].point - loop[0].point);
    }
    return 0.5 * twice;
}

[[gnu::flatten]] double perimeter(std::span<const LoopVertex> loop) {
    double sum = 0.0;
    for (std::size_t i = 0; i < loop.size(); ++i) {
        sum += (loop[i + 1 < loop.size() ? i + 1 : 0].point - loop[i].point).norm();
    }
    return sum;
}

void PolygonOverlay::run(std::span<const std::span<const OutlineEdge>> polygons, double snap) {
    assert(polygons.size() <= 3);
    snap_ = snap;
    loops.clear();
    gather_edges(polygons);
    gather_points();
    cut_edges();
    choose_borders(static_cast<int>(polygons.size()));
    remove_dangling();
    trace_loops();
}

/// Collects the edges. Only those that reach the box common to all polygons can bound the result;
/// the others still determine where the inside is.
[[gnu::flatten]] void PolygonOverlay::gather_edges(
    std::span<const std::span<const OutlineEdge>> polygons) {
    Box2 common{-Vec2::Constant(std::numeric_limits<double>::infinity()),
                Vec2::Constant(std::numeric_limits<double>::infinity())};
    for (const std::span<const OutlineEdge> polygon : polygons) {
        const Box2 box = bounds_of_outline(polygon);
        common.lower = common.lower.cwiseMax(box.lower);
        common.upper = common.upper.cwiseMin(box.upper);
    }
    common.lower.array() -= 2.0 * snap_;
    common.upper.array() += 2.0 * snap_;
    edges_.clear();
    for (std::vector<OutlineEdge>& snapped : snapped_) {
        snapped.clear();
    }
    if ((common.lower.array() > common.upper.array()).any()) {
        return;
    }
    std::size_t total = 0;
    for (const std::span<const OutlineEdge> polygon : polygons) {
        total += polygon.size();
    }
    for (int p = 0; p < std::ssize(polygons); ++p) {
        for (const OutlineEdge& line : polygons[p]) {
            if (total > kFewEdges && !touches(line, common)) {
                snapped_[p].push_back(line);
            } else {
                edges_.push_back({line, (line.end - line.start).norm(), p, -1, -1});
            }
        }
    }
}

/// Numbers the ends of all edges, then the crossings of edges of different polygons.
[[gnu::flatten]] void PolygonOverlay::gather_points() {
    points_.clear();
    const Edge* before = nullptr;  // mostly the next edge shares an end with it
    for (Edge& edge : edges_) {
        edge.start = before != nullptr && before->line.end == edge.line.start
                         ? before->end
                         : number_of(edge.line.start);
        edge.end = before != nullptr && before->line.start == edge.line.end
                       ? before->start
                       : number_of(edge.line.end);
        before = &edge;
        points_[edge.start].polygons |= 1u << edge.polygon;
        points_[edge.end].polygons |= 1u << edge.polygon;
    }
    for (std::size_t i = 0; i < edges_.size(); ++i) {
        const Edge& e = edges_[i];
        const Vec2 along_e = e.line.end - e.line.start;
        for (std::size_t j = i + 1; j < edges_.size(); ++j) {
            const Edge& f = edges_[j];
            if (f.polygon == e.polygon) {
                continue;
            }
            const Vec2 along_f = f.line.end - f.line.start;
            const double turn = cross(along_e, along_f);
            if (std::abs(turn) <= kParallel * e.length * f.length) {
                continue;
            }
            // At the crossing e.start + t e = f.start + u f: the cross product of this equation
            // with f eliminates u, that with e eliminates t.
            const Vec2 apart = f.line.start - e.line.start;
            const double t = cross(apart, along_f) / turn;
            const double u = cross(apart, along_e) / turn;
            if (t * e.length >= -snap_ && (t - 1.0) * e.length <= snap_ && u * f.length >= -snap_ &&
                (u - 1.0) * f.length <= snap_) {
                number_of(e.line.start + t * along_e);
            }
        }
    }
}

[[gnu::flatten]] int PolygonOverlay::number_of(const Vec2& position) {
    for (int i = 0; i < std::ssize(points_); ++i) {
        if ((points_[i].position - position).squaredNorm() <= snap_ * snap_) {
            return i;
        }
    }
    points_.push_back({position, 0});
    return static_cast<int>(points_.size()) - 1;
}

/// Cuts every edge into the chain of the points on it. Two edges that coincide pass through the
/// same points, and so have the same pieces.
[[gnu::flatten]] void PolygonOverlay::cut_edges() {
    pieces_.clear();
    for (const Edge& edge : edges_) {
        if (edge.start == edge.end) {
            continue;
        }
        const Vec2 direction = (edge.line.end - edge.line.start) / edge.length;
        const double start = direction.dot(points_[edge.start].position - edge.line.start);
        const double end = direction.dot(points_[edge.end].position - edge.line.start);
        on_edge_.clear();
        for (int i = 0; i < std::ssize(points_); ++i) {
            const Vec2 from_start = points_[i].position - edge.line.start;
            if (!(std::abs(cross(direction, from_start)) <= snap_)) {
                continue;
            }
            const double along = direction.dot(from_start);
            // Only points between those to which its ends have snapped count, so that its polygon
            // stays closed.
            if ((along > start && along < end) || i == edge.start || i == edge.end) {
                on_edge_.push_back({along, i});
            }
        }
        sort_few(on_edge_, [](const OnEdge& x, const OnEdge& y) {
            return x.along != y.along ? x.along < y.along : x.point < y.point;
        });
        for (std::size_t i = 1; i < on_edge_.size(); ++i) {
            const int from = on_edge_[i - 1].point;
            const int to = on_edge_[i].point;
            snapped_[edge.polygon].push_back({points_[from].position, points_[to].position});
            pieces_.push_back(
                {std::min(from, to), std::max(from, to), edge.polygon, from < to, edge.length});
        }
    }
    sort_few(pieces_, [](const Piece& a, const Piece& b) {
        const std::int64_t ends_a = as_one(a.low, a.high);
        const std::int64_t ends_b = as_one(b.low, b.high);
        return ends_a != ends_b ? ends_a < ends_b
                                : std::tie(a.polygon, a.upward, a.owner_length) <
                                      std::tie(b.polygon, b.upward, b.owner_length);
    });
}

/// Keeps the pieces with the inside of all polygons on one side only, and turns that side to the
/// left.
[[gnu::flatten]] void PolygonOverlay::choose_borders(int polygons) {
    borders_.clear();
    for (std::size_t first = 0; first < pieces_.size();) {
        const Piece& piece = pieces_[first];
        std::array<int, 3> upward{};
        std::array<int, 3> downward{};
        double owner_length = piece.owner_length;
        std::size_t last = first;
        for (; last < pieces_.size() && pieces_[last].low == piece.low &&
               pieces_[last].high == piece.high;
             ++last) {
            ++(pieces_[last].upward ? upward : downward)[pieces_[last].polygon];
            owner_length = std::min(owner_length, pieces_[last].owner_length);
        }
        const Vec2 middle = 0.5 * (points_[piece.low].position + points_[piece.high].position);
        bool left = true;
        bool right = true;
        for (int p = 0; p < polygons && (left || right); ++p) {
            // The inside of a polygon lies to the left of its edges. A polygon with an edge on the
            // piece in one direction settles the sides itself; for a polygon with no edge there, or
            // with edges in both directions, the middle is tested.
            const bool is_up = upward[p] > 0;
            const bool is_down = downward[p] > 0;
            if (is_up != is_down) {
                left = left && is_up;
                right = right && is_down;
            } else {
                const bool inside = winding_number(snapped_[p], middle) > 0;
                left = left && inside;
                right = right && inside;
            }
        }
        if (left != right) {
            std::uint32_t owners = 0;
            for (int p = 0; p < polygons; ++p) {
                owners |= upward[p] + downward[p] > 0 ? 1u << p : 0u;
            }
            borders_.push_back({left ? piece.low : piece.high, left ? piece.high : piece.low,
                                owner_length, owners, false});
        }
        first = last;
    }
    sort_few(borders_, [](const Border& a, const Border& b) {
        return as_one(a.from, a.to) < as_one(b.from, b.to);
    });
}

/// Removes borders that lead nowhere, which snapping can produce, until only loops are left.
void PolygonOverlay::remove_dangling() {
    bool removed = true;
    while (removed) {
        incoming_.assign(points_.size(), 0);
        first_outgoing_.assign(points_.size() + 1, 0);
        for (const Border& border : borders_) {
            ++incoming_[border.to];
            ++first_outgoing_[border.from + 1];
        }
        for (std::size_t i = 1; i < first_outgoing_.size(); ++i) {
            first_outgoing_[i] += first_outgoing_[i - 1];
        }
        const std::size_t before = borders_.size();
        std::erase_if(borders_, [&](const Border& border) {
            return incoming_[border.from] == 0 ||
                   first_outgoing_[border.to] == first_outgoing_[border.to + 1];
        });
        removed = borders_.size() < before;
    }
}

void PolygonOverlay::trace_loops() {
    for (int i = 0; i < std::ssize(borders_); ++i) {
        if (borders_[i].used) {
            continue;
        }
        const std::size_t first = loops.vertices.size();
        const bool closed = trace_loop(i);
        const std::size_t count = loops.vertices.size() - first;
        if (closed && count >= 3) {
            loops.loops.push_back({static_cast<int>(first), static_cast<int>(count)});
        } else {
            loops.vertices.resize(first);
        }
    }
}

/// Traces one loop. Returns false when it does not close.
bool PolygonOverlay::trace_loop(int first) {
    int border = first;
    while (true) {
        borders_[border].used = true;
        const Point& point = points_[borders_[border].from];
        loops.vertices.push_back({point.position, borders_[border].owner_length, point.polygons,
                                  false, 0.0, borders_[border].owners});
        if (borders_[border].to == borders_[first].from) {
            return true;
        }
        border = leftmost_from(border);
        if (border < 0) {
            return false;
        }
    }
}

/// Returns the border to follow. Turning left keeps loops apart that meet in a point. −1: none.
int PolygonOverlay::leftmost_from(int border) const {
    const int at = borders_[border].to;
    if (first_outgoing_[at] + 1 == first_outgoing_[at + 1]) {
        return borders_[first_outgoing_[at]].used ? -1 : first_outgoing_[at];
    }
    const Vec2 arriving = points_[at].position - points_[borders_[border].from].position;
    int best = -1;
    double best_turn = 0.0;
    for (int next = first_outgoing_[at]; next < first_outgoing_[at + 1]; ++next) {
        if (borders_[next].used) {
            continue;
        }
        const Vec2 leaving = points_[borders_[next].to].position - points_[at].position;
        const double turn = std::atan2(cross(arriving, leaving), arriving.dot(leaving));
        if (best < 0 || turn > best_turn) {
            best = next;
            best_turn = turn;
        }
    }
    return best;
}

}  // namespace touchstone::semi_local
