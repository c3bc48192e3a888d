#include "reports/writers/tests/sample_league.h"

namespace touchstone::testing {

using namespace reports;
namespace {

LeagueRow make_row(const std::string& id, const std::string& name, RowKind kind) {
    LeagueRow row;
    row.id = id;
    row.title = name;
    row.kind = kind;
    row.program = kind == RowKind::Engine ? "engine" : "";
    row.form = kind == RowKind::Method ? "tets" : name;
    row.shown_command = name;
    row.version = name;
    row.settings = name;
    row.precision = name;
    row.claims = name;
    row.source = name;
    return row;
}

LeagueCell make_faulty_cell(const std::string& name) {
    LeagueCell cell;
    cell.outcome = Outcome::Answered;
    cell.figures = {5, 0.5, 0.8, 1.25};
    cell.again = {4, 0.5, 0.75, 1.0};
    cell.repeatable = false;
    cell.digest = "d1";
    cell.correct = 4;
    cell.expected_normals = 2;
    cell.met_normals = 1;
    cell.min_contacts = 4;
    cell.faults = {1, 1, 2, 0, 0};
    cell.audit.outside_bounds = 1;
    cell.passes = false;
    cell.bodies = {name, name};
    Offender offender;
    offender.index = 3;
    offender.contact.position = Vec3(0.1, -0.00001, 2.0);
    offender.contact.normal = Vec3::UnitX();
    offender.contact.separation = -0.5;
    offender.contact.body_a = 0;
    offender.contact.body_b = 1;
    offender.verdict.kind = VerdictKind::Sideways;
    offender.verdict.angle = 90.0;
    offender.outside = true;
    cell.offenders = {offender};
    cell.offender_count = 3;
    cell.times = {4, 8e-6, 7};
    return cell;
}

LeagueCell make_unjudged_cell(Outcome outcome, const std::string& reason) {
    LeagueCell cell;
    cell.outcome = outcome;
    cell.reason = reason;
    return cell;
}

MotionTrial make_trial(TrialEnd end, int steps) {
    MotionTrial trial;
    trial.outcome = Outcome::Answered;
    trial.end = end;
    trial.steps = steps;
    trial.drift = 0.0015;
    trial.judged_contacts = 200;
    trial.wrong_contacts = 3;
    trial.judged_steps = steps;
    return trial;
}

}  // namespace

LeagueReport make_sample_league(const std::string& name) {
    LeagueReport report;
    report.provenance.version = "1.2.3";
    report.provenance.commit = "abc";
    report.provenance.sections = {{"opposing", {{"ties", name}}}};
    LeagueResult& result = report.result;
    result.steps = 500;
    result.rows = {
        make_row("opposing", name, RowKind::Method), make_row("engine_hull", name, RowKind::Engine),
        make_row("mine", name, RowKind::Command), make_row("absent_hull", name, RowKind::Engine)};
    result.rows[3].not_installed = name;
    result.cases = {{"wall", name, "complex", true, "0123456789"},
                    {"h01", name, "field", false, "0123456789"}};
    LeagueCell right;
    right.outcome = Outcome::Answered;
    right.figures = {4, 1.0, 1.0, 1.0};
    right.correct = 4;
    right.expected_normals = 1;
    right.met_normals = 1;
    right.min_contacts = 4;
    right.passes = true;
    right.times = {2, 3e-6, 7};
    result.cells = {right,
                    right,
                    make_faulty_cell(name),
                    make_unjudged_cell(Outcome::Unsupported, name),
                    make_unjudged_cell(Outcome::Failed, name),
                    make_faulty_cell(name),
                    make_unjudged_cell(Outcome::NotInstalled, name),
                    make_unjudged_cell(Outcome::NotInstalled, name)};
    MotionTrial failed = make_trial(TrialEnd::Broken, 3);
    failed.outcome = Outcome::Failed;
    failed.reason = name;
    MotionTrial absent;
    absent.outcome = Outcome::NotInstalled;
    absent.reason = name;
    result.trials = {make_trial(TrialEnd::AllSteps, 500), make_trial(TrialEnd::Fallen, 12), failed,
                     absent};
    return report;
}

LeaguePageExtras make_sample_extras(const std::string& name) {
    LeaguePageExtras extras;
    extras.command = name;
    extras.date = "2026-01-02";
    extras.pictures.taken = {{2, "PNG", ""}, {5, "", name}};
    extras.pictures.left_out = 3;
    return extras;
}

}  // namespace touchstone::testing
