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

/// Friction between two bodies, or a body and itself, kept for one solve.
struct LaggedPointFriction {
    int a = -1;
    int b = -1;
    PairScale scale;
    std::vector<BarrierPair> pairs;       ///< at the lag
    std::vector<PointFriction> friction;  ///< one per pair
    std::vector<bool> turning;            ///< per pair, true: a direction would turn its slip round
};

/// The problem of one step, and where its search stands.
class ElasticSearch {
 public:
    /// The step begins at the bodies' placements.
    ElasticSearch(BarrierState& state, const BarrierSettings& settings);

    /// Searches with friction as of where the search stands. Returns how it ended; `report` gains
    /// what was done.
    BarrierStop solve_lagged(BarrierReport& report);

    /// Moves the bodies to where the search stands, and adapts the stiffnesses for the next step.
    void commit();

    /// Decides exactly whether bodies cross where the search stands, or a tet is inverted that may
    /// not be, and then says which.
    bool has_crossing(BarrierReport& report) const;

    const std::vector<NearBodies>& near() const { return state_.near.all(); }
    const BodyPoints& points() const { return points_; }
    PairScale scale_of(int a, int b);

    /// Returns the friction force on B of all pairs with these features [N].
    Vec3 friction_of(int a, int b, const BarrierPair& pair) const;

 private:
    /// A node that a point depends on.
    struct Share {
        int node = -1;
        double weight = 1.0;
    };
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
    double inverse_h2_ = 0.0;  ///< 1/h², of Newmark's rule 4/h² [1/s²]
    StiffnessList stiffnesses_;
    std::vector<int> first_;      ///< number of each body's first node
    std::vector<int> unknown_;    ///< of each node among those that can move; -1: it cannot
    std::vector<double> masses_;  ///< of each node; 0 for what only turns and stretches a body [kg]
    int unknowns_ = 0;
    std::vector<Vec3> start_;    ///< nodes at the start of the step
    std::vector<Vec3> targets_;  ///< where nodes would be without any force but gravity; of those
                                 ///< that cannot move, where a script has them
    std::vector<Vec3> nodes_;    ///< where the search stands
    std::vector<Vec3> trial_;    ///< where a share of the direction leads
    BodyPoints start_points_;
    BodyPoints points_;
    BodyPoints end_points_;
    std::vector<LaggedPointFriction> friction_;
    std::vector<std::array<int, 2>> static_blocks_;  ///< of bodies by themselves, in order
    std::vector<std::array<int, 2>> blocks_;         ///< with those of contacts
    NodeMatrix& matrix_;
    std::vector<Vec3> gradient_;   ///< by node
    std::vector<Vec3> pull_;       ///< what pairs that are to stick, and the ways of driven nodes,
                                   ///< add to it, by node that can move
    std::vector<Vec3> direction_;  ///< by node that can move
    bool is_bound_slow_ = false;   ///< true: the bound cut the last step to a small share
    double slope_ = 0.0;           ///< gradient · direction, of all nodes [J]
};

}  // namespace touchstone
