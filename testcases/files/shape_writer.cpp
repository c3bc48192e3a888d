#include "testcases/files/shape_writer.h"

#include <cmath>
#include <nlohmann/json.hpp>
#include <variant>

#include "methods/base/same_bits.h"

namespace touchstone {
namespace {

using OrderedJson = nlohmann::ordered_json;

}  // namespace

OrderedJson to_json(double value) {
    return std::isfinite(value) ? OrderedJson(value)
                                : OrderedJson(std::isnan(value) ? "NaN" : "infinity");
}

OrderedJson to_json(const Vec3& v) {
    return OrderedJson::array({to_json(v[0]), to_json(v[1]), to_json(v[2])});
}

OrderedJson to_json(const std::vector<Vec3>& points) {
    OrderedJson result = OrderedJson::array();
    for (const Vec3& point : points) {
        result.push_back(to_json(point));
    }
    return result;
}

OrderedJson to_json(const Quat& q) {
    return OrderedJson::array({to_json(q.w()), to_json(q.x()), to_json(q.y()), to_json(q.z())});
}

namespace {

OrderedJson primitive_json(const SmoothPrimitive& primitive) {
    OrderedJson sizes;
    for (const SmoothSize& size : smooth_sizes(primitive)) {
        OrderedJson& value = sizes[size.name];
        if (size.values.size() == 1) {
            value = to_json(size.values[0]);
            continue;
        }
        for (const double number : size.values) {
            value.push_back(to_json(number));
        }
    }
    return {{smooth_kind(primitive), sizes}};
}

bool is_placed(const Pose& pose) {
    return pose.translation != Vec3::Zero() || pose.rotation.coeffs() != Quat::Identity().coeffs();
}

OrderedJson curved_json(const SmoothShape& shape) {
    if (shape.parts.size() == 1 && !is_placed(shape.parts[0].shape_from_part)) {
        return primitive_json(shape.parts[0].primitive);
    }
    OrderedJson parts = OrderedJson::array();
    for (const SmoothPart& part : shape.parts) {
        OrderedJson entry{{"shape", primitive_json(part.primitive)}};
        if (is_placed(part.shape_from_part)) {
            entry["position"] = to_json(part.shape_from_part.translation);
            entry["orientation"] = to_json(part.shape_from_part.rotation);
        }
        parts.push_back(entry);
    }
    return {{"union", {{"parts", parts}}}};
}

struct ShapeToJson {
    OrderedJson operator()(const BoxShape& box) const {
        return {{"box", {{"size", to_json(box.size)}}}};
    }
    OrderedJson operator()(const HullShape& hull) const {
        return {{"convex_hull", {{"points", to_json(hull.points)}}}};
    }
    OrderedJson operator()(const CylinderShape& cylinder) const {
        return {{"cylinder",
                 {{"radius", to_json(cylinder.radius)},
                  {"height", to_json(cylinder.height)},
                  {"sides", cylinder.sides}}}};
    }
    OrderedJson operator()(const SphereShape& sphere) const {
        return {{"sphere",
                 {{"radius", to_json(sphere.radius)}, {"subdivisions", sphere.subdivisions}}}};
    }
    OrderedJson operator()(const TrianglesShape& triangles) const {
        OrderedJson faces = OrderedJson::array();
        for (const Triangle& triangle : triangles.surface.triangles) {
            faces.push_back(triangle);
        }
        return {
            {"triangles", {{"vertices", to_json(triangles.surface.vertices)}, {"faces", faces}}}};
    }
    OrderedJson operator()(const MeshShape& mesh) const {
        OrderedJson result{{"file", mesh.file}};
        if (mesh.scale != 1.0) {
            result["scale"] = to_json(mesh.scale);
        }
        return {{"mesh", result}};
    }
    OrderedJson operator()(const CurvedShape& curved) const { return curved_json(curved.exact); }
    OrderedJson operator()(const ThinShape& thin) const {
        OrderedJson result{{"vertices", to_json(thin.mesh.vertices)}};
        if (!thin.mesh.segments.empty()) {
            result["segments"] = thin.mesh.segments;
        }
        if (!thin.mesh.triangles.empty()) {
            result["triangles"] = thin.mesh.triangles;
        }
        result["thickness"] = to_json(thin.thickness);
        return {{"thin", result}};
    }
    OrderedJson operator()(const TetsShape& solid) const {
        OrderedJson tets = OrderedJson::array();
        for (const Tet& tet : solid.tets.tets) {
            tets.push_back(tet);
        }
        return {{"tets", {{"vertices", to_json(solid.tets.vertices)}, {"tets", tets}}}};
    }
};

}  // namespace

OrderedJson shape_json(const Shape& shape) { return std::visit(ShapeToJson{}, shape); }

OrderedJson tessellation_json(const Shape& shape) {
    const auto* const curved = std::get_if<CurvedShape>(&shape);
    if (curved == nullptr) {
        return {};
    }
    OrderedJson result{{"level", curved->tessellation.level}};
    if (curved->tessellation.turn.coeffs() != Quat::Identity().coeffs()) {
        result["turn"] = to_json(curved->tessellation.turn);
    }
    return result;
}

void add_unless_default(nlohmann::ordered_json& object, const char* key, double value,
                        double otherwise) {
    if (value != otherwise) {
        object[key] = to_json(value);
    }
}

void add_unless_default(nlohmann::ordered_json& object, const char* key, const Vec3& value,
                        const Vec3& otherwise) {
    if (!same_bits(value, otherwise)) {
        object[key] = to_json(value);
    }
}

}  // namespace touchstone
