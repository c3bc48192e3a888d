#pragma once

#include <optional>
#include <string_view>

#include "methods/quality/judge.h"

namespace touchstone {

/// Number of steps in the paper's statistics of the Pillar. Erleben [2018], Table 6.
inline constexpr int kPaperSteps = 500;

/// The paper's result for one test case with one generator. Erleben [2018], Table 8. It prints
/// shares and factors; the counts here are the only ones that give all three of a cell's numbers.
struct PaperCell {
    int contacts = 0;
    int correct = 0;
    int min_contacts = 0;
    double coverage = 0.0;  ///< coverage as printed, 0…1

    /// Returns the share of right contacts; 0 without contacts, as printed.
    double quality() const;
    /// Returns the number of contacts over the fewest needed; nothing without contacts, printed as
    /// (*).
    std::optional<double> excess() const;
};

/// Finds the paper's cell; nothing when Table 8 has no such case or generator. No case of it has
/// parameters, so a name with some never finds a cell.
std::optional<PaperCell> find_paper_cell(std::string_view case_id, std::string_view generator_id);

/// The contacts of the Pillar at the paper's simulation step 3. Erleben [2018], Table 7: it prints
/// a share, a count and a factor, which only these counts give.
struct PaperPillarCounts {
    int contacts = 0;
    int correct = 0;

    /// Returns the share of right contacts, 0…1.
    double quality() const;
    /// Returns the number of contacts over the 40 that span all regions.
    double excess() const;
};
/// Finds the counts; nothing when Table 7 has no such case or generator.
std::optional<PaperPillarCounts> find_paper_pillar_counts(std::string_view case_id,
                                                          std::string_view generator_id);

/// The number of contacts of the Pillar over its first 500 steps. Erleben [2018], Table 6, as
/// printed. Whether the deviation is that of a sample is not said; over 500 steps it makes no
/// visible difference.
struct PaperPillarStatistics {
    double mean = 0.0;
    int min = 0;
    int max = 0;
    double standard_deviation = 0.0;
};
/// Finds the statistics; nothing when Table 6 has no such generator.
std::optional<PaperPillarStatistics> find_paper_pillar_statistics(std::string_view generator_id);

/// The values in the paper's text for the Wall and the Arch at simulation step 3. Erleben [2018],
/// §8.2 and §8.3; of two generators only.
struct PaperMasonry {
    double wrong_share = 0.0;  ///< share of the contacts whose normals have Q below 1, 0…1
    bool wrong_share_is_rough = false;  ///< true: printed as "approximately" or "closer to"
    double area_coverage = 0.0;         ///< P, to two decimals
};
/// Finds the values; nothing where the text has none.
std::optional<PaperMasonry> find_paper_masonry(std::string_view case_id,
                                               std::string_view generator_id);

/// Which of a cell's three numbers agree with the paper's.
struct Agreement {
    bool coverage = false;  ///< equal to the printed digits: tenths of a per cent
    bool quality = false;   ///< equal counts of contacts and of correct ones
    bool excess = false;    ///< equal counts of contacts
};
/// Compares the three numbers with the paper's.
Agreement compare(const Judgement& judgement, const PaperCell& paper);

}  // namespace touchstone
