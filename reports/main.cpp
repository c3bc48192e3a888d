#include <malloc.h>

#include <CLI/CLI.hpp>
#include <exception>
#include <functional>
#include <iostream>
#include <string>
#include <vector>

#include "methods/base/error.h"
#include "methods/base/printable.h"
#include "methods/base/process/child_groups.h"
#include "reports/commands/audit_command.h"
#include "reports/commands/check_command.h"
#include "reports/commands/compare_command.h"
#include "reports/commands/contacts_command.h"
#include "reports/commands/export_command.h"
#include "reports/commands/impacts_command.h"
#include "reports/commands/inspect_command.h"
#include "reports/commands/list_command.h"
#include "reports/commands/report_command.h"
#include "reports/commands/scene_command.h"
#include "reports/commands/simulate_command.h"
#include "reports/commands/study_command.h"
#include "reports/commands/view_command.h"
#include "reports/provenance/version.h"

namespace touchstone::reports {
namespace {

constexpr int kBadInput = 1;
constexpr int kWrongUsage = 2;

struct Command {
    const CLI::App* app;
    std::function<int()> run;
};

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

/// What a query of a large scene frees, the next one needs again: fetching it from the system anew,
/// page by page, takes longer than finding the contacts. See docs/results/detection.md.
void keep_memory() {
#ifdef __GLIBC__
    ::mallopt(M_MMAP_MAX, 0);
    ::mallopt(M_TRIM_THRESHOLD, -1);
#endif
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
    SimulateOptions simulate;
    CheckOptions check;
    CompareOptions compare;
    AuditCommandOptions audit;
    StudyOptions study;
    ListOptions list;
    SceneExportOptions scene;
    ExportOptions recording;
    InspectOptions inspection;
    ImpactsOptions impacts;
    const CLI::App* const view = add_view_command(app);
    const std::vector<Command> commands{
        {add_report_command(app, report), [&] { return run_report(report); }},
        {add_contacts_command(app, contacts), [&] { return run_contacts(contacts); }},
        {add_simulate_command(app, simulate), [&] { return run_simulate(simulate); }},
        {add_check_command(app, check), [&] { return run_check(check); }},
        {add_compare_command(app, compare), [&] { return run_compare(compare); }},
        {add_audit_command(app, audit), [&] { return run_audit_command(audit); }},
        {add_inspect_command(app, inspection), [&] { return run_inspect(inspection); }},
        {add_impacts_command(app, impacts), [&] { return run_impacts(impacts); }},
        {view, [&]() -> int { run_view(*view); }},
        {add_list_command(app, list), [&] { return run_list(list); }},
        {add_scene_export_command(app, scene), [&] { return run_scene_export(scene); }},
        {add_export_command(app, recording), [&] { return run_export(recording); }},
        {add_study_command(app, study), [&] { return run_study_command(study); }},
    };
    try {
        app.parse(argc, argv);
    } catch (const CLI::Success& success) {
        return app.exit(success);  // --help and --version, printed
    } catch (const CLI::ParseError& error) {
        return report_error(std::string(error.what()) + "; see touchstone --help", kWrongUsage);
    }
    std::string names;
    for (const Command& command : commands) {
        if (command.app->parsed()) {
            return command.run();
        }
        names += (names.empty() ? "" : ", ") + command.app->get_name();
    }
    throw UsageError("no command given; use one of " + names + "; see touchstone --help");
}

}  // namespace
}  // namespace touchstone::reports

int main(int argc, char** argv) {
    touchstone::start_program();
    touchstone::reports::keep_memory();
    try {
        return touchstone::reports::run(argc, argv);
    } catch (const touchstone::UsageError& error) {
        return touchstone::reports::report_error(error.what(), touchstone::reports::kWrongUsage);
    } catch (const std::bad_alloc&) {
        return touchstone::reports::report_error("out of memory", touchstone::reports::kBadInput);
    } catch (const std::exception& error) {
        return touchstone::reports::report_error(error.what(), touchstone::reports::kBadInput);
    }
}
