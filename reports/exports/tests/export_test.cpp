#include <algorithm>
#include <filesystem>
#include <fstream>
#include <map>

#include "methods/base/printable.h"
#include "methods/base/process/child_process.h"
#include "methods/testing/catch.h"
#include "methods/testing/temporary_folder.h"
#include "reports/commands/tests/hostile_names.h"
#include "reports/commands/tests/run_program.h"
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

/// Returns true for text without control characters, which a terminal would obey.
bool has_no_control(const std::string& text) {
    std::string line = text;
    std::ranges::replace(line, '\n', ' ');
    return printable(line) == line;
}

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

TEST_CASE("csv: the tables read back as the same numbers", "[export]") {
    const ExportSample sample;
    sample.export_to("csv", sample.out);
    const auto steps = read_csv(sample.out / "steps.csv");
    const auto bodies = read_csv(sample.out / "bodies.csv");
    const auto contacts = read_csv(sample.out / "contacts.csv");
    REQUIRE(steps.size() == kExportedSteps);
    REQUIRE(bodies.size() == 2 * (kExportedSteps + 1));
    for (int step = 0; step <= kExportedSteps; ++step) {
        for (int i = 0; i < 2; ++i) {
            const auto& row = bodies[2 * step + i];
            CHECK(row.at("step") == std::to_string(step));
            CHECK(row.at("name") == (i == 0 ? "slab" : "'=box"));  // no formula
            CHECK(vector_of(row, "position") == sample_pose(step, i).translation);
            CHECK(vector_of(row, "rotation") == sample_pose(step, i).rotation.vec());
            CHECK(row.at("schema") == "touchstone-recording-csv-1");
        }
    }
    std::size_t line = 0;
    for (int step = 1; step <= kExportedSteps; ++step) {
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
    const ExportSample sample;
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
    points.reserve(kElasticVertices);
    for (int v = 0; v < kElasticVertices; ++v) {
        points.emplace_back(step == 0
                                ? Vec3(sample_pose(0, 1) * header.elastic.bodies[1].vertices[v])
                                : Vec3(header.elastic.origin +
                                       make_elastic_step(step).barrier->elastic[1].places[v]));
    }
    return points;
}

}  // namespace

TEST_CASE("csv and svg: elastic bodies have their vertices, and a key of strains", "[export]") {
    const ExportSample sample(true);
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
    const ExportSample sample;
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
    const ExportSample sample;
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
