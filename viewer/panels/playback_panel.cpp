#include <imgui.h>

#include <algorithm>
#include <array>
#include <cmath>
#include <string>
#include <vector>

#include "methods/base/number_text.h"
#include "viewer/panels/panels.h"
#include "viewer/panels/tooltip.h"

namespace touchstone::viewer {
namespace {

// Widths below which something is left out so that the slider has room, in sizes of the font; the
// keys and commands for it stay.
constexpr float kRoomy = 33.0F;
constexpr float kNarrow = 23.0F;
constexpr int kShortestRange = 20;  // shortest range of the slider [steps]

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

void draw_pace(Application& application) {
    constexpr std::array<double, 8> kSpeeds{0.0, 0.1, 0.25, 0.5, 1.0, 2.0, 5.0, 10.0};
    constexpr std::array<const char*, 8> kTitles{"fast", "0.1 ×", "0.25 ×", "0.5 ×",
                                                 "1 ×",  "2 ×",   "5 ×",    "10 ×"};
    const auto* const known = std::ranges::find(kSpeeds, application.pace.speed);
    const std::string other = shortest(application.pace.speed) + " ×";
    ImGui::SetNextItemWidth(4.6F * ImGui::GetFontSize());
    if (ImGui::BeginCombo(
            "##speed", known == kSpeeds.end() ? other.c_str() : kTitles[known - kSpeeds.begin()])) {
        for (std::size_t i = 0; i < kSpeeds.size(); ++i) {
            if (ImGui::Selectable(kTitles[i], application.pace.speed == kSpeeds[i])) {
                act(application, i == 0 ? "speed fast" : "speed " + shortest(kSpeeds[i]));
            }
        }
        ImGui::EndCombo();
    }
    tooltip("how fast it plays: 1 × as in life; fast: as fast as steps are made");
    ImGui::SameLine();
    ImGui::Checkbox("Loop", &application.pace.loop);
    tooltip("begins again at the end of a recording, or of the steps asked for");
    ImGui::SameLine();
}

/// Returns the steps in which motions ended at another body: collisions, of a recording all, of a
/// simulation those in the steps that it has made, which are written to `made`.
const std::vector<int>& steps_with_stops(const Application& application, std::vector<int>& made) {
    if (application.scene->recorded_steps > 0) {
        return application.scene->stop_steps;
    }
    for (const auto& [step, summary] : application.sides[0].history) {
        if (!summary.stops.empty()) {
            made.push_back(step);
        }
    }
    return made;
}

/// Marks steps on the slider that was drawn last, whose range ends at `last`; of those that fall on
/// one pixel the first.
void mark_steps(const std::vector<int>& steps, int last) {
    const ImVec2 low = ImGui::GetItemRectMin();
    const ImVec2 high = ImGui::GetItemRectMax();
    constexpr float kPadding = 2.0F;  // of the knob within the slider
    const float width = high.x - low.x - 2.0F * kPadding;
    const float knob =
        std::max(ImGui::GetStyle().GrabMinSize, width / static_cast<float>(last + 1));
    const float room = width - knob;
    const ImU32 color = ImGui::GetColorU32(ImGuiCol_PlotHistogram);
    float pixel = -1.0F;  // of the last one that was drawn
    for (const int step : steps) {
        const float x = low.x + kPadding + 0.5F * knob +
                        room * static_cast<float>(step) / static_cast<float>(std::max(1, last));
        if (std::floor(x) == pixel) {
            continue;
        }
        pixel = std::floor(x);
        ImGui::GetWindowDrawList()->AddLine({x, high.y - 5.0F}, {x, high.y - 1.0F}, color);
    }
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
    const float font = ImGui::GetFontSize();
    if (ImGui::GetContentRegionAvail().x > kRoomy * font) {
        button(application, "Restart", "restart", "begins again with the present settings   R");
    }
    if (ImGui::GetContentRegionAvail().x > kNarrow * font) {
        draw_pace(application);
    }
    int step = application.step;
    const int last = last_step(application);
    const float room = ImGui::GetContentRegionAvail().x;
    const bool has_time = room > 9.0F * font;
    ImGui::SetNextItemWidth(std::max(40.0F, has_time ? room - 5.5F * font : room));
    // Over a shorter range the knob fills half of it, and says that much has been played.
    if (ImGui::SliderInt("##step", &step, 0, std::max(kShortestRange, last), "step %d")) {
        act(application, "jump " + std::to_string(std::min(step, last)));
    }
    std::vector<int> made;
    const std::vector<int>& stops = steps_with_stops(application, made);
    mark_steps(stops, std::max(kShortestRange, last));
    tooltip(stops.empty() ? "the step that is looked at; a simulated scene knows those it has made"
                          : "the step that is looked at; marked are steps with collisions");
    const Moment* moment = application.moment();
    if (moment != nullptr && has_time) {
        ImGui::SameLine();
        ImGui::Text("%.3f s%s", moment->time, application.player.busy() ? "  …" : "");
    }
}

}  // namespace touchstone::viewer
