#include "viewer/commands/command_words.h"

#include <cmath>
#include <utility>

#include "methods/base/number_text.h"

namespace touchstone::viewer {

const std::string& word(Words words, std::size_t index) {
    if (index >= words.size()) {
        throw UsageError("more words are needed");
    }
    return words[index];
}

double number(Words words, std::size_t index) {
    const std::optional<double> value = parse_number(word(words, index));
    if (!value || !std::isfinite(*value)) {
        throw UsageError("'" + words[index] + "' is no number");
    }
    return *value;
}

int whole(Words words, std::size_t index, int lowest, int highest) {
    const double value = number(words, index);
    if (value != std::floor(value) || value < lowest || value > highest) {
        throw UsageError("'" + words[index] + "' is no whole number in " + std::to_string(lowest) +
                         "…" + std::to_string(highest));
    }
    return static_cast<int>(value);
}

bool flag(Words words, std::size_t index, bool now) {
    if (index >= words.size()) {
        return !now;
    }
    if (words[index] != "on" && words[index] != "off") {
        throw UsageError("expected on or off, found '" + words[index] + "'");
    }
    return words[index] == "on";
}

const LoadedScene& open_scene(const Application& application) {
    if (!application.scene) {
        throw UsageError("no scene is open");
    }
    return *application.scene;
}

const Moment& shown_moment(const Application& application) {
    const Moment* moment = application.moment();
    if (moment == nullptr) {
        throw UsageError("no scene is open");
    }
    return *moment;
}

int find_body(const Application& application, const std::string& name) {
    const std::vector<BodySetup>& bodies = open_scene(application).scene.test_case.bodies;
    const auto found = std::ranges::find(bodies, name, &BodySetup::name);
    if (found == bodies.end()) {
        throw UnknownName("no body is called '" + name + "'");
    }
    return static_cast<int>(found - bodies.begin());
}

void view_changed(Application& application) { application.changes.view = true; }

void say(Application& application, std::string text) {
    application.message = std::move(text);
    application.message_is_error = false;
}

}  // namespace touchstone::viewer
