#pragma once

#include <array>
#include <optional>
#include <span>
#include <string>
#include <vector>

#include "testcases/audit/answer_difference.h"
#include "testcases/audit/retelling.h"
#include "testcases/scenes/test_case.h"
#include "testcases/study/study.h"

// Metamorphic tests: nobody needs to know the right answer to a scene to know that it must not
// change when the same scene is described in another way. T. Y. Chen, S. C. Cheung, S. M. Yiu.
// 1998. Metamorphic testing: a new approach for generating next test cases. HKUST-CS98-01.

namespace touchstone {

/// The effect of one kind of retelling on an answer.
struct RetellingOutcome {
    int asked = 0;                         ///< number of steps that have an answer
    std::optional<RetellingStep> changed;  ///< smallest step that changed the answer
    AnswerDifference difference;           ///< its difference from the answer, with `changed`
    std::string trouble;  ///< reason why the first step without an answer has none; "": all have
};

/// Two bodies, by name, that overlap without a contact, see silent_pairs.
struct SilentPair {
    std::string body_a;
    std::string body_b;

    bool operator==(const SilentPair&) const = default;
};

/// One test case with one generator: a cell of the track "audit".
struct AuditedRow : Cell {
    std::string case_id;
    std::string generator_id;
    std::string generator_title;
    int contacts = 0;                                    ///< number for the scene as it stands
    std::vector<SilentPair> silent;                      ///< what overlaps there without a contact
    std::array<RetellingOutcome, kRetellings> outcomes;  ///< outcomes by Retelling

    bool unchanged() const;  ///< Returns true when it was asked and no outcome has `changed`.
};

/// The rows of an audit.
struct AuditResult {
    std::vector<AuditedRow> rows;  ///< rows by case, then generator, as asked for
    /// True: rows are missing, as the watcher stopped it, or as other processes made them and one
    /// of those writes the tables.
    bool stopped = false;
};

/// A moment of a motion, as a scene. Its contacts need not be those of the step: the method is not
/// told the contacts of the step before.
struct AuditMoment {
    std::string name;         ///< name in the rows: "run.h5, step 12"
    TestCase test_case;       ///< bodies where the step found its contacts, with the velocities and
                              ///< the time step of that query
    bool look_ahead = false;  ///< true: contacts that are met within the step are wanted as well
    std::optional<StudySettings> settings = {};  ///< with all methods of the request; nothing: the
                                                 ///< request's
};

/// Asks each generator of the request for the contacts of each case, at the first query, and again
/// with every retelling, whose answer is taken back to the scene as it stands. A sweep is at its
/// start; variants are not looked at. The same request gives the same rows for any number of
/// threads. `kept`: where finished rows stay, as of run_study. Throws UsageError for an impossible
/// request, and what make_study_scene throws. Asks about the moments behind the cases in the same
/// way; their rows are not kept.
AuditResult run_audit(const StudyRequest& request, const Watcher& watcher = {},
                      const CellFolder* kept = nullptr, std::span<const AuditMoment> moments = {});

}  // namespace touchstone
