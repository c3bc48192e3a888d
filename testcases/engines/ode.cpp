// The Open Dynamics Engine's dCollide, with room for every contact that it finds.

#include <ode/ode.h>

#include <array>
#include <map>

#include "testcases/engines/engine_program.h"

namespace touchstone::engines {
namespace {

Vec3 from_ode(const dReal* v) { return {v[0], v[1], v[2]}; }

/// One geom per convex part, with the arrays that they point to.
struct OwnedGeoms {
    std::vector<dGeomID> geoms;
    std::vector<Placement> places;  ///< places of the geoms in body frame
    std::vector<std::vector<dReal>> numbers;
    std::vector<std::vector<unsigned>> polygons;
    std::vector<dTriIndex> indices;
};

class Ode final : public Engine {
 public:
    explicit Ode(const EngineOptions& options) : options_(options) { dInitODE2(0); }
    ~Ode() override {
        for (const auto& [id, pair] : bodies_) {
            for (const OwnedGeoms& owned : pair) {
                for (const dGeomID geom : owned.geoms) {
                    dGeomDestroy(geom);
                }
            }
        }
        dCloseODE();
    }

    void load(const Body& body) override {
        for (OwnedGeoms& owned : bodies_[body.id]) {
            make_geoms(owned, body);
        }
    }

    void place(const Body& a, const Placement& pose_a, const Body& b,
               const Placement& pose_b) override {
        a_ = &place_one(bodies_.at(a.id)[0], pose_a);
        b_ = &place_one(bodies_.at(b.id)[1], pose_b);
    }

    void collide() override {
        found_.clear();
        for (const dGeomID a : a_->geoms) {
            for (const dGeomID b : b_->geoms) {
                collide(a, b);
            }
        }
    }

    /// Converts the contacts. The normal points into A. `pos` lies halfway for two convex geoms;
    /// for two meshes, and a box and a cylinder, it lies on the surface of either, and since
    /// nothing tells which, it stays.
    std::vector<Contact> contacts() override {
        std::vector<Contact> contacts;
        for (const dContactGeom& found : found_) {
            contacts.push_back({from_ode(found.pos), -unit(from_ode(found.normal)), -found.depth});
        }
        return contacts;
    }

 private:
    static constexpr int kMost = 4096;

    void make_geoms(OwnedGeoms& owned, const Body& body) const {
        switch (options_.form) {
            case Form::Box:
                owned.geoms = {dCreateBox(nullptr, body.box.x(), body.box.y(), body.box.z())};
                owned.places = {Placement{}};
                break;
            case Form::Mesh:
                owned.geoms = {make_mesh(owned, body)};
                owned.places = {Placement{}};
                break;
            case Form::Hull:
            case Form::Parts:
                // the arrays must not move any more
                owned.numbers.reserve(2 * body.hulls.size());
                owned.polygons.reserve(body.hulls.size());
                for (const Hull& hull : body.hulls) {
                    owned.places.push_back({centre(hull)});
                    owned.geoms.push_back(make_convex(owned, hull, owned.places.back().position));
                }
                break;
            case Form::Primitive:
                for (const Primitive& primitive : body.primitives) {
                    owned.geoms.push_back(make_primitive(primitive));
                    owned.places.push_back(with_axis_z(primitive));
                }
                break;
        }
    }

    static OwnedGeoms& place_one(OwnedGeoms& owned, const Placement& pose) {
        for (std::size_t i = 0; i < owned.geoms.size(); ++i) {
            const Placement place = pose * owned.places[i];
            const Quat& q = place.orientation;
            const dQuaternion rotation{q.w(), q.x(), q.y(), q.z()};
            dGeomSetPosition(owned.geoms[i], place.position.x(), place.position.y(),
                             place.position.z());
            dGeomSetQuaternion(owned.geoms[i], rotation);
        }
        return owned;
    }

    void collide(dGeomID a, dGeomID b) {
        buffer_.resize(kMost);
        if (dGeomGetClass(a) == dBoxClass && dGeomGetClass(b) == dBoxClass) {
            collide_boxes(a, b);
        } else {
            const int count = dCollide(a, b, kMost, buffer_.data(), sizeof(dContactGeom));
            const double side = is_ball_on_other(a, b) ? -0.5 : is_ball_on_other(b, a) ? 0.5 : 0.0;
            for (int i = 0; i < count; ++i) {
                dContactGeom& found = found_.emplace_back(buffer_[i]);
                for (int k = 0; k < 3; ++k) {
                    found.pos[k] += side * found.depth * found.normal[k];
                }
            }
        }
    }

    /// Returns true for a ball and a box or cylinder: their point is on the surface of the latter.
    static bool is_ball_on_other(dGeomID ball, dGeomID other) {
        return dGeomGetClass(ball) == dSphereClass &&
               (dGeomGetClass(other) == dBoxClass || dGeomGetClass(other) == dCylinderClass);
    }

    /// Does the work of dCollide for two boxes, which does not tell where the points are: on the
    /// surface of B where a face meets (codes to 6), halfway where two edges do.
    void collide_boxes(dGeomID a, dGeomID b) {
        dVector3 sides_a;
        dVector3 sides_b;
        dGeomBoxGetLengths(a, sides_a);
        dGeomBoxGetLengths(b, sides_b);
        dVector3 normal;
        dReal depth = 0.0;
        int code = 0;
        const int count = dBoxBox(dGeomGetPosition(a), dGeomGetRotation(a), sides_a,
                                  dGeomGetPosition(b), dGeomGetRotation(b), sides_b, normal, &depth,
                                  &code, kMost, buffer_.data(), sizeof(dContactGeom));
        for (int i = 0; i < count; ++i) {
            dContactGeom& found = found_.emplace_back(buffer_[i]);
            for (int k = 0; k < 3; ++k) {
                found.normal[k] = -normal[k];
                found.pos[k] += code <= 6 ? 0.5 * found.depth * normal[k] : 0.0;
            }
        }
    }

    static dGeomID make_mesh(OwnedGeoms& owned, const Body& body) {
        std::vector<dReal>& numbers = owned.numbers.emplace_back();
        for (const Vec3& vertex : body.vertices) {
            numbers.insert(numbers.end(), vertex.data(), vertex.data() + 3);
        }
        for (const Triangle& t : body.faces) {
            owned.indices.insert(owned.indices.end(), t.begin(), t.end());
        }
        const dTriMeshDataID data = dGeomTriMeshDataCreate();
        dGeomTriMeshDataBuildDouble(data, numbers.data(), 3 * sizeof(dReal),
                                    static_cast<int>(body.vertices.size()), owned.indices.data(),
                                    static_cast<int>(owned.indices.size()), 3 * sizeof(dTriIndex));
        return dCreateTriMesh(nullptr, data, nullptr, nullptr, nullptr);
    }

    static dGeomID make_primitive(const Primitive& primitive) {
        if (primitive.kind == "box") {
            const Vec3& size = primitive.size;
            return dCreateBox(nullptr, size.x(), size.y(), size.z());
        }
        if (primitive.kind == "sphere") {
            return dCreateSphere(nullptr, primitive.radius);
        }
        if (primitive.kind == "capsule") {
            return dCreateCapsule(nullptr, primitive.radius, primitive.length);
        }
        if (primitive.kind == "cylinder") {
            return dCreateCylinder(nullptr, primitive.radius, primitive.length);
        }
        refuse("ODE", primitive);
    }

    static Vec3 centre(const Hull& hull) {
        Vec3 sum = Vec3::Zero();
        for (const Vec3& point : hull.points) {
            sum += point;
        }
        return sum / static_cast<double>(hull.points.size());
    }

    /// Makes a convex geom around an origin inside: elsewhere ODE takes faces for back to front.
    static dGeomID make_convex(OwnedGeoms& owned, const Hull& hull, const Vec3& origin) {
        std::vector<dReal>& planes = owned.numbers.emplace_back();
        std::vector<unsigned>& polygons = owned.polygons.emplace_back();
        for (const Triangle& t : hull.faces) {
            const Vec3 corner = hull.points[t[0]] - origin;
            const Vec3 normal = (hull.points[t[1]] - hull.points[t[0]])
                                    .cross(hull.points[t[2]] - hull.points[t[0]])
                                    .normalized();
            planes.insert(planes.end(), {normal.x(), normal.y(), normal.z(), normal.dot(corner)});
            polygons.push_back(3);
            polygons.insert(polygons.end(), t.begin(), t.end());
        }
        std::vector<dReal>& points = owned.numbers.emplace_back();
        for (const Vec3& point : hull.points) {
            const Vec3 relative = point - origin;
            points.insert(points.end(), relative.data(), relative.data() + 3);
        }
        return dCreateConvex(nullptr, planes.data(), static_cast<unsigned>(hull.faces.size()),
                             points.data(), static_cast<unsigned>(hull.points.size()),
                             polygons.data());
    }

    EngineOptions options_;
    /// Two sets, as A and as B: two bodies of one shape have one number and two poses.
    std::map<int, std::array<OwnedGeoms, 2>> bodies_;
    OwnedGeoms* a_ = nullptr;
    OwnedGeoms* b_ = nullptr;
    std::vector<dContactGeom> buffer_;
    std::vector<dContactGeom> found_;
};

}  // namespace
}  // namespace touchstone::engines

int main(int argc, char** argv) {
    using namespace touchstone::engines;
    return run_engine(
        argc, argv,
        {.name = "ode",
         .version = TOUCHSTONE_ODE_VERSION,
         .precision = "double",
         .forms = {Form::Box, Form::Hull, Form::Mesh, Form::Parts, Form::Primitive},
         .best = "up to 4096 contacts",
         .standard = "up to 4096 contacts",
         .make = [](const EngineOptions& options) { return std::make_unique<Ode>(options); }});
}
