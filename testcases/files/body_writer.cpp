#include "testcases/files/body_writer.h"

#include <cmath>
#include <nlohmann/json.hpp>
#include <vector>

#include "methods/base/error.h"
#include "methods/base/same_bits.h"
#include "testcases/files/json/pretty_json.h"
#include "testcases/files/shape_writer.h"

namespace touchstone {
namespace {

using OrderedJson = nlohmann::ordered_json;

OrderedJson convex_parts_json(const BodySetup& body) {
    OrderedJson parts = OrderedJson::array();
    for (const HullShape& part : body.convex_parts) {
        parts.push_back({{"points", to_json(part.points)}});
    }
    return parts;
}

OrderedJson elastic_json(const ElasticSetup& elastic) {
    OrderedJson result;
    result["young"] = to_json(elastic.material.young);
    result["poisson"] = to_json(elastic.material.poisson);
    result["model"] = elastic_model_id(elastic.material.model);
    if (elastic.size) {
        result["size"] = to_json(*elastic.size);
    }
    return result;
}

OrderedJson driven_json(const std::vector<DriveSetup>& driven) {
    const ScriptedMotion defaults;
    OrderedJson result = OrderedJson::array();
    for (const DriveSetup& drive : driven) {
        OrderedJson entry = OrderedJson::object();
        if (drive.box) {
            entry["box"] = {to_json((*drive.box)[0]), to_json((*drive.box)[1])};
        }
        if (!drive.vertices.empty()) {
            entry["vertices"] = drive.vertices;
        }
        const ScriptedMotion& motion = drive.motion;
        add_unless_default(entry, "velocity", motion.velocity, defaults.velocity);
        add_unless_default(entry, "spin", motion.spin, defaults.spin);
        add_unless_default(entry, "pivot", motion.pivot, defaults.pivot);
        add_unless_default(entry, "from", motion.from, defaults.from);
        if (std::isfinite(motion.until)) {
            entry["until"] = to_json(motion.until);
        }
        result.push_back(std::move(entry));
    }
    return result;
}

/// Adds the body's keys but its name, shape and parts, where they differ from those of `base`.
void add_changes(OrderedJson& object, const BodySetup& body, const BodySetup& base) {
    add_unless_default(object, "position", body.world_from_shape.translation,
                       base.world_from_shape.translation);
    const Quat& q = body.world_from_shape.rotation;
    if (!same_bits(q, base.world_from_shape.rotation)) {
        object["orientation"] = {to_json(q.w()), to_json(q.x()), to_json(q.y()), to_json(q.z())};
    }
    if (body.fixed != base.fixed) {
        object["fixed"] = body.fixed;
    }
    add_unless_default(object, "density", body.density, base.density);
    add_unless_default(object, "linear_velocity", body.linear_velocity, base.linear_velocity);
    add_unless_default(object, "angular_velocity", body.angular_velocity, base.angular_velocity);
    if (body.tetgen_switches != base.tetgen_switches) {
        object["tetgen"] = body.tetgen_switches;
    }
    if (body.elastic != base.elastic) {
        object["elastic"] = body.elastic ? elastic_json(*body.elastic) : OrderedJson();
    }
    if (body.driven != base.driven) {
        object["driven"] = driven_json(body.driven);
    }
}

}  // namespace

OrderedJson body_json(const BodySetup& body) {
    OrderedJson result;
    result["name"] = body.name;
    result["shape"] = shape_json(body.shape);
    if (const OrderedJson tessellation = tessellation_json(body.shape); !tessellation.is_null()) {
        result["tessellation"] = tessellation;
    }
    if (!body.convex_parts.empty()) {
        result["convex_parts"] = convex_parts_json(body);
    }
    add_changes(result, body, BodySetup{});
    return result;
}

OrderedJson changed_bodies(const TestCase& variant, const TestCase& base) {
    if (variant.bodies.size() != base.bodies.size()) {
        throw FileError("scene " + base.id + ", variant " + variant.id +
                        ": it must have the bodies of the scene, no more and no fewer");
    }
    OrderedJson result = OrderedJson::array();
    for (std::size_t i = 0; i < base.bodies.size(); ++i) {
        const BodySetup& body = variant.bodies[i];
        OrderedJson changes{{"name", body.name}};
        const OrderedJson shape = shape_json(body.shape);
        if (json_line(shape) != json_line(shape_json(base.bodies[i].shape))) {
            changes["shape"] = shape;
        }
        const OrderedJson tessellation = tessellation_json(body.shape);
        if (!tessellation.is_null() &&
            (changes.contains("shape") ||
             json_line(tessellation) != json_line(tessellation_json(base.bodies[i].shape)))) {
            changes["tessellation"] = tessellation;
        }
        const OrderedJson parts = convex_parts_json(body);
        if (!parts.empty() && (changes.size() > 1 ||
                               json_line(parts) != json_line(convex_parts_json(base.bodies[i])))) {
            changes["convex_parts"] = parts;
        }
        add_changes(changes, body, base.bodies[i]);
        if (changes.size() > 1) {
            result.push_back(changes);
        }
    }
    return result;
}

}  // namespace touchstone
