#pragma once

#include <string>

#include "methods/quality/judge.h"

namespace touchstone {

/// How much of a judgement is not as the reference wants it. Excess is no fault: a contact too many
/// is redundant, not wrong.
struct Faults {
    int wrong_contacts = 0;     ///< normals that are not right, contacts that must not be
    int missed_normals = 0;     ///< right normals that no contact has
    int misplaced = 0;          ///< contacts outside the contact region
    int wrong_separations = 0;  ///< contacts out of the range of right separations
    int wrong_areas = 0;        ///< pairs whose right contacts span too little or too much

    bool none() const {
        return wrong_contacts + missed_normals + misplaced + wrong_separations + wrong_areas == 0;
    }
    bool operator==(const Faults&) const = default;
};

Faults find_faults(const Judgement& judgement);

/// Which kinds there are, for people: "normals, area"; empty without faults.
std::string fault_names(const Faults& faults);

/// The kinds that either has, with the larger numbers.
Faults worse_of(const Faults& first, const Faults& second);

}  // namespace touchstone
