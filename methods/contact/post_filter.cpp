#include "methods/contact/post_filter.h"

#include <algorithm>
#include <cmath>
#include <cstdint>
#include <numeric>
#include <tuple>

namespace touchstone {
namespace {

auto sort_key(const ContactPoint& contact) {
    const Vec3& p = contact.position;
    const Vec3& n = contact.normal;
    return std::tuple(p.y(), p.x(), p.z(), n.y(), n.x(), n.z(), contact.separation);
}

bool agree(const Vec3& a, const Vec3& b, double tolerance) {
    return (a - b).cwiseAbs().maxCoeff() <= tolerance;
}

/// Contacts already kept, found by their place. Open addressing over cells wider than the
/// tolerance, so that a neighbour lies in one of at most eight cells. The answer does not depend on
/// the layout.
class PlaceTable {
 public:
    PlaceTable(std::size_t capacity, double cell) : cell_(cell) {
        std::size_t slots = 16;
        while (slots < 2 * capacity) {
            slots *= 2;
        }
        slots_.assign(slots, -1);
        next_.reserve(capacity);
    }

    void insert(const Vec3& position, int contact) {
        const std::size_t slot = slot_of(cell_of(position, 0.0));
        contacts_.push_back(contact);
        next_.push_back(slots_[slot]);
        slots_[slot] = static_cast<int>(std::ssize(contacts_)) - 1;
    }

    /// True when `matches` holds for some contact within `tolerance` of the position.
    template <class Matches>
    bool any_near(const Vec3& position, double tolerance, Matches matches) const {
        const Cell low = cell_of(position, -tolerance);
        const Cell high = cell_of(position, tolerance);
        for (std::int64_t x = low[0]; x <= high[0]; ++x) {
            for (std::int64_t y = low[1]; y <= high[1]; ++y) {
                for (std::int64_t z = low[2]; z <= high[2]; ++z) {
                    for (int i = slots_[slot_of({x, y, z})]; i >= 0; i = next_[i]) {
                        if (matches(contacts_[i])) {
                            return true;
                        }
                    }
                }
            }
        }
        return false;
    }

 private:
    using Cell = std::array<std::int64_t, 3>;

    Cell cell_of(const Vec3& position, double offset) const {
        Cell cell;
        for (int axis = 0; axis < 3; ++axis) {
            cell[axis] = static_cast<std::int64_t>(std::floor((position[axis] + offset) / cell_));
        }
        return cell;
    }

    std::size_t slot_of(const Cell& cell) const {
        std::uint64_t hash = 0;
        for (const std::int64_t c : cell) {
            hash = (hash ^ static_cast<std::uint64_t>(c)) * 0x9E3779B97F4A7C15ull;
            hash ^= hash >> 29;
        }
        return hash & (slots_.size() - 1);
    }

    double cell_;
    std::vector<int> slots_;  ///< first entry of each chain
    std::vector<int> next_;
    std::vector<int> contacts_;
};

}  // namespace

std::vector<ContactPoint> merge_repeated(const std::vector<ContactPoint>& contacts,
                                         double position_tolerance, double normal_tolerance) {
    std::vector<int> by_depth(contacts.size());
    std::iota(by_depth.begin(), by_depth.end(), 0);
    std::stable_sort(by_depth.begin(), by_depth.end(),
                     [&](int a, int b) { return contacts[a].separation < contacts[b].separation; });
    PlaceTable kept(contacts.size(), 4.0 * position_tolerance);
    std::vector<int> chosen;
    for (const int candidate : by_depth) {
        const ContactPoint& contact = contacts[candidate];
        const auto repeats = [&](int other) {
            return agree(contacts[other].position, contact.position, position_tolerance) &&
                   agree(contacts[other].normal, contact.normal, normal_tolerance);
        };
        if (!kept.any_near(contact.position, position_tolerance, repeats)) {
            kept.insert(contact.position, candidate);
            chosen.push_back(candidate);
        }
    }
    std::sort(chosen.begin(), chosen.end());
    std::vector<ContactPoint> result;
    result.reserve(chosen.size());
    for (const int index : chosen) {
        result.push_back(contacts[index]);
    }
    return result;
}

std::vector<ContactPoint> drop_adjacent(std::vector<ContactPoint> contacts, double tolerance) {
    sort_contacts(contacts);
    const auto repeats = [&](const ContactPoint& kept, const ContactPoint& next) {
        return agree(kept.position, next.position, tolerance) &&
               agree(kept.normal, next.normal, tolerance) &&
               std::abs(kept.separation - next.separation) <= tolerance;
    };
    contacts.erase(std::unique(contacts.begin(), contacts.end(), repeats), contacts.end());
    return contacts;
}

void sort_contacts(std::vector<ContactPoint>& contacts) {
    std::stable_sort(
        contacts.begin(), contacts.end(),
        [](const ContactPoint& a, const ContactPoint& b) { return sort_key(a) < sort_key(b); });
}

}  // namespace touchstone
