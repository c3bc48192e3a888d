#pragma once

#include "viewer/program/options.h"
#include "viewer/scene/query_scene.h"

namespace touchstone::viewer {

/// Shows a contact-time query in a window, or saves the screenshot of the options without a
/// display. Returns the exit status. Throws the errors of reading the query, of the options, of
/// opening a window and of drawing.
int run_query_session(const ViewerOptions& options, const QueryName& name);

}  // namespace touchstone::viewer
