#include "methods/quality/faults.h"

#include <algorithm>
#include <array>

#include "methods/base/join.h"

namespace touchstone {
namespace {

struct FaultKind {
    const char* name;
    int Faults::*count;
};
constexpr std::array<FaultKind, 5> kKinds{{{"normals", &Faults::wrong_contacts},
                                           {"missed", &Faults::missed_normals},
                                           {"place", &Faults::misplaced},
                                           {"separation", &Faults::wrong_separations},
                                           {"area", &Faults::wrong_areas}}};

}  // namespace

Faults find_faults(const Judgement& judgement) {
    Faults faults;
    for (const Verdict& verdict : judgement.verdicts) {
        faults.wrong_contacts += is_wrong(verdict.kind) ? 1 : 0;
        faults.misplaced += verdict.well_placed.value_or(true) ? 0 : 1;
        faults.wrong_separations += verdict.separation_in_range.value_or(true) ? 0 : 1;
    }
    faults.missed_normals = judgement.expected_normals - judgement.met_normals;
    for (const PairJudgement& pair : judgement.pairs) {
        faults.wrong_areas += pair.area_is_right.value_or(true) ? 0 : 1;
    }
    return faults;
}

std::string fault_names(const Faults& faults) {
    std::string names;
    for (const FaultKind& kind : kKinds) {
        if (faults.*kind.count > 0) {
            append_item(names, kind.name);
        }
    }
    return names;
}

Faults worse_of(const Faults& first, const Faults& second) {
    Faults result = first;
    for (const FaultKind& kind : kKinds) {
        result.*kind.count = std::max(first.*kind.count, second.*kind.count);
    }
    return result;
}

}  // namespace touchstone
