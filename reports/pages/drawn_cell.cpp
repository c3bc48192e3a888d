#include "reports/pages/drawn_cell.h"

#include <nlohmann/json.hpp>
#include <optional>
#include <string_view>
#include <utility>

#include "methods/base/base64.h"
#include "methods/base/error.h"
#include "methods/base/files/text_file.h"
#include "methods/base/sha256.h"

namespace touchstone::reports {
namespace {

constexpr std::size_t kLargestProgram = std::size_t{1} << 30;  // [bytes]
constexpr std::string_view kSvgStart = "<?xml";

nlohmann::ordered_json write_image(const DrawnCell& cell) {
    return {{"image", base64(cell.image)}};
}

void read_image(const nlohmann::json& json, DrawnCell& cell, std::string_view start) {
    std::optional<std::string> image =
        decode_base64(json.at("image").get_ref<const std::string&>());
    if (!image || (cell.answered() && !image->starts_with(start))) {
        throw FileError("damaged: it holds no drawing");
    }
    cell.image = *std::move(image);
}

}  // namespace

const Track<DrawnCell>& picture_track() {
    static const Track<DrawnCell> track{.id = "picture",
                                        .figures = nullptr,
                                        .write = &write_image,
                                        .read = [](const nlohmann::json& json, DrawnCell& cell) {
                                            read_image(json, cell, kPngStart);
                                        }};
    return track;
}

const Track<DrawnCell>& plot_track() {
    static const Track<DrawnCell> track{.id = "plot",
                                        .figures = nullptr,
                                        .write = &write_image,
                                        .read = [](const nlohmann::json& json, DrawnCell& cell) {
                                            read_image(json, cell, kSvgStart);
                                        }};
    return track;
}

std::string drawing_program_digest(const std::filesystem::path& program) {
    try {
        return hex(sha256(read_text_file(program, kLargestProgram)));
    } catch (const FileError&) {
        return {};
    }
}

}  // namespace touchstone::reports
