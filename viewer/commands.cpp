#include "viewer/commands.h"

#include <algorithm>
#include <array>
#include <cmath>

#include "methods/base/atomic_file.h"
#include "methods/base/error.h"
#include "methods/base/printable.h"
#include "testcases/option_text.h"
#include "testcases/scene_file.h"

namespace touchstone {
namespace {

using Words = std::span<const std::string>;

const std::string& word(Words words, std::size_t index) {
    if (index >= words.size()) {
        throw UsageError("more words are needed");
    }
    return words[index];
}

double number(Words words, std::size_t index) {
    const std::optional<double> value = parse_number(word(words, index));
    if (!value || !std::isfinite(*value)) {
        throw UsageError("'" + words[index] + "' is no number");
    }
    return *value;
}

int whole(Words words, std::size_t index, int lowest, int highest) {
    const double value = number(words, index);
    if (value != std::floor(value) || value < lowest || value > highest) {
        throw UsageError("'" + words[index] + "' is no whole number in " + std::to_string(lowest) +
                         "…" + std::to_string(highest));
    }
    return static_cast<int>(value);
}

/// "on", "off", or nothing for the opposite of what is.
bool flag(Words words, std::size_t index, bool now) {
    if (index >= words.size()) {
        return !now;
    }
    if (words[index] != "on" && words[index] != "off") {
        throw UsageError("expected on or off, found '" + words[index] + "'");
    }
    return words[index] == "on";
}

template <typename Enum, std::size_t N>
Enum one_of(Words words, std::size_t index, const std::array<std::string_view, N>& names) {
    const auto found = std::ranges::find(names, word(words, index));
    if (found == names.end()) {
        std::string known;
        for (const std::string_view name : names) {
            known += (known.empty() ? "" : ", ") + std::string(name);
        }
        throw UnknownName("'" + words[index] + "' is none of " + known);
    }
    return static_cast<Enum>(found - names.begin());
}

constexpr std::array<std::string_view, 2> kThemes{"light", "dark"};
constexpr std::array<std::string_view, 5> kColorings{"verdict", "generator", "pair", "separation",
                                                     "difference"};
constexpr std::array<std::string_view, kLineKinds> kLines{"feature", "surface", "interior",
                                                          "eroded"};
constexpr std::array<std::string_view, 4> kExplodeAxes{"x", "y", "z", "all"};
constexpr std::array<std::string_view, 3> kAxes{"x", "y", "z"};
constexpr std::array<std::string_view, 4> kFeatures{"vertex", "edge", "face", "tet"};
constexpr std::array<std::string_view, kContactColumns> kColumns{
    "index", "bodies", "features", "verdict", "angle", "alignment", "separation", "height"};

const LoadedScene& open_scene(const Application& application) {
    if (!application.scene) {
        throw UsageError("no scene is open");
    }
    return *application.scene;
}

const Moment& moment(const Application& application) {
    const Moment* moment = application.moment();
    if (moment == nullptr) {
        throw UsageError("no scene is open");
    }
    return *moment;
}

int find_body(const Application& application, const std::string& name) {
    const std::vector<BodySetup>& bodies = open_scene(application).scene.test_case.bodies;
    const auto found = std::ranges::find(bodies, name, &BodySetup::name);
    if (found == bodies.end()) {
        throw UnknownName("no body is called '" + name + "'");
    }
    return static_cast<int>(found - bodies.begin());
}

void view_changed(Application& application) { application.changes.view = true; }

void say(Application& application, std::string text) {
    application.message = std::move(text);
    application.message_is_error = false;
}

// Scenes

void open(Application& application, Words words) {
    const std::string& name = word(words, 0);
    OpenRequest request = application.wanted;
    request.name = name;
    if (!is_recording_path(name) && !is_scene_path(name)) {
        request.name = expand_cases(std::array{name}).at(0);
    }
    if (is_recording_path(name)) {
        request.generator.clear();
    } else if (request.generator.empty()) {
        request.generator = all_generators().front().id;
    }
    application.wanted = std::move(request);
    application.pending_view = StandardView::Iso;
    application.shown.gallery = false;
    open_wanted(application);
}

void set_generator(Application& application, Words words) {
    const std::span<const Generator> all = all_generators();
    const auto now = std::ranges::find(all, application.wanted.generator, &Generator::id);
    const auto place = static_cast<std::size_t>(now - all.begin());
    const std::string& name = word(words, 0);
    if (name == "next") {
        application.wanted.generator = all[(place + 1) % all.size()].id;
    } else if (name == "previous") {
        application.wanted.generator = all[(place + all.size() - 1) % all.size()].id;
    } else {
        application.wanted.generator = find_generator(name).id;
    }
    if (application.scene) {
        reopen_here(application);
    }
}

void compare(Application& application, Words words) {
    const std::string& name = word(words, 0);
    application.wanted.compared = name == "off" ? "" : find_generator(name).id;
    if (application.scene) {
        reopen_here(application);
    }
}

void set_option(Application& application, Words words) {
    assign(application.wanted.settings, parse_assignment(word(words, 0)));
    if (application.scene) {
        reopen_here(application);
    }
}

// Time

void play(Application& application, Words words) {
    open_scene(application);
    if (words.empty()) {
        application.playing = !application.playing;
        application.play_until = 0;
        return;
    }
    application.play_until = application.step + whole(words, 0, 1, 1'000'000);
    application.playing = true;
}

void pause(Application& application, Words) { application.playing = false; }

void step(Application& application, Words) {
    application.playing = false;
    go_to_step(application, application.step + 1);
}

void step_back(Application& application, Words) {
    application.playing = false;
    go_to_step(application, application.step - 1);
}

void jump(Application& application, Words words) {
    application.playing = false;
    go_to_step(application, whole(words, 0, 0, 1'000'000));
}

void restart(Application& application, Words) {
    open_scene(application);
    open_wanted(application);
}

// View

void set_view(Application& application, Words words) {
    application.pending_view = find_view(word(words, 0));
}

void frame(Application& application, Words words) {
    const std::array<std::string_view, 2> kinds{"all", "selection"};
    if (one_of<int>(words, 0, kinds) == 0 || !application.selected) {
        application.pending_frame = true;
        return;
    }
    const Vec3 place = moment(application).contacts[*application.selected].position;
    const double around = 25.0 * application.sides[0].view.glyph_radius;
    application.camera =
        framed(application.camera, application.view_size, inflated({place, place}, around));
}

void orbit(Application& application, Words words) {
    application.camera = orbited(application.camera, number(words, 0), number(words, 1));
}

void pan(Application& application, Words words) {
    application.camera =
        panned(application.camera, application.view_size, number(words, 0), number(words, 1));
}

void zoom(Application& application, Words words) {
    const ViewSize& size = application.view_size;
    application.camera =
        zoomed(application.camera, size, 0.5 * size.width, 0.5 * size.height, number(words, 0));
}

void perspective(Application& application, Words words) {
    application.camera.perspective = flag(words, 0, application.camera.perspective);
}

// Display

void set_theme(Application& application, Words words) {
    Theme& theme = application.display.theme;
    theme = words.empty() ? (theme == Theme::Light ? Theme::Dark : Theme::Light)
                          : one_of<Theme>(words, 0, kThemes);
    view_changed(application);
}

void color_by(Application& application, Words words) {
    application.display.color_by = one_of<ColorBy>(words, 0, kColorings);
    view_changed(application);
}

void set_lines(Application& application, Words words) {
    bool& on = application.display.lines[one_of<std::size_t>(words, 0, kLines)];
    on = flag(words, 1, on);
}

void set_points(Application& application, Words words) {
    application.display.points = flag(words, 0, application.display.points);
}

void set_arrows(Application& application, Words words) {
    application.display.arrows = flag(words, 0, application.display.arrows);
}

void set_regions(Application& application, Words words) {
    application.display.regions = flag(words, 0, application.display.regions);
    view_changed(application);
}

void set_expected(Application& application, Words words) {
    const std::array<std::string_view, 2> kinds{"missing", "met"};
    bool& on =
        one_of<int>(words, 0, kinds) == 0 ? application.display.missing : application.display.met;
    on = flag(words, 1, on);
    view_changed(application);
}

void opacity(Application& application, Words words) {
    application.display.body_opacity = std::clamp(number(words, 0), 0.0, 1.0);
}

void glyph_scale(Application& application, Words words) {
    application.display.glyph_scale = std::clamp(number(words, 0), 0.05, 20.0);
    view_changed(application);
}

void explode(Application& application, Words words) {
    application.display.explode = std::clamp(number(words, 0), 0.0, 10.0);
    if (words.size() > 1) {
        application.display.explode_axis = one_of<ExplodeAxis>(words, 1, kExplodeAxes);
    }
    application.pending_frame = true;  // or what moved is out of sight
    view_changed(application);
}

void hide(Application& application, Words words) {
    const int body = find_body(application, word(words, 0));
    std::vector<bool>& hidden = application.display.hidden;
    hidden.resize(open_scene(application).scene.test_case.bodies.size());
    hidden[body] = flag(words, 1, hidden[body]);
    view_changed(application);
}

void drag(Application& application, Words words) {
    const int body = find_body(application, word(words, 0));
    std::vector<Vec3>& dragged = application.display.dragged;
    dragged.resize(open_scene(application).scene.test_case.bodies.size(), Vec3::Zero());
    dragged[body] += Vec3(number(words, 1), number(words, 2), number(words, 3));
    view_changed(application);
}

void put_back(Application& application, Words) {
    application.display.dragged.clear();
    application.display.hidden.clear();
    application.display.explode = 0.0;
    view_changed(application);
}

void clip(Application& application, Words words) {
    ClipPlane& plane = application.display.clip;
    if (word(words, 0) == "off") {
        plane.on = false;
        return;
    }
    plane.axis = one_of<int>(words, 0, kAxes);
    plane.position = std::clamp(number(words, 1), 0.0, 1.0);
    plane.flipped = words.size() > 2 && flag(words, 2, false);
    plane.on = true;
}

// Contacts

void select(Application& application, Words words) {
    if (word(words, 0) == "none") {
        application.selected.reset();
    } else {
        const auto count = static_cast<int>(std::ssize(moment(application).contacts));
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

// Program

void panel(Application& application, Words words) {
    PanelsShown& shown = application.shown;
    const std::array<std::pair<std::string_view, bool*>, 8> panels{{{"display", &shown.display},
                                                                    {"contacts", &shown.contacts},
                                                                    {"selection", &shown.selection},
                                                                    {"legend", &shown.legend},
                                                                    {"playback", &shown.playback},
                                                                    {"plots", &shown.plots},
                                                                    {"help", &shown.help},
                                                                    {"gallery", &shown.gallery}}};
    const std::string& name = word(words, 0);
    for (const auto& [id, on] : panels) {
        if (id == name) {
            *on = flag(words, 1, *on);
            return;
        }
    }
    throw UnknownName("there is no panel '" + name + "'");
}

void screenshot(Application& application, Words words) { application.screenshot = word(words, 0); }

void export_contacts(Application& application, Words words) {
    const Moment& shown = moment(application);
    const std::vector<BodySetup>& bodies = open_scene(application).scene.test_case.bodies;
    std::string text = "contact,body_a,body_b,verdict,x,y,z,nx,ny,nz,separation,angle\n";
    for (const int i : application.table) {
        const ContactPoint& point = shown.contacts[i];
        const Verdict& verdict = shown.judgement.verdicts[i];
        text += std::to_string(i) + "," + bodies[point.body_a].name + "," +
                bodies[point.body_b].name + "," + verdict_id(verdict.kind);
        for (const Vec3& vector : {point.position, point.normal}) {
            for (const double part : vector) {
                text += "," + shortest(part);
            }
        }
        text += "," + shortest(point.separation) + ",";
        text += (std::isnan(verdict.angle) ? "" : shortest(verdict.angle)) + "\n";
    }
    write_file_atomically(word(words, 0), text);
    say(application, "saved " + std::to_string(application.table.size()) + " contacts in " +
                         printable(words[0]));
}

void export_scene(Application& application, Words words) {
    const Moment& shown = moment(application);
    TestCase scene = open_scene(application).scene.test_case;
    for (std::size_t i = 0; i < scene.bodies.size(); ++i) {
        scene.bodies[i].world_from_shape = shown.world_from_shape[i];
        if (shown.record) {
            scene.bodies[i].world_from_shape = shown.record->bodies[i].world_from_body;
            scene.bodies[i].linear_velocity = shown.record->bodies[i].linear_velocity;
            scene.bodies[i].angular_velocity = shown.record->bodies[i].angular_velocity;
        }
    }
    write_file_atomically(word(words, 0), write_scene(scene));
    say(application, "saved the scene in " + printable(words[0]));
}

void quit(Application& application, Words) { application.quit = true; }

// By group, in the order in which the help shows them.
constexpr std::array kCommands{
    Command{"open", "CASE|SCENE|RECORDING", "", "Scene", "shows a case, scene or recording", &open},
    Command{"generator", "ID|next|previous", "G: next, Shift+G: previous", "Scene",
            "finds the contacts with another generator", &set_generator},
    Command{"compare", "ID|off", "", "Scene", "shows a second generator beside the first",
            &compare},
    Command{"set", "OWNER.OPTION=VALUE", "", "Scene",
            "changes a setting, as --set does, also while the scene runs", &set_option},
    Command{"play", "[STEPS]", "Space", "Time", "lets the scene run, or stops it", &play},
    Command{"pause", "", "", "Time", "stops the scene", &pause},
    Command{"step", "", "Right", "Time", "one step on", &step},
    Command{"back", "", "Left", "Time", "one step back", &step_back},
    Command{"jump", "STEP", "Home: 0", "Time", "looks at a step", &jump},
    Command{"restart", "", "R", "Time", "begins again with the present settings", &restart},
    Command{"view", "front|back|left|right|top|bottom|iso",
            "1: front, 3: right, 7: top, 0: iso, Ctrl+1: back, Ctrl+3: left, Ctrl+7: bottom",
            "View", "looks from a side at all of the scene", &set_view},
    Command{"frame", "all|selection", "A: all, F: selection", "View", "moves to where it is seen",
            &frame},
    Command{"orbit", "DX DY", "", "View", "turns as if the pointer was moved [pixels]", &orbit},
    Command{"pan", "DX DY", "", "View", "moves as if the pointer was moved [pixels]", &pan},
    Command{"zoom", "CLICKS", "+: 1, -: -1", "View", "nearer, or farther when negative", &zoom},
    Command{"perspective", "[on|off]", "5", "View", "perspective or parallel rays", &perspective},
    Command{"theme", "[light|dark]", "T", "Display", "light or dark background", &set_theme},
    Command{"color-by", "verdict|generator|pair|separation|difference", "", "Display",
            "what the colors of contacts tell", &color_by},
    Command{"lines", "feature|surface|interior|eroded [on|off]",
            "E: feature, W: surface, I: interior", "Display", "which edges of the bodies are drawn",
            &set_lines},
    Command{"points", "[on|off]", "P", "Display", "spheres at the contacts", &set_points},
    Command{"arrows", "[on|off]", "N", "Display", "arrows along the normals", &set_arrows},
    Command{"regions", "[on|off]", "", "Display", "true contact regions", &set_regions},
    Command{"expected", "missing|met [on|off]", "M: missing", "Display",
            "normals that are right and missing, or right and there", &set_expected},
    Command{"opacity", "0…1", "", "Display", "of the bodies; 1 is solid", &opacity},
    Command{"glyph-scale", "FACTOR", "", "Display", "size of spheres and arrows", &glyph_scale},
    Command{"explode", "SHARE [x|y|z|all]", "", "Display", "moves the bodies apart", &explode},
    Command{"hide", "BODY [on|off]", "", "Display", "hides a body", &hide},
    Command{"drag", "BODY X Y Z", "", "Display", "puts a body aside [m]; contacts stay", &drag},
    Command{"put-back", "", "B", "Display", "undoes explosion, dragging and hiding", &put_back},
    Command{"clip", "off | x|y|z POSITION [on|off]", "", "Display",
            "a plane that cuts the bodies open, at 0…1 of the scene", &clip},
    Command{"select", "CONTACT|none", "Escape: none", "Contacts", "picks out a contact", &select},
    Command{"filter",
            "off | pair BODY [BODY] | verdict ID [on|off] | feature ID [on|off] | angle LOW HIGH | "
            "separation LOW HIGH",
            "", "Contacts", "which contacts are shown", &filter},
    Command{"undo", "", "Ctrl+Z", "Contacts", "the filter before", &undo_filter},
    Command{"redo", "", "Ctrl+Y", "Contacts", "the filter after", &redo_filter},
    Command{"sort", "COLUMN [on|off]", "", "Contacts", "orders the table; on: descending", &sort},
    Command{"panel", "NAME [on|off]", "F1: help, F2: gallery, F3: plots", "Program",
            "shows or hides a panel", &panel},
    Command{"screenshot", "FILE", "", "Program", "saves the picture as PNG", &screenshot},
    Command{"export-contacts", "FILE", "", "Program", "saves the table as CSV", &export_contacts},
    Command{"export-scene", "FILE", "", "Program", "saves the scene as it stands now",
            &export_scene},
    Command{"quit", "", "Ctrl+Q", "Program", "ends the program", &quit}};

std::vector<std::string> split(std::string_view line) {
    std::vector<std::string> words;
    bool in_word = false;
    bool quoted = false;
    for (const char letter : line) {
        if (letter == '"') {
            quoted = !quoted;
            if (!in_word) {
                words.emplace_back();
            }
            in_word = true;
        } else if (letter == ' ' && !quoted) {
            in_word = false;
        } else {
            if (!in_word) {
                words.emplace_back();
            }
            in_word = true;
            words.back() += letter;
        }
    }
    if (quoted) {
        throw UsageError("a quote is not closed in: " + printable(line));
    }
    return words;
}

/// The lines behind the keys, made from the table once.
struct KeyLine {
    std::string key;
    std::string line;
};

std::vector<KeyLine> make_key_lines() {
    std::vector<KeyLine> lines;
    for (const Command& command : kCommands) {
        std::string_view rest = command.keys;
        while (!rest.empty()) {
            const std::size_t comma = rest.find(", ");
            const std::string_view part = rest.substr(0, comma);
            const std::size_t colon = part.find(": ");
            std::string line(command.id);
            if (colon != std::string_view::npos) {
                line += " " + std::string(part.substr(colon + 2));
            }
            lines.push_back({std::string(part.substr(0, colon)), std::move(line)});
            rest = comma == std::string_view::npos ? "" : rest.substr(comma + 2);
        }
    }
    return lines;
}

}  // namespace

std::span<const Command> all_commands() { return kCommands; }

void run_command(Application& application, std::string_view line) {
    const std::vector<std::string> words = split(line);
    if (words.empty()) {
        return;
    }
    const auto command = std::ranges::find(kCommands, words[0], &Command::id);
    if (command == kCommands.end()) {
        throw UnknownName("there is no command '" + printable(words[0]) + "'");
    }
    try {
        command->run(application, std::span(words).subspan(1));
    } catch (const UsageError& error) {
        throw UsageError(words[0] + ": " + error.what() + "; expected: " + words[0] + " " +
                         std::string(command->arguments));
    }
}

std::string_view command_for_key(std::string_view key) {
    static const std::vector<KeyLine> lines = make_key_lines();
    const auto found = std::ranges::find(lines, key, &KeyLine::key);
    return found == lines.end() ? std::string_view() : std::string_view(found->line);
}

}  // namespace touchstone
