#include <imgui.h>

#include <array>
#include <string>

#include "methods/base/number_text.h"
#include "viewer/panels/panels.h"
#include "viewer/panels/tooltip.h"

namespace touchstone::viewer {
namespace {

void set(Application& application, const std::string& option, const std::string& value) {
    act(application, "set solver." + option + "=" + value);
}

/// Describes a field whose value counts once it is confirmed or left.
bool field(const char* title, double& value, const char* tip) {
    ImGui::SetNextItemWidth(0.5F * ImGui::GetContentRegionAvail().x);
    ImGui::InputDouble(title, &value, 0.0, 0.0, "%.6g");
    tooltip(tip);
    return ImGui::IsItemDeactivatedAfterEdit();
}

void choose_generator(Application& application) {
    ImGui::SetNextItemWidth(0.62F * ImGui::GetContentRegionAvail().x);
    const OpenRequest& request = application.wanted;
    if (ImGui::BeginCombo("generator", application.scene->sides[0].title.c_str())) {
        for (const auto& generator : application.wanted.settings.methods.all()) {
            if (ImGui::Selectable(generator->title.c_str(), generator->id == request.generator)) {
                act(application, "generator " + generator->id);
            }
        }
        ImGui::EndCombo();
    }
    tooltip("who finds the contacts, from this step on   G: next");
}

void choose_profile(Application& application) {
    ImGui::SetNextItemWidth(0.62F * ImGui::GetContentRegionAvail().x);
    const std::string now(profile_id(application.wanted.settings.profile));
    if (ImGui::BeginCombo("profile", now.c_str())) {
        for (const Profile profile : {Profile::Corrected, Profile::Published}) {
            const std::string id(profile_id(profile));
            if (ImGui::Selectable(id.c_str(), id == now)) {
                act(application, "profile " + id);
            }
        }
        ImGui::EndCombo();
    }
    tooltip("all settings as this profile has them; begins again");
}

void draw_fields(Application& application) {
    RunFields& fields = application.run_fields;
    if (!fields.editing) {
        const SolverSettings solver =
            solver_settings(application.wanted.settings, application.scene->scene.test_case);
        fields = {solver.time_step, solver.friction, solver.max_sweeps, false};
    }
    fields.editing = false;
    if (field("time step [s]", fields.time_step, "from the next step on")) {
        set(application, "time_step", shortest(fields.time_step));
    }
    fields.editing = fields.editing || ImGui::IsItemActive();
    if (field("friction", fields.friction, "Coulomb's coefficient, from the next step on")) {
        set(application, "friction", shortest(fields.friction));
    }
    fields.editing = fields.editing || ImGui::IsItemActive();
    ImGui::SetNextItemWidth(0.5F * ImGui::GetContentRegionAvail().x);
    ImGui::InputInt("sweeps", &fields.sweeps, 0);
    tooltip("of the solver in each step, from the next one on");
    if (ImGui::IsItemDeactivatedAfterEdit()) {
        set(application, "max_sweeps", std::to_string(fields.sweeps));
    }
    fields.editing = fields.editing || ImGui::IsItemActive();
}

}  // namespace

void draw_run_panel(Application& application) {
    if (!application.scene || !ImGui::CollapsingHeader("Run", ImGuiTreeNodeFlags_DefaultOpen)) {
        return;
    }
    ImGui::PushID("run");
    choose_generator(application);
    if (application.scene->recorded_steps > 0) {
        ImGui::TextWrapped("A recording of %d steps, with the settings it was made with.",
                           application.scene->recorded_steps);
    } else {
        choose_profile(application);
        draw_fields(application);
    }
    ImGui::PopID();
}

}  // namespace touchstone::viewer
