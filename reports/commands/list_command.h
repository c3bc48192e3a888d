#pragma once

#include <CLI/App.hpp>
#include <string>

namespace touchstone::reports {

struct ListOptions {
    std::string what;  ///< a table's name: "cases", "impact-methods", …
    bool json = false;
};

CLI::App* add_list_command(CLI::App& app, ListOptions& options);
int run_list(const ListOptions& options);

}  // namespace touchstone::reports
