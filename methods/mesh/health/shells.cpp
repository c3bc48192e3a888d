#include "methods/mesh/health/shells.h"

#include <algorithm>
#include <array>
#include <cmath>
#include <iterator>
#include <limits>
#include <numbers>
#include <optional>
#include <utility>

#include "methods/base/boxes/box_tree.h"
#include "methods/mesh/health/crossings/exact_orientation.h"

namespace touchstone {

namespace {

using Face = std::array<int, 3>;

/// The neighbour across an edge with two faces.
struct Neighbor {
    int face = -1;
    bool agrees = true;  ///< runs the other way along the edge
};
using Neighbors = std::vector<std::array<Neighbor, 3>>;

Neighbors find_neighbors(std::size_t face_count, std::span<const EdgeSide> sides) {
    Neighbors neighbors(face_count);
    visit_edges(sides, [&](std::span<const EdgeSide> edge) {
        if (edge.size() == 2) {
            const bool agrees = edge[0].forward != edge[1].forward;
            neighbors[edge[0].face][edge[0].corner] = {edge[1].face, agrees};
            neighbors[edge[1].face][edge[1].corner] = {edge[0].face, agrees};
        }
    });
    return neighbors;
}

/// Finds the shells one by one; remembers which face belongs to which.
class ShellFinder {
 public:
    explicit ShellFinder(Neighbors neighbors)
        : neighbors_(std::move(neighbors)),
          shell_of_(neighbors_.size(), -1),
          turn_(neighbors_.size(), false) {}

    int shell_of(int face) const { return shell_of_[face]; }

    /// Grows a shell from this face over all that hang together with it. `turned`: those that
    /// disagree with it.
    Shell grow(int first, int shell_index) {
        Shell shell;
        std::vector<int> unsettled;
        shell.faces.push_back(first);
        shell_of_[first] = shell_index;
        for (std::size_t next = 0; next < shell.faces.size(); ++next) {
            const int face = shell.faces[next];
            for (const Neighbor& neighbor : neighbors_[face]) {
                if (neighbor.face < 0) {
                    continue;
                }
                const bool turn = turn_[face] != !neighbor.agrees;
                if (shell_of_[neighbor.face] < 0) {
                    shell_of_[neighbor.face] = shell_index;
                    turn_[neighbor.face] = turn;
                    shell.faces.push_back(neighbor.face);
                } else if (turn_[neighbor.face] != turn) {
                    unsettled.push_back(face);  // the neighbour comes to this as well
                }
            }
        }
        sort_faces(shell.faces, shell_index);
        if (!unsettled.empty()) {
            shell.orientable = false;
            std::sort(unsettled.begin(), unsettled.end());
            unsettled.erase(std::unique(unsettled.begin(), unsettled.end()), unsettled.end());
            shell.turned = std::move(unsettled);
            return shell;
        }
        std::copy_if(shell.faces.begin(), shell.faces.end(), std::back_inserter(shell.turned),
                     [&](int face) { return turn_[face]; });
        return shell;
    }

    bool is_turned(int face) const { return turn_[face]; }

 private:
    /// Sorts the faces of a shell: where they are dense among all, by a pass over these.
    void sort_faces(std::vector<int>& faces, int shell_index) const {
        constexpr int kDense = 8;
        const auto [low, high] = std::ranges::minmax(faces);
        if ((high - low) / kDense > std::ssize(faces)) {
            std::ranges::sort(faces);
            return;
        }
        auto next = faces.begin();
        for (int face = low; face <= high; ++face) {
            if (shell_of_[face] == shell_index) {
                *next++ = face;
            }
        }
    }

    Neighbors neighbors_;
    std::vector<int> shell_of_;
    std::vector<bool> turn_;  ///< disagrees with the first face of its shell
};

/// Returns for each shell whether its edges are passed as often one way as the other once its faces
/// agree.
std::vector<bool> find_closed(const ShellFinder& finder, std::size_t shell_count,
                              std::span<const EdgeSide> sides) {
    std::vector<bool> closed(shell_count, true);
    std::vector<std::pair<int, int>> passes;  // shell and ±1
    visit_edges(sides, [&](std::span<const EdgeSide> edge) {
        if (edge.size() == 2) {
            return;  // one shell, and its faces agree
        }
        passes.clear();
        for (const EdgeSide& side : edge) {
            passes.emplace_back(finder.shell_of(side.face),
                                side.forward != finder.is_turned(side.face) ? 1 : -1);
        }
        std::sort(passes.begin(), passes.end());
        for (std::size_t i = 0, end = 0; i < passes.size(); i = end) {
            int sum = 0;
            for (; end < passes.size() && passes[end].first == passes[i].first; ++end) {
                sum += passes[end].second;
            }
            if (sum != 0) {
                closed[passes[i].first] = false;
            }
        }
    });
    return closed;
}

std::vector<Face> faces_of(std::span<const Face> faces, const Shell& shell) {
    std::vector<Face> result;
    result.reserve(shell.faces.size());
    for (const int f : shell.faces) {
        result.push_back(faces[f]);
    }
    for (const int f : shell.turned) {
        const auto place = std::lower_bound(shell.faces.begin(), shell.faces.end(), f);
        Face& face = result[place - shell.faces.begin()];
        std::swap(face[1], face[2]);
    }
    return result;
}

bool is_finite(std::span<const Vec3> vertices, std::span<const Face> faces) {
    return std::all_of(faces.begin(), faces.end(), [&](const Face& face) {
        return std::all_of(face.begin(), face.end(),
                           [&](int v) { return vertices[v].allFinite(); });
    });
}

/// Turns the others instead.
void turn_others(Shell& shell) {
    std::vector<int> others;
    std::set_difference(shell.faces.begin(), shell.faces.end(), shell.turned.begin(),
                        shell.turned.end(), std::back_inserter(others));
    shell.turned = std::move(others);
}

/// Judges a shell, of which the faces `shell.turned` disagree with the first one.
void judge(std::span<const Vec3> vertices, std::span<const Face> faces, bool closed, Shell& shell) {
    if (!shell.orientable) {
        return;
    }
    shell.closed = closed;
    if (shell.closed) {
        const std::vector<Face> agreeing = faces_of(faces, shell);
        shell.volume_sign = is_finite(vertices, agreeing) ? volume_sign(vertices, agreeing) : 0;
    }
    const std::size_t twice = 2 * shell.turned.size();
    if (twice > shell.faces.size() || (twice == shell.faces.size() && shell.volume_sign < 0)) {
        turn_others(shell);
        shell.volume_sign = -shell.volume_sign;
    }
}

BoundingBox box_of(std::span<const Vec3> vertices, std::span<const Face> faces,
                   const Shell& shell) {
    BoundingBox box;
    for (const int f : shell.faces) {
        for (const int v : faces[f]) {
            box.lower = box.lower.cwiseMin(vertices[v]);
            box.upper = box.upper.cwiseMax(vertices[v]);
        }
    }
    return box;
}

bool contains(const BoundingBox& outer, const BoundingBox& inner) {
    return (outer.lower.array() < inner.lower.array()).all() &&
           (outer.upper.array() > inner.upper.array()).all();
}

/// Returns how often the shell winds around the point. Van Oosterom and Strackee [1983], Eq. (8).
double winding_number(std::span<const Vec3> vertices, std::span<const Face> faces,
                      const Shell& shell, const Vec3& point) {
    double angle = 0.0;
    for (const int f : shell.faces) {
        const Vec3 a = (vertices[faces[f][0]] - point).stableNormalized();
        const Vec3 b = (vertices[faces[f][1]] - point).stableNormalized();
        const Vec3 c = (vertices[faces[f][2]] - point).stableNormalized();
        angle += 2.0 * std::atan2(a.dot(b.cross(c)), 1.0 + a.dot(b) + b.dot(c) + c.dot(a));
    }
    return angle / (4.0 * std::numbers::pi);
}

/// The shells that may be around others, and where the faces of all of them are.
class OuterShells {
 public:
    OuterShells(std::span<const Vec3> vertices, std::span<const Face> faces,
                std::span<const Shell> shells, const std::vector<int>& closed)
        : vertices_(vertices), faces_(faces), shells_(shells) {
        std::vector<BoundingBox> boxes;
        for (const int shell : closed) {
            for (const int f : shells[shell].faces) {
                const auto [a, b, c] = faces[f];
                boxes.push_back({vertices[a].cwiseMin(vertices[b]).cwiseMin(vertices[c]),
                                 vertices[a].cwiseMax(vertices[b]).cwiseMax(vertices[c])});
                owned_.emplace_back(shell, f);
            }
        }
        tree_ = BoxTree(boxes, kLeafFaces);
        boxes_ = refit(tree_, boxes);
    }

    /// Returns the number of faces whose boxes rays have met, and which were then tested one by
    /// one.
    std::int64_t in_the_way() const { return in_the_way_; }

    /// Returns the shells that wind around this one, each once, ascending.
    std::vector<int> find_around(const Shell& inner) {
        const auto [a, b, c] = faces_[inner.faces[0]];
        // A place on the face that lies in line with no edge of regular shapes.
        const Vec3 start = vertices_[a] + 0.3719 * (vertices_[b] - vertices_[a]) +
                           0.2143 * (vertices_[c] - vertices_[a]);
        BoundingBox ray{start, start};
        ray.upper.x() = std::numeric_limits<double>::infinity();
        std::vector<std::pair<int, std::optional<int>>> crossings;  // crossings by shell
        visit_overlapping(tree_, boxes_, ray, 0, [&](int place) {
            ++in_the_way_;
            const auto [shell, face] = owned_[tree_.elements()[place]];
            const auto [i, j, k] = faces_[face];
            const std::optional<int> found =
                crossing_along_x(vertices_[i], vertices_[j], vertices_[k], start);
            if (found != 0) {
                crossings.emplace_back(shell, found);
            }
        });
        std::sort(crossings.begin(), crossings.end());
        std::vector<int> around;
        for (std::size_t i = 0, end = 0; i < crossings.size(); i = end) {
            const int shell = crossings[i].first;
            int sum = 0;
            bool is_known = true;
            for (; end < crossings.size() && crossings[end].first == shell; ++end) {
                sum += crossings[end].second.value_or(0);
                is_known = is_known && crossings[end].second.has_value();
            }
            in_the_way_ += is_known ? 0 : std::ssize(shells_[shell].faces);
            if (is_known ? sum != 0 : winds_around(shells_[shell], vertices_[a])) {
                around.push_back(shell);
            }
        }
        return around;
    }

 private:
    static constexpr int kLeafFaces = 4;

    bool winds_around(const Shell& shell, const Vec3& point) const {
        return std::abs(winding_number(vertices_, faces_, shell, point)) > 0.5;
    }

    std::span<const Vec3> vertices_;
    std::span<const Face> faces_;
    std::span<const Shell> shells_;
    std::vector<std::pair<int, int>> owned_;  ///< shell and face, by the tree's numbers
    BoxTree tree_;
    TreeBoxes boxes_;
    std::int64_t in_the_way_ = 0;
};

}  // namespace

std::vector<Shell> find_shells(std::span<const Vec3> vertices, std::span<const Face> faces,
                               std::span<const EdgeSide> sides,
                               const std::vector<bool>& takes_part) {
    ShellFinder finder(find_neighbors(faces.size(), sides));
    std::vector<Shell> shells;
    for (int f = 0; f < std::ssize(faces); ++f) {
        if (takes_part[f] && finder.shell_of(f) < 0) {
            shells.push_back(finder.grow(f, static_cast<int>(std::ssize(shells))));
        }
    }
    const std::vector<bool> closed = find_closed(finder, shells.size(), sides);
    for (std::size_t i = 0; i < shells.size(); ++i) {
        judge(vertices, faces, closed[i], shells[i]);
    }
    return shells;
}

std::vector<int> find_shells_around(std::span<const Vec3> vertices, std::span<const Face> faces,
                                    std::span<const Shell> shells, std::int64_t most_in_the_way) {
    std::vector<int> closed;
    std::vector<BoundingBox> boxes;
    for (int i = 0; i < std::ssize(shells); ++i) {
        if (shells[i].turned.empty() && shells[i].volume_sign != 0) {
            closed.push_back(i);
            boxes.push_back(box_of(vertices, faces, shells[i]));
        }
    }
    OuterShells outer_shells(vertices, faces, shells, closed);
    std::vector<int> around(shells.size(), -1);
    for (std::size_t inner = 0; inner < closed.size(); ++inner) {
        const Shell& shell = shells[closed[inner]];
        if (shell.volume_sign > 0) {
            continue;
        }
        if (outer_shells.in_the_way() > most_in_the_way) {
            around[closed[inner]] = kUnknownShell;
            continue;
        }
        for (const int outer : outer_shells.find_around(shell)) {
            const auto place = std::ranges::lower_bound(closed, outer) - closed.begin();
            if (contains(boxes[place], boxes[inner])) {
                around[closed[inner]] = outer;
                break;
            }
        }
    }
    return around;
}

}  // namespace touchstone
