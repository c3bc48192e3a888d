#include "methods/contact/post_filter.h"

#include <algorithm>
#include <array>
#include <cmath>
#include <cstdint>
#include <numeric>
#include <tuple>
#include <utility>

namespace touchstone {
namespace {

auto sort_key(const ContactPoint& contact) {
    const Vec3& p = contact.position;
    const Vec3& n = contact.normal;
    return std::tuple(p.y(), p.x(), p.z(), n.y(), n.x(), n.z(), contact.separation);
}

bool near(const Vec3& a, const Vec3& b, double tolerance) { return (a - b).norm() <= tolerance; }

bool components_agree(const Vec3& a, const Vec3& b, double tolerance) {
    return (a - b).cwiseAbs().maxCoeff() <= tolerance;
}

/// The chosen contacts, each once, in order; equal ones as they stand in `contacts`. Contacts are
/// large: only their numbers are moved about.
std::vector<ContactPoint> in_order(const std::vector<ContactPoint>& contacts,
                                   std::vector<int> chosen) {
    std::sort(chosen.begin(), chosen.end(), [&](int a, int b) {
        const auto key_a = sort_key(contacts[a]);
        const auto key_b = sort_key(contacts[b]);
        return key_a != key_b ? key_a < key_b : a < b;
    });
    std::vector<ContactPoint> result;
    result.reserve(chosen.size());
    for (const int index : chosen) {
        result.push_back(contacts[index]);
    }
    return result;
}

/// Contacts already kept, found by position and normal. Open hashing over cells wider than the
/// tolerances; a contact that repeats another lies in its cell or, near a border, in the next one.
/// The answer does not depend on the layout.
class KeptContacts {
 public:
    KeptContacts(const std::vector<ContactPoint>& contacts, double position_tolerance,
                 double normal_tolerance)
        : contacts_(contacts),
          tolerances_{position_tolerance, normal_tolerance},
          cells_per_unit_{1.0 / (kCellWidth * position_tolerance),
                          1.0 / (kCellWidth * normal_tolerance)} {
        std::size_t slots = 16;
        while (slots < 2 * contacts.size()) {
            slots *= 2;
        }
        slots_.assign(slots, -1);
        next_.assign(contacts.size(), -1);
    }

    void insert(int contact) {
        Cell cell;
        for (int i = 0; i < kAxes; ++i) {
            cell[i] = floor_of(place_of(contacts_[contact], i));
        }
        int& head = slots_[slot_of(cell)];
        next_[contact] = head;
        head = contact;
    }

    bool repeats_one(const ContactPoint& contact) const {
        Cell low;
        Cell high;
        for (int i = 0; i < kAxes; ++i) {
            const double place = place_of(contact, i);
            low[i] = floor_of(place - 1.0 / kCellWidth);
            high[i] = floor_of(place + 1.0 / kCellWidth);
        }
        Cell cell = low;
        while (true) {
            if (repeats_one_in(cell, contact)) {
                return true;
            }
            // The next cell between low and high, as an odometer counts.
            int i = 0;
            while (i < kAxes && cell[i] == high[i]) {
                cell[i] = low[i];
                ++i;
            }
            if (i == kAxes) {
                return false;
            }
            ++cell[i];
        }
    }

 private:
    static constexpr int kAxes = 6;  ///< three of the position, three of the normal
    using Cell = std::array<std::int64_t, kAxes>;

    static constexpr double kCellWidth = 16.0;  ///< tolerances

    /// In cells along the axis. Cells are shifted so that zeros, ones and other round numbers do
    /// not lie on borders.
    double place_of(const ContactPoint& contact, int axis) const {
        constexpr double kShift = 0.381966;
        const double value = axis < 3 ? contact.position[axis] : contact.normal[axis - 3];
        return value * cells_per_unit_[axis < 3 ? 0 : 1] + kShift;
    }

    /// std::floor is a call on processors without a rounding instruction, twelve for each contact.
    static std::int64_t floor_of(double value) {
        const auto truncated = static_cast<std::int64_t>(value);
        return truncated - (static_cast<double>(truncated) > value ? 1 : 0);
    }

    std::size_t slot_of(const Cell& cell) const {
        std::uint64_t hash = 0;
        for (const std::int64_t c : cell) {
            hash = (hash ^ static_cast<std::uint64_t>(c)) * 0x9E3779B97F4A7C15ull;
            hash ^= hash >> 29;
        }
        return hash & (slots_.size() - 1);
    }

    bool repeats_one_in(const Cell& cell, const ContactPoint& contact) const {
        for (int kept = slots_[slot_of(cell)]; kept >= 0; kept = next_[kept]) {
            if (near(contacts_[kept].position, contact.position, tolerances_[0]) &&
                near(contacts_[kept].normal, contact.normal, tolerances_[1])) {
                return true;
            }
        }
        return false;
    }

    const std::vector<ContactPoint>& contacts_;
    std::array<double, 2> tolerances_;      ///< of positions and normals
    std::array<double, 2> cells_per_unit_;  ///< of the same
    std::vector<int> slots_;                ///< the contact kept last of each slot; −1: none
    std::vector<int> next_;                 ///< the one kept before it in the same slot
};

}  // namespace

std::vector<ContactPoint> merge_repeated(const std::vector<ContactPoint>& contacts,
                                         double position_tolerance, double normal_tolerance) {
    std::vector<std::pair<double, int>> by_depth;  // separation and index
    by_depth.reserve(contacts.size());
    for (int i = 0; i < std::ssize(contacts); ++i) {
        by_depth.emplace_back(contacts[i].separation, i);
    }
    std::sort(by_depth.begin(), by_depth.end());
    KeptContacts kept(contacts, position_tolerance, normal_tolerance);
    std::vector<int> chosen;
    for (const auto& [separation, candidate] : by_depth) {
        if (!kept.repeats_one(contacts[candidate])) {
            kept.insert(candidate);
            chosen.push_back(candidate);
        }
    }
    return in_order(contacts, std::move(chosen));
}

std::vector<ContactPoint> drop_adjacent(std::vector<ContactPoint> contacts, double tolerance) {
    contacts = sorted(contacts);
    const auto repeats = [&](const ContactPoint& kept, const ContactPoint& next) {
        return components_agree(kept.position, next.position, tolerance) &&
               components_agree(kept.normal, next.normal, tolerance) &&
               std::abs(kept.separation - next.separation) <= tolerance;
    };
    contacts.erase(std::unique(contacts.begin(), contacts.end(), repeats), contacts.end());
    return contacts;
}

std::vector<ContactPoint> sorted(const std::vector<ContactPoint>& contacts) {
    std::vector<int> all(contacts.size());
    std::iota(all.begin(), all.end(), 0);
    return in_order(contacts, std::move(all));
}

}  // namespace touchstone
