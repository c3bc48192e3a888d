#pragma once

#include <array>
#include <span>
#include <vector>

#include "rigid_solver/barrier/barrier_report.h"
#include "rigid_solver/barrier/barrier_settings.h"
#include "rigid_solver/barrier/barrier_state.h"
#include "rigid_solver/barrier/bodies/affine_way.h"
#include "rigid_solver/barrier/energy/friction_energy.h"
#include "rigid_solver/barrier/near/near_bodies.h"
#include "rigid_solver/barrier/search/pair_stiffness.h"
#include "rigid_solver/body_groups.h"

// The search for the minimum of a step's energy, over h². Private to barrier_step.cpp.

namespace touchstone {

/// The lagged friction between two bodies: constant during a solve. Li et al. [2020], §5.
struct LaggedFriction {
    int a = -1;                          ///< number of body A
    int b = -1;                          ///< number of body B
    PairScale scale;                     ///< scales of the bodies when the solve began
    std::vector<BarrierPair> pairs;      ///< pairs when the solve began
    std::vector<FrictionPair> friction;  ///< friction of each pair
};

/// The search for the minimum of one time step's energy where all bodies are affine, and its
/// current iterate.
class EnergySearch {
 public:
    /// Begins at the bodies' placements, which the state keeps until `commit`.
    EnergySearch(BarrierState& state, const BarrierSettings& settings);

    /// Moves bodies that turn far in the step to where they would be without contacts, as rigid
    /// ones, as far as nothing is in the way and the energy falls. Returns true when any was moved.
    /// A search that begins before the turn would have to stretch them all the way.
    bool start_turned();

    /// Minimises the energy with the friction of the current iterate. Returns how the search ended;
    /// adds what was done to `report`.
    BarrierStop solve_lagged(BarrierReport& report);

    /// Moves the bodies to the current iterate, and adapts the stiffnesses for the next step.
    /// Bodies that turned far keep no more speed than leaves the energy what it was, in each group
    /// of bodies that push each other.
    void commit();

    /// Decides exactly whether an edge crosses a face at the current iterate. Says between which
    /// bodies in `report` if so.
    bool has_crossing(BarrierReport& report) const;

    /// Returns the bodies near each other at the current iterate, with their pairs.
    const std::vector<NearBodies>& near() const { return state_.near.all(); }
    /// Returns the points of all surfaces at the current iterate [m].
    const BodyPoints& points() const { return points_; }
    /// Returns the scales of two bodies at the current stiffness.
    PairScale scale_of(int a, int b);
    /// Returns the friction force on B of all pairs with these features, world frame [N].
    Vec3 friction_of(int a, int b, const BarrierPair& pair) const;

 private:
    template <typename Search>
    friend BarrierStop take_newton_steps(Search& search, const BarrierSettings& settings,
                                         BarrierReport& report);

    // What the loop of Newton steps asks, see newton_loop.h.

    bool aim(BarrierReport& report);
    double value();
    /// Returns the largest component of the gradient [N].
    double largest_gradient() const;
    double slope() const { return slope_; }
    bool is_short() const { return false; }
    bool raise_stiffnesses();
    double direction_speed() const { return speed_; }

    /// The energy of barrier and friction between two bodies, with its derivatives.
    struct PairPart {
        int a = -1;
        int b = -1;
        PairEnergy energy;
    };

    /// Sets the lagged friction of the current pairs.
    void build_friction();
    /// Computes the energy's derivatives at the current iterate.
    void assemble();
    /// Computes the derivatives of inertia and deformation, body by body.
    void assemble_bodies();
    void assemble_turns();
    void find_pivots();
    void assemble_pair(int a, int b, NearBodies* near, const LaggedFriction* lagged,
                       PairPart& part);
    /// Returns how far the unknowns of two bodies have moved since the start of the step.
    PairVector motion_of(int a, int b) const;
    void add_gradient(const PairVector& gradient, int a, int b, std::vector<Affine>& sums) const;
    void assemble_pairs();
    /// Finds Newton's direction. Returns false when there is none along which the energy falls.
    bool find_direction(BarrierReport& report);
    /// Makes the Hessians of pairs of bodies and of deformation positive semidefinite.
    void project();
    bool factor(double shift, bool with_turns);
    /// Computes the energy's gradient alone at the current iterate.
    void find_gradient();
    /// Finds a direction with the factor of an earlier iterate. Returns false when there is none,
    /// or none that does as well as one with a factor of its own.
    bool aim_by_last_factor(const BarrierReport& report);
    /// Sets the paths of the direction, the trial at their ends, and the speed.
    void set_ends();
    /// Solves for the direction with the present factor. Returns false for one along which the
    /// energy rises, or that is not finite.
    bool solve_for_direction();
    BarrierStop take_step(bool at_floor, double& value, BarrierReport& report);
    /// Returns the energy at placements whose pairs are found [J].
    double energy(const std::vector<Affine>& placements);
    /// Sets the paths that begin in the direction.
    void set_ways();
    /// Sets the surface points of all bodies at placements.
    void set_points(const std::vector<Affine>& placements, BodyPoints& points) const;
    /// Sets placements to those at a share of the paths.
    void move_along(double share, std::vector<Affine>& placements) const;
    void balance_stiffness();
    void join_moving(int a, int b, BodyGroups& groups) const;
    /// Joins the bodies that can move and are near each other.
    void join_near(BodyGroups& groups) const;
    /// Adds `sign` times the energy of deformation, and of the barriers of the present pairs, to
    /// the sums of the bodies; that of a barrier to one of the two [J].
    void add_stored_energies(const std::vector<Affine>& placements, double sign,
                             std::vector<double>& sums);
    /// Adds what has been gained of that energy in the time step, by body [J], and joins the bodies
    /// that were near each other at its start.
    void add_gains_of_stored_energy(std::vector<double>& gains, BodyGroups& groups);
    /// Slows the bodies that turned far by so much that the sum of all energies has not grown in
    /// any group of bodies that push each other.
    void limit_energy(std::vector<Affine>& velocities);
    void find_barrier(NearBodies& near);

    BarrierState& state_;
    const BarrierSettings& settings_;
    double inverse_h2_ = 0.0;  ///< 1/h² [1/s²]
    StiffnessList stiffnesses_;
    std::vector<int> number_;      ///< number of each body among those that can move; -1: fixed
    int moving_ = 0;               ///< number of bodies that can move
    std::vector<Affine> targets_;  ///< q̂ at the end of the step if no force but gravity acted, by
                                   ///< body
    std::vector<Affine> placements_;        ///< q of the current iterate, by body
    BodyPoints points_;                     ///< surface points of the current iterate
    std::vector<Affine> trial_placements_;  ///< q at a share of the paths, by body
    BodyPoints end_points_;                 ///< surface points of the trial
    std::vector<LaggedFriction> friction_;  ///< lagged friction, by bodies
    std::vector<PairPart> parts_;           ///< energies of pairs of bodies, in order; the first
                                            ///< `part_count_` are in use
    int part_count_ = 0;
    std::vector<ShapeEnergy> shapes_;  ///< energies against deformation, by body
    std::vector<Vec3> pivots_;  ///< points about which bodies turn, each in its body's frame [m]
    std::vector<Eigen::Matrix<double, 9, 9>> turns_;  ///< turn_hessian of each body, where paths
                                                      ///< are bent
    std::vector<Affine> gradient_;   ///< gradient of the energy, by number of a body that can move
    std::vector<Affine> direction_;  ///< Newton's direction, by the same number
    std::vector<AffineWay> ways_;    ///< paths of a Newton step, by the same number
    bool is_straight_ = true;        ///< true: no body turned on its last path
    std::vector<std::array<int, 2>> graph_;  ///< pairs of bodies with a block beside the diagonal
    bool is_damped_ = false;  ///< true: the direction's Hessian was made larger than the energy's
    double reach_ = 1.0;      ///< share of a damped step to try first, may be above 1 [-]
    bool is_bound_slow_ = false;  ///< true: the bound cut the last step to a small share
    int careful_steps_ = 0;       ///< steps left that use the curvature of friction's majorant
    double slope_ = 0.0;          ///< gradient · direction [J]
    double speed_ = 0.0;       ///< largest speed of a coordinate of a surface point along the paths
                               ///< [m/s]
    bool has_factor_ = false;  ///< true: the factor is that of a Hessian near the present one
    bool has_moved_ = false;   ///< true: a Newton step was taken in this solve
    double last_speed_ = 0.0;  ///< speed of the last Newton step [m/s]
    double most_speed_ = 0.0;  ///< largest speed of the Newton steps of this time step [m/s]
};

}  // namespace touchstone
