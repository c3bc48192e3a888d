#include "viewer/state/script.h"

#include <algorithm>
#include <array>
#include <cmath>
#include <fstream>

#include "methods/base/error.h"
#include "methods/base/number_text.h"
#include "methods/base/printable.h"

namespace touchstone::viewer {
namespace {

std::string index_text(const std::optional<int>& index) {
    return index ? std::to_string(*index) : "none";
}

std::string count_text(std::size_t count) { return std::to_string(count); }

std::string dragged_text(const Application& application) {
    double most = 0.0;
    for (const Vec3& offset : application.display.dragged) {
        most = std::max(most, offset.norm());
    }
    return most > 0.0 ? "yes" : "no";
}

std::string decision_text(const Application& application) {
    return application.hovered_offer
               ? decision_title(application.offered[*application.hovered_offer].kind)
               : "none";
}

std::string verdict_text(const Application& application) {
    const Moment& moment = *application.moment();
    return application.selected ? verdict_id(moment.judgement.verdicts[*application.selected].kind)
                                : "none";
}

/// A value that scripts can query.
struct Question {
    std::string_view what;
    bool needs_scene;  ///< true: without an open scene the answer is "nothing open"
    std::string (*answer)(const Application& application);
};

constexpr std::array kQuestions{
    Question{"message", false, [](const Application& application) { return application.message; }},
    Question{"case", false, [](const Application& application) { return application.wanted.name; }},
    Question{"generator", false,
             [](const Application& application) { return application.wanted.generator; }},
    Question{"compared", false,
             [](const Application& application) { return application.wanted.compared; }},
    Question{"left-width", false,
             [](const Application& application) { return shortest(application.sizes.left); }},
    Question{"contacts", true,
             [](const Application& application) {
                 return count_text(application.moment()->contacts.size());
             }},
    Question{"shown", true,
             [](const Application& application) { return count_text(application.passing.size()); }},
    Question{"selected", true,
             [](const Application& application) { return index_text(application.selected); }},
    Question{"hovered", true,
             [](const Application& application) { return index_text(application.hovered); }},
    Question{"verdict", true, &verdict_text},
    Question{"offered", true,
             [](const Application& application) { return count_text(application.offered.size()); }},
    Question{"decision", true, &decision_text},
    Question{"plots", true,
             [](const Application& application) { return count_text(application.plots.size()); }},
    Question{"step", true,
             [](const Application& application) { return std::to_string(application.step); }},
    Question{"steps", true,
             [](const Application& application) {
                 return std::to_string(application.scene->recorded_steps);
             }},
    Question{"bodies", true,
             [](const Application& application) {
                 return count_text(application.moment()->world_from_shape.size());
             }},
    Question{"exploded", true,
             [](const Application& application) { return shortest(application.display.explode); }},
    Question{"dragged", true, &dragged_text},
    Question{"copied", false, [](const Application& application) { return application.copied; }},
    Question{
        "recent", false,
        [](const Application& application) { return count_text(application.recent.names.size()); }},
    Question{"impulses", true,
             [](const Application& application) {
                 return count_text(application.sides[0].view.impulses.size());
             }},
    Question{"playing", false,
             [](const Application& application) {
                 return std::string(application.playing ? "yes" : "no");
             }},
};

}  // namespace

std::deque<ScriptLine> read_script(const std::filesystem::path& path) {
    std::ifstream file(path);
    if (!file) {
        throw FileError(path.string() + ": cannot be read; is the path right?");
    }
    std::deque<ScriptLine> lines;
    std::string text;
    for (int number = 1; std::getline(file, text); ++number) {
        if (!text.empty() && text[0] != '#') {
            lines.push_back({number, text});
        }
    }
    return lines;
}

std::string value_of(const Application& application, const std::string& what) {
    const auto* const question = std::ranges::find(kQuestions, what, &Question::what);
    if (question == kQuestions.end()) {
        throw UnknownName("scripts cannot ask for '" + printable(what) + "'");
    }
    if (question->needs_scene && application.moment() == nullptr) {
        return "nothing open";
    }
    return question->answer(application);
}

}  // namespace touchstone::viewer
