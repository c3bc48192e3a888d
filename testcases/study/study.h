#pragma once

#include <optional>
#include <span>
#include <string>
#include <vector>

#include "methods/contact/contact_point.h"
#include "methods/quality/audit.h"
#include "methods/quality/faults.h"
#include "methods/quality/judge.h"
#include "testcases/cells/cell.h"
#include "testcases/cells/cell_folder.h"
#include "testcases/cells/watch.h"
#include "testcases/scenes/test_case.h"
#include "testcases/settings/study_settings.h"
#include "testcases/study/paper_tables.h"
#include "testcases/study/scene_judgement.h"

namespace touchstone {

/// The largest shift of the jitter along each axis [m].
inline constexpr double kLargestShift = 0.5e-3;

/// What a study asks.
struct StudyRequest {
    std::vector<std::string> cases;       ///< ids or paths, see expand_cases
    std::vector<std::string> generators;  ///< ids
    StudySettings settings;
    std::optional<QueryPose> pose;  ///< instead of the one each case states
    int query = 1;    ///< which is judged, ≥ 1; the ones before it have moved the bodies
    int jitter = 0;   ///< shifts that are tried beside the stated placement, ≥ 0
    int threads = 0;  ///< at most so many; 0: one per core
};

template <typename Number>
struct Range {
    Number low{};
    Number high{};
};

/// What the shifts change. Without the stated placement, which is the row's own value.
struct JitterRange {
    int shifts = 0;
    int agreeing =
        0;  ///< shifts at which contacts and correct equal the paper's; 0 without a paper
    Range<int> contacts;
    Range<int> correct;
    std::optional<Range<double>> quality;   ///< of the shifts that have contacts
    std::optional<Range<double>> coverage;  ///< nothing where the row has none
    std::optional<Range<double>> excess;
    std::optional<Range<double>> area_coverage;
};

/// One test case with one generator: a cell of the track "contacts".
struct StudyRow : Cell {
    std::string case_id;
    std::string case_title;
    std::string generator_id;
    std::string generator_title;
    Profile profile = Profile::Corrected;
    QueryPose pose = QueryPose::Initial;
    int query = 1;
    bool has_reference = false;           ///< false: nothing says what is right
    std::vector<std::string> body_names;  ///< by index
    std::vector<ContactPoint> contacts;   ///< those that are judged
    std::vector<Pose> world_from_shape;   ///< per body, where these were found
    Judgement judgement;
    std::vector<std::optional<double>> metrics;  ///< in the order of all_metrics()
    int positions = 1;         ///< of a sweep. Then `judgement` is that of the position with the
                               ///< lowest quality and coverage, and each metric its worst value
    int faulty_positions = 0;  ///< at which something is not as the reference wants it
    Faults faults;             ///< the most at any position
    std::vector<std::string> rounded;  ///< pairs whose truth rests on rounded coordinates
    std::vector<VariantOutcome> variants;
    std::vector<std::string> unknown;  ///< pairs of which the truth cannot be told, and why
    bool checked = false;    ///< a scene of one's own or of the group `field`: passes or fails
    bool has_paper = false;  ///< a built-in case: what the paper prints stands in those below
    std::optional<PaperCell> paper;                 ///< Table 8
    std::optional<Agreement> agreement;             ///< with `paper`
    std::optional<PaperPillarCounts> paper_pillar;  ///< of the paper's step 3, which is query 2
    std::optional<PaperMasonry> paper_masonry;      ///< likewise
    std::optional<JitterRange> jitter;
    Audit audit;
};

/// Whether a checked row was asked, has no faults, and all its variants are as they must be.
/// Nothing where the row is not checked, or the truth of some pair cannot be told and nothing else
/// is wrong.
std::optional<bool> passes(const StudyRow& row);

/// What the paper prints beside a row's own values; nothing where it prints nothing.
struct PaperValues {
    std::optional<int> contacts;
    std::optional<int> correct;
    std::optional<double> quality;  ///< of Wall and Arch: what its share of wrong normals leaves
    std::optional<double> coverage;
    std::optional<double> excess;
    std::optional<double> area_coverage;
    bool quality_is_rough = false;  ///< "approximately", "closer to"

    bool empty() const { return !quality; }
};
PaperValues paper_values(const StudyRow& row);

struct StudyResult {
    std::vector<StudyRow> rows;         ///< cases in the order asked for, generators within
    bool stopped = false;               ///< by the watcher: rows are missing
    std::vector<std::string> warnings;  ///< of the mesh files of the cases, see mesh_warnings
};

/// Throws UsageError for a request that no study can answer, UnknownName for a generator that does
/// not exist.
void check(const StudyRequest& request);

/// The one loop of the study: test cases × generators. The same request gives the same rows for any
/// number of threads. Where the bodies of a scene from a file or the field cannot be made for some
/// generators (eroding a plate that is too thin), their rows say so, and the others go on. `kept`:
/// where finished rows stay, and are found again by the same program under the same key; null:
/// nowhere. Throws UsageError for an impossible request, and what make_study_scene throws.
StudyResult run_study(const StudyRequest& request, const Watcher& watcher = {},
                      const CellFolder* kept = nullptr);

/// The contacts of one case, prepared as a row's are.
struct CaseContacts {
    TestCase test_case;
    QueryPose pose = QueryPose::Initial;
    std::vector<ContactPoint> contacts;
};
/// The request must name one case and one generator; its jitter is not looked at.
CaseContacts find_case_contacts(const StudyRequest& request);

/// In how many cells of Table 8 the rows agree with the paper. Shifts never count.
struct AgreementCount {
    int cells = 0;  ///< rows that have a paper's value
    int coverage = 0;
    int quality = 0;
    int excess = 0;
};
AgreementCount count_agreement(std::span<const StudyRow> rows);

/// The shifts of the jitter, the same for every case, generator and profile [m].
std::vector<Vec3> jitter_shifts(int count);

}  // namespace touchstone
