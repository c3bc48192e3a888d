#include "methods/mesh/health/winding.h"

#include <algorithm>

#include "methods/mesh/health/shells.h"

namespace touchstone {

WindingFaults find_winding_faults(std::span<const Vec3> vertices,
                                  std::span<const std::array<int, 3>> faces,
                                  std::span<const EdgeSide> sides,
                                  const std::vector<bool>& takes_part) {
    const std::vector<Shell> shells = find_shells(vertices, faces, sides, takes_part);
    const auto is_inward = [](const Shell& shell) {
        return shell.turned.empty() && shell.volume_sign < 0;
    };
    std::vector<int> around(shells.size(), -1);
    if (std::any_of(shells.begin(), shells.end(), is_inward)) {
        around = find_shells_around(vertices, faces, shells);
    }
    WindingFaults faults;
    faults.shell_count = static_cast<int>(shells.size());
    const auto add = [](std::vector<int>& list, const std::vector<int>& more) {
        list.insert(list.end(), more.begin(), more.end());
    };
    for (std::size_t i = 0; i < shells.size(); ++i) {
        const Shell& shell = shells[i];
        faults.orientable = faults.orientable && shell.orientable;
        add(faults.disagreeing, shell.turned);
        if (is_inward(shell)) {
            // Within an outward shell it bounds a cavity.
            const bool is_cavity = around[i] >= 0 && shells[around[i]].volume_sign > 0;
            if (around[i] == kUnknownShell) {
                add(faults.undecided, shell.faces);
            } else if (!is_cavity) {
                add(faults.inward, shell.faces);
            }
        }
    }
    for (std::vector<int>* list : {&faults.disagreeing, &faults.inward, &faults.undecided}) {
        std::sort(list->begin(), list->end());
    }
    return faults;
}

}  // namespace touchstone
