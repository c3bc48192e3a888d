// libccd's penetration of two convex bodies: one contact per pair. Built twice, for its two
// algorithms.

#include <ccd/ccd.h>

#include <map>

#include "testcases/engines/engine_program.h"

namespace touchstone::engines {
namespace {

#ifdef TOUCHSTONE_LIBCCD_MPR
constexpr bool kMpr = true;
#else
constexpr bool kMpr = false;
#endif

/// A convex body in world frame.
struct PlacedHull {
    std::vector<Vec3> points;
    Vec3 center = Vec3::Zero();
};

extern "C" void support(const void* object, const ccd_vec3_t* direction, ccd_vec3_t* point) {
    const auto& hull = *static_cast<const PlacedHull*>(object);
    const Vec3 along(direction->v[0], direction->v[1], direction->v[2]);
    const Vec3* best = &hull.points.front();
    for (const Vec3& candidate : hull.points) {
        if (candidate.dot(along) > best->dot(along)) {
            best = &candidate;
        }
    }
    ccdVec3Set(point, best->x(), best->y(), best->z());
}

extern "C" void center(const void* object, ccd_vec3_t* point) {
    const Vec3& c = static_cast<const PlacedHull*>(object)->center;
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

    void load(const Body&) override {}

    void place(const Body& a, const Placement& pose_a, const Body& b,
               const Placement& pose_b) override {
        a_ = place_one(a, pose_a);
        b_ = place_one(b, pose_b);
    }

    void collide() override {
        found_.clear();
        for (const PlacedHull& a : a_) {
            for (const PlacedHull& b : b_) {
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

    static std::vector<PlacedHull> place_one(const Body& body, const Placement& pose) {
        std::vector<PlacedHull> hulls;
        for (const Hull& hull : body.hulls) {
            PlacedHull& next = hulls.emplace_back(PlacedHull{placed(hull, pose)});
            for (const Vec3& point : next.points) {
                next.center += point / static_cast<double>(next.points.size());
            }
        }
        return hulls;
    }

    ccd_t ccd_{};
    std::vector<PlacedHull> a_;
    std::vector<PlacedHull> b_;
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
         .forms = {Form::Hull, Form::Parts},
         .best = "tolerance 1e-9, 1000 iterations",
         .standard = "tolerance 1e-4, 1000 iterations",
         .make = [](const EngineOptions& options) { return std::make_unique<Libccd>(options); }});
}
