#include <imgui.h>

#include <algorithm>
#include <vector>

#include "methods/quality/metrics.h"
#include "viewer/panels/panels.h"

namespace touchstone {
namespace {

void plot(const char* title, const std::vector<float>& values, float low, float high) {
    const float width = 0.48F * ImGui::GetWindowWidth();
    const float height = ImGui::GetWindowHeight() - 2.2F * ImGui::GetFontSize();
    ImGui::PlotLines("##plot", values.data(), static_cast<int>(values.size()), 0, title, low, high,
                     ImVec2(width, height));
}

}  // namespace

void draw_plots_panel(Application& application) {
    const Moment* moment = application.moment();
    if (moment == nullptr) {
        ImGui::TextDisabled("No scene is open.");
        return;
    }
    std::vector<float> alignments;
    for (const double alignment : sorted_alignments(moment->judgement)) {
        alignments.push_back(static_cast<float>(alignment));
    }
    std::vector<float> counts;
    float most = 1.0F;
    for (const auto& [step, known] : application.sides[0].moments) {
        counts.push_back(static_cast<float>(known.contacts.size()));
        most = std::max(most, counts.back());
    }
    ImGui::PushID("quality");
    plot("|n·e|, sorted", alignments, 0.0F, 1.05F);
    ImGui::PopID();
    ImGui::SameLine();
    ImGui::PushID("counts");
    plot("contacts per step", counts, 0.0F, 1.1F * most);
    ImGui::PopID();
}

}  // namespace touchstone
