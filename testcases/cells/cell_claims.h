#pragma once

#include <chrono>
#include <condition_variable>
#include <filesystem>
#include <functional>
#include <map>
#include <mutex>
#include <optional>
#include <string>
#include <thread>

#include "testcases/cells/cell.h"

// Several processes, on one machine or many, fill the cells of one folder together. Each claims a
// cell before it makes it: a file beside the cell's own, made by the one call of the system that
// only one process can win, names the owner. The owner touches it now and then; a claim whose owner
// is gone is taken over.

namespace touchstone {

/// The process that makes a cell.
struct ClaimOwner {
    std::string host;
    std::string machine;  ///< the run of the system and its space of process numbers; on one of the
                          ///< same, whether a process lives can be asked
    long process = 0;     ///< its number
    long started = 0;     ///< ticks of the system at which it began: numbers are given again
    RunOrigin program;

    bool operator==(const ClaimOwner&) const = default;
};

/// This process.
ClaimOwner this_owner(const RunOrigin& program);

/// "process 4711 on node7".
std::string owner_text(const ClaimOwner& owner);

/// What came of asking for a claim.
struct ClaimAnswer {
    bool ours = false;
    std::optional<ClaimOwner> owner;  ///< who else has it; nothing: that is not known yet
};

/// The claims of one process in one folder. Any thread may use it.
class CellClaims {
 public:
    /// `takeover`: how long the claim of a process that cannot be asked after, on another machine,
    /// must stay untouched until it counts as left behind. Clocks of machines are not compared.
    CellClaims(std::filesystem::path folder, const RunOrigin& program,
               std::chrono::milliseconds takeover);
    CellClaims(const CellClaims&) = delete;
    CellClaims& operator=(const CellClaims&) = delete;
    /// Releases what is held.
    ~CellClaims();

    /// Claims the cell of this name if no living process has. Throws FileError when the file cannot
    /// be made.
    ClaimAnswer take(const std::string& name);

    /// Gives up the claim; what is not held is left alone.
    void release(const std::string& name);

    /// Some process of another version of the program that is at work in the folder now; nothing if
    /// there is none.
    std::optional<ClaimOwner> find_stranger() const;

    /// Removes claims that dead processes of this machine left on cells for which `is_made`.
    void sweep(const std::function<bool(const std::string& name)>& is_made) const;

 private:
    /// What was seen of a claim of a process that cannot be asked after.
    struct Sight {
        std::filesystem::path file;
        std::filesystem::file_time_type touched;
        std::chrono::steady_clock::time_point since;
    };

    std::filesystem::path file_of(const std::string& name, int generation) const;
    bool is_left_behind(const std::string& name, const std::filesystem::path& file,
                        const std::optional<ClaimOwner>& owner);
    bool create(const std::filesystem::path& file) const;
    void keep_touching();

    std::filesystem::path folder_;
    ClaimOwner self_;
    std::chrono::milliseconds takeover_;
    std::mutex mutex_;
    std::condition_variable ending_;
    bool ended_ = false;
    std::map<std::string, int> held_;  ///< by name: the claim's generation
    std::map<std::string, Sight> sights_;
    std::thread toucher_;
};

}  // namespace touchstone
