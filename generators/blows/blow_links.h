#pragma once

#include <span>
#include <vector>

#include "generators/scene_body.h"
#include "methods/contact/contact_point.h"

namespace touchstone {

/// The contacts of two bodies along about one normal, along which a blow goes from one to the
/// other.
struct BlowLink {
    int a = 0;
    int b = 0;
    Vec3 point = Vec3::Zero();   ///< mean position of the contacts that close their gap within the
                                 ///< step, of all where none does, world frame [m]
    Vec3 normal = Vec3::Zero();  ///< unit vector from A to B, world frame
    double closing =
        0.0;              ///< speed of approach at the contact whose gap it closes most amply [m/s]
    double needed = 0.0;  ///< speed that closes the gap of that contact within the step [m/s]

    /// Returns the speed of approach beyond what closes the gap [m/s]; negative: it stays open.
    double excess() const { return closing - needed; }
};

/// Returns the links of contacts, which must be sorted by pair. `time`: until the next query [s].
std::vector<BlowLink> make_blow_links(std::span<const SceneBody> bodies,
                                      std::span<const ContactPoint> contacts, double time);

/// The links of each body.
class LinksOfBodies {
 public:
    LinksOfBodies(std::span<const BlowLink> links, std::size_t body_count);

    /// Returns the numbers of the links of a body.
    std::span<const int> of(int body) const {
        return std::span(links_).subspan(first_[body], first_[body + 1] - first_[body]);
    }

 private:
    std::vector<int> first_;  ///< by body: its first entry in `links_`; one more at the end
    std::vector<int> links_;
};

/// Returns half the diagonal of a body's box in its own axes, however it lies in the world: no
/// point of it is farther from the middle of that box [m].
double half_diagonal(const SceneBody& body);

/// Returns the mass that a blow has to move [kg]; infinite of fixed bodies, where masses are
/// unknown that of a density of 1 kg/m³.
double mass_of(const SceneBody& body);

/// The answer of a free body to a push beside its centre of mass, which turns it.
struct Lever {
    double mass = 0.0;      ///< that the push feels where it acts [kg]
    double farthest = 1.0;  ///< largest speed of a point of the body, as a share of that there [-]
    double center = 1.0;    ///< speed of the centre of mass, as a share of that there [-]
    Vec3 spin = Vec3::Zero();  ///< angular velocity for a speed of 1 m/s there, world frame [rad/m]
};

/// Returns the lever of a push at a point along a direction. The radius of gyration is taken for
/// that of a square plate of the body's diagonal about an axis in it, which is the least that a box
/// has: 1 / (1/m + d²/I) is at least m / 7, at a corner.
Lever lever_of(const SceneBody& body, const Vec3& point, const Vec3& direction);

/// Returns the largest speed along a normal of a point of a body that is pushed along a direction,
/// as a share of that where the push acts: of a body that turns by its lever, or not at all [-].
double share_along(const SceneBody& body, const Lever& lever, const Vec3& direction,
                   const Vec3& point, const Vec3& normal);

}  // namespace touchstone
