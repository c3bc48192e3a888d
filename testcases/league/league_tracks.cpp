#include "testcases/league/league_tracks.h"

#include <algorithm>
#include <nlohmann/json.hpp>

#include "testcases/cells/cell_json.h"
#include "testcases/files/json/json_optional.h"

namespace touchstone {
namespace {

using OrderedJson = nlohmann::ordered_json;

OrderedJson figures_json(const CellFigures& figures) {
    return {{"contacts", figures.contacts},
            {"coverage", optional_json(figures.coverage)},
            {"quality", optional_json(figures.quality)},
            {"excess", optional_json(figures.excess)}};
}

CellFigures read_figures(const nlohmann::json& json) {
    return {.contacts = json.at("contacts").get<int>(),
            .coverage = read_optional<double>(json.at("coverage")),
            .quality = read_optional<double>(json.at("quality")),
            .excess = read_optional<double>(json.at("excess"))};
}

OrderedJson offender_json(const Offender& offender) {
    const ContactPoint& contact = offender.contact;
    return {{"index", offender.index},
            {"bodies", {contact.body_a, contact.body_b}},
            {"position", vector_json(contact.position)},
            {"normal", vector_json(contact.normal)},
            {"separation", cell_number_json(contact.separation)},
            {"verdict", static_cast<int>(offender.verdict.kind)},
            {"angle", cell_number_json(offender.verdict.angle)},
            {"well_placed", optional_json(offender.verdict.well_placed)},
            {"separation_in_range", optional_json(offender.verdict.separation_in_range)},
            {"outside", offender.outside}};
}

Offender read_offender(const nlohmann::json& json) {
    Offender offender;
    offender.index = json.at("index");
    offender.contact.body_a = json.at("bodies").at(0);
    offender.contact.body_b = json.at("bodies").at(1);
    offender.contact.position = read_vector(json.at("position"));
    offender.contact.normal = read_vector(json.at("normal"));
    offender.contact.separation = read_cell_number(json.at("separation"));
    offender.verdict.kind = read_enum<VerdictKind>(json.at("verdict"), kVerdictKinds);
    offender.verdict.angle = read_cell_number(json.at("angle"));
    offender.verdict.well_placed = read_optional<bool>(json.at("well_placed"));
    offender.verdict.separation_in_range = read_optional<bool>(json.at("separation_in_range"));
    offender.outside = json.at("outside");
    return offender;
}

OrderedJson cell_json(const LeagueCell& cell) {
    OrderedJson offenders = OrderedJson::array();
    for (const Offender& offender : cell.offenders) {
        offenders.push_back(offender_json(offender));
    }
    return {{"figures", figures_json(cell.figures)},
            {"again", figures_json(cell.again)},
            {"correct", cell.correct},
            {"expected_normals", cell.expected_normals},
            {"met_normals", cell.met_normals},
            {"min_contacts", optional_json(cell.min_contacts)},
            {"faults", faults_json(cell.faults)},
            {"audit", audit_json(cell.audit)},
            {"positions", cell.positions},
            {"faulty_variants", cell.faulty_variants},
            {"unknown", cell.unknown},
            {"passes", optional_json(cell.passes)},
            {"bodies", cell.bodies},
            {"offenders", offenders},
            {"offender_count", cell.offender_count}};
}

void read_cell(const nlohmann::json& json, LeagueCell& cell) {
    cell.figures = read_figures(json.at("figures"));
    cell.again = read_figures(json.at("again"));
    cell.correct = json.at("correct");
    cell.expected_normals = json.at("expected_normals");
    cell.met_normals = json.at("met_normals");
    cell.min_contacts = read_optional<int>(json.at("min_contacts"));
    cell.faults = read_faults(json.at("faults"));
    cell.audit = read_audit(json.at("audit"));
    cell.positions = json.at("positions");
    cell.faulty_variants = json.at("faulty_variants");
    cell.unknown = json.at("unknown");
    cell.passes = read_optional<bool>(json.at("passes"));
    cell.bodies = json.at("bodies").get<std::vector<std::string>>();
    for (const nlohmann::json& offender : json.at("offenders")) {
        cell.offenders.push_back(read_offender(offender));
    }
    cell.offender_count = json.at("offender_count");
}

OrderedJson trial_json(const MotionTrial& trial) {
    return {
        {"end", trial_end_id(trial.end)},
        {"steps", trial.steps},
        {"drift", trial.drift},
        {"tilt", trial.tilt},
        {"kinetic", trial.kinetic},
        {"penetration", trial.penetration},
        {"contacts",
         {trial.contacts.mean, trial.contacts.min, trial.contacts.max, trial.contacts.deviation}},
        {"judged_steps", trial.judged_steps},
        {"judged_contacts", trial.judged_contacts},
        {"wrong_contacts", trial.wrong_contacts},
        {"steps_with_missed", trial.steps_with_missed},
        {"silent", trial.silent},
        {"error", trial.error}};
}

void read_trial(const nlohmann::json& json, MotionTrial& trial) {
    trial.end = find_trial_end(json.at("end").get<std::string>());
    trial.steps = json.at("steps");
    trial.drift = json.at("drift");
    trial.tilt = json.at("tilt");
    trial.kinetic = json.at("kinetic");
    trial.penetration = json.at("penetration");
    trial.contacts.mean = json.at("contacts").at(0);
    trial.contacts.min = json.at("contacts").at(1);
    trial.contacts.max = json.at("contacts").at(2);
    trial.contacts.deviation = json.at("contacts").at(3);
    trial.judged_steps = json.at("judged_steps");
    trial.judged_contacts = json.at("judged_contacts");
    trial.wrong_contacts = json.at("wrong_contacts");
    trial.steps_with_missed = json.at("steps_with_missed");
    trial.silent = json.at("silent");
    trial.error = json.at("error");
}

std::optional<double> as_number(std::optional<int> count) {
    return count ? std::optional<double>(*count) : std::nullopt;
}

/// Returns a count of a judged cell; nothing for any other, for which no number is 0.
template <auto member>
std::optional<double> judged_count(const LeagueCell& cell, int) {
    return cell.judged() ? std::optional<double>(cell.*member) : std::nullopt;
}

std::span<const Figure<LeagueCell>> league_figures() {
    using Cell = const LeagueCell&;
    static const std::vector<Figure<LeagueCell>> figures{
        {"", "contacts", true,
         [](Cell c, int) {
             return c.judged() ? std::optional<double>(c.figures.contacts) : std::nullopt;
         }},
        {"", "correct", true, &judged_count<&LeagueCell::correct>},
        {"", "expected_normals", true, &judged_count<&LeagueCell::expected_normals>},
        {"", "met_normals", true, &judged_count<&LeagueCell::met_normals>},
        {"", "min_contacts", true, [](Cell c, int) { return as_number(c.min_contacts); }},
        {"", "coverage", false, [](Cell c, int) { return c.figures.coverage; }},
        {"", "quality", false, [](Cell c, int) { return c.figures.quality; }},
        {"", "excess", false, [](Cell c, int) { return c.figures.excess; }}};
    return figures;
}

template <auto member>
std::optional<double> moved(const MotionTrial& trial, int) {
    return trial.steps > 0 ? std::optional<double>(static_cast<double>(trial.*member))
                           : std::nullopt;
}

template <auto member>
std::optional<double> moved_contacts(const MotionTrial& trial, int) {
    return trial.steps > 0 ? std::optional<double>(trial.contacts.*member) : std::nullopt;
}

std::optional<double> fallen_step(const MotionTrial& trial, int) {
    return trial.fell() ? std::optional<double>(trial.steps) : std::nullopt;
}

std::span<const Figure<MotionTrial>> motion_figures() {
    using Trial = MotionTrial;
    using Counts = CountStatistics;
    static const std::vector<Figure<MotionTrial>> figures{
        {"", "steps", true, &moved<&Trial::steps>},
        {"", "fallen_step", true, &fallen_step},
        {"", "drift_m", false, &moved<&Trial::drift>},
        {"", "tilt_degrees", false, &moved<&Trial::tilt>},
        {"", "kinetic_J", false, &moved<&Trial::kinetic>},
        {"", "penetration_m", false, &moved<&Trial::penetration>},
        {"", "contacts_mean", false, &moved_contacts<&Counts::mean>},
        {"", "contacts_min", true, &moved_contacts<&Counts::min>},
        {"", "contacts_max", true, &moved_contacts<&Counts::max>},
        {"", "judged_steps", true, &moved<&Trial::judged_steps>},
        {"", "judged_contacts", true, &moved<&Trial::judged_contacts>},
        {"", "wrong_contacts", true, &moved<&Trial::wrong_contacts>},
        {"", "steps_with_missed", true, &moved<&Trial::steps_with_missed>},
        {"", "silent_pairs", true, &moved<&Trial::silent>},
        {"", "solver_error", false, &moved<&Trial::error>}};
    return figures;
}

}  // namespace

const Track<LeagueCell>& league_track() {
    static const Track<LeagueCell> track{
        .id = "league", .figures = &league_figures, .write = &cell_json, .read = &read_cell};
    return track;
}

const Track<MotionTrial>& motion_track() {
    static const Track<MotionTrial> track{
        .id = "motion", .figures = &motion_figures, .write = &trial_json, .read = &read_trial};
    return track;
}

}  // namespace touchstone
