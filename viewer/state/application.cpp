#include "viewer/state/application.h"

#include <algorithm>
#include <utility>

#include "viewer/model/contact_match.h"
#include "viewer/scene/mesh_marks.h"

namespace touchstone::viewer {
namespace {

int generator_index(const std::string& id) {
    const std::span<const Generator> all = all_generators();
    const auto found = std::ranges::find(all, id, &Generator::id);
    return static_cast<int>(found - all.begin());
}

void accept_scene(Application& application, std::shared_ptr<const LoadedScene> scene) {
    const bool same_bodies =
        application.scene && application.scene->request.name == scene->request.name;
    application.scene = std::move(scene);
    if (const std::string& name = application.scene->request.name; is_file_name(name)) {
        add_recent(application.recent, name);
    }
    StudySettings own = std::move(application.wanted.settings);
    application.wanted = application.scene->request;
    if (application.scene->recorded_steps > 0) {
        application.wanted.settings = std::move(own);  // a recording's settings are no
                                                       // request for the next scene
    }
    application.selected.reset();
    application.hovered.reset();
    application.problem.reset();
    application.mark.reset();
    application.changes = {};
    if (!same_bodies) {
        application.display.hidden.clear();
        application.display.dragged.clear();
        application.filters = {};
        application.pending_view = application.pending_view.value_or(StandardView::Iso);
    }
}

void forget_from(Side& side, int step) {
    side.moments.erase(side.moments.lower_bound(step), side.moments.end());
    side.history.erase(side.history.lower_bound(step), side.history.end());
}

/// Returns the number of contacts and of vertices of elastic bodies.
std::size_t weight_of(const Moment& moment) {
    std::size_t weight = moment.contacts.size();
    if (moment.record && moment.record->barrier) {
        for (const ElasticMemory& body : moment.record->barrier->elastic) {
            weight += body.places.size();
        }
    }
    return weight;
}

/// Adds a moment, and drops old ones to make room.
void keep(Side& side, Moment moment) {
    const int step = moment.step;
    side.history[step] = summarize(moment);
    side.moments[step] = std::move(moment);
    std::size_t contacts = 0;
    for (const auto& [number, known] : side.moments) {
        contacts += weight_of(known);
    }
    for (auto oldest = side.moments.begin();
         contacts > kKeptContacts && oldest != side.moments.end();) {
        if (oldest->first == 0 || oldest->first == step) {
            ++oldest;
            continue;
        }
        contacts -= weight_of(oldest->second);
        oldest = side.moments.erase(oldest);
    }
}

/// Shows the notes and warnings about the scene's mesh files.
void tell_warnings(Application& application) {
    std::vector<std::string> warnings = mesh_warnings(application.scene->scene.test_case);
    warnings.insert(warnings.begin(), application.scene->notes.begin(),
                    application.scene->notes.end());
    if (!warnings.empty()) {
        const std::size_t more = warnings.size() - 1;
        application.message =
            warnings.front() + (more == 0 ? "" : "; " + std::to_string(more) + " more");
        application.message_is_error = false;
    }
}

void accept(Application& application, PlayerNews news) {
    if (!news.error.empty()) {
        application.message = news.error;
        application.message_is_error = true;
        application.playing = false;
        return;
    }
    const bool first = news.scene != nullptr;
    if (first) {
        accept_scene(application, std::move(news.scene));
        tell_warnings(application);
    }
    if (!news.moment) {
        return;
    }
    const int step = news.moment->step;
    if (first) {
        forget_from(application.sides[0], step);  // made with other settings
        application.sides[1] = {};
        application.sides[0].deformed.reset();
    }
    keep(application.sides[0], std::move(*news.moment));
    if (news.compared) {
        keep(application.sides[1], std::move(*news.compared));
    }
    application.changes.plots = true;
    if (first || application.playing || step == application.asked_step) {
        application.step = step;
        application.changes.view = true;
    }
    application.asked_step = std::max(application.asked_step, step);
    if (first) {
        application.asked_step = step;
    }
}

/// Requests one step beyond the last one while playing, so that the window shows each.
void keep_playing(Application& application) {
    if (!application.playing || !application.scene || application.player.busy()) {
        return;
    }
    const LoadedScene& loaded = *application.scene;
    const int last = application.play_until > 0 ? application.play_until : loaded.recorded_steps;
    const bool at_end = last > 0 && application.step >= last;
    const bool again = application.pace.loop && application.pace.clock.has_value();
    if (at_end && !again) {
        application.playing = false;
        return;
    }
    const double time_step =
        solver_settings(loaded.request.settings, loaded.scene.test_case).time_step;
    if (take_turn(application.pace, time_step)) {
        const int first = application.play_until > 0 ? application.play_from : 0;
        go_to_step(application, at_end ? first : application.step + 1);
    }
}

/// Returns the poses at the start, which always stay in memory.
std::span<const Pose> start_poses(const Side& side) {
    const auto first = side.moments.find(0);
    return first == side.moments.end() ? std::span<const Pose>()
                                       : std::span<const Pose>(first->second.world_from_shape);
}

ViewSource view_source(const Application& application, int side, std::span<const int> shown,
                       std::span<const MatchKind> matches) {
    const LoadedScene& loaded = *application.scene;
    const SideSetup& setup = loaded.sides[side];
    return {
        .scene = scene_of(loaded, side),
        .geometry = application.geometry(side),
        .moment = *application.moment(side),
        .generator_title = setup.title,
        .generator_index = generator_index(setup.generator),
        .mirror_expected_x = judge_options(setup.settings, setup.generator, loaded.scene.two_points)
                                 .mirror_expected_x,
        .shown = shown,
        .matches = matches,
        .offered = side == 0 ? std::span<const OfferedNormal>(application.offered)
                             : std::span<const OfferedNormal>(),
        .start = start_poses(application.sides[0]),
        .friction = solver_settings(setup.settings, loaded.scene.test_case).friction,
        .selected = side == 0 ? application.selected : std::nullopt,
        .mesh = application.mesh(),
        .problem = application.problem};
}

/// Returns the tolerance: positions within a hundredth of the median body's size look the same.
MatchTolerance match_tolerance(const LoadedScene& loaded) {
    constexpr double kRadii = 1.0 / 3.0;
    std::vector<Pose> poses;
    poses.reserve(loaded.scene.test_case.bodies.size());
    for (const BodySetup& body : loaded.scene.test_case.bodies) {
        poses.push_back(body.world_from_shape);
    }
    const BoundingBox bounds = scene_bounds(loaded.geometry, poses);
    return {.position = kRadii * suitable_glyph_radius(loaded.geometry, bounds)};
}

void make_views(Application& application) {
    const Moment* moment = application.moment();
    application.passing = passing_contacts(*moment, application.filters.now());
    application.table = application.passing;
    sort_contacts(application.table, *moment, application.sort_column, application.sort_descending);
    const bool both = application.comparing() && application.moment(1) != nullptr;
    ContactMatches matches;
    if (both) {
        matches = match_contacts(moment->contacts, application.moment(1)->contacts,
                                 match_tolerance(*application.scene));
    }
    application.offered.clear();
    application.hovered_offer.reset();
    if (application.display.decisions && application.scene->is_solid()) {
        application.offered = offered_normals(*application.scene, 0, *moment);
    }
    for (int side = 0; side < (both ? 2 : 1); ++side) {
        application.sides[side].deformed =
            deformed_geometry(*application.moment(side), application.scene->geometry,
                              application.scene->scene.test_case.bodies);
        application.changes.geometry |= application.sides[side].deformed.has_value();
    }
    application.sides[0].view = make_scene_view(
        view_source(application, 0, application.passing, matches.first), application.display);
    if (both) {
        const std::vector<int> passing =
            passing_contacts(*application.moment(1), application.filters.now());
        application.sides[1].view = make_scene_view(
            view_source(application, 1, passing, matches.second), application.display);
    }
    const auto is_gone = [&](const std::optional<int>& contact) {
        return contact && *contact >= std::ssize(moment->contacts);
    };
    if (is_gone(application.selected)) {
        application.selected.reset();
    }
    if (is_gone(application.hovered)) {
        application.hovered.reset();
    }
    application.changes.highlight = true;
}

void make_plots(Application& application) {
    application.plots.clear();
    for (int kind = 0; kind < kPlotKinds; ++kind) {
        if (application.plots_shown[kind]) {
            application.plots.push_back(make_plot_of(application, static_cast<PlotKind>(kind)));
        }
    }
}

/// Moves the camera where that was requested, and where the picture has changed its size and the
/// user has not moved the camera since.
void frame_scene(Application& application) {
    const bool untouched = application.framed_camera == application.camera;
    const bool resized = !(application.framed_size == application.view_size);
    if (!application.pending_view && !application.pending_frame && !(untouched && resized)) {
        return;
    }
    if (application.pending_view) {
        application.camera = looking(application.camera, *application.pending_view);
    }
    application.camera =
        framed(application.camera, application.view_size, application.sides[0].view.focus);
    application.pending_view.reset();
    application.pending_frame = false;
    application.framed_camera = application.camera;
    application.framed_size = application.view_size;
}

void make_highlight(Application& application) {
    application.highlights = {};
    if (application.mark) {
        const InspectedMesh& mesh = *application.mesh();
        application.highlights[0] =
            highlight_mark(application.sides[0].view, mesh,
                           mesh.problems[*application.problem].marks[*application.mark],
                           problem_color(*application.problem));
        return;
    }
    const std::optional<int> contact =
        application.selected ? application.selected : application.hovered;
    if (contact) {
        application.highlights[0] =
            highlight_contact(application.sides[0].view, shapes_of(*application.scene, 0),
                              application.geometry(), *application.moment(), *contact);
    }
}

}  // namespace

const Moment* Application::moment(int side) const {
    const auto found = sides[side].moments.find(step);
    return found == sides[side].moments.end() ? nullptr : &found->second;
}

void open_wanted(Application& application) {
    application.playing = false;
    application.player.open(application.wanted);
}

void reopen_here(Application& application) {
    const Moment* moment = application.moment();
    const bool same_order =
        application.scene->request.settings.body_order == application.wanted.settings.body_order;
    if (moment == nullptr || !moment->record || application.scene->recorded_steps > 0 ||
        !same_order) {
        open_wanted(application);
        return;
    }
    application.player.open(application.wanted, moment->record);
}

void go_to_step(Application& application, int step) {
    if (!application.scene) {
        return;
    }
    const int recorded = application.scene->recorded_steps;
    const int wanted = recorded > 0 ? std::clamp(step, 0, recorded) : std::max(0, step);
    if (application.sides[0].moments.contains(wanted)) {
        application.step = wanted;
        application.changes.view = true;
        return;
    }
    if (recorded == 0 && application.sides[0].history.contains(wanted)) {
        application.message =
            "step " + std::to_string(wanted) + " is not kept any more; restart, and pause there";
        application.message_is_error = true;
        application.playing = false;
        return;
    }
    application.asked_step = wanted;
    application.player.ask(wanted);
}

Plot make_plot_of(const Application& application, PlotKind kind) {
    const LoadedScene& loaded = *application.scene;
    std::vector<PlotSide> sides;
    for (int side = 0; side < std::ssize(loaded.sides); ++side) {
        if (const Moment* moment = application.moment(side)) {
            sides.push_back({loaded.sides[side].title, moment, &application.sides[side].history});
        }
    }
    return make_plot(kind, sides, loaded.scene.test_case.bodies);
}

void update(Application& application) {
    for (PlayerNews& news : application.player.take_news()) {
        accept(application, std::move(news));
    }
    keep_playing(application);
    if (!application.scene || application.moment() == nullptr) {
        return;
    }
    if (application.changes.view) {
        make_views(application);
        application.changes.plots = true;
    }
    if (application.changes.plots && application.shown.plots) {
        make_plots(application);
        application.changes.plots = false;
    }
    frame_scene(application);
    if (application.changes.highlight) {
        make_highlight(application);
    }
}

void update_until_idle(Application& application) {
    while (application.player.busy() || application.playing) {
        for (PlayerNews& news : application.player.wait_news()) {
            accept(application, std::move(news));
        }
        keep_playing(application);
    }
    update(application);
}

std::string side_title(const Application& application, int side) {
    const LoadedScene& loaded = *application.scene;
    if (loaded.mesh && (!loaded.is_solid() || !application.comparing())) {
        return health_text(*loaded.mesh);
    }
    const SideSetup& setup = loaded.sides[side];
    const Moment* moment = application.moment(side);
    if (moment == nullptr || moment->generator == setup.generator) {
        return setup.title;
    }
    return setup.settings.methods.find(moment->generator).title + ", as it was then";
}

std::string scene_title(const LoadedScene& loaded) {
    const TestCase& test_case = loaded.scene.test_case;
    if (!test_case.title.empty()) {
        return test_case.title;
    }
    return test_case.id.empty() ? loaded.request.name : test_case.id;
}

std::string describe(const Application& application) {
    if (!application.scene) {
        return "nothing open";
    }
    const LoadedScene& loaded = *application.scene;
    std::string text = scene_title(loaded) + ", " + side_title(application, 0);
    if (application.comparing() && loaded.is_solid()) {
        text += " and " + loaded.sides[1].title;
    }
    return loaded.mesh ? text : text + ", step " + std::to_string(application.step);
}

}  // namespace touchstone::viewer
