#include <imgui.h>

#include <algorithm>
#include <cmath>

#include "methods/base/error.h"
#include "viewer/commands/commands.h"
#include "viewer/panels/panels.h"
#include "viewer/panels/scene_overlay.h"
#include "viewer/panels/splitter.h"

namespace touchstone::viewer {
namespace {

// Lengths at scale 1 [pixels].
constexpr double kPlaybackHeight = 46.0;
constexpr double kPromptHeight = 78.0;
constexpr double kGrip = 6.0;  // width of the edges between panels

// Largest shares of the window for a panel.
constexpr double kMostWidth = 0.4;
constexpr double kMostHeight = 0.6;

constexpr ImGuiWindowFlags kPinned = ImGuiWindowFlags_NoMove | ImGuiWindowFlags_NoResize |
                                     ImGuiWindowFlags_NoCollapse |
                                     ImGuiWindowFlags_NoBringToFrontOnFocus;

int scaled(double size, double scale) { return static_cast<int>(std::lround(size * scale)); }

/// Returns a point of the area, given by its shares across and down.
ImVec2 point_in(const Area& area, float across, float down) {
    return {static_cast<float>(area.x) + across * static_cast<float>(area.width),
            static_cast<float>(area.y) + down * static_cast<float>(area.height)};
}

void place(const Area& area) {
    ImGui::SetNextWindowPos(point_in(area, 0.0F, 0.0F));
    ImGui::SetNextWindowSize(
        ImVec2(static_cast<float>(area.width), static_cast<float>(area.height)));
}

template <typename Draw>
void pinned_window(const char* title, const Area& area, ImGuiWindowFlags flags, Draw draw) {
    place(area);
    if (ImGui::Begin(title, nullptr, kPinned | flags)) {
        draw();
    }
    ImGui::End();
}

/// Returns the size of a panel: the desired one, limited to a share of the window.
int taken(double wanted, double scale, int room, double most) {
    return std::min(scaled(wanted, scale), scaled(room, most));
}

void draw_right(Application& application, const Area& area, double scale) {
    const PanelsShown& shown = application.shown;
    int selection = 0;
    if (shown.selection) {
        selection = shown.contacts
                        ? taken(application.sizes.selection, scale, area.height, kMostHeight)
                        : area.height;
    }
    const int grip = scaled(kGrip, scale);
    if (shown.contacts) {
        const bool mesh = application.mesh() != nullptr;
        pinned_window(
            mesh ? "Mesh" : "Contacts", {area.x, area.y, area.width, area.height - selection}, 0,
            [&] { mesh ? draw_mesh_panel(application) : draw_contacts_panel(application); });
    }
    if (shown.selection) {
        const bool mesh = application.mesh() != nullptr;
        pinned_window(
            mesh ? "Elements" : "Contact",
            {area.x, area.y + area.height - selection, area.width, selection}, 0,
            [&] { mesh ? draw_elements_panel(application) : draw_selection_panel(application); });
    }
    if (shown.contacts && shown.selection) {
        draw_splitter(
            {.id = "##selection edge",
             .area = {area.x, area.y + area.height - selection - grip / 2, area.width, grip},
             .vertical = false,
             .sign = -1.0,
             .usual = PanelSizes{}.selection,
             .most = kMostHeight * area.height / scale},
            application.sizes.selection, scale);
    }
    draw_splitter({.id = "##right edge",
                   .area = {area.x - grip / 2, area.y, grip, area.height},
                   .sign = -1.0,
                   .usual = PanelSizes{}.right,
                   .most = kMostWidth * (area.x + area.width) / scale},
                  application.sizes.right, scale);
}

void draw_left(Application& application, const Area& area, int window_width, double scale) {
    pinned_window("Display and filters", area, 0, [&] {
        draw_run_panel(application);
        draw_display_panel(application);
        draw_filter_panel(application);
    });
    const int grip = scaled(kGrip, scale);
    draw_splitter({.id = "##left edge",
                   .area = {area.x + area.width - grip / 2, area.y, grip, area.height},
                   .usual = PanelSizes{}.left,
                   .most = kMostWidth * window_width / scale},
                  application.sizes.left, scale);
}

void draw_plots(Application& application, const Area& area, double scale) {
    pinned_window("##plots", area, ImGuiWindowFlags_NoTitleBar | ImGuiWindowFlags_NoScrollbar,
                  [&] { draw_plots_panel(application); });
    const int grip = scaled(kGrip, scale);
    draw_splitter({.id = "##plots edge",
                   .area = {area.x, area.y - grip / 2, area.width, grip},
                   .vertical = false,
                   .sign = -1.0,
                   .usual = PanelSizes{}.plots,
                   .most = kMostHeight * (area.y + area.height) / scale},
                  application.sizes.plots, scale);
}

constexpr ImGuiWindowFlags kOverlay =
    ImGuiWindowFlags_NoDecoration | ImGuiWindowFlags_AlwaysAutoResize | ImGuiWindowFlags_NoInputs |
    ImGuiWindowFlags_NoFocusOnAppearing | ImGuiWindowFlags_NoBringToFrontOnFocus;

void draw_legends(Application& application, const Area& area) {
    const float gap = 0.7F * ImGui::GetFontSize();
    const int sides = application.comparing() ? 2 : 1;
    for (int side = 0; application.shown.legend && application.scene && side < sides; ++side) {
        const ImVec2 corner = point_in(area, 0.5F * static_cast<float>(side), 0.0F);
        ImGui::SetNextWindowPos(ImVec2(corner.x + gap, corner.y + gap));
        ImGui::SetNextWindowBgAlpha(0.82F);
        if (ImGui::Begin(side == 0 ? "##legend" : "##second legend", nullptr, kOverlay)) {
            draw_legend_panel(application, side);
        }
        ImGui::End();
    }
}

/// Describes the panels on the scene, which have no frame.
void draw_overlays(Application& application, const Area& area) {
    draw_legends(application, area);
    const float gap = 0.7F * ImGui::GetFontSize();
    if (!application.message.empty()) {
        const ImVec2 middle = point_in(area, 0.5F, 1.0F);
        ImGui::SetNextWindowPos(ImVec2(middle.x, middle.y - gap), ImGuiCond_Always,
                                ImVec2(0.5F, 1.0F));
        ImGui::SetNextWindowBgAlpha(0.95F);
        if (ImGui::Begin("##message", nullptr, kOverlay & ~ImGuiWindowFlags_NoInputs)) {
            ImGui::PushTextWrapPos(0.8F * static_cast<float>(area.width));
            if (application.message_is_error) {
                ImGui::TextColored(ImVec4(0.85F, 0.2F, 0.15F, 1.0F), "%s",
                                   application.message.c_str());
            } else {
                ImGui::TextUnformatted(application.message.c_str());
            }
            ImGui::PopTextWrapPos();
            if (ImGui::SmallButton("Close")) {
                application.message.clear();
                application.message_is_error = false;
            }
        }
        ImGui::End();
    }
}

void draw_centered(const char* title, bool& shown, const Area& area, const ImVec2& most,
                   const auto& draw) {
    if (!shown) {
        return;
    }
    const ImVec2 size(std::min(most.x, 0.94F * static_cast<float>(area.width)),
                      std::min(most.y, 0.94F * static_cast<float>(area.height)));
    ImGui::SetNextWindowPos(point_in(area, 0.5F, 0.5F), ImGuiCond_Always, ImVec2(0.5F, 0.5F));
    ImGui::SetNextWindowSize(size);
    if (ImGui::Begin(
            title, &shown,
            ImGuiWindowFlags_NoMove | ImGuiWindowFlags_NoResize | ImGuiWindowFlags_NoCollapse)) {
        draw();
    }
    ImGui::End();
}

}  // namespace

void act(Application& application, std::string_view line) {
    try {
        run_command(application, line);
    } catch (const Error& error) {  // a typing error or a bad file: the window shows the message
        application.message = error.what();
        application.message_is_error = true;
    }
}

void draw_key(Application& application, const Area& area) {
    if (!application.shown.legend || !application.scene) {
        return;
    }
    draw_legends(application, area);
    const float gap = 0.7F * ImGui::GetFontSize();
    const ImVec2 corner = point_in(area, 0.0F, 1.0F);
    ImGui::SetNextWindowPos(ImVec2(corner.x + gap, corner.y - gap), ImGuiCond_Always,
                            ImVec2(0.0F, 1.0F));
    ImGui::SetNextWindowBgAlpha(0.82F);
    if (ImGui::Begin("##what", nullptr, kOverlay)) {
        ImGui::TextUnformatted(describe(application).c_str());
    }
    ImGui::End();
}

Area draw_panels(Application& application, const ViewSize& window, double scale) {
    const PanelsShown& shown = application.shown;
    Area area{0, 0, window.width, window.height};
    const bool has_any = shown.display || shown.contacts || shown.selection || shown.playback ||
                         shown.plots || shown.gallery || shown.help;
    if (has_any && ImGui::BeginMainMenuBar()) {
        draw_menu(application);
        area.y = static_cast<int>(std::ceil(ImGui::GetWindowSize().y));
        area.height -= area.y;
        ImGui::EndMainMenuBar();
    }
    if (shown.display) {
        const int width = taken(application.sizes.left, scale, window.width, kMostWidth);
        draw_left(application, {0, area.y, width, area.height}, window.width, scale);
        area.x += width;
        area.width -= width;
    }
    if (shown.contacts || shown.selection) {
        const int width = taken(application.sizes.right, scale, window.width, kMostWidth);
        draw_right(application, {window.width - width, area.y, width, area.height}, scale);
        area.width -= width;
    }
    constexpr ImGuiWindowFlags kBare = ImGuiWindowFlags_NoTitleBar | ImGuiWindowFlags_NoScrollbar;
    if (shown.playback) {
        area.height -= scaled(kPlaybackHeight, scale);
        pinned_window("##playback",
                      {area.x, area.y + area.height, area.width, scaled(kPlaybackHeight, scale)},
                      kBare, [&] { draw_playback_panel(application); });
    }
    if (shown.prompt) {
        const int height = scaled(kPromptHeight, scale);
        area.height -= height;
        pinned_window("##prompt line", {area.x, area.y + area.height, area.width, height}, kBare,
                      [&] { draw_prompt_panel(application); });
    }
    if (shown.plots) {
        const int height = taken(application.sizes.plots, scale, area.height, kMostHeight);
        area.height -= height;
        draw_plots(application, {area.x, area.y + area.height, area.width, height}, scale);
    }
    area.width = std::max(1, area.width);
    area.height = std::max(1, area.height);
    draw_scene_overlay(application, area);
    draw_overlays(application, area);
    const float font = ImGui::GetFontSize();
    draw_context_menu(application);
    draw_centered("Keys and commands", application.shown.help, area, ImVec2(56 * font, 48 * font),
                  [] { draw_help_panel(); });
    draw_centered("Cases", application.shown.gallery, area, ImVec2(56 * font, 40 * font),
                  [&] { draw_gallery_panel(application); });
    draw_centered("Open", application.shown.open, area, ImVec2(44 * font, 26 * font),
                  [&] { draw_open_panel(application); });
    return area;
}

}  // namespace touchstone::viewer
