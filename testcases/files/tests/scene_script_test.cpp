// Scene scripts: what they mean, and what is refused.

#include "testcases/files/script/scene_script.h"

#include <sys/stat.h>

#include <cmath>
#include <fstream>

#include "methods/base/error.h"
#include "methods/mesh/shapes.h"
#include "methods/testing/catch.h"
#include "methods/testing/temporary_folder.h"
#include "testcases/cases/script_cases.h"
#include "testcases/files/scene_file.h"
#include "testcases/files/tests/same_test_case.h"

namespace touchstone {
namespace {

/// A unit tet "tet.msh", a flat square "plane.obj" of 1 m, a box "cube.obj", and others that are
/// open, faulty, or points.
MeshFile load_example(const std::string& file) {
    MeshFile mesh;
    mesh.vertices = {Vec3(0.0, 0.0, 0.0), Vec3(1.0, 0.0, 0.0), Vec3(0.0, 0.0, 1.0),
                     Vec3(0.0, 1.0, 0.0)};
    if (file == "tet.msh") {
        mesh.tets = {{0, 3, 2, 1}};
    } else if (file == "plane.obj") {
        mesh.vertices[3] = Vec3(1.0, 0.0, 1.0);
        mesh.faces = {{0, 2, 1}, {1, 2, 3}};
    } else if (file == "bent.obj") {
        mesh.faces = {{0, 2, 1}, {0, 1, 3}};
    } else if (file == "bow.obj") {  // two flat triangles that share a corner
        mesh.vertices[3] = Vec3(-1.0, 0.0, 0.0);
        mesh.vertices.emplace_back(0.0, 0.0, -1.0);
        mesh.faces = {{0, 2, 1}, {0, 4, 3}};
    } else if (file == "unused.obj") {
        mesh.faces = {{0, 2, 1}};
    } else if (file == "inward.obj") {
        mesh.faces = {{0, 2, 1}, {0, 1, 3}, {0, 3, 2}, {1, 2, 3}};
    } else if (file == "points.obj") {
        mesh.vertices.resize(2);
    } else if (file == "point.obj") {
        mesh.vertices.resize(1);
    } else if (file == "cube.obj") {
        const SurfaceMesh box = make_box(Vec3::Constant(2.0));
        mesh.vertices = box.vertices;
        mesh.faces = box.triangles;
    } else {
        throw FileError("there is no mesh " + file);
    }
    return mesh;
}

constexpr const char* kObjTetrahedron =
    "v 0 0 0\nv 1 0 0\nv 0 1 0\nv 0 0 1\nf 1 3 2\nf 1 2 4\nf 1 4 3\nf 2 3 4\n";
const std::string kHead = "energy NH\ndensity 1000\nstiffness 1e5 0.4\ntime 2 0.01\n";

TestCase parse(const std::string& text) {
    return parse_scene_script(text, "scene.txt", &load_example);
}

Vec3 vertex_of(const BodySetup& body, int vertex) {
    return body.world_from_shape * own_tets(body.shape)->vertices[vertex];
}

}  // namespace

TEST_CASE("a script's shapes are turned, moved, scaled together and lifted", "[script]") {
    const TestCase scene = parse(kHead +
                                 "# two tets\nsize 4\nscript fall\nshapes input 2\n"
                                 "tet.msh 0 0 0  0 0 0  1 1 1\n"
                                 "tet.msh 0 0 0  0 90 0  2 2 2 material 500 1e6 0.3\n"
                                 "meshCO plane.obj 0 -1 0 10 50 0\nview orthographic\n");
    REQUIRE(scene.bodies.size() == 3);
    // The second tet spans x in 0…2, y in 0…2 and z in -2…0, so all is 2 × 2 × 3 large.
    const double factor = 4.0 / 3.0;
    const double lift = 0.5 * factor * std::sqrt(4.0 + 4.0 + 9.0);
    CHECK((vertex_of(scene.bodies[0], 0) - Vec3(0.0, lift, 2.0 * factor)).norm() < 1e-12);
    CHECK((vertex_of(scene.bodies[0], 2) - Vec3(0.0, lift, 4.0)).norm() < 1e-12);
    CHECK((vertex_of(scene.bodies[1], 2) - Vec3(2.0 * factor, lift, 2.0 * factor)).norm() < 1e-12);
    CHECK(scene.bodies[0].name == "tet");
    CHECK(scene.bodies[1].name == "tet 2");
    CHECK(scene.bodies[0].density == 1000.0);
    CHECK(scene.bodies[1].density == 500.0);
    CHECK(scene.bodies[1].elastic->material.young == 1e6);
    CHECK(scene.time_step == 0.01);
    CHECK(scene.simulate->steps == 200);
    CHECK(scene.gravity.y() == -9.80665);
    CHECK(scene.bodies[2].fixed);
    // The square became the top of a slab.
    const SurfaceMesh slab = make_surface(scene.bodies[2].shape);
    CHECK(slab.vertices.size() == 8);
    CHECK(signed_volume(slab) == Approx(10.0 * 10.0 * 0.5));
    double highest = -1.0;
    for (const Vec3& vertex : slab.vertices) {
        highest = std::max(highest, vertex.y());
    }
    CHECK(highest == Approx(0.0).margin(1e-12));
}

TEST_CASE("scripts drive parts of shapes", "[script]") {
    const std::string shape = "size 1\nshape input tet.msh\n";
    const TestCase dragged = parse(kHead + shape +
                                   "script dragright\n"
                                   "meshCO cube.obj 0 0 0 2 50 0.5\n");
    REQUIRE(dragged.bodies[0].driven.size() == 1);
    const DriveSetup& drag = dragged.bodies[0].driven[0];
    CHECK(drag.vertices == std::vector<int>{1});
    CHECK(drag.motion.velocity == Vec3(0.5, 0.0, 0.0));
    CHECK(drag.motion.until == Approx(2.0));  // 1 m to where the cube ends
    CHECK(dragged.friction == 0.5);
    const TestCase twisted = parse(kHead + shape + "script twist\nturnOffGravity\n");
    REQUIRE(twisted.bodies[0].driven.size() == 2);
    CHECK(twisted.bodies[0].driven[0].vertices == std::vector<int>{0, 2, 3});
    CHECK(twisted.bodies[0].driven[1].vertices == std::vector<int>{1});
    CHECK(twisted.bodies[0].driven[1].motion.spin.x() == Approx(1.2566370614));
    CHECK(twisted.bodies[0].driven[0].motion.spin == -twisted.bodies[0].driven[1].motion.spin);
    CHECK(twisted.gravity.isZero());
    const TestCase held = parse(kHead + shape + "script fixLowerHalf\n");
    CHECK(held.bodies[0].driven[0].vertices == std::vector<int>{0, 1, 2});
}

TEST_CASE("a script's tuning are shares of the size of its shapes", "[script]") {
    const double size = std::sqrt(3.0);
    const auto setting = [](const TestCase& scene, const std::string& id) {
        for (const NamedSetting& each : scene.movers.at("barrier")) {
            if (each.id == id) {
                return std::stod(each.value);
            }
        }
        return 0.0;
    };
    const std::string shape = "size 1\nshape input tet.msh\n";
    const TestCase usual = parse(kHead + shape);
    CHECK(setting(usual, "dhat") == Approx(1e-3 * size));
    CHECK(setting(usual, "accuracy") == Approx(1e-2 * size));
    const TestCase tuned = parse(
        kHead + shape +
        "halfSpace 0 0 0  0 1 0  50 0.3\ntuning 6\n0\n1e-3\n1e-4\n1e-9\n1\n1e-5\ntol 1\n1e-4\n");
    CHECK(setting(tuned, "dhat") == Approx(1e-4 * size));
    CHECK(setting(tuned, "stick_speed") == Approx(1e-5 * size));
    CHECK(setting(tuned, "accuracy") == Approx(2e-7 * size));  // no more than friction bears
    CHECK(tuned.bodies[1].fixed);
    CHECK(setting(tuned, "lags") == 1.0);
    CHECK(setting(parse(kHead + shape + "fricIterAmt -1\n"), "lags") == 10.0);
}

TEST_CASE("a script's directions may be of any length above 0", "[script]") {
    const std::string shape = "shape input tet.msh\n";
    const auto board = [&](const std::string& normal) {
        return parse(kHead + shape + "halfSpace 0 -1 0 " + normal + " 50 0\n").bodies[1];
    };
    const auto turned = [&](const std::string& axis) {
        return parse(kHead + shape + "rotateModel " + axis + " 90\n").bodies[0];
    };
    for (const char* length : {"1e200", "1.7e308", "1e-200"}) {
        INFO(length);
        const std::string diagonal = std::string(length) + " " + length + " " + length;
        CHECK(board(diagonal).world_from_shape.rotation.isApprox(
            board("1 1 1").world_from_shape.rotation, 1e-14));
        CHECK(turned(diagonal).world_from_shape.rotation.isApprox(
            turned("1 1 1").world_from_shape.rotation, 1e-14));
    }
    CHECK_THROWS_WITH(board("0 0 0"), Catch::Contains("scene.txt:6: a normal of length 0"));
    CHECK_THROWS_WITH(turned("0 0 0"), Catch::Contains("scene.txt:6: an axis of length 0"));
}

TEST_CASE("sections of a script are read when they are for interior points", "[script]") {
    const auto gravity = [](const std::string& solvers) {
        return -parse(kHead + "shape input tet.msh\nsection " + solvers +
                      "\nturnOffGravity\nsection end\nsize 1\n")
                    .gravity.y();
    };
    CHECK(gravity("IP") == 0.0);
    CHECK(gravity("interiorPoint") == 0.0);
    CHECK(gravity("SQP interiorPoint") == 0.0);
    CHECK(gravity("end") == 0.0);
    CHECK(gravity("SQP QP") == 9.80665);
    CHECK(gravity("") == 9.80665);
    CHECK_THROWS_WITH(parse(kHead + "section IP\nwobble 3\nsection end\n"),
                      Catch::Contains("scene.txt:6: the word 'wobble' is not known"));
}

TEST_CASE("a script's obstacles may be points, and surfaces that are open", "[script]") {
    const TestCase scene = parse(kHead + "shape input tet.msh\nmeshCO bent.obj 0 -5 0 2 50 0\n" +
                                 "meshCO points.obj 0 -5 3 4 50 0 rotate 0 0 90\n" +
                                 "meshCO point.obj 0 -7 0 4 50 0\n");
    REQUIRE(scene.bodies.size() == 4);
    const ThinShape* const bent = thin_shape(scene.bodies[1].shape);
    REQUIRE(bent != nullptr);
    CHECK(bent->mesh.triangles.size() == 2);
    CHECK(scene.bodies[1].fixed);
    const ThinShape* const points = thin_shape(scene.bodies[2].shape);
    REQUIRE(points != nullptr);
    CHECK(points->mesh.triangles.empty());
    REQUIRE(points->mesh.vertices.size() == 2);
    const Vec3 end = scene.bodies[2].world_from_shape * points->mesh.vertices[1];
    CHECK((end - Vec3(0.0, -3.0, 3.0)).norm() < 1e-12);
    const ThinShape* const point = thin_shape(scene.bodies[3].shape);
    REQUIRE(point != nullptr);
    CHECK(point->mesh.vertices == std::vector<Vec3>{Vec3::Zero()});
    check_same(parse_scene(write_scene(with_inline_meshes(scene)), "scene.json"),
               with_inline_meshes(scene));
}

TEST_CASE("a script's obstacle is thin where its surface is open, not where it is faulty",
          "[script]") {
    const auto obstacle = [](const std::string& file) {
        return parse(kHead + "shape input tet.msh\nmeshCO " + file + " 0 -5 0 2 50 0\n")
            .bodies[1]
            .shape;
    };
    const Shape bow = obstacle("bow.obj");  // of which no slab can be made
    REQUIRE(thin_shape(bow) != nullptr);
    CHECK(thin_shape(bow)->mesh.triangles.size() == 2);
    CHECK(thin_shape(bow)->mesh.vertices.size() == 5);
    CHECK_THROWS_WITH(obstacle("inward.obj"), Catch::Contains("scene.txt:6: ") &&
                                                  Catch::Contains("its normals point inward"));
    CHECK_THROWS_WITH(obstacle("unused.obj"),
                      Catch::Contains("scene.txt:6: ") && Catch::Contains("vertex 3 is not used"));
}

TEST_CASE("a script's Newmark may have its usual coefficients", "[script]") {
    const auto rule = [](const std::string& words) {
        const TestCase scene =
            parse(kHead + "shape input tet.msh\ntimeIntegration " + words + "\n");
        for (const NamedSetting& each : scene.movers.at("barrier")) {
            if (each.id == "integration") {
                return each.value;
            }
        }
        return std::string();
    };
    CHECK(rule("NM") == "newmark");
    CHECK(rule("NM 0.25 0.5") == "newmark");
    CHECK(rule("BE") == "implicit_euler");
    CHECK_THROWS_WITH(rule("NM 0.3 0.5"),
                      Catch::Contains("scene.txt:6: ") && Catch::Contains("beta = 0.3"));
    CHECK_THROWS_WITH(rule("NM 0.25 0.6"), Catch::Contains("gamma = 0.6"));
    CHECK_THROWS_WITH(rule("NM 0.25"), Catch::Contains("expected gamma"));
    CHECK_THROWS_WITH(rule("BE 0.25 0.5"), Catch::Contains("'0.25' is not known here"));
}

TEST_CASE("what a script may not say is refused with file, line and remedy", "[script]") {
    const std::string shape = "shape input tet.msh\n";
    CHECK_THROWS_WITH(parse(kHead + shape + "wobble 3\n"),
                      Catch::Contains("scene.txt:6: the word 'wobble' is not known"));
    CHECK_THROWS_WITH(
        parse(kHead + shape + "script dance\n"),
        Catch::Contains("scene.txt:6: the script 'dance'") && Catch::Contains("fixLowerHalf"));
    CHECK_THROWS_WITH(parse(kHead + "shapes input 2\ntet.msh 0 0 0 0 0 0 1 1 1\n"),
                      Catch::Contains("end of the file"));
    CHECK_THROWS_WITH(parse(kHead + "shapes input 1\ntet.msh 0 0 0 0 0 0 1 2 1\n"),
                      Catch::Contains("scene.txt:6: ") && Catch::Contains("along all axes"));
    CHECK_THROWS_WITH(parse(kHead + "shape input none.msh\n"),
                      Catch::Contains("scene.txt:5: ") && Catch::Contains("none.msh"));
    CHECK_THROWS_WITH(parse(kHead + shape + "meshCO wire.seg 0 0 0 1 50 0\n"),
                      Catch::Contains("scene.txt:6: ") && Catch::Contains("segments"));
    CHECK_THROWS_WITH(parse(kHead + shape + "meshCO tet.msh 0 0 0 1 50 0\n"),
                      Catch::Contains("scene.txt:6: ") && Catch::Contains("or tets"));
    CHECK_THROWS_WITH(
        parse(kHead + shape + "halfSpace 0 0 0 0 1 0 50 0.1\nhalfSpace 0 -1 0 0 1 0 50 0.2\n"),
        Catch::Contains("scene.txt:7: ") && Catch::Contains("one coefficient"));
    CHECK_THROWS_WITH(parse("energy NH\n" + shape + "time 1 0.1\n"),
                      Catch::Contains("scene.txt:2: ") && Catch::Contains("no material"));
    CHECK_THROWS_WITH(parse(kHead + shape + "stiffness 1e5 0.6\n"),
                      Catch::Contains("Poisson's ratio must be above -1 and below 0.5"));
    CHECK_THROWS_WITH(parse("time 1\n"), Catch::Contains("scene.txt:1: expected a time step"));
    CHECK_THROWS_WITH(parse("energy XY\n"), Catch::Contains("'XY'"));
    CHECK_THROWS_WITH(parse(""), Catch::Contains("empty"));
    CHECK_THROWS_WITH(parse(kHead + "section SQP\ntime 1 1\n"), Catch::Contains("section end"));
    CHECK_NOTHROW(parse(kHead + shape + "section SQP\nnonsense 1 1\nsection end\n"));
    CHECK_THROWS_WITH(parse(kHead + shape + "time 1 x\n"), Catch::Contains("found 'x'"));
}

TEST_CASE("a script is found by name, with meshes beneath a folder \"input\" around it",
          "[script]") {
    const testing::TemporaryFolder folder;
    namespace fs = std::filesystem;
    const fs::path scenes = folder.path() / "input" / "scenes";
    fs::create_directories(scenes / "more");
    fs::create_directories(folder.path() / "input" / "meshes");
    std::ofstream(folder.path() / "input" / "meshes" / "cube.obj") << kObjTetrahedron;
    std::ofstream(scenes / "held.txt")
        << kHead << "script DCOFix\nshape input input/meshes/cube.obj\n";
    std::ofstream(scenes / "more" / "named.txt") << "../held.txt";
    const TestCase scene =
        load_test_case((scenes / "more" / "named.txt").string(), BodyOrder::LowerFirst);
    CHECK(scene.id == "named");
    REQUIRE(scene.bodies.size() == 1);
    CHECK(scene.bodies[0].fixed);
    std::ofstream(scenes / "lost.txt") << kHead << "script DCOFix\nshape input input/lost.obj\n";
    CHECK_THROWS_WITH(read_scene_script(scenes / "lost.txt"),
                      Catch::EndsWith("put it beside the script") &&
                          Catch::StartsWith((scenes / "lost.txt").string() +
                                            ":6: there is no mesh 'input/lost.obj'"));
    CHECK(script_inputs(scenes / "more" / "named.txt").size() == 2);
    CHECK(script_inputs(scenes / "lost.txt") == std::vector<fs::path>{scenes / "lost.txt"});
}

TEST_CASE("scripts name files by paths that stay below, and never wait for pipes", "[script]") {
    const testing::TemporaryFolder folder;
    namespace fs = std::filesystem;
    fs::create_directories(folder.path() / "scenes");
    const fs::path mesh = folder.path() / "outside.obj";
    std::ofstream(mesh) << kObjTetrahedron;
    const fs::path script = folder.path() / "scenes" / "script.txt";
    const auto write = [&](const std::string& text) { std::ofstream(script) << text; };
    const std::string head = kHead + "script DCOFix\nshape input ";
    std::ofstream(folder.path() / "scenes" / "inside.obj") << kObjTetrahedron;
    write(head + "inside.obj\n");
    CHECK_NOTHROW(read_scene_script(script));
    write(head + "outside.obj\n");
    CHECK_THROWS_WITH(read_scene_script(script),
                      Catch::Contains("script.txt:6: there is no mesh 'outside.obj'"));
    for (const std::string& file :
         {mesh.string(), "input/" + mesh.string(), std::string("../outside.obj"),
          std::string("input/../../outside.obj")}) {
        INFO(file);
        write(head + file + "\n");
        CHECK_THROWS_WITH(read_scene_script(script),
                          Catch::Contains("script.txt:6: ") && Catch::Contains("at the root"));
        CHECK(script_inputs(script) == std::vector<fs::path>{script});
    }
    fs::create_symlink(mesh, folder.path() / "scenes" / "link.obj");
    fs::create_directory_symlink(folder.path(), folder.path() / "scenes" / "door");
    fs::create_symlink("inside.obj", folder.path() / "scenes" / "inner.obj");
    for (const std::string& file : {std::string("link.obj"), std::string("door/outside.obj")}) {
        INFO(file);
        write(head + file + "\n");
        CHECK_THROWS_WITH(read_scene_script(script),
                          Catch::Contains("script.txt:6: the mesh file " + file + " leads out of"));
        CHECK(script_inputs(script) == std::vector<fs::path>{script});
    }
    write(head + "inner.obj\n");
    CHECK_NOTHROW(read_scene_script(script));
    std::ofstream(folder.path() / "other.txt") << head << "inside.obj\n";
    fs::create_symlink("../other.txt", folder.path() / "scenes" / "linked.txt");
    for (const std::string& other : {std::string("../other.txt"), std::string("linked.txt")}) {
        INFO(other);
        write(other + "\n");
        CHECK_THROWS_WITH(read_scene_script(script),
                          Catch::Contains("script.txt: the script " + other + " leads out of"));
        CHECK(script_inputs(script).empty());
    }
    const fs::path pipe = folder.path() / "scenes" / "pipe.txt";
    REQUIRE(::mkfifo(pipe.c_str(), 0600) == 0);
    CHECK_THROWS_WITH(read_scene_script(pipe), Catch::Contains("pipe.txt: is no file"));
    write("pipe.txt\n");
    CHECK_THROWS_WITH(read_scene_script(script), Catch::Contains("pipe.txt: is no file"));
    CHECK(script_inputs(script).empty());
    write(pipe.string() + "\n");
    CHECK_THROWS_WITH(read_scene_script(script), Catch::Contains("script.txt: the script '"));
}

TEST_CASE("what a script names is told without anything that a terminal obeys", "[script]") {
    std::string red = "\x1b[31m";
    const auto message = [&](const std::string& text) -> std::string {
        try {
            parse_scene_script(kHead + text, red + ".txt", &load_example);
        } catch (const FileError& error) {
            return error.what();
        }
        return red;
    };
    const std::string shape = "shape input tet.msh\n";
    CHECK(message("shape input " + red + ".msh\n").find('\x1b') == std::string::npos);
    CHECK(message(shape + "meshCO " + red + ".seg 0 0 0 1 50 0\n").find('\x1b') ==
          std::string::npos);
    CHECK(message(shape + "script " + red + "\n").find('\x1b') == std::string::npos);
    CHECK(message(shape + red + "\n").find('\x1b') == std::string::npos);
}

TEST_CASE("the built-in scripts survive being written and read, bit for bit", "[script]") {
    for (const ScriptCase& each : all_script_cases()) {
        INFO(each.id);
        const TestCase original = make_script_case(each.id);
        const auto load = [&](const std::string& file) {
            LoadedMesh mesh;
            for (const BodySetup& body : original.bodies) {
                const auto* const shape = std::get_if<MeshShape>(&body.shape);
                if (shape != nullptr && shape->file == file) {
                    mesh.surface = shape->surface;
                    mesh.tets = shape->tets;
                }
            }
            return mesh;
        };
        const std::string text = write_scene(original);
        testing::check_same(parse_scene(text, "scene.json", load), original);
        CHECK(write_scene(parse_scene(text, "scene.json", load)) == text);
    }
}

}  // namespace touchstone
