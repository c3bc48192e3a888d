#include "viewer/panels/plot_widget.h"

#include <algorithm>
#include <cmath>
#include <span>
#include <string>
#include <vector>

namespace touchstone::viewer {
namespace {

constexpr std::size_t kDotsUpTo = 60;  // number of points up to which they are drawn as dots
constexpr float kApart = 0.75F;        // distance below which points make a ragged line [pixels]
constexpr float kPointReach = 24.0F;   // horizontal distance from the pointer
                                       // within which a point is labelled [pixels]

ImU32 to_packed(const Color& color, int alpha = 255) {
    return IM_COL32(color.red, color.green, color.blue, alpha);
}

/// The position of the axes on the screen.
struct Frame {
    const Plot& plot;
    ImVec2 low;   ///< upper left corner of the area within the axes
    ImVec2 high;  ///< lower right corner of that area

    float x(double value) const {
        const AxisRange& range = plot.x_range;
        return low.x + static_cast<float>((value - range.low) / (range.high - range.low)) *
                           (high.x - low.x);
    }
    float y(double value) const {
        const AxisRange& range = plot.y_range;
        const double share = plot.logarithmic
                                 ? std::log(value / range.low) / std::log(range.high / range.low)
                                 : (value - range.low) / (range.high - range.low);
        return high.y - static_cast<float>(share) * (high.y - low.y);
    }
};

std::vector<AxisTick> y_ticks(const Plot& plot, float height) {
    const int most = std::max(2, static_cast<int>(height / (2.2F * ImGui::GetFontSize())));
    return plot.logarithmic ? decade_ticks(plot.y_range, most) : linear_ticks(plot.y_range, most);
}

float widest(const std::vector<AxisTick>& ticks) {
    float width = 0.0F;
    for (const AxisTick& tick : ticks) {
        width = std::max(width, ImGui::CalcTextSize(tick.label.c_str()).x);
    }
    return width;
}

void draw_grid(ImDrawList& list, const Frame& frame, const std::vector<AxisTick>& ticks) {
    const ImU32 text = ImGui::GetColorU32(ImGuiCol_Text);
    const ImU32 grid = ImGui::GetColorU32(ImGuiCol_Text, 0.13F);
    const float font = ImGui::GetFontSize();
    for (const AxisTick& tick : ticks) {
        const float y = frame.y(tick.value);
        list.AddLine(ImVec2(frame.low.x, y), ImVec2(frame.high.x, y), grid);
        const float width = ImGui::CalcTextSize(tick.label.c_str()).x;
        list.AddText(ImVec2(frame.low.x - width - 0.4F * font, y - 0.5F * font), text,
                     tick.label.c_str());
    }
    const int most = std::max(2, static_cast<int>((frame.high.x - frame.low.x) / (5.0F * font)));
    for (const AxisTick& tick : linear_ticks(frame.plot.x_range, most)) {
        if (!frame.plot.bars && tick.value != std::floor(tick.value)) {
            continue;  // steps, sweeps and contacts are whole numbers
        }
        const float x = frame.x(tick.value);
        const float half = 0.5F * ImGui::CalcTextSize(tick.label.c_str()).x;
        list.AddLine(ImVec2(x, frame.low.y), ImVec2(x, frame.high.y), grid);
        list.AddText(ImVec2(x - half, frame.high.y + 0.2F * font), text, tick.label.c_str());
    }
    list.AddRect(frame.low, frame.high, ImGui::GetColorU32(ImGuiCol_Text, 0.4F));
}

/// Reduces points to the first, the lowest, the highest and the last of each column of pixels: the
/// line looks the same, and costs no more than the width of the plot.
std::vector<ImVec2> thinned(const Frame& frame, std::span<const PlotPoint> points) {
    std::vector<ImVec2> line;
    const auto columns = static_cast<std::size_t>(std::max(1.0F, frame.high.x - frame.low.x));
    if (2 * points.size() <= columns) {
        for (const PlotPoint& point : points) {
            line.emplace_back(frame.x(point.x), frame.y(point.y));
        }
        return line;
    }
    const std::size_t stride = points.size() / columns + 1;
    for (std::size_t start = 0; start < points.size(); start += stride) {
        const auto first = points.begin() + static_cast<std::ptrdiff_t>(start);
        const auto end =
            points.begin() + static_cast<std::ptrdiff_t>(std::min(points.size(), start + stride));
        const auto [lowest, highest] =
            std::ranges::minmax_element(std::ranges::subrange(first, end), {}, &PlotPoint::y);
        for (const auto& at :
             {first, std::min(lowest, highest), std::max(lowest, highest), end - 1}) {
            const ImVec2 place(frame.x(at->x), frame.y(at->y));
            if (line.empty() || std::abs(place.x - line.back().x) > kApart ||
                std::abs(place.y - line.back().y) > kApart) {
                line.push_back(place);
            }
        }
    }
    return line;
}

void draw_line(ImDrawList& list, const Frame& frame, const PlotSeries& series) {
    const ImU32 color = to_packed(series.color);
    const float font = ImGui::GetFontSize();
    const std::span<const PlotPoint> points = series.points;
    for (std::size_t start = 0; start < points.size();) {
        std::size_t end = start + 1;
        while (end < points.size() && !points[end].after_gap) {
            ++end;
        }
        const std::vector<ImVec2> line = thinned(frame, points.subspan(start, end - start));
        list.AddPolyline(line.data(), static_cast<int>(line.size()), color, 0, 0.13F * font);
        if (points.size() <= kDotsUpTo || line.size() == 1) {
            for (const ImVec2& point : line) {
                list.AddCircleFilled(point, 0.2F * font, color, 12);
            }
        }
        start = end;
    }
}

void draw_bars(ImDrawList& list, const Frame& frame, std::size_t index) {
    const Plot& plot = frame.plot;
    const double width = 0.86 * plot.bar_width / static_cast<double>(plot.series.size());
    for (const PlotPoint& point : plot.series[index].points) {
        if (point.y > 0.0) {
            const double left =
                point.x - 0.43 * plot.bar_width + static_cast<double>(index) * width;
            list.AddRectFilled(ImVec2(frame.x(left), frame.y(point.y)),
                               ImVec2(frame.x(left + width), frame.high.y),
                               to_packed(plot.series[index].color));
        }
    }
}

void draw_levels(ImDrawList& list, const Frame& frame) {
    const float dash = 0.45F * ImGui::GetFontSize();
    for (const PlotLevel& level : frame.plot.levels) {
        const float y = frame.y(level.y);
        for (float x = frame.low.x; x < frame.high.x; x += 2.0F * dash) {
            list.AddLine(ImVec2(x, y), ImVec2(std::min(x + dash, frame.high.x), y),
                         to_packed(level.color), 0.1F * ImGui::GetFontSize());
        }
    }
}

/// A line of the legend.
struct LegendLine {
    std::string text;
    Color color;
};

std::vector<LegendLine> legend_of(const Plot& plot) {
    std::vector<LegendLine> lines;
    const bool is_named = plot.kind == PlotKind::Stops;  // one pair is worth naming too
    if (is_named || plot.series.size() > 1 || !plot.levels.empty()) {
        for (const PlotSeries& series : plot.series) {
            lines.push_back({series.title, series.color});
        }
    }
    return lines;
}

/// Draws the legend above the plot, entries side by side in at most two rows; a tooltip shows the
/// rest. Returns its height.
float draw_legend(ImDrawList& list, const std::vector<LegendLine>& lines, const ImVec2& corner,
                  float width) {
    const float font = ImGui::GetFontSize();
    ImVec2 at = corner;
    for (const LegendLine& line : lines) {
        const float needed = ImGui::CalcTextSize(line.text.c_str()).x + 2.2F * font;
        if (at.x > corner.x && at.x + needed > corner.x + width - font) {
            if (at.y > corner.y) {
                list.AddText(at, ImGui::GetColorU32(ImGuiCol_TextDisabled), "…");
                break;
            }
            at = ImVec2(corner.x, at.y + 1.15F * font);
        }
        list.AddLine(ImVec2(at.x, at.y + 0.5F * font), ImVec2(at.x + font, at.y + 0.5F * font),
                     to_packed(line.color), 0.2F * font);
        list.AddText(ImVec2(at.x + 1.3F * font, at.y), ImGui::GetColorU32(ImGuiCol_Text),
                     line.text.c_str());
        at.x += needed;
    }
    return lines.empty() ? 0.0F : at.y - corner.y + 1.2F * font;
}

/// The point nearest to the pointer.
struct Hovered {
    const PlotSeries* series = nullptr;
    PlotPoint point;
};

Hovered find_hovered(const Frame& frame, const ImVec2& pointer) {
    Hovered best;
    float nearest = kPointReach * ImGui::GetFontSize() / 13.0F;
    float nearest_height = 1e30F;
    for (const PlotSeries& series : frame.plot.series) {
        const double x =
            frame.plot.x_range.low + (pointer.x - frame.low.x) / (frame.high.x - frame.low.x) *
                                         (frame.plot.x_range.high - frame.plot.x_range.low);
        const auto after = std::ranges::lower_bound(series.points, x, {}, &PlotPoint::x);
        for (const int back : {0, 1}) {
            if ((back == 0 && after == series.points.end()) ||
                (back == 1 && after == series.points.begin())) {
                continue;
            }
            const PlotPoint& point = *(after - back);
            const float across = std::abs(frame.x(point.x) - pointer.x);
            const float height = std::abs(frame.y(point.y) - pointer.y);
            if (across < nearest - 0.5F || (across <= nearest + 0.5F && height < nearest_height)) {
                best = {&series, point};
                nearest = across;
                nearest_height = height;
            }
        }
    }
    return best;
}

void show_readout(const Plot& plot, const Hovered& hovered) {
    ImGui::BeginTooltip();
    ImGui::TextDisabled("%s", hovered.series->title.c_str());
    ImGui::Text("%s: %.6g", plot.x_title.c_str(), hovered.point.x);
    ImGui::Text("%s: %.6g", plot.y_title.c_str(), hovered.point.y);
    if (plot.target == PlotTarget::Contact && hovered.point.target >= 0) {
        ImGui::TextDisabled("click: select contact %d", hovered.point.target);
    } else if (plot.target == PlotTarget::Step && hovered.point.target >= 0) {
        ImGui::TextDisabled("click: look at step %d", hovered.point.target);
    }
    ImGui::EndTooltip();
}

void draw_mark(ImDrawList& list, const Frame& frame, int marked) {
    const std::optional<double> at = find_target(frame.plot, marked);
    if (at) {
        list.AddLine(ImVec2(frame.x(*at), frame.low.y), ImVec2(frame.x(*at), frame.high.y),
                     IM_COL32(255, 140, 0, 220), 0.15F * ImGui::GetFontSize());
    }
}

Frame make_frame(const Plot& plot, const ImVec2& corner, const ImVec2& size, float legend,
                 std::vector<AxisTick>& ticks) {
    const float font = ImGui::GetFontSize();
    const float top = corner.y + 0.5F * font + legend;
    const float bottom = corner.y + size.y - 2.5F * font;
    ticks = y_ticks(plot, bottom - top);
    return {plot,
            {corner.x + widest(ticks) + 0.7F * font, top},
            {corner.x + size.x - 0.8F * font, std::max(bottom, top + font)}};
}

void draw_x_title(ImDrawList& list, const Frame& frame) {
    const float width = ImGui::CalcTextSize(frame.plot.x_title.c_str()).x;
    list.AddText(ImVec2(0.5F * (frame.low.x + frame.high.x - width),
                        frame.high.y + 1.3F * ImGui::GetFontSize()),
                 ImGui::GetColorU32(ImGuiCol_TextDisabled), frame.plot.x_title.c_str());
}

}  // namespace

PlotHit draw_plot(const Plot& plot, const ImVec2& size, int marked) {
    const ImVec2 corner = ImGui::GetCursorScreenPos();
    PlotHit hit;
    const bool clicked = ImGui::InvisibleButton("plot", size);
    hit.hovered = ImGui::IsItemHovered();
    ImDrawList& list = *ImGui::GetWindowDrawList();
    const float font = ImGui::GetFontSize();
    if (plot.series.empty()) {
        list.AddText(ImGui::GetFont(), font, ImVec2(corner.x, corner.y + 0.3F * size.y),
                     ImGui::GetColorU32(ImGuiCol_TextDisabled), plot.nothing.c_str(), nullptr,
                     size.x);
        return hit;
    }
    const float legend = draw_legend(list, legend_of(plot), corner, size.x);
    std::vector<AxisTick> ticks;
    const Frame frame = make_frame(plot, corner, size, legend, ticks);
    draw_x_title(list, frame);
    draw_grid(list, frame, ticks);
    list.PushClipRect(ImVec2(frame.low.x - 0.3F * font, frame.low.y - 0.3F * font),
                      ImVec2(frame.high.x + 0.3F * font, frame.high.y + 0.3F * font), true);
    draw_levels(list, frame);
    for (std::size_t i = 0; i < plot.series.size(); ++i) {
        if (plot.bars) {
            draw_bars(list, frame, i);
        } else {
            draw_line(list, frame, plot.series[i]);
        }
    }
    draw_mark(list, frame, marked);
    list.PopClipRect();
    if (hit.hovered) {
        const Hovered hovered = find_hovered(frame, ImGui::GetIO().MousePos);
        if (hovered.series != nullptr) {
            list.AddCircle(ImVec2(frame.x(hovered.point.x), frame.y(hovered.point.y)), 0.35F * font,
                           ImGui::GetColorU32(ImGuiCol_Text), 16, 0.1F * font);
            show_readout(plot, hovered);
            if (clicked && hovered.point.target >= 0) {
                hit.clicked = hovered.point.target;
            }
        }
    }
    return hit;
}

}  // namespace touchstone::viewer
