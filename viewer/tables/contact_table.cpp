#include "viewer/tables/contact_table.h"

#include <algorithm>
#include <cmath>
#include <cstdio>
#include <limits>

#include "viewer/scene/palette.h"

namespace touchstone::viewer {
namespace {

constexpr std::size_t kKeptFilters = 100;

template <typename... Arguments>
std::string formatted(const char* format, Arguments... arguments) {
    std::array<char, 128> text{};
    std::snprintf(text.data(), text.size(), format, arguments...);
    return text.data();
}

/// Returns true when the method has said which element a contact comes from, as not all do.
bool is_told(const Feature& feature) { return feature.vertices[0] >= 0; }

/// Writes a number without the sign of a zero, also of one that rounding makes.
std::string signed_text(const char* format, double value) {
    const std::string text = formatted(format, value);
    const bool is_zero = text.find_first_not_of("-0.") == std::string::npos;
    return is_zero && text.front() == '-' ? text.substr(1) : text;
}

/// A separation that only the rounding of coordinates has made is none [m].
double told_separation(const ContactPoint& point) {
    constexpr double kRounding = 1e-15;  // of a coordinate, some units in its last place
    const double noise = kRounding * point.position.cwiseAbs().maxCoeff();
    return std::isfinite(noise) && std::abs(point.separation) <= noise ? 0.0 : point.separation;
}

bool passes(const ContactPoint& contact, const Verdict& verdict, const ContactFilter& filter) {
    const auto has = [&](int body) {
        return body < 0 || contact.body_a == body || contact.body_b == body;
    };
    const auto feature_shown = [&](const Feature& feature) {
        return filter.features[static_cast<std::size_t>(feature.type)];
    };
    const bool angle_fits = std::isnan(verdict.angle) || (verdict.angle >= filter.least_angle &&
                                                          verdict.angle <= filter.most_angle);
    return has(filter.body_a) && has(filter.body_b) &&
           filter.verdicts[static_cast<std::size_t>(verdict.kind)] &&
           (feature_shown(contact.feature_a) || feature_shown(contact.feature_b)) && angle_fits &&
           (!filter.least_separation || contact.separation >= *filter.least_separation) &&
           (!filter.most_separation || contact.separation <= *filter.most_separation);
}

/// Returns the value by which a column sorts.
double sort_key(const Moment& moment, int contact, ContactColumn column) {
    const ContactPoint& point = moment.contacts[contact];
    const Verdict& verdict = moment.judgement.verdicts[contact];
    switch (column) {
        case ContactColumn::Index:
            return contact;
        case ContactColumn::Bodies:
            return point.body_a * 1e6 + point.body_b;
        case ContactColumn::Features:
            return static_cast<double>(point.feature_a.type) * 4.0 +
                   static_cast<double>(point.feature_b.type);
        case ContactColumn::Verdict:
            return static_cast<double>(verdict.kind);
        case ContactColumn::Angle:
            return verdict.angle;
        case ContactColumn::Alignment:
            return verdict.alignment.value_or(kUnset);
        case ContactColumn::Separation:
            return point.separation;
        case ContactColumn::Height:
            return point.position.y();
    }
    return kUnset;
}

/// Returns the row of a contact; nothing when it is not listed.
std::optional<int> place_in(std::span<const int> contacts, const std::optional<int>& contact) {
    const auto found = contact ? std::ranges::find(contacts, *contact) : contacts.end();
    return found == contacts.end() ? std::nullopt
                                   : std::optional(static_cast<int>(found - contacts.begin()));
}

std::string vector_text(const Vec3& vector) {
    return signed_text("%.4f", vector.x()) + "  " + signed_text("%.4f", vector.y()) + "  " +
           signed_text("%.4f", vector.z());
}

}  // namespace

std::vector<int> passing_contacts(const Moment& moment, const ContactFilter& filter) {
    std::vector<int> passing;
    for (int i = 0; i < std::ssize(moment.contacts); ++i) {
        if (passes(moment.contacts[i], moment.judgement.verdicts[i], filter)) {
            passing.push_back(i);
        }
    }
    return passing;
}

void FilterHistory::set(const ContactFilter& filter) {
    if (filter == now()) {
        return;
    }
    filters_.resize(place_ + 1);
    filters_.push_back(filter);
    if (filters_.size() > kKeptFilters) {
        filters_.erase(filters_.begin());
    }
    place_ = filters_.size() - 1;
}

void FilterHistory::replace(const ContactFilter& filter) { filters_[place_] = filter; }

void FilterHistory::undo() {
    if (can_undo()) {
        --place_;
    }
}

void FilterHistory::redo() {
    if (can_redo()) {
        ++place_;
    }
}

const char* column_title(ContactColumn column) {
    constexpr std::array<const char*, kContactColumns> kTitles{
        "#", "Bodies", "Features", "Verdict", "Angle [°]", "|n·e|", "Sep. [mm]", "y [m]"};
    return kTitles[static_cast<std::size_t>(column)];
}

const char* column_meaning(ContactColumn column) {
    constexpr std::array<const char*, kContactColumns> kMeanings{
        "The contact's number in this step.",
        "The two bodies, A and B; the normal points from A to B.",
        "The mesh elements on A and on B that the contact comes from: V vertex, E edge, F face, T "
        "tet.",
        "What the normal is, compared with the right ones of the pair.",
        "The angle between the normal and the nearest right one, in degrees.",
        "The quality of the contact: the cosine of that angle without its sign, 1 being right.",
        "The gap along the normal; negative where the bodies are inside each other.",
        "The height of the contact."};
    return kMeanings[static_cast<std::size_t>(column)];
}

std::optional<int> find_wrong(std::span<const int> contacts, const Moment& moment,
                              std::optional<int> from, bool backwards) {
    const auto count = static_cast<int>(std::ssize(contacts));
    const std::vector<Verdict>& verdicts = moment.judgement.verdicts;
    const int place = place_in(contacts, from).value_or(backwards ? count : -1);
    for (int i = 1; i <= count; ++i) {
        const int row = ((place + (backwards ? -i : i)) % count + count) % count;
        if (is_wrong(verdicts[contacts[row]].kind)) {
            return contacts[row];
        }
    }
    return std::nullopt;
}

std::optional<int> find_row(std::span<const int> contacts, std::optional<int> from, int step) {
    if (contacts.empty()) {
        return std::nullopt;
    }
    const auto last = static_cast<int>(std::ssize(contacts)) - 1;
    const std::optional<int> place = place_in(contacts, from);
    const int row = place ? *place + step : (step > 0 ? 0 : last);
    return contacts[std::clamp(row, 0, last)];
}

void sort_contacts(std::vector<int>& contacts, const Moment& moment, ContactColumn column,
                   bool descending) {
    std::ranges::sort(contacts);
    std::ranges::stable_sort(contacts, [&](int first, int second) {
        const double a = sort_key(moment, first, column);
        const double b = sort_key(moment, second, column);
        if (std::isnan(a) || std::isnan(b)) {
            return !std::isnan(a) && std::isnan(b);
        }
        return descending ? a > b : a < b;
    });
}

std::string feature_text(const Feature& feature) {
    constexpr std::array<const char*, 4> kNames{"vertex", "edge", "face", "tet"};
    if (!is_told(feature)) {
        return "feature not told";
    }
    std::string text = kNames[static_cast<std::size_t>(feature.type)];
    for (std::size_t i = 0; i <= static_cast<std::size_t>(feature.type); ++i) {
        text += (i == 0 ? " (" : ", ") + std::to_string(feature.vertices[i]);
    }
    return text + ")";
}

std::string cell_text(const Moment& moment, std::span<const BodySetup> bodies, int contact,
                      ContactColumn column) {
    constexpr std::array<const char*, 4> kInitials{"V", "E", "F", "T"};
    const ContactPoint& point = moment.contacts[contact];
    const Verdict& verdict = moment.judgement.verdicts[contact];
    switch (column) {
        case ContactColumn::Index:
            return std::to_string(contact);
        case ContactColumn::Bodies:
            return bodies[point.body_a].name + ", " + bodies[point.body_b].name;
        case ContactColumn::Features:
            return !is_told(point.feature_a) || !is_told(point.feature_b)
                       ? ""
                       : std::string(kInitials[static_cast<std::size_t>(point.feature_a.type)]) +
                             "-" + kInitials[static_cast<std::size_t>(point.feature_b.type)];
        case ContactColumn::Verdict:
            return verdict_title(verdict.kind);
        case ContactColumn::Angle:
            return std::isnan(verdict.angle) ? "" : formatted("%.2f", verdict.angle);
        case ContactColumn::Alignment:
            return verdict.alignment ? formatted("%.4f", *verdict.alignment) : "";
        case ContactColumn::Separation:
            return signed_text("%.4g", 1e3 * told_separation(point));
        case ContactColumn::Height:
            return signed_text("%.3f", point.position.y());
    }
    return "";
}

std::vector<ContactFact> contact_facts(const Moment& moment, std::span<const BodySetup> bodies,
                                       int contact) {
    const ContactPoint& point = moment.contacts[contact];
    const Verdict& verdict = moment.judgement.verdicts[contact];
    std::vector<ContactFact> facts{
        {"contact", std::to_string(contact)},
        {"verdict", verdict_title(verdict.kind)},
        {"A", bodies[point.body_a].name + ", " + feature_text(point.feature_a)},
        {"B", bodies[point.body_b].name + ", " + feature_text(point.feature_b)},
        {"normal", vector_text(point.normal)},
        {"position", vector_text(point.position) + " m"},
        {"separation", signed_text("%.6g", 1e3 * told_separation(point)) + " mm"}};
    if (!std::isnan(verdict.angle)) {
        facts.push_back({"off the nearest right normal", formatted("%.3f°", verdict.angle)});
    }
    if (verdict.well_placed) {
        facts.push_back({"in the true region", *verdict.well_placed ? "yes" : "no"});
    }
    if (moment.record && contact < std::ssize(moment.record->impulses)) {
        const ContactImpulse& impulse = moment.record->impulses[contact];
        facts.push_back({"impulse", formatted("%.4g N s along n, %.4g across", impulse.normal,
                                              std::hypot(impulse.tangent, impulse.binormal))});
    }
    return facts;
}

}  // namespace touchstone::viewer
