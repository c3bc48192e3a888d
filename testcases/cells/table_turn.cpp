#include "testcases/cells/table_turn.h"

#include <algorithm>
#include <system_error>
#include <thread>
#include <utility>

#include "methods/base/error.h"
#include "methods/base/files/temporary_file.h"
#include "methods/base/sha256.h"
#include "testcases/cells/cell_folder.h"
#include "testcases/cells/cell_times.h"

namespace touchstone {
namespace {

namespace fs = std::filesystem;

/// The pause between looks: a share of the time waited so far, so that little of it is added.
constexpr std::chrono::milliseconds kShortestPause{5};
constexpr std::chrono::milliseconds kLongestPause{100};
constexpr int kPausesPerWait = 50;
constexpr std::size_t kTurnDigits = 16;

}  // namespace

TableTurn::TableTurn(fs::path folder, RunOrigin program, std::chrono::milliseconds takeover,
                     std::string about)
    : folder_(std::move(folder)),
      program_(std::move(program)),
      takeover_(takeover),
      about_(std::move(about)) {}

TableTurn::~TableTurn() {
    if (!claims_) {
        return;
    }
    claims_.reset();
    sweep_temporary_files(folder_ / kCellsFolder);
    std::error_code error;
    fs::remove(folder_ / kCellsFolder, error);
    if (is_new_) {
        fs::remove(folder_, error);
    }
}

void TableTurn::add(const std::string& cells) {
    const std::lock_guard lock(mutex_);
    if (cells_.insert(cells).second) {
        written_.reset();  // of other tables
        noted_before_.clear();
        for (const auto& [process, tables] : find_noted_tables(folder_, name())) {
            noted_before_.insert(process);
        }
    }
}

std::string TableTurn::name() const {
    std::string text = about_;
    for (const std::string& cells : cells_) {
        text += "\n" + cells;
    }
    return std::string(kTablesPrefix) + hex(sha256(text)).substr(0, kTurnDigits);
}

std::string TableTurn::waits_name() const {
    return std::string(kWaitsPrefix) + name().substr(kTablesPrefix.size()) + "-";
}

bool TableTurn::take() {
    const std::lock_guard lock(mutex_);
    if (is_ours_) {
        begun_ = std::chrono::steady_clock::now();
        return true;
    }
    if (cells_.empty()) {
        is_ours_ = true;  // nothing is kept, so there is nothing to share
        return true;
    }
    if (!claims_) {
        std::error_code error;
        is_new_ = !fs::exists(folder_, error);
        claims_ = std::make_unique<CellClaims>(folder_ / kCellsFolder, program_, takeover_);
    }
    const ClaimAnswer answer = claims_->take(name());
    if (answer.ours) {
        // Who has written notes that first and then gives up the turn, perhaps just now; perhaps
        // a process that had it for so short a time that it was not seen.
        written_ = find_written();
        if (!written_) {
            written_ = find_written_unseen();
        }
    }
    if (answer.ours && written_) {
        give_up();
    } else if (answer.ours) {
        begun_ = std::chrono::steady_clock::now();
        is_ours_ = true;
    } else if (answer.owner) {
        std::erase(others_, *answer.owner);
        others_.push_back(*answer.owner);
    }
    return is_ours_;
}

std::optional<ClaimOwner> TableTurn::find_other() const {
    const std::lock_guard lock(mutex_);
    return others_.empty() ? std::nullopt : std::optional(others_.back());
}

bool TableTurn::are_written() const {
    const std::lock_guard lock(mutex_);
    return are_tables_noted(folder_, cells_.empty() ? "" : name());
}

void TableTurn::finish(int status) {
    const std::lock_guard lock(mutex_);
    if (is_ours_ && claims_) {
        const std::chrono::duration<double> taken = std::chrono::steady_clock::now() - begun_;
        ProcessTimes(folder_, this_owner(program_)).add_tables(name(), taken.count(), status);
        give_up();
    }
}

void TableTurn::give_up() {
    claims_->release(name());
    is_ours_ = false;
}

std::optional<WrittenTables> TableTurn::find_written() const {
    for (const ClaimOwner& other : others_) {
        if (const std::optional<int> status = ProcessTimes(folder_, other).find_tables(name())) {
            return WrittenTables{other, *status};
        }
    }
    return std::nullopt;
}

std::optional<WrittenTables> TableTurn::find_written_unseen() const {
    for (const auto& [process, tables] : find_noted_tables(folder_, name())) {
        if (!noted_before_.contains(process)) {
            return tables;
        }
    }
    return std::nullopt;
}

std::optional<WrittenTables> TableTurn::wait(const StopRequest& stop) {
    const auto look = [this] {
        const std::lock_guard lock(mutex_);
        return written_ ? written_ : find_written();
    };
    std::string waits;
    const auto say_so = [&] {
        const std::lock_guard lock(mutex_);
        if (claims_ && waits.empty()) {
            waits = waits_name() + owner_name(this_owner(program_));
            try {
                claims_->take(waits);
            } catch (const FileError&) {
                // Nobody has to know.
            }
        }
    };
    std::optional<WrittenTables> written;
    const auto begun = std::chrono::steady_clock::now();
    while (!(stop && stop())) {
        written = look();
        if (written || take()) {
            break;
        }
        say_so();
        const auto waited = std::chrono::duration_cast<std::chrono::milliseconds>(
            std::chrono::steady_clock::now() - begun);
        std::this_thread::sleep_for(
            std::clamp(waited / kPausesPerWait, kShortestPause, kLongestPause));
    }
    const std::lock_guard lock(mutex_);
    if (claims_ && !waits.empty()) {
        claims_->release(waits);
    }
    return written;
}

int TableTurn::count_waiting() const {
    const std::lock_guard lock(mutex_);
    return claims_ ? claims_->count_here(waits_name()) : 0;
}

}  // namespace touchstone
