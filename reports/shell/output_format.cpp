#include "reports/shell/output_format.h"

#include <CLI/CLI.hpp>
#include <algorithm>
#include <array>

#include "methods/base/error.h"
#include "methods/base/join.h"
#include "reports/shell/terminal.h"

namespace touchstone::reports {
namespace {

struct FormatName {
    OutputFormat format;
    const char* id;
};
constexpr std::array<FormatName, 5> kFormatNames{{{OutputFormat::Table, "table"},
                                                  {OutputFormat::Markdown, "md"},
                                                  {OutputFormat::Csv, "csv"},
                                                  {OutputFormat::Json, "json"},
                                                  {OutputFormat::Github, "github"}}};

std::string name_of(OutputFormat format) {
    return std::ranges::find(kFormatNames, format, &FormatName::format)->id;
}

}  // namespace

std::string format_names(std::span<const OutputFormat> offered) {
    std::string names;
    for (const OutputFormat format : offered) {
        append_item(names, name_of(format));
    }
    return names;
}

void add_format_option(CLI::App& command, std::optional<std::string>& format,
                       std::span<const OutputFormat> offered) {
    command
        .add_option("--format", format,
                    "what to print: " + format_names(offered) +
                        "; default: table on a terminal, else " + name_of(offered[0]))
        ->type_name("NAME");
}

OutputFormat find_output_format(const std::optional<std::string>& format,
                                std::span<const OutputFormat> offered) {
    if (!format) {
        return prints_to_terminal() ? OutputFormat::Table : offered[0];
    }
    for (const OutputFormat each : offered) {
        if (name_of(each) == *format) {
            return each;
        }
    }
    throw UnknownName("unknown format '" + *format + "'; known: " + format_names(offered));
}

}  // namespace touchstone::reports
