#pragma once

#include "reports/tables/contact_list.h"
#include "reports/tables/report.h"

namespace touchstone::testing {

/// Three rows that have everything a writer may meet: a paper's value that agrees and one that does
/// not, no contacts, no reference, ranges, a broken promise, and names that no format takes as they
/// are.
reports::Report make_sample_report();

/// Two contacts with all kinds of features, in a case whose bodies have bad names.
reports::ContactList make_sample_contacts();

}  // namespace touchstone::testing
