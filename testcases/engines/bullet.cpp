// Bullet's narrow phase: the contact manifold that its solver would receive, with at most four
// points per pair of convex shapes.

#include <BulletCollision/CollisionDispatch/btCollisionObjectWrapper.h>
#include <BulletCollision/Gimpact/btGImpactCollisionAlgorithm.h>
#include <BulletCollision/Gimpact/btGImpactShape.h>
#include <btBulletCollisionCommon.h>

#include <algorithm>
#include <map>

#include "testcases/engines/engine_program.h"

namespace touchstone::engines {
namespace {

btVector3 to_bullet(const Vec3& v) { return {v.x(), v.y(), v.z()}; }
Vec3 from_bullet(const btVector3& v) { return {v.x(), v.y(), v.z()}; }

btTransform to_bullet(const Placement& pose) {
    const Quat& q = pose.orientation;
    return btTransform(btQuaternion(q.x(), q.y(), q.z(), q.w()), to_bullet(pose.position));
}

/// A shape and the data that it points to.
struct OwnedShape {
    std::vector<std::unique_ptr<btCollisionShape>> parts;
    std::unique_ptr<btTriangleMesh> triangles;
    std::unique_ptr<btCollisionShape> shape;
};

class Bullet final : public Engine {
 public:
    explicit Bullet(const EngineOptions& options)
        : options_(options), dispatcher_(&configuration_) {
        btGImpactCollisionAlgorithm::registerAlgorithm(&dispatcher_);
    }

    void load(const Body& body) override { shapes_[body.id] = make_shape(body); }

    void place(const Body& a, const Placement& pose_a, const Body& b,
               const Placement& pose_b) override {
        object_a_.setCollisionShape(shapes_.at(a.id).shape.get());
        object_b_.setCollisionShape(shapes_.at(b.id).shape.get());
        object_a_.setWorldTransform(to_bullet(pose_a));
        object_b_.setWorldTransform(to_bullet(pose_b));
        if (!options_.defaults) {
            const bool round = has_sphere(a) || has_sphere(b);
            configuration_.setConvexConvexMultipointIterations(round ? 0 : kTurns, kTurns);
        }
    }

    void collide() override {
        contacts_.clear();
        const btCollisionObjectWrapper a(nullptr, object_a_.getCollisionShape(), &object_a_,
                                         object_a_.getWorldTransform(), -1, -1);
        const btCollisionObjectWrapper b(nullptr, object_b_.getCollisionShape(), &object_b_,
                                         object_b_.getWorldTransform(), -1, -1);
        btCollisionAlgorithm* const algorithm =
            dispatcher_.findAlgorithm(&a, &b, nullptr, BT_CONTACT_POINT_ALGORITHMS);
        btManifoldResult result(&a, &b);
        algorithm->processCollision(&a, &b, dispatch_, &result);
        btManifoldArray manifolds;
        algorithm->getAllContactManifolds(manifolds);
        for (int i = 0; i < manifolds.size(); ++i) {
            read(*manifolds[i]);
        }
        algorithm->~btCollisionAlgorithm();
        dispatcher_.freeCollisionAlgorithm(algorithm);
    }

    std::vector<Contact> contacts() override { return contacts_; }

 private:
    /// Number of small turns of the bodies by which further points of a manifold are found. A
    /// sphere touches in one point, whose normal they would only turn.
    static constexpr int kTurns = 3;

    static bool has_sphere(const Body& body) {
        return std::ranges::count(body.primitives, "sphere", &Primitive::kind) > 0;
    }

    OwnedShape make_shape(const Body& body) const {
        OwnedShape owned;
        switch (options_.form) {
            case Form::Box:
                owned.shape = std::make_unique<btBoxShape>(to_bullet(0.5 * body.box));
                break;
            case Form::Hull:
                owned.shape = make_hull(body.hulls.front());
                break;
            case Form::Mesh: {
                owned.triangles = std::make_unique<btTriangleMesh>();
                for (const Triangle& t : body.faces) {
                    owned.triangles->addTriangle(to_bullet(body.vertices[t[0]]),
                                                 to_bullet(body.vertices[t[1]]),
                                                 to_bullet(body.vertices[t[2]]));
                }
                auto mesh = std::make_unique<btGImpactMeshShape>(owned.triangles.get());
                mesh->setMargin(options_.defaults ? mesh->getMargin() : 0.0);
                mesh->updateBound();
                owned.shape = std::move(mesh);
                return owned;
            }
            case Form::Parts: {
                auto compound = std::make_unique<btCompoundShape>();
                for (const Hull& hull : body.hulls) {
                    owned.parts.push_back(make_hull(hull));
                    compound->addChildShape(btTransform::getIdentity(), owned.parts.back().get());
                }
                owned.shape = std::move(compound);
                break;
            }
            case Form::Primitive:
                make_primitives(body.primitives, owned);
                break;
        }
        if (!options_.defaults) {
            owned.shape->setMargin(0.0);
        }
        return owned;
    }

    /// Makes one shape, or a compound of them where a part has a place of its own. A sphere's and a
    /// capsule's margin is their radius, which setMargin leaves alone.
    void make_primitives(const std::vector<Primitive>& primitives, OwnedShape& owned) const {
        auto compound = std::make_unique<btCompoundShape>();
        for (const Primitive& primitive : primitives) {
            owned.parts.push_back(make_primitive(primitive));
            if (!options_.defaults) {
                owned.parts.back()->setMargin(0.0);
            }
            compound->addChildShape(to_bullet(primitive.body_from_solid), owned.parts.back().get());
        }
        const Placement& first = primitives.front().body_from_solid;
        if (primitives.size() == 1 && first.position.isZero(0.0) &&
            first.orientation.coeffs() == Quat::Identity().coeffs()) {
            owned.shape = std::move(owned.parts.front());
            owned.parts.clear();
        } else {
            owned.shape = std::move(compound);
        }
    }

    static std::unique_ptr<btCollisionShape> make_primitive(const Primitive& primitive) {
        const double radius = primitive.radius;
        const double length = primitive.length;
        if (primitive.kind == "box") {
            return std::make_unique<btBoxShape>(to_bullet(0.5 * primitive.size));
        }
        if (primitive.kind == "sphere") {
            return std::make_unique<btSphereShape>(radius);
        }
        if (primitive.kind == "capsule") {
            return std::make_unique<btCapsuleShape>(radius, length);
        }
        if (primitive.kind == "cylinder") {
            return std::make_unique<btCylinderShape>(btVector3(radius, 0.5 * length, radius));
        }
        if (primitive.kind == "cone") {
            return std::make_unique<btConeShape>(radius, length);
        }
        refuse("Bullet", primitive);
    }

    std::unique_ptr<btCollisionShape> make_hull(const Hull& hull) const {
        auto shape = std::make_unique<btConvexHullShape>();
        for (const Vec3& point : hull.points) {
            shape->addPoint(to_bullet(point), false);
        }
        shape->recalcLocalAabb();
        if (!options_.defaults) {
            shape->setMargin(0.0);
            shape->initializePolyhedralFeatures();  // whole faces are clipped against each other
        }
        return shape;
    }

    /// Reads a manifold, whose normal points from its body 1 to its body 0.
    void read(const btPersistentManifold& manifold) {
        const double sign = manifold.getBody0() == &object_a_ ? -1.0 : 1.0;
        for (int i = 0; i < manifold.getNumContacts(); ++i) {
            const btManifoldPoint& point = manifold.getContactPoint(i);
            contacts_.push_back({0.5 * (from_bullet(point.getPositionWorldOnA()) +
                                        from_bullet(point.getPositionWorldOnB())),
                                 sign * unit(from_bullet(point.m_normalWorldOnB)),
                                 point.getDistance()});
        }
    }

    EngineOptions options_;
    btDefaultCollisionConfiguration configuration_;
    btCollisionDispatcher dispatcher_;
    btDispatcherInfo dispatch_;
    std::map<int, OwnedShape> shapes_;
    btCollisionObject object_a_;
    btCollisionObject object_b_;
    std::vector<Contact> contacts_;
};

}  // namespace
}  // namespace touchstone::engines

int main(int argc, char** argv) {
    using namespace touchstone::engines;
    return run_engine(
        argc, argv,
        {.name = "bullet",
         .version =
             std::to_string(btGetVersion() / 100) + "." + std::to_string(btGetVersion() % 100),
         .precision = "double",
         .forms = {Form::Hull, Form::Box, Form::Mesh, Form::Parts, Form::Primitive},
         .best = "margins 0, polyhedral clipping, 3 multipoint iterations but for spheres",
         .standard = "margins 0.04 m",
         .make = [](const EngineOptions& options) { return std::make_unique<Bullet>(options); }});
}
