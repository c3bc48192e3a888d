#pragma once

#include <array>
#include <optional>
#include <string>
#include <string_view>
#include <vector>

#include "testcases/audit/answer_difference.h"
#include "testcases/study/study.h"

// Metamorphic tests: nobody needs to know the right answer to a scene to know that it must not
// change when the same scene is described in another way. T. Y. Chen, S. C. Cheung, S. M. Yiu.
// 1998. Metamorphic testing: a new approach for generating next test cases. HKUST-CS98-01.

namespace touchstone {

/// The ways in which a scene is told anew.
enum class Retelling {
    Swap,            ///< the bodies in reverse order: B is A, and normals turn round
    Rotation,        ///< all turned about the origin, about an axis askew to everything
    Translation,     ///< all moved, in a direction askew to everything
    Scaling,         ///< all lengths times a factor, those of the settings too
    Retessellation,  ///< other triangles on the same surfaces: diagonals turned, edges split
    FaceVertices,    ///< further vertices within triangles
    Renumbering,     ///< vertices and triangles in another order
    Jitter           ///< each body moved by itself, by next to nothing
};
inline constexpr int kRetellings = 8;
std::string_view retelling_id(Retelling retelling);  ///< "swap", ...

/// One retelling of a certain size. Of each, several are tried, the smallest first.
struct RetellingStep {
    Retelling retelling = Retelling::Swap;
    double size = 0.0;       ///< rotation [degrees], translation [m], the factor, jitter [of the
                             ///< scene's size], else how many per body; of a swap nothing
    bool diagonals = false;  ///< of a retessellation: not split edges
    unsigned seed = 0;       ///< of renumbering and jitter
};
std::string describe(const RetellingStep& step);  ///< "4 edges of each body split"

/// What one kind of retelling did to an answer.
struct RetellingOutcome {
    int asked = 0;                         ///< steps that have an answer
    std::optional<RetellingStep> changed;  ///< the smallest that changed the answer
    AnswerDifference difference;           ///< to it, with `changed`
    std::string trouble;  ///< why a step has no answer: the first such; "" when there is none
};

/// One test case with one generator: a cell of the track "audit".
struct AuditedRow : Cell {
    std::string case_id;
    std::string generator_id;
    std::string generator_title;
    int contacts = 0;                                    ///< of the scene as it stands
    std::array<RetellingOutcome, kRetellings> outcomes;  ///< by Retelling

    bool unchanged() const;  ///< asked, and no outcome has `changed`
};

struct AuditResult {
    std::vector<AuditedRow> rows;  ///< cases in the order asked for, generators within
    bool stopped = false;          ///< by the watcher: rows are missing
};

/// Asks each generator of the request for the contacts of each case, at the first query, and again
/// with every retelling, whose answer is taken back to the scene as it stands. A sweep is at its
/// start; variants are not looked at. The same request gives the same rows for any number of
/// threads. `kept`: where finished rows stay, as of run_study. Throws UsageError for an impossible
/// request, and what make_study_scene throws.
AuditResult run_audit(const StudyRequest& request, const Watcher& watcher = {},
                      const CellFolder* kept = nullptr);

}  // namespace touchstone
