#pragma once

#include <span>
#include <vector>

#include "rigid_solver/barrier/barrier_step.h"
#include "rigid_solver/barrier/pair_energy.h"

// The search for the minimum of a step's energy. Private to barrier_step.cpp.

namespace touchstone {

/// Two bodies near each other at some iterate.
struct NearBodies {
    int a = -1;
    int b = -1;
    BarrierCandidates candidates;    ///< near at every trial place of the iterate
    std::vector<BarrierPair> pairs;  ///< nearer than d̂
};

/// Friction between two bodies, kept for one solve.
struct LaggedFriction {
    int a = -1;
    int b = -1;
    PairScale scale;
    std::vector<BarrierPair> pairs;  ///< at the lag
    std::vector<FrictionPair> friction;
};

/// The problem of one step, and where its search stands.
class EnergySearch {
 public:
    /// The step begins at the bodies' placements.
    EnergySearch(BarrierState& state, const BarrierSettings& settings);

    /// Searches with friction as of where the search stands. Returns how it ended; `report` gains
    /// what was done.
    BarrierStop solve_lagged(BarrierReport& report);

    /// Moves the bodies to where the search stands, and adapts the stiffnesses for the next step.
    void commit();

    const std::vector<Affine>& placements() const { return placements_; }
    const std::vector<NearBodies>& near() const { return near_; }
    const std::vector<LaggedFriction>& friction() const { return friction_; }
    const std::vector<std::vector<Vec3>>& points() const { return points_; }
    PairScale scale_of(int a, int b);
    PairVector motion_of(int a, int b) const;  ///< since the start of the step
    double smallest_distance() const;          ///< of pairs nearer than d̂; infinite: none [m]

 private:
    void build_friction();
    void find_near(const std::vector<std::vector<Vec3>>& end_points);
    void assemble();
    bool find_direction(BarrierReport& report);
    bool factor(bool project);
    double direction_speed(const std::vector<std::vector<Vec3>>& end_points) const;
    double bounded_step(const std::vector<std::vector<Vec3>>& end_points) const;
    double energy(const std::vector<Affine>& placements, const std::vector<NearBodies>& near);
    std::vector<std::vector<Vec3>> points_of(const std::vector<Affine>& placements) const;
    std::vector<Affine> moved_along(double share) const;
    void update_pairs(const std::vector<std::vector<Vec3>>& points,
                      std::vector<NearBodies>& near) const;
    bool raise_stiffness();
    PairStiffness& stiffness_of(int a, int b);
    bool has_crossing(BarrierReport& report) const;

    BarrierState& state_;
    const BarrierSettings& settings_;
    std::vector<PairStiffness> stiffnesses_;
    std::vector<int> number_;  ///< of each body among those that can move; -1: fixed
    int moving_ = 0;
    std::vector<AffineMatrix> mass_;  ///< by body
    std::vector<Affine> targets_;     ///< q̂, by body
    std::vector<Affine> placements_;  ///< q, by body
    std::vector<std::vector<Vec3>> points_;
    std::vector<NearBodies> near_;
    std::vector<LaggedFriction> friction_;

    struct PairPart {
        int a = -1;
        int b = -1;
        PairEnergy energy;
    };
    std::vector<PairPart> parts_;      ///< by bodies
    std::vector<ShapeEnergy> shapes_;  ///< by body
    std::vector<Affine> gradient_;     ///< by number of a body that can move
    std::vector<Affine> direction_;    ///< the same
    double slope_ = 0.0;               ///< gradient · direction [J s²]
};

}  // namespace touchstone
