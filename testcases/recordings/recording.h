#pragma once

#include <filesystem>
#include <functional>
#include <memory>
#include <span>
#include <string>
#include <vector>

#include "testcases/motion/simulation.h"
#include "testcases/query/elastic_bodies.h"
#include "testcases/scenes/test_case.h"
#include "testcases/settings/study_settings.h"

// Recordings, schema "touchstone-recording-1": one HDF5 file with a scene and every step of its
// motion; docs/formats/recordings.md describes the layout. All numbers are stored bit for bit.
//
// The HDF5 library is not thread-safe: at any time only one thread of a program may be inside any
// of these functions, whichever files they work on.

namespace touchstone {

/// The data that a recording holds before its first step.
struct RecordingHeader {
    std::string version;               ///< version of the program that began it
    std::string commit;                ///< commit of that program
    std::string case_name;             ///< id of a built-in case or path of a scene file
    std::string scene;                 ///< text of the case as a scene file, see write_scene
    std::string generator;             ///< id of the generator
    std::vector<Assignment> settings;  ///< values of all options of study, solver and generators
    bool holds_barrier =
        false;                 ///< true: each step holds what a motion by the barrier goes on from
    bool holds_bound = false;  ///< true: each step holds what the bound on steps did
    /// Without bodies: elastic ones are not recorded. Otherwise each step holds their vertices, and
    /// holds_barrier is true.
    ElasticRest elastic = {};
    std::string solver = {};  ///< id of the solver; empty: the settings choose it, see solver_of
};

class Recording;

/// The treatment of a file that exists already.
enum class IfExists { Refuse, Replace };

/// Writes the steps of a simulation to a file. After each write the file is complete: a kill at any
/// time leaves all steps whose write had returned.
class RecordingWriter {
 public:
    /// Creates a recording without steps. The path is either replaced by a complete file or left
    /// unchanged. Throws FileError, also for a header that cannot be read back.
    static RecordingWriter create(const std::filesystem::path& path, const RecordingHeader& header,
                                  IfExists if_exists);

    /// Continues after the last finished step of a recording. A recording that ended with a kill is
    /// first replaced by a copy of its finished steps, so is a compressed one. Throws the errors of
    /// Recording, and FileError when another program, or another object in this one, has it open.
    static RecordingWriter append(const std::filesystem::path& path);

    RecordingWriter(RecordingWriter&&) noexcept;
    RecordingWriter& operator=(RecordingWriter&&) noexcept;
    ~RecordingWriter();

    /// Appends the step and passes it to the system. `record.step` must be steps() + 1. Throws
    /// FileError when there is no room or the step does not fit the scene; the steps so far are
    /// safe then. After a failure of the file system no further step is accepted.
    void write(const StepRecord& record);

    /// Returns the number of steps in the file.
    int steps() const;

 private:
    struct State;
    explicit RecordingWriter(std::unique_ptr<State> state);
    /// Creates a recording at `path`, which messages call `name`.
    static RecordingWriter create_at(const std::filesystem::path& path,
                                     const std::filesystem::path& name,
                                     const RecordingHeader& header, bool packed = false);
    friend bool write_packed_copy(const Recording& recording, int steps,
                                  const std::filesystem::path& path,
                                  const std::function<bool(int step)>& go_on);
    std::unique_ptr<State> state_;
};

/// Copies the first steps of a recording into one whose tables are compressed. `go_on` is called
/// with each step's number before it is copied; false ends it. Returns true when the file was put
/// in place, replacing what was there; otherwise nothing is written. Throws FileError.
bool write_packed_copy(const Recording& recording, int steps, const std::filesystem::path& path,
                       const std::function<bool(int step)>& go_on);

/// A recording open for reading.
class Recording {
 public:
    /// Opens a recording. Throws FileError, naming the file, the part and the remedy, for anything
    /// else.
    explicit Recording(const std::filesystem::path& path);
    Recording(Recording&&) noexcept;
    Recording& operator=(Recording&&) noexcept;
    ~Recording();

    const std::filesystem::path& path() const;
    const RecordingHeader& header() const;
    const TestCase& test_case() const;  ///< scene of the header

    int steps() const;  ///< number of finished steps; a step cut off by a kill does not count

    /// Returns the largest strain of elastic bodies in all steps [-]; 0 without such bodies.
    double largest_strain() const;

    /// Reads `step` in 1…steps(). Throws FileError when its data are damaged.
    StepRecord read_step(int step) const;

 private:
    friend class RecordingWriter;
    struct State;
    std::unique_ptr<State> state_;
};

}  // namespace touchstone
