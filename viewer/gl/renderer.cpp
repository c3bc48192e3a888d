#include "viewer/gl/renderer.h"

#include <glad/gl.h>

#include <algorithm>
#include <cassert>
#include <cmath>
#include <numbers>
#include <string>
#include <utility>

#include "viewer/gl/draw_list.h"
#include "viewer/gl/gl_check.h"
#include "viewer/gl/shaders.h"

namespace touchstone {
namespace {

// In units of a sphere's radius.
constexpr double kArrowLength = 6.0;
constexpr double kExpectedScale = 1.7;  // an expected normal's arrow beside a contact's
constexpr float kShaftRadius = 0.30F;
constexpr float kHeadRadius = 0.85F;
constexpr float kHeadStart = 0.62F;  // share of the length
constexpr int kArrowSides = 7;

// In pixels at scale 1.
constexpr double kLeastRadius = 2.6;
constexpr double kEdgeWidth = 1.5;
constexpr double kMeshEdgeWidth = 1.1;
constexpr double kHighlightWidth = 3.5;
constexpr double kNearer = 4e-5;  // so that lines win against the faces they bound

struct ArrowVertex {
    std::array<float, 3> shape;
    std::array<float, 3> normal;
};

void add_arrow_side(std::vector<ArrowVertex>& mesh, int side) {
    const auto corner = [](int i) {
        const double angle = 2.0 * std::numbers::pi * i / kArrowSides;
        return std::array{static_cast<float>(std::cos(angle)), static_cast<float>(std::sin(angle))};
    };
    const auto place = [](const std::array<float, 2>& at, float radius, float z) {
        return std::array{radius * at[0], radius * at[1], z};
    };
    const std::array<float, 2> a = corner(side);
    const std::array<float, 2> b = corner(side + 1);
    const std::array na{a[0], a[1], 0.0F};
    const std::array nb{b[0], b[1], 0.0F};
    const std::array back{0.0F, 0.0F, -1.0F};
    const auto add = [&](const std::array<float, 3>& shape, const std::array<float, 3>& normal) {
        mesh.push_back({shape, normal});
    };
    add(place(a, kShaftRadius, 0.0F), na);
    add(place(b, kShaftRadius, 0.0F), nb);
    add(place(b, kShaftRadius, kHeadStart), nb);
    add(place(a, kShaftRadius, 0.0F), na);
    add(place(b, kShaftRadius, kHeadStart), nb);
    add(place(a, kShaftRadius, kHeadStart), na);
    add(place(a, kHeadRadius, kHeadStart), na);
    add(place(b, kHeadRadius, kHeadStart), nb);
    add({0.0F, 0.0F, 1.0F}, na);
    add({0.0F, 0.0F, kHeadStart}, back);
    add(place(b, kHeadRadius, kHeadStart), back);
    add(place(a, kHeadRadius, kHeadStart), back);
}

std::vector<ArrowVertex> make_arrow_mesh() {
    std::vector<ArrowVertex> mesh;
    for (int side = 0; side < kArrowSides; ++side) {
        add_arrow_side(mesh, side);
    }
    return mesh;
}

/// A program that is in use.
class Uniforms {
 public:
    explicit Uniforms(const GlName& program) : program_(program.get()) { glUseProgram(program_); }

    void set(const char* name, double value) const {
        glUniform1f(find(name), static_cast<float>(value));
    }
    void set(const char* name, const Color& color) const {
        glUniform4f(find(name), color.red / 255.0F, color.green / 255.0F, color.blue / 255.0F,
                    color.alpha / 255.0F);
    }
    void set(const char* name, const Mat4& matrix) const {
        const Eigen::Matrix4f narrow = matrix.cast<float>();
        glUniformMatrix4fv(find(name), 1, GL_FALSE, narrow.data());
    }
    void set(const char* name, const Eigen::Vector4d& vector) const {
        glUniform4f(find(name), static_cast<float>(vector[0]), static_cast<float>(vector[1]),
                    static_cast<float>(vector[2]), static_cast<float>(vector[3]));
    }
    void set(const char* name, const ViewSize& size) const {
        glUniform2f(find(name), static_cast<float>(size.width), static_cast<float>(size.height));
    }

 private:
    GLint find(const char* name) const { return glGetUniformLocation(program_, name); }

    GLuint program_;
};

GlName make_program(const ShaderSource& source) {
    return touchstone::make_program(source.title, source.vertex, source.fragment);
}

struct Programs {
    GlName background = make_program(kBackgroundShader);
    GlName body = make_program(kBodyShader);
    GlName line = make_program(kLineShader);
    GlName region = make_program(kRegionShader);
    GlName sphere = make_program(kSphereShader);
    GlName arrow = make_program(kArrowShader);
};

/// Lines of bodies, each one instance.
struct LineList {
    GlName array = make_vertex_array();
    FilledBuffer lines{GL_ARRAY_BUFFER};

    LineList() {
        glBindVertexArray(array.get());
        describe(lines, sizeof(GeometryLine), 1,
                 {{0, 3, GL_FLOAT, offsetof(GeometryLine, start)},
                  {1, 3, GL_FLOAT, offsetof(GeometryLine, end)},
                  {2, 1, GL_UNSIGNED_INT, offsetof(GeometryLine, body)}});
    }
};

/// Glyphs as spheres, as arrows, or both.
struct GlyphList {
    FilledBuffer glyphs{GL_ARRAY_BUFFER};
    GlName sphere_array = make_vertex_array();
    GlName arrow_array = make_vertex_array();

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
                  {4, 4, GL_UNSIGNED_BYTE, offsetof(Glyph, color)}});
    }
};

struct BodyList {
    GlName array = make_vertex_array();
    FilledBuffer vertices{GL_ARRAY_BUFFER};
    FilledBuffer indices{GL_ELEMENT_ARRAY_BUFFER};
    FilledBuffer instances{GL_TEXTURE_BUFFER};
    GlName instance_texture = make_texture();

    BodyList() {
        glBindVertexArray(array.get());
        describe(vertices, sizeof(GeometryVertex), 0,
                 {{0, 3, GL_FLOAT, offsetof(GeometryVertex, position)},
                  {1, 1, GL_UNSIGNED_INT, offsetof(GeometryVertex, body)}});
        glBindBuffer(GL_ELEMENT_ARRAY_BUFFER, indices.name());
        glBindTexture(GL_TEXTURE_BUFFER, instance_texture.get());
        glBindBuffer(GL_TEXTURE_BUFFER, instances.name());
        glTexBuffer(GL_TEXTURE_BUFFER, GL_RGBA32F, instances.name());
    }
};

struct RegionList {
    GlName array = make_vertex_array();
    FilledBuffer corners{GL_ARRAY_BUFFER};

    RegionList() {
        glBindVertexArray(array.get());
        describe(corners, sizeof(std::array<float, 3>), 0, {{0, 3, GL_FLOAT, 0}});
    }
};

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

std::array<float, 3> to_floats(const Vec3& point) {
    return {static_cast<float>(point.x()), static_cast<float>(point.y()),
            static_cast<float>(point.z())};
}

/// The sum of plane · (p, 1) is positive for what is hidden.
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

/// All that is drawn of one scene view. The bodies end with one that stays where the world is.
struct Slot {
    BodyList bodies;
    std::array<LineList, kLineKinds> lines;
    LineList region_lines;
    LineList highlight_lines;
    RegionList regions;
    GlyphList contacts;
    GlyphList spread_contacts;  ///< the same for arrows: every beginning is spread over the whole
    GlyphList expected;
    GlyphList highlight_points;
    BoundingBox bounds;
    double glyph_radius = 0.01;

    explicit Slot(const FilledBuffer& arrow_mesh)
        : contacts(arrow_mesh),
          spread_contacts(arrow_mesh),
          expected(arrow_mesh),
          highlight_points(arrow_mesh) {}
};

/// What every program of a frame needs to know.
struct FrameSetup {
    Mat4 view_from_world;
    Mat4 clip_from_view;
    Eigen::Vector4d clip_plane;
    Viewport viewport;
    double near = 0.0;
    bool perspective = true;
    double pixel_scale = 1.0;
};

}  // namespace

struct Renderer::State {
    Programs programs;
    GlName no_vertices = make_vertex_array();
    FilledBuffer arrow_mesh{GL_ARRAY_BUFFER};
    std::vector<Slot> slots;
    DrawCounters counters;
    double pixel_scale = 1.0;

    State() {
        const std::vector<ArrowVertex> mesh = make_arrow_mesh();
        arrow_mesh.fill<ArrowVertex>(mesh);
        for (int i = 0; i < kSlots; ++i) {
            slots.emplace_back(arrow_mesh);
        }
    }

    template <typename Row>
    void fill(FilledBuffer& buffer, const std::vector<Row>& rows) {
        glBindVertexArray(0);
        buffer.fill<Row>(rows);
        ++counters.uploads;
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

    void draw_bodies(const Slot& slot, const FrameSetup& frame, double opacity) {
        if (opacity <= 0.0 || slot.bodies.indices.count() == 0) {
            return;
        }
        const Uniforms uniforms = use(programs.body, frame);
        uniforms.set("clip_plane", frame.clip_plane);
        uniforms.set("opacity", opacity);
        uniforms.set("orthographic", frame.perspective ? 0.0 : 1.0);
        glDepthMask(opacity >= 1.0 ? GL_TRUE : GL_FALSE);
        glEnable(GL_POLYGON_OFFSET_FILL);
        glPolygonOffset(1.0F, 1.0F);
        glBindVertexArray(slot.bodies.array.get());
        glDrawElements(GL_TRIANGLES, slot.bodies.indices.count(), GL_UNSIGNED_INT, nullptr);
        glDisable(GL_POLYGON_OFFSET_FILL);
        glDepthMask(GL_TRUE);
        ++counters.draw_calls;
    }

    void draw_lines(const LineList& list, const FrameSetup& frame, const Color& color,
                    double width) {
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

    void draw_regions(const Slot& slot, const FrameSetup& frame, const Color& color) {
        if (slot.regions.corners.count() == 0) {
            return;
        }
        const Uniforms uniforms = use(programs.region, frame);
        uniforms.set("region_color", color);
        glDepthMask(GL_FALSE);
        glBindVertexArray(slot.regions.array.get());
        glDrawArrays(GL_TRIANGLES, 0, slot.regions.corners.count());
        glDepthMask(GL_TRUE);
        ++counters.draw_calls;
    }

    void set_glyph_sizes(const Uniforms& uniforms, const FrameSetup& frame, double radius,
                         double scale) {
        uniforms.set("half_height", 0.5 * frame.viewport.size.height);
        uniforms.set("radius", radius * scale);
        uniforms.set("least_pixels", kLeastRadius * scale * frame.pixel_scale);
    }

    void draw_spheres(const GlyphList& list, const FrameSetup& frame, double radius, double scale) {
        if (list.glyphs.count() == 0) {
            return;
        }
        const Uniforms uniforms = use(programs.sphere, frame);
        set_glyph_sizes(uniforms, frame, radius, scale);
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
        glBindVertexArray(list.arrow_array.get());
        glDrawArraysInstanced(GL_TRIANGLES, 0, arrow_mesh.count(), count);
        ++counters.draw_calls;
    }

    void draw_shape_lines(const Slot& slot, const FrameSetup& frame,
                          const DisplaySettings& display) {
        const ThemeColors& colors = theme_colors(display.theme);
        const std::array<std::pair<LineKind, Color>, kLineKinds> kinds{
            {{LineKind::Interior, colors.interior},
             {LineKind::Surface, colors.mesh_edge},
             {LineKind::Eroded, colors.eroded},
             {LineKind::Feature, colors.edge}}};
        for (const auto& [kind, color] : kinds) {
            const auto index = static_cast<std::size_t>(kind);
            if (display.lines[index]) {
                const double width = kind == LineKind::Feature ? kEdgeWidth : kMeshEdgeWidth;
                draw_lines(slot.lines[index], frame, color, width);
            }
        }
    }

    void draw_contacts(const Slot& slot, const FrameSetup& frame, const Camera& camera,
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
    }

    void draw_highlight(const Slot& slot, const FrameSetup& frame, const Color& color) {
        glDisable(GL_DEPTH_TEST);
        draw_lines(slot.highlight_lines, frame, color, kHighlightWidth);
        draw_spheres(slot.highlight_points, frame, slot.glyph_radius, 1.25);
        draw_arrows(slot.highlight_points, frame, slot.glyph_radius, 1.25,
                    slot.highlight_points.glyphs.count());
        glEnable(GL_DEPTH_TEST);
    }
};

Renderer::Renderer() : state_(std::make_unique<State>()) { throw_on_gl_error(); }
Renderer::Renderer(Renderer&&) noexcept = default;
Renderer& Renderer::operator=(Renderer&&) noexcept = default;
Renderer::~Renderer() = default;

void Renderer::set_geometry(int slot, const SceneGeometry& geometry) {
    assert(slot >= 0 && slot < kSlots);
    Slot& target = state_->slots[slot];
    state_->fill(target.bodies.vertices, geometry.vertices);
    glBindVertexArray(target.bodies.array.get());
    target.bodies.indices.fill<std::uint32_t>(geometry.triangles);
    ++state_->counters.uploads;
    for (std::size_t kind = 0; kind < geometry.lines.size(); ++kind) {
        state_->fill(target.lines[kind].lines, geometry.lines[kind]);
    }
    throw_on_gl_error();
}

void Renderer::set_view(int slot, const SceneView& view) {
    assert(slot >= 0 && slot < kSlots);
    Slot& target = state_->slots[slot];
    std::vector<BodyTexels> texels;
    for (const BodyInstance& body : view.bodies) {
        texels.push_back(body_texels(body));
    }
    texels.push_back(body_texels({}));  // the world itself: what is drawn there has its index
    state_->fill(target.bodies.instances, texels);
    const auto world = static_cast<std::uint32_t>(view.bodies.size());
    std::vector<std::array<float, 3>> corners;
    std::vector<GeometryLine> outlines;
    for (const std::vector<Vec3>& region : view.regions) {
        for (std::size_t i = 0; i < region.size(); ++i) {
            const Vec3& next = region[(i + 1) % region.size()];
            outlines.push_back({to_floats(region[i]), to_floats(next), world});
            if (i >= 1 && i + 1 < region.size()) {
                corners.insert(corners.end(),
                               {to_floats(region[0]), to_floats(region[i]), to_floats(next)});
            }
        }
    }
    state_->fill(target.regions.corners, corners);
    state_->fill(target.region_lines.lines, outlines);
    state_->fill(target.contacts.glyphs, view.contacts);
    std::vector<Glyph> spread;
    for (const int i : spread_order(static_cast<int>(std::ssize(view.contacts)))) {
        spread.push_back(view.contacts[i]);
    }
    state_->fill(target.spread_contacts.glyphs, spread);
    state_->fill(target.expected.glyphs, view.expected);
    target.bounds = view.bounds;
    target.glyph_radius = view.glyph_radius;
    throw_on_gl_error();
}

void Renderer::set_highlight(int slot, const Highlight& highlight) {
    assert(slot >= 0 && slot < kSlots);
    state_->fill(state_->slots[slot].highlight_lines.lines, highlight.lines);
    state_->fill(state_->slots[slot].highlight_points.glyphs, highlight.points);
    throw_on_gl_error();
}

void Renderer::set_pixel_scale(double scale) { state_->pixel_scale = scale; }

void Renderer::draw(int slot, const Camera& camera, const Viewport& viewport,
                    const DisplaySettings& display) {
    assert(slot >= 0 && slot < kSlots);
    const Slot& source = state_->slots[slot];
    const ThemeColors& colors = theme_colors(display.theme);
    const Vec3 center = 0.5 * (source.bounds.lower + source.bounds.upper);
    // Arrows stand out of the bounds a little.
    const double radius = 0.55 * (source.bounds.upper - source.bounds.lower).norm() +
                          2.0 * kExpectedScale * kArrowLength * source.glyph_radius;
    FrameSetup frame{.view_from_world = view_from_world(camera),
                     .clip_from_view = clip_from_view(camera, viewport.size, center, radius),
                     .clip_plane = clip_equation(display.clip, source.bounds),
                     .viewport = viewport,
                     .perspective = camera.perspective,
                     .pixel_scale = state_->pixel_scale};
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
    state_->draw_bodies(source, frame, display.body_opacity);
    state_->draw_shape_lines(source, frame, display);
    state_->draw_regions(source, frame, colors.region);
    Color outline = colors.region;
    outline.alpha = 255;
    state_->draw_lines(source.region_lines, frame, outline, kEdgeWidth);
    state_->draw_contacts(source, frame, camera, display);
    state_->draw_highlight(source, frame, colors.selection);
    glDisable(GL_SCISSOR_TEST);
    throw_on_gl_error();
}

DrawCounters Renderer::take_counters() { return std::exchange(state_->counters, {}); }

int arrow_count(int arrows, double length_in_pixels, const ViewSize& size) {
    constexpr double kCoverage = 1.0;  // arrows one behind the other on average
    constexpr int kFewest = 5000;      // so many never take long
    const double area = length_in_pixels * length_in_pixels / 4.0;
    const double room = kCoverage * size.width * size.height / std::max(area, 1.0);
    return std::min(arrows, std::max(kFewest, static_cast<int>(std::min(room, 1e8))));
}

std::vector<int> spread_order(int count) {
    int bits = 0;
    while ((1 << bits) < count) {
        ++bits;
    }
    std::vector<int> order;
    order.reserve(count);
    for (int i = 0; i < (1 << bits); ++i) {
        int reversed = 0;
        for (int bit = 0; bit < bits; ++bit) {
            reversed |= (i >> bit & 1) << (bits - 1 - bit);
        }
        if (reversed < count) {
            order.push_back(reversed);
        }
    }
    return order;
}

}  // namespace touchstone
