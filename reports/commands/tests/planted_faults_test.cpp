// A change that is planted in each method is caught, in the case and contact where it shows.

#include <algorithm>
#include <string>
#include <vector>

#include "generators/generator.h"
#include "methods/base/number_text.h"
#include "methods/testing/catch.h"
#include "reports/tables/regression/figures.h"
#include "testcases/study/study.h"

using namespace touchstone;
using namespace touchstone::reports;

namespace {

enum class Fault { None, FlippedNormal, DroppedContact, Displaced, Shallower, TenfoldTolerance };

/// What all planted methods do at present.
Fault fault = Fault::None;

/// Spoils one contact: the first, in the order of positions, so that it is the same in every run.
void spoil(std::vector<ContactPoint>& contacts) {
    if (contacts.empty()) {
        return;
    }
    const auto victim =
        std::ranges::min_element(contacts, [](const ContactPoint& a, const ContactPoint& b) {
            return std::ranges::lexicographical_compare(a.position, b.position);
        });
    switch (fault) {
        case Fault::None:
        case Fault::TenfoldTolerance:
            break;
        case Fault::FlippedNormal:
            victim->normal = -victim->normal;
            break;
        case Fault::DroppedContact:
            contacts.erase(victim);
            break;
        case Fault::Displaced:
            victim->position.y() += 1e-6;
            break;
        case Fault::Shallower:
            victim->separation += 1e-6;
            break;
    }
}

/// Every tolerance that the method has, ten times as large.
MethodSettings with_tenfold_tolerances(MethodSettings settings, const MethodOptions& options) {
    for (const Option<MethodSettings>& option : options.list) {
        for (const char* const tolerance : {"precision", "envelope", "eps", "delta"}) {
            if (option.id == tolerance) {
                option.write(settings, shortest(10.0 * *parse_number(option.read(settings))));
            }
        }
    }
    return settings;
}

/// A twin of each method of the table, with a fault that can be switched on, beside these.
const MethodList& planted_methods() {
    static const MethodList planted = [] {
        MethodList methods;
        for (const Generator& original : all_generators()) {
            if (!original.is_for_all()) {
                continue;  // the cases' bodies are polyhedra
            }
            Generator twin = original;
            twin.id = "planted_" + original.id;
            twin.generate = [generate = original.generate, &original](
                                const Collider& a, const Collider& b, const Query& query) {
                Query asked = query;
                if (fault == Fault::TenfoldTolerance) {
                    asked.settings = with_tenfold_tolerances(query.settings, original.options);
                }
                std::vector<ContactPoint> contacts = generate(a, b, asked);
                spoil(contacts);
                return contacts;
            };
            methods.add(std::move(twin));
        }
        return methods;
    }();
    return planted;
}

std::vector<std::string> planted_ids() {
    std::vector<std::string> ids = planted_methods().ids();
    ids.erase(ids.begin(), ids.begin() + std::ssize(all_generators()));
    return ids;
}

std::vector<FigureRow> ask(const std::vector<std::string>& generators, Fault with,
                           const std::vector<std::string>& cases = {"fundamental"}, int query = 1) {
    fault = with;
    StudyRequest request;
    request.cases = expand_cases(cases);
    request.generators = generators;
    request.query = query;
    request.settings = make_study_settings(Profile::Corrected, planted_methods());
    std::vector<FigureRow> rows;
    for (const StudyRow& row : run_study(request).rows) {
        rows.push_back(make_figure_row(row, 0));
    }
    return rows;
}

/// Where there are too many contacts to list, those of a pair of bodies.
bool names_a_contact(const std::vector<Movement>& movements, const std::string& generator) {
    return std::ranges::any_of(movements, [&](const Movement& movement) {
        return movement.key.generator_id == generator &&
               (movement.what.starts_with("contact ") || movement.what.starts_with("pair "));
    });
}

}  // namespace

TEST_CASE("a fault planted in any method is caught and named", "[check]") {
    const std::vector<std::string> generators = planted_ids();
    const std::vector<FigureRow> before = ask(generators, Fault::None);
    CHECK(find_movements(before, ask(generators, Fault::None), default_tolerances()).empty());
    for (const Fault planted :
         {Fault::FlippedNormal, Fault::DroppedContact, Fault::Displaced, Fault::Shallower}) {
        const std::vector<Movement> movements =
            find_movements(before, ask(generators, planted), default_tolerances());
        for (const std::string& generator : generators) {
            CAPTURE(generator, static_cast<int>(planted));
            CHECK(names_a_contact(movements, generator));
        }
    }
}

// At the first query bodies touch exactly, whatever the tolerance; the solver's rounding makes the
// gaps in which it shows. That is why the baseline has three queries of each case.
TEST_CASE("tolerances ten times as large are caught and named in any method", "[check]") {
    const std::vector<std::string> generators = planted_ids();
    const std::vector<std::string> cases{"fundamental", "pillar"};
    std::vector<Movement> movements;
    for (const int query : {1, 2, 3}) {
        for (const Movement& movement : find_movements(
                 ask(generators, Fault::None, cases, query),
                 ask(generators, Fault::TenfoldTolerance, cases, query), default_tolerances())) {
            movements.push_back(movement);
        }
    }
    for (const std::string& generator : generators) {
        // Its distance shows only where surfaces are between that and ten times that apart: in
        // none of these cases.
        if (generator == "planted_first_impact") {
            continue;
        }
        // What it finds does not depend on the reach of the barrier.
        if (generator == "planted_barrier") {
            continue;
        }
        CAPTURE(generator);
        const auto moved = std::ranges::find(movements, generator, [](const Movement& movement) {
            return movement.key.generator_id;
        });
        REQUIRE(moved != movements.end());
        CAPTURE(moved->key.case_id, moved->what, moved->before, moved->after);
        CHECK(!moved->key.case_id.empty());
        CHECK(!moved->what.empty());
        CHECK(moved->before != moved->after);
    }
}
