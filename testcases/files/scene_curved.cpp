#include "testcases/files/scene_curved.h"

#include <array>
#include <utility>

#include "testcases/files/scene_expected.h"

namespace touchstone {
namespace {

double read_length(const JsonPlace& place, std::string_view key) {
    return place.require(key).positive("a length > 0");
}

Vec3 read_lengths(const JsonPlace& place, std::string_view key) {
    constexpr std::string_view kExpected = "three numbers > 0, e.g. [1, 0.7, 0.5]";
    const JsonPlace lengths = place.require(key);
    Vec3 result = lengths.vector(kExpected);
    if (!(result.minCoeff() > 0.0)) {
        lengths.fail_expected(kExpected);
    }
    return result;
}

std::optional<SmoothPrimitive> read_primitive(const JsonPlace& place, std::string_view kind);

/// Reads one shape with its place in a union.
SmoothPart read_part(const JsonPlace& place) {
    place.allow_keys({"shape", "position", "orientation"});
    const JsonPlace shape = place.require("shape");
    constexpr std::array<std::string_view, 7> kKinds{
        "sphere", "ellipsoid", "superellipsoid", "cylinder", "cone", "capsule", "round_box"};
    shape.allow_keys(kKinds);
    std::optional<SmoothPrimitive> primitive;
    for (const std::string_view kind : kKinds) {
        const std::optional<JsonPlace> found = shape.find(kind);
        if (found && primitive) {
            shape.fail("expected exactly one shape, found several; remove \"" + std::string(kind) +
                       "\"");
        }
        if (found) {
            primitive = read_primitive(*found, kind);
            if (!primitive) {
                found->fail("a union takes exact shapes; remove what makes it a mesh");
            }
        }
    }
    if (!primitive) {
        shape.fail(
            "expected a convex shape: sphere, ellipsoid, superellipsoid, cylinder, cone, capsule "
            "or round_box");
    }
    SmoothPart part{*primitive, {}};
    if (const auto position = place.find("position")) {
        part.shape_from_part.translation = position->vector("three numbers, e.g. [0, 0.5, 1]");
    }
    if (const auto orientation = place.find("orientation")) {
        part.shape_from_part.rotation = read_orientation(*orientation);
    }
    return part;
}

SmoothShape read_union(const JsonPlace& place) {
    place.allow_keys({"parts"});
    const JsonPlace parts = place.require("parts");
    const int count = parts.item_count("an array of parts, each with a shape");
    if (count == 0) {
        parts.fail_expected("at least one part");
    }
    SmoothShape shape;
    shape.parts.reserve(static_cast<std::size_t>(count));
    for (int i = 0; i < count; ++i) {
        shape.parts.push_back(read_part(parts.item(i)));
    }
    return shape;
}

SmoothPrimitive read_superellipsoid(const JsonPlace& place) {
    place.allow_keys({"semi_axes", "exponent"});
    return SmoothSuperellipsoid{read_lengths(place, "semi_axes"),
                                place.require("exponent").number("an exponent in 2…64")};
}

SmoothPrimitive read_capsule(const JsonPlace& place) {
    place.allow_keys({"radius", "length"});
    return SmoothCapsule{read_length(place, "radius"),
                         place.require("length").not_negative("a length ≥ 0")};
}

std::optional<SmoothPrimitive> read_primitive(const JsonPlace& place, std::string_view kind) {
    if (kind == "ellipsoid") {
        place.allow_keys({"semi_axes"});
        return SmoothEllipsoid{read_lengths(place, "semi_axes")};
    }
    if (kind == "superellipsoid") {
        return read_superellipsoid(place);
    }
    if (kind == "torus") {
        place.allow_keys({"ring_radius", "tube_radius"});
        return SmoothTorus{read_length(place, "ring_radius"), read_length(place, "tube_radius")};
    }
    if (kind == "cone") {
        place.allow_keys({"radius", "height"});
        return SmoothCone{read_length(place, "radius"), read_length(place, "height")};
    }
    if (kind == "capsule") {
        return read_capsule(place);
    }
    if (kind == "round_box") {
        place.allow_keys({"size", "rounding"});
        return SmoothRoundBox{read_lengths(place, "size"), read_length(place, "rounding")};
    }
    if (kind == "bowl") {
        place.allow_keys({"curvature_radius", "rim_radius", "thickness"});
        return SmoothBowl{read_length(place, "curvature_radius"), read_length(place, "rim_radius"),
                          read_length(place, "thickness")};
    }
    if (kind == "sphere" && !place.has("subdivisions")) {
        place.allow_keys({"radius", "subdivisions"});
        return SmoothBall{place.require("radius").positive("a radius > 0")};
    }
    if (kind == "cylinder" && !place.has("sides")) {
        place.allow_keys({"radius", "height", "sides"});
        return SmoothCylinder{place.require("radius").positive("a radius > 0"),
                              place.require("height").positive("a height > 0")};
    }
    return std::nullopt;
}

}  // namespace

std::optional<SmoothShape> read_curved(const JsonPlace& place, std::string_view kind) {
    if (kind == "union") {
        return read_union(place);
    }
    if (std::optional<SmoothPrimitive> primitive = read_primitive(place, kind)) {
        return SmoothShape{{{*std::move(primitive), {}}}};
    }
    return std::nullopt;
}

Tessellation read_tessellation(const JsonPlace& place) {
    place.allow_keys({"level", "turn"});
    Tessellation tessellation;
    if (const auto level = place.find("level")) {
        tessellation.level = level->integer(0, 5, "a whole number in 0…5");
    }
    if (const auto turn = place.find("turn")) {
        tessellation.turn = read_orientation(*turn);
    }
    return tessellation;
}

}  // namespace touchstone
