#include "methods/mesh/health/shells.h"

#include <algorithm>
#include <cmath>
#include <iterator>
#include <numbers>
#include <utility>

#include "methods/base/box_tree.h"
#include "methods/mesh/health/exact_orientation.h"

namespace touchstone {

namespace {

using Face = std::array<int, 3>;

/// What lies across an edge with two faces.
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

    /// From this face over all that hang together with it. `turned`: those that disagree with it.
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
        std::sort(shell.faces.begin(), shell.faces.end());
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
    Neighbors neighbors_;
    std::vector<int> shell_of_;
    std::vector<bool> turn_;  ///< disagrees with the first face of its shell
};

/// Per shell, whether its edges are passed as often one way as the other once its faces agree.
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

/// `shell.turned` disagree with the first face.
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
            extend(box, {vertices[v], vertices[v]});
        }
    }
    return box;
}

bool contains(const BoundingBox& outer, const BoundingBox& inner) {
    return (outer.lower.array() < inner.lower.array()).all() &&
           (outer.upper.array() > inner.upper.array()).all();
}

/// How often the shell winds around the point. Van Oosterom and Strackee [1983], Eq. (8).
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
                                    std::span<const Shell> shells) {
    std::vector<int> closed;
    std::vector<BoundingBox> boxes;
    for (int i = 0; i < std::ssize(shells); ++i) {
        if (shells[i].turned.empty() && shells[i].volume_sign != 0) {
            closed.push_back(i);
            boxes.push_back(box_of(vertices, faces, shells[i]));
        }
    }
    const BoxTree tree(boxes, 1);
    const TreeBoxes tree_boxes = refit(tree, boxes);
    std::vector<int> around(shells.size(), -1);
    for (std::size_t inner = 0; inner < closed.size(); ++inner) {
        if (shells[closed[inner]].volume_sign > 0) {
            continue;
        }
        std::vector<int> outers;
        visit_overlapping(tree, tree_boxes, boxes[inner], 0, [&](int place) {
            const int outer = tree.elements()[place];
            if (contains(boxes[outer], boxes[inner])) {
                outers.push_back(closed[outer]);
            }
        });
        std::sort(outers.begin(), outers.end());
        const Vec3& point = vertices[faces[shells[closed[inner]].faces[0]][0]];
        const auto found = std::find_if(outers.begin(), outers.end(), [&](int outer) {
            return std::abs(winding_number(vertices, faces, shells[outer], point)) > 0.5;
        });
        around[closed[inner]] = found == outers.end() ? -1 : *found;
    }
    return around;
}

}  // namespace touchstone
