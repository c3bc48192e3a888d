#pragma once

#include <cstdint>
#include <random>
#include <string>
#include <vector>

#include "generators/find_contacts.h"
#include "generators/semi_local/semi_local_settings.h"
#include "methods/base/random_share.h"
#include "methods/mesh/surface_mesh.h"
#include "methods/quality/judge.h"
#include "testcases/scenes/test_case.h"

namespace touchstone::testing {

// Test cases under small errors and in other guises, for methods that look at facets.

/// In [0, 1): the library's distributions differ between implementations.
class Uniform {
 public:
    explicit Uniform(std::uint64_t seed) : random_(seed) {}
    double operator()() { return random_share(random_); }
    double operator()(double low, double high) { return low + (high - low) * (*this)(); }
    Vec3 direction();  ///< unit
    std::uint64_t integer() { return random_(); }

 private:
    std::mt19937_64 random_;
};

/// Solids in motion and what is right about them.
struct FacetScene {
    std::string id;
    std::vector<SurfaceMesh> surfaces;  ///< body frame [m]
    std::vector<Pose> poses;
    std::vector<Vec3> velocities;  ///< of the centres of mass [m/s]
    std::vector<bool> fixed;
    Reference reference;
    double time_step = 0.01;  ///< [s]
    double scale = 1.0;       ///< length of what was 1 m
};

/// `half_step`: advanced by half a time step.
FacetScene make_facet_scene(const std::string& case_id, bool half_step);

enum class Disturbance {
    None,
    Gap,           ///< up to 1 mm of gap or penetration, along y
    Shift,         ///< up to 1 mm
    Turn,          ///< 0.1° about the centre of mass
    ShiftAndTurn,  ///< both
    Noise,         ///< of vertices, 1e-9, 1e-7 or 1e-6 m
    OtherGuise,    ///< the whole scene moved, turned, a thousand times smaller to larger, swapped
    OtherMesh      ///< faces and edges cut at random
};
const char* name_of(Disturbance disturbance);

/// Masonry: `per_body` half of it, so that a pair gets at most the whole.
FacetScene disturbed(FacetScene scene, Disturbance disturbance, std::uint64_t seed);

std::vector<ContactPoint> find_semi_local(const FacetScene& scene,
                                          const semi_local::Settings& settings = {});

Judgement judge_semi_local(const FacetScene& scene);

/// Every contact right, every expected normal met, as few contacts as can be.
bool is_perfect(const Judgement& judgement);

}  // namespace touchstone::testing
