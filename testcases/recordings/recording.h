#pragma once

#include <filesystem>
#include <memory>
#include <span>
#include <string>
#include <vector>

#include "testcases/query/simulation.h"
#include "testcases/scenes/test_case.h"
#include "testcases/settings/study_settings.h"

// Recordings, schema "touchstone-recording-1": one HDF5 file that holds a scene and every step of
// its motion; docs/formats/recordings.md describes the layout. All numbers are kept bit for bit.
//
// The HDF5 library is not thread-safe: at any time only one thread of a program may be inside any
// of these functions, whichever files they work on.

namespace touchstone {

/// What a recording says before its first step.
struct RecordingHeader {
    std::string version;               ///< of the program that began it
    std::string commit;                ///< of the same
    std::string case_name;             ///< a built-in case's id or a scene file's path
    std::string scene;                 ///< the case as scene-file text, see write_scene
    std::string generator;             ///< id
    std::vector<Assignment> settings;  ///< every option of study, solver and generators
};

enum class IfExists { Refuse, Replace };

/// Puts the steps of a simulation into a file. After each write the file is complete: a kill at any
/// time leaves all steps whose write had returned.
class RecordingWriter {
 public:
    /// A new recording without steps. The path is taken by a whole file or left as it was. Throws
    /// FileError, also for a header that cannot be read back.
    static RecordingWriter create(const std::filesystem::path& path, const RecordingHeader& header,
                                  IfExists if_exists);

    /// Goes on after the last finished step of a recording. One that a kill ended is replaced by a
    /// copy of its finished steps first. Throws what Recording throws, and FileError when another
    /// program or another owner in this one has it open.
    static RecordingWriter append(const std::filesystem::path& path);

    RecordingWriter(RecordingWriter&&) noexcept;
    RecordingWriter& operator=(RecordingWriter&&) noexcept;
    ~RecordingWriter();

    /// Appends the step and hands it to the system. `record.step` must be steps() + 1. Throws
    /// FileError when there is no room or the step cannot be one of this scene; the steps so far
    /// are safe then. After a failure of the file system nothing more is taken.
    void write(const StepRecord& record);

    int steps() const;

 private:
    struct State;
    explicit RecordingWriter(std::unique_ptr<State> state);
    /// A new recording at `path`, which messages call `name`.
    static RecordingWriter create_at(const std::filesystem::path& path,
                                     const std::filesystem::path& name,
                                     const RecordingHeader& header);
    std::unique_ptr<State> state_;
};

/// A recording that is read.
class Recording {
 public:
    /// Throws FileError, naming the file, the part and the remedy, for whatever is no recording.
    explicit Recording(const std::filesystem::path& path);
    Recording(Recording&&) noexcept;
    Recording& operator=(Recording&&) noexcept;
    ~Recording();

    const std::filesystem::path& path() const;
    const RecordingHeader& header() const;
    const TestCase& test_case() const;  ///< the header's scene

    int steps() const;  ///< finished; a step that was cut off by a kill does not count

    /// `step` in 1…steps(). Throws FileError when what is read is damaged.
    StepRecord read_step(int step) const;

 private:
    friend class RecordingWriter;
    struct State;
    std::unique_ptr<State> state_;
};

}  // namespace touchstone
