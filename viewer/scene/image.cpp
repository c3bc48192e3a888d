#include "viewer/scene/image.h"

#include <stb/stb_image.h>
#include <stb/stb_image_write.h>

#include <memory>
#include <string>

#include "methods/base/error.h"
#include "methods/base/files/atomic_file.h"

namespace touchstone::viewer {

std::string png_bytes(const Image& image) {
    constexpr int kParts = 3;
    std::string bytes;
    const auto append = [](void* target, void* data, int size) {
        static_cast<std::string*>(target)->append(static_cast<const char*>(data),
                                                  static_cast<std::size_t>(size));
    };
    if (stbi_write_png_to_func(append, &bytes, image.width, image.height, kParts,
                               image.pixels.data(), kParts * image.width) == 0) {
        throw Error("the picture could not be made a PNG file");
    }
    return bytes;
}

void write_png(const std::filesystem::path& path, const Image& image) {
    write_file_atomically(path, png_bytes(image));
}

Image read_png(const std::filesystem::path& path) {
    constexpr int kParts = 3;
    Image image;
    int parts = 0;
    const std::unique_ptr<stbi_uc, decltype(&stbi_image_free)> pixels(
        stbi_load(path.c_str(), &image.width, &image.height, &parts, kParts), &stbi_image_free);
    if (!pixels) {
        throw FileError(path.string() + ": no PNG picture: " + stbi_failure_reason());
    }
    image.pixels.assign(pixels.get(),
                        pixels.get() + std::size_t{kParts} * image.width * image.height);
    return image;
}

}  // namespace touchstone::viewer
