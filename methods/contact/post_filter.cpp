#include "methods/contact/post_filter.h"

#include <algorithm>
#include <array>
#include <cmath>
#include <cstdint>
#include <numeric>
#include <utility>

namespace touchstone {
namespace {

/// A vector in the memory of a contact.
using VectorOf = Eigen::Map<const Vec3>;

VectorOf position_of(const ContactPoint& contact) { return VectorOf(contact.position.data()); }
VectorOf position_of(const BareContact& contact) { return VectorOf(contact.position); }
VectorOf normal_of(const ContactPoint& contact) { return VectorOf(contact.normal.data()); }
VectorOf normal_of(const BareContact& contact) { return VectorOf(contact.normal); }

/// Returns −1, 0 or 1 in the order of `sorted`, with 0 where only the input order decides.
template <typename Contact>
int compare(const Contact& a, const Contact& b) {
    for (const auto& [of_a, of_b] :
         {std::pair(position_of(a), position_of(b)), std::pair(normal_of(a), normal_of(b))}) {
        for (const int axis : {1, 0, 2}) {
            if (of_a[axis] != of_b[axis]) {
                return of_a[axis] < of_b[axis] ? -1 : 1;
            }
        }
    }
    return a.separation < b.separation ? -1 : a.separation > b.separation ? 1 : 0;
}

bool near(const VectorOf& a, const VectorOf& b, double tolerance) {
    return (a - b).squaredNorm() <= tolerance * tolerance;
}

bool components_agree(const VectorOf& a, const VectorOf& b, double tolerance) {
    return (a - b).cwiseAbs().maxCoeff() <= tolerance;
}

/// Sorts indices into `contacts` by the order of `sorted`; equal contacts keep their input order.
template <typename Contact>
void put_in_order(std::vector<int>& chosen, std::span<const Contact> contacts) {
    std::sort(chosen.begin(), chosen.end(), [&](int a, int b) {
        const int order = compare(contacts[a], contacts[b]);
        return order != 0 ? order < 0 : a < b;
    });
}

template <typename Contact>
std::vector<int> all_in_order(std::span<const Contact> contacts) {
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
template <typename Contact>
std::vector<Run> runs_by_depth(std::span<const Contact> contacts) {
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
template <typename Contact>
class KeptContacts {
 public:
    KeptContacts(std::span<const Contact> contacts, double position_tolerance,
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

    /// Keeps the contact, unless it repeats one that is kept. Returns which one stands for it.
    int keep_unless_repeated(int contact) {
        if (is_crowded_) {
            return keep_by<6>(contact);
        }
        const int stands_for_it = keep_by<3>(contact);
        if (longest_walk_ > kMostInSlot) {
            is_crowded_ = true;
            std::fill_n(table_.begin(), slot_count_, -1);
            for (const int kept : kept_) {
                put(kept, table_[slot_of<6>(cell_of<6>(kept).cell)]);
            }
        }
        return stands_for_it;
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
    int keep_by(int contact) {
        const auto [cell, is_near_border] = cell_of<kAxes>(contact);
        int& head = table_[slot_of<kAxes>(cell)];
        const int repeated =
            is_near_border ? repeated_around<kAxes>(contact) : repeated_in(head, contact);
        if (repeated >= 0) {
            return repeated;
        }
        kept_.push_back(contact);
        put(contact, head);
        return contact;
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
    double place_of(const Contact& contact, int axis) const {
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

    /// Searches all cells that hold positions within tolerance: up to two along each axis. Returns
    /// a contact that this one repeats; −1: none.
    template <int kAxes>
    int repeated_around(int contact) {
        Cell<kAxes> low;
        Cell<kAxes> high;
        for (int axis = 0; axis < kAxes; ++axis) {
            const double place = place_of(contacts_[contact], axis);
            low[axis] = floor_of(place - kBorder);
            high[axis] = floor_of(place + kBorder);
        }
        Cell<kAxes> cell = low;
        for (int axis = 0; axis < kAxes;) {
            const int repeated = repeated_in(table_[slot_of<kAxes>(cell)], contact);
            if (repeated >= 0) {
                return repeated;
            }
            // The next cell, as an odometer counts.
            for (axis = 0; axis < kAxes && ++cell[axis] > high[axis]; ++axis) {
                cell[axis] = low[axis];
            }
        }
        return -1;
    }

    int repeated_in(int newest_of_slot, int contact) {
        const Contact& next = contacts_[contact];
        int walked = 0;
        for (int index = newest_of_slot; index >= 0; index = table_[slot_count_ + index]) {
            const Contact& kept = contacts_[index];
            if (near(position_of(kept), position_of(next), position_tolerance_) &&
                near(normal_of(kept), normal_of(next), normal_tolerance_)) {
                return index;
            }
            ++walked;
        }
        longest_walk_ = std::max(longest_walk_, walked);
        return -1;
    }

    std::span<const Contact> contacts_;
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

/// Returns the contacts of which each stands for itself, the deepest first. `note` is called with
/// every contact and the one that stands for it.
template <typename Contact, typename Note>
std::vector<int> unrepeated_of_few(std::span<const Contact> contacts, double position_tolerance,
                                   double normal_tolerance, const Note& note) {
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
            return near(position_of(contacts[other]), position_of(contacts[candidate]),
                        position_tolerance) &&
                   near(normal_of(contacts[other]), normal_of(contacts[candidate]),
                        normal_tolerance);
        };
        const auto other = std::ranges::find_if(kept, is_repeated_by);
        note(candidate, other != kept.end() ? *other : candidate);
        if (other == kept.end()) {
            kept.push_back(candidate);
        }
    }
    return kept;
}

/// Does the same with any number of contacts, and returns those that stay in the order of `sorted`.
template <typename Contact, typename Note>
std::vector<int> unrepeated(std::span<const Contact> contacts, double position_tolerance,
                            double normal_tolerance, const Note& note) {
    std::vector<int> chosen;
    if (std::ssize(contacts) <= kFewContacts) {
        chosen = unrepeated_of_few(contacts, position_tolerance, normal_tolerance, note);
    } else {
        KeptContacts<Contact> kept(contacts, position_tolerance, normal_tolerance);
        for (const Run& run : runs_by_depth(contacts)) {
            for (int candidate = run.first; candidate < run.end; ++candidate) {
                note(candidate, kept.keep_unless_repeated(candidate));
            }
        }
        chosen = kept.take();
    }
    put_in_order(chosen, contacts);
    return chosen;
}

constexpr auto kNoNote = [](int, int) {};

/// Returns the contacts that `drop_adjacent` keeps.
template <typename Contact>
std::vector<int> nonadjacent(std::span<const Contact> contacts, double tolerance) {
    std::vector<int> chosen = all_in_order(contacts);
    const auto repeats = [&](int kept_index, int next_index) {
        const Contact& kept = contacts[kept_index];
        const Contact& next = contacts[next_index];
        return components_agree(position_of(kept), position_of(next), tolerance) &&
               components_agree(normal_of(kept), normal_of(next), tolerance) &&
               std::abs(kept.separation - next.separation) <= tolerance;
    };
    chosen.erase(std::unique(chosen.begin(), chosen.end(), repeats), chosen.end());
    return chosen;
}

}  // namespace

std::vector<int> find_unrepeated(std::span<const BareContact> contacts,
                                 const MergeTolerances& tolerances) {
    return unrepeated(contacts, tolerances.position, tolerances.normal, kNoNote);
}

ContactGroups find_groups(std::span<const BareContact> contacts,
                          const MergeTolerances& tolerances) {
    ContactGroups groups;
    groups.group_of.resize(contacts.size());
    const auto note = [&](int contact, int kept) { groups.group_of[contact] = kept; };
    groups.kept = unrepeated(contacts, tolerances.position, tolerances.normal, note);
    std::vector<int> place(contacts.size());
    for (int group = 0; group < std::ssize(groups.kept); ++group) {
        place[groups.kept[group]] = group;
    }
    for (int& group : groups.group_of) {
        group = place[group];
    }
    return groups;
}

std::vector<int> find_nonadjacent(std::span<const BareContact> contacts, double tolerance) {
    return nonadjacent(contacts, tolerance);
}

int compare_contacts(const BareContact& a, const BareContact& b) { return compare(a, b); }

std::vector<ContactPoint> merge_repeated(const std::vector<ContactPoint>& contacts,
                                         double position_tolerance, double normal_tolerance) {
    const std::span<const ContactPoint> all = contacts;
    return picked(all, unrepeated(all, position_tolerance, normal_tolerance, kNoNote));
}

std::vector<ContactPoint> drop_adjacent(const std::vector<ContactPoint>& contacts,
                                        double tolerance) {
    const std::span<const ContactPoint> all = contacts;
    return picked(all, nonadjacent(all, tolerance));
}

std::vector<ContactPoint> sorted(const std::vector<ContactPoint>& contacts) {
    const std::span<const ContactPoint> all = contacts;
    return picked(all, all_in_order(all));
}

}  // namespace touchstone
