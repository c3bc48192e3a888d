#include "reports/commands/movement_output.h"

#include <array>
#include <cstdlib>
#include <fstream>
#include <iostream>

#include "methods/base/error.h"
#include "reports/shell/output_file.h"
#include "reports/shell/terminal.h"

namespace touchstone::reports {
namespace {

constexpr std::array kMovementFormats{OutputFormat::Markdown, OutputFormat::Csv,
                                      OutputFormat::Table, OutputFormat::Github};

/// Appends the movements to the file in which the runner collects what each step writes.
void append_to_summary(std::span<const Movement> movements, const MovementSides& sides) {
    const char* const file = std::getenv("GITHUB_STEP_SUMMARY");
    if (file == nullptr || *file == '\0') {
        return;
    }
    std::ofstream stream(file, std::ios::app);
    stream << "## Contacts\n\n";
    write_movements_markdown(stream, movements, sides);
    stream << '\n';
    stream.close();
    if (!stream) {
        throw FileError(std::string(file) + ": cannot be written (GITHUB_STEP_SUMMARY names it)");
    }
}

}  // namespace

void add_movement_format(CLI::App& command, std::optional<std::string>& format) {
    add_format_option(command, format, kMovementFormats);
}

OutputFormat find_movement_format(const std::optional<std::string>& format) {
    return find_output_format(format, kMovementFormats);
}

void print_movements(std::span<const Movement> movements, const MovementSides& sides,
                     OutputFormat format) {
    switch (format) {
        case OutputFormat::Table:
            return write_movements_terminal(std::cout, movements, terminal_style());
        case OutputFormat::Csv:
            return write_movements_csv(std::cout, movements);
        case OutputFormat::Github:
            write_movements_github(std::cout, movements);
            return append_to_summary(movements, sides);
        case OutputFormat::Markdown:
        case OutputFormat::Json:
            return write_movements_markdown(std::cout, movements, sides);
    }
}

}  // namespace touchstone::reports
