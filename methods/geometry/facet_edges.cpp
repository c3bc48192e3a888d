#include "methods/geometry/facet_edges.h"

#include <algorithm>

#include "methods/base/angle.h"
#include "methods/geometry/measure.h"

namespace touchstone {
namespace {

constexpr double kStraightBend =
    0.05 * 3.14159265358979323846 / 180.0;  ///< largest bend of a straight edge [rad]

/// Follows the borders between facets from corner to corner. Open borders of the surface separate
/// no facets and take no part.
class BorderTracer {
 public:
    BorderTracer(const OrderedSurface& surface, const FacetPartition& partition, double flat)
        : surface_(surface),
          partition_(partition),
          flat_(flat),
          outgoing_(surface.vertices.size()),
          traced_(3 * surface.triangles.size(), false) {
        for (int h = 0; h < 3 * std::ssize(surface.triangles); ++h) {
            if (is_border(h)) {
                outgoing_[surface.start_of(h)].push_back(h);
            }
        }
    }

    std::vector<FacetChain> run() {
        for (int v = 0; v < std::ssize(surface_.vertices); ++v) {
            if (!is_passed(v)) {
                trace_from(v);
            }
        }
        // The borders still untraced are rings without a corner; each is cut at its lowest vertex.
        for (int v = 0; v < std::ssize(surface_.vertices); ++v) {
            trace_from(v);
        }
        return std::move(chains_);
    }

 private:
    int facet_of(int half_edge) const { return partition_.facet[half_edge / 3]; }
    int facet_beyond(int half_edge) const { return facet_of(surface_.opposite[half_edge]); }
    bool is_border(int half_edge) const {
        return surface_.opposite[half_edge] >= 0 && facet_of(half_edge) != facet_beyond(half_edge);
    }

    /// Returns true when the vertex lies inside a border: two border edges meet there, between the
    /// same two facets.
    bool is_passed(int v) const {
        if (outgoing_[v].size() != 2) {
            return false;
        }
        const int one = outgoing_[v][0];
        const int other = outgoing_[v][1];
        return facet_of(one) == facet_beyond(other) && facet_beyond(one) == facet_of(other);
    }

    void trace_from(int v) {
        for (const int first : outgoing_[v]) {
            if (traced_[first]) {
                continue;
            }
            std::vector<int> run;
            int half_edge = first;
            while (true) {
                run.push_back(half_edge);
                traced_[half_edge] = true;
                traced_[surface_.opposite[half_edge]] = true;
                const int end = surface_.end_of(half_edge);
                if (end == v || !is_passed(end)) {
                    break;
                }
                const int back = surface_.opposite[half_edge];
                half_edge = outgoing_[end][outgoing_[end][0] == back ? 1 : 0];
            }
            split(run);
        }
    }

    const Vec3& start(int half_edge) const {
        return surface_.vertices[surface_.start_of(half_edge)];
    }
    const Vec3& end(int half_edge) const { return surface_.vertices[surface_.end_of(half_edge)]; }

    /// Cuts the run at its farthest vertex from the chord until all parts are straight: the rule of
    /// Douglas and Peucker [1973], with a bend as a second way of being straight.
    void split(std::span<const int> run) {
        const Vec3& from = start(run.front());
        const Vec3& to = end(run.back());
        int farthest = -1;
        double distance = -1.0;
        for (int i = 1; i < std::ssize(run); ++i) {
            const double d = distance_to_segment(start(run[i]), from, to);
            if (d > distance) {
                distance = d;
                farthest = i;
            }
        }
        if (farthest < 0 || is_straight(from, start(run[farthest]), to, distance)) {
            append(run);
            return;
        }
        split(run.first(farthest));
        split(run.subspan(farthest));
    }

    bool is_straight(const Vec3& from, const Vec3& middle, const Vec3& to, double distance) const {
        if ((to - from).norm() <= flat_) {
            return false;  // a closed run has no direction
        }
        const Vec3 before = middle - from;
        const Vec3 after = to - middle;
        const double bend = radians_between(before, after);
        return distance < flat_ || bend < kStraightBend;
    }

    void append(std::span<const int> run) {
        FacetChain chain{{run.begin(), run.end()}};
        if (surface_.start_of(run.front()) > surface_.end_of(run.back())) {
            std::reverse(chain.half_edges.begin(), chain.half_edges.end());
            for (int& half_edge : chain.half_edges) {
                half_edge = surface_.opposite[half_edge];
            }
        }
        chains_.push_back(std::move(chain));
    }

    const OrderedSurface& surface_;
    const FacetPartition& partition_;
    double flat_;
    std::vector<std::vector<int>> outgoing_;  ///< border half-edges that start at each vertex
    std::vector<bool> traced_;                ///< true for half-edges already in a chain
    std::vector<FacetChain> chains_;
};

}  // namespace

std::vector<FacetChain> find_facet_edges(const OrderedSurface& surface,
                                         const FacetPartition& partition, double flat) {
    return BorderTracer(surface, partition, flat).run();
}

}  // namespace touchstone
