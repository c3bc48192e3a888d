#pragma once

#include <iosfwd>
#include <string>
#include <vector>

#include "reports/tables/report.h"

namespace touchstone::reports {

/// A contact that is not as the reference wants it.
struct WrongContact {
    int index = -1;     ///< index in the row's contacts
    std::string error;  ///< kinds of error in words: "tilted normal, out of place"
};

/// Finds those of one row, in the order of its contacts; none without a right answer.
std::vector<WrongContact> wrong_contacts(const StudyRow& row);

/// The numbers of errors in a row.
struct RowErrors {
    int normals = 0;    ///< contacts without a right normal
    int misplaced = 0;  ///< contacts outside the contact region, whatever their normal
    int missing = 0;    ///< right normals that no contact has
    int excess = 0;     ///< contacts beyond the fewest that span the region; 0 also when unknown

    /// Returns true when nothing is wrong.
    bool none() const { return normals + misplaced + missing + excess == 0; }
};
/// Counts the errors of a row.
RowErrors row_errors(const StudyRow& row);

/// Counts the contacts with each kind of error: "5 × sideways normal, 2 × out of place".
std::string error_summary(const StudyRow& row);

/// The most wrong contacts that are written of a row, evenly spread over all.
inline constexpr int kMostWrongListed = 100;

/// Writes schema "touchstone-wrong-contacts-2": a line per wrong contact of all rows, of each row
/// at most kMostWrongListed and how many it has. The settings stand on the first line of a row.
void write_wrong_contacts_csv(std::ostream& out, const Report& report);

}  // namespace touchstone::reports
