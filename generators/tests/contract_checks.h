#pragma once

#include <string>
#include <vector>

#include "generators/find_contacts.h"
#include "generators/generator.h"
#include "methods/mesh/tet_mesh.h"

namespace touchstone::testing {

// What every generator promises: the same contacts of a scene seen in another way.

/// Two solids, in the order in which a generator is asked.
struct TwoBodies {
    TetMesh mesh_a;
    TetMesh mesh_b;
    Pose pose_a;
    Pose pose_b;
    Vec3 velocity_a = Vec3::Zero();  ///< of the centre of mass [m/s]
    Vec3 velocity_b = Vec3::Zero();
};

/// A shape with what the generator looks at.
CollisionShape make_shape(const TetMesh& mesh, ElementOrder order, const Generator& generator);

std::vector<ContactPoint> find(const TwoBodies& bodies, const Generator& generator,
                               const MethodSettings& settings);

/// A shift of millimetres and a turn of 0.3° of B about an axis without zeros: no element of one
/// body is parallel to, or flush with, one of the other any more.
TwoBodies in_general_position(TwoBodies bodies);

TwoBodies swapped(const TwoBodies& bodies);
TwoBodies apart(const TwoBodies& bodies);  ///< B moved away

/// x' = world_from_old (scale x).
struct Similarity {
    Pose world_from_old;
    double scale = 1.0;
};

struct NamedSimilarity {
    std::string name;
    Similarity similarity;
};
/// An awkward turn, 5 km away, a thousand times smaller and larger.
std::vector<NamedSimilarity> all_similarities();

TwoBodies transformed(const TwoBodies& bodies, const Similarity& similarity);
std::vector<ContactPoint> transformed(std::vector<ContactPoint> contacts,
                                      const Similarity& similarity);

/// The same solid with vertices, tets and corners of tets in another order.
struct Renumbered {
    TetMesh mesh;
    std::vector<int> new_index;  ///< per old vertex
};
Renumbered renumbered(const TetMesh& mesh, unsigned seed);
std::vector<ContactPoint> renumbered(std::vector<ContactPoint> contacts, const Renumbered& a,
                                     const Renumbered& b);

/// As the other body sees them.
std::vector<ContactPoint> swapped(std::vector<ContactPoint> contacts);

/// Every number equal to the last bit, in the same order.
bool identical(const std::vector<ContactPoint>& x, const std::vector<ContactPoint>& y);

/// Equal in any order: features, positions within `length_tolerance` [m], unit normals within
/// `kNormalTolerance`.
inline constexpr double kNormalTolerance = 1e-7;
bool equivalent(const std::vector<ContactPoint>& x, const std::vector<ContactPoint>& y,
                double length_tolerance);

/// What spoils that, for the reader of a failed test.
std::string difference(const std::vector<ContactPoint>& x, const std::vector<ContactPoint>& y,
                       double length_tolerance);
std::string describe(const std::vector<ContactPoint>& contacts);

}  // namespace touchstone::testing
