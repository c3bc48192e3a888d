#include "methods/base/files/embedded_file.h"

#include <algorithm>
#include <string>

#include "methods/base/error.h"

namespace touchstone {

const EmbeddedFile& find_embedded(std::span<const EmbeddedFile> files, std::string_view name) {
    const auto found = std::ranges::find(files, name, &EmbeddedFile::name);
    if (found == files.end()) {
        throw UnknownName("no file " + std::string(name) + " is built into the program");
    }
    return *found;
}

}  // namespace touchstone
