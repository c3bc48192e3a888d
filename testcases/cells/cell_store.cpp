#include "testcases/cells/cell_store.h"

#include <algorithm>
#include <system_error>
#include <utility>

#include "methods/base/error.h"
#include "methods/base/files/atomic_file.h"
#include "methods/base/files/temporary_file.h"
#include "methods/base/files/text_file.h"
#include "methods/base/printable.h"
#include "methods/base/sha256.h"
#include "testcases/files/json/json_document.h"
#include "testcases/files/json/json_optional.h"

namespace touchstone {
namespace {

namespace fs = std::filesystem;
using OrderedJson = nlohmann::ordered_json;

constexpr const char* kCellEnding = ".json";
constexpr std::size_t kMostCellBytes = std::size_t{256} << 20;

void make_folder(const fs::path& folder) {
    std::error_code error;
    fs::create_directories(folder, error);
    if (error) {
        throw FileError(folder.string() + ": cannot be made: " + error.message());
    }
}

std::string program_text(const RunOrigin& program) {
    return "version " + program.version + " (commit " + program.commit.substr(0, 12) + ")";
}

}  // namespace

CellStore::CellStore(fs::path folder, RunOrigin origin,
                     std::function<void(const std::string&)> note, const CellSharing& sharing)
    : folder_(std::move(folder)),
      origin_(std::move(origin)),
      note_(std::move(note)),
      sharing_(sharing) {
    std::error_code error;
    is_new_ = !fs::exists(folder_, error);
    sweep_temporary_files(folder_ / kCellsFolder);
    for (const char* old : {"runs", "trials"}) {
        if (fs::is_directory(folder_ / old, error)) {
            this->note((folder_ / old).string() +
                       ": kept by an earlier version of this program; what it holds is asked anew, "
                       "and the folder can be removed");
        }
    }
    times_.emplace(folder_, this_owner(origin_));
    list_old_cells();
    claims_ = std::make_unique<CellClaims>(folder_ / kCellsFolder, origin_, sharing_.takeover);
    if (const std::optional<ClaimOwner> other = claims_->find_stranger()) {
        throw FileError(folder_.string() + ": " + owner_text(*other) + " fills it, by " +
                        program_text(other->program) + "; this is " + program_text(origin_) +
                        ". Wait for its end, or name another folder");
    }
}

CellStore::~CellStore() {
    claims_->sweep([this](const std::string& name) {
        if (name.starts_with(kWaitsPrefix)) {
            return true;
        }
        std::error_code error;
        return fs::exists(folder_ / kCellsFolder / (name + kCellEnding), error);
    });
    claims_.reset();
    sweep_temporary_files(folder_ / kCellsFolder);
    // Nothing was finished: nothing is left. Folders that hold something stay.
    std::error_code error;
    fs::remove(folder_ / kCellsFolder, error);
    if (is_new_) {
        fs::remove(folder_, error);
    }
}

bool CellStore::is_in_part(const CellKey& key) const {
    // A digest spreads alike over the parts whatever the names are; eight digits are enough.
    constexpr int kDigits = 8;
    const std::string name = cell_name(key);
    const unsigned long number = std::stoul(name.substr(name.size() - kDigits), nullptr, 16);
    return static_cast<int>(number % static_cast<unsigned long>(sharing_.parts)) ==
           sharing_.part - 1;
}

void CellStore::announce(const std::string& track, const std::vector<std::string>& cell_names) {
    const std::lock_guard lock(mutex_);
    choices_.push_back(write_choice(track, origin_, cell_names));
    if (sharing_.tables != nullptr && !cell_names.empty()) {
        sharing_.tables->add(choices_.back().name);
    }
}

void CellStore::write_choices() const {
    const std::lock_guard lock(mutex_);
    for (const ChoiceFile& choice : choices_) {
        const fs::path file = folder_ / kCellsFolder / choice.name;
        std::error_code error;
        if (!fs::exists(file, error)) {
            write_file_atomically(file, choice.text);
        }
    }
    choices_.clear();
}

bool CellStore::claim(const CellKey& key) {
    make_folder(folder_ / kCellsFolder);
    const ClaimAnswer answer = claims_->take(cell_name(key));
    if (!answer.ours && answer.owner) {
        note_once(owner_text(*answer.owner) +
                  " fills the same folder; its cells are not made twice");
    }
    return answer.ours;
}

void CellStore::release(const CellKey& key) { claims_->release(cell_name(key)); }

fs::path CellStore::file_of(const CellKey& key) const {
    return folder_ / kCellsFolder / (cell_name(key) + kCellEnding);
}

void CellStore::note(const std::string& text) const {
    const std::lock_guard lock(mutex_);
    if (note_) {
        note_(text);
    }
}

bool CellStore::find_shared(const CellKey& key, Cell& cell, const ReadOwn& read_own) const {
    const fs::path file = file_of(key);
    std::error_code failure;
    if (!fs::exists(file, failure)) {
        if (failure) {
            throw FileError(printable(file.string()) +
                            " cannot be looked for: " + failure.message());
        }
        return false;
    }
    try {
        const std::string text = read_text_file(file, kMostCellBytes);
        const std::optional<nlohmann::json> own =
            parse_cell(text, file.string(), key, origin_, cell);
        if (own) {
            read_as_cell(file.string(), [&] { read_own(*own); });
            write_choices();
        } else {
            const RunOrigin program = parse_any_cell(text, file.string()).program;
            if (program != origin_) {
                note_once(folder_.string() + ": cells made by " + program_text(program) +
                          " are asked anew by " + program_text(origin_));
            }
        }
        return own.has_value();
    } catch (const FileError& error) {
        note_once(std::string(error.what()) + "; this is asked anew");
        return false;
    }
}

void CellStore::note_once(const std::string& text) const {
    {
        const std::lock_guard lock(mutex_);
        if (!told_.insert(text).second) {
            return;
        }
    }
    note(text);
}

void CellStore::add_time(const CellKey& key, double seconds) const {
    const std::lock_guard lock(mutex_);
    times_->add_cell(cell_name(key), seconds);
}

void CellStore::list_old_cells() {
    std::error_code error;
    for (fs::directory_iterator entry(folder_ / kCellsFolder, error);
         !error && entry != fs::directory_iterator(); entry.increment(error)) {
        if (entry->path().extension() == kCellEnding) {
            old_.insert(entry->path().stem().string());
        }
    }
}

bool CellStore::is_left_to_writer(const CellKey& key) const {
    if (!leaves_reading() || old_.contains(cell_name(key))) {
        return false;
    }
    std::error_code error;
    return fs::exists(file_of(key), error);
}

bool CellStore::leaves_reading() const {
    return sharing_.tables != nullptr && !sharing_.tables->is_ours();
}

bool CellStore::take_tables() const {
    return sharing_.tables == nullptr || sharing_.tables->take();
}

int CellStore::count_others_here() const { return std::max(claims_->count_met(), count_waiting()); }

int CellStore::count_waiting() const {
    return sharing_.tables == nullptr ? 0 : sharing_.tables->count_waiting();
}

void CellStore::keep_own(const CellKey& key, const Cell& cell, const OrderedJson& own) const {
    write_choices();
    // Not forced to the disk, which takes about as long as many a cell: one that a power cut
    // damages does not fit its checksum, and is asked anew.
    write_file_unforced(file_of(key), write_cell(key, origin_, cell, own));
}

std::unique_ptr<CellStore> open_cell_store(const CellFolder* folder) {
    return folder == nullptr ? nullptr
                             : std::make_unique<CellStore>(folder->path, folder->origin,
                                                           folder->note, folder->sharing);
}

}  // namespace touchstone
