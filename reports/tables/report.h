#pragma once

#include <optional>
#include <string>
#include <vector>

#include "testcases/settings/study_settings.h"
#include "testcases/study/study.h"

namespace touchstone::reports {

/// What every file states about how it came to be.
struct Provenance {
    std::string version;
    std::string commit;
    Profile profile = Profile::Corrected;
    std::optional<QueryPose> pose;  ///< nothing: each case's own
    int query = 1;
    int jitter = 0;
    std::vector<SettingsSection> sections;  ///< every option of the study and the generators
};

/// The version of this program, and what the request asks.
Provenance make_provenance(const StudyRequest& request);

/// What the writers of a study are given.
struct Report {
    Provenance provenance;
    std::vector<StudyRow> rows;
    AgreementCount agreement;
    bool stopped = false;  ///< rows are missing
    bool paper = false;    ///< the paper's values are shown whatever the profile
};

/// Whether people are shown the paper's values beside ours: where they are asked for, and with the
/// profile `published`. Files for programs always have them.
bool shows_paper(const Report& report);

}  // namespace touchstone::reports
