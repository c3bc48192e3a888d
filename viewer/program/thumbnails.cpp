#include "viewer/program/thumbnails.h"

#include <utility>

#include "methods/base/error.h"
#include "methods/base/sha256.h"
#include "methods/mesh/filling/tetrahedralize.h"
#include "testcases/files/scene_file.h"
#include "viewer/gl/render_target.h"

namespace touchstone::viewer {
namespace {

constexpr int kSlot = Renderer::kSlots - 1;
constexpr const char* kLook = "1";  // version of the thumbnails' appearance
constexpr const char* kGenerator = "opposing";

/// Returns the file's name, which is the same for the same scene and appearance.
std::filesystem::path file_of(const std::filesystem::path& folder, const std::string& id) {
    const TestCase test_case = make_test_case(find_test_case(id), BodyOrder::LowerFirst);
    return folder / (id + "-" + hex(sha256(write_scene(test_case) + kLook)).substr(0, 16) + ".png");
}

Image draw_thumbnail(const PlayerNews& news, Renderer& renderer) {
    const LoadedScene& loaded = *news.scene;
    std::vector<int> shown = passing_contacts(*news.moment, {});
    DisplaySettings display;
    display.arrows = false;
    const SceneView view = make_scene_view({.scene = loaded.scene,
                                            .geometry = loaded.geometry,
                                            .moment = *news.moment,
                                            .generator_title = {},
                                            .shown = shown},
                                           display);
    renderer.set_geometry(kSlot, loaded.geometry);
    renderer.set_view(kSlot, view);
    RenderTarget target(kThumbnailSize);
    target.begin();
    renderer.draw(kSlot, framed(looking({}, StandardView::Iso), kThumbnailSize, view.focus),
                  {0, 0, kThumbnailSize}, display);
    target.resolve();
    return target.read();
}

}  // namespace

std::filesystem::path thumbnail_folder() {
    const std::filesystem::path cache = TetrahedralizeOptions::default_cache_folder();
    return cache.empty() ? cache : cache / "thumbnails";
}

Thumbnails::Thumbnails(std::filesystem::path folder) : folder_(std::move(folder)) {}

bool Thumbnails::complete() const { return next_ >= all_test_cases().size() && !asked_; }

void Thumbnails::show(Application& application, const std::string& id, const Image& image) {
    const auto place = textures_.insert_or_assign(id, PictureTexture(image)).first;
    application.thumbnails[id] = place->second.id();
}

bool Thumbnails::read_kept(Application& application, const std::string& id) {
    std::error_code none;
    const std::filesystem::path file = folder_.empty() ? folder_ : file_of(folder_, id);
    if (file.empty() || !std::filesystem::exists(file, none)) {
        return false;
    }
    try {
        show(application, id, read_png(file));
    } catch (const FileError&) {
        return false;  // damaged: it is drawn again
    }
    return true;
}

void Thumbnails::make_next(Application& application, Renderer& renderer) {
    for (const PlayerNews& news : player_.take_news()) {
        if (news.scene && news.moment && asked_) {
            const Image image = draw_thumbnail(news, renderer);
            show(application, *asked_, image);
            std::error_code ignored;
            std::filesystem::create_directories(folder_, ignored);
            try {
                if (!folder_.empty()) {
                    write_png(file_of(folder_, *asked_), image);
                }
            } catch (const FileError&) {
                folder_.clear();  // no room on disk: pictures are made anew in each run
            }
        }
        asked_.reset();
        return;
    }
    if (asked_ || next_ >= all_test_cases().size()) {
        return;
    }
    const std::string& id = all_test_cases()[next_++].id;
    if (!read_kept(application, id)) {
        asked_ = id;
        player_.open({.name = id,
                      .generator = kGenerator,
                      .compared = {},
                      .compared_profile = std::nullopt,
                      .settings = make_study_settings(Profile::Corrected),
                      .pose = std::nullopt});
    }
}

}  // namespace touchstone::viewer
