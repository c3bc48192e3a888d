#include "generators/detection_memory.h"

#include <iterator>
#include <utility>

#include "methods/base/same_bits.h"

namespace touchstone {
namespace {

bool comes_before(const ElementPair& p, const ElementPair& q) {
    return p.a != q.a ? p.a < q.a : p.b < q.b;
}

bool is_same(const ElementPair& p, const ElementPair& q) { return p.a == q.a && p.b == q.b; }

}  // namespace

DetectionMemory& DetectionMemory::operator=(const DetectionMemory& other) {
    if (this != &other) {
        *this = DetectionMemory();
    }
    return *this;
}

void DetectionMemory::begin(int body_count) {
    if (std::ssize(bodies_) != body_count) {
        *this = DetectionMemory();
        bodies_.resize(body_count);
        still_.resize(body_count, false);
    }
    if (!is_ended_) {
        // Bodies were placed, and pairs not asked about: those that stay still now may have moved
        // since their contacts were found.
        forget_contacts();
    }
    is_ended_ = false;
}

void DetectionMemory::forget_contacts() {
    for (Entry& entry : entries_) {
        entry.repeats = false;
        entry.contacts.clear();
    }
}

void DetectionMemory::ask(const Question& question) {
    if (question.method != question_.method) {
        entries_.clear();
    } else if (question.time_step != question_.time_step ||
               question.look_ahead != question_.look_ahead ||
               question.acceleration != question_.acceleration) {
        forget_contacts();
    }
    question_ = question;
}

void DetectionMemory::place_body(int body, const CollisionShape& shape, const Pose& world_from_body,
                                 bool fixed, const Vec3& linear_velocity,
                                 const Vec3& angular_velocity, bool as_outline, double mass) {
    SceneBody& placed = bodies_[body];
    Collider& collider = placed.collider;
    still_[body] = collider.shape == &shape && placed.fixed == fixed &&
                   is_same_pose(collider.world_from_body, world_from_body) &&
                   same_bits(collider.linear_velocity, linear_velocity) &&
                   same_bits(collider.angular_velocity, angular_velocity);
    if (as_outline) {
        place_outline(collider, shape, world_from_body);
    } else {
        place(collider, shape, world_from_body);
    }
    placed.fixed = fixed;
    placed.mass = mass;
    collider.linear_velocity = linear_velocity;
    collider.angular_velocity = angular_velocity;
}

std::span<DetectionMemory::Entry> DetectionMemory::enter(std::span<const ElementPair> pairs) {
    std::size_t same = 0;
    while (same < pairs.size() && same < entries_.size() &&
           is_same(pairs[same], entries_[same].bodies)) {
        ++same;
    }
    if (same < pairs.size() || same < entries_.size()) {
        std::vector<Entry> old;
        old.assign(std::make_move_iterator(entries_.begin() + static_cast<std::ptrdiff_t>(same)),
                   std::make_move_iterator(entries_.end()));
        entries_.resize(same);
        entries_.reserve(pairs.size());
        auto next = old.begin();
        for (const ElementPair& pair : pairs.subspan(same)) {
            while (next != old.end() && comes_before(next->bodies, pair)) {
                ++next;
            }
            if (next != old.end() && is_same(next->bodies, pair)) {
                entries_.push_back(std::move(*next));
            } else {
                entries_.emplace_back().bodies = pair;
            }
        }
    }
    return entries_;
}

std::vector<ElementPair> DetectionMemory::overlapping(std::span<const BodyBox> boxes,
                                                      double margin) {
    return kept_pairs_.overlapping(boxes, margin);
}

bool DetectionMemory::are_still(const ElementPair& pair) const {
    return still_[pair.a] && still_[pair.b];
}

void DetectionMemory::count(std::int64_t added) {
    is_ended_ = true;
    counts_ = {};
    counts_.body_pairs = std::ssize(entries_) + added;
    counts_.kept_pairs = kept_pairs_.were_kept();
    for (const Entry& entry : entries_) {
        counts_.repeated += entry.repeated ? 1 : 0;
        counts_.eased += entry.slot.was_of_use ? 1 : 0;
        counts_.settled += entry.slot.settled;
        counts_.grouped += entry.slot.was_grouped ? 1 : 0;
    }
}

}  // namespace touchstone
