#pragma once

#include <compare>
#include <optional>
#include <span>
#include <string>
#include <vector>

#include "methods/base/types.h"
#include "testcases/study/contact_figures.h"

// The figures that watch over methods: the numbers of a row of a study, and its contacts.

namespace touchstone::reports {

/// The key of a row.
struct RowKey {
    int run = 0;  ///< index of the run in a baseline; 0 in a report
    std::string case_id;
    std::string generator_id;
    std::string profile;
    std::string pose;
    int query = 1;

    auto operator<=>(const RowKey&) const = default;
};

/// A contact in the numbers that are compared.
struct ContactFigures {
    std::string body_a;
    std::string body_b;
    Vec3 position = Vec3::Constant(kUnset);  ///< position in world frame [m]
    Vec3 normal = Vec3::Constant(kUnset);    ///< normal from A to B
    double separation = kUnset;              ///< separation along the normal [m]
    std::string verdict;
};

/// The contacts of a pair of bodies, of which there are too many to list.
struct PairFigures {
    std::string body_a;
    std::string body_b;
    int contacts = 0;
    int correct = 0;
    Vec3 normal_sum = Vec3::Zero();  ///< sum over all contacts, from A to B
};

/// A row of a study in the numbers that are compared.
struct FigureRow {
    RowKey key;
    std::vector<std::optional<double>> figures;  ///< figures in the order of contact_figures()
    std::vector<ContactFigures> contacts;        ///< contacts of a row with at most kMostContacts
    std::vector<PairFigures> pairs;              ///< pairs of a row with more
};

/// The most contacts of a row that is compared contact by contact, not pair by pair.
inline constexpr int kMostContacts = 64;

/// Makes the numbers of a row. `run`: index of its run in the baseline.
FigureRow make_figure_row(const StudyRow& row, int run);

/// The limits below which a figure counts as unmoved.
struct FigureTolerances {
    std::vector<double> figures;  ///< absolute limits in the order of contact_figures(); ∞: not
                                  ///< compared
    double position = 1e-9;       ///< limit of positions [m]
    double separation = 1e-9;     ///< limit of separations [m]
    double angle = 1e-6;          ///< limit of the angle between normals [degrees]
};

/// Returns the default: 0 for counts, 1e-9 for metrics.
FigureTolerances default_tolerances();

/// The kinds of movement.
enum class MovementKind {
    Figure,   ///< a number of the row
    Contact,  ///< a contact, or all of a pair
    Row       ///< a row that is missing or new
};

/// The direction of a movement.
enum class Turn { Better, Worse, Neither };

/// Something that moved past its tolerance, in words for a table.
struct Movement {
    RowKey key;
    std::string what;    ///< "quality", "contact left – right at (0, 1, 0)", "row"
    std::string before;  ///< text with as few digits as tell it from `after`; empty where there was
                         ///< nothing
    std::string after;
    MovementKind kind = MovementKind::Figure;
    Turn turn = Turn::Neither;  ///< direction of a figure; of others Neither
};

/// Finds what moved, in the order of `before`, figures before contacts; rows that only `after` has
/// come last. Contacts of a pair are matched by position first, so that one that turned is told
/// from one that went and one that came.
std::vector<Movement> find_movements(std::span<const FigureRow> before,
                                     std::span<const FigureRow> after,
                                     const FigureTolerances& tolerances);

}  // namespace touchstone::reports
