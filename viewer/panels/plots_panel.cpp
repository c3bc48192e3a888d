#include <imgui.h>

#include <algorithm>
#include <string>

#include "viewer/panels/panels.h"
#include "viewer/panels/plot_widget.h"
#include "viewer/panels/tooltip.h"

namespace touchstone::viewer {
namespace {

/// Returns true when a check box with that title fits beside the item before it.
bool has_room_beside(const char* title) {
    const ImGuiStyle& style = ImGui::GetStyle();
    const float needed = style.ItemSpacing.x + ImGui::GetFrameHeight() + style.ItemInnerSpacing.x +
                         ImGui::CalcTextSize(title).x;
    const float end = ImGui::GetWindowPos().x + ImGui::GetWindowContentRegionMax().x;
    return ImGui::GetItemRectMax().x + needed <= end;
}

/// Describes the choice of plots.
void draw_choice(Application& application) {
    for (int i = 0; i < kPlotKinds; ++i) {
        const auto kind = static_cast<PlotKind>(i);
        if (i > 0 && has_room_beside(plot_title(kind))) {
            ImGui::SameLine();
        }
        bool shown = application.plots_shown[i];
        if (ImGui::Checkbox(plot_title(kind), &shown)) {
            act(application, "plot " + std::string(plot_id(kind)) + (shown ? " on" : " off"));
        }
        tooltip(plot_meaning(kind));
    }
}

int marked(const Application& application, PlotTarget target) {
    return target == PlotTarget::Contact ? application.selected.value_or(-1) : application.step;
}

void follow_click(Application& application, const Plot& plot, const PlotHit& hit) {
    if (!hit.clicked) {
        return;
    }
    const std::string target = std::to_string(*hit.clicked);
    act(application, (plot.target == PlotTarget::Step ? "jump " : "select ") + target);
}

}  // namespace

void draw_plots_panel(Application& application) {
    if (application.moment() == nullptr) {
        ImGui::TextDisabled("No scene is open.");
        return;
    }
    draw_choice(application);
    const std::vector<Plot>& plots = application.plots;
    if (plots.empty()) {
        ImGui::TextDisabled("Choose what to plot.");
        return;
    }
    const ImVec2 room = ImGui::GetContentRegionAvail();
    const float gap = ImGui::GetStyle().ItemSpacing.x;
    const auto count = static_cast<float>(plots.size());
    const float button = ImGui::GetFrameHeightWithSpacing();
    const ImVec2 size(std::max(20.0F, (room.x - gap * (count - 1.0F)) / count),
                      std::max(20.0F, room.y - button));
    for (std::size_t i = 0; i < plots.size(); ++i) {
        if (i > 0) {
            ImGui::SameLine();
        }
        ImGui::PushID(static_cast<int>(i));
        ImGui::BeginGroup();
        const std::string id(plot_id(plots[i].kind));
        if (ImGui::SmallButton("CSV")) {
            std::string command = "export-plot ";
            command.append(id).append(" touchstone-").append(id).append(".csv");
            act(application, command);
        }
        tooltip("saves the points of this plot in the working folder");
        ImGui::SameLine();
        ImGui::Text("%s", plot_title(plots[i].kind));
        tooltip(plot_meaning(plots[i].kind));
        ImGui::SameLine();
        ImGui::TextDisabled("%s", plots[i].y_title.c_str());
        follow_click(application, plots[i],
                     draw_plot(plots[i], size, marked(application, plots[i].target)));
        ImGui::EndGroup();
        ImGui::PopID();
    }
}

}  // namespace touchstone::viewer
