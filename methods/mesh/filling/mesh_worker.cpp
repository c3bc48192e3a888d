#include "methods/mesh/filling/mesh_worker.h"

#include <dlfcn.h>
#include <link.h>

#include <algorithm>
#include <array>
#include <cctype>
#include <cstdlib>
#include <string_view>
#include <vector>

#include "methods/base/error.h"
#include "methods/base/join.h"

namespace touchstone {

namespace {

namespace fs = std::filesystem;

constexpr std::string_view kWorkerName = "touchstone-tetgen-worker";

/// Returns the file that this code was loaded from: the program, or a module in one.
fs::path own_file() {
    Dl_info info{};
    link_map* object = nullptr;
    const bool found = ::dladdr1(kWorkerName.data(), &info, reinterpret_cast<void**>(&object),
                                 RTLD_DL_LINKMAP) != 0;
    // Of the program itself no name is known here.
    const fs::path file = found && object != nullptr ? object->l_name : "";
    std::error_code error;
    return file.is_absolute() ? file : fs::read_symlink("/proc/self/exe", error);
}

}  // namespace

fs::path find_mesh_worker() {
    const char* const chosen = std::getenv("TOUCHSTONE_TETGEN_WORKER");
    if (chosen != nullptr && *chosen != '\0') {
        return chosen;
    }
    std::error_code error;
    const fs::path folder = own_file().parent_path();
    const std::array<fs::path, 2> places{folder / kWorkerName,
                                         folder.parent_path() / "libexec/touchstone" / kWorkerName};
    for (const fs::path& place : places) {
        if (fs::exists(place, error)) {
            return place;
        }
    }
    throw FileError("cannot find the mesh worker, neither '" + places[0].string() + "' nor '" +
                    places[1].string() +
                    "': install it there or name it in the environment variable "
                    "TOUCHSTONE_TETGEN_WORKER");
}

std::string last_lines_of(const std::string& text) {
    constexpr int kLines = 4;
    std::vector<std::string> lines(1);
    for (const char c : text) {
        if (c == '\n') {
            lines.emplace_back();
        } else if (std::isprint(static_cast<unsigned char>(c)) != 0) {
            lines.back().push_back(c);
        }
    }
    std::erase_if(lines, [](const std::string& line) {
        return line.find_first_not_of(' ') == std::string::npos;
    });
    std::string joined;
    for (std::size_t i = lines.size() - std::min<std::size_t>(lines.size(), kLines);
         i < lines.size(); ++i) {
        append_item(joined, lines[i].substr(lines[i].find_first_not_of(' ')), " / ");
    }
    return joined;
}

}  // namespace touchstone
