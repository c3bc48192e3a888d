#include <array>

#include "viewer/commands/command_groups.h"
#include "viewer/commands/command_words.h"

namespace touchstone::viewer {
namespace {

void play(Application& application, Words words) {
    open_scene(application);
    start_pace(application.pace);
    application.play_from = application.step;
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
    const int wanted = whole(words, 0, 0, 1'000'000);
    const int recorded = application.scene ? application.scene->recorded_steps : 0;
    if (recorded > 0 && wanted > recorded) {
        throw UsageError("the recording ends with step " + std::to_string(recorded));
    }
    application.playing = false;
    go_to_step(application, wanted);
}

void speed(Application& application, Words words) {
    application.pace.speed = word(words, 0) == "fast" ? 0.0 : number(words, 0);
    if (application.pace.speed < 0.0 || application.pace.speed > 1000.0) {
        application.pace.speed = 0.0;
        throw UsageError("'" + words[0] + "' is no speed in 0…1000");
    }
    start_pace(application.pace);
}

void loop(Application& application, Words words) {
    application.pace.loop = flag(words, 0, application.pace.loop);
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
    Command{"speed", "fast|FACTOR", "", "Time",
            "how fast it plays: 1 as in life; fast: as fast as steps are made", &speed},
    Command{"loop", "[on|off]", "", "Time", "whether it begins again at the end", &loop},
    Command{"restart", "", "R", "Time", "begins again with the present settings", &restart}};

}  // namespace

std::span<const Command> time_commands() { return kTimeCommands; }

}  // namespace touchstone::viewer
