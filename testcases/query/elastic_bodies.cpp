#include "testcases/query/elastic_bodies.h"

#include <algorithm>
#include <cmath>
#include <numbers>
#include <string>

#include "methods/base/error.h"
#include "methods/base/number_text.h"
#include "methods/elastic/box_tets.h"
#include "methods/mesh/filling/erosion.h"
#include "methods/mesh/filling/fill_solid.h"

namespace touchstone {
namespace {

constexpr double kMostTets = 1e6;
constexpr double kUsualShare = 1.0 / 3.0;  // of a body's thickness, as the edge of a tet [-]

double edge_of_tets(const BodySetup& body, const SurfaceMesh& surface) {
    return body.elastic->size.value_or(kUsualShare * mean_thickness(surface));
}

/// The number of tets of a box, however large: at least a cell of six along each axis.
double box_tet_count(const Vec3& size, double edge) {
    double count = 6.0;
    for (int i = 0; i < 3; ++i) {
        count *= std::max(1.0, std::round(size[i] / edge));
    }
    return count;
}

/// About how many tets TetGen makes: one of edges that long has the volume edge³/(6 √2).
double filling_tet_count(double volume, double edge) {
    return volume / (edge * edge * edge) * 6.0 * std::numbers::sqrt2;
}

/// Throws UsageError for too many tets.
void require_few_tets(const BodySetup& body, double count, double edge) {
    if (!(count <= kMostTets)) {
        throw UsageError("elastic body '" + body.name + "': a size of " + shortest(edge) +
                         " m asks for about " + shortest(std::round(count)) +
                         " tets, more than 10^6; give a larger size");
    }
}

}  // namespace

TetMesh make_elastic_mesh(const BodySetup& body) {
    if (std::optional<TetMesh> tets = own_tets(body.shape)) {
        validate(*tets);
        return *tets;
    }
    const SurfaceMesh surface = make_surface(body.shape);
    const double edge = edge_of_tets(body, surface);
    if (const auto* const box = std::get_if<BoxShape>(&body.shape)) {
        require_few_tets(body, box_tet_count(box->size, edge), edge);
        return make_box_tets(box->size, cells_of(box->size, edge));
    }
    require_few_tets(body, filling_tet_count(signed_volume(surface), edge), edge);
    TetrahedralizeOptions options;
    options.switches = "pq2a" + shortest(edge * edge * edge / (6.0 * std::numbers::sqrt2)) + "Q";
    return fill_solid(surface, options).mesh;
}

std::vector<std::vector<int>> driven_vertices(const BodySetup& body, const TetMesh& tets) {
    std::vector<std::vector<int>> result;
    result.reserve(body.driven.size());
    for (const DriveSetup& drive : body.driven) {
        std::vector<int>& vertices = result.emplace_back(drive.vertices);
        for (const int vertex : vertices) {
            if (vertex < 0 || vertex >= std::ssize(tets.vertices)) {
                throw UsageError("elastic body '" + body.name + "': driven vertex " +
                                 std::to_string(vertex) + " is not there: its tets have " +
                                 std::to_string(tets.vertices.size()) +
                                 " vertices, counted from 0");
            }
        }
        for (int v = 0; drive.box && v < std::ssize(tets.vertices); ++v) {
            const Vec3 place = body.world_from_shape * tets.vertices[v];
            if (((*drive.box)[0].array() <= place.array()).all() &&
                (place.array() <= (*drive.box)[1].array()).all()) {
                vertices.push_back(v);
            }
        }
        if (vertices.empty()) {
            throw UsageError("elastic body '" + body.name +
                             "': there is no vertex in the box of driven part " +
                             std::to_string(result.size() - 1) + "; make the box larger");
        }
    }
    return result;
}

void require_rigid(const TestCase& test_case, const std::string& mover) {
    for (const BodySetup& body : test_case.bodies) {
        if (body.elastic && !body.fixed) {
            throw UsageError(test_case.id + ": body '" + body.name + "' is elastic, and " + mover +
                             " moves rigid bodies only; take --solver barrier, with contacts of "
                             "another method --set barrier.moves=all, or remove \"elastic\" "
                             "from the body");
        }
        if (body.fixed && !body.driven.empty()) {
            throw UsageError(test_case.id + ": body '" + body.name +
                             "' is driven by a script, and " + mover +
                             " leaves fixed bodies where they are; take --solver barrier, or "
                             "remove \"driven\" from the body");
        }
    }
}

}  // namespace touchstone
