#include <pybind11/stl.h>

#include <array>
#include <memory>
#include <string>
#include <utility>
#include <vector>

#include "generators/outcome.h"
#include "methods/base/error.h"
#include "methods/smooth/extremal_rates.h"
#include "methods/smooth/surface_point.h"
#include "python/bindings/arrays.h"
#include "python/bindings/bindings.h"
#include "python/bindings/read_numbers.h"
#include "python/bindings/smooth.h"

namespace touchstone::python {
namespace {

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

Answered ask_extremal(const ExactHolder& a, const ExactHolder& b, const py::object& pose_a,
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

}  // namespace

void bind_extremal(py::module_& module) {
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
    module.def("extremal_points", &ask_extremal, py::arg("a"), py::arg("b"),
               py::arg("pose_a") = py::none(), py::arg("pose_b") = py::none(), py::kw_only(),
               py::arg("published") = false,
               R"(The nearest points of two shapes, or of overlapping ones the shortest way out.

Poses are (4, 4), world = pose @ (x, y, z, 1), None for none. `published`: by the iteration of the
paper alone, Baraff [1990].)");
}

}  // namespace touchstone::python
