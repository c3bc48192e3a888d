// A change that is planted in each method is caught, in the case and contact where it shows.

#include <algorithm>
#include <string>
#include <vector>

#include "generators/generator.h"
#include "methods/testing/catch.h"
#include "reports/figures.h"
#include "testcases/study.h"

using namespace touchstone;

namespace {

enum class Fault { None, FlippedNormal, DroppedContact, Displaced, Shallower };

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

/// A twin of each method of the table, with a fault that can be switched on.
std::vector<std::string> add_planted_methods() {
    static const std::vector<std::string> planted = [] {
        std::vector<std::string> ids;
        const std::vector<Generator> originals(all_generators().begin(), all_generators().end());
        for (const Generator& original : originals) {
            Generator twin = original;
            twin.id = "planted_" + original.id;
            twin.generate = [generate = original.generate](const Collider& a, const Collider& b,
                                                           const Query& query) {
                std::vector<ContactPoint> contacts = generate(a, b, query);
                spoil(contacts);
                return contacts;
            };
            add_generator(twin);
            ids.push_back(twin.id);
        }
        return ids;
    }();
    return planted;
}

std::vector<FigureRow> ask(const std::vector<std::string>& generators, Fault with) {
    fault = with;
    StudyRequest request;
    request.cases = expand_cases(std::vector<std::string>{"fundamental"});
    request.generators = generators;
    request.settings = make_study_settings(Profile::Corrected);
    std::vector<FigureRow> rows;
    for (const StudyRow& row : run_study(request).rows) {
        rows.push_back(make_figure_row(row, 0));
    }
    return rows;
}

bool names_a_contact(const std::vector<Movement>& movements, const std::string& generator) {
    return std::ranges::any_of(movements, [&](const Movement& movement) {
        return movement.key.generator_id == generator && movement.what.starts_with("contact ");
    });
}

}  // namespace

TEST_CASE("a fault planted in any method is caught and named", "[check]") {
    const std::vector<std::string> generators = add_planted_methods();
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
