#include "viewer/scene/query_scene.h"

#include <charconv>
#include <cmath>

#include "methods/base/error.h"
#include "methods/base/number_text.h"
#include "methods/base/printable.h"
#include "methods/continuous/exact_impact.h"
#include "testcases/impacts/queries/query_sets.h"

namespace touchstone::viewer {
namespace {

constexpr int kMostBoxes = 20'000;  // kept of the search, and asked of slow methods

std::vector<BoxLevel> split_by_level(const std::vector<VisitedBox>& boxes) {
    std::vector<BoxLevel> levels;
    for (const VisitedBox& box : boxes) {
        const bool same = !levels.empty() && levels.back().front().width.t == box.width.t &&
                          levels.back().front().width.u == box.width.u &&
                          levels.back().front().width.v == box.width.v;
        if (!same) {
            levels.emplace_back();
        }
        levels.back().push_back(box);
    }
    return levels;
}

StatedQuery read_query(const QueryName& name) {
    const QueryStream stream = find_set_or_path(name.set).open();
    StatedQuery stated;
    if (stream.skip(name.number) != name.number || !stream(stated)) {
        throw UsageError(printable(name.set) + " has no query " + std::to_string(name.number) +
                         "; queries are counted from 0");
    }
    return stated;
}

}  // namespace

std::optional<QueryName> parse_query_name(std::string_view text) {
    const std::size_t mark = text.rfind('#');
    if (mark == std::string_view::npos || mark == 0) {
        return std::nullopt;
    }
    const std::string_view digits = text.substr(mark + 1);
    QueryName name{std::string(text.substr(0, mark)), 0};
    const auto [end, error] =
        std::from_chars(digits.data(), digits.data() + digits.size(), name.number);
    const bool whole = error == std::errc() && end == digits.data() + digits.size();
    return whole && name.number >= 0 ? std::optional(name) : std::nullopt;
}

QueryScene load_query_scene(const QueryName& name) {
    const StatedQuery stated = read_query(name);
    QueryScene scene;
    scene.title = name.set + "#" + std::to_string(name.number);
    scene.query = stated.query;
    scene.truth = find_exact_impact(stated.query);
    ImpactSettings settings;
    settings.tolerance = stated.tolerance.value_or(settings.tolerance);
    settings.max_boxes = kMostBoxes;
    for (const ImpactMethod& method : all_impact_methods()) {
        const Impact impact = method.find(stated.query, settings);
        scene.answers.push_back({std::string(method.id), impact,
                                 judge_impact(impact.hit, impact.time, scene.truth).kind});
    }
    const std::vector<VisitedBox> boxes = tight_inclusion_boxes(stated.query, settings, kMostBoxes);
    scene.levels = split_by_level(boxes);
    scene.cut = std::ssize(boxes) >= kMostBoxes;
    return scene;
}

std::array<Vec3, 4> places_at(const ImpactQuery& query, double time) {
    std::array<Vec3, 4> places;
    for (std::size_t i = 0; i < places.size(); ++i) {
        places[i] = (1.0 - time) * query.start[i] + time * query.end[i];
    }
    return places;
}

BoundingBox bounds_of_motion(const ImpactQuery& query) {
    BoundingBox box = bounds_of(query.start);
    extend(box, bounds_of(query.end));
    return box;
}

Color impact_verdict_color(ImpactVerdictKind verdict) {
    switch (verdict) {
        case ImpactVerdictKind::Right:
        case ImpactVerdictKind::Early:
            return {0, 150, 110};
        case ImpactVerdictKind::FalsePositive:
            return {238, 160, 10};
        case ImpactVerdictKind::Late:
        case ImpactVerdictKind::Missed:
            break;
    }
    return {220, 50, 40};
}

std::string answer_text(const QueryAnswer& answer) {
    std::string text = !answer.impact.hit               ? "no touch"
                       : std::isnan(answer.impact.time) ? "touch"
                                                        : "t = " + shortest(answer.impact.time);
    std::string verdict = impact_verdict_id(answer.verdict);
    for (char& letter : verdict) {
        letter = letter == '_' ? ' ' : letter;
    }
    return text + ", " + verdict;
}

}  // namespace touchstone::viewer
