#include "methods/contact/post_filter.h"

#include <algorithm>
#include <array>
#include <cmath>
#include <cstdint>
#include <numeric>
#include <utility>

namespace touchstone {
namespace {

/// Returns −1, 0 or 1 in the order of `sorted`, with 0 where only the input order decides.
int compare(const ContactPoint& a, const ContactPoint& b) {
    for (const auto part : {&ContactPoint::position, &ContactPoint::normal}) {
        for (const int axis : {1, 0, 2}) {
            const double value_a = (a.*part)[axis];
            const double value_b = (b.*part)[axis];
            if (value_a != value_b) {
                return value_a < value_b ? -1 : 1;
            }
        }
    }
    return a.separation < b.separation ? -1 : a.separation > b.separation ? 1 : 0;
}

bool near(const Vec3& a, const Vec3& b, double tolerance) {
    return (a - b).squaredNorm() <= tolerance * tolerance;
}

bool components_agree(const Vec3& a, const Vec3& b, double tolerance) {
    return (a - b).cwiseAbs().maxCoeff() <= tolerance;
}

/// Sorts indices into `contacts` by the order of `sorted`; equal contacts keep their input order.
void put_in_order(std::vector<int>& chosen, std::span<const ContactPoint> contacts) {
    std::sort(chosen.begin(), chosen.end(), [&](int a, int b) {
        const int order = compare(contacts[a], contacts[b]);
        return order != 0 ? order < 0 : a < b;
    });
}

std::vector<int> all_in_order(std::span<const ContactPoint> contacts) {
    std::vector<int> all(contacts.size());
    std::iota(all.begin(), all.end(), 0);
    put_in_order(all, contacts);
    return all;
}

std::vector<ContactPoint> picked(std::span<const ContactPoint> contacts,
                                 std::span<const int> chosen) {
    std::vector<ContactPoint> result;
    result.reserve(chosen.size());
    for (const int index : chosen) {
        result.push_back(contacts[index]);
    }
    return result;
}

/// A run of consecutive contacts that are equally deep.
struct Run {
    double separation;
    int first;
    int end;
};

/// Returns the runs from the deepest up, equally deep ones in input order. The contacts of a tet
/// pair are often equally deep, so there are fewer runs to sort than contacts.
std::vector<Run> runs_by_depth(std::span<const ContactPoint> contacts) {
    std::vector<Run> runs;
    runs.reserve(contacts.size());
    for (int i = 0; i < std::ssize(contacts); ++i) {
        const double separation = contacts[i].separation;
        if (!runs.empty() && runs.back().separation == separation) {
            runs.back().end = i + 1;
        } else {
            runs.push_back({separation, i, i + 1});
        }
    }
    std::sort(runs.begin(), runs.end(), [](const Run& a, const Run& b) {
        return a.separation != b.separation ? a.separation < b.separation : a.first < b.first;
    });
    return runs;
}

/// The contacts kept so far, found by position: open hashing over cells much wider than the
/// tolerance. A contact that repeats another lies in its cell or, near a border, in the next one.
/// Where very many contacts with different normals are at one place, cells are of positions and
/// normals. The answer does not depend on the layout.
class KeptContacts {
 public:
    KeptContacts(std::span<const ContactPoint> contacts, double position_tolerance,
                 double normal_tolerance)
        : contacts_(contacts),
          position_tolerance_(position_tolerance),
          normal_tolerance_(normal_tolerance),
          cells_per_metre_(1.0 / (kCellWidth * position_tolerance)),
          cells_per_normal_(1.0 / (kCellWidth * normal_tolerance)) {
        while (slot_count_ < contacts.size()) {
            slot_count_ *= 2;
        }
        table_.assign(slot_count_ + contacts.size(), -1);
    }

    /// Keeps the contact, unless it repeats one that is kept.
    void keep_unless_repeated(int contact) {
        if (is_crowded_) {
            keep_by<6>(contact);
            return;
        }
        keep_by<3>(contact);
        if (longest_walk_ > kMostInSlot) {
            is_crowded_ = true;
            std::fill_n(table_.begin(), slot_count_, -1);
            for (const int kept : kept_) {
                put(kept, table_[slot_of<6>(cell_of<6>(kept).cell)]);
            }
        }
    }

    std::vector<int> take() { return std::move(kept_); }

 private:
    template <int kAxes>
    using Cell = std::array<std::int64_t, kAxes>;

    template <int kAxes>
    struct Placed {
        Cell<kAxes> cell;
        bool is_near_border = false;
    };

    /// Width of a cell [tolerances], so large that few contacts lie near a border and need two
    /// cells.
    static constexpr double kCellWidth = 256.0;

    /// Distance from a border within which the next cell is searched too: a tolerance and some
    /// rounding [cells].
    static constexpr double kBorder = 1.01 / kCellWidth;

    /// Number of contacts in one slot that bodies which merely touch do not reach.
    static constexpr int kMostInSlot = 64;

    template <int kAxes>
    void keep_by(int contact) {
        const auto [cell, is_near_border] = cell_of<kAxes>(contact);
        int& head = table_[slot_of<kAxes>(cell)];
        if (!(is_near_border ? repeats_one_around<kAxes>(contact)
                             : repeats_one_in(head, contact))) {
            kept_.push_back(contact);
            put(contact, head);
        }
    }

    void put(int contact, int& head) {
        next_of(contact) = head;
        head = contact;
    }

    template <int kAxes>
    Placed<kAxes> cell_of(int contact) const {
        Placed<kAxes> placed;
        for (int axis = 0; axis < kAxes; ++axis) {
            const double place = place_of(contacts_[contact], axis);
            placed.cell[axis] = floor_of(place);
            const double past_border = place - static_cast<double>(placed.cell[axis]);
            placed.is_near_border |= past_border < kBorder || past_border > 1.0 - kBorder;
        }
        return placed;
    }

    /// Returns the position along the axis, in cells. Cells are shifted so that zeros, ones and
    /// other round numbers do not lie on borders.
    double place_of(const ContactPoint& contact, int axis) const {
        constexpr double kShift = 0.381966;
        return axis < 3 ? contact.position[axis] * cells_per_metre_ + kShift
                        : contact.normal[axis - 3] * cells_per_normal_ + kShift;
    }

    /// Rounds down. std::floor is a library call on processors without a rounding instruction, six
    /// for each contact. Everything too large, and NaN, counts as one cell; positions are compared
    /// in any case.
    static std::int64_t floor_of(double value) {
        constexpr double kFarthest = 0x1p62;
        if (!(std::abs(value) < kFarthest)) {
            return std::int64_t{1} << 62;
        }
        const auto truncated = static_cast<std::int64_t>(value);
        return truncated - (static_cast<double>(truncated) > value ? 1 : 0);
    }

    int& next_of(int contact) { return table_[slot_count_ + contact]; }

    template <int kAxes>
    std::size_t slot_of(const Cell<kAxes>& cell) const {
        std::uint64_t hash = 0;
        for (const std::int64_t c : cell) {
            hash = (hash ^ static_cast<std::uint64_t>(c)) * 0x9E3779B97F4A7C15ull;
            hash ^= hash >> 29;
        }
        return hash & (slot_count_ - 1);
    }

    /// Searches all cells that hold positions within tolerance: up to two along each axis.
    template <int kAxes>
    bool repeats_one_around(int contact) {
        Cell<kAxes> low;
        Cell<kAxes> high;
        for (int axis = 0; axis < kAxes; ++axis) {
            const double place = place_of(contacts_[contact], axis);
            low[axis] = floor_of(place - kBorder);
            high[axis] = floor_of(place + kBorder);
        }
        Cell<kAxes> cell = low;
        for (int axis = 0; axis < kAxes;) {
            if (repeats_one_in(table_[slot_of<kAxes>(cell)], contact)) {
                return true;
            }
            // The next cell, as an odometer counts.
            for (axis = 0; axis < kAxes && ++cell[axis] > high[axis]; ++axis) {
                cell[axis] = low[axis];
            }
        }
        return false;
    }

    bool repeats_one_in(int newest_of_slot, int contact) {
        const ContactPoint& next = contacts_[contact];
        int walked = 0;
        for (int index = newest_of_slot; index >= 0; index = table_[slot_count_ + index]) {
            const ContactPoint& kept = contacts_[index];
            if (near(kept.position, next.position, position_tolerance_) &&
                near(kept.normal, next.normal, normal_tolerance_)) {
                return true;
            }
            ++walked;
        }
        longest_walk_ = std::max(longest_walk_, walked);
        return false;
    }

    std::span<const ContactPoint> contacts_;
    double position_tolerance_;  ///< [m]
    double normal_tolerance_;
    double cells_per_metre_;
    double cells_per_normal_;
    std::size_t slot_count_ = 16;  ///< a power of two
    bool is_crowded_ = false;      ///< cells are of positions and normals
    int longest_walk_ = 0;         ///< along the contacts of one slot
    std::vector<int> kept_;        ///< in the order in which they came

    /// The last contact kept in each slot, followed by, for each contact, the one kept before it in
    /// the same slot; −1: none.
    std::vector<int> table_;
};

/// Number of contacts up to which comparing all takes less time than a table.
constexpr int kFewContacts = 12;

/// Does what find_unrepeated does with few contacts.
std::vector<int> find_unrepeated_of_few(std::span<const ContactPoint> contacts,
                                        double position_tolerance, double normal_tolerance) {
    std::array<int, kFewContacts> by_depth;  // equally deep ones in input order
    for (int i = 0; i < std::ssize(contacts); ++i) {
        int place = i;
        for (; place > 0 && contacts[i].separation < contacts[by_depth[place - 1]].separation;
             --place) {
            by_depth[place] = by_depth[place - 1];
        }
        by_depth[place] = i;
    }
    std::vector<int> kept;
    kept.reserve(contacts.size());
    for (const int candidate : std::span(by_depth).first(contacts.size())) {
        const auto is_repeated_by = [&](int other) {
            return near(contacts[other].position, contacts[candidate].position,
                        position_tolerance) &&
                   near(contacts[other].normal, contacts[candidate].normal, normal_tolerance);
        };
        if (std::ranges::none_of(kept, is_repeated_by)) {
            kept.push_back(candidate);
        }
    }
    return kept;
}

}  // namespace

std::vector<int> find_unrepeated(std::span<const ContactPoint> contacts, double position_tolerance,
                                 double normal_tolerance) {
    std::vector<int> chosen;
    if (std::ssize(contacts) <= kFewContacts) {
        chosen = find_unrepeated_of_few(contacts, position_tolerance, normal_tolerance);
    } else {
        KeptContacts kept(contacts, position_tolerance, normal_tolerance);
        for (const Run& run : runs_by_depth(contacts)) {
            for (int candidate = run.first; candidate < run.end; ++candidate) {
                kept.keep_unless_repeated(candidate);
            }
        }
        chosen = kept.take();
    }
    put_in_order(chosen, contacts);
    return chosen;
}

std::vector<int> find_nonadjacent(std::span<const ContactPoint> contacts, double tolerance) {
    std::vector<int> chosen = all_in_order(contacts);
    const auto repeats = [&](int kept_index, int next_index) {
        const ContactPoint& kept = contacts[kept_index];
        const ContactPoint& next = contacts[next_index];
        return components_agree(kept.position, next.position, tolerance) &&
               components_agree(kept.normal, next.normal, tolerance) &&
               std::abs(kept.separation - next.separation) <= tolerance;
    };
    chosen.erase(std::unique(chosen.begin(), chosen.end(), repeats), chosen.end());
    return chosen;
}

std::vector<ContactPoint> merge_repeated(const std::vector<ContactPoint>& contacts,
                                         double position_tolerance, double normal_tolerance) {
    return picked(contacts, find_unrepeated(contacts, position_tolerance, normal_tolerance));
}

std::vector<ContactPoint> drop_adjacent(const std::vector<ContactPoint>& contacts,
                                        double tolerance) {
    return picked(contacts, find_nonadjacent(contacts, tolerance));
}

std::vector<ContactPoint> sorted(const std::vector<ContactPoint>& contacts) {
    return picked(contacts, all_in_order(contacts));
}

}  // namespace touchstone
