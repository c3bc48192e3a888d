// MuJoCo's collision stage for two free bodies. It replaces meshes by their convex hulls, so bodies
// are passed as boxes, hulls or convex parts.

#include <mujoco/mujoco.h>

#include <algorithm>
#include <array>
#include <cstring>
#include <map>
#include <sstream>
#include <utility>

#include "testcases/engines/engine_program.h"

namespace touchstone::engines {
namespace {

// The standard handler waits for a key, then exits.
[[noreturn]] void throw_error(const char* message) { throw std::runtime_error(message); }
void drop_warning(const char*) {}

struct ModelDeleter {
    void operator()(mjModel* model) const { mj_deleteModel(model); }
};
struct DataDeleter {
    void operator()(mjData* data) const { mj_deleteData(data); }
};

/// The two bodies alone in a world.
struct PairModel {
    std::unique_ptr<mjModel, ModelDeleter> model;
    std::unique_ptr<mjData, DataDeleter> data;
};

class Mujoco final : public Engine {
 public:
    explicit Mujoco(const EngineOptions& options) : options_(options) {
        mju_user_error = throw_error;
        mju_user_warning = drop_warning;
    }

    void load(const Body& body) override {
        for (const Primitive& primitive : body.primitives) {
            std::ostringstream nowhere;
            write_primitive(nowhere, primitive);
        }
        std::erase_if(models_, [&](const auto& entry) {
            return entry.first.first == body.id || entry.first.second == body.id;
        });
    }

    void place(const Body& a, const Placement& pose_a, const Body& b,
               const Placement& pose_b) override {
        PairModel& pair = models_[{a.id, b.id}];
        if (!pair.model) {
            pair = make_model(a, b);
        }
        pair_ = &pair;
        set_pose(0, pose_a);
        set_pose(1, pose_b);
        mj_kinematics(pair.model.get(), pair.data.get());
        mj_comPos(pair.model.get(), pair.data.get());
    }

    void collide() override { mj_collision(pair_->model.get(), pair_->data.get()); }

    /// Converts the contacts. The first axis of the frame points from geom1 to geom2, `pos` is
    /// halfway between the surfaces, `dist` is negative for penetration. MuJoCo orders the geoms of
    /// a pair by their type.
    std::vector<Contact> contacts() override {
        std::vector<Contact> contacts;
        const mjModel& model = *pair_->model;
        const mjData& data = *pair_->data;
        for (int i = 0; i < data.ncon; ++i) {
            const mjContact& found = data.contact[i];
            const double sign =
                model.geom_bodyid[found.geom1] < model.geom_bodyid[found.geom2] ? 1.0 : -1.0;
            contacts.push_back({Vec3(found.pos[0], found.pos[1], found.pos[2]),
                                sign * Vec3(found.frame[0], found.frame[1], found.frame[2]),
                                found.dist});
        }
        return contacts;
    }

 private:
    void set_pose(int body, const Placement& pose) {
        mjtNum* const q = pair_->data->qpos + 7 * body;
        const Quat& r = pose.orientation;
        const std::array<double, 7> values{
            pose.position.x(), pose.position.y(), pose.position.z(), r.w(), r.x(), r.y(), r.z()};
        std::ranges::copy(values, q);
    }

    PairModel make_model(const Body& a, const Body& b) const {
        std::ostringstream assets;
        std::ostringstream world;
        assets.precision(17);
        world.precision(17);
        for (const auto& [name, body] : {std::pair("a", &a), std::pair("b", &b)}) {
            write_body(assets, world, name, *body);
        }
        std::ostringstream xml;
        xml << "<mujoco><compiler angle='radian'/><size nconmax='1000' njmax='1'/><option>"
            << (options_.defaults ? "" : "<flag multiccd='enable'/>") << "</option><asset>"
            << assets.str() << "</asset><worldbody>" << world.str() << "</worldbody></mujoco>";
        return compile(xml.str());
    }

    void write_body(std::ostream& assets, std::ostream& world, const std::string& name,
                    const Body& body) const {
        world << "<body name='" << name << "'><freejoint/>";
        if (options_.form == Form::Box) {
            const Vec3 half = 0.5 * body.box;
            world << "<geom type='box' size='" << half.x() << ' ' << half.y() << ' ' << half.z()
                  << "'/>";
        }
        for (const Primitive& primitive : body.primitives) {
            write_primitive(world, primitive);
        }
        for (std::size_t i = 0; i < body.hulls.size(); ++i) {
            assets << "<mesh name='" << name << i << "' vertex='";
            for (const Vec3& point : body.hulls[i].points) {
                assets << point.x() << ' ' << point.y() << ' ' << point.z() << ' ';
            }
            assets << "'/>";
            world << "<geom type='mesh' mesh='" << name << i << "'/>";
        }
        world << "</body>";
    }

    /// Writes a geom, whose axis is z, with its place.
    static void write_primitive(std::ostream& world, const Primitive& primitive) {
        const Vec3 size = primitive.size;
        const double radius = primitive.radius;
        const double half = 0.5 * primitive.length;
        if (primitive.kind == "box") {
            world << "<geom type='box' size='" << 0.5 * size.transpose() << "'";
        } else if (primitive.kind == "sphere" ||
                   (primitive.kind == "capsule" && primitive.length == 0.0)) {
            // Capsules without a length are refused.
            world << "<geom type='sphere' size='" << radius << "'";
        } else if (primitive.kind == "ellipsoid") {
            world << "<geom type='ellipsoid' size='" << size.transpose() << "'";
        } else if (primitive.kind == "capsule" || primitive.kind == "cylinder") {
            world << "<geom type='" << primitive.kind << "' size='" << radius << ' ' << half << "'";
        } else {
            refuse("MuJoCo", primitive);
        }
        const auto [position, q] = with_axis_z(primitive);
        world << " pos='" << position.transpose() << "' quat='" << q.w() << ' ' << q.x() << ' '
              << q.y() << ' ' << q.z() << "'/>";
    }

    static PairModel compile(const std::string& xml) {
        mjVFS files;
        mj_defaultVFS(&files);
        constexpr const char* kName = "pair.xml";
        if (mj_makeEmptyFileVFS(&files, kName, static_cast<int>(xml.size())) != 0) {
            throw std::runtime_error("MuJoCo took no file of " + std::to_string(xml.size()) +
                                     " bytes");
        }
        std::memcpy(files.filedata[mj_findFileVFS(&files, kName)], xml.data(), xml.size());
        std::array<char, 1024> message{};
        PairModel pair;
        pair.model.reset(
            mj_loadXML(kName, &files, message.data(), static_cast<int>(message.size())));
        mj_deleteVFS(&files);
        if (!pair.model) {
            throw Unsupported("MuJoCo makes no model of the pair: " + std::string(message.data()));
        }
        pair.data.reset(mj_makeData(pair.model.get()));
        return pair;
    }

    EngineOptions options_;
    std::map<std::pair<int, int>, PairModel> models_;
    PairModel* pair_ = nullptr;
};

}  // namespace
}  // namespace touchstone::engines

int main(int argc, char** argv) {
    using namespace touchstone::engines;
    return run_engine(
        argc, argv,
        {.name = "mujoco",
         .version = mj_versionString(),
         .precision = "double, meshes single",
         .forms = {Form::Hull, Form::Box, Form::Parts, Form::Primitive},
         .best = "margin 0, multiccd",
         .standard = "margin 0",
         .make = [](const EngineOptions& options) { return std::make_unique<Mujoco>(options); }});
}
