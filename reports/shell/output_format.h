#pragma once

#include <CLI/App.hpp>
#include <optional>
#include <span>
#include <string>
#include <string_view>

namespace touchstone::reports {

/// The forms in which a result is printed.
enum class OutputFormat {
    Table,     ///< text for a terminal
    Markdown,  ///< "md"
    Csv,
    Json,
    Github  ///< annotations of a workflow run, and its summary
};

/// Adds `--format`; of `offered` the first is what is printed into files and pipes.
void add_format_option(CLI::App& command, std::optional<std::string>& format,
                       std::span<const OutputFormat> offered);

/// Returns the format asked for; without one, `Table` on a terminal and else the first that is
/// offered. Throws UsageError for a format that is not offered.
OutputFormat find_output_format(const std::optional<std::string>& format,
                                std::span<const OutputFormat> offered);

/// Returns the names, "csv, json, table".
std::string format_names(std::span<const OutputFormat> offered);

}  // namespace touchstone::reports
