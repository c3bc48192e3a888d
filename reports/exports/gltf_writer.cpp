#include "reports/exports/gltf_writer.h"

#include <algorithm>
#include <array>
#include <limits>
#include <nlohmann/json.hpp>
#include <span>
#include <utility>

#include "methods/base/error.h"
#include "reports/exports/gltf_buffer.h"
#include "reports/shell/output_file.h"

namespace touchstone::reports {
namespace {

using Json = nlohmann::ordered_json;

constexpr int kMostShapes = 2000;  // of an elastic body: its weights grow as their square, 16 MB

/// Colours in linear RGB: the ground, then stones that differ enough to be distinguished side by
/// side.
constexpr std::array<std::array<double, 3>, 7> kMaterialColors{{{0.32, 0.32, 0.32},
                                                                {0.56, 0.45, 0.33},
                                                                {0.40, 0.48, 0.50},
                                                                {0.62, 0.56, 0.42},
                                                                {0.44, 0.38, 0.36},
                                                                {0.46, 0.52, 0.40},
                                                                {0.60, 0.42, 0.34}}};
constexpr int kGround = 0;

/// Returns the stone's colour by its index among the bodies.
int color_index(const BodySetup& body, int index) {
    return body.fixed ? kGround : 1 + index % (static_cast<int>(kMaterialColors.size()) - 1);
}

std::array<float, 3> translation_of(const Pose& pose) {
    const Vec3& t = pose.translation;
    return {static_cast<float>(t.x()), static_cast<float>(t.y()), static_cast<float>(t.z())};
}

/// Returns x, y, z, w of one of the two equal rotations ±q: the one on the side of `near`, so that
/// players which blend between frames turn the short way.
std::array<float, 4> rotation_of(const Pose& pose, const Quat& near) {
    Quat q = pose.rotation.normalized();
    if (q.dot(near) < 0.0) {
        q.coeffs() = -q.coeffs();
    }
    return {static_cast<float>(q.x()), static_cast<float>(q.y()), static_cast<float>(q.z()),
            static_cast<float>(q.w())};
}

/// The numbers of one body's track, in sequence.
struct ChannelTrack {
    std::vector<float> translations;
    std::vector<float> rotations;
};

ChannelTrack make_track(const Motion& motion, int body) {
    ChannelTrack track;
    Quat last = motion.poses[0][body].rotation;
    for (const std::vector<Pose>& poses : motion.poses) {
        const std::array<float, 3> t = translation_of(poses[body]);
        const std::array<float, 4> r = rotation_of(poses[body], last);
        track.translations.insert(track.translations.end(), t.begin(), t.end());
        track.rotations.insert(track.rotations.end(), r.begin(), r.end());
        last = Quat(r[3], r[0], r[1], r[2]);
    }
    return track;
}

/// Returns true when not all groups of so many numbers are equal.
bool varies(const std::vector<float>& numbers, std::size_t group) {
    return !std::equal(numbers.begin() + group, numbers.end(), numbers.begin());
}

Json make_materials() {
    Json materials = Json::array();
    for (std::size_t i = 0; i < kMaterialColors.size(); ++i) {
        const auto& [red, green, blue] = kMaterialColors[i];
        materials.push_back(
            {{"name", i == kGround ? std::string("fixed") : "stone " + std::to_string(i)},
             {"pbrMetallicRoughness",
              {{"baseColorFactor", {red, green, blue, 1.0}},
               {"metallicFactor", 0.0},
               {"roughnessFactor", 0.9}}}});
    }
    return materials;
}

/// The shapes of a body by time; nothing for a rigid one.
std::vector<std::vector<Vec3>> shapes_of(const Motion& motion, int body) {
    std::vector<std::vector<Vec3>> shapes;
    shapes.reserve(motion.shapes.size());
    for (const std::vector<std::vector<Vec3>>& bodies : motion.shapes) {
        if (!bodies[body].empty()) {
            shapes.push_back(bodies[body]);
        }
    }
    return shapes;
}

Json make_nodes(GltfBuffer& buffer, GltfMeshes& meshes, const TestCase& test_case,
                const std::vector<SurfaceMesh>& surfaces, const Motion& motion) {
    const std::vector<Pose>& poses = motion.poses[0];
    Json nodes = Json::array();
    for (int i = 0; i < std::ssize(test_case.bodies); ++i) {
        const BodySetup& body = test_case.bodies[i];
        const std::vector<std::vector<Vec3>> shapes = shapes_of(motion, i);
        const int mesh =
            shapes.empty() ? meshes.find(buffer, surfaces[i], color_index(body, i))
                           : meshes.add_elastic(buffer, surfaces[i], color_index(body, i), shapes);
        nodes.push_back({{"name", body.name},
                         {"mesh", mesh},
                         {"translation", translation_of(poses[i])},
                         {"rotation", rotation_of(poses[i], poses[i].rotation)}});
    }
    return nodes;
}

/// Weights of the shapes after the first, by time: that of the time's own is 1.
std::vector<float> shape_weights(std::size_t times) {
    std::vector<float> weights(times * (times - 1), 0.0F);
    for (std::size_t k = 1; k < times; ++k) {
        weights[k * (times - 1) + k - 1] = 1.0F;
    }
    return weights;
}

/// Returns nothing for scenes of one time, or in which nothing moves.
Json make_animation(GltfBuffer& buffer, const Motion& motion, int body_count) {
    Json channels = Json::array();
    Json samplers = Json::array();
    const std::vector<float> times(motion.times.begin(), motion.times.end());
    int time_accessor = -1;
    /// `group`: numbers for each time.
    const auto add_channel = [&](const std::vector<float>& numbers, int components, int node,
                                 const char* path, std::size_t group) {
        if (!varies(numbers, group)) {
            return;
        }
        if (time_accessor < 0) {
            time_accessor = buffer.add(times, 1, 0);
            buffer.state_range(time_accessor, times, 1);
        }
        const int output = buffer.add(numbers, components, 0);
        samplers.push_back(
            {{"input", time_accessor}, {"output", output}, {"interpolation", "LINEAR"}});
        channels.push_back(
            {{"sampler", samplers.size() - 1}, {"target", {{"node", node}, {"path", path}}}});
    };
    for (int i = 0; i < body_count; ++i) {
        const ChannelTrack track = make_track(motion, i);
        add_channel(track.translations, 3, i, "translation", 3);
        add_channel(track.rotations, 4, i, "rotation", 4);
        if (times.size() > 1 && !motion.shapes.empty() && !motion.shapes[0][i].empty()) {
            add_channel(shape_weights(times.size()), 1, i, "weights", times.size() - 1);
        }
    }
    if (channels.empty()) {
        return nullptr;
    }
    return {{"name", "motion"}, {"channels", channels}, {"samplers", samplers}};
}

Json make_extras(const Recording& recording) {
    const RecordingHeader& header = recording.header();
    Json settings = Json::object();
    for (const Assignment& setting : header.settings) {
        settings[setting.owner + "." + setting.option] = setting.value;
    }
    return {{"schema", "touchstone-recording-gltf-1"},
            {"case", header.case_name},
            {"generator", header.generator},
            {"recorded_by", {{"version", header.version}, {"commit", header.commit}}},
            {"settings", settings}};
}

/// The vertices of elastic bodies in the frames of their poses, by body.
std::vector<std::vector<Vec3>> shapes_in_frames(const Recording& recording,
                                                const std::vector<SurfaceMesh>& surfaces,
                                                const StepRecord& record) {
    const FrameSurfaces frame = frame_surfaces(recording, surfaces, record);
    std::vector<std::vector<Vec3>> shapes(surfaces.size());
    for (int i = 0; i < std::ssize(surfaces); ++i) {
        if (!is_elastic(recording, i)) {
            continue;
        }
        const Pose& pose = record.bodies[i].world_from_body;
        shapes[i].reserve(frame.points[i].size());
        for (const Vec3& point : frame.points[i]) {
            shapes[i].emplace_back(pose.rotation.conjugate() * (point - pose.translation));
        }
    }
    return shapes;
}

/// Drops times that single precision cannot distinguish, since the format requires them to ascend.
Motion with_rising_times(const Motion& motion) {
    Motion result;
    float last = -std::numeric_limits<float>::infinity();
    for (std::size_t i = 0; i < motion.times.size(); ++i) {
        const auto time = static_cast<float>(motion.times[i]);
        if (time > last) {
            result.times.push_back(motion.times[i]);
            result.poses.push_back(motion.poses[i]);
            if (!motion.shapes.empty()) {
                result.shapes.push_back(motion.shapes[i]);
            }
            last = time;
        }
    }
    return result;
}

}  // namespace

std::string make_glb(const Recording& recording, const std::vector<SurfaceMesh>& surfaces,
                     const Motion& motion, const std::string& origin) {
    const TestCase& test_case = recording.test_case();
    const int body_count = static_cast<int>(test_case.bodies.size());
    GltfBuffer buffer;
    GltfMeshes meshes;
    const Motion rising = with_rising_times(motion);
    const Json nodes = make_nodes(buffer, meshes, test_case, surfaces, rising);
    const Json animation = make_animation(buffer, rising, body_count);
    std::vector<int> roots(body_count);
    for (int i = 0; i < body_count; ++i) {
        roots[i] = i;
    }
    Json file{
        {"asset", {{"version", "2.0"}, {"generator", origin}, {"extras", make_extras(recording)}}},
        {"scene", 0},
        {"scenes", Json::array({{{"name", test_case.id}, {"nodes", roots}}})},
        {"nodes", nodes},
        {"meshes", meshes.json()},
        {"materials", make_materials()}};
    if (!animation.is_null()) {
        file["animations"] = Json::array({animation});
    }
    file["accessors"] = buffer.accessors();
    file["bufferViews"] = buffer.views();
    file["buffers"] = Json::array({{{"byteLength", buffer.bytes().size()}}});
    return pack_glb(file.dump(-1, ' ', false, Json::error_handler_t::replace), buffer.bytes(),
                    recording.path().string());
}

int export_gltf(const ExportTask& task) {
    if (!task.recording.header().elastic.bodies.empty() && std::ssize(task.steps) > kMostShapes) {
        throw UsageError("gltf holds elastic bodies in " + std::to_string(kMostShapes) +
                         " steps at most, and these are " + std::to_string(task.steps.size()) +
                         "; choose some with --steps A:B or --every N, or take --to vtk");
    }
    check_export(task);
    const std::vector<SurfaceMesh> surfaces = make_surfaces(task.recording);
    Motion motion;
    const int done =
        for_each_frame(task.recording, task.steps, task.loop, [&](const StepRecord& record) {
            motion.times.push_back(record.time);
            motion.poses.push_back(body_poses(record));
            if (!task.recording.header().elastic.bodies.empty()) {
                motion.shapes.push_back(shapes_in_frames(task.recording, surfaces, record));
            }
        });
    if (done < std::ssize(task.steps)) {
        return finish_export(task, done, "nothing was written");
    }
    const std::string file =
        make_glb(task.recording, surfaces, motion, frame_origin(task.recording));
    write_output(task.out, [&](std::ostream& out) { out << file; });
    return 0;
}

}  // namespace touchstone::reports
