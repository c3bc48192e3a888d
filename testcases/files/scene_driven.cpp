#include "testcases/files/scene_driven.h"

#include <array>
#include <limits>
#include <optional>
#include <string>

#include "testcases/files/scene_shapes.h"

namespace touchstone {
namespace {

/// Zero where the key does not stand.
Vec3 vector_or_zero(const JsonPlace& place, std::string_view key) {
    const std::optional<JsonPlace> found = place.find(key);
    return found ? found->vector("three numbers, e.g. [0, 0.5, 1]") : Vec3(Vec3::Zero());
}

std::array<Vec3, 2> read_drive_box(const JsonPlace& place) {
    const std::vector<Vec3> corners = read_points(place);
    if (corners.size() != 2 || !(corners[0].array() <= corners[1].array()).all()) {
        place.fail_expected("two corners, the lowest and the highest, e.g. [[0, 0, 0], [1, 1, 1]]");
    }
    return {corners[0], corners[1]};
}

DriveSetup read_drive(const JsonPlace& place) {
    place.allow_keys({"box", "vertices", "velocity", "spin", "pivot", "from", "until"});
    DriveSetup drive;
    if (const auto box = place.find("box")) {
        drive.box = read_drive_box(*box);
    }
    if (const auto vertices = place.find("vertices")) {
        const int count = vertices->item_count("an array of vertex indices, e.g. [0, 1, 4]");
        if (count == 0) {
            vertices->fail_expected("at least one vertex index");
        }
        for (int i = 0; i < count; ++i) {
            drive.vertices.push_back(vertices->item(i).integer(
                0, std::numeric_limits<int>::max(), "a vertex index of the body's tets"));
        }
    }
    drive.motion.velocity = vector_or_zero(place, "velocity");
    drive.motion.spin = vector_or_zero(place, "spin");
    drive.motion.pivot = vector_or_zero(place, "pivot");
    if (const auto from = place.find("from")) {
        drive.motion.from = from->not_negative("a time ≥ 0");
    }
    if (const auto until = place.find("until")) {
        drive.motion.until = until->positive("a time > 0");
    }
    check_at(place, [&drive] { validate(drive.motion); });
    return drive;
}

}  // namespace

std::vector<DriveSetup> read_driven(const JsonPlace& place) {
    std::vector<DriveSetup> driven;
    const int count = place.item_count("an array of driven parts");
    driven.reserve(static_cast<std::size_t>(count));
    for (int i = 0; i < count; ++i) {
        driven.push_back(read_drive(place.item(i)));
    }
    return driven;
}

void check_driven(const JsonPlace& place, const BodySetup& body) {
    if (body.driven.empty()) {
        return;
    }
    const JsonPlace at = place.find("driven").value_or(place);
    if (!body.fixed && !body.elastic) {
        at.fail("body '" + body.name +
                "' moves by itself, and a script drives fixed bodies and parts of elastic ones; "
                "add \"fixed\": true or \"elastic\"");
    }
    const std::optional<TetMesh> tets = own_tets(body.shape);
    for (const DriveSetup& drive : body.driven) {
        if (body.fixed && (drive.box || !drive.vertices.empty())) {
            at.fail("a fixed body is driven as a whole; remove \"box\" and \"vertices\"");
        }
        if (!body.fixed && drive.box.has_value() == !drive.vertices.empty()) {
            at.fail("expected either \"box\" or \"vertices\" of an elastic body");
        }
        for (const int vertex : drive.vertices) {
            if (tets && vertex >= std::ssize(tets->vertices)) {
                at.fail("vertex " + std::to_string(vertex) + " is not there: the tets have " +
                        std::to_string(tets->vertices.size()) + " vertices, counted from 0");
            }
        }
    }
}

}  // namespace touchstone
