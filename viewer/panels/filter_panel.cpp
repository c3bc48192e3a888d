#include <imgui.h>

#include <array>
#include <string>

#include "viewer/palette.h"
#include "viewer/panels/panels.h"

namespace touchstone {
namespace {

/// Which body, or any.
void choose_body(const char* title, const LoadedScene& scene, int& body) {
    const std::vector<BodySetup>& bodies = scene.scene.test_case.bodies;
    ImGui::SetNextItemWidth(0.72F * ImGui::GetContentRegionAvail().x);
    if (!ImGui::BeginCombo(title, body < 0 ? "any body" : bodies[body].name.c_str())) {
        return;
    }
    if (ImGui::Selectable("any body", body < 0)) {
        body = -1;
    }
    for (int i = 0; i < std::ssize(bodies); ++i) {
        if (ImGui::Selectable(bodies[i].name.c_str(), body == i)) {
            body = i;
        }
    }
    ImGui::EndCombo();
}

void choose_verdicts(const Moment& moment, ContactFilter& filter) {
    std::array<int, kVerdictKinds> counts{};
    for (const Verdict& verdict : moment.judgement.verdicts) {
        ++counts[static_cast<std::size_t>(verdict.kind)];
    }
    for (int i = 0; i < kVerdictKinds; ++i) {
        if (counts[i] > 0) {
            const std::string title = std::string(verdict_title(static_cast<VerdictKind>(i))) +
                                      " (" + std::to_string(counts[i]) + ")";
            ImGui::Checkbox(title.c_str(), &filter.verdicts[i]);
        }
    }
}

}  // namespace

void draw_filter_panel(Application& application) {
    const Moment* moment = application.moment();
    if (moment == nullptr || !ImGui::CollapsingHeader("Filters", ImGuiTreeNodeFlags_DefaultOpen)) {
        return;
    }
    ImGui::PushID("filters");
    ContactFilter filter = application.filters.now();
    choose_verdicts(*moment, filter);
    choose_body("of", *application.scene, filter.body_a);
    choose_body("with", *application.scene, filter.body_b);
    constexpr std::array<const char*, 4> kFeatures{"V", "E", "F", "T"};
    constexpr std::array<const char*, 4> kTips{"vertices", "edges", "faces", "tets"};
    for (std::size_t i = 0; i < kFeatures.size(); ++i) {
        if (i > 0) {
            ImGui::SameLine();
        }
        ImGui::Checkbox(kFeatures[i], &filter.features[i]);
        if (ImGui::IsItemHovered()) {
            ImGui::SetTooltip("contacts of %s", kTips[i]);
        }
    }
    float least = static_cast<float>(filter.least_angle);
    float most = static_cast<float>(filter.most_angle);
    ImGui::SetNextItemWidth(0.72F * ImGui::GetContentRegionAvail().x);
    if (ImGui::DragFloatRange2("angle", &least, &most, 0.5F, 0.0F, 180.0F, "%.1f°")) {
        filter.least_angle = least;
        filter.most_angle = most;
    }
    if (!(filter == application.filters.now())) {
        application.filters.set(filter);
        application.changes.view = true;
    }
    if (ImGui::Button("Undo")) {
        act(application, "undo");
    }
    ImGui::SameLine();
    if (ImGui::Button("Redo")) {
        act(application, "redo");
    }
    ImGui::SameLine();
    if (ImGui::Button("Show all")) {
        act(application, "filter off");
    }
    ImGui::PopID();
}

}  // namespace touchstone
