#include "generators/external/external_generator.h"

#include <string>

#include "methods/base/error.h"
#include "methods/mesh/filling/tetrahedralize.h"
#include "methods/mesh/shapes.h"
#include "methods/testing/catch.h"

using namespace touchstone;
using Catch::Matchers::Contains;

namespace {

Generator start(const std::string& mode, double seconds = 20.0) {
    return make_external_generator(
        {std::string(TOUCHSTONE_EXTERNAL_PROGRAM) + " " + mode, seconds});
}

/// Two unit cubes, one above the other.
struct Cubes {
    CollisionShape shape =
        make_collision_shape(tetrahedralize(make_box(Vec3::Ones())), ElementOrder::Canonical);
    Collider lower = make_collider(shape, {});
    Collider upper = make_collider(shape, {Quat::Identity(), Vec3(0.0, 1.0, 0.0)});
};

std::string fault_of(const Generator& generator, Outcome outcome = Outcome::Failed) {
    const Cubes cubes;
    try {
        generator.generate(cubes.lower, cubes.upper, {});
    } catch (const GeneratorFault& fault) {
        CHECK(fault.outcome == outcome);
        return fault.what();
    }
    return "none";
}

}  // namespace

TEST_CASE("a program's contacts come back as it gave them", "[external]") {
    const Generator generator = start("good");
    CHECK(generator.id == "test_program");
    CHECK(generator.title == "Test Program 1.0");
    const Cubes cubes;
    for (int i = 0; i < 3; ++i) {
        const std::vector<ContactPoint> contacts = generator.generate(cubes.lower, cubes.upper, {});
        REQUIRE(contacts.size() == 1);
        CHECK(contacts[0].position == Vec3(0.0, 0.5, 0.0));
        CHECK(contacts[0].normal == Vec3::UnitY());
        CHECK(contacts[0].separation == -0.25);
    }
}

TEST_CASE("a program is given exact shapes, and bodies whose meshes are still apart",
          "[external]") {
    const Generator generator = start("curved");
    CHECK(generator.shape == ShapeKind::Facets);
    CHECK(generator.shape_rule({}).facets);
    const ShapeSizes sizes{1.0, 1.0};
    CHECK(generator.reach({}, sizes) > 0.5);
    CHECK(start("good").reach({}, sizes) < 0.1);
    CHECK(generator.slack({}, sizes) == 0.0);
    CHECK(generator.slack({}, {1.0, 1.0, true}) > 0.5);
    const SurfaceMesh box = make_box(Vec3::Ones());
    CollisionShape shape = make_facet_shape(box);
    shape.smooth = SmoothShape{
        {{SmoothBall{0.3}, {}}, {SmoothBall{0.2}, {Quat::Identity(), Vec3(0.0, 0.5, 0.0)}}}};
    CollisionShape flat = make_facet_shape(box);
    const Collider a = make_collider(flat, {});
    const Collider b = make_collider(shape, {Quat::Identity(), Vec3(0.0, 1.0, 0.0)});
    const std::vector<ContactPoint> contacts = generator.generate(a, b, {});
    REQUIRE(contacts.size() == 1);
    CHECK(contacts[0].separation == -0.2);
    // Another shape of the same mesh is another body.
    shape.smooth->parts[1].primitive = SmoothBall{0.1};
    CHECK(generator.generate(a, b, {}).front().separation == -0.1);
}

TEST_CASE("a flood on standard error is no fault", "[external]") {
    CHECK(fault_of(start("floods")) == "none");
}

TEST_CASE("each way to go wrong is a fault that says which", "[external]") {
    CHECK_THAT(fault_of(start("exits")), Contains("status 3") && Contains("no licence"));
    CHECK_THAT(fault_of(start("hangs", 0.2)),
               Contains("no answer within 0.2 s") && Contains("flush"));
    CHECK_THAT(fault_of(start("hangs_later", 0.5)), Contains("no answer within 0.5 s"));
    CHECK_THAT(fault_of(start("garbage")), Contains("not JSON") && Contains("Press Enter"));
    CHECK_THAT(fault_of(start("wrong_shape")), Contains("blob") && Contains("triangles"));
    CHECK_THAT(fault_of(start("nan")), Contains("separation") && Contains("finite"));
    CHECK_THAT(fault_of(start("long_normal")), Contains("length 2"));
    CHECK_THAT(fault_of(start("huge_normal")), Contains("length 1.79769e+308"));
    CHECK_THAT(fault_of(start("foreign_id")), Contains("not to query"));
    CHECK_THAT(fault_of(start("wrong_type")), Contains("\"contact\""));
    CHECK_THAT(fault_of(start("error")), Contains("body 0 is too round"));
    CHECK_THAT(fault_of(start("million")), Contains("1000001 contacts"));
    CHECK_THAT(fault_of(start("deep")), Contains("nested"));
}

TEST_CASE("the options that a program declares are set by name and sent with each query",
          "[external]") {
    const Generator generator = start("options");
    const Options<MethodSettings>& list = generator.options.list;
    REQUIRE(list.size() == 3);
    CHECK(list[0].id == "depth");
    CHECK(list[0].values == "number in [0, 1] [m]");
    CHECK(list[0].meaning == "depth of the one contact");
    CHECK(list[1].values == "deep|high");
    CHECK(list[2].values == "on|off");
    const Cubes cubes;
    Query query{0.01, generator.options.published};
    const auto separation = [&] {
        return generator.generate(cubes.lower, cubes.upper, query).at(0).separation;
    };
    CHECK(separation() == -0.25);
    set_option(query.settings, list, generator.id, "depth", "0.1");
    CHECK(separation() == -0.1);
    set_option(query.settings, list, generator.id, "flip", "off");
    CHECK(separation() == 0.1);
    set_option(query.settings, list, generator.id, "flip", "on");
    set_option(query.settings, list, generator.id, "side", "high");
    CHECK(separation() == 0.1);
    query.settings = with_scaled_lengths(query.settings, list, 3.0);
    CHECK(separation() == 3.0 * 0.1);
    CHECK_THROWS_AS(set_option(query.settings, list, generator.id, "depth", "1.5"), UsageError);
    CHECK_THROWS_AS(set_option(query.settings, list, generator.id, "side", "low"), UsageError);
    CHECK_THROWS_AS(set_option(query.settings, list, generator.id, "flip", "true"), UsageError);
    CHECK_THROWS_AS(set_option(query.settings, list, generator.id, "width", "1"), UnknownName);
    query.settings = {};
    CHECK(separation() == -0.25);
}

TEST_CASE("options that make no sense are a fault that says which", "[external]") {
    CHECK_THAT(fault_of(start("wrong_option")), Contains("depth") && Contains("default"));
    CHECK_THAT(fault_of(start("twice")), Contains("depth") && Contains("twice"));
}

TEST_CASE("what a program cannot represent is an answer of its own", "[external]") {
    const std::string reason = fault_of(start("unsupported"), Outcome::Unsupported);
    CHECK_THAT(reason, Contains("mesh") && !Contains("\x1b"));
}

TEST_CASE("a program that dies answers no more, and says why each time", "[external]") {
    const Generator generator = start("dies");
    CHECK(fault_of(generator) == "none");
    const std::string fault = fault_of(generator);
    CHECK_THAT(fault, Contains("status 5"));
    CHECK(fault_of(generator) == fault);
}

TEST_CASE("after a wrong reply the next query is asked again", "[external]") {
    const Generator generator = start("error");
    CHECK(fault_of(generator) == fault_of(generator));
}

TEST_CASE("a command that names no program is refused", "[external]") {
    CHECK_THROWS_WITH(make_external_generator({"no-such-program-here", 1.0}), Contains("PATH"));
    CHECK_THROWS_WITH(make_external_generator({"", 1.0}), Contains("empty"));
}
