#pragma once

#include <optional>
#include <string>
#include <vector>

#include "viewer/state/application.h"

namespace touchstone::viewer {

/// What the command line says.
struct ViewerOptions {
    std::string name;              ///< case, scene or recording; empty: the gallery
    std::string generator;         ///< id; empty: the recording's, else the first of the table
    std::string compared;          ///< id; empty: none
    std::string compared_profile;  ///< id; empty: the same settings
    std::string profile = "corrected";
    std::vector<std::string> assignments;  ///< of `--set`
    std::optional<int> step;
    std::optional<std::string> view;
    std::vector<std::string> commands;  ///< of `--do`, carried out once the scene is there
    std::optional<std::string> script;
    std::optional<std::string> screenshot;
    ViewSize size{1280, 800};
    bool panels = false;  ///< the screenshot with the interface
    bool benchmark = false;
    bool frame_times = false;  ///< printed at the end
    double scale = 1.0;        ///< of the interface and of all that is measured in pixels
};

/// Nothing when the program is done, as after --help; `status` is what it ends with then. Throws
/// UsageError.
struct ParsedOptions {
    std::optional<ViewerOptions> options;
    int status = 0;
};
ParsedOptions parse_options(int argc, const char* const* argv);

/// Opens what the options ask for. Throws UsageError or UnknownName for what does not exist.
void open_from_options(Application& application, const ViewerOptions& options);

/// The step, the view and the commands of the options; the scene must be there. Throws what the
/// commands throw.
void apply_options(Application& application, const ViewerOptions& options);

}  // namespace touchstone::viewer
