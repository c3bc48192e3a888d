#include "generators/external/external_impact.h"

#include <cmath>
#include <string>

#include "generators/outcome.h"
#include "methods/testing/catch.h"

using namespace touchstone;
using Catch::Matchers::Contains;

namespace {

ExternalImpactMethod start_impact(const std::string& mode) {
    return make_external_impact_method(
        {std::string(TOUCHSTONE_EXTERNAL_PROGRAM) + " " + mode, 20.0});
}

std::string impact_fault_of(const std::string& mode) {
    const ExternalImpactMethod method = start_impact(mode);
    try {
        method.find(ImpactQuery{}, {});
    } catch (const GeneratorFault& fault) {
        CHECK(fault.outcome == Outcome::Failed);
        return fault.what();
    }
    return "none";
}

}  // namespace

TEST_CASE("a program's contact times come back as it gave them", "[external]") {
    const ExternalImpactMethod method = start_impact("good");
    CHECK(method.id == "test_program");
    CHECK(method.title == "Test Program 1.0");
    CHECK(method.conservative);
    CHECK_FALSE(method.takes_separation);
    for (int i = 0; i < 3; ++i) {
        const Impact impact = method.find(ImpactQuery{}, {});
        CHECK(impact.hit);
        CHECK(impact.time == 0.0);
        CHECK(impact.work == 3);
        CHECK(impact.proof == ImpactProof::None);
    }
    const Impact without = start_impact("silent").find(ImpactQuery{}, {});
    CHECK(without.hit);
    CHECK(std::isnan(without.time));
}

TEST_CASE("each way to go wrong about contact times is a fault that says which", "[external]") {
    CHECK_THAT(impact_fault_of("exits"), Contains("status 3") && Contains("no licence"));
    CHECK_THAT(impact_fault_of("garbage"), Contains("not JSON"));
    CHECK_THAT(impact_fault_of("nan"), Contains("\"time\"") && Contains("finite"));
    CHECK_THAT(impact_fault_of("late"), Contains("[0, t_max]"));
    CHECK_THAT(impact_fault_of("maybe"), Contains("\"hit\""));
    CHECK_THAT(impact_fault_of("foreign_id"), Contains("not to query"));
}
