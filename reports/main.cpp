#include <CLI/CLI.hpp>
#include <exception>
#include <iostream>
#include <string>

#include "methods/base/error.h"
#include "methods/base/printable.h"
#include "reports/contacts_command.h"
#include "reports/export_command.h"
#include "reports/list_command.h"
#include "reports/report_command.h"
#include "reports/scene_command.h"
#include "reports/simulate_command.h"
#include "reports/study_command.h"
#include "reports/version.h"
#include "reports/view_command.h"

namespace touchstone {
namespace {

constexpr int kBadInput = 1;
constexpr int kWrongUsage = 2;

std::string version_text() {
    std::string text = "touchstone " + program_version() + ", commit " + program_commit();
    for (const LibraryVersion& library : library_versions()) {
        text += "\n" + library.name + " " + library.version;
    }
    return text;
}

int report_error(const std::string& message, int status) {
    std::cerr << "touchstone: error: " << printable(message) << '\n';
    return status;
}

int run(int argc, const char* const* argv) {
    CLI::App app{"Measures the quality of contact points against known right answers."};
    app.name("touchstone");
    app.set_version_flag("--version", &version_text, "version, commit and library versions");
    app.require_subcommand(0, 1);  // none is refused below: CLI11 would not name a wrong one
    app.footer(
        "Exit status: 0 done; 1 a check failed, or a bad file, mesh or output; 2 wrong usage;\n"
        "130 stopped by Ctrl-C.");
    ReportOptions report;
    ContactsOptions contacts;
    ListOptions list;
    SceneExportOptions scene;
    SimulateOptions simulate;
    ExportOptions recording;
    StudyOptions study;
    const CLI::App* report_command = add_report_command(app, report);
    const CLI::App* contacts_command = add_contacts_command(app, contacts);
    const CLI::App* simulate_command = add_simulate_command(app, simulate);
    const CLI::App* list_command = add_list_command(app, list);
    const CLI::App* scene_command = add_scene_export_command(app, scene);
    const CLI::App* export_command = add_export_command(app, recording);
    const CLI::App* study_command = add_study_command(app, study);
    const CLI::App* view_command = add_view_command(app);
    try {
        app.parse(argc, argv);
    } catch (const CLI::Success& success) {
        return app.exit(success);  // --help and --version, printed
    } catch (const CLI::ParseError& error) {
        return report_error(std::string(error.what()) + "; see touchstone --help", kWrongUsage);
    }
    if (report_command->parsed()) {
        return run_report(report);
    }
    if (contacts_command->parsed()) {
        return run_contacts(contacts);
    }
    if (simulate_command->parsed()) {
        return run_simulate(simulate);
    }
    if (list_command->parsed()) {
        return run_list(list);
    }
    if (scene_command->parsed()) {
        return run_scene_export(scene);
    }
    if (export_command->parsed()) {
        return run_export(recording);
    }
    if (study_command->parsed()) {
        return run_study_command(study);
    }
    if (view_command->parsed()) {
        run_view(*view_command);
    }
    throw UsageError(
        "no command given; use report, contacts, simulate, list, scene, export, study or view; "
        "see touchstone --help");
}

}  // namespace
}  // namespace touchstone

int main(int argc, char** argv) {
    try {
        return touchstone::run(argc, argv);
    } catch (const touchstone::UsageError& error) {
        return touchstone::report_error(error.what(), touchstone::kWrongUsage);
    } catch (const std::bad_alloc&) {
        return touchstone::report_error("out of memory", touchstone::kBadInput);
    } catch (const std::exception& error) {
        return touchstone::report_error(error.what(), touchstone::kBadInput);
    }
}
