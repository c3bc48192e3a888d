#include "viewer/state/script.h"

#include <algorithm>
#include <cmath>
#include <fstream>

#include "methods/base/error.h"
#include "methods/base/printable.h"
#include "testcases/settings/option_text.h"

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
    const Moment* moment = application.moment();
    if (what == "message") {
        return application.message;
    }
    if (what == "case") {
        return application.wanted.name;
    }
    if (what == "generator") {
        return application.wanted.generator;
    }
    if (what == "left-width") {
        return shortest(application.sizes.left);
    }
    if (what == "compared") {
        return application.wanted.compared;
    }
    if (moment == nullptr) {
        return "nothing open";
    }
    if (what == "contacts") {
        return count_text(moment->contacts.size());
    }
    if (what == "shown") {
        return count_text(application.passing.size());
    }
    if (what == "selected") {
        return index_text(application.selected);
    }
    if (what == "hovered") {
        return index_text(application.hovered);
    }
    if (what == "offered") {
        return count_text(application.offered.size());
    }
    if (what == "decision") {
        return application.hovered_offer
                   ? decision_title(application.offered[*application.hovered_offer].kind)
                   : "none";
    }
    if (what == "plots") {
        return count_text(application.plots.size());
    }
    if (what == "steps") {
        return std::to_string(application.scene->recorded_steps);
    }
    if (what == "step") {
        return std::to_string(application.step);
    }
    if (what == "bodies") {
        return count_text(moment->world_from_shape.size());
    }
    if (what == "exploded") {
        return shortest(application.display.explode);
    }
    if (what == "dragged") {
        return dragged_text(application);
    }
    if (what == "verdict") {
        return application.selected
                   ? verdict_id(moment->judgement.verdicts[*application.selected].kind)
                   : "none";
    }
    throw UnknownName("scripts cannot ask for '" + printable(what) + "'");
}

}  // namespace touchstone::viewer
