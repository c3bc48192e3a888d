#pragma once

#include <cstdint>
#include <iosfwd>
#include <string>
#include <vector>

namespace touchstone {

/// The time of a kernel on the pairs of a scene.
struct KernelTime {
    std::string id;         ///< of the method
    std::string scene;      ///< "pillar" or "wall"
    double all = 0.0;       ///< per pair, in the mix of a query [ns]
    double touching = 0.0;  ///< per pair that touches [ns]
    double separated = 0.0;
    /// Ratio of the least time per pair to the reference kernel's least, timed in turns with it
    /// [-]. Other work on the machine holds up kernels more or less than the reference kernel: the
    /// least times have least of it.
    double ratio = 0.0;
    std::int64_t pairs = 0;
    std::int64_t touching_pairs = 0;
    std::int64_t contacts = 0;
};

/// Times all kernels, in turns with the reference kernel: of `rounds` rounds the medians, and for
/// the ratio the least times. The reference kernel is a fixed piece of arithmetic on the same tets
/// that no method calls.
std::vector<KernelTime> time_kernels(int rounds);

/// Returns on what the kernels run: the processor, the compiler with its flags, and the instruction
/// set. Ratios hold for it alone, since kernels and reference kernel gain differently from another.
std::string speed_conditions();

/// Writes the ratios of kernels, for a release, and the conditions.
void write_released(std::ostream& out, const std::vector<KernelTime>& times);

/// Compares ratios with released ones and says by how much each differs. Kernels that are slower by
/// more than a tenth are timed again, several times, before they count: other work on the machine
/// may have been in the way. Returns the number of those that are. Under other conditions than the
/// released ones, it says so and compares nothing. Throws Error for a file that does not name all
/// kernels, or the conditions.
int check_released(std::ostream& out, const std::string& path, int rounds);

}  // namespace touchstone
