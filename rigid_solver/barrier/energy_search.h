#pragma once

#include <array>
#include <span>
#include <vector>

#include "rigid_solver/barrier/affine_way.h"
#include "rigid_solver/barrier/barrier_step.h"
#include "rigid_solver/barrier/near_bodies.h"
#include "rigid_solver/barrier/pair_energy.h"
#include "rigid_solver/barrier/pair_stiffness.h"

// The search for the minimum of a step's energy, over h². Private to barrier_step.cpp.

namespace touchstone {

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

    /// Moves bodies that turn far in the step to where they would be without contacts, as rigid
    /// ones, as far as nothing is in the way and the energy falls. A search that begins before the
    /// turn has to stretch them all the way. Returns whether any was moved.
    bool start_turned();

    /// Searches with friction as of where the search stands. Returns how it ended; `report` gains
    /// what was done.
    BarrierStop solve_lagged(BarrierReport& report);

    /// Moves the bodies to where the search stands, and adapts the stiffnesses for the next step.
    void commit();

    /// Decides exactly whether bodies cross where the search stands, and then says which.
    bool has_crossing(BarrierReport& report) const;

    const std::vector<NearBodies>& near() const { return state_.near.all(); }
    const std::vector<LaggedFriction>& friction() const { return friction_; }
    const BodyPoints& points() const { return points_; }
    PairScale scale_of(int a, int b);
    PairVector motion_of(int a, int b) const;  ///< since the start of the step

 private:
    /// The energy of two bodies with its derivatives, of barrier and friction.
    struct PairPart {
        int a = -1;
        int b = -1;
        PairEnergy energy;
    };

    void build_friction();
    void assemble();
    void assemble_bodies();
    void assemble_turns();
    void find_pivots();
    void assemble_pair(int a, int b, NearBodies* near, const LaggedFriction* lagged,
                       PairPart& part);
    void add_gradient(const PairVector& gradient, int a, int b, std::vector<Affine>& sums) const;
    void assemble_pairs();
    bool find_direction(BarrierReport& report);
    void project();
    bool factor(double shift, bool with_turns);
    bool solve_for_direction();
    BarrierStop take_step(bool at_floor, double& value, BarrierReport& report);
    double direction_speed() const;
    double energy(const std::vector<Affine>& placements);
    void set_ways();
    void set_points(const std::vector<Affine>& placements, BodyPoints& points) const;
    void move_along(double share, std::vector<Affine>& placements) const;
    void balance_stiffness();
    void find_barrier(NearBodies& near);

    BarrierState& state_;
    const BarrierSettings& settings_;
    double inverse_h2_ = 0.0;  ///< 1/h² [1/s²]
    StiffnessList stiffnesses_;
    std::vector<int> number_;  ///< of each body among those that can move; -1: fixed
    int moving_ = 0;
    std::vector<Affine> targets_;     ///< q̂, by body
    std::vector<Affine> placements_;  ///< q, by body
    BodyPoints points_;               ///< at q
    std::vector<Affine> trial_placements_;
    BodyPoints end_points_;  ///< where a share of the ways leads
    std::vector<LaggedFriction> friction_;
    std::vector<PairPart> parts_;  ///< by bodies; the first `part_count_` are in use
    int part_count_ = 0;
    std::vector<ShapeEnergy> shapes_;  ///< by body
    std::vector<Vec3> pivots_;         ///< about which each body turns, in its frame [m]
    std::vector<Eigen::Matrix<double, 9, 9>> turns_;  ///< turn_hessian by body, of bent ways
    std::vector<Affine> gradient_;                    ///< by number of a body that can move
    std::vector<Affine> direction_;                   ///< the same
    std::vector<AffineWay> ways_;                     ///< of a step, by the same number
    bool is_straight_ = true;                         ///< true: no body turns on its (last) way
    std::vector<std::array<int, 2>> graph_;
    bool is_damped_ = false;  ///< true: the Hessian of the direction is larger than the energy's
    double reach_ = 1.0;      ///< share of a damped step to begin with, may be above 1 [-]
    bool is_bound_slow_ = false;  ///< true: the bound cut the last step to a small share
    int careful_steps_ = 0;       ///< left for which friction's curvature is that of its majorant
    double slope_ = 0.0;          ///< gradient · direction [J]
};

}  // namespace touchstone
