#include <imgui.h>

#include <cmath>
#include <string>

#include "viewer/panels/panels.h"
#include "viewer/scene/pick.h"

namespace touchstone::viewer {
namespace {

constexpr int kMostTold = 5;            // largest number of normals described at one spot
constexpr double kContactReach = 12.0;  // distance from its middle within
                                        // which a contact is hit [pixels]
constexpr float kClickTravel = 4.0F;    // movement above which a click is a drag [pixels]

/// The pointer's position on its side of the picture.
struct PointerPlace {
    int side = 0;
    double x = 0.0;
    double y = 0.0;
};

PointerPlace pointer_place(const Application& application, const Area& area) {
    const double x = ImGui::GetIO().MousePos.x;
    const double y = ImGui::GetIO().MousePos.y;
    PointerPlace place{0, x - area.x, y - area.y};
    if (application.comparing() && place.x >= application.view_size.width) {
        place.side = 1;
        place.x -= application.view_size.width;
    }
    return place;
}

void show_tooltip(const Application& application, int contact) {
    ImGui::BeginTooltip();
    for (const ContactFact& fact :
         contact_facts(*application.moment(), application.scene->scene.test_case.bodies, contact)) {
        ImGui::TextDisabled("%s", fact.name.c_str());
        ImGui::SameLine();
        ImGui::TextUnformatted(fact.value.c_str());
    }
    ImGui::EndTooltip();
}

/// Finds the considered normal at the pointer, where these are shown instead of contacts.
void hover_offers(Application& application, const PointerPlace& place, double scale) {
    application.hovered.reset();
    application.hovered_offer =
        place.side == 0
            ? pick_glyph(application.sides[0].view.offered, application.camera,
                         application.view_size, {place.x, place.y, kContactReach * scale})
            : std::nullopt;
    if (!application.hovered_offer) {
        return;
    }
    const Vec3& spot = application.offered[*application.hovered_offer].position;
    const double near = application.sides[0].view.glyph_radius;
    int told = 0;
    ImGui::BeginTooltip();
    for (const OfferedNormal& offered : application.offered) {
        if ((offered.position - spot).norm() > near || told >= kMostTold) {
            continue;
        }
        if (told++ > 0) {
            ImGui::Separator();
        }
        ImGui::TextUnformatted(
            decision_text(offered, application.scene->scene.test_case.bodies).c_str());
    }
    ImGui::EndTooltip();
}

void hover(Application& application, const PointerPlace& place, double scale) {
    if (!application.sides[0].view.offered.empty()) {
        hover_offers(application, place, scale);
        return;
    }
    const std::optional<int> below =
        place.side == 0
            ? pick_contact(application.sides[0].view, application.camera, application.view_size,
                           place.x, place.y, kContactReach * scale)
            : std::nullopt;
    if (below != application.hovered) {
        application.hovered = below;
        application.changes.highlight = true;
    }
    if (below) {
        show_tooltip(application, *below);
    }
}

void click(Application& application) {
    const bool again = application.hovered == application.selected;
    act(application, application.hovered && !again
                         ? "select " + std::to_string(*application.hovered)
                         : "select none");
}

/// Opens the context menu of what is at the pointer.
void ask_context(Application& application, const PointerPlace& place, double scale) {
    const SceneView& view = application.sides[place.side].view;
    const std::optional<int> contact =
        place.side == 0 ? pick_contact(view, application.camera, application.view_size, place.x,
                                       place.y, kContactReach * scale)
                        : std::nullopt;
    const std::optional<BodyHit> body =
        pick_body(view, application.geometry(place.side),
                  ray_through(application.camera, application.view_size, place.x, place.y));
    open_context_menu(
        application,
        {.contact = contact.value_or(-1), .body = body ? body->body : -1, .side = place.side});
}

/// Returns true when a button was pressed and released in one place.
bool is_clicked(ImGuiMouseButton button, double scale) {
    const ImGuiIO& io = ImGui::GetIO();
    const ImVec2& pressed = io.MouseClickedPos[button];
    return ImGui::IsMouseReleased(button) &&
           std::hypot(io.MousePos.x - pressed.x, io.MousePos.y - pressed.y) <=
               kClickTravel * static_cast<float>(scale);
}

/// Moves the dragged body in the plane of the picture.
void drag_body(Application& application, const PointerPlace& place, const ImVec2& moved) {
    int& held = application.held_body;
    if (ImGui::IsMouseClicked(ImGuiMouseButton_Left)) {
        const std::optional<BodyHit> hit =
            pick_body(application.sides[place.side].view, application.geometry(place.side),
                      ray_through(application.camera, application.view_size, place.x, place.y));
        held = hit ? hit->body : -1;
        return;
    }
    if (held < 0 || held >= std::ssize(application.sides[0].view.bodies)) {
        return;
    }
    const Mat3 axes = camera_axes(application.camera);
    const double metre = pixels_per_metre(application.camera, application.view_size);
    std::vector<Vec3>& dragged = application.display.dragged;
    dragged.resize(application.sides[0].view.bodies.size(), Vec3::Zero());
    dragged[held] += (moved.x * axes.col(0) - moved.y * axes.col(1)) / metre;
    application.changes.view = true;
}

}  // namespace

void follow_pointer(Application& application, const Area& area, double scale) {
    const ImGuiIO& io = ImGui::GetIO();
    if (!application.scene || application.moment() == nullptr || io.WantCaptureMouse) {
        return;
    }
    const PointerPlace place = pointer_place(application, area);
    const bool inside = place.x >= 0.0 && place.y >= 0.0 && place.y < area.height &&
                        place.x < application.view_size.width;
    if (inside && io.MouseWheel != 0.0F) {
        application.camera =
            zoomed(application.camera, application.view_size, place.x, place.y, io.MouseWheel);
    }
    const bool left = ImGui::IsMouseDown(ImGuiMouseButton_Left);
    const ImVec2& moved = io.MouseDelta;
    if (left && io.KeyCtrl) {
        drag_body(application, place, moved);
    } else if (ImGui::IsMouseDragging(ImGuiMouseButton_Left, kClickTravel) && !io.KeyShift) {
        application.camera = orbited(application.camera, moved.x / scale, moved.y / scale);
    } else if (ImGui::IsMouseDown(ImGuiMouseButton_Right) ||
               ImGui::IsMouseDown(ImGuiMouseButton_Middle) || (left && io.KeyShift)) {
        application.camera = panned(application.camera, application.view_size, moved.x, moved.y);
    } else if (inside && !left) {
        hover(application, place, scale);
        if (is_clicked(ImGuiMouseButton_Left, scale) && !io.KeyCtrl) {
            click(application);
        }
        if (is_clicked(ImGuiMouseButton_Right, scale)) {
            ask_context(application, place, scale);
        }
    }
}

}  // namespace touchstone::viewer
