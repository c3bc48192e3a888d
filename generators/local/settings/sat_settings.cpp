#include "generators/local/settings/sat_settings.h"

#include "generators/local/settings/local_options.h"

namespace touchstone {

template <>
const LocalOptions& local_options<SatSettings>() {
    static const LocalOptions options = [] {
        SatSettings published;
        publish(published);
        return make_local_options<SatSettings>(
            shared_point_options(),
            {length_option("face_bias", &SatSettings::face_bias, {0.0, 1e300, "number >= 0 [m]"},
                           "by how much an edge axis must beat a face axis")},
            published);
    }();
    return options;
}

}  // namespace touchstone
