#pragma once

#include <optional>
#include <string>
#include <vector>

#include "testcases/settings/study_settings.h"
#include "testcases/study/study.h"

namespace touchstone::reports {

/// The origin that every file states.
struct Provenance {
    std::string version;
    std::string commit;
    Profile profile = Profile::Corrected;
    std::optional<QueryPose> pose;  ///< pose of the bodies; nothing: each case's own
    int query = 1;
    int jitter = 0;
    std::vector<SettingsSection> sections;  ///< every option of the study and the generators
};

/// Makes the provenance of a request: the version of this program, and the settings.
Provenance make_provenance(const StudyRequest& request);

/// The input of the writers of a study.
struct Report {
    Provenance provenance;
    std::vector<StudyRow> rows;
    AgreementCount agreement;
    bool stopped = false;  ///< true: rows are missing
    bool paper = false;    ///< true: shows the paper's values whatever the profile
};

/// Returns whether people see the paper's values beside ours: on request, and with the profile
/// `published`. Files for programs always have them.
bool shows_paper(const Report& report);

}  // namespace touchstone::reports
