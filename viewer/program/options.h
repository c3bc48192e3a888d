#pragma once

#include <optional>
#include <string>
#include <vector>

#include "viewer/state/application.h"

namespace touchstone::viewer {

/// The options of the command line.
struct ViewerOptions {
    std::string name;              ///< case, scene, recording or query; empty: the gallery
    std::string generator;         ///< id; empty: the recording's, otherwise the first of the table
    std::string compared;          ///< id; empty: none
    std::string compared_profile;  ///< id; empty: the same settings
    std::string profile = "corrected";
    std::vector<std::string> assignments;  ///< assignments of `--set`
    std::optional<int> step;
    std::optional<double> time;  ///< time of a query to look at, in [0, 1]
    std::optional<int> level;    ///< level of the search of a query whose boxes are shown
    std::optional<std::string> view;
    std::vector<std::string> commands;  ///< commands of `--do`, carried out once the scene is open
    std::optional<std::string> script;
    std::optional<std::string> screenshot;
    std::optional<std::string> frames;  ///< folder for a picture of each step
    std::vector<std::string> programs;  ///< commands of `--generator-command`
    double time_limit = 10.0;           ///< limit for each of their replies [s]
    bool key = true;                    ///< true: pictures have a key of colors
    ViewSize size{1280, 800};
    bool panels = false;  ///< true: screenshots include the interface
    bool benchmark = false;
    bool answers = false;      ///< true: takes the pictures that lines of standard input ask for
    bool frame_times = false;  ///< true: frame times are printed at the end
    double scale = 1.0;        ///< factor on the interface and all lengths in pixels
};

/// Parsed options; none when the program is done, as after --help, with its exit `status`.
struct ParsedOptions {
    std::optional<ViewerOptions> options;
    int status = 0;
};
/// Parses the command line. Throws UsageError.
ParsedOptions parse_options(int argc, const char* const* argv);

/// Throws UsageError for a step after the last one of a recording.
[[noreturn]] void refuse_step(int step, int last);

/// Opens the scene of the options. Throws UsageError or UnknownName for one that does not exist.
void open_from_options(Application& application, const ViewerOptions& options);

/// Goes to the step of the options in the open scene. Throws UsageError for one that it lacks.
void apply_step(Application& application, const ViewerOptions& options);

/// Applies the view and the commands of the options to the open scene, once its step has arrived:
/// commands are about what is shown. Throws the errors of the commands.
void apply_options(Application& application, const ViewerOptions& options);

}  // namespace touchstone::viewer
