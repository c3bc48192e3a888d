#include <vector>

#include "generators/continuous/impact_method.h"
#include "generators/continuous/tests/impact_checks.h"
#include "generators/continuous/tests/random_impacts.h"
#include "generators/local/tests/counted_new.h"
#include "methods/testing/catch.h"

using namespace touchstone;
using namespace touchstone::testing;

// Integers allocate, so the two methods that may decide by them are left out.
TEST_CASE("contact-time methods allocate nothing once their workspace has grown", "[continuous]") {
    const ImpactMethod method = GENERATE(filter(
        [](const ImpactMethod& m) { return m.id != "exact_contact" && m.id != "root_parity"; },
        from_range(all_impact_methods().begin(), all_impact_methods().end())));
    CAPTURE(method.id);
    RandomImpacts random(31);
    std::vector<ImpactQuery> queries;
    for (int i = 0; i < 300; ++i) {
        queries.push_back(random.draw());
    }
    const auto ask_all = [&] {
        int hits = 0;
        for (const ImpactQuery& query : queries) {
            ImpactSettings settings;
            settings.tolerance = 1e-6 * size_of(query);
            settings.max_boxes = 1000;
            hits += method.find(query, settings).hit ? 1 : 0;
        }
        return hits;
    };
    const int hits = ask_all();
    const long before = allocation_count();
    CHECK(ask_all() == hits);
    const long after = allocation_count();
    CHECK(after == before);
}
