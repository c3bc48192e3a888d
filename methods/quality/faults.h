#pragma once

#include <string>

#include "methods/quality/judge.h"

namespace touchstone {

/// The ways in which a judgement departs from its reference. Excess is no fault: a superfluous
/// contact is redundant, not wrong.
struct Faults {
    int wrong_contacts = 0;     ///< contacts whose normal is wrong, or that must not exist
    int missed_normals = 0;     ///< right normals without a contact
    int misplaced = 0;          ///< contacts outside the contact region
    int wrong_separations = 0;  ///< contacts whose separation is out of range
    int wrong_areas = 0;        ///< pairs whose right contacts span too little or too much

    /// Returns true when there is no fault.
    bool none() const {
        return wrong_contacts + missed_normals + misplaced + wrong_separations + wrong_areas == 0;
    }
    bool operator==(const Faults&) const = default;
};

/// Counts the faults of a judgement.
Faults find_faults(const Judgement& judgement);

/// Returns the names of the kinds of fault that occur: "normals, area"; empty without faults.
std::string fault_names(const Faults& faults);

/// Returns the larger number of each kind.
Faults worse_of(const Faults& first, const Faults& second);

}  // namespace touchstone
