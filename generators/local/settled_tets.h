#pragma once

#include <array>
#include <cstdint>
#include <memory>
#include <optional>
#include <span>
#include <vector>

#include "generators/local/kernel.h"
#include "generators/local/settings/local_options.h"
#include "methods/base/pause.h"
#include "methods/contact/collider.h"

namespace touchstone {

// What is remembered of two bodies of tetrahedra between queries: the pairs of tets that are not
// settled. A pair is settled when it makes no contact, and none until the bodies have moved by more
// than a room. There are two rooms. The wide one is a share of the bodies' size: settled are tets
// that a face of one of them keeps apart by more. The fine one is below the distance that counts as
// touch, for bodies at rest: settled are those, too, that touch and make no contact, where the
// method can tell.

/// The pairs of tets of two bodies that are left.
class SettledTets {
 public:
    /// The pairs that are left in a query.
    struct Left {
        std::span<const ElementPair> pairs;  ///< tets of the first body and of the second, sorted
        std::int64_t settled = 0;            ///< number of pairs that are not among them
        const std::vector<bool>* near = nullptr;  ///< by pair, see is_surely_near; null: no pair is
        const std::vector<bool>* by_faces =
            nullptr;  ///< by pair, see is_by_faces; null: no pair is

        /// Returns true for a pair whose boxes are known to come near each other, see come_near.
        bool is_surely_near(int pair) const { return near != nullptr && (*near)[pair]; }
        /// Returns true for a pair of which faces alone are known to decide, see FacesDecide.
        bool is_by_faces(int pair) const { return by_faces != nullptr && (*by_faces)[pair]; }
    };

    /// The conditions of a query.
    struct Conditions {
        Leeway leeway;  ///< null: of tets that touch nothing is known
        double margin;  ///< by which boxes are grown that come near each other [m]
        const LocalSettings& settings;
    };

    /// Takes note of where the bodies are in a query; comes before all else.
    void observe(const Collider& first, const Collider& second);

    /// Returns the fewest pairs that are known to be left; nothing when the bodies have moved too
    /// far for any.
    std::optional<Left> left() const;

    /// Returns the wide room, when bodies as slow as these would stay in it for long; nothing when
    /// they are too fast, or it is not yet time to try again [m].
    std::optional<double> wide_room_wanted();
    /// Returns the fine room likewise; nothing as well when it is there.
    std::optional<double> fine_room_wanted(const LocalSettings& settings) const;
    /// Returns the room for which it is worth finding of which pairs faces decide; nothing as well
    /// when it is known, or no fine room is there [m].
    std::optional<double> faces_room_wanted() const;

    /// Keeps the pairs that are left within the wide room, of all whose boxes come nearer than that
    /// and the distance of farthest_contact; none when they are many times those whose boxes come
    /// near now, as in fine meshes. `reach`: see candidate_tet_pairs.
    void keep_wide(double room, std::span<const ElementPair> near, double reach,
                   const Conditions& conditions);
    /// Keeps those that are left within the fine room, of those that are left now. `makes_contact`
    /// tells which of them, in order, make contacts.
    void keep_fine(double room, const Left& now, const std::vector<bool>& makes_contact,
                   const Conditions& conditions);
    /// Keeps of which of the pairs in the fine room faces decide.
    void keep_faces(double room, FacesDecide decide, const LocalSettings& settings);

 private:
    /// The placement of the second body in the first one's frame.
    struct Placement {
        const CollisionShape* first = nullptr;
        const CollisionShape* second = nullptr;
        Mat3 rotation = Mat3::Identity();
        Vec3 translation = Vec3::Zero();  ///< [m]
        Vec3 middle = Vec3::Zero();       ///< middle of the second body, in its frame [m]
        double radius = 0.0;              ///< distance from there within which both bodies are [m]
        double rounding = 0.0;            ///< bound on the rounding errors of this [m]
    };
    /// What is kept for one room.
    struct Level {
        Placement start;
        double travel = 0.0;  ///< travel from there at the last query that was observed [m]
        double room = -1.0;   ///< travel from there within which it holds [m]; < 0: nothing is kept
        std::vector<ElementPair> pairs;
        std::int64_t settled = 0;
    };
    /// What is kept for the fine room.
    struct FineLevel : Level {
        std::vector<bool> near;  ///< by pair: as in Left, while neither body moves in the world
        std::array<Pose, 2> poses{};  ///< of the bodies then
    };

    static Placement placement_of(const Collider& first, const Collider& second);
    double travel_from(const Placement& start) const;
    bool holds(const Level& level) const;
    bool knows_near() const;
    bool knows_faces() const;

    /// Of which pairs in the fine room faces decide.
    struct Faces {
        Placement start;
        double travel = 0.0;  ///< as in Level [m]
        double room = -1.0;   ///< travel from there within which it holds [m]; < 0: nothing is kept
        std::vector<bool> decide;  ///< by pair
    };

    const Collider* first_ = nullptr;  ///< bodies of the query that was observed last
    const Collider* second_ = nullptr;
    Placement now_;
    double travel_ = -1.0;  ///< travel since the query before [m]; < 0: unknown
    Level wide_;
    FineLevel fine_;
    std::unique_ptr<Faces> faces_;  ///< null: nothing is kept
    Pause pause_;  ///< after a try of the wide room in which too many pairs were left
};

/// Returns true when the boxes of two tets overlap once the first is grown by the margin [m].
bool come_near(const PosedTet& a, const PosedTet& b, double margin);

/// Returns a distance of any two tets of the bodies' surfaces from which on they make no contact
/// [m]. Of thin tets it is much larger than what counts as touch.
double farthest_contact(const Collider& a, const Collider& b, double reach,
                        const LocalSettings& settings);

/// Returns a lower bound of the distance of two tets, by the planes of their faces; negative when
/// none keeps them apart [m].
double distance_by_faces(const PosedTet& a, const PosedTet& b);

}  // namespace touchstone
