#include <tinyxml2.h>

#include <filesystem>
#include <fstream>
#include <sstream>

#include "methods/quality/judge.h"
#include "methods/testing/catch.h"
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

std::vector<double> flat(const std::vector<Vec3>& points) {
    std::vector<double> numbers;
    for (const Vec3& point : points) {
        numbers.insert(numbers.end(), point.data(), point.data() + 3);
    }
    return numbers;
}

}  // namespace

TEST_CASE("vtk: the series holds bodies and contacts of every step bit for bit", "[export]") {
    const ExportSample sample;
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
        for (int step = 0; step <= kExportedSteps; ++step, entry = entry->NextSiblingElement()) {
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
                        points.push_back(sample_pose(step, i) * vertex);
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

TEST_CASE("vtk: elastic bodies are written as they are deformed, with their strain", "[export]") {
    const ExportSample sample(true);
    sample.export_to("vtk", sample.out);
    for (const int step : {0, 1, kExportedSteps}) {
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
        CHECK(read_array(tets, "pressure").size() == 6);
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
