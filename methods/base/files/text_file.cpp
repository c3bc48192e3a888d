#include "methods/base/files/text_file.h"

#include <fstream>
#include <system_error>
#include <vector>

#include "methods/base/error.h"

namespace touchstone {
namespace {

constexpr std::size_t kBlock = std::size_t{1} << 16;

}  // namespace

std::string read_text_file(const std::filesystem::path& path, std::size_t most_bytes) {
    const std::string name = path.string();
    std::error_code error;
    if (std::filesystem::is_directory(path, error)) {
        throw FileError(name + ": is a folder; name a file in it");
    }
    std::ifstream file(path, std::ios::binary);
    if (!file) {
        throw FileError(name + ": cannot be read; does the file exist?");
    }
    std::string text;
    std::vector<char> block(kBlock);
    while (file && text.size() <= most_bytes) {
        file.read(block.data(), std::ssize(block));
        text.append(block.data(), static_cast<std::size_t>(file.gcount()));
    }
    if (file.bad()) {
        throw FileError(name + ": reading it failed half-way; try again");
    }
    if (text.size() > most_bytes) {
        throw FileError(name + ": is larger than " + std::to_string(most_bytes >> 20) +
                        " MiB; this is not a file of this kind");
    }
    return text;
}

}  // namespace touchstone
