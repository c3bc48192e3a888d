// The Flexible Collision Library's fcl::collide with contacts.

#include <fcl/config.h>
#include <fcl/geometry/bvh/BVH_model.h>
#include <fcl/geometry/shape/box.h>
#include <fcl/geometry/shape/convex.h>
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

class Fcl final : public Engine {
 public:
    explicit Fcl(const EngineOptions& options) : options_(options) {
        request_.enable_contact = true;
        request_.num_max_contacts = options.defaults ? 1 : 4096;
    }

    void load(const Body& body) override {
        std::vector<Geometry>& geometries = bodies_[body.id];
        switch (options_.form) {
            case Form::Box:
                geometries = {std::make_shared<fcl::Boxd>(body.box)};
                break;
            case Form::Mesh:
                geometries = {make_mesh(body)};
                break;
            case Form::Hull:
            case Form::Parts:
                for (const Hull& hull : body.hulls) {
                    geometries.push_back(make_convex(hull));
                }
                break;
        }
    }

    void place(const Body& a, const Placement& pose_a, const Body& b,
               const Placement& pose_b) override {
        a_ = &bodies_.at(a.id);
        b_ = &bodies_.at(b.id);
        pose_a_ = to_fcl(pose_a);
        pose_b_ = to_fcl(pose_b);
    }

    void collide() override {
        found_.clear();
        for (const Geometry& a : *a_) {
            for (const Geometry& b : *b_) {
                fcl::CollisionResultd result;
                fcl::collide(a.get(), pose_a_, b.get(), pose_b_, request_, result);
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
    std::map<int, std::vector<Geometry>> bodies_;
    const std::vector<Geometry>* a_ = nullptr;
    const std::vector<Geometry>* b_ = nullptr;
    fcl::Transform3d pose_a_;
    fcl::Transform3d pose_b_;
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
         .forms = {Form::Mesh, Form::Box, Form::Hull, Form::Parts},
         .best = "up to 4096 contacts",
         .standard = "one contact",
         .make = [](const EngineOptions& options) { return std::make_unique<Fcl>(options); }});
}
