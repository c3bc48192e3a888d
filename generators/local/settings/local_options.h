#pragma once

#include "generators/generator.h"
#include "generators/local/settings/local_settings.h"
#include "methods/base/option_makers.h"

namespace touchstone {

/// What follows from a local method's settings.
struct LocalOptions {
    MethodOptions options;
    /// The part that all local methods share, of settings of the method.
    const LocalSettings& (*shared)(const MethodSettings& settings) = nullptr;
    /// How far apart tets may be and still make a contact, of bodies of this size [m].
    double (*reach)(const MethodSettings& settings, double size) = nullptr;
    ShapeRule (*shape_rule)(const MethodSettings& settings) = nullptr;
    /// The settings for one pair of bodies, where they depend on the shapes. Null: they do not.
    MethodSettings (*of_pair)(const MethodSettings& settings, const CollisionShape& a,
                              const CollisionShape& b) = nullptr;
};

/// Tets that overlap: none farther apart.
double no_reach(const MethodSettings& settings, double size);

/// The options `ties`, `tolerance`, `precision` and `post_filter`, and `own_plane` besides.
Options<LocalSettings> shared_options();
Options<SharedPointSettings> shared_point_options();

/// Sets them as the research code has them.
void publish(LocalSettings& settings);
void publish(SharedPointSettings& settings);

/// Tets in the order that the ties ask for.
template <class Settings>
ShapeRule make_local_rule(const MethodSettings& settings) {
    ShapeRule rule;
    if (settings.as<Settings>().ties == Ties::First) {
        rule.order = ElementOrder::Authored;
    }
    return rule;
}

/// Of a method that shares the options of `Shared` and has some of its own.
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
