#include "python/bindings/recording.h"

#include <pybind11/stl.h>
#include <pybind11/stl/filesystem.h>

#include <algorithm>
#include <memory>
#include <mutex>
#include <utility>

#include "methods/base/error.h"
#include "python/bindings/arrays.h"
#include "python/bindings/bindings.h"
#include "python/bindings/python_generator.h"
#include "reports/provenance/version.h"
#include "testcases/files/scene_file.h"
#include "testcases/motion/solver.h"
#include "testcases/recordings/recorded_settings.h"

namespace touchstone::python {
namespace {

namespace fs = std::filesystem;

/// Returns the lock of the HDF5 library, which all that enters the library holds, without Python's
/// lock.
std::mutex& hdf5_mutex() {
    static std::mutex mutex;
    return mutex;
}

/// The scene of a recording, apart from its file: steps that were read may be asked about it when
/// the file is closed.
class RecordedScene {
 public:
    explicit RecordedScene(const Recording& recording)
        : test_case_(recording.test_case()), header_(recording.header()) {}

    /// Makes the scene for these generators.
    std::shared_ptr<Scene> make_for(std::vector<std::string> generators) const {
        return make_scene({test_case_, header_.case_name,
                           recorded_settings(header_, session_methods()), std::nullopt,
                           std::move(generators)});
    }

    /// Returns the scene without generators, which is made once: under Python's lock, which
    /// making it may let go, so that two threads may make it at first, to the same.
    std::shared_ptr<const Scene> plain() const {
        if (!plain_) {
            plain_ = make_for({});
        }
        return plain_;
    }

 private:
    TestCase test_case_;
    RecordingHeader header_;
    mutable std::shared_ptr<const Scene> plain_;  ///< null: not made yet
};

/// A recording open for reading, for any thread.
class RecordedRun {
 public:
    explicit RecordedRun(const fs::path& path) : path_(path) {
        const std::lock_guard lock(hdf5_mutex());
        recording_.emplace(path);
        scene_ = std::make_shared<const RecordedScene>(*recording_);
        elastic_ = std::make_shared<const ElasticRest>(recording_->header().elastic);
    }
    RecordedRun(const RecordedRun&) = delete;
    RecordedRun& operator=(const RecordedRun&) = delete;
    ~RecordedRun() {
        const std::lock_guard lock(hdf5_mutex());
        recording_.reset();
    }

    const fs::path& path() const { return path_; }
    const RecordingHeader& header() const { return recording_->header(); }
    const TestCase& test_case() const { return recording_->test_case(); }
    int steps() const { return recording_->steps(); }

    const std::shared_ptr<const ElasticRest>& elastic() const { return elastic_; }

    StepRecord read(int step) const {
        const std::lock_guard lock(hdf5_mutex());
        return recording_->read_step(step);
    }

    const std::shared_ptr<const RecordedScene>& scene() const { return scene_; }

 private:
    fs::path path_;
    std::optional<Recording> recording_;
    std::shared_ptr<const RecordedScene> scene_;
    std::shared_ptr<const ElasticRest> elastic_;
};

using RunHolder = std::shared_ptr<RecordedRun>;

std::vector<std::string> names_of(const TestCase& test_case) {
    std::vector<std::string> names;
    for (const BodySetup& body : test_case.bodies) {
        names.push_back(body.name);
    }
    return names;
}

/// Opens a recording without Python's lock.
RunHolder open_recording(const fs::path& path) {
    const py::gil_scoped_release release;
    return std::make_shared<RecordedRun>(path);
}

/// Reads a step. Throws Python's IndexError for one that the recording does not have.
FinishedStep step_at(const RecordedRun& run, int step) {
    if (step < 1 || step > run.steps()) {
        throw py::index_error("the recording has the steps 1 to " + std::to_string(run.steps()) +
                              "; there is no step " + std::to_string(step));
    }
    StepRecord record;
    {
        const py::gil_scoped_release release;
        record = run.read(step);
    }
    return make_finished_step(std::move(record), names_of(run.test_case()), run.header().generator,
                              run.elastic(), [scene = run.scene()] { return scene->plain(); });
}

/// Makes the recorded scene for these generators; None: for none.
std::shared_ptr<Scene> scene_of(const RecordedRun& run, const py::object& generators) {
    return run.scene()->make_for(generators.is_none() ? std::vector<std::string>{}
                                                      : generator_ids(generators));
}

/// Returns a step in which nothing moves, with contacts at the poses where they were found. Throws
/// UsageError for contacts of another number of bodies.
StepRecord still_step(const Scene& scene, const Contacts& contacts) {
    StepRecord record;
    record.step = 1;
    record.time = scene.study.test_case.time_step;
    record.query_poses = contacts.poses.empty() ? scene.query_poses : contacts.poses;
    if (record.query_poses.size() != scene.bodies.size()) {
        throw UsageError("the contacts are those of a scene of " +
                         std::to_string(contacts.poses.size()) + " bodies, and " +
                         scene.study.test_case.id + " has " + std::to_string(scene.bodies.size()));
    }
    for (std::size_t i = 0; i < scene.bodies.size(); ++i) {
        record.bodies.push_back(scene.bodies[i].state);
        record.bodies.back().world_from_body = record.query_poses[i];
    }
    record.contacts = contacts.points;
    record.impulses.resize(contacts.points.size());
    return record;
}

/// Writes contacts as a recording of one step in which nothing moves.
void write_contacts(const fs::path& file, const std::shared_ptr<Scene>& scene,
                    const Contacts& contacts, bool replace) {
    const StepRecord record = still_step(*scene, contacts);
    const py::gil_scoped_release release;
    StepFile(file, *scene, contacts.generator.empty() ? "contacts" : contacts.generator, replace)
        .write(record);
}

}  // namespace

py::list tets_by_body(const ElasticRest& elastic, int body_count) {
    py::list list;
    for (int i = 0; i < body_count; ++i) {
        const std::vector<Tet> tets =
            elastic.bodies.empty() ? std::vector<Tet>() : elastic.bodies[i].tets;
        py::array_t<int> array(Shape{std::ssize(tets), 4});
        std::ranges::copy(tets, reinterpret_cast<Tet*>(array.mutable_data()));
        list.append(frozen(std::move(array)));
    }
    return list;
}

FinishedStep make_finished_step(StepRecord record, std::vector<std::string> body_names,
                                std::string generator, std::shared_ptr<const ElasticRest> elastic,
                                std::function<std::shared_ptr<const Scene>()> scene) {
    FinishedStep finished{std::move(record), {}, std::move(elastic), std::move(scene)};
    finished.contacts = {finished.record.contacts, std::move(body_names),
                         finished.record.query_poses, std::move(generator)};
    return finished;
}

StepFile::StepFile(const fs::path& path, const Scene& scene, const std::string& generator,
                   bool replace, const ElasticRest* moving) {
    TestCase test_case = scene.study.test_case;
    test_case.variants.clear();  // only the present variant is recorded
    RecordingHeader header;
    header.version = reports::program_version();
    header.commit = reports::program_commit();
    header.case_name = scene.name;
    set_scene(header, test_case);
    header.generator = generator;
    StudySettings settings = with_scene_solver(scene.settings, test_case);
    if (moving != nullptr) {
        settings = with_method_solver(settings, generator);
        const Solver& solver = solver_of(settings, generator);
        header.solver = settings.moved_by;
        header.holds_barrier = solver.keeps_strain;
        header.holds_bound = records_stops(solver, settings.solver);
        header.elastic = *moving;
    }
    header.settings = assignments(setting_sections(settings));
    const std::lock_guard lock(hdf5_mutex());
    writer_ = RecordingWriter::create(path, header, replace ? IfExists::Replace : IfExists::Refuse);
}

StepFile::~StepFile() {
    const std::lock_guard lock(hdf5_mutex());
    writer_.reset();
}

void StepFile::write(const StepRecord& record) {
    const std::lock_guard lock(hdf5_mutex());
    writer_->write(record);
}

void bind_recording(py::module_& module) {
    py::class_<RecordedRun, RunHolder>(module, "Recording", R"(A recording, step by step.

Recording(file): one that `touchstone simulate --record`, Simulation.record or record_contacts
wrote. Steps count from 1.)")
        .def(py::init(&open_recording), py::arg("file"))
        .def("__len__", &RecordedRun::steps)
        .def("step", &step_at, py::arg("number"), "One step, from 1 to len(recording).")
        .def("scene", &scene_of, py::arg("generators") = py::none(),
             "The recorded scene with its settings, to judge contacts by: made for these "
             "generators, None: for none.")
        .def_property_readonly("file", [](const RecordedRun& run) { return run.path().string(); })
        .def_property_readonly("case",
                               [](const RecordedRun& run) { return run.header().case_name; })
        .def_property_readonly(
            "generator", [](const RecordedRun& run) { return run.header().generator; },
            "Id of what found the contacts.")
        .def_property_readonly("body_names",
                               [](const RecordedRun& run) { return names_of(run.test_case()); })
        .def_property_readonly(
            "settings",
            [](const RecordedRun& run) {
                py::dict values;
                for (const Assignment& one : run.header().settings) {
                    values[py::str(one.owner + "." + one.option)] = one.value;
                }
                return values;
            },
            "All of them by name, as texts.")
        .def_property_readonly("version",
                               [](const RecordedRun& run) { return run.header().version; })
        .def_property_readonly(
            "tets",
            [](const RecordedRun& run) {
                return tets_by_body(*run.elastic(),
                                    static_cast<int>(std::ssize(run.test_case().bodies)));
            },
            "By body, (tets, 4) rows of Step.vertices of an elastic one; none of a rigid one.")
        .def("__repr__", [](const RecordedRun& run) {
            return "<Recording of " + run.header().case_name + " with " + run.header().generator +
                   ": " + std::to_string(run.steps()) + " steps>";
        });
    module.def("record_contacts", &write_contacts, py::arg("file"), py::arg("scene"),
               py::arg("contacts"), py::arg("replace") = false,
               R"(Writes contacts as a recording of one step in which nothing moves.

The viewer shows it without whatever found the contacts. A file that is there is left alone unless
`replace`.)");
}

}  // namespace touchstone::python
