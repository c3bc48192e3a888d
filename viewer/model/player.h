#pragma once

#include <memory>
#include <optional>
#include <string>
#include <vector>

#include "viewer/model/loaded_scene.h"

namespace touchstone::viewer {

/// What a player has to tell.
struct PlayerNews {
    // Shared because a step of the old scene may still be under way when a new one is opened.
    std::shared_ptr<const LoadedScene> scene;  ///< a new one; null: still the same
    std::optional<Moment> moment;
    std::optional<Moment> compared;  ///< the same poses with the second generator's contacts
    std::string error;               ///< one line; then all above is empty
};

/// Loads scenes and makes or reads their steps on a thread of its own, so that no scene is too
/// large for the window to stay live. Orders are carried out one after the other; what they give is
/// collected by take_news on the caller's thread.
class Player {
 public:
    Player();
    Player(const Player&) = delete;
    Player& operator=(const Player&) = delete;
    ~Player();  ///< waits for the order under way

    /// Drops all orders that wait, and the news of what came before. `resume`: goes on from there
    /// instead of from the scene's start; then the news hold the contacts at the poses of its
    /// query.
    void open(OpenRequest request, std::optional<StepRecord> resume = std::nullopt);

    /// Makes or reads this step; the scene must have been opened. When simulating, steps in between
    /// are made and told as well; steps before the last one made cannot be had again.
    void ask(int step);

    bool busy() const;  ///< an order waits or is under way, or there are news
    std::vector<PlayerNews> take_news();
    std::vector<PlayerNews> wait_news();  ///< waits until there are some or nothing is under way

 private:
    struct State;
    std::unique_ptr<State> state_;
};

}  // namespace touchstone::viewer
