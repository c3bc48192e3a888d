#include "reports/commands/contacts_command.h"

#include <array>
#include <iostream>

#include "methods/base/error.h"
#include "reports/shell/output_file.h"
#include "reports/writers/csv_writer.h"
#include "reports/writers/inspection_writer.h"
#include "reports/writers/json_writer.h"

namespace touchstone::reports {
namespace {

ContactList make_list(const ContactsOptions& options, const StudyRequest& request) {
    CaseContacts found = find_case_contacts(request);
    write_warnings(std::cerr, mesh_warnings(found.test_case));
    ContactList list;
    list.provenance = make_provenance(options.run, request);
    list.case_id = found.test_case.id;
    list.generator_id = request.generators[0];
    list.pose = found.pose;
    for (const BodySetup& body : found.test_case.bodies) {
        list.body_names.push_back(body.name);
    }
    list.contacts = std::move(found.contacts);
    return list;
}

void write(std::ostream& out, const ContactList& list, const std::string& format) {
    if (format == "json") {
        write_json(out, list);
    } else {
        write_csv(out, list);
    }
}

}  // namespace

CLI::App* add_contacts_command(CLI::App& app, ContactsOptions& options) {
    CLI::App* command =
        app.add_subcommand("contacts", "Print the contacts that a generator finds in a test case");
    command->add_option("case", options.case_name, "a case or a scene file")
        ->required()
        ->type_name("CASE|FILE");
    command->add_option("--generator", options.generator, "which generator")
        ->required()
        ->type_name("ID");
    add_run_options(*command, options.run);
    command->add_option("--format", options.format, "csv (default) or json")->type_name("NAME");
    command->add_option("--out", options.out, "write to a file instead of standard output")
        ->type_name("FILE");
    return command;
}

int run_contacts(const ContactsOptions& options) {
    MethodList methods = make_methods(options.run.commands);
    if (options.format != "csv" && options.format != "json") {
        throw UsageError("unknown format '" + options.format + "'; known: csv, json");
    }
    const std::array names{options.case_name};
    std::vector<std::string> cases = expand_cases(names);
    if (cases.size() != 1) {
        throw UsageError("contacts needs one case, and '" + options.case_name + "' is a group");
    }
    const StudyRequest request = make_request(options.run, std::move(cases),
                                              std::array{options.generator}, std::move(methods));
    if (!options.out) {
        write(std::cout, make_list(options, request), options.format);
        flush_standard_output();
        return 0;
    }
    check_writable(*options.out);
    const ContactList list = make_list(options, request);
    write_output(*options.out, [&](std::ostream& out) { write(out, list, options.format); });
    return 0;
}

}  // namespace touchstone::reports
