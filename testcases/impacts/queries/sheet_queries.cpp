#include "testcases/impacts/queries/sheet_queries.h"

#include <cmath>

#include "testcases/impacts/queries/moving_mesh.h"
#include "testcases/impacts/queries/query_random.h"

namespace touchstone {
namespace {

constexpr double kWave = 0.03;
constexpr double kTurn = 0.3;      // [rad]
constexpr double kFall = 0.02;     // [m]
constexpr double kJitter = 0.1;    // share of a cell
constexpr double kUnrest = 0.002;  // motion of each coordinate [m]
constexpr double kHeight = 0.03;   // height of the upper sheet over the lower [m]

Vec3 on_sheet(int sheet, double x, double y) {
    if (sheet == 0) {
        return {x, y, kWave * std::sin(6.0 * x) * std::sin(5.0 * y)};
    }
    const double dx = x - 0.5;
    const double dy = y - 0.5;
    const double turned_x = 0.5 + std::cos(kTurn) * dx - std::sin(kTurn) * dy;
    const double turned_y = 0.5 + std::sin(kTurn) * dx + std::cos(kTurn) * dy;
    return {turned_x, turned_y,
            kHeight + kWave * std::sin(6.0 * turned_x + 0.4) * std::sin(5.0 * turned_y)};
}

void add_sheet(MovingMesh& mesh, int sheet, int cells, QueryRandom& random) {
    const int first = static_cast<int>(mesh.start.size());
    const auto along = [&](int i) { return (i + random.uniform(-kJitter, kJitter)) / cells; };
    for (int j = 0; j <= cells; ++j) {
        for (int i = 0; i <= cells; ++i) {
            const double x = along(i);
            const double y = along(j);
            const Vec3 place = on_sheet(sheet, x, y);
            Vec3 later = place - Vec3(0.0, 0.0, sheet * kFall);
            for (int axis = 0; axis < 3; ++axis) {
                later[axis] += random.uniform(-kUnrest, kUnrest);
            }
            mesh.start.push_back(place);
            mesh.end.push_back(later);
        }
    }
    add_grid(mesh, first, cells, cells);
}

}  // namespace

QueryStream make_sheet_queries(const SheetOptions& options) {
    QueryRandom random(options.seed);
    MovingMesh mesh;
    for (const int sheet : {0, 1}) {
        add_sheet(mesh, sheet, options.cells, random);
    }
    return mesh_queries(mesh, 0.0);
}

}  // namespace touchstone
