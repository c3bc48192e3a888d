#include "viewer/gl/renderer.h"

#include <glad/gl.h>

#include <algorithm>
#include <cassert>
#include <string>
#include <utility>
#include <vector>

#include "viewer/gl/gl_check.h"
#include "viewer/gl/glyph_thinning.h"
#include "viewer/gl/scene_buffers.h"
#include "viewer/gl/shaders.h"
#include "viewer/gl/uniforms.h"

namespace touchstone::viewer {
namespace {

// Lengths in units of a sphere's radius.
constexpr double kArrowLength = 6.0;
constexpr double kExpectedScale = 1.7;  // size of an expected normal's arrow, a contact's being 1

// Sizes of the selected contact and of the rings around it, in units of a sphere's radius.
constexpr double kSelectedSize = 1.2;
constexpr double kRingSize = 1.9;
constexpr double kCasingSize = 2.25;

// Lengths in pixels at scale 1.
constexpr double kLeastRadius = 2.6;
constexpr double kEdgeWidth = 1.5;
constexpr double kMeshEdgeWidth = 1.1;
constexpr double kHighlightWidth = 3.0;
constexpr double kCasingWidth = 6.5;  // width of the dark line behind a selected one
constexpr double kConeWidth = 1.0;
constexpr double kMarkedWidth = 4.0;          // width of the lines of a mesh that are wrong
constexpr Color kOwnColor{0, 0, 0, 0};        // stands for the color of the glyph or line itself
constexpr std::uint8_t kOldRegionAlpha = 80;  // opacity of outlines that bodies have left
constexpr double kNearer = 4e-5;  // depth offset by which lines win against the faces they bound

GlName make_program(const ShaderSource& source) {
    return touchstone::viewer::make_program(source.title, source.vertex, source.fragment);
}

/// Returns the clipping plane, world frame: plane · (p, 1) is above 0 for points p that are hidden.
Eigen::Vector4d clip_equation(const ClipPlane& clip, const BoundingBox& bounds) {
    if (!clip.on) {
        return {0.0, 0.0, 0.0, -1.0};
    }
    const double lower = bounds.lower[clip.axis];
    const double height = lower + clip.position * (bounds.upper[clip.axis] - lower);
    const double sign = clip.flipped ? -1.0 : 1.0;
    Eigen::Vector4d plane = Eigen::Vector4d::Zero();
    plane[clip.axis] = sign;
    plane[3] = -sign * height;
    return plane;
}

/// The data that the programs of one frame need.
struct FrameSetup {
    Mat4 view_from_world;        ///< transform into the camera's frame
    Mat4 clip_from_view;         ///< projection
    Eigen::Vector4d clip_plane;  ///< clipping plane, as clip_equation returns it
    Viewport viewport;           ///< rectangle to draw into
    double near = 0.0;           ///< distance of the near plane from the eye [m]
    bool perspective = true;     ///< true: perspective, false: orthographic
    double pixel_scale = 1.0;    ///< factor on lengths in pixels
};

}  // namespace

struct Renderer::State {
    struct Programs {
        GlName background = make_program(find_shader("background"));
        GlName body = make_program(find_shader("body"));
        GlName line = make_program(find_shader("line"));
        GlName outline = make_program(find_shader("outline"));
        GlName region = make_program(find_shader("region"));
        GlName mark = make_program(find_shader("mark"));
        GlName sphere = make_program(find_shader("sphere"));
        GlName arrow = make_program(find_shader("arrow"));
    };

    Programs programs;
    GlName no_vertices = make_vertex_array();
    FilledBuffer arrow_mesh{GL_ARRAY_BUFFER};
    std::vector<SceneBuffers> slots;
    DrawCounters counters;
    double pixel_scale = 1.0;

    State() {
        const std::vector<ArrowVertex> mesh = make_arrow_mesh();
        arrow_mesh.fill<ArrowVertex>(mesh);
        for (int i = 0; i < kSlots; ++i) {
            slots.emplace_back(arrow_mesh);
        }
    }

    Uniforms use(const GlName& program, const FrameSetup& frame) {
        const Uniforms uniforms(program);
        uniforms.set("view_from_world", frame.view_from_world);
        uniforms.set("clip_from_view", frame.clip_from_view);
        return uniforms;
    }

    void draw_background(const ThemeColors& colors) {
        const Uniforms uniforms(programs.background);
        uniforms.set("sky", colors.sky);
        uniforms.set("ground", colors.ground);
        glDisable(GL_DEPTH_TEST);
        glBindVertexArray(no_vertices.get());
        glDrawArrays(GL_TRIANGLES, 0, 3);
        glEnable(GL_DEPTH_TEST);
        ++counters.draw_calls;
    }

    /// Draws the elastic bodies that have colors of a key, or the others. `opacity`: in 0…1.
    void draw_bodies(const SceneBuffers& slot, const FrameSetup& frame, double opacity,
                     bool colored) {
        if (opacity <= 0.0 || slot.bodies.indices.count() == 0) {
            return;
        }
        const Uniforms uniforms = use(programs.body, frame);
        uniforms.set("clip_plane", frame.clip_plane);
        uniforms.set("opacity", opacity);
        uniforms.set("orthographic", frame.perspective ? 0.0 : 1.0);
        uniforms.set("key_end", slot.elastic_key.end);
        uniforms.set("by_pressure",
                     slot.elastic_key.property == ElasticColors::Pressure ? 1.0 : 0.0);
        uniforms.set("colored", colored ? 1.0 : 0.0);
        for (int i = 0; i < kElasticColors; ++i) {
            uniforms.set(("ramp[" + std::to_string(i) + "]").c_str(),
                         elastic_ramp(slot.elastic_key.property, i));
        }
        glDepthMask(opacity >= 1.0 ? GL_TRUE : GL_FALSE);
        glEnable(GL_POLYGON_OFFSET_FILL);
        glPolygonOffset(1.0F, 1.0F);
        glBindVertexArray(slot.bodies.array.get());
        glDrawElements(GL_TRIANGLES, slot.bodies.indices.count(), GL_UNSIGNED_INT, nullptr);
        glDisable(GL_POLYGON_OFFSET_FILL);
        glDepthMask(GL_TRUE);
        ++counters.draw_calls;
    }

    /// Draws all bodies and their lines. Bodies with colors of a key hide other bodies behind them,
    /// so that these can be read, but no contacts.
    void draw_shapes(const SceneBuffers& slot, const FrameSetup& frame,
                     const DisplaySettings& display) {
        const double opacity = display.body_opacity;
        const bool has_colored = slot.elastic_key.end > 0.0 && opacity > 0.0;
        if (has_colored) {
            draw_bodies(slot, frame, 1.0, true);
        }
        draw_bodies(slot, frame, opacity, false);
        draw_shape_lines(slot, frame, display);
        if (has_colored && opacity < 1.0) {
            glClear(GL_DEPTH_BUFFER_BIT);
        }
    }

    /// `list`: a LineList, or a MarkedLineList with kOwnColor.
    template <typename List>
    void draw_lines(const List& list, const FrameSetup& frame, const Color& color, double width) {
        if (list.lines.count() == 0) {
            return;
        }
        const Uniforms uniforms = use(programs.line, frame);
        uniforms.set("clip_plane", frame.clip_plane);
        uniforms.set("viewport", frame.viewport.size);
        uniforms.set("width", width * frame.pixel_scale);
        uniforms.set("nearer", kNearer);
        uniforms.set("near", frame.near);
        uniforms.set("line_color", color);
        glDepthMask(GL_FALSE);
        glBindVertexArray(list.array.get());
        glDrawArraysInstanced(GL_TRIANGLE_STRIP, 0, 4, list.lines.count());
        glDepthMask(GL_TRUE);
        ++counters.draw_calls;
    }

    /// Draws the lines where curved bodies turn away from the eye.
    void draw_outlines(const OutlineList& list, const FrameSetup& frame, const Color& color) {
        if (list.triangles.count() == 0) {
            return;
        }
        const Uniforms uniforms = use(programs.outline, frame);
        uniforms.set("clip_plane", frame.clip_plane);
        uniforms.set("viewport", frame.viewport.size);
        uniforms.set("width", kEdgeWidth * frame.pixel_scale);
        uniforms.set("nearer", kNearer);
        uniforms.set("near", frame.near);
        uniforms.set("orthographic", frame.perspective ? 0.0 : 1.0);
        uniforms.set("line_color", color);
        glDepthMask(GL_FALSE);
        glBindVertexArray(list.array.get());
        glDrawArraysInstanced(GL_TRIANGLE_STRIP, 0, 4, list.triangles.count());
        glDepthMask(GL_TRUE);
        ++counters.draw_calls;
    }

    void draw_regions(const RegionList& regions, const FrameSetup& frame, const Color& color) {
        if (regions.corners.count() == 0) {
            return;
        }
        const Uniforms uniforms = use(programs.region, frame);
        uniforms.set("region_color", color);
        glDepthMask(GL_FALSE);
        glBindVertexArray(regions.array.get());
        glDrawArrays(GL_TRIANGLES, 0, regions.corners.count());
        glDepthMask(GL_TRUE);
        ++counters.draw_calls;
    }

    /// Draws what is wrong with a mesh.
    void draw_marks(const SceneBuffers& slot, const FrameSetup& frame) {
        if (slot.marked_faces.corners.count() > 0) {
            const Uniforms uniforms = use(programs.mark, frame);
            uniforms.set("clip_plane", frame.clip_plane);
            glDepthMask(GL_FALSE);
            glBindVertexArray(slot.marked_faces.array.get());
            glDrawArrays(GL_TRIANGLES, 0, slot.marked_faces.corners.count());
            glDepthMask(GL_TRUE);
            ++counters.draw_calls;
        }
        draw_lines(slot.marked_lines, frame, kOwnColor, kMarkedWidth);
        draw_spheres(slot.marked_points, frame, slot.glyph_radius, 1.0);
    }

    void set_glyph_sizes(const Uniforms& uniforms, const FrameSetup& frame, double radius,
                         double scale) {
        uniforms.set("half_height", 0.5 * frame.viewport.size.height);
        uniforms.set("radius", radius * scale);
        uniforms.set("least_pixels", kLeastRadius * scale * frame.pixel_scale);
    }

    void draw_spheres(const GlyphList& list, const FrameSetup& frame, double radius, double scale,
                      const Color& plain = kOwnColor) {
        if (list.glyphs.count() == 0) {
            return;
        }
        const Uniforms uniforms = use(programs.sphere, frame);
        set_glyph_sizes(uniforms, frame, radius, scale);
        uniforms.set("plain_color", plain);
        glEnable(GL_SAMPLE_ALPHA_TO_COVERAGE);
        glDisable(GL_BLEND);
        glBindVertexArray(list.sphere_array.get());
        glDrawArrays(GL_POINTS, 0, list.glyphs.count());
        glEnable(GL_BLEND);
        glDisable(GL_SAMPLE_ALPHA_TO_COVERAGE);
        ++counters.draw_calls;
    }

    void draw_arrows(const GlyphList& list, const FrameSetup& frame, double radius, double scale,
                     int count) {
        if (count == 0) {
            return;
        }
        const Uniforms uniforms = use(programs.arrow, frame);
        set_glyph_sizes(uniforms, frame, radius, scale);
        uniforms.set("arrow_length", kArrowLength);
        uniforms.set("plain_color", kOwnColor);
        glBindVertexArray(list.arrow_array.get());
        glDrawArraysInstanced(GL_TRIANGLES, 0, arrow_mesh.count(), count);
        ++counters.draw_calls;
    }

    void draw_shape_lines(const SceneBuffers& slot, const FrameSetup& frame,
                          const DisplaySettings& display) {
        const ThemeColors& colors = theme_colors(display.theme);
        const std::array<std::pair<LineKind, Color>, kLineKinds> kinds{
            {{LineKind::Interior, colors.interior},
             {LineKind::Surface, colors.mesh_edge},
             {LineKind::Eroded, colors.eroded},
             {LineKind::Facet, colors.facet},
             {LineKind::Feature, colors.edge}}};
        for (const auto& [kind, color] : kinds) {
            const auto index = static_cast<std::size_t>(kind);
            if (display.lines[index]) {
                const double width = kind == LineKind::Feature ? kEdgeWidth : kMeshEdgeWidth;
                draw_lines(slot.lines[index], frame, color, width);
            }
        }
        if (display.lines[static_cast<std::size_t>(LineKind::Feature)]) {
            draw_outlines(slot.outlines, frame, colors.edge);
        }
    }

    /// Draws the normals that the semi-local method has considered.
    void draw_offered(const SceneBuffers& slot, const FrameSetup& frame) {
        draw_spheres(slot.offered, frame, slot.glyph_radius, 1.0);
        draw_arrows(slot.offered, frame, slot.glyph_radius, 1.0, slot.offered.glyphs.count());
    }

    void draw_contacts(const SceneBuffers& slot, const FrameSetup& frame, const Camera& camera,
                       const DisplaySettings& display) {
        const double radius = slot.glyph_radius;
        if (display.points) {
            draw_spheres(slot.contacts, frame, radius, 1.0);
        }
        const double pixels = pixels_per_metre(camera, frame.viewport.size);
        if (display.arrows) {
            const double length =
                kArrowLength * std::max(radius * pixels, kLeastRadius * frame.pixel_scale);
            draw_arrows(
                slot.spread_contacts, frame, radius, 1.0,
                arrow_count(slot.spread_contacts.glyphs.count(), length, frame.viewport.size));
        }
        draw_arrows(slot.expected, frame, radius, kExpectedScale, slot.expected.glyphs.count());
        draw_lines(slot.cone_lines, frame, theme_colors(display.theme).cone, kConeWidth);
        draw_arrows(slot.impulses, frame, radius, 1.0, slot.impulses.glyphs.count());
    }

    /// Draws what is selected over everything else. A ring in black and white tells it from the
    /// others, by shape instead of color, for color-blind eyes, too.
    void draw_highlight(const SceneBuffers& slot, const FrameSetup& frame,
                        const ThemeColors& colors) {
        const GlyphList& points = slot.highlight_points;
        glDisable(GL_DEPTH_TEST);
        draw_lines(slot.highlight_lines, frame, colors.selection_casing, kCasingWidth);
        draw_lines(slot.highlight_lines, frame, colors.selection, kHighlightWidth);
        draw_spheres(points, frame, slot.glyph_radius, kCasingSize, colors.selection_casing);
        draw_spheres(points, frame, slot.glyph_radius, kRingSize, colors.selection);
        draw_spheres(points, frame, slot.glyph_radius, kSelectedSize * 1.2,
                     colors.selection_casing);
        draw_spheres(points, frame, slot.glyph_radius, kSelectedSize);
        draw_arrows(points, frame, slot.glyph_radius, kSelectedSize, points.glyphs.count());
        glEnable(GL_DEPTH_TEST);
    }
};

Renderer::Renderer() : state_(std::make_unique<State>()) { throw_on_gl_error(); }
Renderer::Renderer(Renderer&&) noexcept = default;
Renderer& Renderer::operator=(Renderer&&) noexcept = default;
Renderer::~Renderer() = default;

void Renderer::set_geometry(int slot, const SceneGeometry& geometry) {
    assert(slot >= 0 && slot < kSlots);
    state_->counters.uploads += fill_geometry(state_->slots[slot], geometry);
    throw_on_gl_error();
}

void Renderer::set_view(int slot, const SceneView& view) {
    assert(slot >= 0 && slot < kSlots);
    state_->counters.uploads += fill_view(state_->slots[slot], view);
    throw_on_gl_error();
}

void Renderer::set_highlight(int slot, const Highlight& highlight) {
    assert(slot >= 0 && slot < kSlots);
    state_->counters.uploads += fill_highlight(state_->slots[slot], highlight);
    throw_on_gl_error();
}

void Renderer::set_pixel_scale(double scale) { state_->pixel_scale = scale; }

void Renderer::draw(int slot, const Camera& camera, const Viewport& viewport,
                    const DisplaySettings& display) {
    assert(slot >= 0 && slot < kSlots);
    const SceneBuffers& source = state_->slots[slot];
    const ThemeColors& colors = theme_colors(display.theme);
    const BoundingBox depths = depth_bounds(camera, source.bounds, source.marked_bounds);
    const Vec3 center = 0.5 * (depths.lower + depths.upper);
    // Arrows reach beyond the bounds of the bodies.
    const double radius = 0.55 * (depths.upper - depths.lower).norm() +
                          2.0 * kExpectedScale * kArrowLength * source.glyph_radius;
    FrameSetup frame{.view_from_world = view_from_world(camera),
                     .clip_from_view = clip_from_view(camera, viewport.size, center, radius),
                     .clip_plane = clip_equation(display.clip, source.bounds),
                     .viewport = viewport,
                     .perspective = camera.perspective,
                     .pixel_scale = state_->pixel_scale};
    // A perspective projection with near and far planes at n and f has the entries −(f + n)/(f − n)
    // and −2fn/(f − n), from which n follows. An orthographic one cuts no lines at a near plane.
    frame.near = camera.perspective
                     ? frame.clip_from_view(2, 3) / (frame.clip_from_view(2, 2) - 1.0)
                     : -1e30;
    glViewport(viewport.x, viewport.y, viewport.size.width, viewport.size.height);
    glScissor(viewport.x, viewport.y, viewport.size.width, viewport.size.height);
    glEnable(GL_SCISSOR_TEST);
    glEnable(GL_DEPTH_TEST);
    glDepthFunc(GL_LEQUAL);
    glEnable(GL_BLEND);
    glBlendFunc(GL_SRC_ALPHA, GL_ONE_MINUS_SRC_ALPHA);
    glEnable(GL_PROGRAM_POINT_SIZE);
    glActiveTexture(GL_TEXTURE0);
    glBindTexture(GL_TEXTURE_BUFFER, source.bodies.instance_texture.get());

    state_->draw_background(colors);
    state_->draw_shapes(source, frame, display);
    state_->draw_regions(source.left_regions, frame, colors.left_region);
    state_->draw_regions(source.regions, frame, colors.region);
    Color outline = colors.region;
    outline.alpha = 255;
    state_->draw_lines(source.region_lines, frame, outline, kEdgeWidth);
    outline.alpha = kOldRegionAlpha;
    state_->draw_lines(source.left_region_lines, frame, outline, kEdgeWidth);
    state_->draw_regions(source.planes, frame, plane_color());
    outline = plane_color();
    outline.alpha = 255;
    state_->draw_lines(source.plane_lines, frame, outline, kEdgeWidth);
    if (display.decisions && source.offered.glyphs.count() > 0) {
        state_->draw_offered(source, frame);
    } else {
        state_->draw_contacts(source, frame, camera, display);
    }
    state_->draw_marks(source, frame);
    state_->draw_highlight(source, frame, colors);
    glDisable(GL_SCISSOR_TEST);
    throw_on_gl_error();
}

DrawCounters Renderer::take_counters() { return std::exchange(state_->counters, {}); }

}  // namespace touchstone::viewer
