#pragma once

#include <span>
#include <string>
#include <vector>

#include "reports/tables/regression/figures.h"

// The movements, row by row.

namespace touchstone::reports {

/// The direction of a row as a whole.
enum class RowTurn {
    Better,    ///< some figure got better and none worse
    Worse,     ///< some figure got worse, whatever others did
    Neither,   ///< figures moved of which none is better or worse by itself
    Contacts,  ///< its contacts moved, its figures did not
    Gone,      ///< the row is missing
    New
};

/// A row with figures that moved.
struct MovedRow {
    RowKey key;
    RowTurn turn = RowTurn::Contacts;
    std::vector<const Movement*> movements;  ///< worse and better figures first, contacts last
};

/// Groups the movements by rows: worse ones first, then missing, better, others, those whose
/// contacts alone moved, new ones; else in the order of `movements`, which must outlive them.
std::vector<MovedRow> moved_rows(std::span<const Movement> movements);

/// Returns "3 better, 2 worse, 9 contacts only"; "Nothing moved." for none.
std::string movement_headline(std::span<const MovedRow> rows);

/// Returns "better" or "worse"; empty: neither.
const char* turn_word(Turn turn);
/// Returns "better", "contacts only" or the like.
const char* row_turn_word(RowTurn turn);

/// Returns the name of a row, "edge_case, growth, query 2, published", leaving out usual values.
std::string row_text(const RowKey& key);

/// The most movements that are shown of a row.
inline constexpr int kMostMovementsShown = 24;

}  // namespace touchstone::reports
