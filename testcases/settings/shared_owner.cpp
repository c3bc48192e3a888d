#include "testcases/settings/shared_owner.h"

namespace touchstone {

bool is_shared_owner(std::string_view owner) {
    return owner == kStudyOwner || owner == kSolverOwner;
}

}  // namespace touchstone
