#include "python/bindings/smooth.h"

#include <optional>
#include <string>
#include <vector>

#include "methods/base/error.h"
#include "methods/base/join.h"
#include "methods/smooth/smooth_mass.h"
#include "methods/smooth/surface_point.h"
#include "methods/smooth/tessellate.h"
#include "python/bindings/arrays.h"
#include "python/bindings/bindings.h"
#include "python/bindings/read_numbers.h"
#include "testcases/files/scene_curved.h"

namespace touchstone::python {
namespace {

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

}  // namespace

ExactHolder make_exact(const SmoothShape& shape) {
    return std::make_shared<ExactShape>(ExactShape{shape, make_smooth_body(shape)});
}

void bind_smooth(py::module_& module) {
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

}  // namespace touchstone::python
