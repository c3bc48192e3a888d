#include <tiny_gltf.h>

#include <algorithm>
#include <cstring>
#include <filesystem>

#include "methods/elastic/box_tets.h"
#include "methods/testing/catch.h"
#include "reports/exports/formats.h"
#include "reports/exports/tests/export_sample.h"
#include "reports/exports/tests/read_exports.h"
#include "testcases/files/scene_file.h"
#include "testcases/recordings/recording.h"
#include "testcases/recordings/tests/sample_recording.h"

using namespace touchstone;
using namespace touchstone::reports;
using namespace touchstone::testing;
using Catch::Matchers::Contains;

namespace {

namespace fs = std::filesystem;

template <typename Number>
std::vector<Number> read_accessor(const tinygltf::Model& model, int index) {
    const tinygltf::Accessor& accessor = model.accessors.at(index);
    const tinygltf::BufferView& view = model.bufferViews.at(accessor.bufferView);
    const std::size_t count =
        accessor.count * tinygltf::GetNumComponentsInType(static_cast<uint32_t>(accessor.type));
    std::vector<Number> numbers(count);
    REQUIRE(view.byteLength == count * sizeof(Number));
    REQUIRE(view.byteOffset + view.byteLength <= model.buffers.at(0).data.size());
    std::memcpy(numbers.data(), model.buffers[0].data.data() + view.byteOffset, view.byteLength);
    return numbers;
}

/// The numbers and times of the channel that moves a node in one way.
struct Channel {
    std::vector<float> times;
    std::vector<float> values;
};
Channel find_channel(const tinygltf::Model& model, int node, const std::string& path) {
    const tinygltf::Animation& animation = model.animations.at(0);
    for (const tinygltf::AnimationChannel& channel : animation.channels) {
        if (channel.target_node == node && channel.target_path == path) {
            const tinygltf::AnimationSampler& sampler = animation.samplers.at(channel.sampler);
            return {read_accessor<float>(model, sampler.input),
                    read_accessor<float>(model, sampler.output)};
        }
    }
    return {};
}

}  // namespace

TEST_CASE("gltf: every body is where it was, at every step", "[export]") {
    const ExportSample sample;
    const fs::path path = sample.folder.path() / "run.glb";
    sample.export_to("gltf", path);
    const tinygltf::Model model = read_glb(path);
    CHECK(model.asset.version == "2.0");
    CHECK_THAT(model.asset.generator, Contains("touchstone") && Contains("box_over_slab"));
    REQUIRE(model.nodes.size() == 2);
    CHECK(model.nodes[1].name == "=box");
    CHECK(model.scenes.at(0).nodes == std::vector<int>{0, 1});

    const Channel translation = find_channel(model, 1, "translation");
    const Channel rotation = find_channel(model, 1, "rotation");
    REQUIRE(translation.times.size() == kExportedSteps + 1);
    REQUIRE(rotation.times.size() == kExportedSteps + 1);
    for (int step = 0; step <= kExportedSteps; ++step) {
        CAPTURE(step);
        const Pose pose = sample_pose(step, 1);
        CHECK(translation.times[step] == static_cast<float>(0.01 * step));
        const float* t = &translation.values[3 * step];
        CHECK((Vec3(t[0], t[1], t[2]) - pose.translation).norm() < 1e-7);  // single precision
        const float* q = &rotation.values[4 * step];
        CHECK(std::abs(Quat(q[3], q[0], q[1], q[2]).dot(pose.rotation)) > 1.0 - 1e-6);
        if (step > 0) {  // the short way round
            CHECK(q[0] * q[-4] + q[1] * q[-3] + q[2] * q[-2] + q[3] * q[-1] > 0.0F);
        }
    }
    CHECK(find_channel(model, 0, "translation").values.empty());  // the slab stands still
    CHECK(find_channel(model, 0, "rotation").values.empty());

    const std::vector<BodySetup> bodies = make_sample_case().bodies;
    for (int i = 0; i < 2; ++i) {
        const tinygltf::Primitive& primitive =
            model.meshes.at(model.nodes[i].mesh).primitives.at(0);
        const SurfaceMesh surface = make_surface(bodies[i].shape);
        const std::vector<float> positions =
            read_accessor<float>(model, primitive.attributes.at("POSITION"));
        REQUIRE(positions.size() == 3 * surface.vertices.size());
        for (std::size_t v = 0; v < surface.vertices.size(); ++v) {
            const float* p = &positions[3 * v];
            CHECK((Vec3(p[0], p[1], p[2]) - surface.vertices[v]).norm() < 1e-7);
        }
        CHECK(read_accessor<std::uint32_t>(model, primitive.indices).size() ==
              3 * surface.triangles.size());
    }
    CHECK(model.meshes[model.nodes[0].mesh].primitives[0].material !=
          model.meshes[model.nodes[1].mesh].primitives[0].material);
}

TEST_CASE("gltf: one step alone has no animation", "[export]") {
    const ExportSample sample;
    const fs::path path = sample.folder.path() / "run.glb";
    sample.export_to("gltf", path, {"--steps", "3:3"});
    const tinygltf::Model model = read_glb(path);
    CHECK(model.animations.empty());
    const std::vector<double>& t = model.nodes.at(1).translation;
    CHECK((Vec3(t.at(0), t.at(1), t.at(2)) - sample_pose(3, 1).translation).norm() < 1e-7);
}

TEST_CASE("gltf: an elastic body's shapes are morph targets, one for each step", "[export]") {
    const ExportSample sample(true);
    const fs::path path = sample.folder.path() / "run.glb";
    sample.export_to("gltf", path);
    const tinygltf::Model model = read_glb(path);
    const tinygltf::Primitive& primitive = model.meshes.at(model.nodes[1].mesh).primitives.at(0);
    REQUIRE(primitive.targets.size() == kExportedSteps);
    const Channel weights = find_channel(model, 1, "weights");
    REQUIRE(weights.values.size() == kExportedSteps * (kExportedSteps + 1));
    const std::vector<float> start =
        read_accessor<float>(model, primitive.attributes.at("POSITION"));
    const OuterSurface outer = outer_surface(make_elastic_header().elastic.bodies[1]);
    for (int step = 0; step <= kExportedSteps; ++step) {
        CAPTURE(step);
        for (int v = 0; v < kElasticVertices; ++v) {
            Vec3 shape(start[3 * v], start[3 * v + 1], start[3 * v + 2]);
            for (int k = 0; k < kExportedSteps; ++k) {
                const float weight = weights.values[step * kExportedSteps + k];
                CHECK(weight == (k + 1 == step ? 1.0F : 0.0F));
                if (weight > 0.0F) {
                    const auto moves =
                        read_accessor<float>(model, primitive.targets[k].at("POSITION"));
                    shape += Vec3(moves[3 * v], moves[3 * v + 1], moves[3 * v + 2]);
                }
            }
            const Vec3 expected = elastic_points(step)[outer.vertex_of[v]];
            CHECK((sample_pose(step, 1) * shape - expected).norm() < 1e-6);  // single precision
        }
    }
}

TEST_CASE("gltf: more shapes than a file should hold are refused with what to choose", "[export]") {
    constexpr int kMost = 2000;
    const ExportSample elastic(true);
    const ExportSample rigid;
    for (const ExportSample* sample : {&elastic, &rigid}) {
        const Recording recording(sample->recording);
        // Frames of one time stand for a long motion: the count is what is looked at.
        const FrameLoop stopped{{}, [] { return true; }};
        const auto export_frames = [&](int count) {
            return find_export_format("gltf").write(
                {recording, std::vector<int>(count, 0), sample->out.string() + ".glb", stopped});
        };
        CHECK(export_frames(kMost) == 130);
        if (sample == &elastic) {
            CHECK_THROWS_WITH(export_frames(kMost + 1),
                              Contains("2000") && Contains("--steps A:B") && Contains("--every N"));
        } else {
            CHECK(export_frames(kMost + 1) == 130);
        }
    }
}
