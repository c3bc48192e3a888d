#include "viewer/program/picture.h"

#include "methods/base/error.h"
#include "viewer/gl/window/offscreen_context.h"
#include "viewer/scene/image.h"

namespace touchstone::viewer {

void hand_over(Application& application, Renderer& renderer) {
    if (!application.scene || application.moment() == nullptr) {
        return;
    }
    Changes& changes = application.changes;
    const int sides = application.comparing() ? 2 : 1;
    for (int side = 0; side < sides; ++side) {
        if (changes.geometry) {
            renderer.set_geometry(side, application.scene->geometry);
        }
        if (changes.view) {
            renderer.set_view(side, application.sides[side].view);
        }
        if (changes.highlight) {
            renderer.set_highlight(side, application.highlights[side]);
        }
    }
    changes.geometry = changes.view = changes.highlight = false;
}

void draw_sides(const Application& application, Renderer& renderer, const Viewport& area) {
    if (!application.comparing()) {
        renderer.draw(0, application.camera, area, application.display);
        return;
    }
    const int half = area.size.width / 2;
    for (int side = 0; side < 2; ++side) {
        const Viewport part{area.x + side * half, area.y, {half, area.size.height}};
        renderer.draw(side, application.camera, part, application.display);
    }
}

void save_picture(const ViewerOptions& options) {
    if (options.name.empty()) {
        throw UsageError("--screenshot needs a case, a scene or a recording");
    }
    Application application;
    application.view_size = options.size;
    if (!options.compared.empty() || !options.compared_profile.empty()) {
        application.view_size.width /= 2;
    }
    open_from_options(application, options);
    update_until_idle(application);
    if (!application.message_is_error) {
        apply_options(application, options);
        if (application.play_until == 0) {
            application.playing = false;  // endless playing would never be done
        }
        update_until_idle(application);
    }
    if (application.message_is_error) {
        throw Error(application.message);
    }
    const OffscreenContext context;
    Renderer renderer;
    renderer.set_pixel_scale(options.scale);
    RenderTarget target(options.size);
    hand_over(application, renderer);
    target.begin();
    draw_sides(application, renderer, {0, 0, options.size});
    target.resolve();
    write_png(*options.screenshot, target.read());
}

}  // namespace touchstone::viewer
