#pragma once

#include <memory>
#include <optional>
#include <string>
#include <vector>

#include "viewer/model/loaded_scene.h"

namespace touchstone::viewer {

/// A result of the player.
struct PlayerNews {
    // Shared because a step of the old scene may still be running when a new one is opened.
    std::shared_ptr<const LoadedScene> scene;  ///< newly opened scene; null: unchanged
    std::optional<Moment> moment;
    std::optional<Moment> compared;  ///< moment with the same poses and the second generator's
                                     ///< contacts
    std::string error;               ///< error on one line; then all fields above are empty
};

/// Loads scenes and makes or reads their steps on a thread of its own, so that no scene is too
/// large for the window to stay responsive. Requests are carried out in order; take_news collects
/// their results on the caller's thread.
class Player {
 public:
    Player();
    Player(const Player&) = delete;
    Player& operator=(const Player&) = delete;
    ~Player();  ///< waits for the running request

    /// Opens a scene, and drops all waiting requests and earlier results. `resume` continues from a
    /// step instead of the scene's start; the result then holds the contacts at the poses of its
    /// query.
    void open(OpenRequest request, std::optional<StepRecord> resume = std::nullopt);

    /// Makes or reads a step of the open scene. A simulation also makes and reports the steps in
    /// between, and cannot return to steps before the last one made.
    void ask(int step);

    /// Returns true while a request waits or runs, or results are left to be taken.
    bool busy() const;
    /// Returns the results so far, without waiting.
    std::vector<PlayerNews> take_news();
    /// Waits until there are results or nothing runs, and returns them.
    std::vector<PlayerNews> wait_news();

 private:
    struct State;
    std::unique_ptr<State> state_;
};

}  // namespace touchstone::viewer
