#include <algorithm>
#include <array>
#include <filesystem>
#include <iterator>
#include <random>
#include <string>
#include <vector>

#include "methods/base/error.h"
#include "methods/mesh/shapes.h"
#include "methods/testing/catch.h"
#include "methods/testing/file_text.h"
#include "testcases/files/scene_file.h"
#include "testcases/files/tests/fuzz/scene_check.h"
#include "testcases/files/tests/same_test_case.h"
#include "testcases/scenes/convex_cut.h"

namespace touchstone {
namespace {

const std::string kGood = R"({
"schema": "touchstone-scene-1",
"name": "good",
"gravity": [0, -9.82, 0],
"friction": 0.5,
"query": {"pose": "initial", "time_step": 0.01},
"bodies": [
{"name": "left", "shape": {"box": {"size": [1, 1, 1]}}, "fixed": true},
{"name": "right", "shape": {"cylinder": {"radius": 1, "height": 2, "sides": 6}},
 "position": [1, 0, 0], "orientation": [1, 0, 0, 0], "density": 2000, "tetgen": "pYq2Q"},
{"name": "top", "shape": {"triangles": {"vertices": [[0, 0, 0], [1, 0, 0], [0, 1, 0], [0, 0, 1]],
 "faces": [[0, 2, 1], [0, 1, 3], [0, 3, 2], [1, 2, 3]]}}},
{"name": "ball", "shape": {"sphere": {"radius": 1, "subdivisions": 1}}}
],
"expected": [
{"a": "left", "b": "right", "angle_tolerance_deg": 1,
 "answers": [{"normals": [[1, 0, 0]], "min_contacts": 4, "area": 1, "separation": [0, 1]}]},
{"a": "top", "b": "ball", "contacts": "none"}
]
})";

struct BadScene {
    std::string good;     ///< what stands in kGood
    std::string bad;      ///< what replaces it
    std::string message;  ///< after the file's name
};

const std::vector<BadScene> kBadScenes = {
    // The file as a whole.
    {kGood, "",
     "1: this is not valid JSON: syntax error while parsing value - unexpected end of "
     "input; expected '[', '{', or a literal"},
    {kGood, "[]", "1: expected an object, found []"},
    {kGood, "{\"schema\": \"touchstone-scene-1\"}", "1: the key \"name\" is missing; add it"},
    {"\"friction\": 0.5,", "\"friction\": 0.5",
     "6: /friction: this is not valid JSON: syntax error while "
     "parsing object - unexpected string literal; expected '}'"},
    {"0.5,", "1e999,", "5: /friction: this is not valid JSON: number overflow parsing '1e999'"},
    {"0.5,", "NaN,",
     "5: /friction: this is not valid JSON: syntax error while parsing value - "
     "invalid literal; last read: '\"friction\": N'"},
    {"touchstone-scene-1", "touchstone-scene-2",
     "2: /schema: expected \"touchstone-scene-1\", found \"touchstone-scene-2\""},
    {"\"schema\": \"touchstone-scene-1\",", "", "1: the key \"schema\" is missing; add it"},
    // Keys.
    {"\"friction\": 0.5", "\"frction\": 0.5",
     "5: /frction: unknown key \"frction\"; known here: schema, name, title, source, gravity, "
     "friction, query, solver, barrier, bodies, expected, sweep, variants, simulate, and notes "
     "that "
     "begin with x-"},
    {"\"friction\"", "\"gravity\"", "5: /gravity: the key \"gravity\" stands twice; remove one"},
    {"\"position\": [1, 0, 0]", "\"\\u006eame\": 1",
     "10: /bodies/1/name: the key \"name\" stands twice; remove one"},
    {"\"size\"", "\"sizes\"",
     "8: /bodies/0/shape/box/sizes: unknown key \"sizes\"; known here: "
     "size, and notes that begin with x-"},
    {"\"pose\"", "\"posture\"",
     "6: /query/posture: unknown key \"posture\"; known here: pose, "
     "time_step, and notes that begin with x-"},
    {"\"area\"", "\"a~r/ea\"",
     "17: /expected/0/answers/0/a~0r~1ea: unknown key \"a~r/ea\"; known "
     "here: normals, min_contacts, points, area, hull_area, separation, and notes that begin with "
     "x-"},
    // Elastic bodies.
    {"\"tetgen\": \"pYq2Q\"", "\"elastic\": {\"young\": 0, \"poisson\": 0.3}",
     "10: /bodies/1/elastic/young: expected Young's modulus > 0, in pascals, found 0"},
    {"\"tetgen\": \"pYq2Q\"", "\"elastic\": {\"young\": 1e6, \"poisson\": 0.5}",
     "10: /bodies/1/elastic/poisson: expected Poisson's ratio above -1 and below 0.5, found 0.5"},
    {"\"tetgen\": \"pYq2Q\"", "\"elastic\": {\"young\": 1e6, \"poisson\": 0, \"model\": \"x\"}",
     "10: /bodies/1/elastic/model: expected \"neo_hookean\" or \"fixed_corotated\", found \"x\""},
    {"\"tetgen\": \"pYq2Q\"",
     "\"tetgen\": \"pYq2Q\", \"elastic\": {\"young\": 1e6, \"poisson\": 0}",
     "10: /bodies/1/tetgen: body 'right' is elastic, and \"size\" of \"elastic\" says how large "
     "its "
     "tets are; remove \"tetgen\""},
    {"\"fixed\": true", "\"fixed\": true, \"elastic\": {\"young\": 1e6, \"poisson\": 0}",
     "8: /bodies/0: a fixed body does not move, so it cannot be elastic; remove \"elastic\" or "
     "\"fixed\""},
    // Driven bodies.
    {"\"tetgen\": \"pYq2Q\"", "\"driven\": [{}]",
     "10: /bodies/1/driven: body 'right' moves by itself, and a script drives fixed bodies and "
     "parts "
     "of elastic ones; add \"fixed\": true or \"elastic\""},
    {"\"fixed\": true", "\"fixed\": true, \"driven\": [{\"vertices\": [1]}]",
     "8: /bodies/0/driven: a fixed body is driven as a whole; remove \"box\" and \"vertices\""},
    {"\"fixed\": true", "\"fixed\": true, \"driven\": [{\"from\": 2, \"until\": 1}]",
     "8: /bodies/0/driven/0: until: give a time after 'from' [s]"},
    {"\"tetgen\": \"pYq2Q\"", "\"driven\": [{}], \"elastic\": {\"young\": 1e6, \"poisson\": 0}",
     "10: /bodies/1/driven: expected either \"box\" or \"vertices\" of an elastic body"},
    // Numbers and texts.
    {"[0, -9.82, 0]", "[0, -9.82]",
     "4: /gravity: expected three numbers, e.g. [0, 0.5, 1], found [0,-9.82]"},
    {"0.5,", "-0.5,", "5: /friction: expected a coefficient ≥ 0, found -0.5"},
    {"\"good\"", "\"\"", "3: /name: expected a name, found \"\""},
    {"\"good\"", "7", "3: /name: expected a text, found 7"},
    {"\"good\"", "\"go\\nod\"",
     "3: /name: expected one line of text without control characters, found \"go\\nod\""},
    {"\"initial\"", "\"halfstep\"",
     "6: /query/pose: expected \"initial\" or \"half-step\", found \"halfstep\""},
    {"0.01", "0", "6: /query/time_step: expected a time > 0, found 0"},
    // Bodies.
    {"\"left\", \"shape\"", "\"right\", \"shape\"",
     "9: /bodies/1/name: expected a name that no other body has, found \"right\""},
    {"{\"box\": {\"size\": [1, 1, 1]}}", "{}",
     "8: /bodies/0/shape: expected a shape: box, convex_hull, cylinder, sphere, triangles, mesh, "
     "ellipsoid, superellipsoid, torus, cone, capsule, round_box, bowl, union, tets or thin"},
    // Thin obstacles.
    {"{\"box\": {\"size\": [1, 1, 1]}}",
     "{\"thin\": {\"vertices\": [[0, 0, 0], [1, 0, 0]], \"segments\": [[0, 0]], \"thickness\": 1}}",
     "8: /bodies/0/shape/thin: segment 0 (vertices 0, 0) uses vertex 0 twice: correct or remove "
     "it"},
    {"{\"box\": {\"size\": [1, 1, 1]}}",
     "{\"thin\": {\"vertices\": [[0, 0, 0], [1e160, 0, 0]], \"segments\": [[0, 1]], \"thickness\": "
     "1}}",
     "8: /bodies/0/shape/thin: vertex 1 (1e+160, 0, 0) is farther out than can be computed with: "
     "scale the mesh down"},
    {"{\"box\": {\"size\": [1, 1, 1]}}, \"fixed\": true",
     "{\"thin\": {\"vertices\": [[0, 0, 0]], \"thickness\": 1}}",
     "8: /bodies/0/shape: points, segments and triangles without an inside have no mass, so they "
     "cannot move by themselves; add \"fixed\": true"},
    // Tets.
    {"{\"box\": {\"size\": [1, 1, 1]}}",
     "{\"tets\": {\"vertices\": [[0, 0, 0], [1, 0, 0], [0, 1, 0], [0, 0, 1]], \"tets\": [[0, 1, "
     "2]]}}",
     "8: /bodies/0/shape/tets/tets/0: expected four vertex indices, found [0,1,2]"},
    {"{\"box\": {\"size\": [1, 1, 1]}}",
     "{\"tets\": {\"vertices\": [[0, 0, 0], [1, 0, 0], [0, 1, 0], [0, 0, 1]], \"tets\": [[0, 1, "
     "2, 4]]}}",
     "8: /bodies/0/shape/tets/tets/0/3: expected a vertex index in 0…3, found 4"},
    // Exact curved shapes.
    {"{\"box\": {\"size\": [1, 1, 1]}}", "{\"ellipsoid\": {\"semi_axes\": [1, 0, 1]}}",
     "8: /bodies/0/shape/ellipsoid/semi_axes: expected three numbers > 0, e.g. [1, 0.7, 0.5], "
     "found [1,0,1]"},
    {"{\"box\": {\"size\": [1, 1, 1]}}",
     "{\"superellipsoid\": {\"semi_axes\": [1, 1, 1], \"exponent\": 1}}",
     "8: /bodies/0/shape: the superellipsoid's exponent is 1: it must lie in 2…64, below 2 the "
     "surface has creases"},
    {"{\"box\": {\"size\": [1, 1, 1]}}", "{\"torus\": {\"ring_radius\": 1, \"tube_radius\": 1.5}}",
     "8: /bodies/0/shape: the torus's tube radius is 1.5: the torus crosses itself; make it less "
     "than the ring radius 1"},
    {"{\"box\": {\"size\": [1, 1, 1]}}", "{\"union\": {\"parts\": []}}",
     "8: /bodies/0/shape/union/parts: expected at least one part, found []"},
    {"{\"box\": {\"size\": [1, 1, 1]}}", "{\"union\": {\"parts\": [{\"shape\": {\"torus\": {}}}]}}",
     "8: /bodies/0/shape/union/parts/0/shape/torus: unknown key \"torus\"; known here: sphere, "
     "ellipsoid, superellipsoid, cylinder, cone, capsule, round_box, and notes that begin with x-"},
    {"{\"box\": {\"size\": [1, 1, 1]}}",
     "{\"box\": {\"size\": [1, 1, 1]}}, \"tessellation\": {\"level\": 2}",
     "8: /bodies/0/tessellation: the body's shape is a mesh already; remove this, or give an exact "
     "shape"},
    {"{\"box\": {\"size\": [1, 1, 1]}}",
     "{\"sphere\": {\"radius\": 1}}, \"tessellation\": {\"level\": 6}",
     "8: /bodies/0/tessellation/level: expected a whole number in 0…5, found 6"},
    {"{\"box\": {\"size\": [1, 1, 1]}}", "\"box\"",
     "8: /bodies/0/shape: expected an object, found \"box\""},
    {"{\"box\": ", "{\"sphere\": {\"radius\": 1, \"subdivisions\": 0}, \"box\": ",
     "8: /bodies/0/shape: expected exactly one shape, found several; remove \"sphere\""},
    {"{\"box\": {\"size\": [1, 1, 1]}}", "{\"mesh\": {\"file\": \"a.obj\"}}",
     "8: /bodies/0/shape/mesh/file: there is no folder to read a mesh from; give the surface as "
     "\"triangles\""},
    {"[1, 1, 1]", "\"abc\"",
     "8: /bodies/0/shape/box/size: expected three numbers > 0, e.g. [1, 1, 1], found \"abc\""},
    {"[1, 1, 1]", "[1, 0, 1]",
     "8: /bodies/0/shape/box/size: expected three numbers > 0, e.g. [1, 1, 1], found [1,0,1]"},
    {"\"radius\": 1, \"height\"", "\"radius\": -1, \"height\"",
     "9: /bodies/1/shape/cylinder/radius: expected a radius > 0, found -1"},
    {"\"sides\": 6", "\"sides\": 2",
     "9: /bodies/1/shape/cylinder/sides: expected a whole number in 3…4096, found 2"},
    {"\"sides\": 6", "\"sides\": 6.5",
     "9: /bodies/1/shape/cylinder/sides: expected a whole number in 3…4096, found 6.5"},
    {"\"subdivisions\": 1", "\"subdivisions\": 6",
     "13: /bodies/3/shape/sphere/subdivisions: expected a whole number in 0…5, found 6"},
    {"[1, 2, 3]]", "[1, 2, 4]]",
     "12: /bodies/2/shape/triangles/faces/3/2: expected a vertex index in 0…3, found 4"},
    {"[1, 2, 3]]", "[1, 2, -1]]",
     "12: /bodies/2/shape/triangles/faces/3/2: expected a vertex index in 0…3, found -1"},
    {"[1, 2, 3]]", "[1, 2, 1e300]]",
     "12: /bodies/2/shape/triangles/faces/3/2: expected a vertex index in 0…3, found 1e+300"},
    {"[1, 2, 3]]", "[1, 2]]",
     "12: /bodies/2/shape/triangles/faces/3: expected three vertex indices, found [1,2]"},
    {"[1, 0, 0, 0]", "[0, 0, -0.0, 0]",
     "10: /bodies/1/orientation: expected numbers that are not all zero, found [0,0,-0.0,0]"},
    {"[1, 0, 0, 0]", "[1, 0, 0]",
     "10: /bodies/1/orientation: expected a quaternion w, x, y, z, e.g. [1, 0, 0, 0], found "
     "[1,0,0]"},
    {"\"density\": 2000", "\"density\": 0",
     "10: /bodies/1/density: expected a density > 0, as the body is not fixed, found 0"},
    {"\"fixed\": true", "\"fixed\": 1", "8: /bodies/0/fixed: expected true or false, found 1"},
    // Expected answers.
    {"\"a\": \"left\"", "\"a\": \"up\"",
     "16: /expected/0/a: expected the name of a body of this scene, found \"up\""},
    {"\"a\": \"left\"", "\"a\": \"right\"",
     "16: /expected/0/b: expected another body than \"a\", found \"right\""},
    {"\"contacts\": \"none\"", "\"kinematic\": true",
     "18: /expected/1: expected exactly one of \"answers\", \"contacts\" and \"reference\""},
    {"\"contacts\": \"none\"", "\"contacts\": \"none\", \"answers\": [{}]",
     "18: /expected/1: expected exactly one of \"answers\", \"contacts\" and \"reference\""},
    {"\"contacts\": \"none\"", "\"contacts\": \"some\"",
     "18: /expected/1/contacts: expected \"none\" or \"not_judged\", found \"some\""},
    {"\"tetgen\": \"pYq2Q\"", "\"fixed\": true",
     "16: /expected/0: both 'left' and 'right' are fixed, and no method is asked for contacts of "
     "two "
     "fixed bodies: remove the entry, or let one of them move"},
    {"\"friction\": 0.5",
     "\"variants\": [{\"name\": \"v\", \"bodies\": [{\"name\": \"right\", \"fixed\": true}]}]",
     "5: /variants/0: both 'left' and 'right' are fixed, and no method is asked for contacts of "
     "two "
     "fixed bodies: remove the entry, or let one of them move"},
    {"\"contacts\": \"none\"", "\"reference\": {}",
     "18: /expected/1/reference: the key \"planar_regions\" is missing; add it"},
    {"\"contacts\": \"none\"", "\"reference\": {\"planar_regions\": {\"gap\": -1}}",
     "18: /expected/1/reference/planar_regions/gap: expected a distance ≥ 0, found -1"},
    {"\"contacts\": \"none\"", "\"reference\": {\"planar_regions\": {}}, \"none_is_right\": true",
     "18: /expected/1/none_is_right: this goes with \"answers\" only; remove it"},
    {"\"contacts\": \"none\"", "\"contacts\": \"none\", \"none_is_right\": true",
     "18: /expected/1/none_is_right: this goes with \"answers\" only; remove it"},
    {"{\"a\": \"top\", \"b\": \"ball\"", "{\"a\": \"right\", \"b\": \"left\"",
     "18: /expected/1: an entry before this one is about the same two bodies; join them"},
    {"[[1, 0, 0]]", "[[0, 0, 0]]",
     "17: /expected/0/answers/0/normals/0: expected numbers that are not all zero, found [0,0,0]"},
    {"[[1, 0, 0]]", "[]",
     "17: /expected/0/answers/0/normals: expected at least one; leave out what is not to be "
     "judged, found []"},
    {"\"min_contacts\": 4", "\"min_contacts\": 0",
     "17: /expected/0/answers/0/min_contacts: expected a whole number ≥ 1, found 0"},
    {"\"separation\": [0, 1]", "\"separation\": [1, 0]",
     "17: /expected/0/answers/0/separation: expected [lowest, highest], e.g. [-0.01, 0], found "
     "[1,0]"},
    {"\"angle_tolerance_deg\": 1", "\"angle_tolerance_deg\": 181",
     "16: /expected/0/angle_tolerance_deg: expected an angle in 0…180, found 181"},
    // Studies inside the scene.
    {"\"friction\": 0.5", "\"solver\": {\"sweeps\": 3}",
     "5: /solver/sweeps: unknown key \"sweeps\"; known here: time_step, friction, restitution, "
     "stepping, friction_model, gap, curvature, step_bound, r_strategy, divergence_rule, sweep, "
     "acceleration, "
     "global_r, "
     "max_sweeps, absolute_tolerance, relative_tolerance, stagnation_tolerance, warm_start, "
     "stabilization, "
     "stabilization_gain, min_penetration, max_correction, and notes that begin with x-"},
    {"\"friction\": 0.5", "\"solver\": {\"max_sweeps\": 0.5}",
     "5: /solver/max_sweeps: expected whole number in [0, 1e9], found 0.5"},
    {"\"friction\": 0.5", "\"sweep\": {\"body\": \"up\", \"position\": {}}",
     "5: /sweep/body: expected the name of a body of this scene, found \"up\""},
    {"\"friction\": 0.5",
     "\"sweep\": {\"body\": \"top\", \"position\": {\"from\": [0, 0, 0], \"to\": [1, 0, 0], "
     "\"count\": 10001}}",
     "5: /sweep/position/count: expected a whole number in 2…10000, found 10001"},
    {"\"friction\": 0.5", "\"variants\": [{\"name\": \"v\", \"variants\": []}]",
     "5: /variants/0/variants: unknown key \"variants\"; known here: name, title, source, gravity, "
     "friction, query, solver, barrier, bodies, expected, sweep, simulate, and notes that begin "
     "with x-"},
    {"\"friction\": 0.5", "\"variants\": [{\"name\": \"v\", \"bodies\": [{\"name\": \"new\"}]}]",
     "5: /variants/0/bodies/0/name: expected the name of a body of this scene, found \"new\""},
    {"\"friction\": 0.5",
     "\"variants\": [{\"name\": \"v\", \"bodies\": [{\"name\": \"left\", \"fixed\": false, "
     "\"density\": 0}]}]",
     "5: /variants/0/bodies/0/density: expected a density > 0, as the body is not fixed, found 0"},
    {"\"bodies\": [\n{\"name\": \"left\", \"shape\": {\"box\": {\"size\": [1, 1, 1]}}",
     "\"variants\": [{\"name\": \"v\", \"bodies\": [{\"name\": \"left\", \"fixed\": false}]}],\n"
     "\"bodies\": [\n{\"name\": \"left\", \"shape\": {\"thin\": {\"vertices\": [[0, 0, 0]], "
     "\"thickness\": 1}}",
     "7: /variants/0/bodies/0: points, segments and triangles without an inside have no mass, so "
     "they cannot move by themselves; add \"fixed\": true"},
    {"\"friction\": 0.5", "\"variants\": [{\"name\": \"v\"}, {\"name\": \"v\"}]",
     "5: /variants/1/name: expected a name that no other variant has, found \"v\""},
    {"\"friction\": 0.5", "\"simulate\": {\"dt\": 0.01}",
     "5: /simulate: the key \"steps\" is missing; add it"},
    {"\"friction\": 0.5",
     "\"simulate\": {\"steps\": 1, \"dt\": 0.01, \"bodies\": [\"top\", \"top\"]}",
     "5: /simulate/bodies/1: expected the name of a body of this scene, each once, found \"top\""},
    {"\"friction\": 0.5", "\"simulate\": {\"steps\": 1, \"dt\": 0.01, \"max_tilt\": 1}",
     "5: /simulate/max_tilt: unknown key \"max_tilt\"; known here: steps, dt, bodies, max_drift, "
     "max_sinking, "
     "max_tilt_deg, max_overlap, persistence, contacts_per_pair, forces, and notes that begin with "
     "x-"},
};

std::string with(const std::string& good, const std::string& bad) {
    std::string text = kGood;
    const std::size_t at = text.find(good);
    REQUIRE(at != std::string::npos);
    return text.replace(at, good.size(), bad);
}

std::string error_of(const std::string& text) {
    try {
        parse_scene(text, "scene.json");
    } catch (const FileError& error) {
        return error.what();
    }
    return "no error";
}

/// Parses; what is read must survive being written, what is not must be refused by one line.
void check_read_or_refused(const std::string& text) {
    try {
        const TestCase scene = parse_scene(text, "scene.json");
        testing::check_same(parse_scene(write_scene(scene), "again.json"), scene);
    } catch (const FileError& error) {
        const std::string message = error.what();
        CHECK(message.starts_with("scene.json:"));
        CHECK(message.find('\n') == std::string::npos);
    }
}

}  // namespace

TEST_CASE("a bad scene is refused by one line that names place, expectation and finding",
          "[scene]") {
    REQUIRE(error_of(kGood) == "no error");
    for (const BadScene& scene : kBadScenes) {
        CHECK(error_of(with(scene.good, scene.bad)) == "scene.json:" + scene.message);
    }
}

TEST_CASE("the errors of meshes and of switches say where in the file they come from", "[scene]") {
    CHECK_THAT(error_of(with(", [1, 2, 3]]", "]")),
               Catch::StartsWith("scene.json:11: /bodies/2/shape: "));  // an open surface
    CHECK_THAT(error_of(with("[[0, 2, 1], [0, 1, 3], [0, 3, 2], [1, 2, 3]]",
                             "[[0, 1, 2], [0, 3, 1], [0, 2, 3], [1, 3, 2]]")),
               Catch::StartsWith("scene.json:11: /bodies/2/shape: "));  // an inward surface
    CHECK_THAT(error_of(with("{\"box\": {\"size\": [1, 1, 1]}}",
                             "{\"convex_hull\": {\"points\": [[0,0,0],[1,0,0],[0,1,0],[1,1,0]]}}")),
               Catch::StartsWith("scene.json:8: /bodies/0/shape: "));  // a flat hull
    CHECK_THAT(error_of(with("pYq2Q", "pYV")),
               Catch::StartsWith("scene.json:10: /bodies/1/tetgen: "));
}

TEST_CASE("convex parts that do not fill their body are refused in words", "[scene]") {
    const std::string good = testing::file_text(TOUCHSTONE_TEST_DATA "/peg_in_channel.json");
    const auto error_with = [&good](const std::string& from, const std::string& to) {
        std::string text = good;
        const std::size_t at = text.find(from);
        REQUIRE(at != std::string::npos);
        return error_of(text.replace(at, from.size(), to));
    };
    const std::string floor = "{\"vertices\": [0, 1, 4, 5, 8, 9, 12, 13]}";
    const std::string wall = "{\"vertices\": [1, 2, 3, 4, 9, 10, 11, 12]}";
    REQUIRE(error_with(floor, floor) == "no error");
    CHECK_THAT(error_with(floor + ",", ""), Catch::Contains("/bodies/0/convex_parts: ") &&
                                                Catch::Contains("do not fill the body"));
    CHECK_THAT(error_with(floor, "{\"vertices\": [0, 1, 4, 5, 8, 9, 12, 16]}"),
               Catch::Contains("/bodies/0/convex_parts/0/vertices/7: expected a vertex index"));
    CHECK_THAT(error_with(floor, "{\"vertices\": []}"), Catch::Contains("convex part 0: "));
    CHECK_THAT(error_with(floor, "{\"vertices\": [0, 1, 4, 5]}"),
               Catch::Contains("convex part 0: "));  // flat
    CHECK_THAT(error_with(floor, "{}"), Catch::Contains("either \"points\" or \"vertices\""));
    // Leaves the notch out and in again.
    CHECK_THAT(error_with(floor, "{\"vertices\": [0, 1, 2, 7, 8, 9, 10, 15]}"),
               Catch::Contains("convex part 0: it sticks out of the body through face "));
    CHECK_THAT(error_with(floor, "{\"vertices\": [0, 1, 2, 3, 4, 5, 8, 9, 10, 11, 12, 13]}"),
               Catch::Contains("convex part 0: it sticks out of the body through face "));
    CHECK_THAT(error_with(wall, floor), Catch::Contains("convex part 1: it overlaps with part 0"));
    CHECK_THAT(error_with("[-2, -1, 1], [-1, 0, 1], [-1, 2, 1]",
                          "[-2, -1, 1], [-1, 0, 1], [-1.25, 0.5, 0.75], [-1, 2, 1]"),
               Catch::Contains("convex part 2: point 2 lies inside the hull"));
    CHECK_THAT(error_with(floor + ",\n        " + wall + ",\n        ", ""),
               Catch::Contains("do not fill the body"));
}

TEST_CASE("convex parts that leave a bump out are refused, however small it is", "[scene]") {
    const std::vector<Vec3> profile{{-5, -1, 5},     {5, -1, 5},        {5, 0, 5},
                                    {0.014, 0, 5},   {0.014, 0.014, 5}, {0.0, 0.014, 5.0},
                                    {0.0, 0.0, 5.0}, {-5, 0, 5}};
    SurfaceMesh plate;
    plate.vertices = profile;
    for (const Vec3& corner : profile) {
        plate.vertices.emplace_back(corner.x(), corner.y(), -5.0);
    }
    plate.triangles = {{0, 1, 2}, {0, 2, 3}, {0, 3, 6}, {0, 6, 7}, {3, 4, 5}, {3, 5, 6}};
    for (int i = 0; i < 6; ++i) {
        const Triangle cap = plate.triangles[i];
        plate.triangles.push_back({cap[0] + 8, cap[2] + 8, cap[1] + 8});
    }
    for (int i = 0; i < 8; ++i) {
        const int next = (i + 1) % 8;
        plate.triangles.push_back({i, i + 8, next + 8});
        plate.triangles.push_back({i, next + 8, next});
    }
    const auto part_of = [&plate](const std::vector<int>& corners) {
        HullShape part;
        for (const int corner : corners) {
            part.points.push_back(plate.vertices[corner]);
            part.points.push_back(plate.vertices[corner + 8]);
        }
        return part;
    };
    const HullShape slab = part_of({0, 1, 2, 7});
    CHECK_NOTHROW(check_convex_cut(plate, std::vector{slab, part_of({3, 4, 5, 6})}));
    // Its volume is less than what the volumes may differ by.
    CHECK_THROWS_WITH(check_convex_cut(plate, std::vector{slab}),
                      Catch::Contains("do not fill the body: vertex 4 at (0.014, 0.014, 5)"));
}

TEST_CASE("convex parts that stick out thinly are refused", "[scene]") {
    const SurfaceMesh cube = make_box(Vec3::Ones());
    const auto prism = [](const std::vector<std::array<double, 2>>& profile, double half = 0.5) {
        HullShape part;
        for (const auto& [x, y] : profile) {
            part.points.emplace_back(x, y, half);
            part.points.emplace_back(x, y, -half);
        }
        return part;
    };
    const double low = 0.5 - 1.5e-6;
    const HullShape all = prism({{-0.5, -0.5}, {0.5, -0.5}, {0.5, 0.5}, {-0.5, 0.5}});
    const HullShape leaf = prism({{0.44, low}, {0.55, low}, {0.55, 0.5}, {0.44, 0.5}}, 0.05);
    CHECK_NOTHROW(check_convex_cut(cube, std::vector{all}));
    CHECK_THROWS_WITH(check_convex_cut(cube, std::vector{all, leaf}),
                      Catch::Contains("convex part 1: it is thinner than"));
    // The edge of a wedge, 0.1 mm outside; the wedge is thinner than a micrometre where it leaves.
    CHECK_THROWS_WITH(
        check_convex_cut(
            cube, std::vector{prism({{-0.5001, -0.5}, {0.5, -0.5}, {0.5, -0.49}}),
                              prism({{-0.5, -0.5 + 1e-6}, {0.5, -0.49}, {0.5, 0.5}, {-0.5, 0.5}})}),
        Catch::Contains("convex part 0: its corner at (-0.5001, -0.5, "));
}

TEST_CASE("a variant with another shape has none of its parts", "[scene]") {
    std::string text = testing::file_text(TOUCHSTONE_TEST_DATA "/peg_in_channel.json");
    const std::size_t shape = text.find('{', text.find("\"shape\": {\n        \"triangles\"") + 8);
    const std::string same = text.substr(shape, text.find(",\n      \"convex_parts\"") - shape);
    text.insert(
        text.rfind('}'),
        ", \"variants\": [{\"name\": \"slab\", \"bodies\": [{\"name\": \"channel\", "
        "\"shape\": {\"box\": {\"size\": [4, 1, 2]}}}]}, {\"name\": \"turned\", "
        "\"bodies\": [{\"name\": \"channel\", \"position\": [0, 1, 0]}]}, {\"name\": \"same\", "
        "\"bodies\": [{\"name\": \"channel\", \"fixed\": false, \"shape\": " +
            same + "}]}]");
    const TestCase scene = parse_scene(text, "scene.json", {});
    CHECK(scene.bodies[0].convex_parts.size() == 3);
    CHECK(scene.variants[0].bodies[0].convex_parts.empty());
    CHECK(scene.variants[1].bodies[0].convex_parts.size() == 3);
    CHECK(scene.variants[2].bodies[0].convex_parts.size() == 3);
    testing::check_same(parse_scene(write_scene(scene), "again.json", {}), scene);
}

TEST_CASE("nesting is limited, however deep the file", "[scene]") {
    const auto nested = [](int depth) {
        const std::string deep = std::string(depth, '[') + std::string(depth, ']');
        return with("\"friction\": 0.5", "\"x-deep\": " + deep);
    };
    CHECK(error_of(nested(63)) == "no error");
    CHECK_THAT(error_of(nested(64)), Catch::Contains("more than 64 levels of nesting"));
    CHECK_THAT(error_of(nested(1000000)), Catch::Contains("more than 64 levels of nesting"));
    CHECK_THAT(error_of(std::string(1000000, '[')), Catch::Contains("more than 64 levels"));
}

TEST_CASE("long findings are shortened between characters", "[scene]") {
    std::string name;
    for (int i = 0; i < 1000; ++i) {
        name += "ü";
    }
    const std::string message =
        error_of(with("\"contacts\": \"none\"", "\"contacts\": \"" + name + "\""));
    CHECK(message.size() < 200);
    CHECK_THAT(message, Catch::EndsWith("ü …"));
}

TEST_CASE("every beginning of a scene is refused", "[scene]") {
    for (std::size_t size = 0; size < kGood.size(); ++size) {
        INFO(size);
        CHECK(error_of(kGood.substr(0, size)).starts_with("scene.json:"));
    }
}

TEST_CASE("scenes with wrong bytes are read or refused, never anything else", "[scene]") {
    std::mt19937 generator(20180103);
    const auto below = [&generator](std::size_t limit) { return generator() % limit; };
    const std::string spare = "0123456789eE+-.,:[]{}\"\\/xntf \n\xff\x80\x01";
    const std::string with_studies =
        testing::file_text(TOUCHSTONE_TEST_DATA "/hull_on_fine_box.json");
    const std::string with_variants =
        testing::file_text(TOUCHSTONE_TEST_DATA "/bridge_on_floor.json");
    for (int round = 0; round < 3000; ++round) {
        std::string text = round % 2 == 0 ? kGood : round % 4 == 1 ? with_studies : with_variants;
        for (std::size_t change = below(3) + 1; change > 0; --change) {
            const std::size_t at = below(text.size());
            const char c = spare[below(spare.size())];
            switch (below(3)) {
                case 0:
                    text[at] = c;
                    break;
                case 1:
                    text.insert(at, 1, c);
                    break;
                default:
                    text.erase(at, 1 + below(8));
                    break;
            }
        }
        INFO(text);
        check_read_or_refused(text);
    }
}

TEST_CASE("what the fuzzer has found keeps to the promises", "[scene]") {
    const auto [kind, check] = GENERATE(table<std::string, void (*)(std::string_view)>(
        {{"scene", &testing::check_scene}, {"script", &testing::check_script}}));
    std::vector<std::filesystem::path> samples;
    for (const auto& entry :
         std::filesystem::directory_iterator(TOUCHSTONE_SCENE_SAMPLES "/" + kind)) {
        samples.push_back(entry.path());
    }
    std::ranges::sort(samples);
    CHECK_FALSE(samples.empty());
    for (const std::filesystem::path& sample : samples) {
        INFO(sample);
        CHECK_NOTHROW(check(testing::file_text(sample.string())));
    }
}

}  // namespace touchstone
