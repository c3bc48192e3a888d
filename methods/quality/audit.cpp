#include "methods/quality/audit.h"

#include <algorithm>
#include <array>
#include <cassert>
#include <cmath>
#include <limits>

#include "methods/quality/ahead.h"
#include "methods/quality/opposite.h"

namespace touchstone {
namespace {

constexpr double kUnitTolerance = 1e-9;  // far above the round-off of a normalisation [-]

struct Span {
    double low = std::numeric_limits<double>::infinity();
    double high = -std::numeric_limits<double>::infinity();
};

Span project(const std::vector<Vec3>& vertices, const Vec3& direction) {
    Span span;
    for (const Vec3& vertex : vertices) {
        const double value = vertex.dot(direction);
        span.low = std::min(span.low, value);
        span.high = std::max(span.high, value);
    }
    return span;
}

struct Bounds {
    Vec3 low = Vec3::Constant(std::numeric_limits<double>::infinity());
    Vec3 high = Vec3::Constant(-std::numeric_limits<double>::infinity());
    double round_off = 0.0;  ///< error of positions computed from the vertices [m]
};

Bounds make_bounds(const std::vector<Vec3>& vertices) {
    Bounds bounds;
    double largest = 0.0;
    for (const Vec3& vertex : vertices) {
        bounds.low = bounds.low.cwiseMin(vertex);
        bounds.high = bounds.high.cwiseMax(vertex);
        largest = std::max(largest, vertex.lpNorm<Eigen::Infinity>());
    }
    // A crossing point of long, nearly parallel features loses digits relative to the body's size;
    // far from the origin the coordinates themselves are coarse.
    bounds.round_off = 1e-9 * (bounds.high - bounds.low).maxCoeff() +
                       64.0 * std::numeric_limits<double>::epsilon() * largest;
    return bounds;
}

bool contains(const Bounds& bounds, const Vec3& point, double slack) {
    const double margin = slack + bounds.round_off;
    return ((point - bounds.low).array() >= -margin).all() &&
           ((bounds.high - point).array() >= -margin).all();
}

bool is_finite(const ContactPoint& contact) {
    return contact.position.allFinite() && contact.normal.allFinite() &&
           std::isfinite(contact.separation);
}

std::array<double, 9> key(const ContactPoint& contact) {
    const Vec3& p = contact.position;
    const Vec3& n = contact.normal;
    return {static_cast<double>(contact.body_a),
            static_cast<double>(contact.body_b),
            p.x(),
            p.y(),
            p.z(),
            n.x(),
            n.y(),
            n.z(),
            contact.separation};
}

int count_duplicates(std::span<const ContactPoint> contacts) {
    std::vector<std::array<double, 9>> keys;
    for (const ContactPoint& contact : contacts) {
        if (is_finite(contact)) {
            keys.push_back(key(contact));
        }
    }
    std::sort(keys.begin(), keys.end());
    const auto distinct = std::unique(keys.begin(), keys.end()) - keys.begin();
    return static_cast<int>(std::ssize(keys) - distinct);
}

}  // namespace

Audit audit(std::span<const ContactPoint> contacts, std::span<const std::vector<Vec3>> vertices,
            const AuditOptions& options) {
    std::vector<Bounds> bounds;
    for (const std::vector<Vec3>& body : vertices) {
        bounds.push_back(make_bounds(body));
    }
    Audit audit;
    for (const ContactPoint& contact : contacts) {
        assert(contact.body_a >= 0 && contact.body_a < std::ssize(vertices));
        assert(contact.body_b >= 0 && contact.body_b < std::ssize(vertices));
        if (!is_finite(contact)) {
            ++audit.not_finite;
            continue;
        }
        const Bounds& a = bounds[contact.body_a];
        const Bounds& b = bounds[contact.body_b];
        const double length = contact.normal.norm();
        if (std::abs(length - 1.0) > kUnitTolerance) {
            ++audit.not_unit;
        }
        if (!is_ahead(contact, options.envelopes) &&
            (!contains(a, contact.position, options.slack) ||
             !contains(b, contact.position, options.slack))) {
            ++audit.outside_bounds;
        }
        // The normal is not made unit: where its length is off, the separation is scaled alike.
        const double overlap = project(vertices[contact.body_a], contact.normal).high -
                               project(vertices[contact.body_b], contact.normal).low;
        const double margin = options.slack + std::max(a.round_off, b.round_off);
        if (contact.separation < 0.0 && -contact.separation > overlap + length * margin) {
            ++audit.too_deep;
        }
    }
    audit.duplicates = count_duplicates(contacts);
    double round_off = 0.0;
    for (const Bounds& body : bounds) {
        round_off = std::max(round_off, body.round_off);
    }
    audit.opposite = count_opposite(contacts, round_off);
    return audit;
}

}  // namespace touchstone
