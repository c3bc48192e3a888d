#include "viewer/program/options.h"

#include <CLI/CLI.hpp>
#include <algorithm>
#include <array>
#include <cstdio>
#include <utility>

#include "generators/external/external_generator.h"
#include "methods/base/error.h"
#include "methods/base/option_message.h"
#include "methods/base/run_program.h"
#include "testcases/recordings/recording.h"
#include "viewer/commands/commands.h"

namespace touchstone::viewer {
namespace {

constexpr int kSmallest = 16;
constexpr int kLargest = 8192;
constexpr double kLongestReply = 3600.0;  // limit on a reply [s]

ViewSize parse_size(const std::string& text) {
    ViewSize size;
    char rest = '\0';
    if (std::sscanf(text.c_str(), "%dx%d%c", &size.width, &size.height, &rest) != 2 ||
        size.width < kSmallest || size.height < kSmallest || size.width > kLargest ||
        size.height > kLargest) {
        throw UsageError("--size must be WIDTHxHEIGHT with both in 16…8192, found '" + text + "'");
    }
    return size;
}

/// Starts the programs and adds them as generators. Returns the id of the first; empty without any.
std::string add_programs(StudySettings& settings, const ViewerOptions& options) {
    std::string first;
    for (const std::string& command : options.programs) {
        Generator generator = make_external_generator({command, options.time_limit});
        const std::string id = generator.id;
        for (int copy = 2; settings.methods.contains(generator.id); ++copy) {
            generator.id = id + "_" + std::to_string(copy);
        }
        first = first.empty() ? generator.id : first;
        add_method(settings, std::move(generator));
    }
    return first;
}

/// ", did you mean --generator?" of the first option that there is not; empty: none is near.
std::string suggestion(const CLI::App& app, int argc, const char* const* argv) {
    std::vector<std::string> names;
    for (const CLI::Option* option : app.get_options()) {
        for (const std::string& name : option->get_lnames()) {
            names.push_back("--" + name);
        }
    }
    const std::vector<std::string> words(argv + std::min(argc, 1), argv + argc);
    const std::string nearest = nearest_name(first_unknown_option(words, names), names);
    return nearest.empty() ? "" : "; did you mean " + nearest + "?";
}

}  // namespace

ParsedOptions parse_options(int argc, const char* const* argv) {
    ViewerOptions options;
    std::string size;
    CLI::App app{"Shows test cases, scenes, recordings and meshes, and which contacts are wrong."};
    app.name("touchstone-viewer");
    app.footer(
        "Examples:\n"
        "  touchstone view internal_edges --generator surface_sat\n"
        "  touchstone view spikes --generator growth --compare semi_local");
    app.add_option(
           "name", options.name,
           "a case, a scene file, a recording or a mesh, or FILE#N or SET#N, a query of contact "
           "times; none: the gallery")
        ->type_name("CASE|FILE");
    app.add_option("--generator,--generators", options.generator,
                   "which generator finds the contacts, or of a query which method is shown")
        ->type_name("ID");
    app.add_option("--compare", options.compared, "a second generator beside the first")
        ->type_name("ID");
    app.add_option("--compare-profile", options.compared_profile,
                   "the second one with this profile's settings: corrected or published")
        ->type_name("NAME");
    app.add_option("--profile", options.profile, "corrected (default) or published")
        ->type_name("NAME");
    app.add_option("--set", options.assignments, "a setting, as touchstone takes it")
        ->type_name("OWNER.OPTION=VALUE");
    app.add_option("--step", options.step, "the step to look at")->type_name("N");
    app.add_option("--time", options.time, "of a query: the time to look at, in 0…1")
        ->type_name("T");
    app.add_option("--level", options.level,
                   "of a query: the level of the search whose boxes are shown")
        ->type_name("N");
    app.add_option("--view", options.view, "front, back, left, right, top, bottom or iso")
        ->type_name("NAME");
    app.add_option("--do", options.commands, "a command, as in scripts; F1 lists them")
        ->type_name("COMMAND");
    app.add_option("--script", options.script, "carries out the commands of a file, then ends")
        ->type_name("FILE");
    app.add_option(
           "--screenshot", options.screenshot,
           "saves a picture as PNG and ends; needs no display; numbered where the file is there")
        ->type_name("FILE");
    app.add_option("--frames", options.frames,
                   "saves a numbered picture of each step in a folder and ends; up to --step, or "
                   "all of a recording")
        ->type_name("FOLDER");
    app.add_flag("!--no-key", options.key, "pictures without the key of colors");
    app.add_option("--generator-command", options.programs,
                   "a program that answers queries, as a further generator; may be repeated")
        ->type_name("CMD")
        ->allow_extra_args(false);
    app.add_option("--generator-time-limit", options.time_limit,
                   "for each reply of such a program, in seconds; default: 10")
        ->type_name("S");
    app.add_option("--size", size, "of the picture or window; default 1280x800")
        ->type_name("WIDTHxHEIGHT");
    app.add_flag("--panels", options.panels, "the screenshot shows the interface as well");
    app.add_option("--scale", options.scale, "enlarges the interface, as for dense screens")
        ->type_name("FACTOR");
    app.add_flag("--answer-pictures", options.answers,
                 "answers each line of standard input, a JSON list of words as of this command "
                 "line, each in base64, by a line with its picture")
        ->group("");  // between programs: in no help
    app.add_flag("--benchmark", options.benchmark,
                 "draws 100,000 contacts in several ways, prints what each costs, and ends");
    app.add_flag("--frame-times", options.frame_times,
                 "prints at the end what the program itself worked for each frame");
    try {
        app.parse(argc, argv);
    } catch (const CLI::Success& success) {
        return {std::nullopt, app.exit(success)};
    } catch (const CLI::ParseError& error) {
        throw UsageError(option_message(error.what()) + suggestion(app, argc, argv) +
                         "; see touchstone-viewer --help");
    }
    if (!size.empty()) {
        options.size = parse_size(size);
    }
    if (options.time && !(*options.time >= 0.0 && *options.time <= 1.0)) {
        throw UsageError("--time must be in 0…1");
    }
    if (!(options.scale >= 0.5 && options.scale <= 4.0)) {
        throw UsageError("--scale must be in 0.5…4");
    }
    if (!(options.time_limit > 0.0 && options.time_limit <= kLongestReply)) {
        throw UsageError("--generator-time-limit must be above 0 and at most 3600 seconds");
    }
    return {options, 0};
}

void refuse_step(int step, int last) {
    throw UsageError("--step " + std::to_string(step) + ": the recording ends with step " +
                     std::to_string(last));
}

void open_from_options(Application& application, const ViewerOptions& options) {
    application.wanted.settings = make_study_settings(find_profile(options.profile));
    const std::string program = add_programs(application.wanted.settings, options);
    if (is_recording_path(options.name)) {
        add_recorded_generator(application.wanted.settings, options.name);
    }
    const MethodList& methods = application.wanted.settings.methods;
    for (const std::string& text : options.assignments) {
        assign(application.wanted.settings, parse_assignment(text));
    }
    application.wanted.generator = options.generator.empty() ? program : options.generator;
    if (!options.generator.empty()) {
        methods.find(options.generator);
    }
    if (!options.compared.empty()) {
        application.wanted.compared = methods.find(options.compared).id;
    }
    if (!options.compared_profile.empty()) {
        application.wanted.compared_profile = find_profile(options.compared_profile);
    }
    if (options.name.empty()) {
        application.shown.gallery = true;
        return;
    }
    const std::string generator = application.wanted.generator;
    run_command(application, "open \"" + options.name + "\"");
    if (application.wanted.generator != generator) {
        application.wanted.generator = generator;  // another generator on a recording
        open_wanted(application);
    }
}

void apply_step(Application& application, const ViewerOptions& options) {
    const int recorded = application.scene ? application.scene->recorded_steps : 0;
    if (options.step && recorded > 0 && *options.step > recorded) {
        refuse_step(*options.step, recorded);
    }
    if (options.step) {
        run_command(application, "jump " + std::to_string(*options.step));
    }
}

void apply_options(Application& application, const ViewerOptions& options) {
    if (options.view) {
        run_command(application, "view " + *options.view);
    }
    for (const std::string& line : options.commands) {
        run_command(application, line);
    }
}

}  // namespace touchstone::viewer
