#include "testcases/cases/fundamental/fundamental_case.h"

#include <utility>

namespace touchstone {

TestCase make_fundamental_case(const FundamentalCase& parts, BodyOrder order) {
    TestCase result;
    result.id = parts.id;
    result.title = parts.title;
    result.source = "Erleben [2018], Table 4";
    result.bodies = {parts.lower, parts.upper};
    result.bodies[0].fixed = true;

    PairReference pair;
    pair.body_a = 0;
    pair.body_b = 1;
    Answer& answer = pair.answers.emplace_back();
    answer.normals = parts.normals;
    answer.min_contacts = parts.min_contacts;
    answer.points = parts.points;
    pair.kinematic = parts.kinematic;
    if (order == BodyOrder::Creation) {
        std::swap(result.bodies[0], result.bodies[1]);
        std::swap(pair.body_a, pair.body_b);
    }
    result.reference = {pair};
    result.pose = QueryPose::HalfStep;
    return result;
}

BodySetup make_body(const std::string& name, const SurfaceMesh& surface) {
    BodySetup body;
    body.name = name;
    body.shape = TrianglesShape{surface};
    return body;
}

Pose inverted(const SpikeSize& size) {
    return {.rotation = Quat(0.0, 1.0, 0.0, 0.0), .translation = Vec3(0.0, size.height, 0.0)};
}

}  // namespace touchstone
