#pragma once

#include "generators/generator.h"
#include "generators/local/settings/local_settings.h"
#include "methods/base/options/option_makers.h"
#include "methods/geometry/posed_tet.h"

namespace touchstone {

/// A function that returns how far two tets that make no contact may move before they can make one
/// [m], see generators/local/settings/leeway.h.
using Leeway = double (*)(const PosedTet& a, const PosedTet& b, double radius,
                          const LocalSettings& settings);

/// The consequences of a local method's settings.
struct LocalOptions {
    MethodOptions options;
    /// Returns the part of a method's settings that all local methods share.
    const LocalSettings& (*shared)(const MethodSettings& settings) = nullptr;
    /// Returns the largest distance of tetrahedra that make a contact, for bodies of this size [m].
    double (*reach)(const MethodSettings& settings, double size) = nullptr;
    /// Returns the shape of a body that the method needs.
    ShapeRule (*shape_rule)(const MethodSettings& settings) = nullptr;
    /// Returns the settings for one pair of bodies, where they depend on the shapes. Null: they do
    /// not.
    MethodSettings (*of_pair)(const MethodSettings& settings, const CollisionShape& a,
                              const CollisionShape& b) = nullptr;
    /// Returns false where tets farther apart than the reach may make contacts, up to their boxes.
    /// Null: they never do.
    bool (*is_bounded)(const LocalSettings& settings) = nullptr;
    /// Null: of tets that touch nothing is known.
    Leeway leeway = nullptr;
};

/// Returns 0, the reach of methods for overlapping tetrahedra [m].
double no_reach(const MethodSettings& settings, double size);

/// Returns the options `ties`, `tolerance`, `precision` and `post_filter`.
Options<LocalSettings> shared_options();
/// Returns these options and `own_plane`.
Options<SharedPointSettings> shared_point_options();

/// Sets these options to the values of the research code.
void publish(LocalSettings& settings);
/// Sets these options and `own_plane` to the values of the research code.
void publish(SharedPointSettings& settings);

/// Returns the rule for tetrahedra in the order that the ties ask for.
template <class Settings>
ShapeRule make_local_rule(const MethodSettings& settings) {
    ShapeRule rule;
    if (settings.as<Settings>().ties == Ties::First) {
        rule.order = ElementOrder::Authored;
    }
    return rule;
}

/// Makes the options of a method that shares those of `Shared` and has some of its own.
template <class Settings, class Shared>
LocalOptions make_local_options(const Options<Shared>& shared, const Options<Settings>& own,
                                const Settings& published) {
    Options<Settings> list = inherited<Settings>(shared);
    list.insert(list.end(), own.begin(), own.end());
    LocalOptions options;
    options.options = make_method_options(list, published);
    options.shared = [](const MethodSettings& settings) -> const LocalSettings& {
        return settings.as<Settings>();
    };
    options.reach = &no_reach;
    options.shape_rule = &make_local_rule<Settings>;
    return options;
}

}  // namespace touchstone
