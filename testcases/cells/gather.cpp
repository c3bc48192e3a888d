#include "testcases/cells/gather.h"

#include <algorithm>
#include <functional>
#include <nlohmann/json.hpp>
#include <queue>
#include <set>
#include <system_error>
#include <utility>

#include "methods/base/error.h"
#include "methods/base/files/atomic_file.h"
#include "methods/base/files/text_file.h"
#include "methods/base/sha256.h"
#include "testcases/cells/cell_file.h"
#include "testcases/cells/cell_folder.h"
#include "testcases/cells/cell_times.h"

namespace touchstone {
namespace {

namespace fs = std::filesystem;

constexpr const char* kRecordingsFolder = "recordings";
constexpr std::string_view kChoicePrefix = "choice-";
constexpr std::size_t kMostBytes = std::size_t{256} << 20;

/// Lists the files of a folder, sorted, so that nothing depends on the order in which a disk lists
/// them.
std::vector<fs::path> files_in(const fs::path& folder, const std::string& ending) {
    std::vector<fs::path> files;
    std::error_code error;
    for (const auto& entry : fs::directory_iterator(folder, error)) {
        const std::string name = entry.path().filename().string();
        if (name.ends_with(ending) && !name.starts_with('.') && entry.is_regular_file(error)) {
            files.push_back(entry.path());
        }
    }
    std::ranges::sort(files);
    return files;
}

std::vector<fs::path> cell_files(const fs::path& folder) {
    std::error_code error;
    if (!fs::is_directory(folder / kCellsFolder, error)) {
        throw FileError(folder.string() +
                        ": has no folder 'cells'; name one that was filled by --out");
    }
    return files_in(folder / kCellsFolder, ".json");
}

bool is_choice(const fs::path& file) { return file.filename().string().starts_with(kChoicePrefix); }

void add_cell(const fs::path& file, GatheredCells& gathered) {
    const KeptCell kept = parse_any_cell(read_text_file(file, kMostBytes), file.string());
    GatheredCell cell{
        .file = file,
        .track = kept.key.track,
        .method = kept.key.method,
        .case_name = kept.key.case_name,
        .program = kept.program,
        .digest = hex(sha256(kept.document.at("program").dump() + kept.document.at("key").dump() +
                             kept.document.at("cell").dump())),
        .made = {}};
    const std::string name = file.stem().string();
    const auto [other, is_new] = gathered.cells.emplace(name, cell);
    if (!is_new && other->second.digest != cell.digest) {
        gathered.contradictions.push_back(other->second.file.string() + " and " + file.string() +
                                          (other->second.program == cell.program
                                               ? " hold different answers to one question"
                                               : " were made by different versions"));
    }
}

void add_choice(const fs::path& file, std::set<std::string>& seen, GatheredCells& gathered) {
    if (!seen.insert(file.filename().string()).second) {
        return;
    }
    const nlohmann::json json = nlohmann::json::parse(read_text_file(file, kMostBytes));
    const nlohmann::json& program = json.at("program");
    GatheredChoice choice;
    choice.track = json.at("track");
    choice.program = {program.at("version"), program.at("commit")};
    choice.cells = json.at("cells").get<std::vector<std::string>>();
    gathered.choices.push_back(std::move(choice));
}

void find_missing(GatheredCells& gathered) {
    for (GatheredChoice& choice : gathered.choices) {
        for (const std::string& name : choice.cells) {
            const auto cell = gathered.cells.find(name);
            if (cell == gathered.cells.end() || cell->second.program != choice.program) {
                choice.missing.push_back(name);
            }
        }
    }
}

void make_folders(const fs::path& folder) {
    std::error_code error;
    fs::create_directories(folder, error);
    if (error) {
        throw FileError(folder.string() + ": cannot be made: " + error.message());
    }
}

/// Copies a file; returns true when it was not there before.
bool copy_new(const fs::path& file, const fs::path& folder, const std::string& name = {}) {
    const fs::path target = folder / (name.empty() ? file.filename().string() : name);
    if (fs::exists(target)) {
        return false;
    }
    make_folders(folder);
    write_file_atomically(target, read_text_file(file, kMostBytes));
    return true;
}

/// Processes of two machines, or one in two folders, may have given the same name to different
/// times. What is added is behind a dot, so that the name still says whose they are.
std::string times_name(const fs::path& file) {
    constexpr std::size_t kDigits = 8;
    const std::string digest = hex(sha256(read_text_file(file, kMostBytes))).substr(0, kDigits);
    const std::string stem = file.stem().string();
    return stem.ends_with("." + digest) ? stem + ".csv" : stem + "." + digest + ".csv";
}

}  // namespace

GatheredCells gather_cells(std::span<const fs::path> folders) {
    GatheredCells gathered;
    std::set<std::string> seen;
    for (const fs::path& folder : folders) {
        for (const fs::path& file : cell_files(folder)) {
            try {
                if (is_choice(file)) {
                    add_choice(file, seen, gathered);
                } else {
                    add_cell(file, gathered);
                }
            } catch (const nlohmann::json::exception&) {
                gathered.damaged.push_back(file.string() + ": damaged");
            } catch (const FileError& error) {
                gathered.damaged.emplace_back(error.what());
            }
        }
    }
    for (const fs::path& folder : folders) {
        for (const auto& [name, seconds] : read_cell_times(folder)) {
            if (name.starts_with(kTablesPrefix)) {
                const auto [known, is_new] = gathered.tables.emplace(name, seconds);
                known->second = std::min(known->second, seconds);
                continue;
            }
            const auto cell = gathered.cells.find(name);
            if (cell != gathered.cells.end() &&
                (!cell->second.made || seconds < *cell->second.made)) {
                cell->second.made = seconds;
            }
        }
    }
    find_missing(gathered);
    return gathered;
}

int join_folders(const GatheredCells& gathered, std::span<const fs::path> folders,
                 const fs::path& target) {
    int copied = 0;
    for (const auto& [name, cell] : gathered.cells) {
        const bool is_doubtful =
            std::ranges::any_of(gathered.contradictions, [&](const std::string& text) {
                return text.starts_with(cell.file.string() + " and ");
            });
        copied += !is_doubtful && copy_new(cell.file, target / kCellsFolder) ? 1 : 0;
    }
    for (const fs::path& folder : folders) {
        for (const fs::path& file : cell_files(folder)) {
            copied += is_choice(file) && copy_new(file, target / kCellsFolder) ? 1 : 0;
        }
        for (const fs::path& file : files_in(folder / kCellsFolder, ".csv")) {  // times
            copied += copy_new(file, target / kCellsFolder, times_name(file)) ? 1 : 0;
        }
        for (const fs::path& file : files_in(folder / kRecordingsFolder, ".h5")) {
            copied += copy_new(file, target / kRecordingsFolder) ? 1 : 0;
        }
    }
    return copied;
}

double makespan(std::span<const double> durations, int workers) {
    std::priority_queue<double, std::vector<double>, std::greater<>> free;
    for (int i = 0; i < std::min<int>(workers, static_cast<int>(durations.size())); ++i) {
        free.push(0.0);
    }
    double last = 0.0;
    for (const double duration : durations) {
        const double end = free.top() + duration;
        free.pop();
        free.push(end);
        last = std::max(last, end);
    }
    return last;
}

}  // namespace touchstone
