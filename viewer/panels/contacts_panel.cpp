#include <imgui.h>

#include <string>

#include "viewer/panels/panels.h"
#include "viewer/panels/tooltip.h"
#include "viewer/scene/palette.h"

namespace touchstone::viewer {
namespace {

ImVec4 to_imgui(const Color& color) {
    return {color.red / 255.0F, color.green / 255.0F, color.blue / 255.0F, 1.0F};
}

void follow_sorting(Application& application) {
    ImGuiTableSortSpecs* specs = ImGui::TableGetSortSpecs();
    if (specs == nullptr || !specs->SpecsDirty || specs->SpecsCount == 0) {
        return;
    }
    application.sort_column = static_cast<ContactColumn>(specs->Specs[0].ColumnIndex);
    application.sort_descending = specs->Specs[0].SortDirection == ImGuiSortDirection_Descending;
    sort_contacts(application.table, *application.moment(), application.sort_column,
                  application.sort_descending);
    specs->SpecsDirty = false;
}

void draw_row(Application& application, int contact) {
    const std::vector<BodySetup>& bodies = application.scene->scene.test_case.bodies;
    const Moment& moment = *application.moment();
    ImGui::TableNextRow();
    ImGui::PushID(contact);
    for (int column = 0; column < kContactColumns; ++column) {
        ImGui::TableSetColumnIndex(column);
        const std::string text =
            cell_text(moment, bodies, contact, static_cast<ContactColumn>(column));
        if (column == 0) {
            const bool selected = application.selected == contact;
            if (ImGui::Selectable(text.c_str(), selected, ImGuiSelectableFlags_SpanAllColumns)) {
                act(application, selected ? "select none" : "select " + std::to_string(contact));
            }
            if (ImGui::IsItemClicked(ImGuiMouseButton_Right)) {
                open_context_menu(application, {.contact = contact, .body = -1, .side = 0});
            }
        } else if (static_cast<ContactColumn>(column) == ContactColumn::Verdict) {
            const VerdictKind kind = moment.judgement.verdicts[contact].kind;
            ImGui::TextColored(to_imgui(verdict_color(kind)), "%s", text.c_str());
            tooltip(verdict_meaning(kind));
        } else {
            ImGui::TextUnformatted(text.c_str());
        }
    }
    ImGui::PopID();
}

void draw_heads() {
    ImGui::TableNextRow(ImGuiTableRowFlags_Headers);
    for (int column = 0; column < kContactColumns; ++column) {
        if (ImGui::TableSetColumnIndex(column)) {
            ImGui::TableHeader(column_title(static_cast<ContactColumn>(column)));
            tooltip(column_meaning(static_cast<ContactColumn>(column)));
        }
    }
}

/// Scrolls to a contact that was picked in the scene.
void scroll_to_selection(Application& application) {
    std::optional<int>& shown = application.scrolled_to;
    if (application.selected == shown) {
        return;
    }
    shown = application.selected;
    for (std::size_t row = 0; shown && row < application.table.size(); ++row) {
        if (application.table[row] == *shown) {
            const float height = ImGui::GetTextLineHeightWithSpacing();
            const float top = height * static_cast<float>(row);
            if (top < ImGui::GetScrollY() ||
                top > ImGui::GetScrollY() + ImGui::GetWindowHeight() - 2.0F * height) {
                ImGui::SetScrollY(top - 0.4F * ImGui::GetWindowHeight());
            }
        }
    }
}

}  // namespace

void draw_contacts_panel(Application& application) {
    const Moment* moment = application.moment();
    if (moment == nullptr) {
        ImGui::TextDisabled(application.player.busy() ? "Loading …" : "No scene is open.");
        return;
    }
    ImGui::TextWrapped("%d of %d contacts, %d right", static_cast<int>(application.table.size()),
                       static_cast<int>(moment->contacts.size()), moment->judgement.correct);
    if (moment->judgement.expected_normals > 0) {
        ImGui::TextWrapped("%d of %d expected normals met", moment->judgement.met_normals,
                           moment->judgement.expected_normals);
    }
    constexpr ImGuiTableFlags kFlags = ImGuiTableFlags_Sortable | ImGuiTableFlags_ScrollY |
                                       ImGuiTableFlags_ScrollX | ImGuiTableFlags_RowBg |
                                       ImGuiTableFlags_BordersInnerV | ImGuiTableFlags_Resizable |
                                       ImGuiTableFlags_Hideable | ImGuiTableFlags_SizingFixedFit;
    if (!ImGui::BeginTable("contacts", kContactColumns, kFlags)) {
        return;
    }
    ImGui::TableSetupScrollFreeze(0, 1);
    for (int column = 0; column < kContactColumns; ++column) {
        ImGui::TableSetupColumn(column_title(static_cast<ContactColumn>(column)));
    }
    draw_heads();
    follow_sorting(application);
    scroll_to_selection(application);
    ImGuiListClipper clipper;
    clipper.Begin(static_cast<int>(application.table.size()));
    while (clipper.Step()) {
        for (int row = clipper.DisplayStart; row < clipper.DisplayEnd; ++row) {
            draw_row(application, application.table[row]);
        }
    }
    ImGui::EndTable();
}

void draw_selection_panel(Application& application) {
    const Moment* moment = application.moment();
    const std::optional<int> contact =
        application.selected ? application.selected : application.hovered;
    if (moment == nullptr || !contact) {
        ImGui::TextDisabled("Click a contact, or a row of the table.");
        return;
    }
    for (const ContactFact& fact :
         contact_facts(*moment, application.scene->scene.test_case.bodies, *contact)) {
        ImGui::TextDisabled("%s", fact.name.c_str());
        ImGui::SameLine();
        ImGui::TextWrapped("%s", fact.value.c_str());
    }
    if (application.selected) {
        if (ImGui::Button("Frame")) {
            act(application, "frame selection");
        }
        tooltip("moves close to this contact   F");
        ImGui::SameLine();
        if (ImGui::Button("Only this pair")) {
            const ContactPoint& point = moment->contacts[*contact];
            ContactFilter filter = application.filters.now();
            filter.body_a = point.body_a;
            filter.body_b = point.body_b;
            application.filters.set(filter);
            application.changes.view = true;
        }
        tooltip("hides the contacts of all other pairs; Ctrl+Z shows them again");
        ImGui::SameLine();
        if (ImGui::Button("Copy")) {
            act(application, "copy");
        }
        tooltip("copies all of this as JSON   Ctrl+C");
        ImGui::SameLine();
        if (ImGui::Button("Deselect")) {
            act(application, "select none");
        }
        tooltip("lets go of this contact   Escape");
    }
}

}  // namespace touchstone::viewer
