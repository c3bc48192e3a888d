#include <nlohmann/json.hpp>
#include <string>
#include <vector>

#include "generators/continuous/impact_options.h"
#include "methods/base/error.h"
#include "testcases/cells/cell_json.h"
#include "testcases/impacts/impact_cell.h"
#include "testcases/impacts/queries/query_file.h"

namespace touchstone {
namespace {

using OrderedJson = nlohmann::ordered_json;

OrderedJson histogram_json(const LogHistogram& histogram) {
    const LogHistogramContent content = histogram.content();
    return {{"sum", content.sum},
            {"smallest", content.smallest},
            {"largest", content.largest},
            {"bins", content.bins}};
}

LogHistogram read_histogram(const nlohmann::json& json) {
    LogHistogramContent content;
    content.sum = json.at("sum").get<decltype(content.sum)>();
    content.smallest = json.at("smallest");
    content.largest = json.at("largest");
    content.bins = json.at("bins").get<decltype(content.bins)>();
    return LogHistogram::restored(content);
}

OrderedJson wrong_json(const std::vector<WrongImpact>& wrong) {
    OrderedJson list = OrderedJson::array();
    for (const WrongImpact& one : wrong) {
        list.push_back({one.number, static_cast<int>(one.verdict)});
    }
    return list;
}

std::vector<WrongImpact> read_wrong(const nlohmann::json& json) {
    std::vector<WrongImpact> wrong;
    for (const nlohmann::json& one : json) {
        constexpr int kKinds = static_cast<int>(ImpactVerdictKind::Missed) + 1;
        wrong.push_back({one.at(0), read_enum<ImpactVerdictKind>(one.at(1), kKinds)});
    }
    return wrong;
}

OrderedJson row_json(const ImpactStudyRow& row) {
    const ImpactFigures& figures = row.figures;
    return {{"separation", row.separation},
            {"queries", figures.queries},
            {"hits", figures.hits},
            {"false_positives", figures.false_positives},
            {"missed", figures.missed},
            {"late", figures.late},
            {"worst_late", figures.worst_late},
            {"early", histogram_json(figures.early)},
            {"early_length", histogram_json(figures.early_length)},
            {"seconds", histogram_json(row.seconds)},
            {"work", histogram_json(row.work)},
            {"capped", row.capped},
            {"worst_accuracy", row.worst_accuracy},
            {"proofs", row.proofs},
            {"wrong", wrong_json(row.wrong)},
            {"false_hits", wrong_json(row.false_hits)}};
}

/// Reads a number of queries in the range of sets, so that sums of many fit.
std::int64_t read_count(const nlohmann::json& json) {
    constexpr std::int64_t kMostQueries = std::int64_t{1} << 48;
    const std::int64_t count = json;
    if (count < 0 || count > kMostQueries) {
        throw FileError("damaged: no set has " + std::to_string(count) + " queries");
    }
    return count;
}

void read_row(const nlohmann::json& json, ImpactStudyRow& row) {
    ImpactFigures& figures = row.figures;
    row.separation = json.at("separation");
    figures.queries = read_count(json.at("queries"));
    figures.hits = read_count(json.at("hits"));
    figures.false_positives = read_count(json.at("false_positives"));
    figures.missed = read_count(json.at("missed"));
    figures.late = read_count(json.at("late"));
    figures.worst_late = json.at("worst_late");
    figures.early = read_histogram(json.at("early"));
    figures.early_length = read_histogram(json.at("early_length"));
    row.seconds = read_histogram(json.at("seconds"));
    row.work = read_histogram(json.at("work"));
    row.capped = read_count(json.at("capped"));
    row.worst_accuracy = json.at("worst_accuracy");
    for (int proof = 0; proof < kImpactProofs; ++proof) {
        row.proofs[static_cast<std::size_t>(proof)] = read_count(json.at("proofs").at(proof));
    }
    row.wrong = read_wrong(json.at("wrong"));
    row.false_hits = read_wrong(json.at("false_hits"));
}

OrderedJson impact_cell_json(const ImpactCell& cell) {
    OrderedJson json{{"set", cell.rows[0].set},
                     {"method", cell.rows[0].method},
                     {"queries", cell.queries},
                     {"contradicted", cell.contradicted}};
    for (const ImpactStudyRow& row : cell.rows) {
        json[std::string(kind_name(row.kind))] = row_json(row);
    }
    return json;
}

void read_impact_cell(const nlohmann::json& json, ImpactCell& cell) {
    cell.queries = read_count(json.at("queries"));
    cell.contradicted = read_count(json.at("contradicted"));
    for (int i = 0; i < kImpactKinds; ++i) {
        ImpactStudyRow& row = cell.rows[i];
        row.kind = static_cast<ImpactKind>(i);
        row.set = json.at("set");
        row.method = json.at("method");
        read_row(json.at(std::string(kind_name(row.kind))), row);
    }
}

template <auto member>
std::optional<double> row_count(const ImpactCell& cell, int kind) {
    return static_cast<double>(cell.rows[kind].figures.*member);
}

std::vector<Figure<ImpactCell>> make_impact_figures() {
    std::vector<Figure<ImpactCell>> figures;
    for (int i = 0; i < kImpactKinds; ++i) {
        const std::string kind(kind_name(static_cast<ImpactKind>(i)));
        figures.push_back({kind, "queries", true, &row_count<&ImpactFigures::queries>, i});
        figures.push_back({kind, "hits", true, &row_count<&ImpactFigures::hits>, i});
        figures.push_back(
            {kind, "false_positives", true, &row_count<&ImpactFigures::false_positives>, i});
        figures.push_back({kind, "missed", true, &row_count<&ImpactFigures::missed>, i});
        figures.push_back({kind, "late", true, &row_count<&ImpactFigures::late>, i});
    }
    return figures;
}

std::span<const Figure<ImpactCell>> impact_figures() {
    static const std::vector<Figure<ImpactCell>> figures = make_impact_figures();
    return figures;
}

}  // namespace

const Track<ImpactCell>& impact_track() {
    static const Track<ImpactCell> track{.id = "impacts",
                                         .figures = &impact_figures,
                                         .write = &impact_cell_json,
                                         .read = &read_impact_cell};
    return track;
}

CellKey impact_cell_key(const QuerySet& set, const AskedMethod& method, const ImpactAsking& asking,
                        const QueryBlock& block) {
    ImpactSettings settings = asking.settings;
    if (!method.takes_separation) {
        settings.separation = 0.0;
    }
    CellKey key;
    key.track = impact_track().id;
    key.method = method.id;
    key.case_name = set.name;
    for (const OptionValue& value : option_values(settings, impact_options())) {
        key.settings.push_back(std::string(kImpactOwner) + "." + value.id + "=" + value.value);
    }
    for (const OptionValue& value : option_values(method.own, method.options.list)) {
        key.settings.push_back(method.id + "." + value.id + "=" + value.value);
    }
    key.conditions = set.conditions;
    key.conditions.emplace_back("timing_rounds", std::to_string(asking.timing_rounds));
    if (!block.is_whole) {
        key.conditions.emplace_back("queries", std::to_string(block.first) + " to " +
                                                   std::to_string(block.first + block.count - 1));
    }
    return key;
}

}  // namespace touchstone
