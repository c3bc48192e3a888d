#pragma once

#include <atomic>
#include <chrono>
#include <filesystem>
#include <memory>
#include <mutex>
#include <optional>
#include <set>
#include <string>
#include <vector>

#include "testcases/cells/cell_claims.h"
#include "testcases/cells/cell_times.h"
#include "testcases/cells/watch.h"

namespace touchstone {

/// The turn to write the tables of a folder that several processes fill. The first process that
/// finds nothing left to make takes it, reads what the others made, and writes; the others read
/// nothing and wait. The turn of a process that ends without having written is free again.
class TableTurn {
 public:
    /// `about`: everything that decides what is written, beside the cells. `takeover`: as in
    /// CellClaims.
    TableTurn(std::filesystem::path folder, RunOrigin program, std::chrono::milliseconds takeover,
              std::string about);
    TableTurn(const TableTurn&) = delete;
    TableTurn& operator=(const TableTurn&) = delete;
    /// Gives up the turn, and removes the temporary files that dead processes left, among them that
    /// of the one that had the turn before. A folder of cells that holds nothing is removed, and
    /// the one it is in where there was none before.
    ~TableTurn();

    /// Adds the cells of a table to what is written, by a name that stands for all of them. The
    /// same ones again change nothing. What others write from now on is not written again.
    void add(const std::string& cells);

    /// Takes the turn unless another process has it; returns true when it is this process's. The
    /// time that writing takes counts from the last call. Without any cells every process has the
    /// turn. Throws FileError when it cannot be claimed.
    bool take();

    /// Returns true once this process is the one that writes.
    bool is_ours() const { return is_ours_; }

    /// Returns the process that was last seen to have the turn; nothing if none was.
    std::optional<ClaimOwner> find_other() const;

    /// Returns true when any process has ever written these tables in the folder: they are whole,
    /// and not for one to replace that was stopped. Before any cells are added: true for any
    /// tables.
    bool are_written() const;

    /// Notes that the tables are there, with the exit status that they ask for, and gives up the
    /// turn. Nothing where the turn is not this process's. Throws FileError when that cannot be
    /// noted; the turn then ends with this object.
    void finish(int status);

    /// Waits for the process that has the turn. Returns what it has written; nothing when this
    /// process has the turn now, as the other ended without, and when told to stop.
    std::optional<WrittenTables> wait(const StopRequest& stop);

    /// Returns the number of other processes of this machine that wait for these tables, and so
    /// leave their part of it to the one that writes.
    int count_waiting() const;

 private:
    // With the lock held:
    std::string name() const;
    std::string waits_name() const;
    void give_up();
    std::optional<WrittenTables> find_written() const;         // by who was seen to have the turn
    std::optional<WrittenTables> find_written_unseen() const;  // by anyone since cells were added

    std::filesystem::path folder_;
    RunOrigin program_;
    std::chrono::milliseconds takeover_;
    std::string about_;
    mutable std::mutex mutex_;                     ///< guard of all below but `is_ours_`
    std::set<std::string> cells_;                  ///< what `add` was given
    std::unique_ptr<CellClaims> claims_;           ///< opened when the turn is first asked for
    std::vector<ClaimOwner> others_;               ///< processes that were seen to have the turn
    std::set<std::string> noted_before_;           ///< processes that had noted these tables when
                                                   ///< the last cells were added
    std::optional<WrittenTables> written_;         ///< what was found when the turn was free again
    bool is_new_ = false;                          ///< true: there was no folder before
    std::chrono::steady_clock::time_point begun_;  ///< last call by which the turn was ours
    std::atomic<bool> is_ours_ = false;
};

}  // namespace touchstone
