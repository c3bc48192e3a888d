#pragma once

#include <array>
#include <span>
#include <string>
#include <vector>

#include "rigid_solver/barrier/barrier_report.h"
#include "rigid_solver/barrier/barrier_settings.h"
#include "rigid_solver/barrier/barrier_state.h"
#include "rigid_solver/barrier/energy/point_pair.h"
#include "rigid_solver/barrier/linear/node_matrix.h"
#include "rigid_solver/barrier/near/near_bodies.h"
#include "rigid_solver/barrier/search/pair_stiffness.h"

// The search for the minimum of a step's energy, over h², where bodies are elastic. Private to
// barrier_step.cpp. It differs from EnergySearch in its unknowns: nodes of three numbers each, the
// vertices of an elastic body, and the four vectors of an affine one, which here goes straight
// ways only. A point of a surface is a vertex of an elastic body, or weighs the four vectors.
//
// Nodes that a script drives are no unknowns. Each direction leads them all of the way that they
// are short of, and the others follow it to first order. As long as some are short a step may raise
// the energy: each shortens the rest of the way by its share, and then the search falls as ever.
// Where a script turns them far, the way has several parts, one after the other: straight ones
// would shrink what turns.

namespace touchstone {

/// The lagged friction between two bodies, or between a body and itself: constant during a solve.
/// Li et al. [2020], §5.
struct LaggedPointFriction {
    int a = -1;                           ///< number of body A
    int b = -1;                           ///< number of body B; `a` for a body and itself
    PairScale scale;                      ///< scales of the bodies when the solve began
    std::vector<BarrierPair> pairs;       ///< pairs when the solve began
    std::vector<PointFriction> friction;  ///< friction of each pair
    std::vector<bool> turning;  ///< flag of each pair; true: a direction would reverse its slip
};

/// The search for the minimum of one time step's energy where bodies are elastic or driven, and its
/// current iterate. Its unknowns are nodes of three coordinates: vertices of elastic bodies, and
/// the vectors p, a₁, a₂, a₃ of affine ones.
class ElasticSearch {
 public:
    /// Begins at the bodies' placements, which the state keeps until `commit`.
    ElasticSearch(BarrierState& state, const BarrierSettings& settings);

    /// Minimises the energy with the friction of the current iterate. Returns how the search ended;
    /// adds what was done to `report`.
    BarrierStop solve_lagged(BarrierReport& report);

    /// Moves the bodies to the current iterate, and adapts the stiffnesses for the next step.
    void commit();

    /// Decides exactly whether an edge crosses a face at the current iterate, or a tet is inverted
    /// that may not be. Says which in `report` if so.
    bool has_crossing(BarrierReport& report) const;

    /// Returns the bodies near each other at the current iterate, with their pairs.
    const std::vector<NearBodies>& near() const { return state_.near.all(); }
    /// Returns the points of all surfaces at the current iterate [m].
    const BodyPoints& points() const { return points_; }
    /// Returns the scales of two bodies at the current stiffness.
    PairScale scale_of(int a, int b);

    /// Returns the friction force on B of all pairs with these features [N].
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
    bool is_short() const { return part_ < parts_ || shortfall() > 0.0; }
    bool raise_stiffnesses() { return stiffnesses_.raise_all(near(), is_bound_slow_); }

    /// A node that a surface point depends on, with its weight.
    struct Share {
        int node = -1;
        double weight = 1.0;
    };
    /// The nodes of a surface point: x = Σ weight · node.
    struct Shares {
        int count = 0;
        std::array<Share, 4> of;
    };

    void add_nodes(int body);
    /// Appends the vertices of an elastic body.
    void add_vertices(const ElasticBody& body);
    void add_vectors(const AffineBody& body);
    /// Appends a node at a position, with its target and mass. `motion`: that of its script; null:
    /// it is not driven.
    void add_node(const Vec3& place, const Vec3& target, double mass, bool moves,
                  const ScriptedMotion* motion);
    /// Counts the parts of the way on which scripts lead nodes in this step.
    void count_parts();
    /// Sets the targets of driven nodes to the end of a part of their way, counted from 1.
    void lead_to(int part);
    Vec3 fall_of(const Vec3& acceleration) const;
    Vec3 way_of(int node) const;
    double shortfall() const;
    std::string shortfall_text() const;
    /// Lists the blocks that the bodies have without contacts.
    void find_static_blocks();
    /// Returns the nodes on which a surface point depends.
    Shares shares_of(int body, int point) const;
    /// Returns the part of `nodes` that are an elastic body's vertices.
    std::span<const Vec3> vertices_of(int body, const std::vector<Vec3>& nodes) const;
    /// Sets the surface points of all bodies for these nodes.
    void set_points(const std::vector<Vec3>& nodes, BodyPoints& points) const;
    /// Returns the surfaces of two bodies with these points.
    PairPlaces placed(int a, int b, const BodyPoints& points) const;
    /// Sets the lagged friction of the current pairs.
    void build_friction();
    /// Returns the inertia term, without its factor 1/h² [kg m²].
    double inertia(const std::vector<Vec3>& nodes) const;
    /// Returns the energy for nodes whose pairs are found [J].
    double energy(const std::vector<Vec3>& nodes, const BodyPoints& points);

    /// Sets the pattern of the matrix for the present contacts and friction.
    void set_blocks();
    /// Appends the blocks of a pair's points.
    void append_blocks(int a, int b, const PairPoints& points);
    /// Appends the block of two nodes that can move.
    void append_block(int node, int other);
    /// Computes the energy's derivatives at the current iterate. `semidefinite`: whether each
    /// term's Hessian is made positive semidefinite.
    void assemble(bool semidefinite);
    /// Adds inertia and deformation of an affine body.
    void assemble_affine(int body, bool semidefinite);
    /// Adds the elastic energy of a body, tet by tet.
    void assemble_elastic(int body, bool semidefinite);
    /// Adds the energy of a pair, given by its derivatives by points.
    void assemble_contact(int a, int b, const PairPoints& points, PointEnergy& energy,
                          bool semidefinite);
    /// Adds the barrier, pair by pair.
    void assemble_contacts(bool semidefinite);
    /// Adds friction, pair by pair.
    void assemble_friction();
    /// Adds a gradient by a pair's points to `pull_`.
    void add_pull(const LaggedPointFriction& lagged, const PairPoints& points,
                  const Eigen::Matrix<double, 12, 1>& gradient);
    /// Adds a block of the Hessian. For a driven node `other`, whose motion is known, adds the
    /// block times that motion to `pull_` instead.
    void add_block(int node, int other, const Mat3& block);
    /// Solves for the direction with the present factor. Returns false for one along which the
    /// energy rises, or that is not finite.
    bool solve_for_direction();
    /// Finds Newton's direction, whatever happens to slips. Returns false when there is none.
    bool find_plain_direction(BarrierReport& report);
    /// Sets the trial to the end of the direction.
    void set_ends();
    /// Marks the sliding pairs whose slip the direction would reverse. Returns true when one is
    /// new.
    bool mark_turning();
    /// Finds a direction that reverses as few slips as it can. Returns false when there is none.
    bool find_direction(BarrierReport& report);

    double direction_speed() const;
    /// Returns the share of the direction up to which nothing crosses and no tet is inverted.
    double bounded_step() const;
    BarrierStop take_step(bool at_floor, double& value, BarrierReport& report);

    BarrierState& state_;
    const BarrierSettings& settings_;
    bool is_newmark_ = false;
    double inverse_h2_ = 0.0;  ///< 1/h², or 4/h² for Newmark's rule [1/s²]
    StiffnessList stiffnesses_;
    std::vector<int> first_;    ///< number of each body's first node
    std::vector<int> unknown_;  ///< number of each node among those that can move; -1: it cannot
    std::vector<double> masses_;  ///< mass of each node [kg]; 0 for a₁, a₂, a₃ of an affine body
    int unknowns_ = 0;            ///< number of nodes that can move
    std::vector<const ScriptedMotion*> motions_;  ///< motion that drives each node; null: none does
    int parts_ = 1;              ///< number of parts of the way on which scripts lead nodes
    int part_ = 1;               ///< part whose end the targets are
    std::vector<Vec3> start_;    ///< nodes at the start of the step
    std::vector<Vec3> targets_;  ///< nodes at the end of the step if no force but gravity acted;
                                 ///< where a node cannot move, the position that its script gives
    std::vector<Vec3> nodes_;    ///< nodes of the current iterate
    std::vector<Vec3> trial_;    ///< nodes at a share of the direction
    BodyPoints start_points_;    ///< surface points at the start of the step
    BodyPoints points_;          ///< surface points of the current iterate
    BodyPoints end_points_;      ///< surface points of the trial
    std::vector<LaggedPointFriction> friction_;      ///< lagged friction, by bodies
    std::vector<std::array<int, 2>> static_blocks_;  ///< blocks of bodies by themselves, in order
    std::vector<std::array<int, 2>> blocks_;         ///< blocks of bodies and of contacts, in order
    NodeMatrix& matrix_;
    std::vector<Vec3> gradient_;  ///< gradient of the energy, by node
    std::vector<Vec3> pull_;  ///< gradient that pairs made to stick and driven nodes add, by node
                              ///< that can move
    std::vector<Vec3> direction_;  ///< Newton's direction, by node that can move
    bool is_bound_slow_ = false;   ///< true: the bound cut the last step to a small share
    double slope_ = 0.0;           ///< gradient · direction over all nodes [J]
};

}  // namespace touchstone
