#include <imgui.h>

#include <string>

#include "viewer/commands/commands.h"
#include "viewer/panels/panels.h"

namespace touchstone::viewer {
namespace {

void draw_pointer_help() {
    ImGui::BulletText("left drag turns, right or middle drag moves, the wheel zooms");
    ImGui::BulletText("click picks out a contact, again lets it go; right click has a menu");
    ImGui::BulletText("Ctrl and left drag puts a body aside; its contacts stay");
    ImGui::BulletText("drop a scene, a recording or a mesh on the window to open it");
}

std::string text_of(std::string_view text) { return std::string(text); }

}  // namespace

void draw_help_panel() {
    draw_pointer_help();
    ImGui::Spacing();
    constexpr ImGuiTableFlags kFlags =
        ImGuiTableFlags_RowBg | ImGuiTableFlags_ScrollY | ImGuiTableFlags_SizingStretchProp;
    if (!ImGui::BeginTable("commands", 3, kFlags)) {
        return;
    }
    ImGui::TableSetupColumn("Command", 0, 1.3F);
    ImGui::TableSetupColumn("Keys", 0, 1.0F);
    ImGui::TableSetupColumn("Does", 0, 1.5F);
    ImGui::TableHeadersRow();
    for (const Command& command : all_commands()) {
        ImGui::TableNextRow();
        ImGui::TableNextColumn();
        ImGui::TextWrapped("%s %s", text_of(command.id).c_str(),
                           text_of(command.arguments).c_str());
        ImGui::TableNextColumn();
        ImGui::TextWrapped("%s", text_of(command.keys).c_str());
        ImGui::TableNextColumn();
        ImGui::TextWrapped("%s", text_of(command.meaning).c_str());
    }
    ImGui::EndTable();
}

}  // namespace touchstone::viewer
