#include "reports/tables/regression/movement_table.h"

#include <algorithm>
#include <array>
#include <map>

#include "methods/base/join.h"

namespace touchstone::reports {
namespace {

struct RowTurnWord {
    RowTurn turn;
    const char* word;
    int rank;           ///< in the order of rows
    bool always_shown;  ///< in the headline, even of none
};
/// Words in the order of the headline.
constexpr std::array<RowTurnWord, 6> kRowTurns{{{RowTurn::Better, "better", 2, true},
                                                {RowTurn::Worse, "worse", 0, true},
                                                {RowTurn::Neither, "neither", 3, false},
                                                {RowTurn::Contacts, "contacts only", 4, false},
                                                {RowTurn::Gone, "missing", 1, false},
                                                {RowTurn::New, "new", 5, false}}};

const RowTurnWord& entry_of(RowTurn turn) {
    return *std::ranges::find(kRowTurns, turn, &RowTurnWord::turn);
}

RowTurn turn_of_row(const std::vector<const Movement*>& movements) {
    RowTurn turn = RowTurn::Contacts;
    for (const Movement* movement : movements) {
        if (movement->kind == MovementKind::Row) {
            return movement->before == "missing" ? RowTurn::New : RowTurn::Gone;
        }
        if (movement->turn == Turn::Worse) {
            return RowTurn::Worse;
        }
        if (movement->turn == Turn::Better) {
            turn = RowTurn::Better;
        } else if (movement->kind == MovementKind::Figure && turn == RowTurn::Contacts) {
            turn = RowTurn::Neither;
        }
    }
    return turn;
}

/// Returns the rank of a movement: worse figures first, then better, then other figures, then
/// contacts.
int rank_of(const Movement* movement) {
    if (movement->kind != MovementKind::Figure) {
        return 3;
    }
    return movement->turn == Turn::Worse ? 0 : movement->turn == Turn::Better ? 1 : 2;
}

}  // namespace

std::vector<MovedRow> moved_rows(std::span<const Movement> movements) {
    std::vector<MovedRow> rows;
    std::map<RowKey, std::size_t> places;
    for (const Movement& movement : movements) {
        const auto [place, is_new] = places.emplace(movement.key, rows.size());
        if (is_new) {
            rows.push_back({movement.key, RowTurn::Contacts, {}});
        }
        rows[place->second].movements.push_back(&movement);
    }
    for (MovedRow& row : rows) {
        row.turn = turn_of_row(row.movements);
        std::ranges::stable_sort(row.movements, {}, rank_of);
    }
    std::ranges::stable_sort(rows, {}, [](const MovedRow& row) { return entry_of(row.turn).rank; });
    return rows;
}

std::string movement_headline(std::span<const MovedRow> rows) {
    if (rows.empty()) {
        return "Nothing moved.";
    }
    std::string text;
    for (const RowTurnWord& entry : kRowTurns) {
        const auto count = std::ranges::count(rows, entry.turn, &MovedRow::turn);
        if (count > 0 || entry.always_shown) {
            append_item(text, std::to_string(count) + " " + entry.word);
        }
    }
    return text + (rows.size() == 1 ? ": 1 row." : ": " + std::to_string(rows.size()) + " rows.");
}

const char* turn_word(Turn turn) {
    return turn == Turn::Better ? "better" : turn == Turn::Worse ? "worse" : "";
}

const char* row_turn_word(RowTurn turn) { return entry_of(turn).word; }

std::string row_text(const RowKey& key) {
    std::string text = key.case_id + ", " + key.generator_id;
    text += key.query == 1 ? "" : ", query " + std::to_string(key.query);
    text += key.profile == "corrected" ? "" : ", " + key.profile;
    return text + (key.run == 0 ? "" : ", run " + std::to_string(key.run));
}

}  // namespace touchstone::reports
