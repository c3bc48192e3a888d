// The Flexible Collision Library's fcl::collide with contacts.

#include <fcl/config.h>
#include <fcl/geometry/bvh/BVH_model.h>
#include <fcl/geometry/shape/box.h>
#include <fcl/geometry/shape/capsule.h>
#include <fcl/geometry/shape/cone.h>
#include <fcl/geometry/shape/convex.h>
#include <fcl/geometry/shape/cylinder.h>
#include <fcl/geometry/shape/ellipsoid.h>
#include <fcl/geometry/shape/sphere.h>
#include <fcl/narrowphase/collision.h>
#include <fcl/narrowphase/collision_object.h>

#include <map>

#include "testcases/engines/engine_program.h"

namespace touchstone::engines {
namespace {

using Geometry = std::shared_ptr<fcl::CollisionGeometryd>;

fcl::Transform3d to_fcl(const Placement& pose) {
    fcl::Transform3d transform = fcl::Transform3d::Identity();
    transform.linear() = pose.orientation.toRotationMatrix();
    transform.translation() = pose.position;
    return transform;
}

Geometry make_convex(const Hull& hull) {
    const auto points = std::make_shared<std::vector<Vec3>>(hull.points);
    const auto faces = std::make_shared<std::vector<int>>();
    for (const Triangle& t : hull.faces) {
        faces->push_back(3);
        faces->insert(faces->end(), t.begin(), t.end());
    }
    return std::make_shared<fcl::Convexd>(points, static_cast<int>(hull.faces.size()), faces);
}

Geometry make_mesh(const Body& body) {
    const auto mesh = std::make_shared<fcl::BVHModel<fcl::OBBRSSd>>();
    std::vector<fcl::Triangle> triangles;
    for (const Triangle& t : body.faces) {
        triangles.emplace_back(t[0], t[1], t[2]);
    }
    mesh->beginModel();
    mesh->addSubModel(body.vertices, triangles);
    mesh->endModel();
    return mesh;
}

Geometry make_primitive(const Primitive& primitive) {
    const double radius = primitive.radius;
    const double length = primitive.length;
    if (primitive.kind == "box") {
        return std::make_shared<fcl::Boxd>(primitive.size);
    }
    if (primitive.kind == "sphere") {
        return std::make_shared<fcl::Sphered>(radius);
    }
    if (primitive.kind == "ellipsoid") {
        return std::make_shared<fcl::Ellipsoidd>(primitive.size);
    }
    if (primitive.kind == "capsule") {
        return std::make_shared<fcl::Capsuled>(radius, length);
    }
    if (primitive.kind == "cylinder") {
        return std::make_shared<fcl::Cylinderd>(radius, length);
    }
    if (primitive.kind == "cone") {
        return std::make_shared<fcl::Coned>(radius, length);
    }
    refuse("FCL", primitive);
}

/// A geometry with its place in the body's frame.
struct PlacedGeometry {
    Geometry geometry;
    Placement body_from_geometry;
};

class Fcl final : public Engine {
 public:
    explicit Fcl(const EngineOptions& options) : options_(options) {
        request_.enable_contact = true;
        request_.num_max_contacts = options.defaults ? 1 : 4096;
    }

    void load(const Body& body) override {
        std::vector<PlacedGeometry>& geometries = bodies_[body.id];
        geometries.clear();
        switch (options_.form) {
            case Form::Box:
                geometries.push_back({std::make_shared<fcl::Boxd>(body.box), {}});
                break;
            case Form::Mesh:
                geometries.push_back({make_mesh(body), {}});
                break;
            case Form::Hull:
            case Form::Parts:
                for (const Hull& hull : body.hulls) {
                    geometries.push_back({make_convex(hull), {}});
                }
                break;
            case Form::Primitive:
                for (const Primitive& primitive : body.primitives) {
                    geometries.push_back({make_primitive(primitive), with_axis_z(primitive)});
                }
                break;
        }
    }

    void place(const Body& a, const Placement& pose_a, const Body& b,
               const Placement& pose_b) override {
        a_ = &bodies_.at(a.id);
        b_ = &bodies_.at(b.id);
        pose_a_ = pose_a;
        pose_b_ = pose_b;
    }

    void collide() override {
        found_.clear();
        for (const PlacedGeometry& a : *a_) {
            for (const PlacedGeometry& b : *b_) {
                fcl::CollisionResultd result;
                fcl::collide(a.geometry.get(), to_fcl(pose_a_ * a.body_from_geometry),
                             b.geometry.get(), to_fcl(pose_b_ * b.body_from_geometry), request_,
                             result);
                result.getContacts(more_);
                found_.insert(found_.end(), more_.begin(), more_.end());
            }
        }
    }

    /// Converts the contacts. The normal points from the first to the second object, `pos` is
    /// halfway between the surfaces, the depth is positive for penetration.
    std::vector<Contact> contacts() override {
        std::vector<Contact> contacts;
        for (const fcl::Contactd& found : found_) {
            contacts.push_back({found.pos, unit(found.normal), -found.penetration_depth});
        }
        return contacts;
    }

 private:
    EngineOptions options_;
    fcl::CollisionRequestd request_;
    std::map<int, std::vector<PlacedGeometry>> bodies_;
    const std::vector<PlacedGeometry>* a_ = nullptr;
    const std::vector<PlacedGeometry>* b_ = nullptr;
    Placement pose_a_;
    Placement pose_b_;
    std::vector<fcl::Contactd> more_;
    std::vector<fcl::Contactd> found_;
};

}  // namespace
}  // namespace touchstone::engines

int main(int argc, char** argv) {
    using namespace touchstone::engines;
    return run_engine(
        argc, argv,
        {.name = "fcl",
         .version = FCL_VERSION,
         .precision = "double",
         .forms = {Form::Mesh, Form::Box, Form::Hull, Form::Parts, Form::Primitive},
         .best = "up to 4096 contacts",
         .standard = "one contact",
         .make = [](const EngineOptions& options) { return std::make_unique<Fcl>(options); }});
}
