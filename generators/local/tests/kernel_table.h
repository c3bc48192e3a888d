#pragma once

#include <algorithm>
#include <string>

#include "generators/local/kernel.h"
#include "generators/local/settings/local_options.h"
#include "methods/testing/catch.h"

namespace touchstone::testing {

/// Returns the next kernel compiled for any processor, one for each run of a test case.
inline NamedKernel next_kernel() {
    return GENERATE(from_range(baseline::kKernels.begin(), baseline::kKernels.end()));
}

/// The settings of a kernel, whose options are set by name.
struct KernelSettings {
    const LocalOptions& local;
    MethodSettings own;

    KernelSettings(const LocalOptions& options, Profile profile)
        : local(options), own(options.options.of(profile)) {}

    operator const LocalSettings&() const { return local.shared(own); }

    bool has(std::string_view id) const {
        return std::ranges::count(local.options.list, id, &Option<MethodSettings>::id) > 0;
    }

    /// Sets an option that not every kernel has.
    void set_if_any(const std::string& id, const std::string& value) {
        if (has(id)) {
            set_option(own, local.options.list, "kernel", id, value);
        }
    }
    KernelSettings scaled(double factor) const {
        KernelSettings result = *this;
        result.own = with_scaled_lengths(own, local.options.list, factor);
        return result;
    }
    /// Kernels count envelopes in metres whatever the unit, and only metres are scaled.
    void set_envelope(double length) {
        set_if_any("envelope_unit", "metre");
        set_if_any("envelope", shortest(length));
    }
};

inline KernelSettings make_kernel_settings(const NamedKernel& kernel, Profile profile) {
    return {kernel.options(), profile};
}

}  // namespace touchstone::testing
