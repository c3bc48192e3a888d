#include "viewer/gl/renderer.h"

#include <glad/gl.h>

#include <algorithm>
#include <array>
#include <cmath>

#include "methods/base/error.h"
#include "methods/smooth/tessellate.h"
#include "methods/testing/catch.h"
#include "viewer/gl/gl_check.h"
#include "viewer/gl/glyph_thinning.h"
#include "viewer/gl/render_target.h"
#include "viewer/gl/window/offscreen_context.h"
#include "viewer/model/to_floats.h"

namespace touchstone::viewer {
namespace {

constexpr ViewSize kSize{320, 240};

/// A row of cubes along x, with contacts spread over them.
struct Row {
    SceneGeometry geometry;
    SceneView view;
};

void add_cube(Row& row, int body) {
    const auto first = static_cast<std::uint32_t>(row.geometry.vertices.size());
    const auto index = static_cast<std::uint32_t>(body);
    for (int corner = 0; corner < 8; ++corner) {
        const auto part = [corner](int bit) { return (corner >> bit & 1) != 0 ? 0.5F : -0.5F; };
        row.geometry.vertices.push_back({{part(0), part(1), part(2)}, index});
    }
    constexpr std::array<std::uint32_t, 36> kFaces{0, 2, 3, 0, 3, 1, 4, 5, 7, 4, 7, 6,
                                                   0, 1, 5, 0, 5, 4, 2, 6, 7, 2, 7, 3,
                                                   0, 4, 6, 0, 6, 2, 1, 3, 7, 1, 7, 5};
    for (const std::uint32_t v : kFaces) {
        row.geometry.triangles.push_back(first + v);
    }
    for (std::vector<GeometryLine>& lines : row.geometry.lines) {
        lines.push_back({{-0.5F, 0.5F, 0.5F}, {0.5F, 0.5F, 0.5F}, index});
    }
    row.geometry.body_bounds.push_back({Vec3::Constant(-0.5), Vec3::Constant(0.5)});
    row.view.bodies.push_back({{Quat::Identity(), Vec3(2.0 * body, 0.0, 0.0)}, {90, 120, 200}});
}

Row make_row(int bodies, int contacts) {
    Row row;
    for (int i = 0; i < bodies; ++i) {
        add_cube(row, i);
    }
    for (int i = 0; i < contacts; ++i) {
        const auto x = static_cast<float>(2.0 * bodies * i / std::max(1, contacts) - 0.5);
        row.view.contacts.push_back({{x, 0.5F, 0.0F}, {0.0F, 1.0F, 0.0F}, {255, 0, 0}});
        row.view.contact_indices.push_back(i);
    }
    row.view.bounds = {Vec3(-0.5, -0.5, -0.5), Vec3(2.0 * bodies - 1.5, 0.5, 0.5)};
    row.view.glyph_radius = 0.1;
    return row;
}

Camera camera_for(const Row& row) {
    return framed(looking({}, StandardView::Iso), kSize, row.view.bounds);
}

struct Pixel {
    int red = 0;
    int green = 0;
    int blue = 0;
};

Pixel pixel_at(const Image& image, double x, double y) {
    const std::size_t at =
        3 * (static_cast<std::size_t>(y) * image.width + static_cast<std::size_t>(x));
    return {image.pixels[at], image.pixels[at + 1], image.pixels[at + 2]};
}

Image draw(Renderer& renderer, const Camera& camera, const DisplaySettings& display) {
    RenderTarget target(kSize);
    target.begin();
    renderer.draw(0, camera, {0, 0, kSize}, display);
    target.resolve();
    return target.read();
}

TEST_CASE("a contact is red where it is, and only there", "[viewer]") {
    const OffscreenContext context;
    Renderer renderer;
    const Row row = make_row(1, 1);
    renderer.set_geometry(0, row.geometry);
    renderer.set_view(0, row.view);
    const Camera camera = camera_for(row);
    const Image image = draw(renderer, camera, {});
    const std::array<float, 3>& at = row.view.contacts[0].position;
    const std::optional<ScreenPoint> place = project(camera, kSize, {at[0], at[1], at[2]});
    REQUIRE(place);
    const Pixel contact = pixel_at(image, place->x, place->y);
    CHECK(contact.red > 100);
    CHECK(contact.green < contact.red / 2);
    const Pixel sky = pixel_at(image, 2.0, 2.0);
    CHECK(sky.red > 240);
    CHECK(sky.blue > 240);
    const Pixel ground = pixel_at(image, 2.0, 237.0);
    CHECK(ground.red < sky.red);
}

TEST_CASE("hidden bodies and a clip plane leave the background", "[viewer]") {
    const OffscreenContext context;
    Renderer renderer;
    Row row = make_row(1, 0);
    renderer.set_geometry(0, row.geometry);
    renderer.set_view(0, row.view);
    DisplaySettings display;
    display.body_opacity = 1.0;
    const Camera camera = camera_for(row);
    const Pixel body = pixel_at(draw(renderer, camera, display), 160, 120);
    display.clip = {.on = true, .axis = 0, .position = 0.0, .flipped = false};
    const Pixel cut = pixel_at(draw(renderer, camera, display), 160, 120);
    CHECK(cut.red > body.red + 60);
    display.clip.on = false;
    row.view.bodies[0].shown = false;
    renderer.set_view(0, row.view);
    const Pixel hidden = pixel_at(draw(renderer, camera, display), 160, 120);
    CHECK(hidden.red == cut.red);
    CHECK(hidden.blue == cut.blue);
}

TEST_CASE("an elastic body has the color of its strain and hides what is behind it", "[viewer]") {
    const OffscreenContext context;
    Renderer renderer;
    Row row = make_row(2, 0);
    for (GeometryVertex& vertex : row.geometry.vertices) {
        vertex.strain = vertex.body == 0 ? 0.1F : -1.0F;
    }
    row.view.elastic_key = {ElasticColors::Strain, 0.1};
    renderer.set_geometry(0, row.geometry);
    renderer.set_view(0, row.view);
    const Camera camera = camera_for(row);
    const auto pixel_of = [&](double x) {
        const std::optional<ScreenPoint> place = project(camera, kSize, Vec3(x, 0.0, 0.0));
        REQUIRE(place);
        return pixel_at(draw(renderer, camera, {}), place->x, place->y);
    };
    // The strained body is as dark as the end of the ramp, though bodies are usually transparent.
    const Color end = elastic_color(ElasticColors::Strain, 1.0);
    const Pixel strained = pixel_of(0.0);
    CHECK(strained.red < end.red + 25);
    CHECK(strained.green < end.green + 25);
    CHECK(strained.blue < end.blue + 25);
    CHECK(pixel_of(2.0).red > 140);  // the rigid body has its own color
    row.view.elastic_key = {};
    renderer.set_view(0, row.view);
    CHECK(pixel_of(0.0).red > 140);
}

TEST_CASE("an elastic body has the color of its pressure", "[viewer]") {
    const OffscreenContext context;
    Renderer renderer;
    Row row = make_row(1, 0);
    const Camera camera = camera_for(row);
    row.view.elastic_key = {ElasticColors::Pressure, 2000.0};
    for (const double pressure : {-2000.0, 0.0, 2000.0}) {
        CAPTURE(pressure);
        for (GeometryVertex& vertex : row.geometry.vertices) {
            vertex.strain = 0.0F;
            vertex.pressure = static_cast<float>(pressure);
        }
        renderer.set_geometry(0, row.geometry);
        renderer.set_view(0, row.view);
        const std::optional<ScreenPoint> place = project(camera, kSize, Vec3::Zero());
        REQUIRE(place);
        const Pixel drawn = pixel_at(draw(renderer, camera, {}), place->x, place->y);
        const Color key = elastic_color(ElasticColors::Pressure, 0.5 + pressure / 4000.0);
        CHECK(std::abs(drawn.red - key.red) < 45);  // light and shade
        CHECK(std::abs(drawn.green - key.green) < 45);
        CHECK(std::abs(drawn.blue - key.blue) < 45);
    }
}

TEST_CASE("a curved body has the outline that the eye sees", "[viewer]") {
    const OffscreenContext context;
    Renderer renderer;
    Row row = make_row(1, 0);
    row.geometry = {};
    const SurfaceMesh mesh = tessellate({{{SmoothBall{0.5}, {}}}}, {3, Quat::Identity()});
    for (const Triangle& triangle : mesh.triangles) {
        CurvedTriangle& curved = row.geometry.curved.emplace_back();
        for (int k = 0; k < 3; ++k) {
            curved.corners[k] = to_floats(mesh.vertices[triangle[k]]);
            curved.normals[k] = to_floats(mesh.vertices[triangle[k]].normalized());
        }
    }
    row.geometry.body_bounds.push_back({Vec3::Constant(-0.5), Vec3::Constant(0.5)});
    renderer.set_geometry(0, row.geometry);
    renderer.set_view(0, row.view);
    for (const StandardView view : {StandardView::Front, StandardView::Iso}) {
        Camera camera = framed(looking({}, view), kSize, row.view.bounds);
        camera.perspective = false;
        const Image image = draw(renderer, camera, {});
        const std::optional<ScreenPoint> middle = project(camera, kSize, Vec3::Zero());
        REQUIRE(middle);
        CHECK(pixel_at(image, middle->x, middle->y).red > 200);
        const double radius = 0.5 * pixels_per_metre(camera, kSize);
        for (int i = 0; i < 12; ++i) {
            const double angle = 0.2 + 0.5236 * i;
            int darkest = 255;
            for (double off = -1.5; off <= 1.5; off += 0.5) {
                const double x = middle->x + (radius + off) * std::cos(angle);
                const double y = middle->y + (radius + off) * std::sin(angle);
                darkest = std::min(darkest, pixel_at(image, x, y).red);
            }
            CHECK(darkest < 170);
        }
    }
}

TEST_CASE("a moving camera uploads nothing, and more things are no more calls", "[viewer]") {
    const OffscreenContext context;
    Renderer renderer;
    DisplaySettings display;
    display.lines.fill(true);
    std::array<int, 2> calls{};
    for (const int large : {0, 1}) {
        const Row row = large == 1 ? make_row(1000, 100'000) : make_row(2, 3);
        renderer.set_geometry(0, row.geometry);
        renderer.set_view(0, row.view);
        renderer.take_counters();
        Camera camera = camera_for(row);
        for (int frame = 0; frame < 2; ++frame) {
            camera = orbited(camera, 10.0, 5.0);
            draw(renderer, camera, display);
            const DrawCounters counters = renderer.take_counters();
            CHECK(counters.uploads == 0);
            calls[large] = counters.draw_calls;
        }
    }
    CHECK(calls[0] == calls[1]);
    // One call each draws background, bodies, five kinds of lines, spheres and arrows.
    CHECK(calls[1] == 9);
}

TEST_CASE("the same frame gives the same picture", "[viewer]") {
    const OffscreenContext context;
    Renderer renderer;
    const Row row = make_row(3, 20);
    renderer.set_geometry(0, row.geometry);
    renderer.set_view(0, row.view);
    const Image first = draw(renderer, camera_for(row), {});
    const Image second = draw(renderer, camera_for(row), {});
    CHECK(first.pixels == second.pixels);
}

TEST_CASE("a failed OpenGL call is named", "[viewer]") {
    const OffscreenContext context;
    CHECK_NOTHROW(throw_on_gl_error());
    glEnable(GL_TRIANGLES);
    glClear(0xFFFF);
    CHECK_THROWS_WITH(throw_on_gl_error(), "OpenGL: invalid enum in glEnable");
    CHECK_NOTHROW(throw_on_gl_error());
}

TEST_CASE("arrows thin out only when they would cover each other", "[viewer]") {
    CHECK(arrow_count(200, 30.0, {1280, 800}) == 200);
    CHECK(arrow_count(100'000, 16.0, {1280, 800}) == 16'000);
    CHECK(arrow_count(100'000, 25.0, {1280, 800}) < 10'000);
    CHECK(arrow_count(100'000, 5000.0, {1280, 800}) == 5000);
    CHECK(arrow_count(0, 30.0, {1280, 800}) == 0);
}

TEST_CASE("every beginning of the spread order is spread over the whole", "[viewer]") {
    const int count = GENERATE(0, 1, 2, 7, 1000);
    std::vector<int> order = spread_order(count);
    const int half = count / 2;
    const auto low =
        std::count_if(order.begin(), order.begin() + half, [&](int i) { return i < half; });
    CHECK(std::abs(2.0 * static_cast<double>(low) - half) <= 12.0);
    std::ranges::sort(order);
    for (int i = 0; i < count; ++i) {
        REQUIRE(order[i] == i);
    }
    CHECK(std::ssize(order) == count);
}

}  // namespace
}  // namespace touchstone::viewer
