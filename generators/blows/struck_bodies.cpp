#include "generators/blows/struck_bodies.h"

#include <algorithm>
#include <cmath>
#include <limits>
#include <queue>
#include <span>

#include "generators/blows/blow_links.h"

namespace touchstone {
namespace {

/// Way within the step up to which no blow is worth looking for, since contacts are found at such
/// distances anyway: as a share of a body's size, and of its thinnest wall [-].
constexpr double kSlightOfSize = 0.002;
constexpr double kSlightOfWall = 0.16;
/// Least share that bodies hand on across the direction of a blow, as they turn or rub [-].
constexpr double kAside = 0.3;
/// Largest speed of a body's points after a blow, of that where it is struck, see lever_of [-].
constexpr double kLongestLever = 1.83;
/// Factor by which a blow must exceed those before it along its direction to be handed on [-].
constexpr double kWorthHanding = 1.125;

double slight_way(const SceneBody& body) {
    const CollisionShape& shape = *body.collider.shape;
    const double wall =
        shape.facets ? shape.facets->thickness : std::numeric_limits<double>::infinity();
    return std::min(2.0 * kSlightOfSize * half_diagonal(body), kSlightOfWall * wall);
}

/// Returns the share of a common speed that a body keeps which sets another one in motion.
double share_of(double moving, double added) {
    // Of bodies without a mass, such as flat ones of unknown mass, nothing is left out.
    return moving > 0.0 && std::isfinite(moving) ? moving / (moving + added) : 1.0;
}

/// Returns a bound on the speed of any two points of bodies against each other [m/s].
double most_relative_speed(std::span<const SceneBody> bodies) {
    Vec3 mean = Vec3::Zero();
    for (const SceneBody& body : bodies) {
        mean += body.collider.linear_velocity;
    }
    mean /= static_cast<double>(bodies.size());
    double most = 0.0;
    for (const SceneBody& body : bodies) {
        most =
            std::max(most, (body.collider.linear_velocity - mean).norm() +
                               2.0 * half_diagonal(body) * body.collider.angular_velocity.norm());
    }
    return 2.0 * most;
}

/// Returns what a link adds to the speed that one of its bodies hands to the other [m/s].
double given_by(const BlowLink& link, double restitution) {
    return restitution > 0.0 && link.excess() > 0.0 ? (1.0 + restitution) * link.closing
                                                    : link.excess();
}

/// A blow on its way.
struct Wave {
    double speed = 0.0;  ///< that it gives to the body where it strikes [m/s]
    int body = 0;
    int from = 0;
    Vec3 direction = Vec3::Zero();
    double mass = 0.0;  ///< of all that moves behind it, the body included [kg]
    Lever lever;        ///< of the body where it is struck
};

bool is_slower(const Wave& x, const Wave& y) {
    return x.speed != y.speed ? x.speed < y.speed
           : x.body != y.body ? x.body > y.body
                              : x.from > y.from;
}

/// The blows that have still to be handed on, the largest first.
class Waves {
 public:
    Waves(std::span<const SceneBody> bodies, std::span<const BlowLink> links,
          const LinksOfBodies& links_of_bodies, double least, double restitution)
        : bodies_(bodies),
          links_(links),
          links_of_bodies_(links_of_bodies),
          last_train_(bodies.size(), 0),
          least_(least),
          restitution_(restitution),
          most_((1.0 + restitution) * most_relative_speed(bodies)) {
        double heaviest = 0.0;
        for (const SceneBody& body : bodies) {
            heaviest = body.fixed ? heaviest : std::max(heaviest, mass_of(body));
        }
        enough_ = kManyTimes * heaviest;
    }

    /// Adds the two blows by which bodies strike each other.
    void strike(const BlowLink& link) {
        const double speed = given_by(link, restitution_);
        const double behind_a = mass_behind(link.a, link.b, link.normal, link.closing);
        const double behind_b = mass_behind(link.b, link.a, -link.normal, link.closing);
        add(link.a, link, {speed, link.b, 0, Vec3::Zero(), behind_b, {}});
        add(link.b, link, {speed, link.a, 0, Vec3::Zero(), behind_a, {}});
    }

    /// Adds what a wave gives to the other body of a link.
    void hand_on(const Wave& wave, const BlowLink& link) {
        const bool is_a = link.a == wave.body;
        const int other = is_a ? link.b : link.a;
        if (other == wave.from) {
            return;
        }
        const double along = share_along(bodies_[wave.body], wave.lever, wave.direction, link.point,
                                         is_a ? link.normal : Vec3(-link.normal));
        Wave pushing = wave;
        pushing.speed = wave.speed * std::max(kAside, along) + given_by(link, restitution_);
        add(other, link, pushing);
    }

    bool are_left() const { return !waves_.empty(); }

    Wave take() {
        Wave wave = waves_.top();
        waves_.pop();
        return wave;
    }

 private:
    static constexpr double kManyTimes = 50.0;  ///< mass beside which another is slight [-]

    /// Adds the blow that a body takes at a link from one that is given that speed.
    void add(int body, const BlowLink& link, const Wave& pushing) {
        if (bodies_[body].fixed) {
            return;
        }
        const Lever lever = lever_of(bodies_[body], link.point, link.normal);
        Wave wave;
        wave.speed = std::min(most_, pushing.speed) * share_of(pushing.mass, lever.mass);
        wave.lever = lever;
        wave.body = body;
        wave.from = pushing.body;
        wave.direction = body == link.a ? Vec3(-link.normal) : link.normal;
        wave.mass = pushing.mass + mass_of(bodies_[body]);
        if (wave.mass >= enough_) {  // more gives no more, and would be new again in every round
            wave.mass = std::numeric_limits<double>::infinity();
        }
        if (wave.speed * lever.farthest > least_) {
            waves_.push(wave);
        }
    }

    /// Returns the mass that strikes a body along a direction: that of the striker, and of what
    /// goes with it from behind, and may push it [kg]. Infinite of a train of many bodies.
    double mass_behind(int striker, int struck, const Vec3& direction, double speed) {
        constexpr double kGoesWith = 0.5;  // of the speed of the blow
        constexpr std::size_t kManyBodies = 64;
        const double enough = kManyTimes * mass_of(bodies_[struck]);
        double mass = mass_of(bodies_[striker]);
        ++trains_;
        train_.assign(1, striker);
        last_train_[striker] = trains_;
        last_train_[struck] = trains_;
        for (std::size_t next = 0; next < train_.size() && mass < enough; ++next) {
            if (train_.size() > kManyBodies) {
                return std::numeric_limits<double>::infinity();
            }
            for (const int number : links_of_bodies_.of(train_[next])) {
                const BlowLink& link = links_[number];
                const int other = link.a == train_[next] ? link.b : link.a;
                const double along = (link.b == other ? -1.0 : 1.0) * direction.dot(link.normal);
                const double faster = direction.dot(bodies_[other].collider.linear_velocity -
                                                    bodies_[struck].collider.linear_velocity);
                if (last_train_[other] != trains_ && !bodies_[other].fixed && along > kAside &&
                    faster > kGoesWith * speed) {
                    train_.push_back(other);
                    last_train_[other] = trains_;
                    mass += mass_of(bodies_[other]);
                }
            }
        }
        return mass;
    }

    std::span<const SceneBody> bodies_;
    std::span<const BlowLink> links_;
    const LinksOfBodies& links_of_bodies_;
    std::vector<int> train_;       ///< scratch
    std::vector<int> last_train_;  ///< by body: number of the last train that it was in
    int trains_ = 0;               ///< number of the present train
    double least_;                 ///< speed of the smallest blow that counts [m/s]
    double restitution_;           ///< [-]
    double enough_ = 0.0;          ///< mass beside which every free body is slight [kg]
    double most_;                  ///< largest speed that a body is pushed with [m/s]
    std::priority_queue<Wave, std::vector<Wave>, decltype(&is_slower)> waves_{is_slower};
};

}  // namespace

StruckBodies::StruckBodies(std::span<const SceneBody> bodies,
                           std::span<const ContactPoint> contacts, double time, double restitution)
    : time_(time) {
    double least = std::numeric_limits<double>::infinity();
    slight_.reserve(bodies.size());
    for (const SceneBody& body : bodies) {
        slight_.push_back(slight_way(body));
        least = std::min(least, slight_.back());
    }
    const std::vector<BlowLink> links = make_blow_links(bodies, contacts, time);
    const auto strikes = [&](const BlowLink& link) {
        return link.excess() > 0.0 && kLongestLever * given_by(link, restitution) * time > least;
    };
    if (std::ranges::none_of(links, strikes)) {
        return;
    }
    blows_.resize(bodies.size());
    const LinksOfBodies links_of_bodies(links, bodies.size());
    Waves waves(bodies, links, links_of_bodies, least / time, restitution);
    for (const BlowLink& link : links) {
        if (strikes(link)) {
            waves.strike(link);
        }
    }
    while (waves.are_left()) {
        const Wave wave = waves.take();
        if (take(blows_[wave.body],
                 {wave.speed * wave.lever.farthest, wave.mass, wave.direction, wave.from})) {
            for (const int link : links_of_bodies.of(wave.body)) {
                waves.hand_on(wave, links[link]);
            }
        }
    }
}

/// Takes note of a change. Returns true when it is to be handed on: what is left of a body's speed
/// along a direction does not depend on what it has across it, or backwards, and a slower blow with
/// more mass behind it may give more to a heavy body.
bool StruckBodies::take(Blow& blow, const Change& change) {
    constexpr double kSameWay = 0.99;
    blow.fastest = std::max(blow.fastest, change.speed);
    const double momentum = change.speed * change.mass;
    bool is_new = true;     // no other change gives as much to whatever body
    bool is_faster = true;  // nor is faster, nor are two of different bodies, or one of the same
    int exceeded_by = -1;
    Change* same = nullptr;
    for (Change& other : std::span(blow.changes).first(blow.count)) {
        const double cosine = other.direction.dot(change.direction);
        const double speed = kWorthHanding * cosine * other.speed;
        if (other.from == change.from && cosine > kSameWay && other.speed <= change.speed &&
            other.speed * other.mass <= momentum) {
            same = &other;
        }
        if (speed >= change.speed) {
            is_faster = is_faster && other.from != change.from &&
                        (exceeded_by < 0 || exceeded_by == other.from);
            is_new = is_new && speed * other.mass < momentum;
            exceeded_by = other.from;
        }
    }
    if (!is_new && !is_faster) {
        return false;
    }
    if (same != nullptr) {
        *same = change;
    } else if (blow.count < Blow::kMost) {
        blow.changes[blow.count++] = change;
    } else {
        is_new = is_new && ((is_faster && change.speed > kWorthHanding * blow.rest) ||
                            momentum > kWorthHanding * blow.rest_momentum);
        blow.rest = is_faster ? std::max(blow.rest, change.speed) : blow.rest;
        blow.rest_momentum = std::max(blow.rest_momentum, momentum);
    }
    return is_new;
}

double StruckBodies::gain_of(const ElementPair& pair) const {
    if (none()) {
        return 0.0;
    }
    const Blow& a = blows_[pair.a];
    const Blow& b = blows_[pair.b];
    // Either may take less than it can, down to nothing.
    const auto velocity = [](const Blow& blow, int i, int other) -> Vec3 {
        const bool is_there = i < blow.count && blow.changes[i].from != other;
        return is_there ? Vec3(blow.changes[i].speed * blow.changes[i].direction)
                        : Vec3(Vec3::Zero());
    };
    double gain = 0.0;
    for (int i = 0; i <= a.count; ++i) {
        for (int j = 0; j <= b.count; ++j) {
            gain = std::max(gain, (velocity(a, i, pair.b) - velocity(b, j, pair.a)).norm());
        }
    }
    gain += a.rest + b.rest;
    return gain * time_ > std::min(slight_[pair.a], slight_[pair.b]) ? gain : 0.0;
}

double rounded_gain(double gain) {
    constexpr double kRounding = 1e-9;  // gains of a power of two are common, and stay it
    return gain > 0.0 ? std::exp2(std::ceil(std::log2(gain) - kRounding)) : 0.0;
}

}  // namespace touchstone
