#pragma once

#include <CLI/App.hpp>
#include <optional>
#include <string>

#include "reports/shell/run_options.h"

namespace touchstone::reports {

struct ContactsOptions {
    RunOptions run;
    std::string case_name;  ///< an id or a scene file
    std::string generator;
    std::string format = "csv";
    std::optional<std::string> out;  ///< file; nothing: standard output
};

CLI::App* add_contacts_command(CLI::App& app, ContactsOptions& options);
int run_contacts(const ContactsOptions& options);

}  // namespace touchstone::reports
