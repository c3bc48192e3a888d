#include "testcases/scenes/shape_surfaces.h"

#include <array>
#include <cstddef>
#include <cstdint>
#include <string>
#include <string_view>

#include "methods/base/work/work_log.h"

namespace touchstone {
namespace {

/// Appends the numbers of each kind of shape to a text of bytes.
struct AppendNumbers {
    std::string& bytes;

    /// Arrays are preceded by how many there are. Of large ones there is the digest, so that meshes
    /// are not copied.
    template <typename Items>
    void add(const Items& items) const {
        constexpr std::size_t kLarge = 1024;
        number(static_cast<double>(std::size(items)));
        const std::string_view own = bytes_of(items);
        if (own.size() > kLarge) {
            bytes += bytes_of(sha256(own));
        } else {
            bytes += own;
        }
    }
    void number(double value) const { bytes += bytes_of(std::array{value}); }
    void add(const SurfaceMesh& surface) const {
        add(surface.vertices);
        add(surface.triangles);
    }
    void add(const TetMesh& tets) const {
        add(tets.vertices);
        add(tets.tets);
    }

    void operator()(const BoxShape& box) const { add(std::array{box.size}); }
    void operator()(const HullShape& hull) const { add(hull.points); }
    void operator()(const CylinderShape& cylinder) const {
        add(std::array{cylinder.radius, cylinder.height, static_cast<double>(cylinder.sides)});
    }
    void operator()(const SphereShape& sphere) const {
        add(std::array{sphere.radius, static_cast<double>(sphere.subdivisions)});
    }
    void operator()(const TrianglesShape& triangles) const { add(triangles.surface); }
    void operator()(const MeshShape& mesh) const {
        number(mesh.scale);
        add(mesh.surface);
        add(mesh.tets);
    }
    void operator()(const CurvedShape& curved) const {
        add(smooth_numbers(curved.exact));
        number(curved.tessellation.level);
        const Quat& turn = curved.tessellation.turn;
        add(std::array{turn.w(), turn.x(), turn.y(), turn.z()});
    }
    void operator()(const TetsShape& solid) const { add(solid.tets); }
    void operator()(const ThinShape& thin) const {
        add(thin.mesh.vertices);
        add(thin.mesh.segments);
        add(thin.mesh.triangles);
        number(thin.thickness);
    }
};

}  // namespace

Sha256 shape_digest(const Shape& shape) {
    std::string bytes;
    const AppendNumbers append{bytes};
    append.number(static_cast<double>(shape.index()));
    std::visit(append, shape);
    return sha256(bytes);
}

std::shared_ptr<const SurfaceMesh> ShapeSurfaces::of(const Shape& shape) {
    const Sha256 digest = shape_digest(shape);
    Known* known = nullptr;
    {
        const std::lock_guard lock(mutex_);
        std::unique_ptr<Known>& entry = known_[digest];
        if (entry == nullptr) {
            entry = std::make_unique<Known>();
        }
        known = entry.get();
    }
    known->once.run(
        [&] { known->surface = std::make_shared<const SurfaceMesh>(make_surface(shape)); });
    return known->surface;
}

void ShapeSurfaces::forget() {
    const std::lock_guard lock(mutex_);
    known_.clear();
}

}  // namespace touchstone
