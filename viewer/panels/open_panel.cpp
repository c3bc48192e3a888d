#include <imgui.h>

#include <string>
#include <vector>

#include "methods/base/printable.h"
#include "viewer/panels/line_field.h"
#include "viewer/panels/panels.h"
#include "viewer/state/path_completion.h"

namespace touchstone::viewer {
namespace {

bool is_folder(const std::string& path) { return path.ends_with('/'); }

/// Describes a path that can be chosen: a folder is entered, a file is opened.
void draw_path(Application& application, const std::string& path, const std::string& title) {
    if (!ImGui::Selectable(title.c_str())) {
        return;
    }
    if (is_folder(path)) {
        application.open_path = path;
    } else {
        act(application, "open \"" + path + "\"");
    }
}

void draw_paths(Application& application, const std::vector<std::string>& paths) {
    for (const std::string& path : paths) {
        ImGui::PushID(path.c_str());
        const std::size_t slash = path.rfind('/', path.size() < 2 ? 0 : path.size() - 2);
        draw_path(application, path,
                  printable(slash == std::string::npos ? path : path.substr(slash + 1)));
        ImGui::PopID();
    }
    if (paths.empty()) {
        ImGui::TextDisabled("Nothing here begins so.");
    }
}

}  // namespace

void draw_open_panel(Application& application) {
    LineField field{.label = "##path",
                    .hint = "path of a scene, a recording or a mesh",
                    .text = application.open_path};
    field.complete = [](const std::string& text) {
        const std::vector<std::string> paths = path_completions(text);
        return paths.empty() ? text : common_beginning(paths);
    };
    if (draw_line_field(field)) {
        const std::string path = application.open_path;
        if (!is_folder(path) && !path.empty()) {
            act(application,
                "open \"" + (path.find('/') == std::string::npos ? "./" + path : path) + "\"");
        }
    }
    ImGui::TextDisabled("Tab completes, Enter opens, Escape closes");
    OfferedPaths& offered = application.offered_paths;
    if (ImGui::IsWindowAppearing() || offered.text != application.open_path) {
        // Not in every frame: a folder may be large, or far away.
        offered = {application.open_path, path_completions(application.open_path)};
    }
    if (ImGui::BeginChild("##entries", ImVec2(0.0F, 0.0F), true)) {
        draw_paths(application, offered.paths);
    }
    ImGui::EndChild();
}

}  // namespace touchstone::viewer
