#pragma once

#include "testcases/cells/cell.h"

namespace touchstone::reports {

/// Returns the program that makes and finds cells: version and commit. Where the commit does not
/// say what was compiled, the digest of the program's own file stands beside it, so that no cell of
/// other sources is taken for one of these.
RunOrigin cell_origin();

}  // namespace touchstone::reports
