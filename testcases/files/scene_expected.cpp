#include "testcases/files/scene_expected.h"

#include <algorithm>
#include <cmath>
#include <limits>
#include <set>
#include <utility>

#include "testcases/files/scene_shapes.h"

namespace touchstone {
namespace {

/// A vector of at most four numbers that was normalised in double precision has length 1 to within
/// this, squared: 8 u for the division by a rounded norm, 4 u for squaring it here, u = ε/2; twice
/// that. Such a vector is taken as it stands, so that what was written is read back bit for bit.
constexpr double kUnitTolerance = 12.0 * std::numeric_limits<double>::epsilon();

constexpr int kMaxInt = std::numeric_limits<int>::max();
constexpr int kMaxPositions = 10000;

template <typename Numbers>
Numbers make_unit(const JsonPlace& place, const Numbers& values) {
    const double largest = values.cwiseAbs().maxCoeff();
    if (largest == 0.0) {
        place.fail_expected("numbers that are not all zero");
    }
    if (std::abs(values.squaredNorm() - 1.0) <= kUnitTolerance) {
        return values;
    }
    const Numbers scaled = values / largest;  // no square over- or underflows
    return scaled / scaled.norm();
}

bool read_flag(const JsonPlace& parent, std::string_view key) {
    const std::optional<JsonPlace> place = parent.find(key);
    return place && place->boolean();
}

/// Reads at least one point: an empty list would look as if the key were left out.
std::vector<Vec3> read_some_points(const JsonPlace& place) {
    std::vector<Vec3> points = read_points(place);
    if (points.empty()) {
        place.fail_expected("at least one; leave out what is not to be judged");
    }
    return points;
}

Answer read_answer(const JsonPlace& place) {
    place.allow_keys({"normals", "min_contacts", "points", "area", "hull_area", "separation"});
    Answer answer;
    if (const auto normals = place.find("normals")) {
        answer.normals = read_some_points(*normals);
        for (std::size_t i = 0; i < answer.normals.size(); ++i) {
            answer.normals[i] = normalized(normals->item(static_cast<int>(i)), answer.normals[i]);
        }
    }
    if (const auto count = place.find("min_contacts")) {
        answer.min_contacts = count->integer(1, kMaxInt, "a whole number ≥ 1");
    }
    if (const auto points = place.find("points")) {
        answer.points = read_some_points(*points);
    }
    if (const auto area = place.find("area")) {
        answer.area = area->not_negative("an area ≥ 0");
    }
    if (const auto area = place.find("hull_area")) {
        answer.hull_area = area->not_negative("an area ≥ 0");
    }
    if (const auto separation = place.find("separation")) {
        constexpr std::string_view kExpected = "[lowest, highest], e.g. [-0.01, 0]";
        if (separation->item_count(kExpected) != 2) {
            separation->fail_expected(kExpected);
        }
        answer.separation = {separation->item(0).number("a number"),
                             separation->item(1).number("a number")};
        if ((*answer.separation)[0] > (*answer.separation)[1]) {
            separation->fail_expected(kExpected);
        }
    }
    return answer;
}

/// Reads what is right: exactly one of `answers`, `contacts` and `reference`.
void read_truth(const JsonPlace& place, PairReference& pair) {
    const std::optional<JsonPlace> answers = place.find("answers");
    const std::optional<JsonPlace> contacts = place.find("contacts");
    const std::optional<JsonPlace> reference = place.find("reference");
    if (int{answers.has_value()} + int{contacts.has_value()} + int{reference.has_value()} != 1) {
        place.fail("expected exactly one of \"answers\", \"contacts\" and \"reference\"");
    }
    if (reference) {
        reference->allow_keys({"planar_regions", kExactTruthKey});
        if (const auto smooth = reference->find(kExactTruthKey)) {
            if (reference->has("planar_regions")) {
                reference->fail("expected one of \"planar_regions\" and \"smooth\"");
            }
            smooth->allow_keys(std::initializer_list<std::string_view>{});
            pair.smooth = SmoothTruth{};
            return;
        }
        const JsonPlace regions = reference->require("planar_regions");
        regions.allow_keys({"gap"});
        pair.planar_regions = PlanarTruth{};
        if (const auto gap = regions.find("gap")) {
            pair.planar_regions->gap = gap->not_negative("a distance ≥ 0");
        }
        return;
    }
    if (contacts) {
        const std::string text = contacts->line_of_text();
        if (text != "none" && text != "not_judged") {
            contacts->fail_expected("\"none\" or \"not_judged\"");
        }
        pair.none = text == "none";
        pair.not_judged = !pair.none;
        return;
    }
    const int count = answers->item_count("an array of answers");
    if (count == 0) {
        answers->fail_expected("at least one answer");
    }
    for (int i = 0; i < count; ++i) {
        pair.answers.push_back(read_answer(answers->item(i)));
    }
}

PairReference read_pair(const JsonPlace& place, const BodyIndices& indices) {
    place.allow_keys({"a", "b", "answers", "contacts", "reference", "none_is_right", "kinematic",
                      "angle_tolerance_deg", "position_tolerance", "separation_tolerance"});
    PairReference pair;
    pair.body_a = read_body_index(place, "a", indices);
    pair.body_b = read_body_index(place, "b", indices);
    if (pair.body_a == pair.body_b) {
        place.require("b").fail_expected("another body than \"a\"");
    }
    read_truth(place, pair);
    pair.none_is_right = read_flag(place, "none_is_right");
    if (pair.answers.empty() && place.has("none_is_right")) {
        place.require("none_is_right").fail("this goes with \"answers\" only; remove it");
    }
    pair.kinematic = read_flag(place, "kinematic");
    if (const auto angle = place.find("angle_tolerance_deg")) {
        pair.angle_tolerance = angle->not_negative("an angle in 0…180");
        if (pair.angle_tolerance > 180.0) {
            angle->fail_expected("an angle in 0…180");
        }
    }
    if (const auto tolerance = place.find("position_tolerance")) {
        pair.position_tolerance = tolerance->not_negative("a distance ≥ 0");
    }
    if (const auto tolerance = place.find("separation_tolerance")) {
        pair.separation_tolerance = tolerance->not_negative("a distance ≥ 0");
    }
    return pair;
}

ForceLimit read_force(const JsonPlace& place, const BodyIndices& indices) {
    place.allow_keys({"a", "b", "normal_force", "relative_tolerance"});
    ForceLimit limit;
    limit.body_a = read_body_index(place, "a", indices);
    limit.body_b = read_body_index(place, "b", indices);
    if (limit.body_a == limit.body_b) {
        place.require("b").fail_expected("another body than \"a\"");
    }
    limit.normal_force = place.require("normal_force").not_negative("a force ≥ 0");
    if (const auto tolerance = place.find("relative_tolerance")) {
        limit.relative_tolerance = tolerance->not_negative("a share ≥ 0");
    }
    return limit;
}

std::optional<double> read_limit(const JsonPlace& parent, std::string_view key) {
    const std::optional<JsonPlace> place = parent.find(key);
    return place ? std::optional(place->not_negative("a limit ≥ 0")) : std::nullopt;
}

}  // namespace

Eigen::Vector3d normalized(const JsonPlace& place, const Eigen::Vector3d& values) {
    return make_unit(place, values);
}

Eigen::Vector4d normalized(const JsonPlace& place, const Eigen::Vector4d& values) {
    return make_unit(place, values);
}

Quat read_orientation(const JsonPlace& place) {
    constexpr std::string_view kExpected = "a quaternion w, x, y, z, e.g. [1, 0, 0, 0]";
    if (place.item_count(kExpected) != 4) {
        place.fail_expected(kExpected);
    }
    Eigen::Vector4d wxyz;
    for (int i = 0; i < 4; ++i) {
        wxyz[i] = place.item(i).number("a number");
    }
    const Eigen::Vector4d unit = normalized(place, wxyz);
    return {unit[0], unit[1], unit[2], unit[3]};
}

int read_body_index(const JsonPlace& parent, std::string_view key, const BodyIndices& indices) {
    const JsonPlace place = parent.require(key);
    const auto found = indices.find(place.line_of_text());
    if (found == indices.end()) {
        place.fail_expected("the name of a body of this scene");
    }
    return found->second;
}

Reference read_expected(const JsonPlace& place, const BodyIndices& indices) {
    Reference reference;
    std::set<std::pair<int, int>> seen;
    const int count = place.item_count("an array, one entry for each pair of bodies");
    for (int i = 0; i < count; ++i) {
        const PairReference pair = read_pair(place.item(i), indices);
        if (!seen.insert(std::minmax(pair.body_a, pair.body_b)).second) {
            place.item(i).fail("an entry before this one is about the same two bodies; join them");
        }
        reference.push_back(pair);
    }
    return reference;
}

PositionSweep read_sweep(const JsonPlace& place, const BodyIndices& indices) {
    place.allow_keys({"body", "position"});
    PositionSweep sweep;
    sweep.body = read_body_index(place, "body", indices);
    const JsonPlace position = place.require("position");
    position.allow_keys({"from", "to", "count"});
    constexpr std::string_view kExpected = "three numbers, e.g. [0, 0.5, 1]";
    sweep.from = position.require("from").vector(kExpected);
    sweep.to = position.require("to").vector(kExpected);
    sweep.count = position.require("count").integer(2, kMaxPositions, "a whole number in 2…10000");
    return sweep;
}

SimulationLimits read_simulate(const JsonPlace& place, const BodyIndices& indices) {
    place.allow_keys({"steps", "dt", "bodies", "max_drift", "max_sinking", "max_tilt_deg",
                      "max_overlap", "persistence", "contacts_per_pair", "forces"});
    SimulationLimits limits;
    limits.steps = place.require("steps").integer(1, kMaxInt, "a whole number ≥ 1");
    limits.time_step = place.require("dt").positive("a time > 0");
    if (const auto bodies = place.find("bodies")) {
        const int count = bodies->item_count("an array of names of bodies");
        for (int i = 0; i < count; ++i) {
            const JsonPlace name = bodies->item(i);
            const auto found = indices.find(name.line_of_text());
            if (found == indices.end() ||
                std::ranges::find(limits.bodies, found->second) != limits.bodies.end()) {
                name.fail_expected("the name of a body of this scene, each once");
            }
            limits.bodies.push_back(found->second);
        }
    }
    limits.max_drift = read_limit(place, "max_drift");
    limits.max_sinking = read_limit(place, "max_sinking");
    limits.max_tilt = read_limit(place, "max_tilt_deg");
    limits.max_overlap = read_limit(place, "max_overlap");
    limits.persistence = read_limit(place, "persistence");
    if (limits.persistence && *limits.persistence > 1.0) {
        place.require("persistence").fail_expected("a share in 0…1");
    }
    if (const auto count = place.find("contacts_per_pair")) {
        limits.contacts_per_pair = count->integer(0, kMaxInt, "a whole number ≥ 0");
    }
    if (const auto forces = place.find("forces")) {
        const int count = forces->item_count("an array of forces");
        for (int i = 0; i < count; ++i) {
            limits.forces.push_back(read_force(forces->item(i), indices));
        }
    }
    return limits;
}

}  // namespace touchstone
