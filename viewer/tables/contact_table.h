#pragma once

#include <array>
#include <optional>
#include <span>
#include <string>
#include <vector>

#include "viewer/model/moment.h"

namespace touchstone::viewer {

/// The conditions that contacts must meet to be shown. By default all pass.
struct ContactFilter {
    int body_a = -1;                                       ///< body of the contact; -1: any
    int body_b = -1;                                       ///< other body of the contact; -1: any
    std::array<bool, kVerdictKinds> verdicts;              ///< verdicts that pass, by VerdictKind
    std::array<bool, 4> features{true, true, true, true};  ///< types of feature that pass, by
                                                           ///< FeatureType, for either body
    double least_angle = 0.0;                              ///< smallest angle to the nearest
                                                           ///< right normal [degrees]
    double most_angle = 180.0;               ///< largest angle; contacts without an angle pass
    std::optional<double> least_separation;  ///< least separation that passes [m]
    std::optional<double> most_separation;   ///< largest separation that passes [m]

    ContactFilter() { verdicts.fill(true); }
    bool operator==(const ContactFilter&) const = default;
};

/// Returns the contacts of the moment that pass, by ascending index.
std::vector<int> passing_contacts(const Moment& moment, const ContactFilter& filter);

/// A filter and its up to a hundred predecessors.
class FilterHistory {
 public:
    /// Returns the filter in use.
    const ContactFilter& now() const { return filters_[place_]; }
    /// Sets a filter, and drops undone ones; ignores an unchanged one.
    void set(const ContactFilter& filter);
    /// Replaces the filter without keeping the last one, while a slider moves.
    void replace(const ContactFilter& filter);
    /// Returns true when there is a predecessor to return to.
    bool can_undo() const { return place_ > 0; }
    /// Returns true when there is an undone filter to return to.
    bool can_redo() const { return place_ + 1 < filters_.size(); }
    /// Returns to the predecessor; does nothing when there is none.
    void undo();
    /// Returns to the filter undone last; does nothing when there is none.
    void redo();

 private:
    std::vector<ContactFilter> filters_{ContactFilter{}};
    std::size_t place_ = 0;
};

/// The columns of the table of contacts.
enum class ContactColumn { Index, Bodies, Features, Verdict, Angle, Alignment, Separation, Height };
/// Number of columns.
inline constexpr int kContactColumns = 8;
/// Returns the heading of a column.
const char* column_title(ContactColumn column);
/// Returns the definition of a column, one sentence.
const char* column_meaning(ContactColumn column);

/// Returns true for the verdicts that say that a contact is not as it must be.

/// Finds the next wrong contact below (or above) a row, and from the other end again. `contacts`:
/// the rows; `from`: a contact, otherwise from the end. Nothing when none is wrong.
std::optional<int> find_wrong(std::span<const int> contacts, const Moment& moment,
                              std::optional<int> from, bool backwards);

/// Returns the contact so many rows below another (above: negative), as far as there are rows;
/// without another, the first or the last. Nothing without rows.
std::optional<int> find_row(std::span<const int> contacts, std::optional<int> from, int step);

/// Sorts the contacts by a column; equal ones by their index. Contacts without a value come last.
void sort_contacts(std::vector<int>& contacts, const Moment& moment, ContactColumn column,
                   bool descending);

/// Returns the text of a cell.
std::string cell_text(const Moment& moment, std::span<const BodySetup> bodies, int contact,
                      ContactColumn column);

/// Returns the name of a feature: "edge (3, 17)"; "feature not told" when the method has not said
/// which.
std::string feature_text(const Feature& feature);

/// A fact about a contact: name and value.
struct ContactFact {
    std::string name;
    std::string value;
};
/// Lists all facts about a contact.
std::vector<ContactFact> contact_facts(const Moment& moment, std::span<const BodySetup> bodies,
                                       int contact);

}  // namespace touchstone::viewer
