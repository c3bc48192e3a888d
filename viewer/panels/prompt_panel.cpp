#include <imgui.h>

#include <string>
#include <vector>

#include "methods/base/join.h"
#include "viewer/commands/commands.h"
#include "viewer/commands/completion.h"
#include "viewer/panels/line_field.h"
#include "viewer/panels/panels.h"

namespace touchstone::viewer {
namespace {

/// Returns the form of the command that is being typed; empty when there is none.
std::string form_of(const std::string& line) {
    const std::string first = line.substr(0, line.find(' '));
    for (const Command& command : all_commands()) {
        if (command.id == first) {
            return first + " " + std::string(command.arguments) + ": " +
                   std::string(command.meaning);
        }
    }
    return "";
}

/// Returns as many completions as fit into a line of the panel.
std::string one_line(const std::vector<std::string>& words, float width) {
    std::string line;
    for (const std::string& word : words) {
        std::string longer = line;
        append_item(longer, word, "   ");
        if (ImGui::CalcTextSize((longer + "   …").c_str()).x > width) {
            return line + "   …";
        }
        line = longer;
    }
    return line;
}

}  // namespace

void draw_prompt_panel(Application& application) {
    Prompt& prompt = application.prompt;
    LineField field{.label = "##prompt",
                    .hint = "a command, as F1 lists them; Tab completes, Up recalls",
                    .text = prompt.text};
    field.complete = [&](const std::string& text) { return completed(application, text); };
    field.recall = [&](bool earlier) {
        recall(prompt, earlier);
        return prompt.text;
    };
    if (draw_line_field(field)) {
        run_prompt(application);
    }
    const std::string form = form_of(prompt.text);
    const std::vector<std::string> words = completions(application, prompt.text);
    const float width = ImGui::GetContentRegionAvail().x;
    ImGui::TextDisabled("%s", form.empty() ? " " : form.c_str());
    ImGui::TextUnformatted(one_line(words, width).c_str());
}

}  // namespace touchstone::viewer
