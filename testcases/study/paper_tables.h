#pragma once

#include <optional>
#include <string_view>

#include "methods/quality/judge.h"

namespace touchstone {

/// Over which its statistics of the Pillar go. Erleben [2018], Table 6.
inline constexpr int kPaperSteps = 500;

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

/// Nothing when Table 8 has no such case or generator. No case of it has parameters, so a name with
/// some never finds a cell.
std::optional<PaperCell> find_paper_cell(std::string_view case_id, std::string_view generator_id);

/// The Pillar at the paper's simulation step 3. Erleben [2018], Table 7: it prints a share, a count
/// and a factor, which only these counts give.
struct PaperPillarCounts {
    int contacts = 0;
    int correct = 0;

    double quality() const;  ///< 0…1
    double excess() const;   ///< over the 40 contacts that span all regions
};
std::optional<PaperPillarCounts> find_paper_pillar_counts(std::string_view case_id,
                                                          std::string_view generator_id);

/// Contacts of the Pillar over its first 500 steps. Erleben [2018], Table 6, as printed. Whether
/// the deviation is that of a sample is not said; over 500 steps it does not show.
struct PaperPillarStatistics {
    double mean = 0.0;
    int min = 0;
    int max = 0;
    double standard_deviation = 0.0;
};
std::optional<PaperPillarStatistics> find_paper_pillar_statistics(std::string_view generator_id);

/// What the paper's text says of the Wall and the Arch at simulation step 3. Erleben [2018], §8.2
/// and §8.3; of two generators only.
struct PaperMasonry {
    double wrong_share = 0.0;           ///< of the contacts, their normals' Q below 1; 0…1
    bool wrong_share_is_rough = false;  ///< "approximately", "closer to"
    double area_coverage = 0.0;         ///< P, to two decimals
};
std::optional<PaperMasonry> find_paper_masonry(std::string_view case_id,
                                               std::string_view generator_id);

/// Which of a cell's three numbers agree with the paper's.
struct Agreement {
    bool coverage = false;  ///< equal to the printed digits: tenths of a per cent
    bool quality = false;   ///< equal counts of contacts and of correct ones
    bool excess = false;    ///< equal counts of contacts
};
Agreement compare(const Judgement& judgement, const PaperCell& paper);

}  // namespace touchstone
