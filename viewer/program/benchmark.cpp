#include "viewer/program/benchmark.h"

#include <algorithm>
#include <array>
#include <chrono>
#include <cstdio>
#include <functional>
#include <ostream>
#include <string>
#include <vector>

#include "viewer/gl/render_target.h"
#include "viewer/gl/renderer.h"
#include "viewer/gl/window/offscreen_context.h"
#include "viewer/model/moment.h"
#include "viewer/scene/pick.h"
#include "viewer/scene/scene_view.h"

namespace touchstone::viewer {
namespace {

constexpr int kAcross = 10;  // number of cubes along each axis
constexpr int kContacts = 100'000;
constexpr int kRepeats = 3;
constexpr ViewSize kSize{1280, 800};

struct BenchmarkScene {
    StudyScene scene;
    SceneGeometry geometry;
    Moment moment;
    std::vector<int> shown;
};

TestCase make_cubes() {
    TestCase cubes;
    cubes.id = "cubes";
    cubes.title = "Cubes";
    for (int i = 0; i < kAcross * kAcross * kAcross; ++i) {
        BodySetup body;
        body.name = "cube " + std::to_string(i);
        body.shape = BoxShape{Vec3::Ones()};
        const int layer = i / (kAcross * kAcross);
        body.world_from_shape.translation = Vec3(i % kAcross, i / kAcross % kAcross, layer);
        cubes.bodies.push_back(std::move(body));
    }
    return cubes;
}

/// Makes contacts along a line through all cubes, at steps of the golden ratio: spread evenly, and
/// the same each time.
BenchmarkScene make_benchmark_scene() {
    BenchmarkScene made;
    made.scene = make_study_scene(make_cubes(), false, make_study_settings(Profile::Corrected),
                                  std::nullopt, {});
    made.geometry = make_scene_geometry(made.scene);
    const auto spread = [](int i, double step) {
        const double turns = i * step;
        return (turns - static_cast<double>(static_cast<long>(turns))) * kAcross - 0.5;
    };
    for (int i = 0; i < kContacts; ++i) {
        ContactPoint contact;
        contact.position = Vec3(spread(i, 0.8191725), spread(i, 0.6710436), spread(i, 0.5497005));
        contact.normal = Vec3::UnitY();
        contact.separation = 1e-4 * spread(i, 0.3);
        contact.body_a = i % (kAcross * kAcross);
        contact.body_b = contact.body_a + 1;
        made.moment.contacts.push_back(contact);
        made.shown.push_back(i);
    }
    for (const BodySetup& body : made.scene.test_case.bodies) {
        made.moment.world_from_shape.push_back(body.world_from_shape);
    }
    made.moment.judgement = judge(made.moment.contacts, {});
    return made;
}

double seconds_of(const std::function<void()>& work) {
    double best = 1e30;
    for (int i = 0; i < kRepeats; ++i) {
        const auto start = std::chrono::steady_clock::now();
        work();
        const std::chrono::duration<double> taken = std::chrono::steady_clock::now() - start;
        best = std::min(best, taken.count());
    }
    return best;
}

struct Variant {
    const char* title;
    bool bodies;
    bool points;
    bool arrows;
    bool uploads;
};

}  // namespace

void run_benchmark(std::ostream& out) {
    const BenchmarkScene made = make_benchmark_scene();
    const auto make_view = [&](const DisplaySettings& display) {
        return make_scene_view({.scene = made.scene,
                                .geometry = made.geometry,
                                .moment = made.moment,
                                .generator_title = {},
                                .shown = made.shown},
                               display);
    };
    const OffscreenContext context;
    Renderer renderer;
    RenderTarget target(kSize);
    SceneView view = make_view({});
    renderer.set_geometry(0, made.geometry);
    renderer.set_view(0, view);
    Camera camera = framed(looking({}, StandardView::Iso), kSize, view.bounds);
    constexpr std::array<Variant, 5> kVariants{{{"spheres", false, true, false, false},
                                                {"arrows", false, false, true, false},
                                                {"bodies and edges", true, false, false, false},
                                                {"all", true, true, true, false},
                                                {"all, uploaded anew", true, true, true, true}}};
    out << kAcross * kAcross * kAcross << " bodies, " << kContacts << " contacts, " << kSize.width
        << "x" << kSize.height << ", 4 samples\n";
    double first = 0.0;
    for (const Variant& variant : kVariants) {
        DisplaySettings display;
        display.points = variant.points;
        display.arrows = variant.arrows;
        display.body_opacity = variant.bodies ? 0.28 : 0.0;
        display.lines[0] = variant.bodies;
        renderer.take_counters();
        const double taken = seconds_of([&] {
            if (variant.uploads) {
                renderer.set_view(0, view);
            }
            camera = orbited(camera, 1.0, 0.0);
            target.begin();
            renderer.draw(0, camera, {0, 0, kSize}, display);
            target.resolve();
            target.read();  // waits until everything is drawn
        });
        const DrawCounters counters = renderer.take_counters();
        first = first > 0.0 ? first : taken;
        std::array<char, 128> line{};
        std::snprintf(line.data(), line.size(), "%-20s %6.2f of spheres  %2d calls  %2d uploads\n",
                      variant.title, taken / first, counters.draw_calls / kRepeats,
                      counters.uploads / kRepeats);
        out << line.data() << std::flush;
    }
    const auto print = [&](const char* title, double taken, const char* when) {
        std::array<char, 128> line{};
        std::snprintf(line.data(), line.size(), "%-20s %6.3f of spheres  (%s)\n", title,
                      taken / first, when);
        out << line.data();
    };
    print("picking a contact",
          seconds_of([&] { pick_contact(view, camera, kSize, 640.0, 400.0, 12.0); }),
          "when the pointer moves");
    print("making the view", seconds_of([&] { view = make_view({}); }),
          "only when something changes");
}

}  // namespace touchstone::viewer
