#pragma once

#include "testcases/cells/track.h"
#include "testcases/study/study.h"

namespace touchstone {

/// The cells of a study: the contacts of a scene, judged.
const Track<StudyRow>& contact_track();

/// Fills in what the paper has of the row's case and method, and whether the row agrees with it.
/// For built-in cases, once the row is judged.
void add_paper(StudyRow& row);

/// All that decides a row but for the scene's digest, which the caller adds to the conditions.
CellKey contact_cell_key(const StudyRequest& request, const std::string& case_name,
                         const Generator& generator, const TestCase& test_case);

/// Whether a kept cell of that method is of use: a program or a function that is not part of this
/// one may be mended in between, and is asked anew.
bool keeps_answers(const Generator& generator);

}  // namespace touchstone
