#include "testcases/cells/cell_times.h"

#include <algorithm>
#include <cerrno>
#include <charconv>
#include <fstream>
#include <sstream>
#include <string_view>
#include <system_error>

#include "methods/base/error.h"
#include "methods/base/files/file_descriptor.h"
#include "methods/base/files/text_file.h"
#include "testcases/cells/cell_file.h"
#include "testcases/cells/cell_folder.h"

namespace touchstone {
namespace {

namespace fs = std::filesystem;

constexpr double kLongestCell = 1e9;  // [s]
constexpr std::string_view kTimesPrefix = "times-";
constexpr std::string_view kTimesEnding = ".csv";
constexpr std::string_view kTimesHead = "cell,seconds  # touchstone-cell-times-1";
constexpr std::size_t kMostTimesBytes = std::size_t{256} << 20;

/// Returns the whole lines of a file; the last may be a part, whose writer was ended.
std::string whole_lines(const fs::path& file) {
    std::string text = read_text_file(file, kMostTimesBytes);
    text.erase(text.find_last_of('\n') + 1);
    return text;
}

/// Returns the exit status in the note of the tables of this name; nothing without such a note.
std::optional<int> status_of_tables(const std::string& text, const std::string& name) {
    // Who waits looks often, and of the lines there may be thousands; before them is the head.
    const std::size_t before = text.find("\n" + name + ",");
    if (before == std::string::npos) {
        return std::nullopt;
    }
    const std::string line = text.substr(before + 1, text.find('\n', before + 1) - before - 1);
    const char* const last = line.data() + line.size();
    int status = 0;
    const auto [end, error] = std::from_chars(line.data() + line.rfind(',') + 1, last, status);
    return error == std::errc() && end == last ? std::optional(status) : std::nullopt;
}

/// Returns the host, process and start that owner_name wrote, whatever is added behind a dot; what
/// cannot be read stays 0.
ClaimOwner owner_of_name(const std::string& name) {
    ClaimOwner owner;
    const std::size_t second = name.rfind('-');
    const std::size_t first = second == 0 ? std::string::npos : name.rfind('-', second - 1);
    if (second == std::string::npos || first == std::string::npos) {
        return owner;
    }
    owner.host = name.substr(0, first);
    std::from_chars(name.data() + first + 1, name.data() + second, owner.process);
    std::from_chars(name.data() + second + 1, name.data() + name.size(), owner.started);
    return owner;
}

}  // namespace

std::map<std::string, double> read_cell_times(const fs::path& folder) {
    std::map<std::string, double> times;
    std::error_code error;
    for (const auto& entry : fs::directory_iterator(folder / kCellsFolder, error)) {
        if (!entry.path().filename().string().starts_with(kTimesPrefix)) {
            continue;
        }
        std::istringstream lines(whole_lines(entry.path()));
        for (std::string line; std::getline(lines, line);) {
            const std::size_t comma = line.find(',');
            double seconds = 0.0;
            if (comma != std::string::npos &&
                std::from_chars(line.data() + comma + 1, line.data() + line.size(), seconds).ec ==
                    std::errc() &&
                seconds > 0.0 && seconds < kLongestCell) {
                const auto [known, is_new] = times.emplace(line.substr(0, comma), seconds);
                known->second = std::min(known->second, seconds);
            }
        }
    }
    return times;
}

bool are_tables_noted(const fs::path& folder, const std::string& name) {
    try {
        const std::map<std::string, double> times = read_cell_times(folder);
        if (!name.empty()) {
            return times.contains(name);
        }
        const auto first = times.lower_bound(std::string(kTablesPrefix));
        return first != times.end() && first->first.starts_with(kTablesPrefix);
    } catch (const FileError&) {
        return false;
    } catch (const fs::filesystem_error&) {
        return false;
    }
}

std::string owner_name(const ClaimOwner& owner) {
    return plain_name(owner.host) + "-" + std::to_string(owner.process) + "-" +
           std::to_string(owner.started);
}

std::map<std::string, WrittenTables> find_noted_tables(const fs::path& folder,
                                                       const std::string& name) {
    std::map<std::string, WrittenTables> noted;
    std::error_code error;
    for (fs::directory_iterator entry(folder / kCellsFolder, error);
         !error && entry != fs::directory_iterator(); entry.increment(error)) {
        const std::string file = entry->path().filename().string();
        if (!file.starts_with(kTimesPrefix) || entry->path().extension() != kTimesEnding) {
            continue;
        }
        const ClaimOwner owner = owner_of_name(file.substr(
            kTimesPrefix.size(), file.size() - kTimesPrefix.size() - kTimesEnding.size()));
        try {
            if (const auto status = status_of_tables(whole_lines(entry->path()), name)) {
                noted[file] = {owner, *status};
            }
        } catch (const FileError&) {
            // What cannot be read notes nothing.
        }
    }
    return noted;
}

ProcessTimes::ProcessTimes(const fs::path& folder, const ClaimOwner& owner)
    : file_(folder / kCellsFolder /
            (std::string(kTimesPrefix) + owner_name(owner) + std::string(kTimesEnding))) {}

void ProcessTimes::add_cell(const std::string& name, double seconds) const {
    std::ostringstream line;
    line << name << ',' << seconds;
    add_line(line.str());
}

void ProcessTimes::add_tables(const std::string& name, double seconds, int status) const {
    std::ostringstream line;
    line << name << ',' << seconds << ',' << status;
    if (const int error = add_line(line.str()); error != 0) {
        throw FileError("cannot write '" + file_.string() + "': " + system_reason(error));
    }
}

std::optional<int> ProcessTimes::find_tables(const std::string& name) const {
    std::string text;
    try {
        text = whole_lines(file_);
    } catch (const FileError&) {
        return std::nullopt;  // that process has noted nothing yet
    }
    return status_of_tables(text, name);
}

int ProcessTimes::add_line(const std::string& line) const {
    errno = 0;
    std::ofstream out(file_, std::ios::app | std::ios::binary);
    if (out.tellp() == std::streampos(0)) {
        out << kTimesHead << '\n';
    }
    out << line << '\n' << std::flush;
    return out ? 0 : errno != 0 ? errno : EIO;
}

}  // namespace touchstone
