#include "reports/commands/impacts/impacts_command.h"

#include <algorithm>
#include <cmath>
#include <filesystem>
#include <fstream>
#include <functional>
#include <iostream>
#include <system_error>

#include "generators/continuous/impact_options.h"
#include "methods/base/error.h"
#include "methods/base/printable.h"
#include "reports/commands/commands.h"
#include "reports/provenance/version.h"
#include "reports/shell/interrupt.h"
#include "reports/shell/option_flags.h"
#include "reports/shell/output_file.h"
#include "reports/shell/progress_bar.h"
#include "reports/shell/resumable_file.h"
#include "reports/shell/sharing_options.h"
#include "reports/tables/csv_line.h"
#include "reports/text/number_text.h"
#include "testcases/impacts/asked_methods.h"
#include "testcases/impacts/impact_study.h"
#include "testcases/impacts/queries/query_blocks.h"

namespace touchstone::reports {
namespace {

struct ImpactsOptions {
    std::vector<std::string> paths;    ///< files and folders
    std::vector<std::string> methods;  ///< ids, also parted by commas
    ImpactSettingsOptions impact;
    std::optional<std::string> csv;  ///< file; nothing: standard output
    SharingOptions sharing;          ///< the part alone
};

namespace fs = std::filesystem;

constexpr std::string_view kHead = "file,number,method,hit,time,work,truth";

/// The request in full.
struct Asking {
    std::vector<fs::path> files;
    std::vector<AskedMethod> methods;
    ImpactSettings settings;
    std::optional<ImpactKind> kind;
    std::string head;                ///< of what is written, which only the first part has
    std::int64_t first = 0;          ///< of all files together, from 0
    std::int64_t count = INT64_MAX;  ///< at most
};

/// Counts the queries of all files. Nothing when Ctrl-C ended it.
std::optional<std::int64_t> count_all(const Asking& asking) {
    std::int64_t all = 0;
    for (const fs::path& file : asking.files) {
        const QuerySet set{.name = "", .open = [&] { return open_query_file(file, asking.kind); }};
        const std::optional<std::int64_t> count =
            count_queries(set, [] { return was_interrupted(); });
        if (!count) {
            return std::nullopt;
        }
        all += *count;
    }
    return all;
}

/// Finds the part to ask; returns false when Ctrl-C ended it.
bool find_part(const SharingOptions& options, Asking& asking) {
    asking.head = std::string(kHead) + '\n';
    if (!options.part) {
        return true;
    }
    const CellSharing sharing = find_sharing(options, true);
    const std::optional<std::int64_t> all = count_all(asking);
    if (!all) {
        return false;
    }
    const QueryBlock block = query_part(*all, sharing.part, sharing.parts);
    asking.first = block.first;
    asking.count = block.count;
    if (sharing.part > 1) {
        asking.head.clear();
    }
    return true;
}

Asking make_asking(const ImpactsOptions& options) {
    Asking asking;
    asking.methods = find_asked_methods(options.methods);
    asking.settings = assigned_impact_settings(options.impact, asking.methods);
    if (options.impact.kind) {
        asking.kind = find_impact_kind(*options.impact.kind);
    }
    const std::vector<fs::path> paths(options.paths.begin(), options.paths.end());
    asking.files = find_query_files(paths);
    return asking;
}

void warn_of_separation(const Asking& asking) {
    for (const AskedMethod& method : asking.methods) {
        if (asking.settings.separation > 0.0 && !method.takes_separation) {
            std::cerr << "touchstone: warning: " << method.id
                      << " minds no separation: it is asked whether the elements touch\n";
        }
    }
}

/// Returns everything that the lines depend on: another size or time of writing means another file.
std::string request_text(const ImpactsOptions& options, const Asking& asking) {
    std::string text = "touchstone " + program_version() + " " + program_commit() + "\n";
    for (const OptionValue& value : option_values(asking.settings, impact_options())) {
        text += value.id + "=" + value.value + " ";
    }
    text += options.impact.kind.value_or("") + "\n";
    text += options.sharing.part ? "part " + *options.sharing.part + "\n" : "";
    for (const AskedMethod& method : asking.methods) {
        text += method.id;
        for (const OptionValue& value : option_values(method.own, method.options.list)) {
            text += " " + value.id + "=" + value.value;
        }
        text += "\n";
    }
    return text + file_states(asking.files);
}

std::string truth_text(const StatedQuery& query) {
    return query.hit ? (*query.hit ? "1" : "0") : "";
}

/// Writes the lines of one query: as many as methods.
void write_answers(std::ostream& out, const std::string& start, const StatedQuery& query,
                   const Asking& asking) {
    for (const AskedMethod& method : asking.methods) {
        const Impact impact = method.ask(query.query, settings_for(asking.settings, method, query));
        const bool has_time = impact.hit && !std::isnan(impact.time);
        out << start << method.id << (impact.hit ? ",1," : ",0,")
            << (has_time ? exact_text(impact.time) : "") << ',' << impact.work << ','
            << truth_text(query) << '\n';
    }
}

/// Writes what the queries give but for so many at the beginning. Returns false when it was
/// interrupted. `check` is called now and then.
bool write_all(std::ostream& out, const Asking& asking, std::int64_t kept,
               const std::function<void()>& check) {
    constexpr std::int64_t kBetweenChecks = 4096;
    ProgressBar bar("files");
    int done = 0;
    std::int64_t left_out = asking.first + kept;
    std::int64_t left = asking.count - kept;
    for (const fs::path& file : asking.files) {
        bar.show(done++, static_cast<int>(asking.files.size()));
        const std::string cell = csv_cell(TableValue(file.string())) + ",";
        const QueryStream next = open_query_file(file, asking.kind);
        std::int64_t number = next.skip(left_out);
        left_out -= number;
        StatedQuery query;
        for (; left > 0 && next(query); ++number, --left) {
            if (was_interrupted()) {
                return false;
            }
            write_answers(out, cell + std::to_string(number) + ",", query, asking);
            if (number % kBetweenChecks == 0) {
                check();
            }
        }
    }
    return true;
}

int write_to_standard_output(const Asking& asking) {
    std::cout << asking.head;
    const bool whole = write_all(std::cout, asking, 0, [] { flush_standard_output(); });
    flush_standard_output();
    return whole ? 0 : kInterruptedStatus;
}

bool is_special(const fs::path& file) {
    std::error_code error;
    return fs::exists(file, error) && !fs::is_regular_file(file, error);
}

int write_to_file(const fs::path& file, const ImpactsOptions& options, const Asking& asking) {
    ResumableFile lines(file, request_text(options, asking), asking.head.empty() ? "" : kHead,
                        static_cast<int>(asking.methods.size()));
    if (lines.kept_groups() > 0) {
        std::cerr << "touchstone: going on after the " << lines.kept_groups() << " queries of "
                  << printable(lines.part().string()) << '\n';
    }
    const bool whole = write_all(lines.out(), asking, lines.kept_groups(), [&] { lines.check(); });
    if (!whole) {
        std::cerr << "touchstone: stopped by Ctrl-C; the same command goes on where it was\n";
        return kInterruptedStatus;
    }
    lines.finish();
    return 0;
}

/// A line for each option of methods' own, once; a word of the command line sets it in all that
/// have it. One that all queries have is left out: its word sets theirs.
std::vector<OptionLine> own_option_lines() {
    std::vector<OptionLine> lines;
    for (const AskedMethod& method : all_asked_methods()) {
        for (const OptionLine& line : option_lines(method.options.list)) {
            if (std::ranges::find(lines, line.id, &OptionLine::id) == lines.end() &&
                std::ranges::find(impact_options(), line.id, &Option<ImpactSettings>::id) ==
                    impact_options().end()) {
                lines.push_back(line);
            }
        }
    }
    return lines;
}

}  // namespace

void add_impact_settings(CLI::App& command, ImpactSettingsOptions& options) {
    add_option_flags(command, kImpactOwner, option_lines(impact_options()), options.assignments);
    add_option_flags(command, kImpactOwner, own_option_lines(), options.assignments);
    command
        .add_option("--kind", options.kind,
                    "vertex-face or edge-edge, of files whose path does not say it")
        ->type_name("NAME");
}

void add_impact_set(CLI::App& command, ImpactSettingsOptions& options) {
    add_owner_set(command, kImpactOwner, options.assignments,
                  ", or METHOD.OPTION=VALUE of a method that is asked");
}

ImpactSettings assigned_impact_settings(const ImpactSettingsOptions& options,
                                        std::span<AskedMethod> methods) {
    std::vector<Assignment> assignments;
    assignments.reserve(options.assignments.size());
    for (const std::string& text : options.assignments) {
        assignments.push_back(parse_assignment(text));
    }
    refuse_two_values(assignments);
    std::ranges::stable_partition(
        assignments, [](const Assignment& assignment) { return assignment.owner == kImpactOwner; });
    ImpactSettings settings;
    for (const Assignment& assignment : assignments) {
        assign_impact(settings, methods, assignment);
    }
    return settings;
}

namespace {

void add_impacts_options(CLI::App& command, ImpactsOptions& options) {
    command
        .add_option("path", options.paths,
                    "files of queries (.csv, .csv.gz or .json), or folders of them")
        ->required()
        ->type_name("FILE|FOLDER");
    command
        .add_option("--methods", options.methods,
                    "which methods, see touchstone list impact-methods")
        ->required()
        ->delimiter(',')
        ->type_name("ID,…")
        ->allow_extra_args(false);
    add_impact_settings(command, options.impact);
    add_impact_set(command, options.impact);
    command
        .add_option("--csv", options.csv,
                    "write to a file instead of standard output; after a stop, the same command "
                    "goes on where it was")
        ->type_name("FILE");
    command
        .add_option("--part", options.sharing.part,
                    "ask only one part of the queries: 2/8 is the second of eight. The first part "
                    "alone has the heading; all parts, one after the other, are the whole")
        ->type_name("I/N");
}

/// Returns the exit status: 130 when Ctrl-C ended it early; the same command then goes on.
int run_impacts(const ImpactsOptions& options) {
    Asking asking = make_asking(options);
    if (options.csv) {
        for (const fs::path& file : asking.files) {
            if (is_same_file(file, *options.csv)) {
                throw UsageError("--csv " + printable(*options.csv) +
                                 " would overwrite a file of queries");
            }
        }
    }
    warn_of_separation(asking);
    note_interrupts();
    if (!find_part(options.sharing, asking)) {
        return kInterruptedStatus;
    }
    if (!options.csv) {
        return write_to_standard_output(asking);
    }
    if (is_special(*options.csv)) {
        std::ofstream out(*options.csv, std::ios::binary);
        out << asking.head;
        const bool whole = write_all(out, asking, 0, [] {});
        if (!out.flush()) {
            throw FileError(printable(*options.csv) + ": did not take all that was written");
        }
        return whole ? 0 : kInterruptedStatus;
    }
    check_writable(*options.csv);
    return write_to_file(*options.csv, options, asking);
}

}  // namespace

CommandRun add_impacts(CLI::App& command) {
    return make_command(command, &add_impacts_options, &run_impacts);
}

}  // namespace touchstone::reports
