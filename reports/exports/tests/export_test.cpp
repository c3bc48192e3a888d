#include <tiny_gltf.h>
#include <tinyxml2.h>

#include <algorithm>
#include <cstring>
#include <filesystem>
#include <fstream>
#include <map>
#include <sstream>

#include "methods/base/printable.h"
#include "methods/base/process/child_process.h"
#include "methods/elastic/box_tets.h"
#include "methods/quality/judge.h"
#include "methods/testing/catch.h"
#include "methods/testing/temporary_folder.h"
#include "reports/commands/tests/hostile_names.h"
#include "reports/commands/tests/run_program.h"
#include "reports/exports/formats.h"
#include "testcases/files/scene_file.h"
#include "testcases/recordings/recording.h"
#include "testcases/recordings/tests/sample_recording.h"

using namespace touchstone;
using namespace touchstone::reports;
using namespace touchstone::testing;
using Catch::Matchers::Contains;

namespace {

namespace fs = std::filesystem;
using testing::Arguments;
using testing::read_bytes;

constexpr int kSteps = 7;

/// A recording of the sample steps, and a folder to export it to.
struct Sample {
    TemporaryFolder folder;
    fs::path recording = folder.path() / "run.h5";
    fs::path out = folder.path() / "out";

    /// `is_elastic`: whether it is the sample with an elastic body.
    explicit Sample(bool is_elastic = false) {
        RecordingWriter writer = RecordingWriter::create(
            recording, is_elastic ? make_elastic_header() : make_sample_header(), IfExists::Refuse);
        for (int step = 1; step <= kSteps; ++step) {
            writer.write(is_elastic ? make_elastic_step(step) : make_sample_step(step));
        }
    }

    void export_to(const std::string& format, const fs::path& path, Arguments more = {}) const {
        more.insert(more.begin(),
                    {"export", recording.string(), "--to", format, "--out", path.string()});
        const ChildResult result = testing::run_touchstone(more);
        CHECK(testing::other_errors(result) == "");
        REQUIRE(result.code == 0);
        CHECK(result.output == "");
    }

    void check_refused(const Arguments& more, int code, const std::string& message) const {
        Arguments arguments{"export", recording.string()};
        arguments.insert(arguments.end(), more.begin(), more.end());
        const ChildResult result = testing::run_touchstone(arguments);
        CHECK(result.code == code);
        CHECK_THAT(result.errors, Contains(message));
        CHECK(std::count(result.errors.begin(), result.errors.end(), '\n') == 1);
        CHECK(!fs::exists(out));
    }
};

/// Returns true for text without control characters, which a terminal would obey.
bool has_no_control(const std::string& text) {
    std::string line = text;
    std::ranges::replace(line, '\n', ' ');
    return printable(line) == line;
}

Pose body_pose(int step, int body) {
    return step == 0 ? make_sample_case().bodies[body].world_from_shape
                     : make_sample_step(step).bodies[body].world_from_body;
}

// glTF

tinygltf::Model read_glb(const fs::path& path) {
    tinygltf::Model model;
    tinygltf::TinyGLTF reader;
    std::string errors;
    std::string warnings;
    const bool good = reader.LoadBinaryFromFile(&model, &errors, &warnings, path.string());
    CHECK(errors == "");
    CHECK(warnings == "");
    REQUIRE(good);
    return model;
}

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

// VTK

/// Finds the array of this name, anywhere below the element.
const tinyxml2::XMLElement* find_array(const tinyxml2::XMLElement* element,
                                       const std::string& name) {
    for (const tinyxml2::XMLElement* child = element->FirstChildElement(); child != nullptr;
         child = child->NextSiblingElement()) {
        if (child->Attribute("Name", name.c_str()) != nullptr) {
            return child;
        }
        if (const tinyxml2::XMLElement* found = find_array(child, name)) {
            return found;
        }
    }
    return nullptr;
}

std::vector<double> read_array(const tinyxml2::XMLDocument& document, const std::string& name) {
    CAPTURE(name);
    const tinyxml2::XMLElement* array = find_array(document.RootElement(), name);
    REQUIRE(array != nullptr);
    CHECK(array->Attribute("format", "ascii") != nullptr);
    std::istringstream text(array->GetText() == nullptr ? "" : array->GetText());
    std::vector<double> numbers;
    for (std::string word; text >> word;) {
        numbers.push_back(std::stod(word));
    }
    return numbers;
}

void load(tinyxml2::XMLDocument& document, const fs::path& path) {
    CAPTURE(path.string());
    REQUIRE(document.LoadFile(path.c_str()) == tinyxml2::XML_SUCCESS);
    REQUIRE(document.RootElement()->Name() == std::string("VTKFile"));
}

std::vector<double> flat(const std::vector<Vec3>& points) {
    std::vector<double> numbers;
    for (const Vec3& point : points) {
        numbers.insert(numbers.end(), point.data(), point.data() + 3);
    }
    return numbers;
}

// CSV

std::vector<std::map<std::string, std::string>> read_csv(const fs::path& path) {
    std::ifstream in(path);
    std::vector<std::map<std::string, std::string>> rows;
    std::vector<std::string> head;
    for (std::string line; std::getline(in, line);) {
        std::vector<std::string> cells(1);
        bool quoted = false;
        for (const char c : line) {
            if (c == '"') {
                quoted = !quoted;
            } else if (c == ',' && !quoted) {
                cells.emplace_back();
            } else {
                cells.back() += c;
            }
        }
        if (head.empty()) {
            head = cells;
            continue;
        }
        CAPTURE(line);
        REQUIRE(cells.size() == head.size());
        for (std::size_t i = 0; i < head.size(); ++i) {
            rows.resize(rows.size() + (i == 0 ? 1 : 0));
            rows.back()[head[i]] = cells[i];
        }
    }
    return rows;
}

Vec3 vector_of(const std::map<std::string, std::string>& row, const std::string& name) {
    return {std::stod(row.at(name + "_x")), std::stod(row.at(name + "_y")),
            std::stod(row.at(name + "_z"))};
}

}  // namespace

TEST_CASE("gltf: every body is where it was, at every step", "[export]") {
    const Sample sample;
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
    REQUIRE(translation.times.size() == kSteps + 1);
    REQUIRE(rotation.times.size() == kSteps + 1);
    for (int step = 0; step <= kSteps; ++step) {
        CAPTURE(step);
        const Pose pose = body_pose(step, 1);
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
    const Sample sample;
    const fs::path path = sample.folder.path() / "run.glb";
    sample.export_to("gltf", path, {"--steps", "3:3"});
    const tinygltf::Model model = read_glb(path);
    CHECK(model.animations.empty());
    const std::vector<double>& t = model.nodes.at(1).translation;
    CHECK((Vec3(t.at(0), t.at(1), t.at(2)) - body_pose(3, 1).translation).norm() < 1e-7);
}

TEST_CASE("vtk: the series holds bodies and contacts of every step bit for bit", "[export]") {
    const Sample sample;
    sample.export_to("vtk", sample.out);
    std::vector<SurfaceMesh> surfaces;
    for (const BodySetup& body : make_sample_case().bodies) {
        surfaces.push_back(make_surface(body.shape));
    }
    for (const std::string series : {"bodies", "contacts"}) {
        tinyxml2::XMLDocument list;
        load(list, sample.out / (series + ".pvd"));
        const tinyxml2::XMLElement* entry =
            list.RootElement()->FirstChildElement("Collection")->FirstChildElement();
        for (int step = 0; step <= kSteps; ++step, entry = entry->NextSiblingElement()) {
            CAPTURE(series, step);
            REQUIRE(entry != nullptr);
            CHECK(std::stod(entry->Attribute("timestep")) == 0.01 * step);
            tinyxml2::XMLDocument document;
            load(document, sample.out / entry->Attribute("file"));
            CHECK(read_array(document, "TimeValue") == std::vector{0.01 * step});
            if (series == "bodies") {
                std::vector<Vec3> points;
                for (int i = 0; i < 2; ++i) {
                    for (const Vec3& vertex : surfaces[i].vertices) {
                        points.push_back(body_pose(step, i) * vertex);
                    }
                }
                CHECK(read_array(document, "Points") == flat(points));
                CHECK(read_array(document, "connectivity").size() == 3 * 24);
                CHECK(read_array(document, "offsets").back() == 3 * 24);
                const std::vector<double> body = read_array(document, "body");
                CHECK(std::count(body.begin(), body.end(), 1.0) == 12);
                continue;
            }
            const StepRecord record = step == 0 ? StepRecord{} : make_sample_step(step);
            std::vector<Vec3> points;
            std::vector<Vec3> normals;
            std::vector<Vec3> impulses;
            std::vector<double> separations;
            std::vector<double> bodies;
            for (std::size_t i = 0; i < record.contacts.size(); ++i) {
                points.push_back(record.contacts[i].position);
                normals.push_back(record.contacts[i].normal);
                impulses.push_back(world_impulse(record.contacts[i], record.impulses[i]));
                separations.push_back(record.contacts[i].separation);
                bodies.push_back(record.contacts[i].body_a);
            }
            CHECK(read_array(document, "Points") == flat(points));
            CHECK(read_array(document, "normal") == flat(normals));
            CHECK(read_array(document, "impulse") == flat(impulses));
            CHECK(read_array(document, "separation") == separations);
            CHECK(read_array(document, "body_a") == bodies);
            CHECK(read_array(document, "offsets").size() == record.contacts.size());
            // Nothing says what is right in the sample.
            CHECK(read_array(document, "right") == std::vector(record.contacts.size(), -1.0));
        }
        CHECK(entry == nullptr);
    }
}

TEST_CASE("vtk: contacts carry the verdicts that the report counts", "[export]") {
    const TemporaryFolder folder;
    const std::string file = (folder.path() / "run.h5").string();
    REQUIRE(run_touchstone({"simulate", "internal_edges", "--generator", "surface_sat", "--steps",
                            "1", "--record", file})
                .code == 0);
    const fs::path series = folder.path() / "vtk";
    REQUIRE(run_touchstone({"export", file, "--to", "vtk", "--out", series.string()}).code == 0);
    tinyxml2::XMLDocument document;
    load(document, series / "contacts" / "000001.vtp");
    const std::vector<double> right = read_array(document, "right");
    const std::vector<double> verdict = read_array(document, "verdict");
    // README: five of fifteen contacts of this case point sideways.
    CHECK(right.size() == 15);
    CHECK(std::ranges::count(right, 1.0) == 10);
    CHECK(std::ranges::count(right, 0.0) == 5);
    CHECK(std::ranges::count(verdict, static_cast<double>(VerdictKind::Right)) == 10);
    CHECK_THAT(read_bytes(series / "contacts" / "000001.vtp"), Contains("4 sideways"));
}

TEST_CASE("csv: the tables read back as the same numbers", "[export]") {
    const Sample sample;
    sample.export_to("csv", sample.out);
    const auto steps = read_csv(sample.out / "steps.csv");
    const auto bodies = read_csv(sample.out / "bodies.csv");
    const auto contacts = read_csv(sample.out / "contacts.csv");
    REQUIRE(steps.size() == kSteps);
    REQUIRE(bodies.size() == 2 * (kSteps + 1));
    for (int step = 0; step <= kSteps; ++step) {
        for (int i = 0; i < 2; ++i) {
            const auto& row = bodies[2 * step + i];
            CHECK(row.at("step") == std::to_string(step));
            CHECK(row.at("name") == (i == 0 ? "slab" : "'=box"));  // no formula
            CHECK(vector_of(row, "position") == body_pose(step, i).translation);
            CHECK(vector_of(row, "rotation") == body_pose(step, i).rotation.vec());
            CHECK(row.at("schema") == "touchstone-recording-csv-1");
        }
    }
    std::size_t line = 0;
    for (int step = 1; step <= kSteps; ++step) {
        const StepRecord record = make_sample_step(step);
        const auto& row = steps[step - 1];
        CHECK(row.at("contacts") == std::to_string(record.contacts.size()));
        CHECK(std::stod(row.at("kinetic")) == record.energy.kinetic);
        CHECK(row.at("stop") == stop_reason_id(record.solve.stop));
        if (record.contacts.empty()) {
            CHECK(row.at("min_separation").empty());  // a missing value is no 0
        }
        for (std::size_t i = 0; i < record.contacts.size(); ++i, ++line) {
            const auto& contact = contacts.at(line);
            CHECK(contact.at("step") == std::to_string(step));
            CHECK(vector_of(contact, "position") == record.contacts[i].position);
            CHECK(vector_of(contact, "normal") == record.contacts[i].normal);
            CHECK(std::stod(contact.at("separation")) == record.contacts[i].separation);
            CHECK(std::stod(contact.at("normal_impulse")) == record.impulses[i].normal);
            CHECK(contact.at("feature_a") == "face:1 4 6");
        }
    }
    CHECK(line == contacts.size());
}

TEST_CASE("svg: a drawing per step, side by side, with a mark per contact", "[export]") {
    const Sample sample;
    const fs::path file = sample.folder.path() / "run.svg";
    sample.export_to("svg", file, {"--steps", "1:7", "--every", "3"});
    tinyxml2::XMLDocument document;
    REQUIRE(document.LoadFile(file.c_str()) == tinyxml2::XML_SUCCESS);
    const tinyxml2::XMLElement* root = document.RootElement();
    REQUIRE(std::string(root->Name()) == "svg");
    CHECK_THAT(read_bytes(file),
               Contains("touchstone&#45;drawing&#45;1") || Contains("touchstone-drawing-1"));
    double left = -1.0;
    int drawings = 0;
    for (const auto* drawing = root->FirstChildElement("svg"); drawing != nullptr;
         drawing = drawing->NextSiblingElement("svg")) {
        CHECK(drawing->DoubleAttribute("x") > left);
        left = drawing->DoubleAttribute("x");
        int filled = 0;
        std::size_t dots = 0;
        for (const auto* path = drawing->FirstChildElement("path"); path != nullptr;
             path = path->NextSiblingElement("path")) {
            const std::string outline = path->Attribute("d");
            CHECK_THAT(outline, !Contains("nan") && !Contains("inf"));
            filled += path->Attribute("fill") != nullptr ? 1 : 0;
            if (path->Attribute("stroke-linecap") != nullptr) {
                dots = std::count(outline.begin(), outline.end(), 'M');
            }
        }
        // Of two boxes at most three sides each face the reader, and at least one does.
        CHECK(filled >= 4);
        CHECK(filled <= 12);
        CHECK(dots == make_sample_step(1 + 3 * drawings).contacts.size());
        ++drawings;
    }
    CHECK(drawings == 3);
    const auto* caption = root->FirstChildElement("text");
    REQUIRE(caption != nullptr);
    CHECK_THAT(caption->GetText(), Contains(" s"));
}

namespace {

/// The vertices of the sample's elastic body after a step, world frame.
std::vector<Vec3> elastic_points(int step) {
    const RecordingHeader header = make_elastic_header();
    std::vector<Vec3> points;
    for (int v = 0; v < kElasticVertices; ++v) {
        points.emplace_back(step == 0
                                ? Vec3(body_pose(0, 1) * header.elastic.bodies[1].vertices[v])
                                : Vec3(header.elastic.origin +
                                       make_elastic_step(step).barrier->elastic[1].places[v]));
    }
    return points;
}

}  // namespace

TEST_CASE("vtk: elastic bodies are written as they are deformed, with their strain", "[export]") {
    const Sample sample(true);
    sample.export_to("vtk", sample.out);
    for (const int step : {0, 1, kSteps}) {
        CAPTURE(step);
        tinyxml2::XMLDocument tets;
        load(tets, sample.out / ("tets/00000" + std::to_string(step) + ".vtu"));
        CHECK(read_array(tets, "Points") == flat(elastic_points(step)));
        CHECK(read_array(tets, "types") == std::vector<double>(6, 10.0));
        CHECK(read_array(tets, "connectivity").size() == 4 * 6);
        CHECK(read_array(tets, "body") == std::vector<double>(6, 1.0));
        const std::vector<double> shares = read_array(tets, "volume_share");
        const std::vector<double> strains = read_array(tets, "strain");
        REQUIRE(shares.size() == 6);
        REQUIRE(strains.size() == 6);
        for (int t = 0; step == 0 && t < 6; ++t) {  // not yet deformed
            CHECK(shares[t] == Approx(1.0));
            CHECK(strains[t] == Approx(0.0).margin(1e-14));
        }
        tinyxml2::XMLDocument bodies;
        load(bodies, sample.out / ("bodies/00000" + std::to_string(step) + ".vtp"));
        const std::vector<double> points = read_array(bodies, "Points");
        const std::vector<double> at_points = read_array(bodies, "strain");
        REQUIRE(points.size() == 3 * 16);
        REQUIRE(at_points.size() == 16);
        CHECK(std::all_of(at_points.begin(), at_points.begin() + 8,
                          [](double strain) { return strain == 0.0; }));  // the slab
        const std::vector<double> elastic = read_array(bodies, "elastic");
        CHECK(std::count(elastic.begin(), elastic.end(), 1.0) == 12);
    }
}

TEST_CASE("gltf: an elastic body's shapes are morph targets, one for each step", "[export]") {
    const Sample sample(true);
    const fs::path path = sample.folder.path() / "run.glb";
    sample.export_to("gltf", path);
    const tinygltf::Model model = read_glb(path);
    const tinygltf::Primitive& primitive = model.meshes.at(model.nodes[1].mesh).primitives.at(0);
    REQUIRE(primitive.targets.size() == kSteps);
    const Channel weights = find_channel(model, 1, "weights");
    REQUIRE(weights.values.size() == kSteps * (kSteps + 1));
    const std::vector<float> start =
        read_accessor<float>(model, primitive.attributes.at("POSITION"));
    const OuterSurface outer = outer_surface(make_elastic_header().elastic.bodies[1]);
    for (int step = 0; step <= kSteps; ++step) {
        CAPTURE(step);
        for (int v = 0; v < kElasticVertices; ++v) {
            Vec3 shape(start[3 * v], start[3 * v + 1], start[3 * v + 2]);
            for (int k = 0; k < kSteps; ++k) {
                const float weight = weights.values[step * kSteps + k];
                CHECK(weight == (k + 1 == step ? 1.0F : 0.0F));
                if (weight > 0.0F) {
                    const auto moves =
                        read_accessor<float>(model, primitive.targets[k].at("POSITION"));
                    shape += Vec3(moves[3 * v], moves[3 * v + 1], moves[3 * v + 2]);
                }
            }
            const Vec3 expected = elastic_points(step)[outer.vertex_of[v]];
            CHECK((body_pose(step, 1) * shape - expected).norm() < 1e-6);  // single precision
        }
    }
}

TEST_CASE("gltf: more shapes than a file should hold are refused with what to choose", "[export]") {
    constexpr int kMost = 2000;
    const Sample elastic(true);
    const Sample rigid;
    for (const Sample* sample : {&elastic, &rigid}) {
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

TEST_CASE("csv and svg: elastic bodies have their vertices, and a key of strains", "[export]") {
    const Sample sample(true);
    sample.export_to("csv", sample.out, {"--steps", "0:2"});
    const auto rows = read_csv(sample.out / "vertices.csv");
    REQUIRE(rows.size() == 3 * kElasticVertices);
    for (int i = 0; i < std::ssize(rows); ++i) {
        const int step = i / kElasticVertices;
        const int vertex = i % kElasticVertices;
        CHECK(rows[i].at("step") == std::to_string(step));
        CHECK(rows[i].at("vertex") == std::to_string(vertex));
        CHECK(vector_of(rows[i], "position") == elastic_points(step)[vertex]);
        if (step > 0) {
            CHECK(vector_of(rows[i], "velocity") ==
                  make_elastic_step(step).barrier->elastic[1].velocities[vertex]);
        } else {
            CHECK(rows[i].at("velocity_x").empty());
        }
    }
    const fs::path file = sample.folder.path() / "run.svg";
    sample.export_to("svg", file, {"--steps", "1:2"});
    const std::string drawing = read_bytes(file);
    CHECK_THAT(drawing, Contains("strain 0<") && Contains(">0.2<") && !Contains("nan"));
}

TEST_CASE("a hostile name adds nothing to what is exported but text", "[export][escape]") {
    const std::string name = GENERATE(from_range(hostile_names()));
    CAPTURE(name);
    if (name.find('\0') != std::string::npos) {
        return;  // no path has one, and no scene takes a control character
    }
    const std::string scene_name = printable(name) == name ? name : "plain";
    TestCase test_case = make_sample_case();
    test_case.id = test_case.title = scene_name;
    test_case.bodies[0].name = scene_name;
    test_case.bodies[1].name = "second " + scene_name;
    RecordingHeader header = make_sample_header();
    header.case_name = name;
    header.scene = write_scene(test_case);
    const TemporaryFolder folder;
    const fs::path recording = folder.path() / "run.h5";
    {
        RecordingWriter writer = RecordingWriter::create(recording, header, IfExists::Refuse);
        writer.write(make_sample_step(1));
    }
    const auto export_to = [&](const std::string& format, const fs::path& out) {
        const ChildResult result = testing::run_touchstone(
            {"export", recording.string(), "--to", format, "--out", out.string()});
        CHECK(testing::other_errors(result) == "");
        CHECK(result.code == 0);
        return out;
    };

    const std::string svg = read_bytes(export_to("svg", folder.path() / "run.svg"));
    CHECK(has_no_control(svg));
    const std::string comment =
        svg.substr(svg.find("<!--") + 4, svg.find("-->") - svg.find("<!--") - 4);
    CHECK_THAT(comment, Contains("touchstone-drawing-1") && Contains("commit"));
    CHECK_THAT(comment, !Contains("--") && !Contains("<"));
    const tinygltf::Model model = read_glb(export_to("gltf", folder.path() / "run.glb"));
    CHECK(std::ranges::count(model.nodes, scene_name, &tinygltf::Node::name) == 1);
    const fs::path tables = export_to("csv", folder.path() / "csv");
    for (const char* table : {"steps.csv", "bodies.csv", "contacts.csv"}) {
        CAPTURE(table);
        const std::string text = read_bytes(tables / table);
        CHECK(has_no_control(text));
        CHECK_THAT(text,
                   !Contains("\n=") && !Contains(",=") && !Contains(",@") && !Contains("\n@"));
    }
    const fs::path series = export_to("vtk", folder.path() / "vtk");
    for (const fs::directory_entry& entry : fs::recursive_directory_iterator(series)) {
        CAPTURE(entry.path().filename());
        if (!entry.is_regular_file()) {
            continue;
        }
        CHECK(has_no_control(read_bytes(entry.path())));
        tinyxml2::XMLDocument document;
        load(document, entry.path());
    }
}

TEST_CASE("export thins out by range and stride", "[export]") {
    const Sample sample;
    sample.export_to("csv", sample.out, {"--steps", "1:6", "--every", "2"});
    const auto steps = read_csv(sample.out / "steps.csv");
    REQUIRE(steps.size() == 3);
    CHECK(steps[0].at("step") == "1");
    CHECK(steps[1].at("step") == "3");
    CHECK(steps[2].at("step") == "5");
}

TEST_CASE("the help of export tells every format of the table", "[export]") {
    const std::string help = run_touchstone({"export", "--help"}).output;
    for (const ExportFormat& format : all_export_formats()) {
        CHECK_THAT(help, Contains(std::string(format.id) + ": " + std::string(format.title)));
        CHECK_THAT(help, Contains(std::string(format.ending)));
        CHECK(&find_export_format(format.id) == &format);
    }
}

TEST_CASE("export refuses what it cannot do", "[export]") {
    const Sample sample;
    const std::string out = sample.out.string();
    sample.check_refused({"--to", "fbx", "--out", out}, 2, "known: gltf, vtk, csv");
    sample.check_refused({"--to", "gltf", "--out", out}, 2, ".glb");
    sample.check_refused({"--to", "csv"}, 2, "--out");
    for (const char* range : {"3:9", "5:4", "-1:2", "a:b", "1:2x", ":", ""}) {
        sample.check_refused({"--to", "csv", "--out", out, "--steps=" + std::string(range)}, 2,
                             "--steps");
    }
    sample.check_refused({"--to", "csv", "--out", out, "--every", "0"}, 2, "--every");
    std::ofstream(sample.recording) << "no recording";
    sample.check_refused({"--to", "csv", "--out", out}, 1, "run.h5");
}
