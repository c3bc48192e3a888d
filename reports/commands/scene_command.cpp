#include <CLI/CLI.hpp>
#include <array>
#include <filesystem>
#include <iostream>
#include <optional>
#include <string>
#include <vector>

#include "methods/base/error.h"
#include "methods/base/printable.h"
#include "reports/commands/commands.h"
#include "reports/commands/new_scene.h"
#include "reports/shell/output_file.h"
#include "reports/text/shell_word.h"
#include "reports/writers/inspection_writer.h"
#include "testcases/files/scene_file.h"
#include "testcases/settings/study_settings.h"

namespace touchstone::reports {
namespace {

struct SceneOptions {
    std::string case_name;            ///< of `export`
    std::vector<std::string> meshes;  ///< of `new`
    bool in_place = false;            ///< of `new`
    std::string profile = "corrected";
    std::optional<std::string> out;  ///< file; nothing: standard output
    CLI::App* new_scene = nullptr;   ///< the command `scene new`
};

void add_out_option(CLI::App& command, SceneOptions& options) {
    command.add_option("--out", options.out, "write to a file instead of standard output")
        ->type_name("FILE");
}

void add_scene_options(CLI::App& scene, SceneOptions& options) {
    scene.require_subcommand(1);
    CLI::App* const fresh =
        scene.add_subcommand("new", "Write a scene of meshes, placed on each other, to be edited");
    options.new_scene = fresh;
    fresh
        ->add_option("mesh", options.meshes,
                     "mesh files, in the scene's folder or below; the first is the fixed body")
        ->required()
        ->type_name("FILE");
    fresh->add_flag("--in-place", options.in_place,
                    "leave the bodies where their files have them, instead of stacking them");
    add_out_option(*fresh, options);
    CLI::App* const command = scene.add_subcommand("export", "Write a test case as a scene file");
    command->add_option("case", options.case_name, "a case or a scene file")
        ->required()
        ->type_name("CASE|FILE");
    command
        ->add_option("--profile", options.profile,
                     "corrected (default) or published: the order of the bodies")
        ->type_name("NAME");
    add_out_option(*command, options);
}

int print_or_write(const std::optional<std::string>& file, const std::string& text) {
    if (file) {
        write_output(*file, [&](std::ostream& out) { out << text; });
        return 0;
    }
    std::cout << text;
    flush_standard_output();
    return 0;
}

/// Writes a new scene, and tells what to look at beside it and how to continue.
int run_scene_new(const SceneOptions& options) {
    std::vector<NamedFile> inputs;
    inputs.reserve(options.meshes.size());
    for (const std::string& mesh : options.meshes) {
        inputs.push_back({"a mesh", mesh});
    }
    std::filesystem::path folder;
    if (options.out) {
        check_outputs(std::array{NamedFile{"--out", *options.out}}, inputs);
        folder = std::filesystem::path(*options.out).parent_path();
    }
    const NewScene scene = make_new_scene(
        options.meshes, folder, options.in_place ? Placement::InPlace : Placement::Stacked);
    const int status = print_or_write(options.out, scene.text);
    for (const std::string& note : scene.notes) {
        std::cerr << "touchstone: note: " << printable(note) << '\n';
    }
    if (options.out) {
        const std::string file = printable(shell_word(options.out->find('/') == std::string::npos &&
                                                              !options.out->ends_with(".json")
                                                          ? "./" + *options.out
                                                          : *options.out));
        std::cerr << "touchstone: note: the poses are a guess to be edited; see it with "
                     "touchstone view "
                  << file << ", judge methods on it with touchstone report " << file << '\n';
    }
    return status;
}

int run_scene_export(const SceneOptions& options) {
    const StudySettings settings = make_study_settings(find_profile(options.profile));
    const std::vector<std::string> cases = expand_cases(std::array{options.case_name});
    if (cases.size() != 1) {
        throw UsageError("scene export needs one case, and '" + options.case_name + "' is a group");
    }
    if (options.out) {
        check_outputs(std::array{NamedFile{"--out", *options.out}}, scene_inputs(cases));
    }
    const TestCase test_case = load_test_case(cases[0], settings.body_order);
    write_warnings(std::cerr, mesh_warnings(test_case));
    return print_or_write(options.out, write_scene(with_inline_meshes(test_case)));
}

int run_scene(const SceneOptions& options) {
    return options.new_scene->parsed() ? run_scene_new(options) : run_scene_export(options);
}

}  // namespace

CommandRun add_scene(CLI::App& command) {
    return make_command(command, &add_scene_options, &run_scene);
}

}  // namespace touchstone::reports
