#include "reports/plots/query_drawing.h"

#include <algorithm>
#include <array>
#include <sstream>
#include <vector>

#include "methods/base/boxes/bounding_box.h"
#include "reports/text/number_text.h"

namespace touchstone::reports {
namespace {

constexpr double kDrawingWidth = 240.0;
constexpr double kDrawingHeight = 180.0;
constexpr double kFrameMargin = 12.0;
constexpr double kPointRadius = 3.0;
constexpr std::array<const char*, 2> kElementColours{"#2b6cb0", "#c05621"};

using Places = std::array<Vec3, 4>;

/// The map from the world to the paper.
class Paper {
 public:
    explicit Paper(const ImpactQuery& query) {
        BoundingBox box = bounds_of(query.start);
        extend(box, bounds_of(query.end));
        const Vec3 extent = box.upper - box.lower;
        int thinnest = 0;
        extent.minCoeff(&thinnest);
        across_ = (thinnest + 1) % 3;
        up_ = (thinnest + 2) % 3;
        middle_ = 0.5 * box.lower + 0.5 * box.upper;
        const double wanted = std::max(extent[across_] / (kDrawingWidth - 2.0 * kFrameMargin),
                                       extent[up_] / (kDrawingHeight - 2.0 * kFrameMargin));
        scale_ = wanted > 0.0 ? 1.0 / wanted : 1.0;
    }

    /// Returns a point as "12.5,80.0".
    std::string at(const Vec3& point) const {
        const Vec3 offset = point - middle_;
        return rounded_text(0.5 * kDrawingWidth + scale_ * offset[across_], 1) + "," +
               rounded_text(0.5 * kDrawingHeight - scale_ * offset[up_], 1);
    }

 private:
    int across_ = 0;
    int up_ = 1;
    double scale_ = 1.0;
    Vec3 middle_ = Vec3::Zero();
};

/// Draws the points `first` to `last` - 1, which are one element.
void draw_element(std::ostream& out, const Paper& paper, const Places& places, int first, int last,
                  const std::string& looks) {
    if (last - first == 1) {
        const std::string at = paper.at(places[first]);
        const std::size_t comma = at.find(',');
        out << "<circle cx=\"" << at.substr(0, comma) << "\" cy=\"" << at.substr(comma + 1)
            << "\" r=\"" << rounded_text(kPointRadius, 0) << "\" " << looks << "/>\n";
        return;
    }
    out << "<polygon points=\"";
    for (int i = first; i < last; ++i) {
        out << (i > first ? " " : "") << paper.at(places[i]);
    }
    out << "\" stroke-linejoin=\"round\" " << looks << "/>\n";
}

void draw_both(std::ostream& out, const Paper& paper, const ImpactQuery& query,
               const Places& places, double opacity, const char* outline) {
    const int split = query.kind == ImpactKind::VertexFace ? 1 : 2;
    for (int element = 0; element < 2; ++element) {
        const std::string colour = kElementColours[element];
        draw_element(out, paper, places, element == 0 ? 0 : split, element == 0 ? split : 4,
                     "fill=\"" + colour + "\" fill-opacity=\"" + rounded_text(opacity, 2) +
                         "\" stroke=\"" + (*outline != '\0' ? outline : colour) +
                         "\" stroke-width=\"1.5\" stroke-opacity=\"" +
                         rounded_text(std::min(1.0, 3.0 * opacity), 2) + "\"");
    }
}

void draw_paths(std::ostream& out, const Paper& paper, const ImpactQuery& query) {
    for (int i = 0; i < 4; ++i) {
        if (query.start[i] != query.end[i]) {
            out << "<polyline points=\"" << paper.at(query.start[i]) << ' '
                << paper.at(query.end[i])
                << "\" fill=\"none\" stroke=\"#718096\" stroke-width=\"0.8\" "
                   "stroke-dasharray=\"3 3\"/>\n";
        }
    }
}

}  // namespace

std::string draw_query(const ImpactQuery& query, std::optional<double> time) {
    const Paper paper(query);
    std::ostringstream out;
    out << "<svg xmlns=\"http://www.w3.org/2000/svg\" role=\"img\" viewBox=\"0 0 "
        << rounded_text(kDrawingWidth, 0) << ' ' << rounded_text(kDrawingHeight, 0)
        << "\">\n<title>"
        << (query.kind == ImpactKind::VertexFace ? "A vertex and a face" : "Two edges")
        << ", from start (pale) to end</title>\n";
    draw_paths(out, paper, query);
    draw_both(out, paper, query, query.start, 0.12, "");
    draw_both(out, paper, query, query.end, 0.45, "");
    if (time) {
        Places places;
        for (int i = 0; i < 4; ++i) {
            places[i] = query.start[i] + *time * (query.end[i] - query.start[i]);
        }
        draw_both(out, paper, query, places, 0.3, "#1a202c");
    }
    out << "</svg>\n";
    return out.str();
}

}  // namespace touchstone::reports
