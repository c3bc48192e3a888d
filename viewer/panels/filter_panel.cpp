#include <imgui.h>

#include <algorithm>
#include <array>
#include <string>

#include "viewer/panels/panels.h"
#include "viewer/panels/tooltip.h"
#include "viewer/scene/palette.h"

namespace touchstone::viewer {
namespace {

constexpr double kSliderRoom = 1e-9;  // margin with which rounding to a slider hides no contact [m]

/// Describes the choice of a body, or any.
void choose_body(const char* title, const LoadedScene& scene, int& body) {
    const std::vector<BodySetup>& bodies = scene.scene.test_case.bodies;
    ImGui::SetNextItemWidth(0.72F * ImGui::GetContentRegionAvail().x);
    const bool open = ImGui::BeginCombo(title, body < 0 ? "any body" : bodies[body].name.c_str());
    tooltip("only contacts of this body");
    if (!open) {
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
            tooltip("shows or hides contacts with this verdict");
        }
    }
}

void choose_angles(ContactFilter& filter) {
    float least = static_cast<float>(filter.least_angle);
    float most = static_cast<float>(filter.most_angle);
    ImGui::SetNextItemWidth(0.72F * ImGui::GetContentRegionAvail().x);
    if (ImGui::DragFloatRange2("angle", &least, &most, 0.5F, 0.0F, 180.0F, "%.1f°")) {
        filter.least_angle = least;
        filter.most_angle = most;
    }
    tooltip("to the nearest right normal; contacts without one pass");
}

/// Returns the lowest and the highest separation [mm].
std::array<float, 2> separation_range(const Moment& moment) {
    std::array<float, 2> range{0.0F, 0.0F};
    for (const ContactPoint& contact : moment.contacts) {
        const auto separation = static_cast<float>(1e3 * contact.separation);
        range = {std::min(range[0], separation), std::max(range[1], separation)};
    }
    return range;
}

void choose_separations(const Moment& moment, ContactFilter& filter) {
    bool on = filter.least_separation.has_value();
    if (ImGui::Checkbox("separation", &on)) {
        const std::array<float, 2> range = separation_range(moment);
        filter.least_separation = on ? std::optional(1e-3 * range[0] - kSliderRoom) : std::nullopt;
        filter.most_separation = on ? std::optional(1e-3 * range[1] + kSliderRoom) : std::nullopt;
    }
    tooltip("only contacts whose separation is in a range; negative: penetrating");
    if (!on || !filter.least_separation || !filter.most_separation) {
        return;
    }
    auto least = static_cast<float>(1e3 * *filter.least_separation);
    auto most = static_cast<float>(1e3 * *filter.most_separation);
    const float speed = std::max(1e-4F, 0.005F * (most - least));
    ImGui::SetNextItemWidth(0.82F * ImGui::GetContentRegionAvail().x);
    if (ImGui::DragFloatRange2("mm", &least, &most, speed, 0.0F, 0.0F, "%.4g")) {
        filter.least_separation = 1e-3 * static_cast<double>(least);
        filter.most_separation = 1e-3 * static_cast<double>(most);
    }
    tooltip("drag, or Ctrl and click to type");
}

void draw_features(ContactFilter& filter) {
    constexpr std::array<const char*, 4> kFeatures{"V", "E", "F", "T"};
    constexpr std::array<const char*, 4> kTips{"contacts of vertices", "contacts of edges",
                                               "contacts of faces", "contacts of whole tets"};
    for (std::size_t i = 0; i < kFeatures.size(); ++i) {
        if (i > 0) {
            ImGui::SameLine();
        }
        ImGui::Checkbox(kFeatures[i], &filter.features[i]);
        tooltip(kTips[i]);
    }
}

/// Describes a button that is disabled when it has nothing to do.
void button(Application& application, const char* title, const char* line, bool enabled,
            const char* tip) {
    ImGui::BeginDisabled(!enabled);
    if (ImGui::Button(title)) {
        act(application, line);
    }
    ImGui::EndDisabled();
    tooltip(tip);
}

void draw_history(Application& application) {
    const FilterHistory& filters = application.filters;
    button(application, "Undo", "undo", filters.can_undo(), "the filter before   Ctrl+Z");
    ImGui::SameLine();
    button(application, "Redo", "redo", filters.can_redo(), "the filter after   Ctrl+Y");
    ImGui::SameLine();
    button(application, "Show all", "filter off", !(filters.now() == ContactFilter{}),
           "no filter; this can be undone too");
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
    draw_features(filter);
    choose_angles(filter);
    choose_separations(*moment, filter);
    if (!(filter == application.filters.now())) {
        // A whole movement of a slider is undone as one filter.
        if (application.filter_is_held) {
            application.filters.replace(filter);
        } else {
            application.filters.set(filter);
        }
        application.filter_is_held = true;
        application.changes.view = true;
    }
    application.filter_is_held =
        application.filter_is_held && ImGui::IsMouseDown(ImGuiMouseButton_Left);
    draw_history(application);
    ImGui::PopID();
}

}  // namespace touchstone::viewer
