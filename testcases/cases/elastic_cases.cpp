#include "testcases/cases/elastic_cases.h"

#include <string>

namespace touchstone {
namespace {

BodySetup make_box_body(const std::string& name, const Vec3& size, const Vec3& position) {
    BodySetup body;
    body.name = name;
    body.shape = BoxShape{size};
    body.world_from_shape.translation = position;
    body.density = 1000.0;
    return body;
}

BodySetup make_board(const std::string& name, const Vec3& size, const Vec3& position) {
    BodySetup body = make_box_body(name, size, position);
    body.fixed = true;
    return body;
}

TestCase make_elastic_case(std::vector<BodySetup> bodies) {
    TestCase test_case;
    test_case.source = "after the unit scenes of Li et al. [2020], with sizes of its own";
    test_case.bodies = std::move(bodies);
    return test_case;
}

}  // namespace

TestCase make_elastic_cube() {
    BodySetup cube = make_box_body("cube", Vec3::Ones(), Vec3(0.1, 0.7, 0.05));
    cube.elastic = {{ElasticModel::NeoHookean, 1e5, 0.4}, 1.0 / 3.0};
    TestCase test_case =
        make_elastic_case({make_board("board", Vec3(4.0, 0.5, 4.0), Vec3(0.0, -0.25, 0.0)), cube});
    test_case.time_step = 0.005;
    return test_case;
}

TestCase make_elastic_cubes() {
    BodySetup lower = make_box_body("lower", Vec3::Ones(), Vec3(0.0, 0.55, 0.0));
    lower.elastic = {{ElasticModel::NeoHookean, 1e5, 0.4}, 0.5};
    BodySetup upper = make_box_body("upper", Vec3::Ones(), Vec3(0.6, 1.7, 0.1));
    upper.elastic = {{ElasticModel::FixedCorotated, 1e5, 0.4}, 0.5};
    return make_elastic_case(
        {make_board("board", Vec3(6.0, 0.5, 6.0), Vec3(0.0, -0.25, 0.0)), lower, upper});
}

TestCase make_elastic_beam() {
    const Vec3 support(0.4, 0.4, 1.0);
    BodySetup beam = make_box_body("beam", Vec3(3.0, 0.2, 0.4), Vec3(0.0, 0.1, 0.0));
    beam.elastic = {{ElasticModel::NeoHookean, 3e6, 0.3}, 0.2};
    return make_elastic_case({make_board("left", support, Vec3(-1.2, -0.2, 0.0)),
                              make_board("right", support, Vec3(1.2, -0.2, 0.0)), beam});
}

}  // namespace touchstone
