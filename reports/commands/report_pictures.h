#pragma once

#include <filesystem>

#include "reports/commands/report_command.h"
#include "reports/pages/html_writer.h"
#include "testcases/study/study.h"

namespace touchstone::reports {

/// Takes the pictures of a report's page from the contacts in the report, without asking a method
/// again. Each comes with the command that shows it in the viewer. Of methods that the viewer does
/// not know a recording stays in `folder`/recordings. The first pictures go into the page, what
/// would make it large into `folder`/pictures. Says in the extras why there is none.
void add_report_pictures(PageExtras& extras, const ReportOptions& options,
                         const StudyRequest& request, const Report& report,
                         const std::filesystem::path& folder);

}  // namespace touchstone::reports
