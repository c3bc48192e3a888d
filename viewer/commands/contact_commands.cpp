#include <array>

#include "viewer/commands/command_groups.h"
#include "viewer/commands/command_words.h"
#include "viewer/tables/contact_export.h"

namespace touchstone::viewer {
namespace {

constexpr std::array<std::string_view, 4> kFeatures{"vertex", "edge", "face", "tet"};
constexpr std::array<std::string_view, kContactColumns> kColumns{
    "index", "bodies", "features", "verdict", "angle", "alignment", "separation", "height"};

void select(Application& application, Words words) {
    if (word(words, 0) == "none") {
        drop_fault(application);
        application.selected.reset();
    } else {
        const auto count = static_cast<int>(std::ssize(shown_moment(application).contacts));
        application.selected = whole(words, 0, 0, count - 1);
    }
    application.changes.highlight = true;
    application.changes.view = application.changes.view || application.display.cones;
}

void select_found(Application& application, const std::optional<int>& found, const char* none) {
    if (!found) {
        throw UsageError(none);
    }
    application.selected = found;
    application.changes.highlight = true;
    application.changes.view = application.changes.view || application.display.cones;
}

void wrong(Application& application, Words words) {
    const std::array<std::string_view, 2> ways{"next", "previous"};
    const bool backwards = one_of<int>(words, 0, ways) == 1;
    if (next_fault(application, backwards)) {
        return;
    }
    const std::optional<int> found =
        find_wrong(application.table, shown_moment(application), application.selected, backwards);
    if (!found) {
        say(application, application.table.size() < shown_moment(application).contacts.size()
                             ? "no contact that the filter shows is wrong"
                             : "no contact is wrong here");
        return;
    }
    select_found(application, found, "");
}

void row(Application& application, Words words) {
    const std::array<std::string_view, 4> ways{"next", "previous", "first", "last"};
    shown_moment(application);  // throws when there is no table
    const std::vector<int>& table = application.table;
    const auto count = static_cast<int>(std::ssize(table));
    const std::array<int, 4> steps{1, -1, -count, count};
    const int way = one_of<int>(words, 0, ways);
    if (way < 2 && step_through_faults(application, steps[way])) {
        return;
    }
    const std::optional<int> from = way < 2         ? application.selected
                                    : table.empty() ? std::nullopt
                                                    : std::optional(table.front());
    select_found(application, find_row(table, from, steps[way]), "the table is empty");
}

void copy(Application& application, Words words) {
    const std::array<std::string_view, 2> kinds{"json", "csv"};
    const bool csv = !words.empty() && one_of<int>(words, 0, kinds) == 1;
    const Moment& moment = shown_moment(application);
    if (!application.selected) {
        throw UsageError("no contact is selected");
    }
    const TestCase& scene = open_scene(application).scene.test_case;
    const int contact = *application.selected;
    application.copied = csv ? contacts_csv(moment, scene.bodies, {&contact, 1})
                             : contact_json(moment, scene, contact);
    application.changes.copied = true;
    say(application, "copied contact " + std::to_string(contact) + (csv ? " as CSV" : " as JSON"));
}

void show_features(Application& application, Words words) {
    select(application, words);
    application.display.lines[static_cast<std::size_t>(LineKind::Surface)] = true;
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
    Command{"row", "next|previous|first|last", "Down: next, Up: previous", "Contacts",
            "picks out a contact by its place in the table", &row},
    Command{"wrong", "next|previous", "N: next, Shift+N: previous", "Contacts",
            "picks out the next wrong contact of the table, or element of a mesh", &wrong},
    Command{"copy", "[json|csv]", "Ctrl+C", "Contacts", "copies what is known of the contact",
            &copy},
    Command{"features", "CONTACT", "", "Contacts",
            "shows the mesh elements that a contact comes from, on the mesh", &show_features},
    Command{"filter",
            "off | pair BODY [BODY] | verdict ID [on|off] | feature vertex|edge|face|tet [on|off] "
            "| angle LOW HIGH | "
            "separation LOW HIGH",
            "", "Contacts", "which contacts are shown", &filter},
    Command{"undo", "", "Ctrl+Z", "Contacts", "the filter before", &undo_filter},
    Command{"redo", "", "Ctrl+Y", "Contacts", "the filter after", &redo_filter},
    Command{"sort", "COLUMN [on|off]", "", "Contacts", "orders the table; on: descending", &sort}};

}  // namespace

std::span<const Command> contact_commands() { return kContactCommands; }

}  // namespace touchstone::viewer
