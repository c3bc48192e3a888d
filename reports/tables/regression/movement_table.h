#pragma once

#include <span>
#include <string>
#include <vector>

#include "reports/tables/regression/figures.h"

// What moved, row by row.

namespace touchstone::reports {

/// How a row went as a whole.
enum class RowTurn {
    Better,    ///< some figure got better and none worse
    Worse,     ///< some figure got worse, whatever others did
    Neither,   ///< figures moved of which none is better or worse by itself
    Contacts,  ///< its contacts moved, its figures did not
    Gone,      ///< the row is missing
    New
};

struct MovedRow {
    RowKey key;
    RowTurn turn = RowTurn::Contacts;
    std::vector<const Movement*> movements;  ///< worse and better figures first, contacts last
};

/// The rows of which something moved: worse ones first, then missing, better, others, those whose
/// contacts alone moved, new ones; else in the order of `movements`, which must outlive them.
std::vector<MovedRow> moved_rows(std::span<const Movement> movements);

/// "3 better, 2 worse, 9 contacts only"; "Nothing moved." for none.
std::string movement_headline(std::span<const MovedRow> rows);

const char* turn_word(Turn turn);         ///< "better", "worse"; empty: neither
const char* row_turn_word(RowTurn turn);  ///< "better", "contacts only"

/// "edge_case, growth, query 2, published"; what is usual is left out.
std::string row_text(const RowKey& key);

/// Of each row at most so many movements are shown.
inline constexpr int kMostMovementsShown = 24;

}  // namespace touchstone::reports
