#include <imgui.h>

#include <string>

#include "viewer/panels/panels.h"

namespace touchstone::viewer {
namespace {

constexpr const char* kContextMenu = "##context menu";

void entry(Application& application, const std::string& title, const std::string& line,
           const char* key = nullptr) {
    if (ImGui::MenuItem(title.c_str(), key)) {
        act(application, line);
    }
}

void draw_contact_entries(Application& application, int contact) {
    const std::string number = std::to_string(contact);
    ImGui::TextDisabled("contact %d, %s", contact,
                        verdict_title(application.moment()->judgement.verdicts[contact].kind));
    if (ImGui::MenuItem("Copy as JSON", "Ctrl+C")) {
        act(application, "select " + number);
        act(application, "copy");
    }
    if (ImGui::MenuItem("Focus", "F")) {
        act(application, "select " + number);
        act(application, "frame selection");
    }
    entry(application, "Show its features", "features " + number);
    entry(application, "Next wrong contact", "wrong next", "N");
    ImGui::Separator();
}

void draw_body_entries(Application& application, int body) {
    const std::string& name = application.scene->scene.test_case.bodies[body].name;
    ImGui::TextDisabled("body %s", name.c_str());
    entry(application, "Only its contacts", "filter pair \"" + name + "\"");
    entry(application, "Hide the body", "hide \"" + name + "\" on");
    ImGui::Separator();
}

}  // namespace

void open_context_menu(Application& application, const ContextTarget& target) {
    application.context = target;
    application.context.wanted = true;
}

void draw_context_menu(Application& application) {
    ContextTarget& target = application.context;
    if (target.wanted) {
        target.wanted = false;
        ImGui::OpenPopup(kContextMenu);
    }
    if (!ImGui::BeginPopup(kContextMenu)) {
        return;
    }
    const Moment* moment = application.moment();
    if (moment == nullptr) {
        ImGui::CloseCurrentPopup();
        ImGui::EndPopup();
        return;
    }
    if (target.contact >= 0 && target.contact < std::ssize(moment->contacts)) {
        draw_contact_entries(application, target.contact);
    } else if (target.body >= 0 && target.body < std::ssize(moment->world_from_shape)) {
        draw_body_entries(application, target.body);
    }
    if (application.comparing()) {
        entry(application, "Hide " + side_title(application, target.side),
              target.side == 0 ? "hide-method first" : "hide-method second");
    }
    entry(application, "Frame all", "frame all", "A");
    entry(application, "Show all bodies", "put-back", "B");
    entry(application, "Show all contacts", "filter off");
    ImGui::EndPopup();
}

}  // namespace touchstone::viewer
