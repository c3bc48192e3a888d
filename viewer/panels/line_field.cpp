#include "viewer/panels/line_field.h"

#include <imgui.h>

#include <array>

namespace touchstone::viewer {
namespace {

constexpr std::size_t kLongestLine = 4096;

void replace_text(ImGuiInputTextCallbackData& data, const std::string& text) {
    data.DeleteChars(0, data.BufTextLen);
    data.InsertChars(0, text.c_str());
}

int on_edit(ImGuiInputTextCallbackData* data) {
    const auto& field = *static_cast<const LineField*>(data->UserData);
    const std::string text(data->Buf, static_cast<std::size_t>(data->BufTextLen));
    if (data->EventFlag == ImGuiInputTextFlags_CallbackCompletion) {
        replace_text(*data, field.complete(text));
    } else if (data->EventFlag == ImGuiInputTextFlags_CallbackHistory && field.recall) {
        replace_text(*data, field.recall(data->EventKey == ImGuiKey_UpArrow));
    }
    return 0;
}

}  // namespace

bool draw_line_field(const LineField& field) {
    std::array<char, kLongestLine> buffer{};
    field.text.copy(buffer.data(), buffer.size() - 1);
    ImGui::SetNextItemWidth(field.width);
    if (ImGui::IsWindowAppearing()) {
        ImGui::SetKeyboardFocusHere();
    }
    const ImGuiInputTextFlags flags =
        ImGuiInputTextFlags_EnterReturnsTrue | ImGuiInputTextFlags_CallbackCompletion |
        (field.recall ? ImGuiInputTextFlags_CallbackHistory : ImGuiInputTextFlags_None);
    LineField state = field;
    const bool entered = ImGui::InputTextWithHint(field.label, field.hint, buffer.data(),
                                                  buffer.size(), flags, &on_edit, &state);
    field.text = buffer.data();
    if (entered) {
        ImGui::SetKeyboardFocusHere(-1);  // the next line follows
    }
    return entered;
}

}  // namespace touchstone::viewer
