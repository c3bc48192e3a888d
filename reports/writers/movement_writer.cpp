#include "reports/writers/movement_writer.h"

#include <algorithm>
#include <map>
#include <ostream>
#include <vector>

#include "methods/base/join.h"
#include "methods/base/printable.h"
#include "reports/tables/csv_line.h"
#include "reports/tables/regression/movement_table.h"
#include "reports/text/text_escape.h"
#include "reports/text/text_table.h"

namespace touchstone::reports {
namespace {

constexpr int kMostAnnotations = 10;  // annotations of one kind that the runner shows for a step
constexpr std::size_t kMostInAnnotation = 5;

std::size_t shown_of(const MovedRow& row) {
    return std::min<std::size_t>(row.movements.size(), kMostMovementsShown);
}

std::string from_to(const Movement& movement) {
    return movement.what + ": " + (movement.before.empty() ? "none" : movement.before) + " → " +
           movement.after;
}

Tone tone_of_turn(Turn turn) {
    return turn == Turn::Better ? Tone::Good : turn == Turn::Worse ? Tone::Bad : Tone::Plain;
}

Tone tone_of_row(RowTurn turn) {
    switch (turn) {
        case RowTurn::Better:
            return Tone::Good;
        case RowTurn::Worse:
        case RowTurn::Gone:
            return Tone::Bad;
        case RowTurn::Neither:
        case RowTurn::Contacts:
        case RowTurn::New:
            break;
    }
    return Tone::Strong;
}

const char* annotation_of(RowTurn turn) {
    switch (turn) {
        case RowTurn::Worse:
        case RowTurn::Gone:
            return "error";
        case RowTurn::Better:
        case RowTurn::New:
            return "notice";
        case RowTurn::Neither:
        case RowTurn::Contacts:
            break;
    }
    return "warning";
}

/// Returns the text as the runner reads a message; in a property commas and colons are escaped too.
std::string command_text(const std::string& text, bool is_property) {
    std::string result;
    for (const char c : printable(text)) {
        if (c == '%') {
            result += "%25";
        } else if (is_property && c == ':') {
            result += "%3A";
        } else if (is_property && c == ',') {
            result += "%2C";
        } else {
            result += c;
        }
    }
    return result;
}

void write_left_out(std::ostream& out, const std::vector<MovedRow>& rows,
                    std::span<const Movement> movements) {
    std::size_t shown = 0;
    for (const MovedRow& row : rows) {
        shown += shown_of(row);
    }
    out << '\n'
        << movements.size() << " moved, in " << rows.size()
        << (rows.size() == 1 ? " row" : " rows");
    if (shown < movements.size()) {
        out << "; " << movements.size() - shown << " not shown";
    }
    out << ".\n";
}

}  // namespace

void write_movements_markdown(std::ostream& out, std::span<const Movement> movements,
                              const MovementSides& sides) {
    const std::vector<MovedRow> rows = moved_rows(movements);
    out << movement_headline(rows) << '\n';
    if (rows.empty()) {
        return;
    }
    std::vector<TableLine> lines{
        {"Case", "Generator", "Profile", "Query", "What", sides.before, sides.after, "Is"}};
    for (const MovedRow& row : rows) {
        const RowKey& key = row.key;
        for (std::size_t i = 0; i < shown_of(row); ++i) {
            const Movement& movement = *row.movements[i];
            lines.push_back({markdown_escaped(key.case_id), markdown_escaped(key.generator_id),
                             markdown_escaped(key.profile), std::to_string(key.query),
                             markdown_escaped(movement.what), markdown_escaped(movement.before),
                             markdown_escaped(movement.after), turn_word(movement.turn)});
        }
    }
    out << '\n';
    write_text_table(out, lines);
    write_left_out(out, rows, movements);
}

void write_movements_terminal(std::ostream& out, std::span<const Movement> movements,
                              const TerminalStyle& style) {
    const std::vector<MovedRow> rows = moved_rows(movements);
    out << toned(movement_headline(rows), Tone::Strong, style) << '\n';
    for (const MovedRow& row : rows) {
        out << '\n'
            << printable(row_text(row.key)) << ": "
            << toned(row_turn_word(row.turn), tone_of_row(row.turn), style) << '\n';
        TerminalTable table{{"", "", "", ""}, {}};
        for (std::size_t i = 0; i < shown_of(row); ++i) {
            const Movement& movement = *row.movements[i];
            if (movement.kind == MovementKind::Figure) {
                table.rows.push_back({{"  " + printable(movement.what)},
                                      {printable(movement.before)},
                                      {"→ " + printable(movement.after)},
                                      {turn_word(movement.turn), tone_of_turn(movement.turn)}});
            }
        }
        if (!table.rows.empty()) {
            table.heads.assign(4, "");
            write_terminal_table(out, table, style);
        }
        for (std::size_t i = 0; i < shown_of(row); ++i) {
            if (row.movements[i]->kind == MovementKind::Contact) {
                write_wrapped(out, "  " + printable(from_to(*row.movements[i])), 4, style);
            }
        }
        if (row.movements.size() > shown_of(row)) {
            out << "  and " << row.movements.size() - shown_of(row) << " more\n";
        }
    }
    if (!rows.empty()) {
        out << '\n'
            << movements.size() << " moved, in " << rows.size()
            << (rows.size() == 1 ? " row.\n" : " rows.\n");
    }
}

void write_movements_csv(std::ostream& out, std::span<const Movement> movements) {
    write_csv_line(out, {std::string("case"), std::string("generator"), std::string("profile"),
                         std::string("pose"), std::string("query"), std::string("run"),
                         std::string("row_is"), std::string("what"), std::string("before"),
                         std::string("after"), std::string("is"), std::string("schema")});
    for (const MovedRow& row : moved_rows(movements)) {
        for (const Movement* movement : row.movements) {
            const RowKey& key = row.key;
            write_csv_line(
                out, {key.case_id, key.generator_id, key.profile, key.pose, key.query, key.run,
                      std::string(row_turn_word(row.turn)), movement->what, movement->before,
                      movement->after, std::string(turn_word(movement->turn)),
                      std::string("touchstone-movements-1")});
        }
    }
}

void write_movements_github(std::ostream& out, std::span<const Movement> movements) {
    const std::vector<MovedRow> rows = moved_rows(movements);
    out << movement_headline(rows) << '\n';
    std::map<std::string, int> counts;
    for (const MovedRow& row : rows) {
        const std::string kind = annotation_of(row.turn);
        if (++counts[kind] > kMostAnnotations) {
            continue;
        }
        std::string text;
        for (std::size_t i = 0; i < std::min(row.movements.size(), kMostInAnnotation); ++i) {
            const Movement& movement = *row.movements[i];
            const std::string word = turn_word(movement.turn);
            append_item(text, from_to(movement) + (word.empty() ? "" : " (" + word + ")"), "; ");
        }
        if (row.movements.size() > kMostInAnnotation) {
            text += "; and " + std::to_string(row.movements.size() - kMostInAnnotation) + " more";
        }
        const std::string title =
            "Contacts, " + std::string(row_turn_word(row.turn)) + ": " + row_text(row.key);
        out << "::" << kind << " title=" << command_text(title, true)
            << "::" << command_text(text, false) << '\n';
    }
}

}  // namespace touchstone::reports
