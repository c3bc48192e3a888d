#include "rigid_solver/events/contact_exchange.h"

#include <algorithm>
#include <cmath>
#include <utility>
#include <vector>

#include "rigid_solver/events/orthogonal_columns.h"

namespace touchstone {
namespace {

/// The set of contacts with forces.
struct ActiveSet {
    const ComplementarityProblem& problem;
    std::vector<int> contacts;
    OrthogonalColumns columns;
    Eigen::VectorXd values;  ///< forces of these contacts

    static constexpr double kIndependent = 1e-7;  // share of the column's length

    /// Finds the forces that make their w zero; contacts that depend on earlier ones drop out.
    void solve() {
        std::vector<int> kept;
        kept.reserve(contacts.size());
        columns.keep_first(0);
        for (const int contact : contacts) {
            if (columns.append(problem.factor.col(contact), kIndependent)) {
                kept.push_back(contact);
            }
        }
        contacts = std::move(kept);
        Eigen::VectorXd rates(static_cast<int>(contacts.size()));
        for (int i = 0; i < rates.size(); ++i) {
            rates[i] = -problem.offset[contacts[i]];
        }
        values = columns.least_squares(columns.shortest(rates));
    }
    /// Drops the contact with the most negative force; false: there is none.
    bool drop_pull() {
        int least = 0;
        if (values.size() == 0 || values.minCoeff(&least) >= 0.0) {
            return false;
        }
        contacts.erase(contacts.begin() + least);
        return true;
    }
    /// Takes a contact that closes. Where it depends on others, it takes the place of that whose
    /// force its own would bring to zero first; false: there is none, and nothing helps.
    bool take(int contact) {
        const Eigen::VectorXd column = problem.factor.col(contact);
        const Eigen::VectorXd shares = columns.least_squares(column);
        const bool depends = !columns.append(column, kIndependent);
        if (depends) {
            int first = -1;
            for (int i = 0; i < shares.size(); ++i) {
                if (shares[i] > kIndependent &&
                    (first < 0 || values[i] * shares[first] < values[first] * shares[i])) {
                    first = i;
                }
            }
            if (first < 0) {
                return false;
            }
            contacts.erase(contacts.begin() + first);
        }
        contacts.push_back(contact);
        return true;
    }
    Eigen::VectorXd forces() const {
        Eigen::VectorXd all = Eigen::VectorXd::Zero(problem.offset.size());
        for (int i = 0; i < values.size(); ++i) {
            all[contacts[i]] = std::max(0.0, values[i]);
        }
        return all;
    }
};

}  // namespace

Eigen::VectorXd refined_forces(const ComplementarityProblem& problem,
                               const Eigen::Ref<const Eigen::VectorXd>& forces, int most) {
    ActiveSet set{problem, {}, OrthogonalColumns(static_cast<int>(problem.factor.rows())), {}};
    set.contacts.reserve(static_cast<std::size_t>(forces.size()));
    for (int i = 0; i < forces.size(); ++i) {
        if (forces[i] > 0.0) {
            set.contacts.push_back(i);
        }
    }
    Eigen::VectorXd best = forces;
    double least_closing = INFINITY;
    for (int step = 0; step < most; ++step) {
        set.solve();
        if (set.drop_pull()) {
            continue;
        }
        const Eigen::VectorXd now = set.forces();
        const Eigen::VectorXd opening =
            problem.factor.transpose() * (problem.factor * now) + problem.offset;
        int closing = 0;
        const double most_closing = -opening.minCoeff(&closing);
        if (most_closing < least_closing) {
            best = now;
            least_closing = most_closing;
        }
        if (most_closing <= 0.1 * kComplementarityTolerance || !set.take(closing)) {
            break;
        }
    }
    return best;
}

}  // namespace touchstone
