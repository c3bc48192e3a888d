#pragma once

#include <memory>
#include <optional>
#include <string>

#include "testcases/league/league_roster.h"
#include "testcases/settings/study_settings.h"

namespace touchstone {

/// The sum of everything that a contestant has answered since it was started.
struct AnswerLog {
    std::string digest;  ///< digest of every contact in order, bit for bit, and every fault
    int pairs = 0;       ///< number of pairs of bodies asked about
    std::optional<double> seconds;  ///< time of its own queries [s]; nothing: it does not say
};

/// A row of the league as something to ask: a method with the row's id, whose answers are summed up
/// and timed on the way. A program is started whenever that is wanted. For one thread at a time.
/// The time of a method is that of its function, with colliders ready; that of an engine is the one
/// it states.
class Contestant {
 public:
    /// Makes a contestant of a row that can be asked. `time_limit`: longest time for each reply
    /// [s].
    Contestant(const LeagueRow& row, double time_limit);

    /// Returns the id of the row.
    const std::string& generator_id() const { return generator_.id; }
    /// Returns the method to ask.
    const Generator& generator() const { return generator_; }

    /// Forgets all answers, and starts the program anew for the following queries. One that cannot
    /// be started gives the reason at its first query.
    void start();
    /// Forgets all answers, and continues with the program started last, unless it has failed.
    void go_on();
    /// Forgets all answers, and continues with a second process of the program, which is started if
    /// it does not run.
    void go_on_second();
    /// Ends both programs.
    void stop();

    /// Forgets all answers, and continues with the same program.
    void clear_log();
    /// Returns the sum of the answers so far.
    AnswerLog log() const;

 private:
    struct State;
    std::shared_ptr<State> state_;
    Generator generator_;
};

/// Returns the settings with the contestant as the only method: those of the method it asks, or the
/// defaults when it is a program.
StudySettings settings_for(const Contestant& contestant, const LeagueRow& row,
                           const StudySettings& settings);

}  // namespace touchstone
