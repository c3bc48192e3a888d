#include "testcases/audit/answer_difference.h"

#include <algorithm>
#include <cmath>
#include <optional>
#include <tuple>
#include <vector>

#include "methods/geometry/measure.h"

namespace touchstone {
namespace {

auto sort_key(const ContactPoint& contact) {
    return std::tuple(contact.body_a, contact.body_b, contact.position.x());
}

/// The contacts of the later answer by pair and x, each to be taken once.
class Candidates {
 public:
    explicit Candidates(std::span<const ContactPoint> contacts) {
        for (const ContactPoint& contact : contacts) {
            sorted_.push_back(&contact);
        }
        std::ranges::stable_sort(sorted_, {}, [](const ContactPoint* c) { return sort_key(*c); });
        taken_.resize(sorted_.size());
    }

    /// Takes the nearest free one in the place of `contact` that `fits`; nothing where none is.
    template <typename Fits>
    const ContactPoint* take(const ContactPoint& contact, double reach, const Fits& fits) {
        ContactPoint first = contact;
        first.position.x() -= reach;
        const auto start = std::ranges::lower_bound(
            sorted_, sort_key(first), {}, [](const ContactPoint* c) { return sort_key(*c); });
        std::optional<std::size_t> best;
        double best_distance = reach;
        for (auto i = static_cast<std::size_t>(start - sorted_.begin()); i < sorted_.size(); ++i) {
            const ContactPoint& other = *sorted_[i];
            if (other.body_a != contact.body_a || other.body_b != contact.body_b ||
                other.position.x() > contact.position.x() + reach) {
                break;
            }
            const double distance = (other.position - contact.position).norm();
            if (!taken_[i] && distance <= best_distance && fits(other)) {
                best = i;
                best_distance = distance;
            }
        }
        if (!best) {
            return nullptr;
        }
        taken_[*best] = true;
        return sorted_[*best];
    }

    int left() const { return static_cast<int>(std::ranges::count(taken_, false)); }

 private:
    std::vector<const ContactPoint*> sorted_;
    std::vector<bool> taken_;
};

}  // namespace

AnswerDifference compare_answers(std::span<const ContactPoint> before,
                                 std::span<const ContactPoint> after,
                                 const AnswerTolerance& tolerance) {
    Candidates candidates(after);
    AnswerDifference difference;
    std::vector<const ContactPoint*> open;
    for (const ContactPoint& contact : before) {
        open.push_back(&contact);
    }
    // Takes partners for the open contacts; `note` learns what a found one differs in.
    const auto pass = [&](const auto& fits, const auto& note) {
        std::erase_if(open, [&](const ContactPoint* contact) {
            const ContactPoint* const partner =
                candidates.take(*contact, tolerance.position,
                                [&](const ContactPoint& other) { return fits(*contact, other); });
            if (partner != nullptr) {
                note(*contact, *partner);
            }
            return partner != nullptr;
        });
    };
    const auto along = [&](const ContactPoint& a, const ContactPoint& b) {
        return angle_between(a.normal, b.normal) <= tolerance.angle;
    };
    const auto size_change = [](const ContactPoint& a, const ContactPoint& b) {
        return std::abs(a.separation - b.separation);
    };
    pass([&](const auto& a,
             const auto& b) { return along(a, b) && size_change(a, b) <= tolerance.separation; },
         [](const auto&, const auto&) {});
    pass(along, [&](const auto& a, const auto& b) {
        ++difference.resized;
        difference.largest_size_change =
            std::max(difference.largest_size_change, size_change(a, b));
    });
    pass([](const auto&, const auto&) { return true; },
         [&](const auto& a, const auto& b) {
             ++difference.turned;
             difference.largest_turn =
                 std::max(difference.largest_turn, angle_between(a.normal, b.normal));
         });
    difference.lost = static_cast<int>(open.size());
    difference.gained = candidates.left();
    return difference;
}

}  // namespace touchstone
