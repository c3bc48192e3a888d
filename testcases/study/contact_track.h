#pragma once

#include "testcases/cells/track.h"
#include "testcases/study/study.h"

namespace touchstone {

/// Returns the track of a study, whose cells are the judged contacts of a scene.
const Track<StudyRow>& contact_track();

/// Adds the paper's values for the row's case and method, and whether the row agrees with them. For
/// built-in cases, once the row is judged.
void add_paper(StudyRow& row);

/// Returns everything that decides a row, except for the scene's digest, which the caller adds to
/// the conditions.
CellKey contact_cell_key(const StudyRequest& request, const std::string& case_name,
                         const Generator& generator, const TestCase& test_case);

/// Returns true for a method whose kept cells may be used again: a program or a function that is
/// not part of this one may have been mended in between, and is asked anew.
bool keeps_answers(const Generator& generator);

}  // namespace touchstone
