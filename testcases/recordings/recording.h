#pragma once

#include <filesystem>
#include <functional>
#include <memory>
#include <span>
#include <string>
#include <string_view>
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
    std::string version;    ///< version of the program that began the recording
    std::string commit;     ///< commit of that program
    std::string case_name;  ///< id of a built-in case or path of a scene file
    std::string scene;      ///< text of the case as a scene file, as write_scene returns it
    std::string generator;  ///< id of the generator
    std::vector<Assignment> settings;  ///< values of all options of study, solver and generators
    bool holds_barrier = false;    ///< true: each step holds the state of the barrier solver, to
                                   ///< continue from
    bool holds_bound = false;      ///< true: each step holds what the bound on motions did
    bool holds_witnesses = false;  ///< true: each step holds how often remembered pairs were right
    /// Elastic bodies at rest, whose vertices each step holds; holds_barrier is true then. Without
    /// bodies: no vertices are recorded.
    ElasticRest elastic = {};
    std::string solver = {};  ///< id of the solver; empty: the settings choose it, see solver_of
    /// The case that `scene` holds, so that nobody parses it again; null: as yet nobody has. Set
    /// both by set_scene: whoever changes `scene` alone must reset this.
    std::shared_ptr<const TestCase> parsed = {};
};

/// Sets the scene of the header, whose meshes go into the text. Throws what write_scene throws.
void set_scene(RecordingHeader& header, const TestCase& test_case);

/// Returns true for a name that ends in ".h5" or ".hdf5".
bool is_recording_path(std::string_view name);

/// Returns the id of the generator of a recording, and reads no more of it. Throws FileError for a
/// file that is none.
std::string recorded_generator(const std::filesystem::path& path);

class Recording;

/// The choices for a file that exists already: to refuse it with an error, or to replace it.
enum class IfExists { Refuse, Replace };

/// A writer of the steps of a simulation to a file. After each write the file is complete: when the
/// program is killed at any time, all steps whose write had returned stay.
class RecordingWriter {
 public:
    /// Creates a recording without steps. The path is either replaced by a complete file or left
    /// unchanged. Throws FileError, also for a header that cannot be read back.
    static RecordingWriter create(const std::filesystem::path& path, const RecordingHeader& header,
                                  IfExists if_exists);

    /// Continues after the last finished step of a recording. A compressed recording, or one whose
    /// program was killed, is first replaced by a copy of its finished steps. Throws the errors of
    /// Recording, and FileError when another program, or another object in this one, has it open.
    /// `known`: the header as a Recording of the file gave it; null: not known.
    static RecordingWriter append(const std::filesystem::path& path,
                                  const RecordingHeader* known = nullptr);

    /// Takes over the file of another writer.
    RecordingWriter(RecordingWriter&&) noexcept;
    RecordingWriter& operator=(RecordingWriter&&) noexcept;
    /// Closes the file in good order.
    ~RecordingWriter();

    /// Appends a step and hands it to the operating system. `record.step` must be steps() + 1.
    /// Throws FileError when there is no room or the step does not fit the scene; the steps so far
    /// are safe then. After a failure of the file system it accepts no further step.
    void write(const StepRecord& record);

    /// Returns the number of steps in the file.
    int steps() const;

 private:
    struct State;
    explicit RecordingWriter(std::unique_ptr<State> state);
    /// Creates a recording at `path`, which messages call `name`. `packed`: its tables are
    /// compressed.
    static RecordingWriter create_at(const std::filesystem::path& path,
                                     const std::filesystem::path& name,
                                     const RecordingHeader& header, bool packed = false);
    friend bool write_packed_copy(const Recording& recording, int steps,
                                  const std::filesystem::path& path,
                                  const std::function<bool(int step)>& go_on);
    std::unique_ptr<State> state_;
};

/// Copies the first `steps` steps of a recording into one whose tables are compressed. Calls
/// `go_on` with the number of each step before it copies that; false ends the copy. Returns true
/// when the new file was put in place, replacing what was there; otherwise writes nothing. Throws
/// FileError.
bool write_packed_copy(const Recording& recording, int steps, const std::filesystem::path& path,
                       const std::function<bool(int step)>& go_on);

/// A recording open for reading.
class Recording {
 public:
    /// Opens a recording. Throws FileError, naming the file, the part and the remedy, for a file
    /// that is none or is damaged. `known`: the header as another Recording of the file gave it, so
    /// that the same scene is not parsed again; null: not known.
    explicit Recording(const std::filesystem::path& path, const RecordingHeader* known = nullptr);
    /// Takes over the file of another recording.
    Recording(Recording&&) noexcept;
    Recording& operator=(Recording&&) noexcept;
    ~Recording();

    /// Returns the path of the file.
    const std::filesystem::path& path() const;
    /// Returns the data before the first step.
    const RecordingHeader& header() const;
    /// Returns the scene of the header.
    const TestCase& test_case() const;

    /// Returns the number of finished steps. One that was not written to its end does not count.
    int steps() const;

    /// Returns the largest strain of elastic bodies in all steps [-]; 0 without such bodies.
    double largest_strain() const;

    /// Returns the numbers of the steps in which motions ended at another body, rising; none where
    /// that is not recorded.
    std::vector<int> stop_steps() const;

    /// Reads step number `step`, in 1…steps(). Throws FileError when its data are damaged.
    StepRecord read_step(int step) const;

 private:
    friend class RecordingWriter;
    struct State;
    std::unique_ptr<State> state_;
};

}  // namespace touchstone
