#include <array>

#include "viewer/commands/command_groups.h"
#include "viewer/commands/command_words.h"

namespace touchstone::viewer {
namespace {

void play(Application& application, Words words) {
    open_scene(application);
    if (words.empty()) {
        application.playing = !application.playing;
        application.play_until = 0;
        return;
    }
    application.play_until = application.step + whole(words, 0, 1, 1'000'000);
    application.playing = true;
}

void pause(Application& application, Words) { application.playing = false; }

void step(Application& application, Words) {
    application.playing = false;
    go_to_step(application, application.step + 1);
}

void step_back(Application& application, Words) {
    application.playing = false;
    go_to_step(application, application.step - 1);
}

void jump(Application& application, Words words) {
    application.playing = false;
    go_to_step(application, whole(words, 0, 0, 1'000'000));
}

void restart(Application& application, Words) {
    open_scene(application);
    open_wanted(application);
}

constexpr std::array kTimeCommands{
    Command{"play", "[STEPS]", "Space", "Time", "lets the scene run, or stops it", &play},
    Command{"pause", "", "", "Time", "stops the scene", &pause},
    Command{"step", "", "Right", "Time", "one step on", &step},
    Command{"back", "", "Left", "Time", "one step back", &step_back},
    Command{"jump", "STEP", "Home: 0", "Time", "looks at a step", &jump},
    Command{"restart", "", "R", "Time", "begins again with the present settings", &restart}};

}  // namespace

std::span<const Command> time_commands() { return kTimeCommands; }

}  // namespace touchstone::viewer
