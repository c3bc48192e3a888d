#include "generators/semi_local/overlay/loop_simplification.h"

#include <algorithm>
#include <cmath>
#include <numbers>
#include <optional>

namespace touchstone::semi_local {
namespace {

constexpr double kWhiskerTurn = 150.0 * std::numbers::pi / 180.0;  ///< [rad]
constexpr double kStubReaches = 4.0;      ///< largest length of a stub [reaches]
constexpr double kStubOwnerShare = 0.25;  ///< largest length of a stub as a
                                          ///< share of its input edge [-]

enum class MoveType { DropVertex, CloseEdge };

struct Move {
    MoveType type = MoveType::DropVertex;
    int vertex = -1;    ///< vertex to remove, or start of the edge
    double cost = 0.0;  ///< distance of the loop after the move from the original [m]
};

class Simplifier {
 public:
    Simplifier(std::vector<LoopVertex>& loop, const LoopRules& rules)
        : loop_(loop), rules_(rules) {}

    [[gnu::flatten]] void run() {
        while (loop_.size() > 3) {
            std::optional<Move> best;
            for (int i = 0; i < std::ssize(loop_); ++i) {
                offer(best, drop(i));
                offer(best, close(i));
            }
            if (!best) {
                return;
            }
            make(*best);
        }
    }

 private:
    static void offer(std::optional<Move>& best, const std::optional<Move>& move) {
        if (move && (!best || move->cost < best->cost)) {
            best = move;
        }
    }

    LoopVertex& at(int i) {
        const int count = static_cast<int>(loop_.size());
        return loop_[i < 0 ? i + count : i < count ? i : i - count];
    }

    /// Returns the flat or whisker move at a vertex. The angle of a turn is taken only where it can
    /// decide.
    std::optional<Move> drop(int i) {
        const LoopVertex& vertex = at(i);
        const Vec2& before = at(i - 1).point;
        const Vec2& after = at(i + 1).point;
        const double aside = distance_to({before, after}, vertex.point);
        if (aside <= rules_.flat) {
            return Move{MoveType::DropVertex, i, aside + vertex.error};
        }
        if (vertex.is_protected) {
            return std::nullopt;
        }
        const Vec2 arriving = vertex.point - before;
        const Vec2 leaving = after - vertex.point;
        const double sine = cross(arriving, leaving);
        const double cosine = arriving.dot(leaving);
        const bool is_near = aside + vertex.error <= rules_.reach;
        if (is_near && std::abs(std::atan2(sine, cosine)) <= rules_.angle) {
            return Move{MoveType::DropVertex, i, aside + vertex.error};
        }
        const bool turns_back = std::abs(sine) <= -cosine;
        if (turns_back && std::abs(std::atan2(sine, cosine)) > kWhiskerTurn) {
            const double width = std::min(distance_to({vertex.point, after}, before),
                                          distance_to({before, vertex.point}, after));
            if (width + vertex.error <= rules_.reach) {
                return Move{MoveType::DropVertex, i, width + vertex.error};
            }
        }
        return std::nullopt;
    }

    /// Returns the stub move of an edge.
    std::optional<Move> close(int i) {
        const LoopVertex& start = at(i);
        const LoopVertex& end = at(i + 1);
        const double length = (end.point - start.point).norm();
        if (length >= kStubReaches * rules_.reach ||
            length >= kStubOwnerShare * start.owner_length ||
            (start.is_protected && end.is_protected)) {
            return std::nullopt;
        }
        const Vec2 middle = closed_point(start, end);
        const OutlineEdge before{at(i - 1).point, middle};
        const OutlineEdge after{middle, at(i + 2).point};
        double cost = 0.0;
        for (const LoopVertex* vertex : {&start, &end}) {
            const double aside =
                std::min(distance_to(before, vertex->point), distance_to(after, vertex->point));
            cost = std::max(cost, aside + vertex->error);
        }
        return cost <= rules_.reach ? std::optional(Move{MoveType::CloseEdge, i, cost})
                                    : std::nullopt;
    }

    static Vec2 closed_point(const LoopVertex& start, const LoopVertex& end) {
        if (start.is_protected) {
            return start.point;
        }
        return end.is_protected ? end.point : Vec2(0.5 * (start.point + end.point));
    }

    void make(const Move& move) {
        const int i = move.vertex;
        if (move.type == MoveType::CloseEdge) {
            LoopVertex& end = at(i + 1);
            end.point = closed_point(at(i), end);
            end.is_protected = end.is_protected || at(i).is_protected;
            end.polygons |= at(i).polygons;
            end.error = move.cost;
        } else {
            for (LoopVertex* neighbor : {&at(i - 1), &at(i + 1)}) {
                neighbor->error = std::max(neighbor->error, move.cost);
            }
            at(i - 1).owner_length = std::min(at(i - 1).owner_length, at(i).owner_length);
        }
        loop_.erase(loop_.begin() + i);
    }

    std::vector<LoopVertex>& loop_;
    const LoopRules& rules_;
};

}  // namespace

void simplify_loop(std::vector<LoopVertex>& loop, const LoopRules& rules) {
    Simplifier(loop, rules).run();
}

}  // namespace touchstone::semi_local
