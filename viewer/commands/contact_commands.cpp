#include <array>

#include "viewer/commands/command_groups.h"
#include "viewer/commands/command_words.h"

namespace touchstone::viewer {
namespace {

constexpr std::array<std::string_view, 4> kFeatures{"vertex", "edge", "face", "tet"};
constexpr std::array<std::string_view, kContactColumns> kColumns{
    "index", "bodies", "features", "verdict", "angle", "alignment", "separation", "height"};

void select(Application& application, Words words) {
    if (word(words, 0) == "none") {
        application.selected.reset();
    } else {
        const auto count = static_cast<int>(std::ssize(shown_moment(application).contacts));
        application.selected = whole(words, 0, 0, count - 1);
    }
    application.changes.highlight = true;
}

void filter_pair(Application& application, ContactFilter& filter, Words words) {
    if (word(words, 1) == "any") {
        filter.body_a = -1;
        filter.body_b = -1;
        return;
    }
    filter.body_a = find_body(application, words[1]);
    filter.body_b = words.size() > 2 ? find_body(application, words[2]) : -1;
}

void filter(Application& application, Words words) {
    ContactFilter filter = application.filters.now();
    const std::array<std::string_view, 6> kinds{"off",     "pair",  "verdict",
                                                "feature", "angle", "separation"};
    switch (one_of<int>(words, 0, kinds)) {
        case 0:
            filter = {};
            break;
        case 1:
            filter_pair(application, filter, words);
            break;
        case 2: {
            std::array<std::string_view, kVerdictKinds> ids;
            for (int i = 0; i < kVerdictKinds; ++i) {
                ids[i] = verdict_id(static_cast<VerdictKind>(i));
            }
            bool& on = filter.verdicts[one_of<std::size_t>(words, 1, ids)];
            on = flag(words, 2, on);
            break;
        }
        case 3: {
            bool& on = filter.features[one_of<std::size_t>(words, 1, kFeatures)];
            on = flag(words, 2, on);
            break;
        }
        case 4:
            filter.least_angle = number(words, 1);
            filter.most_angle = number(words, 2);
            break;
        default:
            filter.least_separation = number(words, 1);
            filter.most_separation = number(words, 2);
    }
    application.filters.set(filter);
    view_changed(application);
}

void undo_filter(Application& application, Words) {
    application.filters.undo();
    view_changed(application);
}

void redo_filter(Application& application, Words) {
    application.filters.redo();
    view_changed(application);
}

void sort(Application& application, Words words) {
    application.sort_column = one_of<ContactColumn>(words, 0, kColumns);
    application.sort_descending = words.size() > 1 && flag(words, 1, false);
    view_changed(application);
}

constexpr std::array kContactCommands{
    Command{"select", "CONTACT|none", "Escape: none", "Contacts", "picks out a contact", &select},
    Command{"filter",
            "off | pair BODY [BODY] | verdict ID [on|off] | feature ID [on|off] | angle LOW HIGH | "
            "separation LOW HIGH",
            "", "Contacts", "which contacts are shown", &filter},
    Command{"undo", "", "Ctrl+Z", "Contacts", "the filter before", &undo_filter},
    Command{"redo", "", "Ctrl+Y", "Contacts", "the filter after", &redo_filter},
    Command{"sort", "COLUMN [on|off]", "", "Contacts", "orders the table; on: descending", &sort}};

}  // namespace

std::span<const Command> contact_commands() { return kContactCommands; }

}  // namespace touchstone::viewer
