#include "testcases/league/league_roster.h"

#include <unistd.h>

#include <algorithm>
#include <nlohmann/json.hpp>
#include <utility>

#include "generators/generator.h"
#include "methods/base/error.h"
#include "methods/base/files/embedded_file.h"
#include "methods/base/join.h"
#include "methods/base/printable.h"
#include "methods/base/process/line_child.h"
#include "testcases/files/json/json_document.h"

namespace touchstone {

/// Returns the files of testcases/engines; the build writes the source.
std::span<const EmbeddedFile> roster_files();

namespace {

namespace fs = std::filesystem;
using Json = nlohmann::json;

constexpr std::size_t kLongestId = 60;  // the names of files begin with it
constexpr std::size_t kLongestText = 400;

/// The introduction of a program.
struct Greeting {
    std::string name;
    std::string version;
    std::string settings;  ///< what follows the version after "; "
    std::string precision;
    std::vector<std::string> shapes;
};

std::string text_of(const Json& json, const char* key) {
    const auto found = json.find(key);
    const bool is_text = found != json.end() && found->is_string();
    std::string text = is_text ? printable(found->get<std::string>()) : "";
    if (text.size() > kLongestText) {
        text = printable(text.substr(0, kLongestText)) + "…";
    }
    return text;
}

/// Throws ChildFault, FileError.
Greeting greet(const std::string& command, double time_limit) {
    const std::vector<std::string> words = split_command(command);
    LineChild child(find_program(words[0]), std::span(words).subspan(1));
    const std::string line =
        child.ask(R"({"schema":"touchstone-generator-1","type":"hello"})", time_limit);
    const Json json = Json::parse(line, nullptr, false);
    Greeting greeting;
    if (!json.is_object()) {
        return greeting;  // what is wrong with it is told by its first query
    }
    greeting.name = text_of(json, "name");
    greeting.version = text_of(json, "version");
    greeting.precision = text_of(json, "precision");
    if (const std::size_t end = greeting.version.find("; "); end != std::string::npos) {
        greeting.settings = greeting.version.substr(end + 2);
        greeting.version.resize(end);
    }
    const auto shapes = json.find("shapes");
    if (shapes != json.end() && shapes->is_array()) {
        for (const Json& shape : *shapes) {
            greeting.shapes.push_back(shape.is_string() ? printable(shape.get<std::string>())
                                                        : "?");
        }
    }
    return greeting;
}

std::string id_of(const std::string& name) {
    std::string id;
    for (const char c : name.substr(0, kLongestId)) {
        const bool plain = (c >= 'a' && c <= 'z') || (c >= '0' && c <= '9');
        const bool upper = c >= 'A' && c <= 'Z';
        id += plain ? c : upper ? static_cast<char>(c - 'A' + 'a') : '_';
    }
    return id.empty() ? "command" : id;
}

/// Returns a path as one word of a command.
std::string quoted(const fs::path& path) {
    std::string text = "'";
    for (const char c : path.string()) {
        text += c == '\'' ? "'\\''" : std::string(1, c);
    }
    return text + "'";
}

std::string title_of(const RosterEntry& entry) {
    return entry.program + " " + entry.form + (entry.defaults ? " default" : "");
}

LeagueRow make_method_row(const std::string& generator_id) {
    const Generator& generator = find_generator(generator_id);
    LeagueRow row;
    row.id = generator.id;
    row.title = generator.title;
    row.form = shape_kind_word(generator.shape);
    row.precision = "double";
    row.claims = "Contacts of two solids of any shape, " + generator.taxonomy.locality + ", " +
                 generator.taxonomy.representation + ".";
    row.source = generator.source.empty() ? generator.section : generator.source;
    return row;
}

void take_greeting(LeagueRow& row, double time_limit) {
    try {
        const Greeting greeting = greet(row.command, time_limit);
        row.version = greeting.version;
        row.settings = greeting.settings;
        row.precision = greeting.precision;
        if (row.kind == RowKind::Command) {
            if (!greeting.name.empty()) {
                row.id = id_of(greeting.name);
                row.title = greeting.name;
            }
            for (const std::string& shape : greeting.shapes) {
                append_item(row.form, shape);
            }
        }
    } catch (const ChildFault&) {
        // It is there, so it is asked, and each of its cells says what is wrong.
    }
}

LeagueRow make_engine_row(const RosterEntry& entry, const LeagueEntrants& entrants) {
    LeagueRow row;
    row.kind = RowKind::Engine;
    row.program = entry.program;
    row.form = entry.form;
    row.defaults = entry.defaults;
    row.claims = entry.claims;
    row.source = entry.source;
    const std::string program = "touchstone-engine-" + entry.program;
    const std::string options =
        " --as " + entry.form + (entry.defaults ? std::string(" --defaults") : "");
    row.title = title_of(entry);
    row.id = row_id(entry);
    row.shown_command = program + options;
    for (const fs::path& folder : entrants.folders) {
        const fs::path path = folder / program;
        if (::access(path.c_str(), X_OK) == 0) {
            row.command = quoted(path) + options;
            take_greeting(row, entrants.time_limit);
            return row;
        }
    }
    row.not_installed = "there is no " + program + "; ./quickstart.sh --engines makes it";
    return row;
}

LeagueRow make_command_row(const std::string& command, double time_limit) {
    LeagueRow row;
    row.kind = RowKind::Command;
    row.command = command;
    row.shown_command = command;
    row.id = id_of(find_program(split_command(command)[0]).stem().string());
    row.title = row.id;
    take_greeting(row, time_limit);
    return row;
}

void add_row(std::vector<LeagueRow>& rows, LeagueRow row) {
    const std::string id = row.id;
    for (int copy = 2; std::ranges::find(rows, row.id, &LeagueRow::id) != rows.end(); ++copy) {
        row.id = id + "_" + std::to_string(copy);
    }
    rows.push_back(std::move(row));
}

}  // namespace

std::string row_id(const RosterEntry& entry) { return id_of(title_of(entry)); }

std::vector<RosterEntry> parse_roster(std::string_view text, const std::string& file_name) {
    const Json json = parse_json(text, file_name).value;
    std::vector<RosterEntry> roster;
    try {
        for (const Json& item : json) {
            RosterEntry& entry = roster.emplace_back();
            entry.program = item.at("program").get<std::string>();
            entry.form = item.at("as").get<std::string>();
            entry.defaults = item.at("defaults").get<bool>();
            entry.claims = item.at("claims").get<std::string>();
            entry.source = item.at("source").get<std::string>();
            const auto is_plain = [](const std::string& word) {
                return !word.empty() && word == id_of(word);
            };
            if (!is_plain(entry.program) || !is_plain(entry.form)) {
                throw FileError(file_name + ": entry " + std::to_string(roster.size()) +
                                ": \"program\" and \"as\" must be lower-case words, found '" +
                                printable(entry.program) + "', '" + printable(entry.form) + "'");
            }
        }
    } catch (const Json::exception&) {
        throw FileError(file_name + ": entry " + std::to_string(roster.size()) +
                        " needs \"program\", \"as\", \"claims\" and \"source\" as texts, and "
                        "\"defaults\" as true or false");
    }
    return roster;
}

std::vector<RosterEntry> league_roster() {
    const EmbeddedFile& file = roster_files().front();
    return parse_roster(file.bytes, std::string(file.name));
}

std::vector<fs::path> engine_folders() {
    std::error_code error;
    const fs::path here = fs::read_symlink("/proc/self/exe", error).parent_path();
    return {here, here.parent_path() / "libexec" / "touchstone"};
}

const char* row_kind_id(RowKind kind) {
    return kind == RowKind::Method ? "method" : kind == RowKind::Engine ? "engine" : "command";
}

std::vector<LeagueRow> make_league_rows(const LeagueEntrants& entrants) {
    std::vector<LeagueRow> rows;
    for (const std::string& id : entrants.methods) {
        add_row(rows, make_method_row(id));
    }
    for (const RosterEntry& entry : entrants.engines) {
        add_row(rows, make_engine_row(entry, entrants));
    }
    for (const std::string& command : entrants.commands) {
        add_row(rows, make_command_row(command, entrants.time_limit));
    }
    return rows;
}

}  // namespace touchstone
