#include "generators/local/settings/local_options.h"

#include "generators/local/settings/leeway.h"

namespace touchstone {
namespace {

constexpr Word<Ties> kTies[]{{"canonical", Ties::Canonical}, {"first", Ties::First}};
constexpr Word<Tolerance> kTolerances[]{{"relative", Tolerance::Relative},
                                        {"absolute", Tolerance::Absolute}};
constexpr Word<PostFilter> kPostFilters[]{{"merge", PostFilter::Merge},
                                          {"adjacent", PostFilter::Adjacent}};
constexpr Word<OwnPlane> kOwnPlanes[]{{"skip", OwnPlane::Skip}, {"keep", OwnPlane::Keep}};

}  // namespace

double no_reach(const MethodSettings&, double) { return 0.0; }

Options<LocalSettings> shared_options() {
    return {
        word_option("ties", &LocalSettings::ties, kTies, "what decides exact ties"),
        word_option("tolerance", &LocalSettings::tolerance, kTolerances,
                    "working precision: a share of the tets' size, or 1.19e-6"),
        number_option("precision", &LocalSettings::precision, {1e-12, 1.0, "number in [1e-12, 1]"},
                      "that share, and the filter's; read when these are relative and merge"),
        word_option("post_filter", &LocalSettings::post_filter, kPostFilters,
                    "how repeated contacts are found"),
    };
}

Options<SharedPointSettings> shared_point_options() {
    Options<SharedPointSettings> options = inherited<SharedPointSettings>(shared_options());
    options.push_back(word_option("own_plane", &SharedPointSettings::own_plane, kOwnPlanes,
                                  "whether a crossing point is tested against its own plane"));
    return options;
}

void publish(LocalSettings& settings) {
    settings.ties = Ties::First;
    settings.tolerance = Tolerance::Absolute;
    settings.post_filter = PostFilter::Adjacent;
}

void publish(SharedPointSettings& settings) {
    publish(static_cast<LocalSettings&>(settings));
    settings.own_plane = OwnPlane::Keep;
}

template <>
const LocalOptions& local_options<LocalSettings>() {
    static const LocalOptions options = [] {
        LocalSettings published;
        publish(published);
        LocalOptions made = make_local_options<LocalSettings>(shared_options(), {}, published);
        made.leeway = &leeway_of_vertices;
        return made;
    }();
    return options;
}

}  // namespace touchstone
