// Mesh files that bound no solid: shown as they are, with what is wrong in colors.

#include <algorithm>
#include <array>
#include <cmath>
#include <cstdlib>
#include <filesystem>
#include <fstream>
#include <optional>

#include "methods/base/error.h"
#include "methods/testing/catch.h"
#include "methods/testing/temporary_folder.h"
#include "viewer/commands/commands.h"
#include "viewer/model/tests/opened_case.h"
#include "viewer/scene/mesh_marks.h"

namespace touchstone::viewer {
namespace {

using Catch::Matchers::Contains;
using testing::OpenedCase;
using testing::TemporaryFolder;

constexpr const char* kCube =
    "v 0 0 0\nv 1 0 0\nv 1 1 0\nv 0 1 0\nv 0 0 1\nv 1 0 1\nv 1 1 1\nv 0 1 1\n"
    "f 4 3 2\nf 4 2 1\nf 5 6 7\nf 5 7 8\nf 1 2 6\nf 1 6 5\nf 2 3 7\nf 2 7 6\nf 3 4 8\nf 3 8 7\n"
    "f 4 1 5\n";
constexpr const char* kLastFace = "f 4 5 8\n";

/// A mesh file, open.
struct OpenedMesh {
    TemporaryFolder folder;
    std::string path;
    OpenedCase opened;

    explicit OpenedMesh(const std::string& text)
        : path((folder.path() / "part.obj").string()), opened(written(text), "") {}
    const std::string& written(const std::string& text) const {
        std::ofstream(path) << text;
        return path;
    }
    const InspectedMesh& mesh() const { return *opened.application.mesh(); }
};

std::vector<std::string> titles_of(const InspectedMesh& mesh) {
    std::vector<std::string> titles;
    titles.reserve(mesh.problems.size());
    for (const MarkedProblem& marked : mesh.problems) {
        titles.push_back(problem_title(marked.problem) + ": " + marks_title(marked));
    }
    return titles;
}

using Titles = std::vector<std::string>;

int lines_in(const SceneView& view, const Color& color) {
    return static_cast<int>(std::ranges::count(view.marked_lines, color, &MarkedLine::color));
}

TEST_CASE("a mesh without a fault has nothing marked", "[viewer]") {
    const OpenedMesh cube(std::string(kCube) + kLastFace);
    CHECK(cube.mesh().bounds_solid());
    CHECK(cube.opened.view().marked_lines.empty());
    CHECK(cube.opened.view().legend.empty());
    CHECK(health_text(cube.mesh()) == "8 vertices, 12 faces, no errors, no warnings");
}

TEST_CASE("open edges are drawn, counted, and gone through", "[viewer]") {
    OpenedMesh open(kCube);  // one face is missing
    REQUIRE(titles_of(open.mesh()) == Titles{"open boundary: 3 edges"});
    CHECK_FALSE(open.mesh().bounds_solid());
    const SceneView& view = open.opened.view();
    CHECK(lines_in(view, problem_color(0)) == 3);
    REQUIRE(view.legend.size() == 1);
    CHECK(view.legend[0].text == "open boundary: 3 edges");
    CHECK(view.legend[0].color == problem_color(0));
    CHECK(view.legend[0].meaning == "an edge has one face only");
    Application& application = open.opened.application;
    CHECK_THAT(application.message, Contains("part.obj: OBJ, 8 vertices, 11 faces, 1 error"));
    CHECK_FALSE(application.message_is_error);
    Titles seen;
    for (int i = 0; i < 4; ++i) {
        open.opened.run("wrong next");
        seen.push_back(mark_title(open.mesh().problems[0].marks[*application.mark]));
        CHECK(application.highlights[0].lines.size() == 1);
    }
    CHECK(seen == Titles{"edge 3, 4", "edge 3, 7", "edge 4, 7", "edge 3, 4"});
    open.opened.run("wrong previous");
    CHECK(application.mark == 2);
    open.opened.run("row previous");
    CHECK(application.mark == 1);
    const Camera before = application.camera;
    open.opened.run("frame selection");
    CHECK_FALSE(application.camera == before);
    open.opened.run("select none");
    CHECK_FALSE(application.mark);
    CHECK(application.problem == 0);
    open.opened.run("select none");
    CHECK_FALSE(application.problem);
}

TEST_CASE("edges of three faces, turned and degenerate faces are marked each in its color",
          "[viewer]") {
    // A fin on the edge 0-1, a face turned over, and one without area.
    OpenedMesh bad(
        "v 0 0 0\nv 1 0 0\nv 1 1 0\nv 0 1 0\nv 0 0 1\nv 1 0 1\nv 1 1 1\nv 0 1 1\n"
        "v 0.5 -1 0\n"
        "f 4 3 2\nf 4 2 1\nf 5 6 7\nf 5 7 8\nf 1 2 6\nf 1 6 5\nf 2 3 7\nf 2 7 6\n"
        "f 3 4 8\nf 3 7 8\nf 4 1 5\nf 4 5 8\nf 1 2 9\nf 1 1 2\n");
    const Titles titles = titles_of(bad.mesh());
    REQUIRE(titles == Titles{"degenerate face: 1 face", "open boundary: 2 edges",
                             "non manifold edge: 1 edge", "inconsistent winding: 1 face"});
    const SceneView& view = bad.opened.view();
    for (int i = 0; i < 4; ++i) {
        CHECK(lines_in(view, problem_color(i)) == std::array{3, 2, 1, 0}[i]);
        CHECK(view.legend[i].color == problem_color(i));
    }
    CHECK(view.marked_faces.size() == 6);  // corners of two faces
    bad.opened.run("problem 3");
    CHECK(view.marked_faces.size() == 3);  // it alone
    CHECK(view.marked_lines.empty());
    bad.opened.run("element 0");
    CHECK(mark_title(bad.mesh().problems[3].marks[0]) == "face 9");
    bad.opened.run("problem all");
    CHECK(view.marked_lines.size() == 6);
    CHECK_THROWS_AS(run_command(bad.opened.application, "problem 4"), UsageError);
    CHECK_THROWS_AS(run_command(bad.opened.application, "element 0"), UsageError);
}

TEST_CASE("a faulty mesh cannot move, and says so", "[viewer]") {
    OpenedMesh open(kCube);
    open.opened.run("step");
    CHECK(open.opened.application.message_is_error);
    CHECK_THAT(open.opened.application.message, Contains("it bounds no solid"));
    CHECK(open.opened.moment().step == 0);
    open.opened.run("decisions on");
    open.opened.run("compare growth");
    CHECK(open.opened.application.comparing());
    CHECK(open.opened.application.sides[1].view.marked_lines.size() == 3);
}

TEST_CASE(
    "tets, stray vertices and numbers without a vertex are listed and drawn where they can be",
    "[viewer]") {
    OpenedMesh stray(std::string(kCube) + "f 4 5 8\nv 90 0 0\nf 1 2 77\n");
    const Titles titles = titles_of(stray.mesh());
    REQUIRE(titles == Titles{"index out of range: 1 face", "unreferenced vertex: 1 vertex"});
    CHECK_FALSE(stray.mesh().problems[0].marks[0].can_be_drawn);
    CHECK(stray.opened.view().marked_points.size() == 1);
    CHECK(stray.opened.view().focus.upper.x() == 1.0);  // the stray vertex is far away
    CHECK(stray.opened.view().marked_bounds.upper.x() == 90.0);
    stray.opened.run("wrong next");
    CHECK(stray.opened.application.highlights[0].lines.empty());

    const TemporaryFolder folder;
    const std::string path = (folder.path() / "tets.mesh").string();
    std::ofstream(path) << "MeshVersionFormatted 2\nDimension 3\nVertices\n5\n0 0 0 0\n1 0 0 0\n"
                           "0 1 0 0\n0 0 1 0\n1 1 1 0\nTetrahedra\n2\n1 2 3 4 0\n2 3 4 5 0\nEnd\n";
    const InspectedMesh right = inspect_file(path);
    CHECK(right.bounds_solid());
    CHECK(drawn_surface(right.file).triangles.size() == 6);
    std::ofstream(path) << "MeshVersionFormatted 2\nDimension 3\nVertices\n5\n0 0 0 0\n1 0 0 0\n"
                           "0 1 0 0\n0 0 1 0\n1 1 1 0\nTetrahedra\n2\n1 2 4 3 0\n2 3 4 5 0\nEnd\n";
    const OpenedCase turned(path, "");
    CHECK(titles_of(*turned.application.mesh()) == Titles{"inverted tet: 1 tet"});
    CHECK(turned.view().marked_faces.size() == 12);
}

TEST_CASE("polygons that are not flat are shown as cut, with the remedy", "[viewer]") {
    const OpenedMesh bent(
        "v 0 0 0\nv 1 0 0\nv 1 1 0\nv 0 1 0\nv 0 0 1\nv 1 0 1\nv 1 1 1.3\n"
        "v 0 1 1\nf 4 3 2 1\nf 5 6 7 8\nf 1 2 6 5\nf 2 3 7 6\nf 3 4 8 7\n"
        "f 4 1 5 8\n");
    CHECK_FALSE(bent.mesh().bounds_solid());
    CHECK_THAT(bent.mesh().fault, Contains("1 polygon is not flat") && Contains("--repair"));
    CHECK(bent.mesh().problems.empty());
    CHECK_THAT(bent.opened.application.message,
               Contains("1 error, no warnings: 1 polygon is not flat"));
}

/// Returns the depth of a point in the picture: -1 on the near plane, 1 on the far one.
double depth_in_picture(const Application& application, const Vec3& point) {
    const Camera& camera = application.camera;
    const SceneView& view = application.sides[0].view;
    const BoundingBox depths = depth_bounds(camera, view.bounds, view.marked_bounds);
    const Eigen::Vector4d clip =
        clip_from_view(camera, application.view_size, 0.5 * (depths.lower + depths.upper),
                       0.55 * (depths.upper - depths.lower).norm()) *
        view_from_world(camera) * point.homogeneous();
    return clip.z() / clip.w();
}

TEST_CASE("a stray vertex is seen where the camera goes to it, and the mesh before", "[viewer]") {
    const int far = GENERATE(30, 1000000);
    const std::string perspective = GENERATE("perspective on", "perspective off");
    OpenedMesh stray(std::string(kCube) + kLastFace + "v " + std::to_string(far) + " 0 0\n");
    Application& application = stray.opened.application;
    stray.opened.run(perspective);
    stray.opened.run("problem 0");
    application.camera = framed(application.camera, application.view_size, {{0, 0, 0}, {1, 1, 1}});
    for (const Vec3& corner : {Vec3(0, 0, 0), Vec3(1, 1, 1), Vec3(1, 0, 1)}) {
        CHECK(std::abs(depth_in_picture(application, corner)) < 1.0);
    }
    stray.opened.run("wrong next");
    stray.opened.run("frame selection");
    const Vec3 place(far, 0, 0);
    CHECK((application.camera.target - place).norm() < 0.5);
    CHECK(std::abs(depth_in_picture(application, place)) < 1.0);
    // Not the mark alone: what is around it, too.
    CHECK(application.camera.distance > 25.0 * application.sides[0].view.glyph_radius);
}

TEST_CASE("a sound mesh names the two methods that are compared", "[viewer]") {
    OpenedMesh cube(std::string(kCube) + kLastFace);
    Application& application = cube.opened.application;
    CHECK(side_title(application, 0) == health_text(cube.mesh()));
    cube.opened.run("compare first_impact");
    REQUIRE(application.comparing());
    CHECK(side_title(application, 0) != side_title(application, 1));
    CHECK(side_title(application, 1) == find_generator("first_impact").title);
}

TEST_CASE("commands about problems that there are none of say so", "[viewer]") {
    OpenedMesh cube(std::string(kCube) + kLastFace);
    CHECK_THROWS_WITH(run_command(cube.opened.application, "problem 0"),
                      Contains("this mesh has no problems"));
}

TEST_CASE("a faulty mesh is not saved as a scene that nothing can read", "[viewer]") {
    OpenedMesh open(kCube);
    const std::filesystem::path saved = open.folder.path() / "saved.json";
    CHECK_THROWS_WITH(run_command(open.opened.application, "export-scene " + saved.string()),
                      Contains("it bounds no solid"));
    CHECK_FALSE(std::filesystem::exists(saved));
}

TEST_CASE("tets that overlap are drawn with what loading says of them", "[viewer]") {
    const TemporaryFolder folder;
    const std::string path = (folder.path() / "twice.mesh").string();
    std::ofstream(path) << "MeshVersionFormatted 2\nDimension 3\nVertices\n4\n0 0 0 0\n1 0 0 0\n"
                           "0 1 0 0\n0 0 1 0\nTetrahedra\n2\n1 2 3 4 0\n1 2 3 4 0\nEnd\n";
    const OpenedCase twice(path, "");
    const InspectedMesh& mesh = *twice.application.mesh();
    CHECK_FALSE(mesh.bounds_solid());
    CHECK_THAT(mesh.fault, Contains("overlap"));
    CHECK(drawn_surface(mesh.file).triangles.size() == 4);
}

/// A variable of the environment while this exists.
class Variable {
 public:
    Variable(const char* name, const std::string& value) : name_(name) {
        if (const char* const old = std::getenv(name)) {
            old_ = old;
        }
        ::setenv(name, value.c_str(), 1);
    }
    ~Variable() {
        if (old_) {
            ::setenv(name_, old_->c_str(), 1);
        } else {
            ::unsetenv(name_);
        }
    }
    Variable(const Variable&) = delete;
    Variable& operator=(const Variable&) = delete;

 private:
    const char* name_;
    std::optional<std::string> old_;
};

TEST_CASE("what a method cannot be made ready for is no fault of the mesh", "[viewer]") {
    const TemporaryFolder folder;
    const std::string path = (folder.path() / "cube.obj").string();
    std::ofstream(path) << kCube << kLastFace;
    const Variable cache("TOUCHSTONE_CACHE_DIR", folder.path().string());
    const Variable worker("TOUCHSTONE_TETGEN_WORKER", path + ".none");
    OpenRequest request;
    request.name = path;
    request.generator = "opposing";
    request.settings = make_study_settings(Profile::Corrected);
    CHECK_THROWS_WITH(load_scene(request), Contains("cannot start"));
    request.generator = "first_impact";
    CHECK(load_scene(request).is_solid());
    // That a sheet has no thickness is one.
    std::ofstream(path) << "v 0 0 0\nv 1 0 0\nv 1 1 0\nv 0 1 0\nv 0 0 1e-11\nv 1 0 1e-11\n"
                           "v 1 1 1e-11\nv 0 1 1e-11\nf 4 3 2\nf 4 2 1\nf 5 6 7\nf 5 7 8\n"
                           "f 1 2 6\nf 1 6 5\nf 2 3 7\nf 2 7 6\nf 3 4 8\nf 3 8 7\nf 4 1 5\n"
                           "f 4 5 8\n";
    const LoadedScene flat = load_scene(request);
    CHECK_FALSE(flat.is_solid());
    CHECK_THAT(flat.mesh->fault, Contains("flat along z"));
}

TEST_CASE("a mesh too small for a picture is refused in words", "[viewer]") {
    const TemporaryFolder folder;
    const std::string path = (folder.path() / "small.obj").string();
    std::ofstream(path) << "v 1 2 3\nf 1 1 1\n";
    CHECK_THROWS_WITH(inspect_file(path), Contains("small.obj: ") && Contains("scale the mesh"));
    std::ofstream(path) << "v 0 0 0\nv 1e-25 0 0\nv 0 1e-25 0\nf 1 2 3\n";
    CHECK_THROWS_WITH(inspect_file(path), Contains("smaller than 1e-18 m"));
}

TEST_CASE("a mesh of which nothing can be drawn is refused with what is wrong", "[viewer]") {
    const TemporaryFolder folder;
    const std::string path = (folder.path() / "none.off").string();
    std::ofstream(path) << "OFF\n3 1 0\nnan 0 0\n1 0 0\n0 1 0\n3 0 1 2\n";
    CHECK_THROWS_WITH(inspect_file(path), Contains("none.off: non_finite (error): vertex 0"));
    std::ofstream(path) << "OFF\n3 1 0\n1e30 0 0\n1 0 0\n0 1 0\n3 0 1 2\n";
    CHECK_THROWS_WITH(inspect_file(path), Contains("none.off: "));
}

}  // namespace
}  // namespace touchstone::viewer
