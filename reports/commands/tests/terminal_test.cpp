#include <array>
#include <cstdlib>
#include <filesystem>
#include <fstream>

#include "methods/testing/catch.h"
#include "methods/testing/temporary_folder.h"
#include "reports/commands/tests/terminal_program.h"

using namespace touchstone;
using namespace touchstone::testing;
using Catch::Matchers::Contains;

namespace {

const Arguments kReport{"report", "fundamental", "--generators", "semi_local,growth,opposing"};

}  // namespace

TEST_CASE("at a terminal a report is a line per method first, and no wider than the terminal",
          "[cli]") {
    const int columns = GENERATE(60, 80, 130);
    const TerminalResult result = run_at_terminal(kReport, columns);
    CAPTURE(result.output);
    CHECK(result.status == 0);
    CHECK(widest_line(result.output) <= columns);
    const std::size_t best = result.output.find("Semi-local");
    const std::size_t next = result.output.find("Growth");
    CHECK(best < next);
    CHECK(next < result.output.find("Spike in crack"));
    CHECK_THAT(result.output, Contains("10 of 10") && Contains("\x1b[32m"));
    CHECK_THAT(result.output, !Contains("paper"));
}

TEST_CASE("NO_COLOR and a dumb terminal show no colours", "[cli]") {
    const std::string variable = GENERATE("NO_COLOR=1", "TERM=dumb");
    const TerminalResult result =
        run_at_terminal({"report", "spikes", "--format", "table"}, 80, {variable});
    CHECK_THAT(result.output,
               Contains("Semi-local") && !Contains("\x1b[32m") && !Contains("\x1b[1m"));
}

TEST_CASE("contacts are a table at a terminal and CSV elsewhere", "[cli]") {
    const Arguments contacts{"contacts", "spikes", "--generator", "opposing"};
    const TerminalResult table = run_at_terminal(contacts, 80);
    CHECK(widest_line(table.output) <= 80);
    CHECK_THAT(table.output, Contains("Position") && !Contains("position_x"));
    const ChildResult piped = run_touchstone(contacts);
    CHECK_THAT(piped.output, Contains("position_x"));
    Arguments asked = contacts;
    asked.insert(asked.end(), {"--format", "table"});
    CHECK_THAT(run_touchstone(asked).output, Contains("Position") && !Contains("\x1b"));
}

TEST_CASE("what is printed is what is asked for", "[cli]") {
    const auto [format, start] = GENERATE(table<std::string, std::string>(
        {{"md", "# Contact points"}, {"csv", "case,generator,"}, {"json", "{\n"}}));
    const ChildResult result = run_touchstone(
        {"report", "spikes", "--generators", "growth,semi_local", "--format", format});
    CHECK(result.code == 0);
    CHECK_THAT(result.output, Catch::Matchers::StartsWith(start));
}

TEST_CASE("the paper's values are shown for the profile published and on request", "[cli]") {
    const Arguments report{"report", "spikes", "--generators", "growth"};
    const auto output_with = [&](const Arguments& more) {
        Arguments words = report;
        words.insert(words.end(), more.begin(), more.end());
        return run_touchstone(words).output;
    };
    CHECK_THAT(output_with({}), !Contains("paper") && !Contains("≠"));
    CHECK_THAT(output_with({"--paper"}), Contains("Agreement with the paper"));
    CHECK_THAT(output_with({"--profile", "published"}), Contains("Agreement with the paper"));
}

TEST_CASE("check at a terminal names first what got worse", "[check][cli]") {
    const TemporaryFolder folder;
    const std::string file = (folder.path() / "baseline.json").string();
    REQUIRE(run_touchstone({"check", "--baseline", file, "--update", "spikes", "--generators",
                            "opposing", "--queries", "1"})
                .code == 0);
    std::string text = read_bytes(file);
    const std::size_t place = text.find("\"verdict\":\"right\"");
    REQUIRE(place != std::string::npos);
    text.replace(place, 17, "\"verdict\":\"tilted\"");
    std::ofstream(file, std::ios::binary) << text;
    const TerminalResult result = run_at_terminal({"check", "--baseline", file}, 80);
    CAPTURE(result.output);
    CHECK(result.status == 1);
    CHECK(widest_line(result.output) <= 80);
    CHECK_THAT(result.output, Contains("0 better, 0 worse, 1 contacts only: 1 row."));
    CHECK_THAT(result.output, Contains("tilted") && Contains("right"));
}

TEST_CASE("a long cell shows how far it is, at a terminal alone", "[cli]") {
    const Arguments study{
        "study", "counts",       "--profile",  "corrected", "--steps",
        "60",    "--generators", "volume_sat", "--set",     "solver.max_sweeps=300"};
    const TerminalResult result = run_at_terminal(study, 80);
    CAPTURE(result.output);
    CHECK(result.status == 0);
    CHECK_THAT(result.output, Contains("[###") && Contains("] 0/1  ") && Contains(" runs/s  ") &&
                                  Contains(" s left"));
    CHECK(other_errors(run_touchstone(study)).empty());
}
