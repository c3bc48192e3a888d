#pragma once

#include <chrono>
#include <condition_variable>
#include <filesystem>
#include <functional>
#include <map>
#include <mutex>
#include <optional>
#include <set>
#include <string>
#include <thread>
#include <vector>

#include "methods/base/files/named_contents.h"
#include "testcases/cells/cell.h"

// Several processes, on one machine or many, fill the cells of one folder together. Each claims a
// cell before it makes it: a file beside the cell's own, which appears whole and for only one of
// those who want it, names the owner. The owner touches it now and then; a claim whose owner
// has ended is taken over, by the claim of the next generation above it.
//
// All claims of an owner are names of one file, which it touches whether it has a claim just then
// or not: a name that is new must not look old. A name that is given up is removed unless there is
// one of the next generation above it: whoever has that one removes both. It may withdraw, though,
// when it finds that the owner below lives after all, and the name below would then be nobody's. So
// an owner looks again at such names of its own: when it touches its claims, when it asks for the
// same one, and at its end. A name that is left then is that of a process that has ended.

namespace touchstone {

/// The process that makes a cell.
struct ClaimOwner {
    std::string host;
    std::string machine;  ///< identity of the running system and its space of process numbers; on
                          ///< the same one, it can be asked whether a process lives
    long process = 0;     ///< number of the process
    long started = 0;  ///< ticks of the system at which it began, because numbers are given again
    RunOrigin program;

    bool operator==(const ClaimOwner&) const = default;
};

/// Returns the owner that stands for this process.
ClaimOwner this_owner(const RunOrigin& program);

/// Returns the owner in words: "process 4711 on node7".
std::string owner_text(const ClaimOwner& owner);

/// The answer to asking for a claim.
struct ClaimAnswer {
    bool ours = false;  ///< true: this process has the claim
    std::optional<ClaimOwner>
        owner;  ///< other process that has it; nothing: the claim does not say
};

/// The claims of one process in one folder. Any thread may use it.
class CellClaims {
 public:
    /// Opens the claims of `folder`. `takeover`: how long the claim of a process on another
    /// machine, which cannot be asked whether it lives, must stay untouched until it counts as left
    /// behind. Clocks of machines are not compared.
    CellClaims(std::filesystem::path folder, const RunOrigin& program,
               std::chrono::milliseconds takeover);
    CellClaims(const CellClaims&) = delete;
    CellClaims& operator=(const CellClaims&) = delete;
    /// Releases the claims that are held.
    ~CellClaims();

    /// Claims the cell of this name unless a living process has it. Throws FileError when the file
    /// cannot be made.
    ClaimAnswer take(const std::string& name);

    /// Gives up the claim; a claim that is not held is left alone, and so is one that another
    /// process has taken over, which removes it.
    void release(const std::string& name);

    /// Returns a process of another version of the program that is at work in the folder now;
    /// nothing if there is none.
    std::optional<ClaimOwner> find_stranger() const;

    /// Returns the processes that have, or left, a claim whose name begins so.
    std::vector<ClaimOwner> find_owners(const std::string& beginning) const;

    /// Returns the number of other living processes of this machine that have a claim whose name
    /// begins so.
    int count_here(const std::string& beginning) const;

    /// Returns the number of other living processes of this machine that had a claim when this one
    /// asked for it.
    int count_met();

    /// Removes claims that dead processes of this machine left on cells for which `is_made` returns
    /// true.
    void sweep(const std::function<bool(const std::string& name)>& is_made) const;

 private:
    /// The last sight of a claim whose process cannot be asked whether it lives.
    struct Sight {
        std::filesystem::file_time_type touched;
        std::chrono::steady_clock::time_point since;
    };

    class NameInUse;

    ClaimAnswer take_alone(const std::string& name);
    bool give_up(const std::string& name, int generation) const;
    void give_up_rest(const std::string& name);
    int first_generation(const std::string& name);
    std::vector<std::string> find_rest();
    bool is_mine(const std::filesystem::path& file) const;
    std::filesystem::path file_of(const std::string& name, int generation) const;
    bool is_left_behind(const std::filesystem::path& file, const std::optional<ClaimOwner>& owner);
    bool is_still_left(const std::filesystem::path& file);
    bool create(const std::string& name, int generation);
    void keep_touching();

    std::filesystem::path folder_;
    ClaimOwner self_;
    NamedContents claim_;  ///< text of every claim
    std::chrono::milliseconds takeover_;
    std::mutex mutex_;  ///< guard of all below
    std::condition_variable ending_;
    bool ended_ = false;
    std::condition_variable freed_;
    std::set<std::string> in_use_;     ///< names that a thread asks for, or gives up
    std::map<std::string, int> held_;  ///< generation of each claim held, by name
    std::map<std::string, int> rest_;  ///< generation of each that was given up, and had another
                                       ///< above it
    std::map<long, ClaimOwner> met_;   ///< processes of this machine that had a claim asked for
    std::map<std::filesystem::path, Sight> sights_;  ///< of each generation that is looked at
    std::thread toucher_;
};

}  // namespace touchstone
