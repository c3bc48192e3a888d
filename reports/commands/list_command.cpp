#include "reports/commands/list_command.h"

#include <algorithm>
#include <array>
#include <iostream>
#include <nlohmann/json.hpp>
#include <string>
#include <vector>

#include "generators/continuous/impact_options.h"
#include "generators/convex_cast/cast_options.h"
#include "generators/generator.h"
#include "methods/base/find_by_id.h"
#include "methods/base/join.h"
#include "methods/quality/metrics.h"
#include "reports/commands/commands.h"
#include "reports/shell/output_file.h"
#include "reports/shell/terminal.h"
#include "reports/text/text_table.h"
#include "testcases/impacts/asked_methods.h"
#include "testcases/impacts/queries/query_sets.h"
#include "testcases/motion/solver.h"
#include "testcases/scenes/test_case.h"
#include "testcases/settings/study_settings.h"

namespace touchstone::reports {
namespace {

struct ListOptions {
    std::string what;  ///< one of listed_tables()
    bool json = false;
};

/// A table of text: names of columns, then lines.
struct Listing {
    std::vector<std::string> columns;
    std::vector<std::vector<std::string>> lines;
};

Listing list_cases() {
    Listing listing{{"id", "title", "group", "contact_type", "parameters"}, {}};
    for (const TestCaseEntry& entry : all_test_cases()) {
        std::string parameters;
        for (const CaseParameter& parameter : entry.parameters) {
            append_item(parameters, std::string(parameter.id) + "=" + standard_text(parameter),
                        ",");
        }
        listing.lines.push_back(
            {entry.id, entry.title, entry.group, entry.contact_type, parameters});
    }
    return listing;
}

Listing list_parameters() {
    Listing listing{{"case", "parameter", "standard", "values", "meaning"}, {}};
    for (const TestCaseEntry& entry : all_test_cases()) {
        for (const CaseParameter& parameter : entry.parameters) {
            listing.lines.push_back({entry.id, std::string(parameter.id), standard_text(parameter),
                                     range_text(parameter), std::string(parameter.meaning)});
        }
    }
    return listing;
}

/// Returns how far a method supports something, as Table 3 of Erleben [2018] puts it; empty where
/// it does not say.
std::string trait_text(const Taxonomy& place, int trait) {
    constexpr std::array<const char*, 3> kWords{"no", "with effort", "yes"};
    return place.traits ? kWords[(*place.traits)[trait]] : "";
}

Listing list_generators() {
    Listing listing{{"id", "title", "section", "representation", "geometry", "normals", "time",
                     "locality", "exact_geometry", "continuous", "deformable", "topology"},
                    {}};
    for (const Generator& generator : all_generators()) {
        const Taxonomy& place = generator.taxonomy;
        listing.lines.push_back({generator.id, generator.title, generator.section,
                                 place.representation, place.geometry, place.normals, place.time,
                                 place.locality, trait_text(place, 0), trait_text(place, 1),
                                 trait_text(place, 2), trait_text(place, 3)});
    }
    return listing;
}

Listing list_metrics() {
    Listing listing{{"id", "title", "unit", "meaning"}, {}};
    for (const Metric& metric : all_metrics()) {
        listing.lines.push_back(
            {metric.id, metric.title, metric_unit_id(metric.unit), metric.meaning});
    }
    return listing;
}

Listing list_options() {
    Listing listing{{"option", "corrected", "published", "values", "meaning"}, {}};
    const StudySettings corrected = make_study_settings(Profile::Corrected);
    const StudySettings published = make_study_settings(Profile::Published);
    const auto add = [&](const std::string& owner, const auto& options, const auto& mended,
                         const auto& printed) {
        for (const auto& option : options) {
            const std::string with_gaps = owner == kSolverOwner ? default_with_gaps(option.id) : "";
            listing.lines.push_back({owner + "." + option.id, option.read(mended),
                                     option.read(printed), option.values,
                                     option.meaning + with_gaps});
        }
    };
    add("study", all_study_options(), corrected, published);
    add(std::string(kSolverOwner), all_solver_options(), corrected, published);
    for (const Generator& generator : all_generators()) {
        const MethodOptions& options = generator.options;
        add(generator.id, options.list, options.corrected, options.published);
    }
    add(kImpactOwner, impact_options(), ImpactSettings{}, ImpactSettings{});
    for (const AskedMethod& method : all_asked_methods()) {
        add(method.id, method.options.list, method.options.corrected, method.options.published);
    }
    add(kCastOwner, cast_options(), CastSettings{}, CastSettings{});
    return listing;
}

Listing list_impact_methods() {
    Listing listing{{"id", "title", "section", "conservative", "separation"}, {}};
    for (const AskedMethod& method : all_asked_methods()) {
        listing.lines.push_back({method.id, method.title, method.section,
                                 method.conservative ? "yes" : "no",
                                 method.takes_separation ? "yes" : "no"});
    }
    return listing;
}

Listing list_query_sets() {
    Listing listing{{"id", "title", "source", "parameters"}, {}};
    for (const QuerySetKind& set : all_query_sets()) {
        std::string parameters;
        for (const CaseParameter& parameter : set.parameters) {
            append_item(parameters, std::string(parameter.id) + "=" + standard_text(parameter),
                        ",");
        }
        listing.lines.push_back(
            {std::string(set.id), std::string(set.title), std::string(set.source), parameters});
    }
    return listing;
}

Listing list_solvers() {
    Listing listing{{"id", "title", "summary", "source"}, {}};
    for (const Solver& solver : all_solvers()) {
        listing.lines.push_back({solver.id, solver.title, solver.summary, solver.source});
    }
    return listing;
}

struct Kind {
    const char* id;
    Listing (*make)();
};
constexpr std::array<Kind, 8> kKinds{{{"cases", &list_cases},
                                      {"generators", &list_generators},
                                      {"impact-methods", &list_impact_methods},
                                      {"metrics", &list_metrics},
                                      {"options", &list_options},
                                      {"parameters", &list_parameters},
                                      {"query-sets", &list_query_sets},
                                      {"solvers", &list_solvers}}};

void write_text(std::ostream& out, const Listing& listing) {
    std::vector<std::size_t> widths(listing.columns.size(), 0);
    const auto measure = [&](const std::vector<std::string>& line) {
        for (std::size_t i = 0; i < line.size(); ++i) {
            widths[i] = std::max(widths[i], shown_width(line[i]));
        }
    };
    const auto write = [&](const std::vector<std::string>& line) {
        std::string padded;
        for (std::size_t i = 0; i + 1 < line.size(); ++i) {
            padded += line[i] + std::string(widths[i] - shown_width(line[i]) + 2, ' ');
        }
        padded += line.back();
        padded.erase(padded.find_last_not_of(' ') + 1);
        if (prints_to_terminal()) {
            write_wrapped(out, padded, 4, terminal_style());
        } else {
            out << padded << '\n';
        }
    };
    measure(listing.columns);
    std::ranges::for_each(listing.lines, measure);
    write(listing.columns);
    std::ranges::for_each(listing.lines, write);
}

void write_json(std::ostream& out, const Listing& listing) {
    nlohmann::ordered_json document = nlohmann::ordered_json::array();
    for (const std::vector<std::string>& line : listing.lines) {
        nlohmann::ordered_json entry;
        for (std::size_t i = 0; i < line.size(); ++i) {
            entry[listing.columns[i]] = line[i];
        }
        document.push_back(entry);
    }
    out << document.dump(2) << '\n';
}

void add_list_options(CLI::App& command, ListOptions& options) {
    command.add_option("what", options.what, join(listed_tables()))->required()->type_name("TABLE");
    command.add_flag("--json", options.json, "as JSON");
}

int run_list(const ListOptions& options) {
    const Listing listing = find_by_id(kKinds, options.what, "table").make();
    if (options.json) {
        write_json(std::cout, listing);
    } else {
        write_text(std::cout, listing);
    }
    flush_standard_output();
    return 0;
}

}  // namespace

std::vector<std::string> listed_tables() {
    std::vector<std::string> ids;
    ids.reserve(kKinds.size());
    for (const Kind& kind : kKinds) {
        ids.emplace_back(kind.id);
    }
    return ids;
}

CommandRun add_list(CLI::App& command) {
    return make_command(command, &add_list_options, &run_list);
}

}  // namespace touchstone::reports
