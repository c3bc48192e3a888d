#include <algorithm>
#include <filesystem>
#include <fstream>
#include <nlohmann/json.hpp>
#include <string>
#include <vector>

#include "methods/mesh/files/mesh_file.h"
#include "methods/mesh/health/inspection.h"
#include "methods/mesh/health/repair.h"
#include "methods/mesh/surface_mesh.h"
#include "methods/testing/catch.h"

// The meshes of tests/data/mesh_health and field2 get exactly their diagnoses; see the READMEs
// there.

namespace touchstone {

namespace {

namespace fs = std::filesystem;

struct Diagnosis {
    std::string problem;
    std::vector<int> elements;

    friend bool operator==(const Diagnosis&, const Diagnosis&) = default;
};

std::ostream& operator<<(std::ostream& out, const Diagnosis& diagnosis) {
    out << diagnosis.problem;
    for (const int element : diagnosis.elements) {
        out << ' ' << element;
    }
    return out;
}

std::vector<Diagnosis> read_diagnoses(const nlohmann::json& document, const char* key) {
    std::vector<Diagnosis> diagnoses;
    for (const nlohmann::json& entry : document.value(key, nlohmann::json::array())) {
        diagnoses.push_back({entry["problem"], entry["elements"]});
    }
    return diagnoses;
}

std::vector<fs::path> diagnosis_files() {
    std::vector<fs::path> files;
    for (const char* folder : {"/mesh_health", "/field2"}) {
        for (const auto& entry :
             fs::directory_iterator(std::string(TOUCHSTONE_MESH_DATA) + folder)) {
            if (entry.path().extension() == ".json") {
                files.push_back(entry.path());
            }
        }
    }
    std::sort(files.begin(), files.end());
    return files;
}

bool has(const std::vector<Diagnosis>& list, const Diagnosis& diagnosis) {
    return std::find(list.begin(), list.end(), diagnosis) != list.end();
}

}  // namespace

TEST_CASE("inspect gives every mesh-health file exactly its diagnosis", "[mesh]") {
    const std::vector<fs::path> files = diagnosis_files();
    CHECK(files.size() == 31);
    for (const fs::path& file : files) {
        CAPTURE(file.filename().string());
        const nlohmann::json document = nlohmann::json::parse(std::ifstream(file));
        const std::vector<Diagnosis> expected = read_diagnoses(document, "expect");
        const std::vector<Diagnosis> allowed = read_diagnoses(document, "x-also_true");
        std::vector<Diagnosis> found;
        const std::string mesh_name = document["file"];
        for (const MeshProblem& problem : inspect(read_mesh(file.parent_path() / mesh_name))) {
            found.push_back({problem.problem, problem.elements});
            INFO(found.back());
            CHECK((has(expected, found.back()) || has(allowed, found.back())));
            CHECK(problem.severity != Severity::Note);
            CHECK_FALSE(problem.remedy.empty());
        }
        for (const Diagnosis& diagnosis : expected) {
            INFO(diagnosis);
            CHECK(has(found, diagnosis));
        }
    }
}

TEST_CASE("repair makes a unit cube of each file that holds one in disorder", "[mesh]") {
    const fs::path folder = TOUCHSTONE_MESH_DATA "/mesh_health";
    for (const char* name :
         {"extra_flipped_face.obj", "h12_inside_out_cube.off",
          "h13_cube_with_all_faces_doubled.obj", "h13_cube_with_two_doubled_faces.obj",
          "h14_cube_of_24_vertices.obj", "h14_triangle_listed_twice.obj"}) {
        CAPTURE(name);
        const MeshFile cube = repair(read_mesh(folder / name)).mesh;
        CHECK(inspect(cube).empty());
        CHECK(cube.vertices.size() == 8);
        CHECK(cube.faces.size() == 12);
        CHECK(signed_volume(SurfaceMesh{cube.vertices, cube.faces}) == Approx(1.0));
    }
}

TEST_CASE("outsiders' meshes are read, and repaired as their notes say", "[mesh]") {
    const fs::path folder = TOUCHSTONE_MESH_DATA "/field2";
    const auto read = [&](const char* name) { return read_mesh(folder / name); };
    const auto volume = [](const MeshFile& mesh) {
        return signed_volume(SurfaceMesh{mesh.vertices, mesh.faces});
    };
    CHECK_THAT(read("f33_trailing_bytes.stl").format, Catch::Contains("92 bytes behind"));
    CHECK_THAT(read("f34_attribute_payload.stl").format, Catch::Contains("attributes"));
    CHECK(volume(read("f33_trailing_bytes.stl")) == Approx(1.0));
    CHECK(volume(read("f34_attribute_payload.stl")) == Approx(1.0));
    CHECK(volume(read("f38_hollow_box.obj")) == Approx(1.0 - 0.512));

    const MeshFile bracket = read("f29_mirrored_bracket.obj");
    const MeshFile turned = repair(bracket).mesh;
    CHECK(inspect(turned).empty());
    CHECK(volume(turned) == -volume(bracket));

    const MeshFile seam = read("f31_seam_of_1e-7.obj");
    CHECK_THAT(inspect(seam)[0].remedy, Catch::Contains("1.41421e-07") &&
                                            Catch::Contains("--weld 2e-07") &&
                                            !Catch::Contains("add the faces"));
    CHECK(inspect(repair(seam, {.weld = 2e-7}).mesh).empty());
    CHECK(find_worsened(inspect(seam), inspect(repair(seam).mesh)).empty());

    const MeshFile cube = repair(read("f42_obj_soup.obj")).mesh;
    CHECK(inspect(cube).empty());
    CHECK(cube.vertices.size() == 8);
}

}  // namespace touchstone
