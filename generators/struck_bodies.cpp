#include "generators/struck_bodies.h"

#include <algorithm>
#include <cmath>
#include <iterator>
#include <limits>
#include <numeric>
#include <queue>

namespace touchstone {
namespace {

/// Way within the step up to which no blow is worth looking for, since contacts are found at such
/// distances anyway: as a share of a body's size, and of its thinnest wall [-].
constexpr double kSlightOfSize = 0.002;
constexpr double kSlightOfWall = 0.16;
/// What a body may be given of the inelastic share of a blow, see StruckBodies [-].
constexpr double kBounce = 2.0;
/// Least share that bodies hand on across the direction of a blow, as they turn or rub [-].
constexpr double kAside = 0.3;

double slight_way(const SceneBody& body) {
    const CollisionShape& shape = *body.collider.shape;
    const double size = (body.collider.bounds.upper - body.collider.bounds.lower).norm();
    const double wall =
        shape.facets ? shape.facets->thickness : std::numeric_limits<double>::infinity();
    return std::min(kSlightOfSize * size, kSlightOfWall * wall);
}

/// Returns the mass that a blow has to move [kg]; where masses are unknown, of the same density.
double mass_of(const SceneBody& body) {
    if (body.fixed) {
        return std::numeric_limits<double>::infinity();
    }
    return body.mass > 0.0 ? body.mass
                           : (body.collider.bounds.upper - body.collider.bounds.lower).prod();
}

/// Returns the share of a common speed that a body keeps which sets another one in motion.
double share_of(double moving, double added) {
    return std::isinf(moving) ? 1.0 : moving / (moving + added);
}

Vec3 center_of(const Collider& collider) {
    const CollisionShape& shape = *collider.shape;
    return shape.facets ? collider.world_from_body * shape.facets->center_of_mass
                        : Vec3(0.5 * (collider.bounds.lower + collider.bounds.upper));
}

Vec3 velocity_at(const Collider& collider, const Vec3& point) {
    return collider.linear_velocity + collider.angular_velocity.cross(point - center_of(collider));
}

/// A contact, and the speed at which it is passed: that of approach beyond what closes the gap in
/// the step; negative: the gap stays open.
struct Link {
    int a = 0;
    int b = 0;
    Vec3 normal = Vec3::Zero();
    double excess = 0.0;  ///< [m/s]
};

/// A blow on its way.
struct Wave {
    double speed = 0.0;  ///< that it gives to the body [m/s]
    int body = 0;
    int from = 0;
    Vec3 direction = Vec3::Zero();
    double mass = 0.0;  ///< of all that moves behind it, the body included [kg]
};

bool is_slower(const Wave& x, const Wave& y) {
    return x.speed != y.speed ? x.speed < y.speed
           : x.body != y.body ? x.body > y.body
                              : x.from > y.from;
}

/// Returns the contacts as links.
std::vector<Link> links_of(std::span<const SceneBody> bodies,
                           std::span<const ContactPoint> contacts, double time) {
    std::vector<Link> links;
    links.reserve(contacts.size());
    for (const ContactPoint& contact : contacts) {
        const Collider& a = bodies[contact.body_a].collider;
        const Collider& b = bodies[contact.body_b].collider;
        const double speed =
            contact.normal.dot(velocity_at(a, contact.position) - velocity_at(b, contact.position));
        links.push_back({contact.body_a, contact.body_b, contact.normal,
                         speed - std::max(0.0, contact.separation) / time});
    }
    return links;
}

/// Lists the links of each body.
class LinksOfBodies {
 public:
    LinksOfBodies(std::span<const Link> links, std::size_t count) : first_(count + 1, 0) {
        for (const Link& link : links) {
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

    std::span<const int> of(int body) const {
        return std::span(links_).subspan(first_[body], first_[body + 1] - first_[body]);
    }

 private:
    std::vector<int> first_;
    std::vector<int> links_;
};

/// The blows that have still to be handed on, the largest first.
class Waves {
 public:
    Waves(std::span<const SceneBody> bodies, std::span<const Link> links,
          const LinksOfBodies& links_of_bodies, double least)
        : bodies_(bodies), links_(links), links_of_bodies_(links_of_bodies), least_(least) {}

    /// Adds the two blows by which bodies strike each other.
    void strike(const Link& link) {
        const double speed = kBounce * link.excess;
        const double mass_a = mass_of(bodies_[link.a]);
        const double mass_b = mass_of(bodies_[link.b]);
        const double behind_a = mass_behind(link.a, link.b, link.normal, link.excess);
        const double behind_b = mass_behind(link.b, link.a, -link.normal, link.excess);
        add({speed * share_of(behind_b, mass_a), link.a, link.b, -link.normal, behind_b + mass_a});
        add({speed * share_of(behind_a, mass_b), link.b, link.a, link.normal, behind_a + mass_b});
    }

    /// Adds what a wave gives to the other body of a link.
    void hand_on(const Wave& wave, const Link& link) {
        const bool is_a = link.a == wave.body;
        const int other = is_a ? link.b : link.a;
        if (other == wave.from) {
            return;
        }
        const Vec3 normal = is_a ? link.normal : Vec3(-link.normal);
        const double pushed = wave.speed * std::max(kAside, wave.direction.dot(normal));
        const double given = std::min(pushed, pushed + link.excess);
        const double mass = mass_of(bodies_[other]);
        add({given * share_of(wave.mass, mass), other, wave.body, normal, wave.mass + mass});
    }

    bool are_left() const { return !waves_.empty(); }

    Wave take() {
        Wave wave = waves_.top();
        waves_.pop();
        return wave;
    }

 private:
    /// Returns the mass that strikes a body along a direction: that of the striker, and of what
    /// goes with it from behind, and may push it [kg].
    double mass_behind(int striker, int struck, const Vec3& direction, double speed) {
        constexpr double kGoesWith = 0.5;  // of the speed of the blow
        constexpr double kManyTimes = 50.0;
        const double enough = kManyTimes * mass_of(bodies_[struck]);
        double mass = mass_of(bodies_[striker]);
        train_.assign(1, striker);
        for (std::size_t next = 0; next < train_.size() && mass < enough; ++next) {
            for (const int number : links_of_bodies_.of(train_[next])) {
                const Link& link = links_[number];
                const int other = link.a == train_[next] ? link.b : link.a;
                const double along = (link.b == other ? -1.0 : 1.0) * direction.dot(link.normal);
                const double faster = direction.dot(bodies_[other].collider.linear_velocity -
                                                    bodies_[struck].collider.linear_velocity);
                if (other != struck && !bodies_[other].fixed && along > kAside &&
                    faster > kGoesWith * speed &&
                    std::ranges::find(train_, other) == train_.end()) {
                    train_.push_back(other);
                    mass += mass_of(bodies_[other]);
                }
            }
        }
        return mass;
    }

    void add(const Wave& wave) {
        if (wave.speed > least_ && !bodies_[wave.body].fixed) {
            waves_.push(wave);
        }
    }

    std::span<const SceneBody> bodies_;
    std::span<const Link> links_;
    const LinksOfBodies& links_of_bodies_;
    std::vector<int> train_;  ///< scratch
    double least_;            ///< speed of the smallest blow that counts [m/s]
    std::priority_queue<Wave, std::vector<Wave>, decltype(&is_slower)> waves_{is_slower};
};

}  // namespace

StruckBodies::StruckBodies(std::span<const SceneBody> bodies,
                           std::span<const ContactPoint> contacts, double time)
    : time_(time) {
    const std::vector<Link> links = links_of(bodies, contacts, time);
    double fastest = 0.0;
    for (const Link& link : links) {
        fastest = std::max(fastest, link.excess);
    }
    double least = std::numeric_limits<double>::infinity();
    for (const SceneBody& body : bodies) {
        least = std::min(least, slight_way(body));
    }
    if (!(kBounce * fastest * time > least)) {
        return;
    }
    any_ = true;
    slight_.reserve(bodies.size());
    std::ranges::transform(bodies, std::back_inserter(slight_), slight_way);
    blows_.resize(bodies.size());
    const LinksOfBodies links_of_bodies(links, bodies.size());
    Waves waves(bodies, links, links_of_bodies, least / time);
    for (const Link& link : links) {
        if (kBounce * link.excess * time > least) {
            waves.strike(link);
        }
    }
    while (waves.are_left()) {
        const Wave wave = waves.take();
        Blow& blow = blows_[wave.body];
        if (blow.from < 0) {
            blow.speed = wave.speed;
            blow.from = wave.from;
            for (const int link : links_of_bodies.of(wave.body)) {
                waves.hand_on(wave, links[link]);
            }
        } else if (blow.other == 0.0 && wave.from != blow.from) {
            blow.other = wave.speed;
        }
    }
}

double StruckBodies::gain_of(const ElementPair& pair) const {
    if (!any_) {
        return 0.0;
    }
    const auto given = [&](int body, int other) {
        const Blow& blow = blows_[body];
        return blow.from == other ? blow.other : blow.speed;
    };
    const double gain = std::max(given(pair.a, pair.b), given(pair.b, pair.a));
    return gain * time_ > std::min(slight_[pair.a], slight_[pair.b])
               ? std::exp2(std::ceil(std::log2(gain)))
               : 0.0;
}

}  // namespace touchstone
