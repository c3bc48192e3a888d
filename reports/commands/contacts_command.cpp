#include <array>
#include <iostream>
#include <optional>
#include <string>
#include <vector>

#include "methods/base/error.h"
#include "reports/commands/commands.h"
#include "reports/shell/output_file.h"
#include "reports/shell/output_format.h"
#include "reports/shell/run_options.h"
#include "reports/shell/terminal.h"
#include "reports/writers/csv_writer.h"
#include "reports/writers/inspection_writer.h"
#include "reports/writers/json_writer.h"
#include "reports/writers/terminal_writer.h"

namespace touchstone::reports {
namespace {

struct ContactsOptions {
    RunOptions run;
    std::string case_name;  ///< an id or a scene file
    std::string generator;
    std::optional<std::string> format;
    std::optional<std::string> out;  ///< file; nothing: standard output
};

/// Says which bodies overlap without a contact.
std::vector<std::string> silence_warnings(const CaseContacts& found) {
    std::vector<std::string> warnings;
    warnings.reserve(found.silent.size());
    for (const auto& [a, b] : found.silent) {
        warnings.push_back(
            silence_text(found.test_case.bodies[a].name, found.test_case.bodies[b].name));
    }
    return warnings;
}

ContactList make_list(const StudyRequest& request) {
    CaseContacts found = find_case_contacts(request);
    write_warnings(std::cerr, mesh_warnings(found.test_case));
    write_warnings(std::cerr, silence_warnings(found));
    ContactList list;
    list.provenance = make_provenance(request);
    list.case_id = found.test_case.id;
    list.generator_id = request.generators[0];
    list.pose = found.pose;
    for (const BodySetup& body : found.test_case.bodies) {
        list.body_names.push_back(body.name);
    }
    list.contacts = std::move(found.contacts);
    return list;
}

constexpr std::array kContactFormats{OutputFormat::Csv, OutputFormat::Json, OutputFormat::Table};

void write(std::ostream& out, const ContactList& list, OutputFormat format) {
    if (format == OutputFormat::Table) {
        write_terminal(out, list, terminal_style());
    } else if (format == OutputFormat::Json) {
        write_json(out, list);
    } else {
        write_csv(out, list);
    }
}

void add_contacts_options(CLI::App& command, ContactsOptions& options) {
    command.add_option("case", options.case_name, "a case or a scene file")
        ->required()
        ->type_name("CASE|FILE");
    command.add_option("--generator,--generators", options.generator, "which generator")
        ->required()
        ->type_name("ID");
    add_run_options(command, options.run);
    add_format_option(command, options.format, kContactFormats);
    command.add_option("--out", options.out, "write to a file instead of standard output")
        ->type_name("FILE");
}

int run_contacts(const ContactsOptions& options) {
    MethodList methods = make_methods(options.run.commands);
    const OutputFormat format = options.out && !options.format
                                    ? OutputFormat::Csv
                                    : find_output_format(options.format, kContactFormats);
    const std::array names{options.case_name};
    std::vector<std::string> cases = expand_cases(names);
    if (cases.size() != 1) {
        throw UsageError("contacts needs one case, and '" + options.case_name + "' is a group");
    }
    const StudyRequest request = make_request(options.run, std::move(cases),
                                              std::array{options.generator}, std::move(methods));
    if (!options.out) {
        write(std::cout, make_list(request), format);
        flush_standard_output();
        return 0;
    }
    check_outputs(std::array{NamedFile{"--out", *options.out}}, scene_inputs(request.cases));
    const ContactList list = make_list(request);
    write_output(*options.out, [&](std::ostream& out) { write(out, list, format); });
    return 0;
}

}  // namespace

CommandRun add_contacts(CLI::App& command) {
    return make_command(command, &add_contacts_options, &run_contacts);
}

}  // namespace touchstone::reports
