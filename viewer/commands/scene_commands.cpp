#include <algorithm>
#include <array>

#include "testcases/recordings/recording.h"
#include "viewer/commands/command_groups.h"
#include "viewer/commands/command_words.h"
#include "viewer/state/path_completion.h"

namespace touchstone::viewer {
namespace {

void open(Application& application, Words words) {
    const std::string name = without_tilde(word(words, 0));
    OpenRequest request = application.wanted;
    request.name = name;
    if (!is_file_name(name)) {
        request.name = expand_cases(std::array{name}).at(0);
    }
    if (is_recording_path(name)) {
        request.generator.clear();
    }
    application.wanted = std::move(request);
    application.pending_view = StandardView::Iso;
    application.shown.gallery = false;
    application.shown.open = false;
    open_wanted(application);
}

void set_generator(Application& application, Words words) {
    const MethodList& methods = application.wanted.settings.methods;
    const std::vector<std::string> all = methods.ids();
    const auto now = std::ranges::find(all, application.wanted.generator);
    const auto place = static_cast<std::size_t>(now - all.begin());
    const std::string& name = word(words, 0);
    if (name == "next") {
        application.wanted.generator = all[(place + 1) % all.size()];
    } else if (name == "previous") {
        application.wanted.generator = all[(place + all.size() - 1) % all.size()];
    } else {
        application.wanted.generator = methods.find(name).id;
    }
    if (application.scene) {
        reopen_here(application);
    }
}

bool is_profile(const std::string& name) {
    return name == profile_id(Profile::Corrected) || name == profile_id(Profile::Published);
}

void compare(Application& application, Words words) {
    std::string compared;
    std::optional<Profile> profile;
    if (word(words, 0) != "off") {
        for (const std::string& name : words) {
            if (is_profile(name)) {
                profile = find_profile(name);
            } else {
                compared = application.wanted.settings.methods.find(name).id;
            }
        }
    }
    application.wanted.compared = compared;
    application.wanted.compared_profile = profile;
    if (application.scene) {
        reopen_here(application);
    }
}

/// Keeps the other side of a comparison alone.
void hide_method(Application& application, Words words) {
    const std::array<std::string_view, 2> sides{"first", "second"};
    const bool first = one_of<int>(words, 0, sides) == 0;
    OpenRequest& wanted = application.wanted;
    if (!wanted.compares()) {
        throw UsageError("there is no second method to be left with");
    }
    if (first && !wanted.compared.empty()) {
        wanted.generator = wanted.compared;
    }
    if (first && wanted.compared_profile && application.scene) {
        wanted.settings = application.scene->sides[1].settings;
    }
    wanted.compared.clear();
    wanted.compared_profile.reset();
    if (application.scene) {
        reopen_here(application);
    }
}

/// Throws for a recording, whose settings are its own.
void refuse_on_recording(const Application& application) {
    if (application.scene && application.scene->recorded_steps > 0) {
        throw UsageError("a recording keeps the settings it was made with");
    }
}

void set_option(Application& application, Words words) {
    refuse_on_recording(application);
    assign(application.wanted.settings, parse_assignment(word(words, 0)));
    if (application.scene) {
        reopen_here(application);
    }
}

void set_profile(Application& application, Words words) {
    refuse_on_recording(application);
    application.wanted.settings =
        make_study_settings(find_profile(word(words, 0)), application.wanted.settings.methods);
    if (application.scene) {
        open_wanted(application);  // the order of the bodies may differ
    }
}

constexpr std::array kSceneCommands{
    Command{"open", "CASE|FILE", "", "Scene", "shows a case, scene, recording or mesh", &open},
    Command{"generator", "ID|next|previous", "G: next, Shift+G: previous", "Scene",
            "finds the contacts with another generator", &set_generator},
    Command{"compare", "off | [ID] [corrected|published]", "", "Scene",
            "shows a second generator or profile beside the first", &compare},
    Command{"hide-method", "first|second", "", "Scene", "ends a comparison; the other method stays",
            &hide_method},
    Command{"profile", "corrected|published", "", "Scene", "all settings as that profile has them",
            &set_profile},
    Command{"set", "OWNER.OPTION=VALUE", "", "Scene",
            "changes a setting, as --set does, also while the scene runs", &set_option}};

}  // namespace

std::span<const Command> scene_commands() { return kSceneCommands; }

}  // namespace touchstone::viewer
