#pragma once

#include <array>
#include <span>
#include <string>
#include <vector>

#include "rigid_solver/barrier/barrier_step.h"
#include "rigid_solver/barrier/near_bodies.h"
#include "rigid_solver/barrier/node_matrix.h"
#include "rigid_solver/barrier/pair_stiffness.h"
#include "rigid_solver/barrier/point_pair.h"

// The search for the minimum of a step's energy, over h², where bodies are elastic. Private to
// barrier_step.cpp. It differs from EnergySearch in its unknowns: nodes of three numbers each, the
// vertices of an elastic body, and the four vectors of an affine one, which here goes straight
// ways only. A point of a surface is a vertex of an elastic body, or weighs the four vectors.
//
// Nodes that a script drives are no unknowns. Each direction leads them all of the way that they
// are short of, and the others follow it to first order. As long as some are short a step may raise
// the energy: each shortens the rest of the way by its share, and then the search falls as ever.

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
    void add_vertices(const ElasticBody& body);
    void add_vectors(const AffineBody& body);
    void add_node(const Vec3& place, const Vec3& target, double mass, bool moves);
    Vec3 fall_of(const Vec3& acceleration) const;
    Vec3 way_of(int node) const;
    double shortfall() const;
    std::string shortfall_text() const;
    void find_static_blocks();
    Shares shares_of(int body, int point) const;
    std::span<const Vec3> vertices_of(int body, const std::vector<Vec3>& nodes) const;
    void set_points(const std::vector<Vec3>& nodes, BodyPoints& points) const;
    PairPlaces placed(int a, int b, const BodyPoints& points) const;
    void build_friction();
    double inertia(const std::vector<Vec3>& nodes) const;
    double energy(const std::vector<Vec3>& nodes, const BodyPoints& points);

    void set_blocks();
    void append_blocks(int a, int b, const PairPoints& points);
    void append_block(int node, int other);
    void assemble(bool semidefinite);
    void assemble_affine(int body, bool semidefinite);
    void assemble_elastic(int body, bool semidefinite);
    void assemble_contact(int a, int b, const PairPoints& points, PointEnergy& energy,
                          bool semidefinite);
    void assemble_contacts(bool semidefinite);
    void assemble_friction();
    void add_pull(const LaggedPointFriction& lagged, const PairPoints& points,
                  const Eigen::Matrix<double, 12, 1>& gradient);
    void add_block(int node, int other, const Mat3& block);
    bool solve_for_direction();
    bool find_plain_direction(BarrierReport& report);
    void set_ends();
    bool mark_turning();
    bool find_direction(BarrierReport& report);

    double direction_speed() const;
    double bounded_step() const;
    BarrierStop take_step(bool at_floor, double& value, BarrierReport& report);
    BarrierStop search_minimum(BarrierReport& report);

    BarrierState& state_;
    const BarrierSettings& settings_;
    bool is_newmark_ = false;
    double inverse_h2_ = 0.0;  ///< 1/h², or 4/h² for Newmark's rule [1/s²]
    StiffnessList stiffnesses_;
    std::vector<int> first_;    ///< number of each body's first node
    std::vector<int> unknown_;  ///< number of each node among those that can move; -1: it cannot
    std::vector<double> masses_;  ///< mass of each node [kg]; 0 for a₁, a₂, a₃ of an affine body
    int unknowns_ = 0;            ///< number of nodes that can move
    std::vector<Vec3> start_;     ///< nodes at the start of the step
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
