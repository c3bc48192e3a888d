// libccd's penetration of two convex bodies: one contact per pair. Built twice, for its two
// algorithms.

#include <ccd/ccd.h>

#include <algorithm>
#include <cmath>
#include <functional>

#include "testcases/engines/engine_program.h"

namespace touchstone::engines {
namespace {

#ifdef TOUCHSTONE_LIBCCD_MPR
constexpr bool kMpr = true;
#else
constexpr bool kMpr = false;
#endif

/// Returns the point of a solid that is farthest along a direction of its frame.
using Support = std::function<Vec3(const Vec3& direction)>;

/// A convex body in world frame: points, or an exact solid.
struct PlacedConvex {
    std::vector<Vec3> points;
    Support support;  ///< empty: the points
    Placement place;  ///< place of the exact solid
    Vec3 center = Vec3::Zero();
};

/// Returns a disc about y of that radius, farthest along a direction.
Vec3 disc_support(double radius, const Vec3& direction) {
    const double length = std::hypot(direction.x(), direction.z());
    return length > 0.0
               ? Vec3(radius * direction.x() / length, 0.0, radius * direction.z() / length)
               : Vec3(radius, 0.0, 0.0);
}

Vec3 box_support(const Vec3& half, const Vec3& direction) {
    return {std::copysign(half.x(), direction.x()), std::copysign(half.y(), direction.y()),
            std::copysign(half.z(), direction.z())};
}

/// Where |x/a|^p + |y/b|^p + |z/c|^p = 1 has the direction as its normal.
Vec3 superellipsoid_support(const Vec3& axes, double p, const Vec3& direction) {
    const double q = p / (p - 1.0);
    const Vec3 scaled = axes.cwiseProduct(direction).cwiseAbs();
    const double most = scaled.maxCoeff();
    const double norm = std::pow((scaled / most).array().pow(q).sum(), 1.0 / q) * most;
    Vec3 point;
    for (int k = 0; k < 3; ++k) {
        point[k] = std::copysign(axes[k] * std::pow(scaled[k] / norm, q - 1.0), direction[k]);
    }
    return point;
}

/// Returns the support function of a convex solid. Throws Unsupported for others.
Support support_of(const Primitive& primitive) {
    const double radius = primitive.radius;
    const double half = 0.5 * primitive.length;
    const Vec3 size = primitive.size;
    if (primitive.kind == "box") {
        return [=](const Vec3& d) { return box_support(0.5 * size, d); };
    }
    if (primitive.kind == "round_box") {
        const double rounding = primitive.rounding;
        return [=](const Vec3& d) -> Vec3 {
            return box_support(0.5 * size - Vec3::Constant(rounding), d) + rounding * unit(d);
        };
    }
    if (primitive.kind == "sphere") {
        return [=](const Vec3& d) -> Vec3 { return radius * unit(d); };
    }
    if (primitive.kind == "ellipsoid") {
        return [=](const Vec3& d) -> Vec3 { return size.cwiseProduct(unit(size.cwiseProduct(d))); };
    }
    if (primitive.kind == "superellipsoid") {
        const double exponent = primitive.exponent;
        return [=](const Vec3& d) { return superellipsoid_support(size, exponent, d); };
    }
    if (primitive.kind == "capsule") {
        return [=](const Vec3& d) -> Vec3 {
            return Vec3(0.0, std::copysign(half, d.y()), 0.0) + radius * unit(d);
        };
    }
    if (primitive.kind == "cylinder") {
        return [=](const Vec3& d) -> Vec3 {
            return disc_support(radius, d) + Vec3(0.0, std::copysign(half, d.y()), 0.0);
        };
    }
    if (primitive.kind == "cone") {
        return [=](const Vec3& d) -> Vec3 {
            const Vec3 rim = disc_support(radius, d) - Vec3(0.0, half, 0.0);
            const Vec3 tip(0.0, half, 0.0);
            return tip.dot(d) > rim.dot(d) ? tip : rim;
        };
    }
    refuse("libccd", primitive);
}

Vec3 support_point(const PlacedConvex& convex, const Vec3& along) {
    if (convex.support) {
        const Placement& place = convex.place;
        return place.orientation * convex.support(place.orientation.conjugate() * along) +
               place.position;
    }
    return *std::ranges::max_element(convex.points, {},
                                     [&](const Vec3& point) { return point.dot(along); });
}

extern "C" void support(const void* object, const ccd_vec3_t* direction, ccd_vec3_t* point) {
    const Vec3 best = support_point(*static_cast<const PlacedConvex*>(object),
                                    {direction->v[0], direction->v[1], direction->v[2]});
    ccdVec3Set(point, best.x(), best.y(), best.z());
}

extern "C" void center(const void* object, ccd_vec3_t* point) {
    const Vec3& c = static_cast<const PlacedConvex*>(object)->center;
    ccdVec3Set(point, c.x(), c.y(), c.z());
}

class Libccd final : public Engine {
 public:
    explicit Libccd(const EngineOptions& options) {
        CCD_INIT(&ccd_);
        ccd_.support1 = ccd_.support2 = support;
        ccd_.center1 = ccd_.center2 = center;
        ccd_.max_iterations = 1000;
        if (!options.defaults) {
            ccd_.epa_tolerance = 1e-9;
            ccd_.mpr_tolerance = 1e-9;
        }
    }

    void load(const Body& body) override {
        for (const Primitive& primitive : body.primitives) {
            support_of(primitive);
        }
    }

    void place(const Body& a, const Placement& pose_a, const Body& b,
               const Placement& pose_b) override {
        a_ = place_one(a, pose_a);
        b_ = place_one(b, pose_b);
    }

    void collide() override {
        found_.clear();
        for (const PlacedConvex& a : a_) {
            for (const PlacedConvex& b : b_) {
                Found found;
                const int status = kMpr ? ccdMPRPenetration(&a, &b, &ccd_, &found.depth,
                                                            &found.direction, &found.position)
                                        : ccdGJKPenetration(&a, &b, &ccd_, &found.depth,
                                                            &found.direction, &found.position);
                if (status == -2) {
                    throw std::runtime_error("libccd ran out of memory");
                }
                if (status == 0) {
                    found_.push_back(found);
                }
            }
        }
    }

    /// Converts the contact. B moved by the depth along the direction is free of A, so the
    /// direction points from A to B. The point is halfway between the surfaces.
    std::vector<Contact> contacts() override {
        std::vector<Contact> contacts;
        for (const Found& found : found_) {
            contacts.push_back(
                {from_ccd(found.position), unit(from_ccd(found.direction)), -found.depth});
        }
        return contacts;
    }

 private:
    struct Found {
        ccd_real_t depth = 0.0;
        ccd_vec3_t direction{};
        ccd_vec3_t position{};
    };

    static Vec3 from_ccd(const ccd_vec3_t& v) { return {v.v[0], v.v[1], v.v[2]}; }

    static std::vector<PlacedConvex> place_one(const Body& body, const Placement& pose) {
        std::vector<PlacedConvex> solids;
        for (const Hull& hull : body.hulls) {
            PlacedConvex& next = solids.emplace_back();
            next.points = placed(hull, pose);
            for (const Vec3& point : next.points) {
                next.center += point / static_cast<double>(next.points.size());
            }
        }
        for (const Primitive& primitive : body.primitives) {
            PlacedConvex& next = solids.emplace_back();
            next.support = support_of(primitive);
            next.place = pose * primitive.body_from_solid;
            next.center = next.place.position;
        }
        return solids;
    }

    ccd_t ccd_{};
    std::vector<PlacedConvex> a_;
    std::vector<PlacedConvex> b_;
    std::vector<Found> found_;
};

}  // namespace
}  // namespace touchstone::engines

int main(int argc, char** argv) {
    using namespace touchstone::engines;
    return run_engine(
        argc, argv,
        {.name = kMpr ? "libccd_mpr" : "libccd_epa",
         .version = TOUCHSTONE_LIBCCD_VERSION,
         .precision = "double",
         .forms = {Form::Hull, Form::Parts, Form::Primitive},
         .best = "tolerance 1e-9, 1000 iterations",
         .standard = "tolerance 1e-4, 1000 iterations",
         .make = [](const EngineOptions& options) { return std::make_unique<Libccd>(options); }});
}
