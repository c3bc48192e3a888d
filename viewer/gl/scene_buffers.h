#pragma once

#include <array>

#include "viewer/gl/arrow_mesh.h"
#include "viewer/gl/draw_list.h"
#include "viewer/model/scene_geometry.h"
#include "viewer/scene/highlight.h"
#include "viewer/scene/scene_view.h"

// The data of a scene view in graphics memory. Private to viewer/gl.

namespace touchstone::viewer {

/// Lines that move with bodies, one instance each.
struct LineList {
    GlName array = make_vertex_array();   ///< vertex array that describes the lines
    FilledBuffer lines{GL_ARRAY_BUFFER};  ///< rows of GeometryLine

    LineList() {
        glBindVertexArray(array.get());
        describe(lines, sizeof(GeometryLine), 1,
                 {{0, 3, GL_FLOAT, offsetof(GeometryLine, start)},
                  {1, 3, GL_FLOAT, offsetof(GeometryLine, end)},
                  {2, 1, GL_UNSIGNED_INT, offsetof(GeometryLine, body)}});
    }
};

/// Triangles across which outlines of curved bodies may run, one instance each.
struct OutlineList {
    GlName array = make_vertex_array();
    FilledBuffer triangles{GL_ARRAY_BUFFER};  ///< rows of CurvedTriangle

    OutlineList() {
        glBindVertexArray(array.get());
        constexpr std::size_t kCorner = sizeof(std::array<float, 3>);
        constexpr std::size_t kCorners = offsetof(CurvedTriangle, corners);
        constexpr std::size_t kNormals = offsetof(CurvedTriangle, normals);
        describe(triangles, sizeof(CurvedTriangle), 1,
                 {{0, 3, GL_FLOAT, kCorners},
                  {1, 3, GL_FLOAT, kCorners + kCorner},
                  {2, 3, GL_FLOAT, kCorners + 2 * kCorner},
                  {3, 3, GL_FLOAT, kNormals},
                  {4, 3, GL_FLOAT, kNormals + kCorner},
                  {5, 3, GL_FLOAT, kNormals + 2 * kCorner},
                  {6, 1, GL_UNSIGNED_INT, offsetof(CurvedTriangle, body)}});
    }
};

/// Lines of bodies in colors of their own, one instance each.
struct MarkedLineList {
    GlName array = make_vertex_array();
    FilledBuffer lines{GL_ARRAY_BUFFER};

    MarkedLineList() {
        glBindVertexArray(array.get());
        describe(
            lines, sizeof(MarkedLine), 1,
            {{0, 3, GL_FLOAT, offsetof(MarkedLine, line) + offsetof(GeometryLine, start)},
             {1, 3, GL_FLOAT, offsetof(MarkedLine, line) + offsetof(GeometryLine, end)},
             {2, 1, GL_UNSIGNED_INT, offsetof(MarkedLine, line) + offsetof(GeometryLine, body)},
             {3, 4, GL_UNSIGNED_BYTE, offsetof(MarkedLine, color)}});
    }
};

/// Triangles of bodies in colors of their own.
struct MarkedFaceList {
    GlName array = make_vertex_array();
    FilledBuffer corners{GL_ARRAY_BUFFER};

    MarkedFaceList() {
        glBindVertexArray(array.get());
        describe(corners, sizeof(MarkedCorner), 0,
                 {{0, 3, GL_FLOAT, offsetof(MarkedCorner, position)},
                  {1, 1, GL_UNSIGNED_INT, offsetof(MarkedCorner, body)},
                  {2, 4, GL_UNSIGNED_BYTE, offsetof(MarkedCorner, color)}});
    }
};

/// Glyphs that can be drawn as spheres and as arrows.
struct GlyphList {
    FilledBuffer glyphs{GL_ARRAY_BUFFER};       ///< rows of Glyph
    GlName sphere_array = make_vertex_array();  ///< vertex array for spheres: one point each
    GlName arrow_array = make_vertex_array();   ///< vertex array for arrows: one instance of the
                                                ///< arrow's mesh each

    /// Makes an empty list. `arrow_mesh`: corners of an arrow, kept by the caller.
    explicit GlyphList(const FilledBuffer& arrow_mesh) {
        glBindVertexArray(sphere_array.get());
        describe(glyphs, sizeof(Glyph), 0,
                 {{0, 3, GL_FLOAT, offsetof(Glyph, position)},
                  {1, 4, GL_UNSIGNED_BYTE, offsetof(Glyph, color)}});
        glBindVertexArray(arrow_array.get());
        describe(arrow_mesh, sizeof(ArrowVertex), 0,
                 {{0, 3, GL_FLOAT, offsetof(ArrowVertex, shape)},
                  {1, 3, GL_FLOAT, offsetof(ArrowVertex, normal)}});
        describe(glyphs, sizeof(Glyph), 1,
                 {{2, 3, GL_FLOAT, offsetof(Glyph, position)},
                  {3, 3, GL_FLOAT, offsetof(Glyph, normal)},
                  {4, 4, GL_UNSIGNED_BYTE, offsetof(Glyph, color)},
                  {5, 1, GL_FLOAT, offsetof(Glyph, length)}});
    }
};

/// The triangles of all bodies, drawn at once, with a texture of the bodies' poses and colors.
struct BodyList {
    GlName array = make_vertex_array();             ///< vertex array that describes the vertices
    FilledBuffer vertices{GL_ARRAY_BUFFER};         ///< rows of GeometryVertex, in body frame
    FilledBuffer indices{GL_ELEMENT_ARRAY_BUFFER};  ///< corners of the triangles, as numbers of
                                                    ///< vertices
    FilledBuffer instances{GL_TEXTURE_BUFFER};      ///< four texels per body, see body_vertex.glsl
    GlName instance_texture = make_texture();  ///< texture through which shaders read `instances`

    BodyList() {
        glBindVertexArray(array.get());
        describe(vertices, sizeof(GeometryVertex), 0,
                 {{0, 3, GL_FLOAT, offsetof(GeometryVertex, position)},
                  {1, 1, GL_UNSIGNED_INT, offsetof(GeometryVertex, body)},
                  {2, 1, GL_FLOAT, offsetof(GeometryVertex, strain)},
                  {3, 3, GL_FLOAT, offsetof(GeometryVertex, normal)},
                  {4, 1, GL_FLOAT, offsetof(GeometryVertex, pressure)}});
        glBindBuffer(GL_ELEMENT_ARRAY_BUFFER, indices.name());
        glBindTexture(GL_TEXTURE_BUFFER, instance_texture.get());
        glBindBuffer(GL_TEXTURE_BUFFER, instances.name());
        glTexBuffer(GL_TEXTURE_BUFFER, GL_RGBA32F, instances.name());
    }
};

/// Triangles of contact regions, in world frame.
struct RegionList {
    GlName array = make_vertex_array();     ///< vertex array that describes the corners
    FilledBuffer corners{GL_ARRAY_BUFFER};  ///< corners of the triangles [m]

    RegionList() {
        glBindVertexArray(array.get());
        describe(corners, sizeof(std::array<float, 3>), 0, {{0, 3, GL_FLOAT, 0}});
    }
};

/// All buffers of one scene view. The last of the body instances is the world, at rest.
struct SceneBuffers {
    BodyList bodies;
    std::array<LineList, kLineKinds> lines;  ///< lines of bodies, by LineKind
    OutlineList outlines;                    ///< outlines of curved bodies
    LineList region_lines;                   ///< outlines of the regions
    LineList left_region_lines;              ///< outlines of regions that their bodies have left
    LineList plane_lines;                    ///< outlines of witness planes
    LineList cone_lines;                     ///< friction cones
    LineList highlight_lines;                ///< lines of what is selected
    RegionList regions;                      ///< contact regions
    RegionList left_regions;                 ///< contact regions that their bodies have left
    RegionList planes;                       ///< witness planes
    GlyphList contacts;                      ///< contacts in their own order
    GlyphList spread_contacts;   ///< contacts in an order of which every beginning is spread evenly
    GlyphList expected;          ///< expected normals
    GlyphList offered;           ///< normals that the semi-local method has considered
    GlyphList impulses;          ///< impulses of contacts
    GlyphList highlight_points;  ///< points of what is selected
    MarkedLineList marked_lines;  ///< edges of a mesh that are wrong
    MarkedFaceList marked_faces;  ///< faces of a mesh that are wrong
    GlyphList marked_points;      ///< vertices of a mesh that are wrong
    BoundingBox bounds;           ///< box around all bodies, world frame [m]
    BoundingBox marked_bounds;    ///< box around marked_points, world frame [m]
    double glyph_radius = 0.01;   ///< radius of a sphere [m]
    ElasticKey elastic_key;       ///< of the colors of elastic bodies

    /// Makes empty buffers. `arrow_mesh`: corners of an arrow, kept by the caller.
    explicit SceneBuffers(const FilledBuffer& arrow_mesh)
        : contacts(arrow_mesh),
          spread_contacts(arrow_mesh),
          expected(arrow_mesh),
          offered(arrow_mesh),
          impulses(arrow_mesh),
          highlight_points(arrow_mesh),
          marked_points(arrow_mesh) {}
};

/// Fills the buffers of a geometry. Returns how many were filled.
int fill_geometry(SceneBuffers& buffers, const SceneGeometry& geometry);
/// Fills the buffers of a view. Returns how many were filled.
int fill_view(SceneBuffers& buffers, const SceneView& view);
/// Fills the buffers of a highlight. Returns how many were filled.
int fill_highlight(SceneBuffers& buffers, const Highlight& highlight);

}  // namespace touchstone::viewer
