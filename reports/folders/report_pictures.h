#pragma once

#include "reports/folders/report_folder.h"
#include "reports/pages/html_writer.h"

namespace touchstone::reports {

/// Takes the pictures of a report's page from the contacts in the report, without asking a method
/// again. Each comes with the command that shows it in the viewer. Of methods that the viewer does
/// not know a recording stays in the folder's `recordings`. The first pictures go into the page,
/// what would make it large into its `pictures`. Says in the extras why there is none.
void add_report_pictures(PageExtras& extras, const ReportFolder& folder,
                         const StudyRequest& request, const Report& report, const Watcher& watcher);

}  // namespace touchstone::reports
