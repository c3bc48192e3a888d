#pragma once

#include <array>
#include <optional>
#include <span>
#include <string>
#include <vector>

#include "viewer/model/moment.h"

namespace touchstone::viewer {

/// Which contacts are looked at. The default lets all through.
struct ContactFilter {
    int body_a = -1;                           ///< only contacts of this body; -1: of any
    int body_b = -1;                           ///< and of this one
    std::array<bool, kVerdictKinds> verdicts;  ///< by VerdictKind
    std::array<bool, 4> features{true, true, true, true};  ///< by FeatureType, of either body
    double least_angle = 0.0;                ///< to the nearest right normal [degrees]
    double most_angle = 180.0;               ///< contacts without an angle pass
    std::optional<double> least_separation;  ///< [m]
    std::optional<double> most_separation;   ///< [m]

    ContactFilter() { verdicts.fill(true); }
    bool operator==(const ContactFilter&) const = default;
};

/// The contacts of the moment that pass, by index, rising.
std::vector<int> passing_contacts(const Moment& moment, const ContactFilter& filter);

/// A filter and the ones before it, the last hundred.
class FilterHistory {
 public:
    const ContactFilter& now() const { return filters_[place_]; }
    void set(const ContactFilter& filter);  ///< forgets what was undone; nothing if it is the same
    /// The same without remembering what was before: while a slider moves.
    void replace(const ContactFilter& filter);
    bool can_undo() const { return place_ > 0; }
    bool can_redo() const { return place_ + 1 < filters_.size(); }
    void undo();  ///< nothing when there is none
    void redo();

 private:
    std::vector<ContactFilter> filters_{ContactFilter{}};
    std::size_t place_ = 0;
};

enum class ContactColumn { Index, Bodies, Features, Verdict, Angle, Alignment, Separation, Height };
inline constexpr int kContactColumns = 8;
const char* column_title(ContactColumn column);

/// Sorts the contacts by a column; equal ones by their index. What has no value comes last.
void sort_contacts(std::vector<int>& contacts, const Moment& moment, ContactColumn column,
                   bool descending);

/// One cell's text.
std::string cell_text(const Moment& moment, std::span<const BodySetup> bodies, int contact,
                      ContactColumn column);

/// "edge (3, 17)"
std::string feature_text(const Feature& feature);

/// All there is to say about one contact, one line per fact: name, value.
struct ContactFact {
    std::string name;
    std::string value;
};
std::vector<ContactFact> contact_facts(const Moment& moment, std::span<const BodySetup> bodies,
                                       int contact);

}  // namespace touchstone::viewer
