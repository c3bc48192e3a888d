#pragma once

#include <string>
#include <string_view>
#include <vector>

namespace touchstone {

/// The ways in which a scene is retold.
enum class Retelling {
    Swap,            ///< the bodies in reverse order: B is A, and normals turn round
    Rotation,        ///< all turned about the origin, about an axis askew to everything
    Translation,     ///< all moved, in a direction askew to everything
    Scaling,         ///< all lengths times a factor, those of the settings too
    Retessellation,  ///< other triangles on the same surfaces: diagonals turned, edges split
    FaceVertices,    ///< further vertices within triangles
    Renumbering,     ///< vertices and triangles in another order
    Jitter           ///< each body moved by itself, by next to nothing
};
/// Number of ways.
inline constexpr int kRetellings = 8;
std::string_view retelling_id(Retelling retelling);  ///< Returns the id, as files name it: "swap",
                                                     ///< "face_vertices", …

/// One retelling of a certain size. Of each, several are tried, the smallest first.
struct RetellingStep {
    Retelling retelling = Retelling::Swap;
    double size = 0.0;       ///< angle of a rotation [degrees], length of a translation [m], factor
                             ///< of a scaling, largest shift of a jitter [of the scene's size],
                             ///< else the number of changes per body; of a swap nothing
    bool diagonals = false;  ///< true: a retessellation turns diagonals; false: it splits edges
    unsigned seed = 0;       ///< seed of renumbering and jitter
};

/// Returns all steps of one way, in the order in which they are tried.
std::vector<RetellingStep> retelling_steps(Retelling retelling);

/// Returns a step in words: "4 edges of each body split".
std::string describe(const RetellingStep& step);

}  // namespace touchstone
