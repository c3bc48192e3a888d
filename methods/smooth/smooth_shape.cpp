#include "methods/smooth/smooth_shape.h"

#include <algorithm>
#include <array>
#include <cmath>
#include <type_traits>

#include "methods/base/error.h"
#include "methods/mesh/describe.h"

namespace touchstone {
namespace {

constexpr double kLeastRatio = 1e-6;  // ratio of a primitive's smallest length to its largest

/// A field of a primitive with its name.
struct SmoothField {
    const char* name;
    double value;
};

/// Returns the lengths that must be above 0. The length of a capsule may be 0, so it is not among
/// them.
template <typename Primitive>
std::vector<SmoothField> fields_of(const Primitive& primitive) {
    if constexpr (std::is_same_v<Primitive, SmoothBall> ||
                  std::is_same_v<Primitive, SmoothCapsule>) {
        return {{"radius", primitive.radius}};
    } else if constexpr (std::is_same_v<Primitive, SmoothEllipsoid> ||
                         std::is_same_v<Primitive, SmoothSuperellipsoid>) {
        return {{"semi-axis x", primitive.semi_axes.x()},
                {"semi-axis y", primitive.semi_axes.y()},
                {"semi-axis z", primitive.semi_axes.z()}};
    } else if constexpr (std::is_same_v<Primitive, SmoothTorus>) {
        return {{"ring radius", primitive.ring_radius}, {"tube radius", primitive.tube_radius}};
    } else if constexpr (std::is_same_v<Primitive, SmoothCylinder> ||
                         std::is_same_v<Primitive, SmoothCone>) {
        return {{"radius", primitive.radius}, {"height", primitive.height}};
    } else if constexpr (std::is_same_v<Primitive, SmoothRoundBox>) {
        return {{"size x", primitive.size.x()},
                {"size y", primitive.size.y()},
                {"size z", primitive.size.z()},
                {"rounding", primitive.rounding}};
    } else {
        return {{"curvature radius", primitive.curvature_radius},
                {"rim radius", primitive.rim_radius},
                {"thickness", primitive.wall}};
    }
}

/// Throws MeshError that begins with the place.
[[noreturn]] void refuse(const std::string& where, const std::string& what) {
    throw MeshError(where + what);
}

/// Checks what is particular to one kind of solid.
void check_extra(const SmoothPrimitive& primitive, const std::string& where) {
    if (const auto* super = std::get_if<SmoothSuperellipsoid>(&primitive)) {
        if (!(super->exponent >= 2.0 && super->exponent <= 64.0)) {
            refuse(where, "exponent is " + describe(super->exponent) +
                              ": it must lie in 2…64, below 2 the surface has creases");
        }
    } else if (const auto* torus = std::get_if<SmoothTorus>(&primitive)) {
        if (torus->tube_radius >= torus->ring_radius) {
            refuse(where, "tube radius is " + describe(torus->tube_radius) +
                              ": the torus crosses itself; make it less than the ring radius " +
                              describe(torus->ring_radius));
        }
    } else if (const auto* capsule = std::get_if<SmoothCapsule>(&primitive)) {
        if (!(capsule->length >= 0.0 && std::isfinite(capsule->length))) {
            refuse(where, "length is " + describe(capsule->length) +
                              ": it must be a finite number of at least 0");
        }
    } else if (const auto* box = std::get_if<SmoothRoundBox>(&primitive)) {
        if (2.0 * box->rounding > box->size.minCoeff()) {
            refuse(where, "rounding is " + describe(box->rounding) +
                              ": it must be at most half the smallest edge");
        }
    }
}

/// Checks a solid, and that its lengths are within a factor of a million of each other.
void validate_part(const SmoothPrimitive& primitive, const std::string& where) {
    std::vector<SmoothField> fields =
        std::visit([](const auto& kind) { return fields_of(kind); }, primitive);
    for (const SmoothField& field : fields) {
        if (!(field.value > 0.0 && std::isfinite(field.value))) {
            refuse(where, std::string(field.name) + " is " + describe(field.value) +
                              ": it must be a finite number above 0");
        }
    }
    check_extra(primitive, where);
    if (const auto* capsule = std::get_if<SmoothCapsule>(&primitive);
        capsule && capsule->length > 0.0) {
        fields.push_back({"length", std::max(capsule->length, capsule->radius)});
    }
    const auto [least, most] = std::ranges::minmax(fields, {}, &SmoothField::value);
    if (least.value < kLeastRatio * most.value) {
        refuse(where, std::string(least.name) + " is " + describe(least.value) + ", and its " +
                          most.name + " " + describe(most.value) +
                          ": too thin for a mesh; keep them within a factor of a million");
    }
}

/// Returns a bound on the distance of the solid's points from its origin [m]; for a superellipsoid
/// the corner of its box, which it approaches as p grows.
double reach_of(const SmoothPrimitive& primitive) {
    struct Reach {
        double operator()(const SmoothBall& ball) const { return ball.radius; }
        double operator()(const SmoothEllipsoid& shape) const { return shape.semi_axes.maxCoeff(); }
        double operator()(const SmoothSuperellipsoid& shape) const {
            return shape.semi_axes.norm();
        }
        double operator()(const SmoothTorus& torus) const {
            return torus.ring_radius + torus.tube_radius;
        }
        double operator()(const SmoothCylinder& shape) const {
            return std::hypot(shape.radius, 0.5 * shape.height);
        }
        double operator()(const SmoothCone& shape) const {
            return std::hypot(shape.radius, 0.5 * shape.height);
        }
        double operator()(const SmoothCapsule& shape) const {
            return shape.radius + 0.5 * shape.length;
        }
        double operator()(const SmoothRoundBox& shape) const { return 0.5 * shape.size.norm(); }
        double operator()(const SmoothBowl& bowl) const {
            const double rim = bowl.rim_radius * bowl.rim_radius / (2.0 * bowl.curvature_radius);
            return std::hypot(bowl.rim_radius, std::max(rim, bowl.wall));
        }
    };
    return std::visit(Reach{}, primitive);
}

}  // namespace

void validate(const SmoothShape& shape) {
    if (shape.parts.empty()) {
        throw MeshError("a union has no parts; give at least one");
    }
    for (int i = 0; i < std::ssize(shape.parts); ++i) {
        const SmoothPrimitive& primitive = shape.parts[i].primitive;
        const std::string kind = smooth_kind(primitive);
        const std::string where = shape.parts.size() == 1
                                      ? "the " + kind + "'s "
                                      : "part " + std::to_string(i) + ", the " + kind + "'s ";
        validate_part(primitive, where);
        if (shape.parts.size() > 1 && !is_convex(primitive)) {
            throw MeshError("part " + std::to_string(i) + " is a " + kind +
                            ": a union takes convex parts only");
        }
    }
}

std::span<const char* const> smooth_kinds() {
    static constexpr std::array<const char*, std::variant_size_v<SmoothPrimitive>> kKinds{
        "sphere", "ellipsoid", "superellipsoid", "torus", "cylinder",
        "cone",   "capsule",   "round_box",      "bowl"};
    return kKinds;
}

const char* smooth_kind(const SmoothPrimitive& primitive) {
    return smooth_kinds()[primitive.index()];
}

bool is_convex(const SmoothPrimitive& primitive) {
    return !std::holds_alternative<SmoothTorus>(primitive) &&
           !std::holds_alternative<SmoothBowl>(primitive);
}

std::vector<SmoothSize> smooth_sizes(const SmoothPrimitive& primitive) {
    struct Sizes {
        static std::vector<double> three(const Vec3& v) { return {v.x(), v.y(), v.z()}; }

        std::vector<SmoothSize> operator()(const SmoothBall& ball) const {
            return {{"radius", {ball.radius}}};
        }
        std::vector<SmoothSize> operator()(const SmoothEllipsoid& shape) const {
            return {{"semi_axes", three(shape.semi_axes)}};
        }
        std::vector<SmoothSize> operator()(const SmoothSuperellipsoid& shape) const {
            return {{"semi_axes", three(shape.semi_axes)}, {"exponent", {shape.exponent}}};
        }
        std::vector<SmoothSize> operator()(const SmoothTorus& torus) const {
            return {{"ring_radius", {torus.ring_radius}}, {"tube_radius", {torus.tube_radius}}};
        }
        std::vector<SmoothSize> operator()(const SmoothCylinder& shape) const {
            return {{"radius", {shape.radius}}, {"height", {shape.height}}};
        }
        std::vector<SmoothSize> operator()(const SmoothCone& shape) const {
            return {{"radius", {shape.radius}}, {"height", {shape.height}}};
        }
        std::vector<SmoothSize> operator()(const SmoothCapsule& shape) const {
            return {{"radius", {shape.radius}}, {"length", {shape.length}}};
        }
        std::vector<SmoothSize> operator()(const SmoothRoundBox& box) const {
            return {{"size", three(box.size)}, {"rounding", {box.rounding}}};
        }
        std::vector<SmoothSize> operator()(const SmoothBowl& bowl) const {
            return {{"curvature_radius", {bowl.curvature_radius}},
                    {"rim_radius", {bowl.rim_radius}},
                    {"thickness", {bowl.wall}}};
        }
    };
    return std::visit(Sizes{}, primitive);
}

std::vector<double> smooth_numbers(const SmoothShape& shape) {
    std::vector<double> numbers;
    for (const SmoothPart& part : shape.parts) {
        numbers.push_back(static_cast<double>(part.primitive.index()));
        for (const SmoothSize& size : smooth_sizes(part.primitive)) {
            numbers.insert(numbers.end(), size.values.begin(), size.values.end());
        }
        const Vec3& at = part.shape_from_part.translation;
        const Quat& turn = part.shape_from_part.rotation;
        numbers.insert(numbers.end(),
                       {at.x(), at.y(), at.z(), turn.w(), turn.x(), turn.y(), turn.z()});
    }
    return numbers;
}

double smooth_reach(const SmoothShape& shape) {
    double reach = 0.0;
    for (const SmoothPart& part : shape.parts) {
        reach = std::max(reach, part.shape_from_part.translation.norm() + reach_of(part.primitive));
    }
    return reach;
}

}  // namespace touchstone
