#include "viewer/panels/query_panel.h"

#include <imgui.h>

#include <algorithm>
#include <array>
#include <cmath>
#include <optional>
#include <string>
#include <vector>

#include "methods/base/number_text.h"
#include "viewer/scene/projector.h"

namespace touchstone::viewer {
namespace {

constexpr Color kFirstElement{43, 108, 176};
constexpr Color kSecondElement{192, 86, 33};
constexpr Color kOutline{26, 32, 44};
constexpr double kPlaySeconds = 4.0;  // duration of the whole motion

// Heights and widths in sizes of the font.
constexpr float kTimeHeight = 6.6F;
constexpr float kAnswersWidth = 25.0F;
constexpr float kBoxesHeight = 19.0F;

constexpr ImGuiWindowFlags kFixed = ImGuiWindowFlags_NoMove | ImGuiWindowFlags_NoResize |
                                    ImGuiWindowFlags_NoCollapse | ImGuiWindowFlags_NoSavedSettings;

ImU32 packed_color(const Color& color, int alpha) {
    return IM_COL32(color.red, color.green, color.blue, alpha);
}

using Places = std::array<Vec3, 4>;

/// Points `first` to `last` - 1 of a query are an element.
struct Element {
    int first, last;
    Color color;
};

std::array<Element, 2> elements_of(const ImpactQuery& query) {
    const int split = query.kind == ImpactKind::VertexFace ? 1 : 2;
    return {Element{0, split, kFirstElement}, Element{split, 4, kSecondElement}};
}

/// Draws points in space on the background, as the camera sees them.
class Pencil {
 public:
    Pencil(const Camera& camera, const ViewSize& size)
        : project_(camera, size), list_(ImGui::GetBackgroundDrawList()) {}

    void polygon(const std::vector<Vec3>& corners, ImU32 fill, ImU32 line, float width) const {
        std::vector<ImVec2> points;
        points.reserve(corners.size());
        for (const Vec3& corner : corners) {
            const std::optional<ScreenPoint> point = project_(corner);
            if (!point) {
                return;
            }
            points.emplace_back(static_cast<float>(point->x), static_cast<float>(point->y));
        }
        const int count = static_cast<int>(points.size());
        if (count > 2) {
            list_->AddConvexPolyFilled(points.data(), count, fill);
        }
        list_->AddPolyline(points.data(), count, line, count > 2 ? ImDrawFlags_Closed : 0, width);
    }

    void dot(const Vec3& place, float radius, ImU32 fill, ImU32 line) const {
        if (const std::optional<ScreenPoint> point = project_(place)) {
            const ImVec2 center(static_cast<float>(point->x), static_cast<float>(point->y));
            list_->AddCircleFilled(center, radius, fill, 20);
            list_->AddCircle(center, radius, line, 20, 1.5F);
        }
    }

 private:
    Projector project_;
    ImDrawList* list_;
};

/// Draws a thin surface for each side of an element, or the path of a vertex.
void draw_sweep(const Pencil& pencil, const ImpactQuery& query, const Element& element) {
    const int count = element.last - element.first;
    const ImU32 faint = packed_color(element.color, 26);
    const ImU32 path = packed_color(element.color, 110);
    for (int i = element.first; i < element.last; ++i) {
        const int next = i + 1 < element.last ? i + 1 : element.first;
        if (count == 3 || i + 1 < element.last) {
            pencil.polygon({query.start[i], query.start[next], query.end[next], query.end[i]},
                           faint, packed_color(element.color, 40), 1.0F);
        }
        pencil.polygon({query.start[i], query.end[i]}, path, path, 1.0F);
    }
}

struct Looks {
    int fill;  ///< opacity
    ImU32 line;
    float width;
};

void draw_element(const Pencil& pencil, const Places& places, const Element& element,
                  const Looks& looks) {
    const ImU32 fill = packed_color(element.color, looks.fill);
    if (element.last - element.first == 1) {
        pencil.dot(places[element.first], 0.35F * ImGui::GetFontSize(), fill, looks.line);
        return;
    }
    pencil.polygon(std::vector<Vec3>(places.begin() + element.first, places.begin() + element.last),
                   fill, looks.line, looks.width);
}

/// Returns the time at which an answer can be seen: that of the hit, or of the touch that it
/// misses.
std::optional<double> shown_time(const QueryScene& scene, const QueryAnswer& answer) {
    if (answer.impact.hit) {
        return std::isnan(answer.impact.time) ? std::nullopt : std::optional(answer.impact.time);
    }
    return scene.truth.hit ? std::optional(scene.truth.low) : std::nullopt;
}

void draw_background(const ViewSize& size) {
    const ThemeColors& colors = theme_colors(Theme::Light);
    const ImU32 top = packed_color(colors.sky, 255);
    const ImU32 bottom = packed_color(colors.ground, 255);
    ImGui::GetBackgroundDrawList()->AddRectFilledMultiColor(
        ImVec2(0.0F, 0.0F), ImVec2(static_cast<float>(size.width), static_cast<float>(size.height)),
        top, top, bottom, bottom);
}

void draw_motion(const QueryState& state, const ViewSize& size) {
    draw_background(size);
    const ImpactQuery& query = state.scene.query;
    const Pencil pencil(state.camera, size);
    const QueryAnswer& answer = state.scene.answers[static_cast<std::size_t>(state.answer)];
    const std::optional<double> hit = shown_time(state.scene, answer);
    for (const Element& element : elements_of(query)) {
        draw_sweep(pencil, query, element);
        const ImU32 pale = packed_color(element.color, 90);
        draw_element(pencil, query.start, element, {22, pale, 1.0F});
        draw_element(pencil, query.end, element, {36, packed_color(element.color, 150), 1.5F});
    }
    for (const Element& element : elements_of(query)) {
        if (hit) {
            draw_element(pencil, places_at(query, *hit), element,
                         {40, packed_color(impact_verdict_color(answer.verdict), 255), 3.5F});
        }
        const bool is_edge = element.last - element.first == 2;
        draw_element(
            pencil, places_at(query, state.time), element,
            {150, packed_color(is_edge ? element.color : kOutline, 255), is_edge ? 4.0F : 2.0F});
    }
}

/// Draws a line from t = 0 to t = 1 with a mark for each answer, and a diamond for the truth.
void draw_time_line(const QueryState& state) {
    ImDrawList* list = ImGui::GetWindowDrawList();
    const float font = ImGui::GetFontSize();
    const ImVec2 corner = ImGui::GetCursorScreenPos();
    const float width = ImGui::GetContentRegionAvail().x - font;
    const float y = corner.y + 0.8F * font;
    const auto at = [&](double t) {
        return corner.x + 0.5F * font + width * static_cast<float>(t);
    };
    list->AddLine(ImVec2(at(0.0), y), ImVec2(at(1.0), y), ImGui::GetColorU32(ImGuiCol_Text, 0.4F),
                  2.0F);
    for (std::size_t i = 0; i < state.scene.answers.size(); ++i) {
        const QueryAnswer& answer = state.scene.answers[i];
        if (answer.impact.hit && !std::isnan(answer.impact.time)) {
            const bool chosen = static_cast<int>(i) == state.answer;
            const float half = (chosen ? 0.7F : 0.45F) * font;
            const float x = at(answer.impact.time);
            list->AddLine(ImVec2(x, y - half), ImVec2(x, y + half),
                          packed_color(impact_verdict_color(answer.verdict), 255),
                          chosen ? 4.0F : 2.0F);
        }
    }
    if (state.scene.truth.hit) {
        const float x = at(state.scene.truth.low);
        const float r = 0.3F * font;
        list->AddQuadFilled(ImVec2(x, y - r), ImVec2(x + r, y), ImVec2(x, y + r), ImVec2(x - r, y),
                            ImGui::GetColorU32(ImGuiCol_Text));
    }
    ImGui::Dummy(ImVec2(width, 1.7F * font));
}

void draw_time(QueryState& state) {
    if (ImGui::Button(state.playing ? "Pause" : "Play")) {
        state.playing = !state.playing;
    }
    ImGui::SameLine();
    auto time = static_cast<float>(state.time);
    ImGui::SetNextItemWidth(ImGui::GetContentRegionAvail().x);
    if (ImGui::SliderFloat("##time", &time, 0.0F, 1.0F, "t = %.4f")) {
        state.time = std::clamp(static_cast<double>(time), 0.0, 1.0);
        state.playing = false;
    }
    draw_time_line(state);
    if (state.playing) {
        state.time += ImGui::GetIO().DeltaTime / kPlaySeconds;
        state.time = state.time > 1.0 ? 0.0 : state.time;
    }
}

void draw_answers(QueryState& state) {
    const QueryScene& scene = state.scene;
    ImGui::TextWrapped(
        "%s: %s", scene.title.c_str(),
        scene.query.kind == ImpactKind::VertexFace ? "a vertex (blue) and a face" : "two edges");
    ImGui::TextWrapped("%s", scene.truth.hit
                                 ? ("Touches first at t = " + shortest(scene.truth.low)).c_str()
                                 : "Never touches");
    ImGui::Separator();
    for (std::size_t i = 0; i < scene.answers.size(); ++i) {
        const QueryAnswer& answer = scene.answers[i];
        const Color color = impact_verdict_color(answer.verdict);
        const float row = ImGui::GetFontSize();
        const ImVec2 corner = ImGui::GetCursorScreenPos();
        ImGui::GetWindowDrawList()->AddRectFilled(
            corner, ImVec2(corner.x + 0.6F * row, corner.y + row), packed_color(color, 255));
        ImGui::Dummy(ImVec2(0.6F * row, row));
        ImGui::SameLine();
        if (ImGui::Selectable(answer.method.c_str(), static_cast<int>(i) == state.answer)) {
            state.answer = static_cast<int>(i);
            state.time = shown_time(scene, answer).value_or(state.time);
        }
        ImGui::TextDisabled("   %s; work %lld", answer_text(answer).c_str(),
                            static_cast<long long>(answer.impact.work));
    }
}

/// Draws the boxes of a level over t (across) and u (up).
void draw_boxes(const QueryState& state) {
    ImDrawList* list = ImGui::GetWindowDrawList();
    const ImVec2 corner = ImGui::GetCursorScreenPos();
    const ImVec2 room = ImGui::GetContentRegionAvail();
    const float side = std::min(room.x, room.y);
    const auto at = [&](double t, double u) {
        return ImVec2(corner.x + side * static_cast<float>(t),
                      corner.y + side * static_cast<float>(1.0 - u));
    };
    list->AddRect(at(0.0, 1.0), at(1.0, 0.0), ImGui::GetColorU32(ImGuiCol_Text, 0.4F));
    for (const VisitedBox& box : state.scene.levels[static_cast<std::size_t>(state.level)]) {
        const Color color = box.test.apart   ? Color{150, 155, 165}
                            : box.test.small ? Color{220, 50, 40}
                                             : kFirstElement;
        ImVec2 low = at(box.corner.t, box.corner.u + box.width.u);
        ImVec2 high = at(box.corner.t + box.width.t, box.corner.u);
        high.x = std::max(high.x, low.x + 2.0F);  // visible, however narrow
        high.y = std::max(high.y, low.y + 2.0F);
        list->AddRectFilled(low, high, packed_color(color, box.test.apart ? 70 : 130));
        list->AddRect(low, high, packed_color(color, 255));
    }
    ImGui::Dummy(ImVec2(side, side));
}

void draw_search(QueryState& state) {
    const int last = static_cast<int>(state.scene.levels.size()) - 1;
    ImGui::TextWrapped("Boxes of tight_inclusion over t (across) and u (up)");
    ImGui::SetNextItemWidth(ImGui::GetContentRegionAvail().x);
    ImGui::SliderInt("##level", &state.level, -1, last, state.level < 0 ? "none" : "level %d");
    if (state.level < 0) {
        return;
    }
    const BoxLevel& level = state.scene.levels[static_cast<std::size_t>(state.level)];
    const auto kept = std::ranges::count_if(
        level, [](const VisitedBox& box) { return !box.test.apart && !box.test.small; });
    const auto small =
        std::ranges::count_if(level, [](const VisitedBox& box) { return box.test.small; });
    ImGui::TextDisabled("%d boxes: %d halved (blue), %d small (red), others dropped%s",
                        static_cast<int>(level.size()), static_cast<int>(kept),
                        static_cast<int>(small), state.scene.cut ? "; search cut" : "");
    draw_boxes(state);
}

template <typename Draw>
void fixed_window(const char* title, const ImVec2& corner, const ImVec2& size, Draw draw) {
    ImGui::SetNextWindowPos(corner);
    ImGui::SetNextWindowSize(size);
    if (ImGui::Begin(title, nullptr, kFixed)) {
        draw();
    }
    ImGui::End();
}

void follow_pointer_on(Camera& camera, const ViewSize& size) {
    const ImGuiIO& io = ImGui::GetIO();
    if (io.WantCaptureMouse) {
        return;
    }
    if (ImGui::IsMouseDragging(ImGuiMouseButton_Left)) {
        camera = orbited(camera, io.MouseDelta.x, io.MouseDelta.y);
    } else if (ImGui::IsMouseDragging(ImGuiMouseButton_Right) ||
               ImGui::IsMouseDragging(ImGuiMouseButton_Middle)) {
        camera = panned(camera, size, io.MouseDelta.x, io.MouseDelta.y);
    }
    if (io.MouseWheel != 0.0F) {
        camera = zoomed(camera, size, io.MousePos.x, io.MousePos.y, io.MouseWheel);
    }
}

}  // namespace

void draw_query(QueryState& state, const ViewSize& window) {
    const float font = ImGui::GetFontSize();
    const auto width = static_cast<float>(window.width);
    const auto height = static_cast<float>(window.height);
    const float answers = std::min(kAnswersWidth * font, 0.45F * width);
    const float time = std::min(kTimeHeight * font, 0.3F * height);
    const float boxes = std::min(kBoxesHeight * font, 0.45F * height);
    const ViewSize scene{std::max(1, window.width - static_cast<int>(answers)),
                         std::max(1, window.height - static_cast<int>(time))};
    draw_motion(state, scene);
    fixed_window("Time", ImVec2(0.0F, height - time), ImVec2(width - answers, time),
                 [&] { draw_time(state); });
    fixed_window("Answers", ImVec2(width - answers, 0.0F), ImVec2(answers, height - boxes),
                 [&] { draw_answers(state); });
    fixed_window("Search", ImVec2(width - answers, height - boxes), ImVec2(answers, boxes),
                 [&] { draw_search(state); });
    follow_pointer_on(state.camera, scene);
}

}  // namespace touchstone::viewer
