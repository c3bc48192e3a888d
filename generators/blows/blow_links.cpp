#include "generators/blows/blow_links.h"

#include <algorithm>
#include <limits>
#include <numeric>

namespace touchstone {
namespace {

/// Cosine of the angle within which contacts of two bodies are along one normal.
constexpr double kOneLink = 0.9;
/// Square of the diagonal's half over the square of the radius of gyration, see lever_of [-].
constexpr double kGyration = 6.0;

Vec3 center_of(const Collider& collider) {
    const CollisionShape& shape = *collider.shape;
    return shape.facets ? collider.world_from_body * shape.facets->center_of_mass
                        : Vec3(0.5 * (collider.bounds.lower + collider.bounds.upper));
}

Vec3 velocity_at(const Collider& collider, const Vec3& point) {
    return collider.linear_velocity + collider.angular_velocity.cross(point - center_of(collider));
}

BlowLink link_of(std::span<const SceneBody> bodies, const ContactPoint& contact, double time) {
    const Collider& a = bodies[contact.body_a].collider;
    const Collider& b = bodies[contact.body_b].collider;
    const double closing =
        contact.normal.dot(velocity_at(a, contact.position) - velocity_at(b, contact.position));
    return {contact.body_a, contact.body_b, contact.position,
            contact.normal, closing,        std::max(0.0, contact.separation) / time};
}

}  // namespace

std::vector<BlowLink> make_blow_links(std::span<const SceneBody> bodies,
                                      std::span<const ContactPoint> contacts, double time) {
    std::vector<BlowLink> links;
    std::vector<int> counts;   // contacts of each link
    std::ptrdiff_t first = 0;  // link of the pair
    for (const ContactPoint& contact : contacts) {
        const BlowLink own = link_of(bodies, contact, time);
        if (first < std::ssize(links) && (links[first].a != own.a || links[first].b != own.b)) {
            first = std::ssize(links);
        }
        const auto link = std::find_if(links.begin() + first, links.end(), [&](const BlowLink& l) {
            return l.normal.dot(own.normal) > kOneLink;
        });
        if (link == links.end()) {
            links.push_back(own);
            counts.push_back(1);
            continue;
        }
        int& count = counts[link - links.begin()];
        if ((own.excess() > 0.0) != (link->excess() > 0.0)) {
            if (own.excess() > 0.0) {  // where contacts close their gap the others do not count
                link->point = own.point;
                count = 1;
            }
        } else {
            link->point += own.point;
            ++count;
        }
        if (own.excess() > link->excess()) {
            link->closing = own.closing;
            link->needed = own.needed;
        }
    }
    for (std::size_t i = 0; i < links.size(); ++i) {
        links[i].point /= counts[i];
    }
    return links;
}

LinksOfBodies::LinksOfBodies(std::span<const BlowLink> links, std::size_t body_count)
    : first_(body_count + 1, 0) {
    for (const BlowLink& link : links) {
        ++first_[link.a + 1];
        ++first_[link.b + 1];
    }
    std::partial_sum(first_.begin(), first_.end(), first_.begin());
    std::vector<int> next(first_.begin(), first_.end() - 1);
    links_.resize(2 * links.size());
    for (int i = 0; i < std::ssize(links); ++i) {
        links_[next[links[i].a]++] = i;
        links_[next[links[i].b]++] = i;
    }
}

double half_diagonal(const SceneBody& body) {
    const CollisionShape& shape = *body.collider.shape;
    if (shape.facets && !shape.facets->boxes.nodes.empty()) {
        const BoundingBox& own = shape.facets->boxes.nodes[0];
        return 0.5 * (own.upper - own.lower).norm();
    }
    return 0.5 * (body.collider.bounds.upper - body.collider.bounds.lower).norm();
}

double mass_of(const SceneBody& body) {
    if (body.fixed) {
        return std::numeric_limits<double>::infinity();
    }
    return body.mass > 0.0 ? body.mass
                           : (body.collider.bounds.upper - body.collider.bounds.lower).prod();
}

Lever lever_of(const SceneBody& body, const Vec3& point, const Vec3& direction) {
    const Vec3 from_center = point - center_of(body.collider);
    const double arm = (from_center - from_center.dot(direction) * direction).norm();
    const double radius = half_diagonal(body);
    const double share = radius > 0.0 ? std::min(1.0, arm / radius) : 0.0;
    const double turning = 1.0 + kGyration * share * share;
    Lever lever{mass_of(body) / turning, (1.0 + kGyration * share) / turning, 1.0 / turning};
    if (share > 0.0) {
        const Vec3 torque = share * radius / arm * from_center.cross(direction);
        lever.spin = kGyration / (radius * radius * turning) * torque;
    }
    return lever;
}

double share_along(const SceneBody& body, const Lever& lever, const Vec3& direction,
                   const Vec3& point, const Vec3& normal) {
    const double along = direction.dot(normal);
    const Vec3 from_center = point - center_of(body.collider);
    return std::max(along, lever.center * along + lever.spin.cross(from_center).dot(normal));
}

}  // namespace touchstone
