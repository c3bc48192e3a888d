#include "reports/tables/study_claims.h"

#include <algorithm>
#include <array>
#include <cmath>
#include <cstdlib>

#include "methods/base/join.h"
#include "reports/text/number_text.h"

namespace touchstone::reports {
namespace {

constexpr std::array<const char*, 3> kThree{"opposing", "growth", "closest_points"};
constexpr double kGoodAngle = 1.0;  // a good normal, as in the tables [degrees]

std::string title_of(const std::string& id) { return find_generator(id).title; }

std::string verdict(bool holds) { return holds ? " — holds" : " — does not hold"; }

/// The results of the paper's three generators with one profile. All must be there.
class Results {
 public:
    Results(const StudyOutcomes& outcomes, Profile profile)
        : outcomes_(outcomes), profile_(profile) {}

    bool complete() const {
        return std::ranges::all_of(kThree, [&](const char* generator) {
            return std::ranges::all_of(outcomes_.experiment->variants, [&](const Variant& v) {
                return outcomes_.find(profile_, generator, v.id) != nullptr;
            });
        });
    }

    const ExperimentResult& at(const std::string& generator, const std::string& variant) const {
        return *outcomes_.find(profile_, generator, variant);
    }

    /// Returns the share of good normals [%]; 0 without contacts.
    double share(const std::string& generator, const std::string& variant) const {
        return 100.0 * at(generator, variant).share_at(kGoodAngle).value_or(0.0);
    }

    /// Returns the mean Q; 0 without contacts that have a Q.
    double mean_quality(const std::string& generator, const std::string& variant) const {
        return at(generator, variant).mean_alignment().value_or(0.0);
    }

    /// Returns "Opposing 41.0 → 55.2 %; Growth …".
    std::string all_shares() const { return listed(&Results::share, 1, " %"); }
    std::string all_mean_qualities() const { return listed(&Results::mean_quality, 3, ""); }

 private:
    /// Returns the measure over the variants for each generator.
    std::string listed(double (Results::*measure)(const std::string&, const std::string&) const,
                       int digits, const std::string& unit) const {
        std::string text;
        for (const char* generator : kThree) {
            std::string values;
            for (const Variant& variant : outcomes_.experiment->variants) {
                append_item(values, rounded_text((this->*measure)(generator, variant.id), digits),
                            " → ");
            }
            std::string item = title_of(generator);
            item.append(" ").append(values).append(unit);
            append_item(text, item, "; ");
        }
        return text;
    }

    const StudyOutcomes& outcomes_;
    Profile profile_;
};

/// Returns by how many points the share of good normals rises from one variant to the other.
double gain(const Results& results, const std::string& generator, const char* from,
            const char* to) {
    return results.share(generator, to) - results.share(generator, from);
}

std::string gains_text(const Results& results, const char* from, const char* to) {
    std::string text;
    for (const char* generator : kThree) {
        const double points = gain(results, generator, from, to);
        append_item(text,
                    title_of(generator) + " " + (points < 0.0 ? "" : "+") + rounded_text(points, 1),
                    "; ");
    }
    return text + " points";
}

std::vector<StudyClaim> perturbation_claims(const Results& results) {
    std::vector<StudyClaim> claims;
    // The mean of Q is the area under the paper's curves.
    const bool all_gain = std::ranges::all_of(kThree, [&](const char* g) {
        return results.mean_quality(g, "0.03") > results.mean_quality(g, "0");
    });
    claims.push_back({"All methods benefit from larger perturbations", "§8.5",
                      "mean Q, from no shift to the largest: " + results.all_mean_qualities() +
                          verdict(all_gain)});
    const double growth = gain(results, "growth", "0", "0.03");
    const bool growth_gains_most = growth > gain(results, "opposing", "0", "0.03") &&
                                   growth > gain(results, "closest_points", "0", "0.03");
    claims.push_back({"Growth gains more than the others", "§8.5",
                      "good normals: " + results.all_shares() + "; that is " +
                          gains_text(results, "0", "0.03") + verdict(growth_gains_most)});
    std::string counts;
    bool opposing_leads = true;
    for (const char* shift : {"0.01", "0.02", "0.03"}) {
        const int opposing = results.at("opposing", shift).correct_at[1];
        const int closest = results.at("closest_points", shift).correct_at[1];
        opposing_leads = opposing_leads && opposing > closest;
        append_item(counts, std::to_string(opposing) + " against " + std::to_string(closest) +
                                " at " + shift + " m");
    }
    claims.push_back({"Opposing has more normals of quality one than Closest points at every level",
                      "§8.5", counts + verdict(opposing_leads)});
    return claims;
}

std::vector<StudyClaim> refinement_claims(const Results& results) {
    const auto share = [&](const char* generator) {
        return rounded_text(results.share(generator, "refined"), 1) + " % of " +
               std::to_string(results.at(generator, "refined").contacts()) + " contacts";
    };
    const int opposing = results.at("opposing", "refined").contacts();
    const auto more = [&](const char* generator) {
        const int difference = results.at(generator, "refined").contacts() - opposing;
        return (difference < 0 ? "" : "+") + std::to_string(difference);
    };
    const double gained = gain(results, "opposing", "coarse", "refined");
    const bool opposing_gains_most = gained > gain(results, "growth", "coarse", "refined") &&
                                     gained > gain(results, "closest_points", "coarse", "refined");
    return {
        {"Opposing: little more than 90 % good normals", "§8.6", share("opposing")},
        {"Growth: close to 70 % good normals", "§8.6", share("growth")},
        {"Closest points: only 30 % good normals", "§8.6", share("closest_points")},
        {"Growth and Closest points make about 1500 contacts more than Opposing", "§8.6",
         "Growth " + more("growth") + ", Closest points " + more("closest_points") +
             " against Opposing's " + std::to_string(opposing)},
        {"Opposing benefits most from higher resolution", "§8.6",
         gains_text(results, "coarse", "refined") + verdict(opposing_gains_most)},
    };
}

/// Returns the largest less smallest share of good normals over the time steps [points].
double spread(const Results& results, const char* generator) {
    const std::array<double, 3> shares{results.share(generator, "0.001"),
                                       results.share(generator, "0.01"),
                                       results.share(generator, "0.1")};
    return *std::ranges::max_element(shares) - *std::ranges::min_element(shares);
}

std::vector<StudyClaim> time_step_claims(const Results& results) {
    const bool growth_varies_most = spread(results, "growth") > spread(results, "opposing") &&
                                    spread(results, "growth") > spread(results, "closest_points");
    std::string drifts;
    for (const char* generator : kThree) {
        const ExperimentResult& result = results.at(generator, "0.1");
        append_item(drifts,
                    title_of(generator) + " moved by " + rounded_text(1e3 * result.drift, 2) +
                        " mm and " + rounded_text(result.tilt, 2) + "°",
                    "; ");
    }
    return {
        {"Growth is highly sensitive to the time step (and the others hardly, by the figure)",
         "§8.7", "good normals: " + results.all_shares() + verdict(growth_varies_most)},
        {"At 0.1 s Opposing starts to collapse (so the text; the caption says Growth)", "§8.7",
         "after the judged step " + drifts},
    };
}

/// The paper's claims about an experiment.
struct Claims {
    std::string_view experiment;
    std::vector<StudyClaim> (*make)(const Results& results);
};
constexpr std::array<Claims, 3> kClaims{{{"perturbation", &perturbation_claims},
                                         {"refinement", &refinement_claims},
                                         {"time-step", &time_step_claims}}};

}  // namespace

std::vector<StudyClaim> make_claims(const StudyOutcomes& outcomes, Profile profile) {
    const Results results(outcomes, profile);
    const auto* const made =
        std::ranges::find(kClaims, outcomes.experiment->id, &Claims::experiment);
    return made == kClaims.end() || !results.complete() ? std::vector<StudyClaim>()
                                                        : made->make(results);
}

}  // namespace touchstone::reports
