#include "testcases/impacts/queries/cloth_queries.h"

#include <cmath>
#include <numbers>

#include "testcases/impacts/queries/moving_mesh.h"
#include "testcases/impacts/queries/query_random.h"

namespace touchstone {
namespace {

constexpr int kFolds = 4;
constexpr double kFoldHeight = 0.008;  // height of one fold over the one below [m]
constexpr double kWrinkle = 0.006;     // [m]
constexpr double kSinking = 0.6;       // share of the height, in the step
constexpr double kClothJitter = 0.1;   // share of a cell
constexpr double kClothUnrest = 0.15;  // share of a cell, in each coordinate
constexpr double kCellMargin = 0.1;    // share of a cell

/// Returns the place of a point of the cloth: `s` along its length, in folds.
Vec3 in_folds(double s, double y) {
    const double x = 0.5 - 0.5 * std::cos(std::numbers::pi * s);
    const double wrinkle = std::sin(20.0 * x + 2.0 * s) * std::sin(15.0 * y + s);
    return {x, y, kFoldHeight * s + kWrinkle * wrinkle};
}

}  // namespace

QueryStream make_cloth_queries(const ClothOptions& options) {
    QueryRandom random(options.seed);
    const int rows = kFolds * options.cells;
    const double cell = 1.0 / options.cells;
    MovingMesh mesh;
    const auto along = [&](int i) {
        return cell * (i + random.uniform(-kClothJitter, kClothJitter));
    };
    for (int j = 0; j <= rows; ++j) {
        for (int i = 0; i <= options.cells; ++i) {
            const double y = along(i);
            const double s = along(j);
            const Vec3 place = in_folds(s, y);
            Vec3 later = place - Vec3(0.0, 0.0, kSinking * place.z());
            for (int axis = 0; axis < 3; ++axis) {
                later[axis] += cell * random.uniform(-kClothUnrest, kClothUnrest);
            }
            mesh.start.push_back(place);
            mesh.end.push_back(later);
        }
    }
    add_grid(mesh, 0, options.cells, rows);
    return mesh_queries(mesh, kCellMargin * cell);
}

}  // namespace touchstone
