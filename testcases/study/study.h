#pragma once

#include <memory>
#include <optional>
#include <span>
#include <string>
#include <utility>
#include <vector>

#include "methods/contact/contact_point.h"
#include "methods/quality/audit.h"
#include "methods/quality/faults.h"
#include "methods/quality/judge.h"
#include "testcases/cells/cell.h"
#include "testcases/cells/cell_folder.h"
#include "testcases/cells/watch.h"
#include "testcases/query/scene_stock.h"
#include "testcases/scenes/test_case.h"
#include "testcases/settings/study_settings.h"
#include "testcases/study/paper_tables.h"
#include "testcases/study/scene_judgement.h"

namespace touchstone {

/// The largest shift of the jitter along each axis [m].
inline constexpr double kLargestShift = 0.5e-3;

/// The request of a study.
struct StudyRequest {
    std::vector<std::string> cases;       ///< ids or paths, see expand_cases
    std::vector<std::string> generators;  ///< ids of the methods
    StudySettings settings;
    std::optional<QueryPose> pose;  ///< pose instead of that of each case
    int query = 1;    ///< number of the query that is judged, ≥ 1; those before move the bodies
    int jitter = 0;   ///< number of shifts tried beside the stated placement, ≥ 0
    int threads = 0;  ///< largest number of threads; 0: one per core
    /// What the scenes of all that answers this request share, and its copies: each file is read
    /// once, and what it says later is for another request. It holds its memory as long as one of
    /// the copies is kept.
    std::shared_ptr<SceneStock> stock = std::make_shared<SceneStock>();
};

/// A closed interval of values.
template <typename Number>
struct Range {
    Number low{};
    Number high{};
};

/// A row's figures over all shifts, without the stated placement, whose figures the row itself has.
struct JitterRange {
    int shifts = 0;
    int agreeing = 0;  ///< shifts with the paper's contacts and correct ones; 0 without a paper
    Range<int> contacts;
    Range<int> correct;
    std::optional<Range<double>> quality;   ///< range over shifts with contacts
    std::optional<Range<double>> coverage;  ///< range; nothing where the row has none
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
    std::vector<std::string> body_names;  ///< names by index
    std::vector<ContactPoint> contacts;   ///< contacts that are judged
    std::vector<Pose> world_from_shape;   ///< pose of each body in that query
    Judgement judgement;
    std::vector<std::optional<double>> metrics;  ///< values, ordered as all_metrics()
    int positions = 1;  ///< number of positions. Of a sweep, `judgement` is that of the lowest
                        ///< quality and coverage, and each metric its worst value
    int faulty_positions = 0;          ///< positions with something other than the reference wants
    Faults faults;                     ///< largest number of each fault at any position
    std::vector<std::string> rounded;  ///< pairs whose truth rests on rounded coordinates
    std::vector<VariantOutcome> variants;
    std::vector<std::string> unknown;  ///< pairs whose truth cannot be told, with the reason
    bool checked = false;    ///< true for a scene of one's own or of `field`: it passes or fails
    bool has_paper = false;  ///< true for a built-in case: the paper's figures stand below
    std::optional<PaperCell> paper;                 ///< cell of Table 8
    std::optional<Agreement> agreement;             ///< agreement with `paper`
    std::optional<PaperPillarCounts> paper_pillar;  ///< counts of its step 3, our query 2
    std::optional<PaperMasonry> paper_masonry;      ///< shares of the same query
    std::optional<JitterRange> jitter;
    Audit audit;
};

/// Returns true when a checked row was asked, has no faults, and all its variants are as they must
/// be. Returns nothing where the row is not checked, or the truth of some pair cannot be told and
/// nothing else is wrong.
std::optional<bool> passes(const StudyRow& row);

/// The figures that the paper prints beside a row's own; nothing where it prints none.
struct PaperValues {
    std::optional<int> contacts;
    std::optional<int> correct;
    std::optional<double> quality;  ///< quality; for Wall and Arch from its share of wrong normals
    std::optional<double> coverage;
    std::optional<double> excess;
    std::optional<double> area_coverage;
    bool quality_is_rough = false;  ///< true where it says "approximately"

    /// Returns true when the paper prints no value beside the row.
    bool empty() const { return !quality; }
};
/// Returns the paper's values for a row.
PaperValues paper_values(const StudyRow& row);

/// The rows of a study.
struct StudyResult {
    std::vector<StudyRow> rows;  ///< rows by case, then generator, as asked for
    /// True: rows are missing, as the watcher stopped it, or as other processes made them and one
    /// of those writes the tables.
    bool stopped = false;
    std::vector<std::string> warnings;  ///< warnings of mesh files, see mesh_warnings
};

/// Throws UsageError for a request that no study can answer, UnknownName for a generator that does
/// not exist.
void check(const StudyRequest& request);

/// Runs the one loop of the study: test cases × generators. The same request gives the same rows
/// for any number of threads. Where the bodies of a scene from a file or the field cannot be made
/// for some generators (eroding a plate that is too thin), their rows say so, and the others go on.
/// `kept`: where finished rows stay, and are found again by the same program under the same key;
/// null: nowhere. Throws UsageError for an impossible request, and what make_study_scene throws.
StudyResult run_study(const StudyRequest& request, const Watcher& watcher = {},
                      const CellFolder* kept = nullptr);

/// The contacts of one case, prepared as a row's are.
struct CaseContacts {
    TestCase test_case;
    QueryPose pose = QueryPose::Initial;
    std::vector<ContactPoint> contacts;
    std::vector<std::pair<int, int>> silent;  ///< pairs of bodies as silent_pairs finds them
};
/// Finds the contacts. The request must name one case and one generator; jitter is ignored.
CaseContacts find_case_contacts(const StudyRequest& request);

/// The number of cells of Table 8 in which rows agree with the paper. Shifts never count.
struct AgreementCount {
    int cells = 0;  ///< rows that have a paper's value
    int coverage = 0;
    int quality = 0;
    int excess = 0;
};
/// Counts the cells in which rows agree with the paper.
AgreementCount count_agreement(std::span<const StudyRow> rows);

/// Returns the shifts of the jitter, the same for every case, generator and profile [m].
std::vector<Vec3> jitter_shifts(int count);

}  // namespace touchstone
