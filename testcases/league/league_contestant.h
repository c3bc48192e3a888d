#pragma once

#include <memory>
#include <optional>
#include <string>

#include "testcases/league/league_roster.h"
#include "testcases/settings/study_settings.h"

namespace touchstone {

/// All that a contestant has answered since it was started.
struct AnswerLog {
    std::string digest;             ///< of every contact in order, bit for bit, and every fault
    int pairs = 0;                  ///< pairs of bodies that were asked about
    std::optional<double> seconds;  ///< of its own queries; nothing: it does not say
};

/// A row of the league as something to ask: a method with the row's id, and what it answers is
/// summed up and timed on the way. A program is started whenever that is wanted. For one thread at
/// a time.
///
/// A method's time is that of its function, the colliders made; an engine's is the one it states.
class Contestant {
 public:
    /// `row` must be one that can be asked; `time_limit`: for each reply [s].
    Contestant(const LeagueRow& row, double time_limit);

    const std::string& generator_id() const { return generator_.id; }  ///< the row's
    const Generator& generator() const { return generator_; }

    /// Forgets all answers. From here on a program is asked that is begun for this. One that cannot
    /// be begun says why at its first query.
    void start();
    /// The same with the program that was begun last, if it has not failed.
    void go_on();
    /// The same with a second process of the program, which is begun where it does not run.
    void go_on_second();
    void stop();  ///< ends both

    /// Forgets all answers and asks the same program on.
    void clear_log();
    AnswerLog log() const;

 private:
    struct State;
    std::shared_ptr<State> state_;
    Generator generator_;
};

/// The settings with the contestant as the only method: those of the method it asks, of the
/// defaults when it is a program.
StudySettings settings_for(const Contestant& contestant, const LeagueRow& row,
                           const StudySettings& settings);

}  // namespace touchstone
