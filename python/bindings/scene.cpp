#include "python/bindings/scene.h"

#include <pybind11/stl.h>

#include <algorithm>
#include <array>

#include "methods/base/error.h"
#include "methods/base/join.h"
#include "methods/mesh/tet_mesh.h"
#include "python/bindings/arrays.h"
#include "python/bindings/bindings.h"
#include "python/bindings/long_call.h"
#include "python/bindings/python_generator.h"
#include "python/bindings/smooth.h"
#include "rigid_solver/proximal/time_step.h"
#include "testcases/motion/simulation.h"
#include "testcases/study/scene_judgement.h"

namespace touchstone::python {
namespace {

using SceneHolder = std::shared_ptr<Scene>;

/// One body of a scene, which it keeps alive.
struct Body {
    SceneHolder scene;
    int index = -1;

    const BodySetup& setup() const { return scene->study.test_case.bodies[index]; }
    const SurfaceMesh& surface() const { return scene->study.surfaces[index]; }
    const RigidBody& rigid() const { return scene->bodies[index]; }
};

/// The tets that a generator sees of a body.
struct Tets {
    SceneHolder scene;
    const TetMesh* mesh = nullptr;
};

std::vector<Pose> poses_of_query(const Scene& scene) {
    const TestCase& test_case = scene.study.test_case;
    if (scene.study.pose == QueryPose::HalfStep) {
        return query_poses(scene.bodies, solver_settings(scene.settings, test_case));
    }
    std::vector<Pose> poses;
    for (const BodySetup& body : test_case.bodies) {
        poses.push_back(body.world_from_shape);
    }
    return poses;
}

SceneHolder open_scene(const std::string& name, const std::optional<Settings>& settings,
                       const std::optional<std::string>& pose,
                       std::vector<std::string> generators) {
    const std::vector<std::string> cases = expand_cases(std::array{name});
    if (cases.size() != 1) {
        throw UsageError("a scene needs one case, and '" + name + "' is a group");
    }
    const std::optional<QueryPose> chosen =
        pose ? std::optional(find_query_pose(*pose)) : std::nullopt;
    StudySettings complete = complete_settings(settings);
    TestCase test_case;
    {
        const LongCall call;
        test_case = load_test_case(cases[0], complete.body_order);
    }
    warn(mesh_warnings(test_case));
    return make_scene(
        {std::move(test_case), cases[0], std::move(complete), chosen, std::move(generators)});
}

void check_made_for(const Scene& scene, const std::string& generator) {
    session_methods().find(generator);
    if (std::ranges::find(scene.generators, generator) == scene.generators.end()) {
        const std::string others = scene.generators.empty() ? "none" : join(scene.generators);
        throw UsageError("the scene was made for other generators (" + others +
                         "); make it with generators=[…, \"" + generator + "\"]");
    }
}

std::string path_text(const py::handle& path) {
    return py::module_::import("os").attr("fspath")(path).cast<std::string>();
}

Tets tet_mesh(const Body& body, const std::optional<std::string>& generator) {
    const Scene& scene = *body.scene;
    if (!generator && scene.generators.empty()) {
        throw UsageError("the scene was made for no generator, and so has no tets");
    }
    const std::string id = generator.value_or(scene.generators.empty() ? "" : scene.generators[0]);
    check_made_for(scene, id);
    const ShapeRule rule =
        scene.settings.methods.find(id).shape_rule(scene.settings.generators.at(id));
    return {body.scene, &scene.study.shapes.at(rule).of(body.index).mesh};
}

/// The right answer of a pair, for the scene as its first query sees it.
struct Expected {
    PairReference pair;
};

py::list answers(const Expected& expected) {
    py::list list;
    for (const Answer& answer : expected.pair.answers) {
        py::dict entry;
        entry["normals"] = copy_rows(answer.normals);
        entry["points"] = copy_rows(answer.points);
        entry["min_contacts"] = answer.min_contacts;
        entry["area"] = answer.area;
        list.append(entry);
    }
    return list;
}

std::vector<Expected> reference(const Scene& scene) {
    std::vector<Expected> expected;
    for (PairReference& pair : truth_at(scene.study, scene.query_poses)) {
        expected.push_back({std::move(pair)});
    }
    return expected;
}

std::vector<Body> bodies_of(const SceneHolder& scene) {
    std::vector<Body> bodies;
    for (int i = 0; i < std::ssize(scene->bodies); ++i) {
        bodies.push_back({scene, i});
    }
    return bodies;
}

void bind_body(py::module_& module) {
    py::class_<Tets>(module, "TetMesh", "A solid as tetrahedra, in body frame.")
        .def_property_readonly(
            "vertices",
            [](const Tets& tets) {
                return view_rows<double>(tets.mesh->vertices, py::cast(tets.scene));
            },
            "(n, 3) [m]; features of contacts count these.")
        .def_property_readonly(
            "tets",
            [](const Tets& tets) { return view_rows<int>(tets.mesh->tets, py::cast(tets.scene)); },
            "(k, 4) vertex indices, positive volume: seen from the last, the others turn "
            "counter-clockwise.");
    py::class_<Body>(module, "Body", R"(One body of a scene, as it stands at the start.

Arrays are read-only and keep what they show alive. Body frame is that of the shape's own origin.)")
        .def_property_readonly("name", [](const Body& body) { return body.setup().name; })
        .def_property_readonly(
            "index", [](const Body& body) { return body.index; },
            "What contacts call it in body_a and body_b.")
        .def_property_readonly("fixed", [](const Body& body) { return body.setup().fixed; })
        .def_property_readonly(
            "pose", [](const Body& body) { return make_array(body.setup().world_from_shape); },
            "(4, 4): world = pose @ (x, y, z, 1).")
        .def_property_readonly(
            "position",
            [](const Body& body) { return make_array(body.setup().world_from_shape.translation); },
            "(3,) of the shape's origin, world frame [m].")
        .def_property_readonly(
            "orientation",
            [](const Body& body) { return make_array(body.setup().world_from_shape.rotation); },
            "(4,) unit quaternion w, x, y, z.")
        .def_property_readonly(
            "linear_velocity",
            [](const Body& body) { return make_array(body.setup().linear_velocity); },
            "(3,) of the centre of mass, world frame [m/s].")
        .def_property_readonly(
            "angular_velocity",
            [](const Body& body) { return make_array(body.setup().angular_velocity); },
            "(3,) world frame [rad/s].")
        .def_property_readonly(
            "vertices",
            [](const Body& body) {
                return view_rows<double>(body.surface().vertices, py::cast(body.scene));
            },
            "(n, 3) of the surface, body frame [m].")
        .def_property_readonly(
            "faces",
            [](const Body& body) {
                return view_rows<int>(body.surface().triangles, py::cast(body.scene));
            },
            "(m, 3) indices of vertices, counter-clockwise seen from outside.")
        .def_property_readonly(
            "exact_shape",
            [](const Body& body) -> py::object {
                const SmoothShape* const exact = exact_shape(body.setup().shape);
                return exact == nullptr ? py::object(py::none()) : py::cast(make_exact(*exact));
            },
            "The exact curved shape, a SmoothShape; None for a mesh.")
        .def("tet_mesh", &tet_mesh, py::arg("generator") = py::none(),
             "The tets that this generator sees, the scene's first one for None. Closest points "
             "sees an eroded body.")
        .def_property_readonly(
            "density", [](const Body& body) { return body.setup().density; }, "[kg/m³]")
        .def_property_readonly(
            "mass", [](const Body& body) { return body.rigid().mass; },
            "[kg]; a fixed body has one too.")
        .def_property_readonly(
            "inertia", [](const Body& body) { return make_array(body.rigid().inertia); },
            "(3, 3) about the centre of mass, body frame [kg m²].")
        .def_property_readonly(
            "center_of_mass",
            [](const Body& body) { return make_array(body.rigid().state.center_of_mass); },
            "(3,) body frame [m].")
        .def("__repr__", [](const Body& body) { return "<Body " + body.setup().name + ">"; });
}

}  // namespace

void warn(const std::vector<std::string>& lines) {
    for (const std::string& line : lines) {
        if (PyErr_WarnEx(PyExc_UserWarning, line.c_str(), 1) != 0) {
            throw py::error_already_set();
        }
    }
}

std::shared_ptr<Scene> make_scene(SceneParts parts) {
    const auto scene = std::make_shared<Scene>();
    scene->name = std::move(parts.name);
    scene->settings = std::move(parts.settings);
    scene->generators = std::move(parts.generators);
    const LongCall call;
    scene->study = make_study_scene(std::move(parts.test_case), !is_scene_path(scene->name),
                                    scene->settings, parts.pose, scene->generators);
    scene->bodies = make_rigid_bodies(scene->study);
    scene->query_poses = poses_of_query(*scene);
    return scene;
}

std::vector<std::string> generator_ids(const py::object& generators) {
    std::vector<std::string> given;
    if (generators.is_none()) {
        given = session_methods().ids();
    } else if (py::isinstance<py::str>(generators)) {
        given.push_back(generators.cast<std::string>());
    } else {
        given = generators.cast<std::vector<std::string>>();
    }
    std::vector<std::string> ids;
    for (const std::string& id : given) {
        session_methods().find(id);
        if (std::ranges::find(ids, id) == ids.end()) {
            ids.push_back(id);
        }
    }
    return ids;
}

std::vector<std::string> case_names(const py::object& cases) {
    if (py::isinstance<py::str>(cases) || py::hasattr(cases, "__fspath__")) {
        return {path_text(cases)};
    }
    std::vector<std::string> names;
    for (const py::handle& entry : cases) {
        names.push_back(path_text(entry));
    }
    return names;
}

std::shared_ptr<Scene> find_scene(const SceneRequest& request) {
    if (!py::isinstance<Scene>(request.test_case)) {
        return open_scene(path_text(request.test_case), request.settings, request.pose,
                          request.generators);
    }
    if (request.settings || request.pose) {
        throw UsageError(
            "a Scene has its settings and its pose already; leave them out, or name "
            "the case instead");
    }
    SceneHolder scene = request.test_case.cast<SceneHolder>();
    for (const std::string& id : request.generators) {
        check_made_for(*scene, id);
    }
    return scene;
}

void bind_scene(py::module_& module) {
    bind_body(module);
    py::class_<Expected>(module, "Expected", "What is right between two bodies.")
        .def_property_readonly("body_a", [](const Expected& e) { return e.pair.body_a; })
        .def_property_readonly("body_b", [](const Expected& e) { return e.pair.body_b; })
        .def_property_readonly(
            "none", [](const Expected& e) { return e.pair.none; },
            "True: the pair must yield no contact.")
        .def_property_readonly("answers", &answers,
                               "The right answers, of which the best counts: dicts of normals "
                               "(n, 3) from A to B, points (m, 3) at the corners of the contact "
                               "region [m], min_contacts, area [m²]; None where it is not stated.");
    py::class_<Scene, SceneHolder>(module, "Scene", R"(A test case ready to be asked.

Scene(case, settings=None, generators=None, pose=None): `case` is an id, with parameters or without
("pillar:height=4"), or the path of a scene file; `generators` those it is made for, all for None;
`pose` "initial" or "half-step", the case's own for None. Meshing takes a while the first time.)")
        .def(py::init([](const py::object& test_case, const py::object& settings,
                         const py::object& generators, const std::optional<std::string>& pose) {
                 return open_scene(path_text(test_case), read_settings(settings), pose,
                                   generator_ids(generators));
             }),
             py::arg("case"), py::arg("settings") = py::none(), py::arg("generators") = py::none(),
             py::arg("pose") = py::none())
        .def_property_readonly("id", [](const Scene& scene) { return scene.study.test_case.id; })
        .def_property_readonly("title",
                               [](const Scene& scene) { return scene.study.test_case.title; })
        .def_property_readonly("source",
                               [](const Scene& scene) { return scene.study.test_case.source; })
        .def_property_readonly(
            "pose", [](const Scene& scene) { return std::string(pose_id(scene.study.pose)); },
            "\"initial\" or \"half-step\": where the first query sees the bodies.")
        .def_property_readonly(
            "time_step", [](const Scene& scene) { return scene.study.test_case.time_step; }, "[s]")
        .def_property_readonly(
            "friction", [](const Scene& scene) { return scene.study.test_case.friction; },
            "Coulomb μ.")
        .def_property_readonly(
            "gravity", [](const Scene& scene) { return make_array(scene.study.test_case.gravity); },
            "(3,) [m/s²]")
        .def_readonly("generators", &Scene::generators, "Ids of those that may be asked.")
        .def_property_readonly(
            "settings", [](const Scene& scene) { return Settings{scene.settings}; }, "A copy.")
        .def_property_readonly("bodies", &bodies_of)
        .def_property_readonly(
            "query_poses",
            [](const Scene& scene) { return make_array(std::span(scene.query_poses)); },
            "(bodies, 4, 4): where the first query sees them.")
        .def_property_readonly("reference", &reference,
                               "What is right at the first query, pair by pair; empty: not known.")
        .def("__repr__", [](const Scene& scene) {
            return "<Scene " + scene.study.test_case.id + ", " +
                   std::to_string(scene.bodies.size()) + " bodies>";
        });
}

}  // namespace touchstone::python
