#pragma once

#include <span>
#include <vector>

#include "methods/contact/contact_point.h"
#include "methods/quality/judge.h"
#include "methods/quality/reference.h"

// The part of `judge` that is about one pair of bodies: normals by Erleben [2018], Eqs. (2) and
// (7), areas by Eq. (3).

namespace touchstone {

/// The contacts found between the two bodies of one pair.
struct PairContacts {
    std::vector<int> indices;   ///< indices in the list that is judged
    std::vector<Vec3> normals;  ///< normals as found, turned where needed to run from the
                                ///< reference's a to its b
};

/// The judgement of one pair, and of each of its contacts.
struct JudgedPair {
    PairJudgement pair;
    std::vector<Verdict>
        verdicts;  ///< verdicts in the order of PairContacts, without Verdict::pair
};

/// Judges the contacts of one pair: against each answer of its reference, of which the best counts,
/// or against none. `contacts` is the whole list that `found` points into. The tolerance of normals
/// is that of the options, else that of the reference [degrees]. Throws nothing: a normal that is
/// not finite, or of no direction, is a wrong one.
JudgedPair judge_pair(std::span<const ContactPoint> contacts, const PairContacts& found,
                      const PairReference& reference, const JudgeOptions& options);

}  // namespace touchstone
