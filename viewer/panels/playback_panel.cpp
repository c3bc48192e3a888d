#include <imgui.h>

#include <algorithm>
#include <string>

#include "viewer/panels/panels.h"
#include "viewer/panels/tooltip.h"

namespace touchstone::viewer {
namespace {

void button(Application& application, const char* title, const char* line, const char* tip) {
    if (ImGui::Button(title)) {
        act(application, line);
    }
    tooltip(tip);
    ImGui::SameLine();
}

/// Returns the last step that is available without waiting.
int last_step(const Application& application) {
    const int recorded = application.scene->recorded_steps;
    const std::map<int, Moment>& known = application.sides[0].moments;
    return recorded > 0 || known.empty() ? recorded : known.rbegin()->first;
}

}  // namespace

void draw_playback_panel(Application& application) {
    if (!application.scene) {
        ImGui::TextDisabled(application.player.busy() ? "Loading …" : "No scene is open.");
        return;
    }
    button(application, application.playing ? "Pause" : "Play", "play", "Space");
    button(application, "<", "back", "one step back   Left");
    button(application, ">", "step", "one step on   Right");
    button(application, "Restart", "restart", "begins again with the present settings   R");
    int step = application.step;
    const int last = last_step(application);
    ImGui::SetNextItemWidth(
        std::max(40.0F, ImGui::GetContentRegionAvail().x - 10.0F * ImGui::GetFontSize()));
    if (ImGui::SliderInt("##step", &step, 0, std::max(1, last), "step %d")) {
        act(application, "jump " + std::to_string(std::min(step, last)));
    }
    tooltip("the step that is looked at; a simulated scene knows those it has made");
    const Moment* moment = application.moment();
    if (moment != nullptr) {
        ImGui::SameLine();
        ImGui::Text("%.3f s%s", moment->time, application.player.busy() ? "  …" : "");
    }
}

}  // namespace touchstone::viewer
