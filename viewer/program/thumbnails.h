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

/// Small pictures of the built-in cases, kept on disk from one run to the next.
class Thumbnails {
 public:
    /// `folder`: where they are kept; empty: nowhere.
    explicit Thumbnails(std::filesystem::path folder);

    /// One picture at most is read or drawn, so no frame takes long; scenes are loaded elsewhere.
    /// The application is told of every new one. Leaves another render target bound.
    void make_next(Application& application, Renderer& renderer);

    bool complete() const;  ///< every case has its picture, or cannot have one

 private:
    void show(Application& application, const std::string& id, const Image& image);
    bool read_kept(Application& application, const std::string& id);

    std::filesystem::path folder_;
    std::map<std::string, PictureTexture> textures_;
    std::size_t next_ = 0;              ///< in the table of cases
    std::optional<std::string> asked_;  ///< the case that is being loaded
    Player player_;
};

/// Where thumbnails are kept: beside the meshes' cache; empty without one.
std::filesystem::path thumbnail_folder();

}  // namespace touchstone::viewer
