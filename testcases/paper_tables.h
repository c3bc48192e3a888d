#pragma once

#include <optional>
#include <string_view>

#include "methods/quality/judge.h"

namespace touchstone {

/// What the paper found in one test case with one generator. Erleben [2018], Table 8. It prints
/// shares and factors; the counts are the only ones that give all three of a cell's numbers.
struct PaperCell {
    int contacts = 0;
    int correct = 0;
    int min_contacts = 0;
    double coverage = 0.0;  ///< as printed, 0…1

    double quality() const;                ///< 0 without contacts, as printed
    std::optional<double> excess() const;  ///< nothing without contacts, printed as (*)
};

/// Nothing when Table 8 has no such case or generator.
std::optional<PaperCell> find_paper_cell(std::string_view case_id, std::string_view generator_id);

/// Which of a cell's three numbers agree with the paper's.
struct Agreement {
    bool coverage = false;  ///< equal to the printed digits: tenths of a per cent
    bool quality = false;   ///< equal counts of contacts and of correct ones
    bool excess = false;    ///< equal counts of contacts
};
Agreement compare(const Judgement& judgement, const PaperCell& paper);

}  // namespace touchstone
