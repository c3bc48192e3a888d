#pragma once

#include "testcases/audit/metamorphic_audit.h"
#include "testcases/cells/track.h"

namespace touchstone {

/// Returns the track of an audit: what each kind of retelling changes of an answer.
const Track<AuditedRow>& audit_track();

}  // namespace touchstone
