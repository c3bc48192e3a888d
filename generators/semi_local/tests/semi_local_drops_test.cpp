// Random solids dropped straight down onto each other, up to the first touch, which a loop over all
// pairs of features finds too.

#include <algorithm>
#include <cmath>
#include <limits>
#include <optional>

#include "generators/semi_local/tests/semi_local_solids.h"
#include "generators/tests/contract_checks.h"
#include "methods/geometry/facet_model.h"
#include "methods/mesh/shapes.h"
#include "methods/testing/catch.h"
#include "methods/testing/mesh_examples.h"
#include "methods/testing/surface_variants.h"

using namespace touchstone;
using namespace touchstone::testing;

namespace {

std::vector<SurfaceMesh> solids() {
    return {
        make_box({1.0, 0.8, 1.2}),
        make_corner_surface(),
        make_cylinder(0.5, 0.9, 6),
        make_prism({{{-0.5, 0}, {0.5, 0}, {0, 1.2}}}, 1.0),
        make_prism({{{0, 0}, {1.2, 0}, {1.2, 0.5}, {0.5, 0.5}, {0.5, 1.2}, {0, 1.2}}}, 0.8),
        make_prism({{{-1, -0.5}, {1, -0.5}, {1, 0.5}, {0.6, 0.5}, {0, 0}, {-0.6, 0.5}, {-1, 0.5}}},
                   1.4)};
}

/// The first touch of a body that comes down.
struct Touch {
    double drop = std::numeric_limits<double>::infinity();    ///< [m]
    double second = std::numeric_limits<double>::infinity();  ///< of the next pair of features [m]
    Vec3 position = Vec3::Zero();                             ///< on the lower body
    Vec3 normal = Vec3::Zero();                               ///< from the lower to the upper body

    void offer(double other_drop, const Vec3& at, const Vec3& n) {
        if (other_drop < drop) {
            second = drop;
            drop = other_drop;
            position = at;
            normal = n;
        } else {
            second = std::min(second, other_drop);
        }
    }
};

/// Height at which a vertical line through (x, z) of the point meets the triangle.
std::optional<double> height_in(const std::array<Vec3, 3>& t, const Vec3& point) {
    const auto side = [&](const Vec3& p, const Vec3& q) {
        return (q.z() - p.z()) * (point.x() - p.x()) - (q.x() - p.x()) * (point.z() - p.z());
    };
    const double a = side(t[0], t[1]);
    const double b = side(t[1], t[2]);
    const double c = side(t[2], t[0]);
    if (!((a > 0 && b > 0 && c > 0) || (a < 0 && b < 0 && c < 0))) {
        return std::nullopt;
    }
    return (b * t[0].y() + c * t[1].y() + a * t[2].y()) / (a + b + c);
}

Touch first_touch(const SurfaceMesh& lower, const SurfaceMesh& upper) {
    Touch touch;
    const auto corners = [](const SurfaceMesh& mesh, const Triangle& t) {
        return std::array<Vec3, 3>{mesh.vertices[t[0]], mesh.vertices[t[1]], mesh.vertices[t[2]]};
    };
    const auto normal_of = [](const std::array<Vec3, 3>& t) {
        return (t[1] - t[0]).cross(t[2] - t[0]).normalized();
    };
    for (const Triangle& triangle : lower.triangles) {
        const std::array<Vec3, 3> t = corners(lower, triangle);
        for (const Vec3& v : upper.vertices) {
            if (const std::optional<double> y = height_in(t, v); y && normal_of(t).y() > 0.0) {
                touch.offer(v.y() - *y, {v.x(), *y, v.z()}, normal_of(t));
            }
        }
    }
    for (const Triangle& triangle : upper.triangles) {
        const std::array<Vec3, 3> t = corners(upper, triangle);
        for (const Vec3& v : lower.vertices) {
            if (const std::optional<double> y = height_in(t, v); y && normal_of(t).y() < 0.0) {
                touch.offer(*y - v.y(), v, -normal_of(t));
            }
        }
    }
    const FacetModel a = make_facet_model(lower.vertices, lower.triangles);
    const FacetModel b = make_facet_model(upper.vertices, upper.triangles);
    for (const FacetEdge& e : a.edges) {
        for (const FacetEdge& f : b.edges) {
            const Vec3& p = a.corners[e.start].position;
            const Vec3& q = b.corners[f.start].position;
            const Vec3 d = e.length * e.direction;
            const Vec3 g = f.length * f.direction;
            const double turn = d.x() * g.z() - d.z() * g.x();
            const Vec3 apart = q - p;
            const double s = (apart.x() * g.z() - apart.z() * g.x()) / turn;
            const double t = (apart.x() * d.z() - apart.z() * d.x()) / turn;
            if (s > 0.0 && s < 1.0 && t > 0.0 && t < 1.0) {
                const Vec3 at = p + s * d;
                const Vec3 n = d.cross(g).normalized();
                touch.offer((q + t * g).y() - at.y(), at, n.y() > 0.0 ? n : Vec3(-n));
            }
        }
    }
    return touch;
}

struct Drop {
    Placed lower;
    Placed upper;
    Touch touch;
};

std::optional<Drop> random_drop(std::uint64_t seed) {
    static const std::vector<SurfaceMesh> all = solids();
    Draws source(seed);
    Drop drop;
    drop.lower = {all[seed % all.size()], {source.rotation(), Vec3::Zero()}};
    drop.upper = {
        all[seed / all.size() % all.size()],
        {source.rotation(), Vec3(source.uniform(-0.8, 0.8), 5.0, source.uniform(-0.8, 0.8))}};
    drop.touch = first_touch(moved(drop.lower.pose, drop.lower.surface),
                             moved(drop.upper.pose, drop.upper.surface));
    // Nothing to touch, or two touches that an envelope cannot tell apart.
    if (!(drop.touch.drop < 10.0) || drop.touch.second - drop.touch.drop < 0.03) {
        return std::nullopt;
    }
    drop.upper.pose.translation.y() -= drop.touch.drop;
    return drop;
}

bool is_found(const Drop& drop, const std::vector<ContactPoint>& contacts) {
    return std::ranges::any_of(contacts, [&](const ContactPoint& contact) {
        return (contact.position - drop.touch.position).norm() < 1e-6 &&
               (contact.normal - drop.touch.normal).norm() < 1e-6 &&
               std::abs(contact.separation) < 1e-6;
    });
}

void check_drops(int first, int count, double share) {
    int compared = 0;
    int found = 0;
    std::string missed;
    for (int seed = first; seed < first + count; ++seed) {
        const std::optional<Drop> drop = random_drop(seed);
        if (!drop) {
            continue;
        }
        ++compared;
        const bool good = is_found(*drop, find_between(drop->lower, drop->upper));
        found += good ? 1 : 0;
        missed += good ? "" : std::to_string(seed) + " ";
    }
    CAPTURE(found, compared, missed);
    CHECK(found >= share * compared);
    CHECK(compared > count / 4);
}

/// The same contacts in any order, positions within a part in 1e5 of the scale.
bool same(const std::vector<ContactPoint>& x, const std::vector<ContactPoint>& y, double scale) {
    return x.size() == y.size() && std::ranges::all_of(x, [&](const ContactPoint& c) {
               return std::ranges::any_of(y, [&](const ContactPoint& d) {
                   return (c.position - d.position).norm() < 1e-5 * scale &&
                          (c.normal - d.normal).norm() < 1e-5 &&
                          std::abs(c.separation - d.separation) < 1e-5 * scale;
               });
           });
}

}  // namespace

TEST_CASE("semi_local finds the first touch of random drops", "[semi_local][drops]") {
    check_drops(0, 1500, 0.995);
}

TEST_CASE("thousands of random drops", "[.full]") { check_drops(10'000, 20'000, 0.995); }

TEST_CASE("drops look the same to the other body, elsewhere and with other meshes",
          "[semi_local][drops]") {
    const Pose elsewhere{Quat(0.3, -0.7, 0.2, 0.6).normalized(), Vec3(37.0, -11.0, 5.0)};
    for (int seed = 0; seed < 300; ++seed) {
        std::optional<Drop> drop = random_drop(seed);
        if (!drop) {
            continue;
        }
        for (const double offset : {-1e-3, 0.0, 1e-3}) {
            Placed upper = drop->upper;
            upper.pose.translation.y() += offset;
            const std::vector<ContactPoint> contacts = find_between(drop->lower, upper);
            CAPTURE(seed, offset, contacts.size());
            CHECK(identical(swapped(contacts), find_between(upper, drop->lower)));

            std::vector<ContactPoint> expected = transformed(contacts, {elsewhere, 1.0});
            CHECK(same(expected,
                       find_between({drop->lower.surface, elsewhere * drop->lower.pose},
                                    {upper.surface, elsewhere * upper.pose}),
                       1.0));
            CHECK(
                same(contacts,
                     find_between({split_at_random(drop->lower.surface, 8, seed), drop->lower.pose},
                                  {split_at_random(upper.surface, 8, seed + 1), upper.pose}),
                     1.0));
        }
    }
}
