#include "testcases/motion/simulation.h"

#include <pybind11/stl.h>
#include <pybind11/stl/filesystem.h>

#include <algorithm>
#include <memory>

#include "generators/generator.h"
#include "methods/base/error.h"
#include "methods/base/parallel/parallel.h"
#include "methods/elastic/tet_strain.h"
#include "python/bindings/arrays.h"
#include "python/bindings/bindings.h"
#include "python/bindings/contacts.h"
#include "python/bindings/long_call.h"
#include "python/bindings/python_generator.h"
#include "python/bindings/recording.h"
#include "python/bindings/scene.h"
#include "testcases/motion/deformed_bodies.h"
#include "testcases/motion/solver.h"
#include "testcases/query/silent_pairs.h"

namespace touchstone::python {
namespace {

/// The settings with which the named solver moves the bodies: as `simulate --solver`.
std::optional<Settings> with_solver(std::optional<Settings> settings, const std::string& solver,
                                    const std::string& generator) {
    const Solver& mover = find_contact_solver(solver);
    if (&mover == &usual_solver()) {
        return settings;
    }
    Settings own =
        settings.value_or(Settings{make_study_settings(Profile::Corrected, session_methods())});
    choose_solver(own.study, mover, generator);
    return own;
}

/// A Simulation with its scene.
class Motion {
 public:
    Motion(const py::object& test_case, const std::string& generator, const py::object& settings,
           int threads, const std::string& solver)
        : generator_(generator),
          threads_(allowed_threads(std::span(&generator_, 1), threads)),
          scene_(find_scene({test_case,
                             with_solver(read_settings(settings), solver, generator),
                             std::nullopt,
                             {generator_}})),
          simulation_(scene_->study, generator_, scene_->settings),
          elastic_(std::make_shared<const ElasticRest>(simulation_.elastic_rest())) {}

    FinishedStep step(int count) {
        if (count < 1) {
            throw UsageError("step takes the number of steps, 1 or more; found " +
                             std::to_string(count));
        }
        const Stepping stepping(*this);
        {
            const LongCall call;
            Arena(threads_).execute([&] { take_steps(count); });
        }
        return make_finished_step(last_, body_names(scene_->study), generator_, elastic_,
                                  [scene = scene_] { return scene; });
    }

    void record(const std::filesystem::path& file, bool replace) {
        require_rest();
        if (simulation_.steps() > 0) {
            throw UsageError("a recording begins before the first step, and " +
                             std::to_string(simulation_.steps()) + " are taken");
        }
        const py::gil_scoped_release release;
        file_.reset();  // it may be the same
        file_ = std::make_unique<StepFile>(file, *scene_, generator_, replace, elastic_.get());
    }

    void stop_recording() {
        require_rest();
        const py::gil_scoped_release release;
        file_.reset();
    }

    Contacts query() {
        const Stepping stepping(*this);
        SceneQuery found;
        {
            const LongCall call;
            Arena(threads_).execute([&] { found = simulation_.query(); });
        }
        return named(std::move(found.contacts), std::move(found.world_from_shape));
    }

    /// The state, when no step is being taken.
    const Simulation& now() const {
        require_rest();
        return simulation_;
    }

    const std::shared_ptr<Scene>& scene() const { return scene_; }
    const std::string& generator() const { return generator_; }
    const ElasticRest& elastic() const { return *elastic_; }
    double time() const { return now().steps() * now().solver().time_step; }

 private:
    /// While a step is taken, without Python's lock or in a generator that is a Python function.
    class Stepping {
     public:
        explicit Stepping(Motion& motion) : motion_(motion) {
            motion_.require_rest();
            motion_.stepping_ = true;
        }
        ~Stepping() { motion_.stepping_ = false; }
        Stepping(const Stepping&) = delete;
        Stepping& operator=(const Stepping&) = delete;

     private:
        Motion& motion_;
    };

    void require_rest() const {
        if (stepping_) {
            throw UsageError("the simulation is taking a step, and cannot be used before its end");
        }
    }

    void take_steps(int count) {
        for (int i = 0; i < count; ++i) {
            check_signals();
            last_ = simulation_.step();
            if (file_) {
                file_->write(last_);
            }
        }
    }

    Contacts named(std::vector<ContactPoint> points, std::vector<Pose> poses) const {
        return {std::move(points), body_names(scene_->study), std::move(poses), generator_};
    }

    std::string generator_;
    int threads_;
    std::shared_ptr<Scene> scene_;
    Simulation simulation_;
    std::shared_ptr<const ElasticRest> elastic_;  ///< elastic bodies without strain
    StepRecord last_;                             ///< step 0: none was taken
    std::unique_ptr<StepFile> file_;              ///< nothing: steps are not recorded
    bool stepping_ = false;
};

template <typename Read>
py::array_t<double> rows_of_bodies(const Motion& motion, const Read& read) {
    std::vector<Vec3> rows;
    for (const RigidBody& body : motion.now().bodies()) {
        rows.push_back(read(body.state));
    }
    return copy_rows(rows);
}

std::vector<Pose> poses_of(const Motion& motion) {
    std::vector<Pose> poses;
    for (const RigidBody& body : motion.now().bodies()) {
        poses.push_back(body.state.world_from_body);
    }
    return poses;
}

py::array_t<double> orientations(const Motion& motion) {
    const std::vector<Pose> poses = poses_of(motion);
    py::array_t<double> array(Shape{std::ssize(poses), 4});
    auto entries = array.mutable_unchecked<2>();
    for (int i = 0; i < std::ssize(poses); ++i) {
        const Quat& rotation = poses[i].rotation;
        entries(i, 0) = rotation.w();
        entries(i, 1) = rotation.x();
        entries(i, 2) = rotation.y();
        entries(i, 3) = rotation.z();
    }
    return frozen(std::move(array));
}

/// (n, 4)
py::array_t<double> impulses(const py::object& self) {
    const auto& list = self.cast<const FinishedStep&>().record.impulses;
    return view(list.empty() ? nullptr : &list.front().normal, {std::ssize(list), 4},
                {sizeof(ContactImpulse), sizeof(double)}, self);
}

py::array_t<double> world_impulses(const FinishedStep& step) {
    std::vector<Vec3> rows;
    for (std::size_t i = 0; i < step.record.contacts.size(); ++i) {
        rows.push_back(world_impulse(step.record.contacts[i], step.record.impulses[i]));
    }
    return copy_rows(rows);
}

py::array_t<double> body_rows(const FinishedStep& step, Vec3 BodyState::*field) {
    std::vector<Vec3> rows;
    for (const BodyState& body : step.record.bodies) {
        rows.push_back(body.*field);
    }
    return copy_rows(rows);
}

/// What is read of each elastic body's memory, (n, 3), by body; none of a rigid one.
template <typename Read>
py::list elastic_rows(const FinishedStep& step, const Read& read) {
    py::list list;
    for (int i = 0; i < std::ssize(step.record.bodies); ++i) {
        const bool is_known = step.record.barrier && !step.elastic->bodies.empty();
        list.append(copy_rows(is_known ? read(i) : std::vector<Vec3>()));
    }
    return list;
}

py::list step_vertices(const FinishedStep& step) {
    return elastic_rows(step, [&](int body) {
        return elastic_vertices(*step.elastic, &step.record, body,
                                step.record.bodies[body].world_from_body);
    });
}

py::list step_strains(const FinishedStep& step) {
    py::list list;
    for (int i = 0; i < std::ssize(step.record.bodies); ++i) {
        std::vector<double> strains;
        if (step.record.barrier && !step.elastic->bodies.empty()) {
            const TetMesh& rest = step.elastic->bodies[i];
            const std::vector<Vec3> vertices = elastic_vertices(
                *step.elastic, &step.record, i, step.record.bodies[i].world_from_body);
            for (const TetStrain& tet : tet_strains(rest, vertices)) {
                strains.push_back(tet.strain);
            }
        }
        list.append(make_array(strains));
    }
    return list;
}

/// The pairs of bodies, by number, that overlapped without a contact at the step's query.
std::vector<std::pair<int, int>> silent_numbers(const FinishedStep& step) {
    const std::shared_ptr<const Scene> scene = step.scene();
    const py::gil_scoped_release release;
    return silent_pairs(scene->study, step.record.query_poses, step.record.contacts,
                        step.record.barrier.has_value());
}

/// The same by name.
std::vector<std::pair<std::string, std::string>> silent_names(const FinishedStep& step) {
    std::vector<std::pair<std::string, std::string>> names;
    for (const auto& [a, b] : silent_numbers(step)) {
        names.emplace_back(step.contacts.body_names[a], step.contacts.body_names[b]);
    }
    return names;
}

void bind_step(py::module_& module) {
    py::class_<FinishedStep>(module, "Step", "What a step of a simulation found and did.")
        .def_property_readonly(
            "step", [](const FinishedStep& s) { return s.record.step; },
            "Its number, from 1; its contacts are query `step`.")
        .def_property_readonly(
            "time", [](const FinishedStep& s) { return s.record.time; }, "At its end [s].")
        .def_readonly("contacts", &FinishedStep::contacts)
        .def_property_readonly("silent_pairs", &silent_names,
                               "Names of each two bodies that overlapped by more than 1e-4 of the "
                               "smaller one without a contact, where the contacts were found. "
                               "Looked for when asked, in all surfaces.")
        .def_property_readonly(
            "silent_count", [](const FinishedStep& s) { return silent_numbers(s).size(); },
            "How many of these there are: the column `silent` of `simulate`.")
        .def_property_readonly(
            "poses",
            [](const FinishedStep& s) {
                std::vector<Pose> poses;
                for (const BodyState& body : s.record.bodies) {
                    poses.push_back(body.world_from_body);
                }
                return make_array(std::span<const Pose>(poses));
            },
            "(bodies, 4, 4) at its end: world = pose @ (x, y, z, 1).")
        .def_property_readonly(
            "linear_velocities",
            [](const FinishedStep& s) { return body_rows(s, &BodyState::linear_velocity); },
            "(bodies, 3) of the centre of mass, at its end [m/s].")
        .def_property_readonly(
            "angular_velocities",
            [](const FinishedStep& s) { return body_rows(s, &BodyState::angular_velocity); },
            "(bodies, 3) at its end [rad/s]")
        .def_property_readonly(
            "vertices", &step_vertices,
            "By body, (vertices, 3) of an elastic one's tets at its end, world frame [m]; none of "
            "a rigid one.")
        .def_property_readonly(
            "vertex_velocities",
            [](const FinishedStep& s) {
                return elastic_rows(
                    s, [&](int body) { return s.record.barrier->elastic[body].velocities; });
            },
            "By body, (vertices, 3) likewise [m/s].")
        .def_property_readonly("strains", &step_strains,
                               "By body, (tets,) |F'F - 1|/2 of an elastic one's tets.")
        .def_property_readonly("impulses", &impulses,
                               "(n, 4) multipliers of each contact: normal ≥ 0, the two tangential "
                               "ones [N s], torsion [N m s].")
        .def_property_readonly("world_impulses", &world_impulses,
                               "(n, 3) on body B of each contact, world frame [N s].")
        .def_property_readonly(
            "residuals", [](const FinishedStep& s) { return make_array(s.record.solve.residuals); },
            "(sweeps,) largest change of an impulse in each sweep of the solver [N s].")
        .def_property_readonly(
            "error", [](const FinishedStep& s) { return s.record.solve.error; },
            "How far the impulses are from a solution; 0 at one [N s].")
        .def_property_readonly(
            "divergences", [](const FinishedStep& s) { return s.record.solve.divergences; },
            "Sweeps that changed more than the last accepted one.")
        .def_property_readonly(
            "stop",
            [](const FinishedStep& s) { return std::string(stop_reason_id(s.record.solve.stop)); },
            "Why the solver stopped: \"all_sweeps\", \"no_contacts\", …")
        .def_property_readonly(
            "kinetic_energy", [](const FinishedStep& s) { return s.record.energy.kinetic; },
            "Of all that can move, at the end [J].")
        .def_property_readonly(
            "potential_energy", [](const FinishedStep& s) { return s.record.energy.potential; },
            "Zero at the origin [J].")
        .def("__repr__", [](const FinishedStep& s) {
            return "<Step " + std::to_string(s.record.step) + ": " +
                   std::to_string(s.record.contacts.size()) + " contacts>";
        });
}

}  // namespace

void bind_simulation(py::module_& module) {
    bind_step(module);
    py::class_<Motion>(module, "Simulation",
                       R"(A scene in motion under the contacts of one generator.

Simulation(case, generator, settings=None, threads=0, solver=...): `case` is an id, a scene file or
a Scene, which stays alive as long. `solver`: as `simulate --solver`, but for those that take no
contacts; the first of `touchstone list solvers` when left out, or what `settings` choose. Whichever
it is, the contacts are those of the generator. Arrays are copies of the state as it is now, world
frame, one row per body in the order of Scene.bodies.)")
        .def(py::init<const py::object&, const std::string&, const py::object&, int,
                      const std::string&>(),
             py::arg("case"), py::arg("generator"), py::arg("settings") = py::none(),
             py::arg("threads") = 0, py::arg("solver") = usual_solver().id)
        .def("step", &Motion::step, py::arg("n") = 1,
             "Takes n steps and returns the last. Ctrl-C ends it between two.")
        .def("record", &Motion::record, py::arg("file"), py::arg("replace") = false,
             "Records every step from here on in a new file, docs/formats/recordings.md; before "
             "the first step alone.")
        .def("stop_recording", &Motion::stop_recording,
             "Ends the recording, whose file is complete after each step anyway.")
        .def("query", &Motion::query, "The contacts of the coming step, without taking it.")
        .def_property_readonly("scene", &Motion::scene)
        .def_property_readonly("generator", &Motion::generator)
        .def_property_readonly(
            "steps", [](const Motion& motion) { return motion.now().steps(); }, "Finished ones.")
        .def_property_readonly("time", &Motion::time, "[s]")
        .def_property_readonly(
            "time_step", [](const Motion& motion) { return motion.now().solver().time_step; },
            "[s]")
        .def_property_readonly(
            "body_names", [](const Motion& motion) { return body_names(motion.scene()->study); })
        .def_property_readonly(
            "poses",
            [](const Motion& motion) {
                return make_array(std::span<const Pose>(poses_of(motion)));
            },
            "(bodies, 4, 4): world = pose @ (x, y, z, 1), of the shape's origin.")
        .def_property_readonly(
            "positions",
            [](const Motion& motion) {
                return rows_of_bodies(motion, [](const BodyState& state) {
                    return state.world_from_body.translation;
                });
            },
            "(bodies, 3) of the shape's origin [m].")
        .def_property_readonly(
            "tets",
            [](const Motion& motion) {
                return tets_by_body(motion.elastic(),
                                    static_cast<int>(std::ssize(motion.now().bodies())));
            },
            "By body, (tets, 4) rows of Step.vertices of an elastic one; none of a rigid one.")
        .def_property_readonly("orientations", &orientations,
                               "(bodies, 4) unit quaternions w, x, y, z.")
        .def_property_readonly(
            "centers_of_mass",
            [](const Motion& motion) {
                return rows_of_bodies(motion, [](const BodyState& state) {
                    return Vec3(state.world_from_body * state.center_of_mass);
                });
            },
            "(bodies, 3) [m]")
        .def_property_readonly(
            "linear_velocities",
            [](const Motion& motion) {
                return rows_of_bodies(motion,
                                      [](const BodyState& state) { return state.linear_velocity; });
            },
            "(bodies, 3) of the centre of mass [m/s].")
        .def_property_readonly(
            "angular_velocities",
            [](const Motion& motion) {
                return rows_of_bodies(
                    motion, [](const BodyState& state) { return state.angular_velocity; });
            },
            "(bodies, 3) [rad/s]")
        .def("__repr__", [](const Motion& motion) {
            return "<Simulation of " + motion.scene()->study.test_case.id + " with " +
                   motion.generator() + ">";
        });
}

}  // namespace touchstone::python
