#include "reports/tables/report.h"

#include "reports/provenance/version.h"

namespace touchstone::reports {

Provenance make_provenance(const StudyRequest& request) {
    Provenance provenance;
    provenance.version = program_version();
    provenance.commit = program_commit();
    provenance.profile = request.settings.profile;
    provenance.pose = request.pose;
    provenance.query = request.query;
    provenance.jitter = request.jitter;
    provenance.sections = setting_sections(request.settings);
    return provenance;
}

bool shows_paper(const Report& report) {
    return report.paper || report.provenance.profile == Profile::Published;
}

}  // namespace touchstone::reports
