#pragma once

#include "reports/tables/contact_list.h"
#include "reports/tables/report.h"

namespace touchstone::testing {

/// Makes three rows with everything that a writer may meet: a value that agrees with the paper's
/// and one that does not, no contacts, no reference, ranges, a broken promise, and names that every
/// format must escape.
reports::Report make_sample_report();

/// Makes two contacts with all kinds of features, in a case whose bodies have awkward names.
reports::ContactList make_sample_contacts();

}  // namespace touchstone::testing
