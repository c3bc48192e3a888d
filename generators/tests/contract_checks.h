#pragma once

#include <string>
#include <vector>

#include "generators/find_contacts.h"
#include "generators/generator.h"
#include "methods/mesh/tet_mesh.h"

namespace touchstone::testing {

// The guarantees of every generator: the same contacts for the same scene in another form.

/// Two solids, in the order of a query.
struct TwoBodies {
    TetMesh mesh_a;
    TetMesh mesh_b;
    Pose pose_a;
    Pose pose_b;
    Vec3 velocity_a = Vec3::Zero();  ///< velocity of the centre of mass [m/s]
    Vec3 velocity_b = Vec3::Zero();
};

/// Makes a shape with the elements that the generator uses.
CollisionShape make_shape(const TetMesh& mesh, ElementOrder order, const Generator& generator);

std::vector<ContactPoint> find(const TwoBodies& bodies, const Generator& generator,
                               const MethodSettings& settings);

/// Moves B by millimetres and rotates it by 0.3° about an axis without zeros: then no element of
/// one body is parallel to, or flush with, an element of the other.
TwoBodies in_general_position(TwoBodies bodies);

TwoBodies swapped(const TwoBodies& bodies);
TwoBodies apart(const TwoBodies& bodies);  ///< moves B far away

/// A similarity x' = world_from_old (scale x).
struct Similarity {
    Pose world_from_old;
    double scale = 1.0;
};

struct NamedSimilarity {
    std::string name;
    Similarity similarity;
};
/// Returns awkward poses, 5 km away, a thousand times smaller and larger.
std::vector<NamedSimilarity> all_similarities();

TwoBodies transformed(const TwoBodies& bodies, const Similarity& similarity);
std::vector<ContactPoint> transformed(std::vector<ContactPoint> contacts,
                                      const Similarity& similarity);

/// The same solid with vertices, tets and corners of tets in another order.
struct Renumbered {
    TetMesh mesh;
    std::vector<int> new_index;  ///< new index of each vertex
};
Renumbered renumbered(const TetMesh& mesh, unsigned seed);
std::vector<ContactPoint> renumbered(std::vector<ContactPoint> contacts, const Renumbered& a,
                                     const Renumbered& b);

/// Returns the contacts as the other body sees them.
std::vector<ContactPoint> swapped(std::vector<ContactPoint> contacts);

/// Returns true when every number is equal to the last bit, in the same order.
bool identical(const std::vector<ContactPoint>& x, const std::vector<ContactPoint>& y);

/// Tolerance of unit normals in `equivalent`, which compares in any order: features, positions
/// within `length_tolerance` [m], and normals.
inline constexpr double kNormalTolerance = 1e-7;
bool equivalent(const std::vector<ContactPoint>& x, const std::vector<ContactPoint>& y,
                double length_tolerance);

/// Describes the difference for the reader of a failed test.
std::string difference(const std::vector<ContactPoint>& x, const std::vector<ContactPoint>& y,
                       double length_tolerance);
std::string describe(const std::vector<ContactPoint>& contacts);

}  // namespace touchstone::testing
