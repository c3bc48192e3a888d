#include "viewer/model/player.h"

#include <algorithm>
#include <condition_variable>
#include <deque>
#include <exception>
#include <mutex>
#include <new>
#include <thread>
#include <utility>

#include "methods/base/error.h"
#include "testcases/recordings/recording.h"

namespace touchstone::viewer {
namespace {

/// Returns the moment at the same poses with the contacts of a side's generator.
Moment ask_again(const LoadedScene& loaded, int side, Moment moment,
                 std::span<const RigidBody> bodies) {
    const SideSetup& setup = loaded.sides[side];
    const StudyScene& scene = scene_of(loaded, side);
    moment.motions = motions_of(bodies);
    moment.contacts =
        find_scene_contacts(scene, setup.settings.methods.find(setup.generator),
                            setup.settings.generators.at(setup.generator),
                            {moment.world_from_shape, bodies,
                             solver_settings(loaded.request.settings, scene.test_case).time_step});
    judge_moment(moment, scene, setup.generator, setup.settings);
    if (moment.record) {
        moment.record->contacts = moment.contacts;
        moment.record->impulses.assign(moment.contacts.size(), {});
    }
    return moment;
}

/// Returns true when nobody has said which method is to find the contacts.
bool is_undecided(const OpenRequest& request) {
    return request.generator.empty() && !is_recording_path(request.name);
}

/// Returns the first method for which a mesh need not be filled; the first of all without one.
const Generator& method_without_tets() {
    const std::span<const Generator> all = all_generators();
    const auto found = std::ranges::find(all, ShapeKind::Facets, &Generator::shape);
    return found == all.end() ? all.front() : *found;
}

/// Loads the scene for the first method of the table that finds contacts in it; for the first of
/// all when none does.
LoadedScene load_undecided(const OpenRequest& request) {
    if (is_mesh_path(request.name)) {
        OpenRequest asked = request;
        asked.generator = method_without_tets().id;
        return load_scene(std::move(asked));
    }
    std::optional<LoadedScene> first;
    for (const Generator& generator : all_generators()) {
        if (!generator.is_for_all()) {
            continue;  // not for all scenes
        }
        OpenRequest asked = request;
        asked.generator = generator.id;
        LoadedScene loaded = load_scene(std::move(asked));
        if (!query_scene(loaded.scene, generator.id, request.settings, 1).contacts.empty()) {
            return loaded;
        }
        if (!first) {
            first = std::move(loaded);
        }
    }
    return std::move(*first);
}

/// The open scene and the source of its steps. Lives on the player's thread.
struct OpenScene {
    std::shared_ptr<const LoadedScene> loaded;
    std::optional<Simulation> simulation;
    std::optional<Recording> recording;
    std::shared_ptr<const ElasticRest> elastic;  ///< null: no elastic bodies
    double strain_key_end = 0.0;                 ///< see Moment

    /// Takes the elastic bodies of the simulation or recording.
    void take_elastic() {
        ElasticRest rest = simulation ? simulation->elastic_rest() : recording->header().elastic;
        if (!rest.bodies.empty()) {
            elastic = std::make_shared<const ElasticRest>(std::move(rest));
        }
        if (recording && elastic) {
            strain_key_end = touchstone::strain_key_end(recording->largest_strain());
        }
    }

    Moment with_elastic(Moment moment) const {
        moment.elastic = elastic;
        moment.strain_key_end = strain_key_end;
        return moment;
    }

    std::vector<RigidBody> bodies() const {
        return simulation ? simulation->bodies() : make_rigid_bodies(loaded->scene);
    }

    /// Returns, for a recording, the bodies at the start of a step.
    std::vector<RigidBody> recorded_bodies_before(int step) const {
        std::vector<RigidBody> bodies = make_rigid_bodies(loaded->scene);
        if (step > 1) {
            const StepRecord before = recording->read_step(step - 1);
            for (std::size_t i = 0; i < bodies.size(); ++i) {
                bodies[i].state = before.bodies[i];
            }
        }
        return bodies;
    }

    Moment first_side(StepRecord record, std::span<const RigidBody> before) const {
        const SideSetup& setup = loaded->sides[0];
        Moment moment = with_elastic(
            make_moment(loaded->scene, setup.generator, setup.settings, std::move(record), before));
        const bool has_others = recording && setup.generator != loaded->recorded_generator;
        return has_others ? ask_again(*loaded, 0, std::move(moment), before) : moment;
    }

    std::optional<Moment> second_side(const Moment& moment, std::span<const RigidBody> at) const {
        if (loaded->sides.size() < 2) {
            return std::nullopt;
        }
        return ask_again(*loaded, 1, moment, at);
    }
};

}  // namespace

struct Player::State {
    struct Order {
        int generation = 0;               ///< generation of the scene it belongs to
        std::optional<OpenRequest> open;  ///< empty: the request is for a step
        std::optional<StepRecord> resume;
        int step = 0;
    };

    mutable std::mutex mutex;
    std::condition_variable changed;
    std::deque<Order> orders;
    std::vector<PlayerNews> news;
    int generation = 0;
    bool working = false;
    bool quit = false;
    std::thread thread;

    void tell(int of_generation, PlayerNews item) {
        const std::lock_guard lock(mutex);
        if (of_generation == generation) {
            news.push_back(std::move(item));
        }
        changed.notify_all();
    }

    bool is_stale(int of_generation) const {
        const std::lock_guard lock(mutex);
        return quit || of_generation != generation;
    }

    /// Tells a mesh that bounds no solid: nobody is asked about its contacts.
    void tell_still(int of_generation, const std::shared_ptr<const LoadedScene>& loaded) {
        Moment moment;
        moment.generator = loaded->request.generator;
        moment.world_from_shape.emplace_back();
        moment.motions.emplace_back();
        std::optional<Moment> second;
        if (loaded->sides.size() > 1) {
            second = moment;
            second->generator = loaded->sides[1].generator;
        }
        tell(of_generation, {loaded, std::move(moment), std::move(second), {}});
    }

    void open_scene(OpenScene& open, Order& order) {
        open = {};
        open.loaded = std::make_shared<const LoadedScene>(is_undecided(*order.open)
                                                              ? load_undecided(*order.open)
                                                              : load_scene(std::move(*order.open)));
        const LoadedScene& loaded = *open.loaded;
        const std::string& generator = loaded.request.generator;
        if (!loaded.is_solid()) {
            tell_still(order.generation, open.loaded);
            return;
        }
        if (loaded.recorded_steps > 0) {
            open.recording.emplace(loaded.request.name);
        } else {
            open.simulation.emplace(loaded.scene, generator, loaded.request.settings);
        }
        open.take_elastic();
        Moment moment;
        if (order.resume && open.simulation) {
            open.simulation->resume_after(*order.resume);
            moment.step = order.resume->step;
            moment.time = order.resume->time;
            moment.world_from_shape = order.resume->query_poses;
            moment.record = std::move(order.resume);
            moment = ask_again(loaded, 0, std::move(moment), open.bodies());
        } else {
            moment = make_first_moment(loaded.scene, generator, loaded.request.settings);
        }
        moment = open.with_elastic(std::move(moment));
        std::optional<Moment> second = open.second_side(moment, open.bodies());
        tell(order.generation, {open.loaded, std::move(moment), std::move(second), {}});
    }

    void make_steps(OpenScene& open, const Order& order) {
        if (!open.loaded->is_solid()) {
            throw UsageError(open.loaded->mesh->name +
                             ": it bounds no solid, so it cannot move; mend what is listed first");
        }
        const auto tell_step = [&](StepRecord record, std::span<const RigidBody> before) {
            Moment moment = open.first_side(std::move(record), before);
            std::optional<Moment> second = open.second_side(moment, before);
            tell(order.generation, {nullptr, std::move(moment), std::move(second), {}});
        };
        if (open.recording) {
            tell_step(open.recording->read_step(order.step),
                      open.recorded_bodies_before(order.step));
            return;
        }
        while (open.simulation->steps() < order.step && !is_stale(order.generation)) {
            const std::vector<RigidBody> before = open.simulation->bodies();
            tell_step(open.simulation->step(), before);
        }
    }

    void carry_out(OpenScene& open, Order order) {
        std::string error;
        try {
            if (order.open) {
                open_scene(open, order);
            } else if (open.loaded) {
                make_steps(open, order);
            }
            return;
        } catch (const std::bad_alloc&) {  // the window lives on and shows the error
            error = "out of memory";
        } catch (const std::exception& failure) {
            error = failure.what();
        }
        tell(order.generation, {nullptr, std::nullopt, std::nullopt, error});
    }

    void run() {
        OpenScene open;
        for (;;) {
            Order order;
            {
                std::unique_lock lock(mutex);
                working = false;
                changed.notify_all();
                changed.wait(lock, [&] { return quit || !orders.empty(); });
                if (quit) {
                    return;
                }
                order = std::move(orders.front());
                orders.pop_front();
                working = true;
            }
            carry_out(open, std::move(order));
        }
    }
};

Player::Player() : state_(std::make_unique<State>()) {
    state_->thread = std::thread([state = state_.get()] { state->run(); });
}

Player::~Player() {
    {
        const std::lock_guard lock(state_->mutex);
        state_->quit = true;
    }
    state_->changed.notify_all();
    state_->thread.join();
}

void Player::open(OpenRequest request, std::optional<StepRecord> resume) {
    const std::lock_guard lock(state_->mutex);
    ++state_->generation;
    state_->orders.clear();
    state_->news.clear();
    state_->orders.push_back({state_->generation, std::move(request), std::move(resume), 0});
    state_->changed.notify_all();
}

void Player::ask(int step) {
    const std::lock_guard lock(state_->mutex);
    state_->orders.push_back({state_->generation, std::nullopt, std::nullopt, step});
    state_->changed.notify_all();
}

bool Player::busy() const {
    const std::lock_guard lock(state_->mutex);
    return state_->working || !state_->orders.empty() || !state_->news.empty();
}

std::vector<PlayerNews> Player::take_news() {
    const std::lock_guard lock(state_->mutex);
    return std::exchange(state_->news, {});
}

std::vector<PlayerNews> Player::wait_news() {
    std::unique_lock lock(state_->mutex);
    state_->changed.wait(lock, [&] {
        return !state_->news.empty() || (!state_->working && state_->orders.empty());
    });
    return std::exchange(state_->news, {});
}

}  // namespace touchstone::viewer
