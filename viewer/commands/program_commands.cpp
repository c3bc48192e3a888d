#include <array>
#include <filesystem>

#include "methods/base/files/atomic_file.h"
#include "methods/base/printable.h"
#include "testcases/files/scene_file.h"
#include "viewer/commands/command_groups.h"
#include "viewer/commands/command_words.h"
#include "viewer/state/path_completion.h"
#include "viewer/state/picture_name.h"
#include "viewer/tables/contact_export.h"

namespace touchstone::viewer {
namespace {

void panel(Application& application, Words words) {
    PanelsShown& shown = application.shown;
    const std::array<std::pair<std::string_view, bool*>, 10> panels{
        {{"display", &shown.display},
         {"contacts", &shown.contacts},
         {"selection", &shown.selection},
         {"legend", &shown.legend},
         {"playback", &shown.playback},
         {"plots", &shown.plots},
         {"help", &shown.help},
         {"gallery", &shown.gallery},
         {"open", &shown.open},
         {"prompt", &shown.prompt}}};
    const std::string& name = word(words, 0);
    for (const auto& [id, on] : panels) {
        if (id == name) {
            *on = flag(words, 1, *on);
            return;
        }
    }
    throw UnknownName("there is no panel '" + name + "'");
}

/// Saves a picture. Never replaces a file: a taken name gets a number.
void screenshot(Application& application, Words words) {
    const std::filesystem::path name =
        words.empty() ? next_picture_name("") : free_picture_name(without_tilde(words[0]));
    application.screenshot = name.string();
}

void set_plot(Application& application, Words words) {
    bool& on = application.plots_shown[static_cast<std::size_t>(find_plot(word(words, 0)))];
    on = flag(words, 1, on);
    application.changes.plots = true;
}

void export_contacts(Application& application, Words words) {
    const std::vector<BodySetup>& bodies = open_scene(application).scene.test_case.bodies;
    write_file_atomically(word(words, 0),
                          contacts_csv(shown_moment(application), bodies, application.table));
    say(application, "saved " + std::to_string(application.table.size()) + " contacts in " +
                         printable(words[0]));
}

void export_plot(Application& application, Words words) {
    const PlotKind kind = find_plot(word(words, 0));
    shown_moment(application);  // throws when there is nothing to plot
    write_file_atomically(word(words, 1), plot_csv(make_plot_of(application, kind)));
    say(application, "saved the plot in " + printable(words[1]));
}

void export_scene(Application& application, Words words) {
    const Moment& shown = shown_moment(application);
    const LoadedScene& loaded = open_scene(application);
    if (!loaded.is_solid()) {
        throw UsageError(
            loaded.mesh->name +
            ": it bounds no solid, so no scene can hold it; mend what is listed first");
    }
    TestCase scene = loaded.scene.test_case;
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

constexpr std::array kProgramCommands{
    Command{"panel", "NAME [on|off]",
            "F1: help, F2: gallery, F3: plots, Ctrl+O: open, Ctrl+P: prompt", "Program",
            "shows or hides a panel", &panel},
    Command{"plot", "quality|histogram|contacts|areas|energy|residual|stops|gap [on|off]", "",
            "Program", "shows or hides a plot", &set_plot},
    Command{"screenshot", "[FILE]", "Ctrl+S", "Program",
            "saves the picture as PNG, numbered unless it is named", &screenshot},
    Command{"export-contacts", "FILE", "", "Program", "saves the table as CSV", &export_contacts},
    Command{"export-scene", "FILE", "", "Program", "saves the scene as it stands now",
            &export_scene},
    Command{"export-plot", "KIND FILE", "", "Program", "saves a plot's points as CSV",
            &export_plot},
    Command{"quit", "", "Ctrl+Q", "Program", "ends the program", &quit}};

}  // namespace

std::span<const Command> program_commands() { return kProgramCommands; }

}  // namespace touchstone::viewer
