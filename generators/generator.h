#pragma once

#include <array>
#include <compare>
#include <functional>
#include <optional>
#include <span>
#include <string>
#include <string_view>
#include <vector>

#include "generators/settings.h"
#include "methods/contact/collider.h"
#include "methods/contact/contact_point.h"
#include "methods/mesh/filling/erosion.h"

namespace touchstone {

/// What one query asks for.
struct Query {
    double time_step = 0.01;       ///< [s]
    MethodSettings settings = {};  ///< of the generator that is asked; empty: its defaults
    /// Whether contacts that the bodies only reach within the step are wanted as well. Of methods
    /// with Generator::looks_ahead.
    bool look_ahead = false;
    double acceleration = 0.0;  ///< most by which forces speed bodies up in the step [m/s²]
    /// Contacts of the step before, of the bodies that are asked about: where bodies overlap
    /// deeply, they tell from which side. In the order of find_contacts; empty: unknown.
    std::span<const ContactPoint> last_contacts = {};
};

/// How many steps far methods that look ahead follow the bodies. One is not enough: of a body that
/// is stopped at one end the other end goes faster than before.
inline constexpr double kLookSteps = 3.0;

/// Finds the contacts between A and B: no contact, empty result. Never throws on valid colliders.
/// Pure: the same input gives the same contacts in the same order. The caller fills body_a and
/// body_b. Swapping A and B flips the normals and nothing else, as long as ties are broken
/// canonically.
using GenerateContacts = std::function<std::vector<ContactPoint>(
    const Collider& a, const Collider& b, const Query& query)>;

/// Where a method stands in the taxonomy. Erleben [2018], §3, Tables 3 and 5.
struct Taxonomy {
    std::string representation;  ///< "surface-based" or "volume-based"
    std::string geometry;        ///< "exact" or "approximate"; empty where Table 5 does not say
    std::string normals;         ///< what the normals come from
    std::string time;            ///< "discrete" or "continuous"
    std::string locality;        ///< "local", "semi-local" or "global"

    /// Support for exact geometry, continuous collision detection, deformable models, topology
    /// changes: 0 not possible, 1 with effort, 2 trivial. Nothing where Table 3 has no row.
    std::optional<std::array<int, 4>> traits;
};

/// The form in which a method is given a body.
enum class ShapeKind {
    Tets,        ///< of make_collision_shape
    ErodedTets,  ///< the same of a body that is shrunk first, see make_eroded_tets
    Facets       ///< of make_facet_shape
};
const char* shape_kind_word(ShapeKind kind);  ///< for tables: "tets" or "facets"

/// The size of a shape in the form it has [m].
double shape_size(const CollisionShape& shape);

/// What a bound for each pair of bodies of a scene goes by.
struct ShapeSizes {
    double largest = 0.0;         ///< of all bodies [m]
    double second_largest = 0.0;  ///< the smaller body of a pair is no larger [m]

    void add(double size);
};

/// What of a body's collision shape depends on the generator and its settings.
struct ShapeRule {
    Erosion erosion = Erosion::None;
    double amount = 0.0;               ///< of the erosion [m], or as the next line says
    bool amount_of_thickness = false;  ///< a share of the body's mean_thickness instead [-]
    ElementOrder order = ElementOrder::Canonical;
    bool facets = false;  ///< instead of tets
    bool convex = false;  ///< with convex parts beside

    auto operator<=>(const ShapeRule&) const = default;
};

/// The rule of methods that state none: tets in canonical order. With DeclaredSettings the
/// published profile keeps the meshes' order.
ShapeRule make_declared_rule(const MethodSettings& settings);

/// A length that a method keeps in a scene of such bodies [m].
using MethodLength = std::function<double(const MethodSettings& settings, const ShapeSizes& sizes)>;

/// Two centimetres: of methods that say nothing of their reach.
double usual_reach(const MethodSettings& settings, const ShapeSizes& sizes);
double no_slack(const MethodSettings& settings, const ShapeSizes& sizes);  ///< 0

struct Generator {
    std::string id;           ///< stable, used in files and on the command line: "vertex_only"
    std::string title;        ///< for tables and plots: "Vertex only"
    std::string section;      ///< where the paper defines it
    std::string source = {};  ///< where it is described, for tables: "docs/methods/semi_local.md"
    Taxonomy taxonomy = {};
    ShapeKind shape = ShapeKind::Tets;
    MethodOptions options = make_declared_options({});  ///< what can be set in it
    ShapeRule (*shape_rule)(const MethodSettings& settings) = &make_declared_rule;
    MethodLength reach = &usual_reach;  ///< bodies farther apart need not be asked about
    MethodLength slack = &no_slack;     ///< how far contacts may lie outside the bodies they are of
    /// Largest gap of a contact of bodies that do not move. Contacts with a larger one are ahead,
    /// see methods/quality/ahead.h. Empty: the method finds none ahead.
    MethodLength envelope = {};
    /// Whether the length of its normals is none, as published: see JudgeOptions::raw_normals.
    /// Null: never.
    bool (*has_raw_normals)(const MethodSettings& settings) = nullptr;
    /// True when semi_local::Workspace tells how its contacts were chosen among others.
    bool explains_choices = false;
    /// True when it follows bodies over the time step: those beyond its reach are asked about as
    /// well when they may come within it.
    bool sweeps = false;
    /// True when it minds Query::look_ahead, and so sweeps when that is wanted. Its contacts carry
    /// gaps, which a solver has to know: see GapRule::Close.
    bool looks_ahead = false;
    /// Whether it cannot answer for two bodies of which neither has an exact curved shape: then it
    /// throws GeneratorFault, Unsupported. Null: it can.
    bool (*needs_exact_shape)(const MethodSettings& settings) = nullptr;
    /// True: asked only where it is named, as a method for bodies that most cases do not have.
    bool only_by_name = false;

    /// Returns true for a method that is asked about any bodies where none is named.
    bool is_for_all() const { return needs_exact_shape == nullptr && !only_by_name; }

    GenerateContacts generate = {};
};

/// The built-in table, in the order of the paper's Table 7, then what the paper does not have. A
/// run that has methods of its own beside these keeps a MethodList.
std::span<const Generator> all_generators();

/// Of the built-in table. Throws UnknownName, listing the known ids.
const Generator& find_generator(std::string_view id);

}  // namespace touchstone
