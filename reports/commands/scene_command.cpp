#include "reports/commands/scene_command.h"

#include <array>
#include <iostream>

#include "methods/base/error.h"
#include "reports/shell/output_file.h"
#include "reports/writers/inspection_writer.h"
#include "testcases/files/scene_file.h"
#include "testcases/settings/study_settings.h"

namespace touchstone::reports {

CLI::App* add_scene_export_command(CLI::App& app, SceneExportOptions& options) {
    CLI::App* scene = app.add_subcommand("scene", "Work with scene files");
    scene->require_subcommand(1);
    CLI::App* command = scene->add_subcommand("export", "Write a test case as a scene file");
    command->add_option("case", options.case_name, "a case or a scene file")
        ->required()
        ->type_name("CASE|FILE");
    command
        ->add_option("--profile", options.profile,
                     "corrected (default) or published: the order of the bodies")
        ->type_name("NAME");
    command->add_option("--out", options.out, "write to a file instead of standard output")
        ->type_name("FILE");
    return command;
}

int run_scene_export(const SceneExportOptions& options) {
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
    const std::string text = write_scene(with_inline_meshes(test_case));
    if (options.out) {
        write_output(*options.out, [&](std::ostream& out) { out << text; });
        return 0;
    }
    std::cout << text;
    flush_standard_output();
    return 0;
}

}  // namespace touchstone::reports
