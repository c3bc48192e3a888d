#pragma once

#include <filesystem>
#include <map>
#include <optional>
#include <string>

#include "viewer/gl/picture_texture.h"
#include "viewer/gl/renderer.h"
#include "viewer/state/application.h"

namespace touchstone::viewer {

/// Size of a thumbnail [pixels].
inline constexpr ViewSize kThumbnailSize{320, 200};

/// Small pictures of the built-in cases, kept on disk between runs.
class Thumbnails {
 public:
    /// Uses the pictures in `folder`; empty: none are kept.
    explicit Thumbnails(std::filesystem::path folder);

    /// Reads or draws at most one picture, so that no frame takes long; scenes are loaded
    /// elsewhere. Passes each new one to the application. Leaves another render target bound.
    void make_next(Application& application, Renderer& renderer);

    /// Returns true when every case has its picture, or cannot have one.
    bool complete() const;

 private:
    void show(Application& application, const std::string& id, const Image& image);
    bool read_kept(Application& application, const std::string& id);

    std::filesystem::path folder_;
    std::map<std::string, PictureTexture> textures_;
    std::size_t next_ = 0;              ///< index of the next case in the table
    std::optional<std::string> asked_;  ///< case that is being loaded
    Player player_;
};

/// Returns the folder of thumbnails, next to the cache of meshes; empty without one.
std::filesystem::path thumbnail_folder();

}  // namespace touchstone::viewer
