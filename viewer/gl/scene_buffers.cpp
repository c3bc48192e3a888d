#include "viewer/gl/scene_buffers.h"

#include <utility>
#include <vector>

#include "viewer/gl/glyph_thinning.h"
#include "viewer/model/to_floats.h"

namespace touchstone::viewer {
namespace {

/// The four texels of a body, see body_vertex.glsl.
using BodyTexels = std::array<std::array<float, 4>, 4>;

BodyTexels body_texels(const BodyInstance& body) {
    const Mat3 rotation = body.world_from_shape.rotation.toRotationMatrix();
    BodyTexels texels{};
    for (int row = 0; row < 3; ++row) {
        for (int column = 0; column < 3; ++column) {
            texels[row][column] = static_cast<float>(rotation(row, column));
        }
        texels[row][3] = static_cast<float>(body.world_from_shape.translation[row]);
    }
    texels[3] = {body.color.red / 255.0F, body.color.green / 255.0F, body.color.blue / 255.0F,
                 body.shown ? 1.0F : 0.0F};
    return texels;
}

/// Fills a buffer that is no index buffer.
template <typename Row>
void fill(FilledBuffer& buffer, const std::vector<Row>& rows) {
    glBindVertexArray(0);  // a bound array would take this buffer for its indices
    buffer.fill<Row>(rows);
}

/// Contact regions as triangles and outlines, in world frame [m].
struct RegionRows {
    std::vector<std::array<float, 3>> corners;
    std::vector<GeometryLine> outlines;
};

/// Makes the triangles of convex regions, as fans from their first corners, and their outlines.
/// `world`: number of the world among the bodies.
RegionRows make_region_rows(const std::vector<std::vector<Vec3>>& regions, std::uint32_t world) {
    RegionRows rows;
    for (const std::vector<Vec3>& region : regions) {
        for (std::size_t i = 0; i < region.size(); ++i) {
            const Vec3& next = region[(i + 1) % region.size()];
            rows.outlines.push_back({to_floats(region[i]), to_floats(next), world});
            if (i >= 1 && i + 1 < region.size()) {
                rows.corners.insert(rows.corners.end(),
                                    {to_floats(region[0]), to_floats(region[i]), to_floats(next)});
            }
        }
    }
    return rows;
}

/// Returns glyphs in an order of which every beginning is spread evenly.
std::vector<Glyph> spread(const std::vector<Glyph>& glyphs) {
    std::vector<Glyph> spread;
    spread.reserve(glyphs.size());
    for (const int i : spread_order(static_cast<int>(std::ssize(glyphs)))) {
        spread.push_back(glyphs[i]);
    }
    return spread;
}

}  // namespace

int fill_geometry(SceneBuffers& buffers, const SceneGeometry& geometry) {
    fill(buffers.bodies.vertices, geometry.vertices);
    glBindVertexArray(buffers.bodies.array.get());
    buffers.bodies.indices.fill<std::uint32_t>(geometry.triangles);
    for (std::size_t kind = 0; kind < geometry.lines.size(); ++kind) {
        fill(buffers.lines[kind].lines, geometry.lines[kind]);
    }
    fill(buffers.outlines.triangles, geometry.curved);
    return 3 + kLineKinds;
}

int fill_view(SceneBuffers& buffers, const SceneView& view) {
    std::vector<BodyTexels> texels;
    texels.reserve(view.bodies.size());
    for (const BodyInstance& body : view.bodies) {
        texels.push_back(body_texels(body));
    }
    texels.push_back(body_texels({}));  // the world, to which objects in world frame belong
    const auto world = static_cast<std::uint32_t>(view.bodies.size());
    const RegionRows regions = make_region_rows(view.regions, world);
    const RegionRows left = make_region_rows(view.left_regions, world);
    const RegionRows planes = make_region_rows(view.planes, world);
    fill(buffers.bodies.instances, texels);
    fill(buffers.regions.corners, regions.corners);
    fill(buffers.region_lines.lines, regions.outlines);
    fill(buffers.left_regions.corners, left.corners);
    fill(buffers.left_region_lines.lines, left.outlines);
    fill(buffers.planes.corners, planes.corners);
    fill(buffers.plane_lines.lines, planes.outlines);
    fill(buffers.cone_lines.lines, view.cones);
    fill(buffers.impulses.glyphs, view.impulses);
    fill(buffers.contacts.glyphs, view.contacts);
    fill(buffers.spread_contacts.glyphs, spread(view.contacts));
    fill(buffers.expected.glyphs, view.expected);
    fill(buffers.offered.glyphs, view.offered);
    fill(buffers.marked_lines.lines, view.marked_lines);
    fill(buffers.marked_faces.corners, view.marked_faces);
    fill(buffers.marked_points.glyphs, view.marked_points);
    buffers.bounds = view.bounds;
    buffers.marked_bounds = view.marked_bounds;
    buffers.glyph_radius = view.glyph_radius;
    buffers.elastic_key = view.elastic_key;
    return 16;
}

int fill_highlight(SceneBuffers& buffers, const Highlight& highlight) {
    fill(buffers.highlight_lines.lines, highlight.lines);
    fill(buffers.highlight_points.glyphs, highlight.points);
    return 2;
}

}  // namespace touchstone::viewer
