#pragma once

#include <array>
#include <compare>
#include <functional>
#include <optional>
#include <span>
#include <string>
#include <string_view>
#include <vector>

#include "generators/pair_memory.h"
#include "generators/settings.h"
#include "methods/contact/collider.h"
#include "methods/contact/contact_point.h"
#include "methods/contact/time_span.h"
#include "methods/mesh/filling/erosion.h"

namespace touchstone {

/// The conditions of one query.
struct Query {
    double time_step = 0.01;       ///< length of the coming time step [s]
    MethodSettings settings = {};  ///< settings of the generator that is asked; empty: its defaults
    /// True: contacts that the bodies reach only within the step are wanted as well. Heeded by
    /// methods with Generator::looks_ahead.
    bool look_ahead = false;
    double acceleration = 0.0;  ///< upper bound of the acceleration by forces in the step [m/s²]
    /// By how much blows of third bodies may change the bodies' velocity relative to each other
    /// within the step [m/s]. Heeded with `look_ahead`.
    double gain = 0.0;
    /// Contacts of the same bodies in the step before, in the order of their bodies; empty:
    /// unknown. A query that a step repeats is told those of the step before as well. Where bodies
    /// overlap deeply, they tell from which side the bodies came. No answer may depend on their
    /// forces, which solvers write as well.
    std::span<const ContactPoint> last_contacts = {};
    /// True for the bodies of which a pair has one, or is not asked about; null: all pairs are.
    /// Heeded without a DetectionMemory.
    const std::vector<bool>* only_with = nullptr;
    /// Place of these bodies in a DetectionMemory; null: nothing is remembered.
    PairSlot* memory = nullptr;
    /// Restitution with which the step's solver lets bodies bounce, in [0, 1]; 1 where no solver
    /// moves them, or an unknown one: blows then make bodies no faster than this tells [-]. Heeded
    /// with `look_ahead`.
    double restitution = 1.0;
};

/// Number of time steps over which methods that look ahead follow the bodies. One is not enough:
/// when a body is stopped at one end, its other end speeds up.
inline constexpr double kLookSteps = 3.0;

/// Finds the contacts between A and B: no contact, empty result. Throws GeneratorFault for what the
/// method does not support, and where it fails; on valid colliders nothing else. The same input
/// gives the same contacts in the same order, whatever lies in Query::memory, which is all that it
/// may change. The caller fills body_a and body_b. Swapping A and B flips the normals and nothing
/// else, as long as ties are broken canonically.
using GenerateContacts = std::function<std::vector<ContactPoint>(
    const Collider& a, const Collider& b, const Query& query)>;

/// Returns the part of the step in which the two features of a contact ahead lie over each other,
/// if their bodies keep the colliders' velocities; nothing where they pass beside each other. `a`,
/// `b`: the contact's bodies at its query, with the velocities that a solver found.
using FacingTime = std::optional<TimeSpan> (*)(const ContactPoint& contact, const Collider& a,
                                               const Collider& b, const Query& query);

/// The place of a method in the taxonomy. Erleben [2018], §3, Tables 3 and 5.
struct Taxonomy {
    std::string representation;  ///< "surface-based" or "volume-based"
    std::string geometry;        ///< "exact" or "approximate"; empty where Table 5 does not say
    std::string normals;         ///< source of the normals, in the words of the paper's tables
    std::string time;            ///< "discrete" or "continuous"
    std::string locality;        ///< "local", "semi-local" or "global"

    /// Support for exact geometry, continuous collision detection, deformable models, topology
    /// changes: 0 not possible, 1 with effort, 2 trivial. Nothing where Table 3 has no row.
    std::optional<std::array<int, 4>> traits;
};

/// The form in which a method is given a body.
enum class ShapeKind {
    Tets,        ///< tetrahedra, from make_collision_shape
    ErodedTets,  ///< tetrahedra of the body shrunk first, see make_eroded_tets
    Facets       ///< planar facets, from make_facet_shape
};
/// Returns the word for tables: "tets" or "facets".
const char* shape_kind_word(ShapeKind kind);

/// Returns the size of a shape in the form it has [m].
double shape_size(const CollisionShape& shape);

/// The two sizes that bound the size of every pair of bodies in a scene.
struct ShapeSizes {
    double largest = 0.0;         ///< largest size of a body [m]
    double second_largest = 0.0;  ///< second largest [m]; the smaller body of a pair is no larger
    bool curved = false;          ///< true: some bodies have exact shapes, which their meshes lie
                                  ///< inside of; asked by `slack` alone

    /// Takes the `size` of one more body into account [m].
    void add(double size);
};

/// The part of a body's collision shape that depends on the generator and its settings.
struct ShapeRule {
    Erosion erosion = Erosion::None;
    double amount = 0.0;               ///< depth of the erosion [m], or a share, see the next line
    bool amount_of_thickness = false;  ///< true: `amount` is a share of the body's mean_thickness
                                       ///< [-]
    ElementOrder order = ElementOrder::Canonical;
    bool facets = false;  ///< true: facets instead of tetrahedra
    bool convex = false;  ///< true: convex parts as well

    auto operator<=>(const ShapeRule&) const = default;
};

/// Returns the rule of methods that state none: tetrahedra in canonical order. With
/// DeclaredSettings the published profile keeps the order of the meshes.
ShapeRule make_declared_rule(const MethodSettings& settings);

/// A length that a method keeps to in a scene with bodies of these sizes [m].
using MethodLength = std::function<double(const MethodSettings& settings, const ShapeSizes& sizes)>;

/// Returns two centimetres, the reach of methods that state none [m].
double usual_reach(const MethodSettings& settings, const ShapeSizes& sizes);
/// Returns 0, the slack of methods that state none [m].
double no_slack(const MethodSettings& settings, const ShapeSizes& sizes);

/// The simulations whose bodies a method moves by its own rule, in place of the proximal solver.
enum class Moves {
    Off,  ///< none
    On,   ///< those with this method
    All   ///< those with any method, whose contacts are found along a motion that they do not bend
};
/// The option by which such a method says which, as in `--set barrier.moves=on`.
inline constexpr const char* kMovesOption = "moves";

/// A contact point method: its names, what it needs and promises, and its function.
struct Generator {
    std::string id;           ///< stable name in files and on the command line: "vertex_only"
    std::string title;        ///< name in tables and plots: "Vertex only"
    std::string section;      ///< place in the paper where the method is defined
    std::string source = {};  ///< page about the method: "docs/methods/semi_local.md"
    Taxonomy taxonomy = {};
    ShapeKind shape = ShapeKind::Tets;
    MethodOptions options = make_declared_options({});  ///< options and profiles
    /// Returns the shape of a body that the method needs.
    ShapeRule (*shape_rule)(const MethodSettings& settings) = &make_declared_rule;
    MethodLength reach = &usual_reach;  ///< range: bodies farther apart need not be asked about [m]
    MethodLength slack = &no_slack;     ///< largest distance of a contact from its bodies [m]
    /// Largest gap of a contact of bodies that do not move. Contacts with a larger one are ahead,
    /// see methods/quality/ahead.h. Empty: the method finds none ahead.
    MethodLength envelope = {};
    /// Returns true when its normals are not scaled to unit length, as published, see
    /// JudgeOptions::raw_normals. Null: never.
    bool (*has_raw_normals)(const MethodSettings& settings) = nullptr;
    /// True when semi_local::Workspace explains how its contacts were chosen among others.
    bool explains_choices = false;
    /// True when it follows bodies over the time step: bodies beyond its reach are then asked about
    /// as well if they may come within it.
    bool sweeps = false;
    /// True when it heeds Query::look_ahead, and then follows bodies as with `sweeps`. Its contacts
    /// carry gaps, which a solver has to know, see GapRule::Close.
    bool looks_ahead = false;
    /// Returns true when it needs an exact curved shape in at least one of two bodies: without one
    /// it throws GeneratorFault, Unsupported. Null: never.
    bool (*needs_exact_shape)(const MethodSettings& settings) = nullptr;
    /// True: asked only when named, as a method for bodies that most cases do not have.
    bool only_by_name = false;
    /// Rough processor time of a query, beside that of "vertex_only". Tables that several processes
    /// or threads fill begin with what takes long; no answer depends on it.
    double work = 1.0;
    /// Returns the simulations in which its settings, with those of motion, move the bodies. Null:
    /// none; a solver moves them by the contacts.
    Moves (*moves)(const MethodSettings& settings) = nullptr;

    /// Returns true for a method that is asked about any bodies when no method is named.
    bool is_for_all() const { return needs_exact_shape == nullptr && !only_by_name; }
    /// Returns true when its contacts carry the gaps that the coming step may close.
    bool finds_gaps() const { return looks_ahead || sweeps; }

    /// Tells when the features of its contacts ahead lie over each other at other velocities than
    /// those at which they were found. Null: not told, and the gap of a contact is closed wherever
    /// its features go.
    FacingTime facing_time = nullptr;

    GenerateContacts generate = {};  ///< function that finds the contacts of two bodies
};

/// Returns the built-in table, in the order of the paper's Table 7, followed by methods that the
/// paper does not have. A run with further methods of its own keeps a MethodList.
std::span<const Generator> all_generators();

/// Returns the entry of the built-in table. Throws UnknownName, listing the known ids.
const Generator& find_generator(std::string_view id);

}  // namespace touchstone
