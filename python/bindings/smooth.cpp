#include "python/bindings/smooth.h"

#include <pybind11/stl.h>

#include <array>
#include <cmath>
#include <optional>
#include <string>
#include <utility>
#include <vector>

#include "generators/outcome.h"
#include "methods/base/error.h"
#include "methods/base/join.h"
#include "methods/smooth/extremal_rates.h"
#include "methods/smooth/smooth_mass.h"
#include "methods/smooth/surface_point.h"
#include "methods/smooth/tessellate.h"
#include "python/bindings/arrays.h"
#include "python/bindings/bindings.h"
#include "testcases/files/scene_curved.h"

namespace touchstone::python {
namespace {

using Numbers = py::array_t<double, py::array::c_style | py::array::forcecast>;

/// Two bodies of a question, in a frame near A with the world's axes.
struct PlacedShapes {
    ExactHolder a;
    ExactHolder b;
    Pose frame_from_a;
    Pose frame_from_b;
    Vec3 origin = Vec3::Zero();  ///< origin of the frame, world frame [m]
};

/// A pair with the question that it answers.
struct AnsweredPair {
    std::shared_ptr<const PlacedShapes> placed;
    ExtremalPair pair;
};

struct Answered {
    std::vector<AnsweredPair> pairs;
    std::string why_not;
    int iterations = 0;
};

Numbers read_numbers(const py::object& object, std::vector<py::ssize_t> shape,
                     const std::string& what) {
    const Numbers numbers = Numbers::ensure(object);
    if (!numbers) {
        PyErr_Clear();
    }
    bool is_right = numbers && numbers.ndim() == std::ssize(shape);
    for (std::size_t i = 0; is_right && i < shape.size(); ++i) {
        is_right = numbers.shape(static_cast<py::ssize_t>(i)) == shape[i];
    }
    for (py::ssize_t i = 0; is_right && i < numbers.size(); ++i) {
        is_right = std::isfinite(numbers.data()[i]);
    }
    if (!is_right) {
        throw UsageError(what);
    }
    return numbers;
}

Vec3 read_vector(const py::object& object, const std::string& name) {
    return Vec3(read_numbers(object, {3}, name + " must be three finite numbers").data());
}

/// Reads a homogeneous matrix. Throws UsageError for one that does more than turn and move.
Pose read_pose(const py::object& object, const std::string& name) {
    if (object.is_none()) {
        return {};
    }
    const std::string expected =
        name + " must be a pose, (4, 4): a rotation, a position, and 0, 0, 0, 1 in the last row";
    const Numbers numbers = read_numbers(object, {4, 4}, expected);
    Eigen::Matrix4d matrix;
    for (int row = 0; row < 4; ++row) {
        for (int column = 0; column < 4; ++column) {
            matrix(row, column) = numbers.at(row, column);
        }
    }
    constexpr double kRotation = 1e-6;
    const Mat3 rotation = matrix.topLeftCorner<3, 3>();
    const bool is_rotation =
        (rotation * rotation.transpose() - Mat3::Identity()).cwiseAbs().maxCoeff() < kRotation &&
        rotation.determinant() > 0.0;
    if (!is_rotation || matrix.row(3) != Eigen::RowVector4d(0.0, 0.0, 0.0, 1.0)) {
        throw UsageError(expected);
    }
    return {Quat(rotation).normalized(), matrix.topRightCorner<3, 1>()};
}

/// Returns the object as JSON, arrays as lists.
std::string json_of(const py::object& object) {
    const py::function plain = py::cpp_function([](const py::object& value) -> py::object {
        if (!py::hasattr(value, "tolist")) {
            throw UsageError("a shape is made of numbers, lists and dicts, not of " +
                             py::str(py::type::of(value)).cast<std::string>());
        }
        return value.attr("tolist")();
    });
    return py::module_::import("json")
        .attr("dumps")(object, py::arg("default") = plain)
        .cast<std::string>();
}

/// Reads a shape as scene files have it, with its errors but for the place in a file.
SmoothShape read_shape(const std::string& kind, const py::dict& sizes) {
    const std::string text = json_of(sizes);
    try {
        const JsonDocument document = parse_json(text, kind);
        if (std::optional<SmoothShape> shape = read_curved(JsonPlace(document), kind)) {
            return *std::move(shape);
        }
    } catch (const FileError& error) {
        throw UsageError(error.what());
    }
    std::string known;
    for (const char* const word : smooth_kinds()) {
        append_item(known, word);
    }
    throw UsageError("'" + kind + "' with these sizes is no exact curved shape; known: " + known +
                     ", union");
}

ExactHolder make_shape(const std::string& kind, const py::kwargs& sizes) {
    const SmoothShape shape = read_shape(kind, sizes);
    validate(shape);
    return make_exact(shape);
}

bool is_single(const SmoothShape& shape) {
    const Pose& place = shape.parts[0].shape_from_part;
    return shape.parts.size() == 1 && place.translation == Vec3::Zero() &&
           place.rotation.coeffs() == Quat::Identity().coeffs();
}

std::string kind_of(const ExactShape& exact) {
    return is_single(exact.shape) ? smooth_kind(exact.shape.parts[0].primitive) : "union";
}

py::dict sizes_of(const ExactShape& exact) {
    py::dict sizes;
    if (is_single(exact.shape)) {
        for (const SmoothSize& size : smooth_sizes(exact.shape.parts[0].primitive)) {
            sizes[size.name] = size.values.size() == 1 ? py::object(py::float_(size.values[0]))
                                                       : py::object(make_array(size.values));
        }
    }
    return sizes;
}

py::list parts_of(const ExactShape& exact) {
    py::list parts;
    for (const SmoothPart& part : exact.shape.parts) {
        parts.append(py::make_tuple(make_exact(SmoothShape{{{part.primitive, {}}}}),
                                    make_array(part.shape_from_part)));
    }
    return parts;
}

SurfacePoint form_at(const ExactShape& exact, const py::object& point) {
    const std::optional<SurfacePoint> form =
        surface_point(exact.shape, read_vector(point, "point"));
    if (!form) {
        throw UsageError(
            "the point is not on the surface, to 1e-6 of the size, or on a tip; value(point) tells "
            "how far off");
    }
    return *form;
}

py::array_t<double> support_of(const ExactShape& exact, const py::object& direction) {
    const Vec3 way = read_vector(direction, "direction");
    if (way.isZero(0.0)) {
        throw UsageError("direction must not be zero");
    }
    Vec3 farthest = Vec3::Constant(kUnset);
    for (const PlacedSolid& solid : placed_solids(exact.body, {})) {
        const Vec3 point = support(solid, way.stableNormalized());
        if (!(farthest.dot(way) >= point.dot(way))) {
            farthest = point;
        }
    }
    return make_array(farthest);
}

py::tuple mesh_of(const ExactShape& exact, int level) {
    const SurfaceMesh mesh = tessellate(exact.shape, {level, Quat::Identity()});
    py::array_t<int> faces(python::Shape{std::ssize(mesh.triangles), 3});
    auto entries = faces.mutable_unchecked<2>();
    for (int i = 0; i < std::ssize(mesh.triangles); ++i) {
        for (int k = 0; k < 3; ++k) {
            entries(i, k) = mesh.triangles[i][k];
        }
    }
    return py::make_tuple(copy_rows(mesh.vertices), frozen(std::move(faces)));
}

Answered ask(const ExactHolder& a, const ExactHolder& b, const py::object& pose_a,
             const py::object& pose_b, bool published) {
    for (const auto& [shape, name] : {std::pair(&a, "a"), std::pair(&b, "b")}) {
        if (*shape == nullptr) {
            throw UsageError(std::string(name) +
                             " is None: a body that is a mesh has no exact shape");
        }
    }
    const auto placed = std::make_shared<PlacedShapes>();
    placed->a = a;
    placed->b = b;
    placed->frame_from_a = read_pose(pose_a, "pose_a");
    placed->frame_from_b = read_pose(pose_b, "pose_b");
    placed->origin = placed->frame_from_a.translation;
    placed->frame_from_a.translation.setZero();
    placed->frame_from_b.translation -= placed->origin;
    ExtremalAnswer answer =
        extremal_points(a->body, placed->frame_from_a, b->body, placed->frame_from_b, {published});
    Answered result;
    result.why_not = answer.why_not;
    result.iterations = answer.iterations;
    for (ExtremalPair& pair : answer.pairs) {
        result.pairs.push_back({placed, std::move(pair)});
    }
    return result;
}

/// Returns an array of a member of each contact.
template <typename Of>
py::array_t<double> rows_of(const AnsweredPair& answered, const Of& of) {
    std::vector<Vec3> rows;
    for (const SmoothContact& contact : answered.pair.contacts) {
        rows.push_back(of(contact));
    }
    return copy_rows(rows);
}

py::array_t<double> separations_of(const AnsweredPair& answered) {
    std::vector<double> numbers;
    for (const SmoothContact& contact : answered.pair.contacts) {
        numbers.push_back(contact.separation);
    }
    return make_array(numbers);
}

const char* spread_word(ContactSpread spread) {
    constexpr std::array kWords{"point", "line", "ring", "area"};
    return kWords[static_cast<std::size_t>(spread)];
}

/// The two solids that meet, in the frame of the question.
std::pair<PlacedSolid, PlacedSolid> solids_of(const AnsweredPair& answered) {
    const PlacedShapes& placed = *answered.placed;
    return {placed_solids(placed.a->body, placed.frame_from_a)[answered.pair.solid_a],
            placed_solids(placed.b->body, placed.frame_from_b)[answered.pair.solid_b]};
}

bool are_certified(const AnsweredPair& answered) {
    const auto [a, b] = solids_of(answered);
    if (!is_convex(a.solid->primitive) || !is_convex(b.solid->primitive)) {
        return false;
    }
    bool certified = true;
    for (const SmoothContact& contact : answered.pair.contacts) {
        certified = certified && is_certified(a, b, contact);
    }
    return certified;
}

/// Returns the one surface of a solid at a point; throws Unsupported on edges.
SmoothFeature surface_at(const PlacedSolid& placed, const Vec3& point) {
    constexpr double kSameNormal = 1e-6;
    const Vec3 own = to_solid(placed, point);
    const std::vector<SmoothFeature> surfaces = surfaces_through(placed.solid->primitive, own);
    for (const SmoothFeature& other : surfaces) {
        const Vec3 normal = feature_jet(surfaces.front(), own).gradient.normalized();
        if ((feature_jet(other, own).gradient.normalized() - normal).norm() > kSameNormal) {
            throw GeneratorFault(Outcome::Unsupported, "no rates: the point is on an edge");
        }
    }
    if (surfaces.empty()) {
        throw GeneratorFault(Outcome::Unsupported, "no rates: the point is on an edge or a tip");
    }
    return surfaces.front();
}

SolidMotion motion_of(const std::array<py::object, 4>& given, const Vec3& about, char name) {
    constexpr std::array kNames{"velocity_", "angular_velocity_", "acceleration_",
                                "angular_acceleration_"};
    std::array<Vec3, 4> vectors;
    for (std::size_t i = 0; i < given.size(); ++i) {
        vectors[i] = given[i].is_none() ? Vec3(Vec3::Zero())
                                        : read_vector(given[i], std::string(kNames[i]) + name);
    }
    return {about, vectors[0], vectors[1], vectors[2], vectors[3]};
}

py::dict rates_of(const AnsweredPair& answered, const SolidMotion& motion_a,
                  const SolidMotion& motion_b) {
    if (answered.pair.spread != ContactSpread::Point) {
        throw GeneratorFault(Outcome::Unsupported,
                             "no rates: the bodies touch along more than a point");
    }
    const auto [a, b] = solids_of(answered);
    const SmoothContact& contact = answered.pair.contacts[0];
    const auto feature = [](const PlacedSolid& solid, int index, const Vec3& point) {
        return index >= 0 ? solid.solid->features[index] : surface_at(solid, point);
    };
    const SmoothFeature surface_a = feature(a, answered.pair.feature_a, contact.point_a);
    const SmoothFeature surface_b = feature(b, answered.pair.feature_b, contact.point_b);
    const FeaturePair pair{&a, &b, &surface_a, &surface_b};
    const ExtremalState state =
        guess_state(pair, contact.point_a + surface_a.extra * contact.normal,
                    contact.point_b - surface_b.extra * contact.normal);
    const ExtremalRates rates = extremal_rates(pair, state, motion_a, motion_b);
    if (!rates.normal_rate.allFinite()) {
        throw GeneratorFault(Outcome::Unsupported, "no rates: the surfaces fit each other");
    }
    py::dict result;
    result["point_a"] = make_array(rates.point_velocity_a);
    result["point_b"] = make_array(rates.point_velocity_b);
    result["normal"] = make_array(rates.normal_rate);
    result["separation"] = rates.separation_rate;
    result["separation_acceleration"] = rates.separation_acceleration;
    result["curvature_part"] = rates.curvature_rate;
    result["height_acceleration"] = rates.height_acceleration;
    return result;
}

py::dict rates_of_pair(const AnsweredPair& answered, const py::object& velocity_a,
                       const py::object& angular_velocity_a, const py::object& acceleration_a,
                       const py::object& angular_acceleration_a, const py::object& velocity_b,
                       const py::object& angular_velocity_b, const py::object& acceleration_b,
                       const py::object& angular_acceleration_b) {
    const PlacedShapes& placed = *answered.placed;
    return rates_of(
        answered,
        motion_of({velocity_a, angular_velocity_a, acceleration_a, angular_acceleration_a},
                  placed.frame_from_a.translation, 'a'),
        motion_of({velocity_b, angular_velocity_b, acceleration_b, angular_acceleration_b},
                  placed.frame_from_b.translation, 'b'));
}

void bind_shape(py::module_& module) {
    py::class_<ExactShape, std::shared_ptr<ExactShape>>(module, "SmoothShape",
                                                        R"(An exact curved shape, in its own frame.

SmoothShape(kind, **sizes): kind and sizes have the words of scene files: SmoothShape("ellipsoid",
semi_axes=[1, 0.7, 0.5]), SmoothShape("union", parts=[{"shape": {"sphere": {"radius": 0.2}},
"position": [0, 1, 0]}, …]).)")
        .def(py::init([](const std::string& kind, const py::kwargs& sizes) {
                 return make_shape(kind, sizes);
             }),
             py::arg("kind"))
        .def_property_readonly("kind", &kind_of, "\"ellipsoid\", …, or \"union\".")
        .def_property_readonly("sizes", &sizes_of,
                               "The sizes of a single solid by name, empty for a union.")
        .def_property_readonly("parts", &parts_of,
                               "Tuples of each solid and its pose (4, 4) in the shape's frame.")
        .def_property_readonly(
            "reach", [](const ExactShape& exact) { return smooth_reach(exact.shape); },
            "Bound on the distance of points from the origin [m].")
        .def(
            "value",
            [](const ExactShape& exact, const py::object& point) {
                return smooth_level(exact.shape, read_vector(point, "point"));
            },
            py::arg("point"),
            "Negative inside, zero on the surface, positive outside; a distance for spheres, tori, "
            "capsules and rounded boxes.")
        .def(
            "normal",
            [](const ExactShape& exact, const py::object& point) {
                return make_array(form_at(exact, point).normal);
            },
            py::arg("point"), "The unit normal, outward, at a point of the surface.")
        .def(
            "curvatures",
            [](const ExactShape& exact, const py::object& point) {
                const SurfacePoint form = form_at(exact, point);
                return py::make_tuple(
                    make_array(form.curvatures),
                    copy_rows(std::vector<Vec3>(form.directions.begin(), form.directions.end())));
            },
            py::arg("point"),
            "The principal curvatures (2,) at a point of the surface, the smaller one first, "
            "positive on a ball [1/m], and their directions (2, 3).")
        .def("support", &support_of, py::arg("direction"),
             "The point of the hull that lies farthest along a direction.")
        .def_property_readonly(
            "volume", [](const ExactShape& exact) { return smooth_mass(exact.shape).volume; },
            "[m³]; of unions of several parts to about 1e-3.")
        .def_property_readonly(
            "center_of_mass",
            [](const ExactShape& exact) {
                return make_array(smooth_mass(exact.shape).center_of_mass);
            },
            "(3,) [m].")
        .def_property_readonly(
            "inertia",
            [](const ExactShape& exact) { return make_array(smooth_mass(exact.shape).inertia); },
            "(3, 3) about the centre of mass at unit density [m⁵].")
        .def("tessellate", &mesh_of, py::arg("level") = 3,
             "Vertices (n, 3) on the surface and faces (m, 3), finer by half with each level from "
             "0 to 5.")
        .def("__repr__", [](const ExactShape& exact) {
            std::string text = "SmoothShape(" + kind_of(exact);
            for (const auto& [name, value] : sizes_of(exact)) {
                const py::object plain =
                    py::hasattr(value, "tolist")
                        ? value.attr("tolist")()
                        : py::object(py::reinterpret_borrow<py::object>(value));
                text += ", " + py::str(name).cast<std::string>() + "=" +
                        py::repr(plain).cast<std::string>();
            }
            return text + ")";
        });
}

void bind_pairs(py::module_& module) {
    const auto at = [](const Vec3& point, const AnsweredPair& answered) {
        return Vec3(point + answered.placed->origin);
    };
    py::class_<AnsweredPair>(module, "ExtremalPair", R"(A place where two shapes are nearest.

Or overlap most. n contacts: one, or the corners of a line, a ring or an area; world frame.)")
        .def_property_readonly(
            "point_a",
            [at](const AnsweredPair& pair) {
                return rows_of(
                    pair, [&](const SmoothContact& contact) { return at(contact.point_a, pair); });
            },
            "(n, 3) on the surface of A [m].")
        .def_property_readonly(
            "point_b",
            [at](const AnsweredPair& pair) {
                return rows_of(
                    pair, [&](const SmoothContact& contact) { return at(contact.point_b, pair); });
            },
            "(n, 3) on the surface of B [m].")
        .def_property_readonly(
            "normal",
            [](const AnsweredPair& pair) {
                return rows_of(pair, [](const SmoothContact& contact) { return contact.normal; });
            },
            "(n, 3), unit, from A to B.")
        .def_property_readonly("separation", &separations_of, "(n,), negative in penetration [m].")
        .def_property_readonly(
            "spread", [](const AnsweredPair& pair) { return spread_word(pair.pair.spread); },
            "\"point\", \"line\", \"ring\" or \"area\".")
        .def_property_readonly(
            "proven", [](const AnsweredPair& pair) { return pair.pair.proven; },
            "True: a plane between convex shapes proves that no points are nearer.")
        .def_property_readonly("certified", &are_certified,
                               "True: the support maps of both convex solids leave exactly this "
                               "gap along the normal. False for tori and bowls.")
        .def_property_readonly(
            "part_a", [](const AnsweredPair& pair) { return pair.pair.solid_a; },
            "Which part of a union A is met.")
        .def_property_readonly("part_b", [](const AnsweredPair& pair) { return pair.pair.solid_b; })
        .def("rates", &rates_of_pair, py::kw_only(), py::arg("velocity_a") = py::none(),
             py::arg("angular_velocity_a") = py::none(), py::arg("acceleration_a") = py::none(),
             py::arg("angular_acceleration_a") = py::none(), py::arg("velocity_b") = py::none(),
             py::arg("angular_velocity_b") = py::none(), py::arg("acceleration_b") = py::none(),
             py::arg("angular_acceleration_b") = py::none(), R"(How the pair moves.

Velocities and accelerations are those of the origins of the shapes' frames, world frame; left out:
zero. Returned are the velocities of point_a, point_b and normal, that of the separation and its
acceleration, the part of the latter that curvature and turning have (curvature_part), and the
acceleration of the height over the tangent plane (height_acceleration).)");
    py::class_<Answered>(module, "ExtremalAnswer", "All pairs that were found, nearest first.")
        .def_readonly("pairs", &Answered::pairs)
        .def_readonly("reason", &Answered::why_not,
                      "Why there is no answer for some parts; empty: all have one.")
        .def_readonly("iterations", &Answered::iterations, "Newton steps in all.");
    module.def("extremal_points", &ask, py::arg("a"), py::arg("b"), py::arg("pose_a") = py::none(),
               py::arg("pose_b") = py::none(), py::kw_only(), py::arg("published") = false,
               R"(The nearest points of two shapes, or of overlapping ones the shortest way out.

Poses are (4, 4), world = pose @ (x, y, z, 1), None for none. `published`: by the iteration of the
paper alone, Baraff [1990].)");
}

}  // namespace

ExactHolder make_exact(const SmoothShape& shape) {
    return std::make_shared<ExactShape>(ExactShape{shape, make_smooth_body(shape)});
}

void bind_smooth(py::module_& module) {
    bind_shape(module);
    bind_pairs(module);
}

}  // namespace touchstone::python
