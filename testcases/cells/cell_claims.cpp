#include "testcases/cells/cell_claims.h"

#include <fcntl.h>
#include <sys/stat.h>
#include <unistd.h>

#include <algorithm>
#include <array>
#include <cerrno>
#include <charconv>
#include <csignal>
#include <functional>
#include <limits>
#include <nlohmann/json.hpp>
#include <set>
#include <system_error>
#include <utility>
#include <vector>

#include "methods/base/error.h"
#include "methods/base/files/temporary_file.h"
#include "methods/base/files/text_file.h"

namespace touchstone {
namespace {

namespace fs = std::filesystem;

constexpr const char* kClaimSchema = "touchstone-claim-1";
constexpr std::string_view kMark = ".claim-";  // between a cell's name and a generation
constexpr std::size_t kMostClaimBytes = 65536;
constexpr int kTouchesPerTakeover = 6;

std::string first_line(const fs::path& file) {
    try {
        const std::string text = read_text_file(file, kMostClaimBytes);
        return text.substr(0, text.find('\n'));
    } catch (const FileError&) {
        return {};
    }
}

std::string host_name() {
    std::array<char, 256> name{};
    return ::gethostname(name.data(), name.size() - 1) == 0 ? name.data() : "unknown";
}

/// Returns a name for the running system. A host's name does not tell containers apart, nor one run
/// of the system from the next.
std::string machine_name() {
    std::error_code error;
    const fs::path space = fs::read_symlink("/proc/self/ns/pid", error);
    return first_line("/proc/sys/kernel/random/boot_id") + " " + space.string();
}

/// Returns the start of a process, the 22nd field of /proc/PID/stat; the second is a name in
/// brackets that may hold anything. 0: there is no such process, or it has ended and only waits to
/// be collected.
long start_of(long process) {
    const std::string line = first_line("/proc/" + std::to_string(process) + "/stat");
    const std::size_t name_end = line.rfind(')');
    if (name_end == std::string::npos || name_end + 2 >= line.size() || line[name_end + 2] == 'Z') {
        return 0;
    }
    constexpr int kFieldsBetween = 19;
    std::size_t place = name_end + 1;  // before the third field
    for (int field = 0; field < kFieldsBetween && place != std::string::npos; ++field) {
        place = line.find(' ', place + 1);
    }
    long ticks = 0;
    if (place != std::string::npos) {
        std::from_chars(line.data() + place + 1, line.data() + line.size(), ticks);
    }
    return ticks;
}

/// Numbers that no process has, as a damaged or foreign claim may name, are of none that lives: for
/// kill() they mean groups of processes.
bool is_alive(const ClaimOwner& owner) {
    if (owner.process <= 0 || owner.process > std::numeric_limits<pid_t>::max() ||
        owner.started < 0) {
        return false;
    }
    return (::kill(static_cast<pid_t>(owner.process), 0) == 0 || errno == EPERM) &&
           start_of(owner.process) == owner.started;
}

std::string write_owner(const ClaimOwner& owner) {
    const nlohmann::ordered_json json{
        {"schema", kClaimSchema},        {"host", owner.host},
        {"machine", owner.machine},      {"process", owner.process},
        {"started", owner.started},      {"version", owner.program.version},
        {"commit", owner.program.commit}};
    return json.dump(-1, ' ', false, nlohmann::ordered_json::error_handler_t::replace) + "\n";
}

/// Reads the owner of a claim; nothing for a file that is gone, damaged or foreign.
std::optional<ClaimOwner> read_owner(const fs::path& file) {
    try {
        const nlohmann::json json = nlohmann::json::parse(read_text_file(file, kMostClaimBytes));
        if (json.at("schema") != kClaimSchema) {
            return std::nullopt;
        }
        ClaimOwner owner;
        owner.host = json.at("host");
        owner.machine = json.at("machine");
        owner.process = json.at("process");
        owner.started = json.at("started");
        owner.program = {json.at("version"), json.at("commit")};
        return owner;
    } catch (const nlohmann::json::exception&) {
        return std::nullopt;
    } catch (const FileError&) {
        return std::nullopt;
    }
}

/// Returns true for whatever has the name, as for who makes a claim: a link that leads nowhere too,
/// and what cannot be looked at.
bool is_there(const fs::path& file) {
    std::error_code error;
    return fs::symlink_status(file, error).type() != fs::file_type::not_found;
}

struct ClaimFile {
    fs::path file;
    std::string name;  ///< of the cell
    int generation = 0;
};

/// Returns the claims in a folder, later generations first.
std::vector<ClaimFile> list_claims(const fs::path& folder) {
    std::vector<ClaimFile> claims;
    std::error_code error;
    for (fs::directory_iterator entry(folder, error); !error && entry != fs::directory_iterator();
         entry.increment(error)) {
        const std::string file = entry->path().filename().string();
        const std::size_t mark = file.rfind(kMark);
        if (mark != std::string::npos) {
            ClaimFile claim{entry->path(), file.substr(0, mark)};
            std::from_chars(file.data() + mark + kMark.size(), file.data() + file.size(),
                            claim.generation);
            claims.push_back(std::move(claim));
        }
    }
    std::ranges::sort(claims, std::greater(), &ClaimFile::generation);
    return claims;
}

/// Returns the time by the clock that dates files in the folder, which may be another machine's;
/// nothing where no file can be made.
std::optional<fs::file_time_type> file_system_now(const fs::path& folder) {
    try {
        const TemporaryFile probe(folder, folder);
        probe.touch();
        return probe.touched();
    } catch (const FileError&) {
        return std::nullopt;
    }
}

}  // namespace

ClaimOwner this_owner(const RunOrigin& program) {
    const long process = ::getpid();
    return {host_name(), machine_name(), process, start_of(process), program};
}

std::string owner_text(const ClaimOwner& owner) {
    return "process " + std::to_string(owner.process) + " on " + owner.host;
}

/// Keeps a name to one thread.
class CellClaims::NameInUse {
 public:
    NameInUse(CellClaims& claims, const std::string& name) : claims_(claims), name_(name) {
        std::unique_lock lock(claims_.mutex_);
        claims_.freed_.wait(lock, [&] { return claims_.in_use_.insert(name_).second; });
    }
    NameInUse(const NameInUse&) = delete;
    NameInUse& operator=(const NameInUse&) = delete;
    ~NameInUse() {
        {
            const std::lock_guard lock(claims_.mutex_);
            claims_.in_use_.erase(name_);
        }
        claims_.freed_.notify_all();
    }

 private:
    CellClaims& claims_;
    const std::string name_;
};

CellClaims::CellClaims(fs::path folder, const RunOrigin& program,
                       std::chrono::milliseconds takeover)
    : folder_(std::move(folder)),
      self_(this_owner(program)),
      claim_(write_owner(self_)),
      takeover_(takeover),
      toucher_([this] { keep_touching(); }) {}

CellClaims::~CellClaims() {
    {
        const std::lock_guard lock(mutex_);
        ended_ = true;
    }
    ending_.notify_all();
    toucher_.join();
    while (!held_.empty()) {
        release(std::string(held_.begin()->first));
    }
    for (const std::string& name : find_rest()) {
        give_up_rest(name);
    }
}

ClaimAnswer CellClaims::take(const std::string& name) {
    const NameInUse alone(*this, name);
    return take_alone(name);
}

ClaimAnswer CellClaims::take_alone(const std::string& name) {
    // A claim that was left behind stays until the cell is made, and the next generation is
    // claimed: a file that is removed and made anew could be removed once more, by a process that
    // judged the old one.
    for (int generation = first_generation(name);;) {
        const fs::path file = file_of(name, generation);
        if (create(name, generation)) {
            // All generations may have been released since, and the first be another's by now.
            if (generation > 0 && !is_still_left(file_of(name, generation - 1))) {
                std::error_code error;
                fs::remove(file, error);
                generation = first_generation(name);
                continue;
            }
            const std::lock_guard lock(mutex_);
            held_[name] = generation;
            for (int before = 0; before < generation; ++before) {
                sights_.erase(file_of(name, before));
            }
            return {.ours = true, .owner = {}};
        }
        const std::optional<ClaimOwner> owner = read_owner(file);
        if (!owner && !is_there(file)) {
            continue;  // it has just been released
        }
        if (!is_left_behind(file, owner)) {
            if (owner && owner->machine == self_.machine && owner->process != self_.process) {
                const std::lock_guard lock(mutex_);
                met_[owner->process] = *owner;
            }
            return {.ours = false, .owner = owner};
        }
        ++generation;
    }
}

void CellClaims::release(const std::string& name) {
    const NameInUse alone(*this, name);
    {
        const std::lock_guard lock(mutex_);
        const auto held = held_.find(name);
        if (held == held_.end()) {
            return;
        }
        rest_[name] = held->second;
        held_.erase(held);
    }
    give_up_rest(name);
}

/// Removes a claim of this process, and those that it took over. Returns false when another process
/// has taken it over: without this one a third would begin at it.
bool CellClaims::give_up(const std::string& name, int generation) const {
    if (is_there(file_of(name, generation + 1))) {
        return false;
    }
    // Who had taken it over may have removed all, and another have begun since.
    if (is_mine(file_of(name, generation))) {
        std::error_code error;
        for (int each = 0; each <= generation; ++each) {
            fs::remove(file_of(name, each), error);
        }
    }
    return true;
}

/// Gives up a claim that is not held any more, unless another process has taken it over: then it is
/// looked at again. The caller keeps the name to itself.
void CellClaims::give_up_rest(const std::string& name) {
    int generation = 0;
    {
        const std::lock_guard lock(mutex_);
        const auto rest = rest_.find(name);
        if (rest == rest_.end()) {
            return;
        }
        generation = rest->second;
    }
    if (give_up(name, generation)) {
        const std::lock_guard lock(mutex_);
        rest_.erase(name);
    }
}

/// Returns the generation at which to ask for the name: above a claim that this process has given
/// up and that stays for who took it over, as that one may have ended since.
int CellClaims::first_generation(const std::string& name) {
    give_up_rest(name);
    const std::lock_guard lock(mutex_);
    const auto rest = rest_.find(name);
    return rest == rest_.end() ? 0 : rest->second + 1;
}

std::vector<std::string> CellClaims::find_rest() {
    const std::lock_guard lock(mutex_);
    std::vector<std::string> names;
    names.reserve(rest_.size());
    for (const auto& [name, generation] : rest_) {
        names.push_back(name);
    }
    return names;
}

bool CellClaims::is_mine(const fs::path& file) const {
    return claim_.is_at(file) || read_owner(file) == self_;
}

std::optional<ClaimOwner> CellClaims::find_stranger() const {
    std::optional<fs::file_time_type> now;
    for (const ClaimFile& claim : list_claims(folder_)) {
        std::optional<ClaimOwner> owner = read_owner(claim.file);
        if (!owner || owner->program == self_.program) {
            continue;
        }
        // One of another machine may be gone; its claim says so when it is not touched.
        const bool is_here = owner->machine == self_.machine;
        if (!is_here && !now) {
            now = file_system_now(folder_);
        }
        std::error_code error;
        const fs::file_time_type touched = fs::last_write_time(claim.file, error);
        if (is_here ? is_alive(*owner) : !error && now && *now - touched < takeover_) {
            return owner;
        }
    }
    return std::nullopt;
}

std::vector<ClaimOwner> CellClaims::find_owners(const std::string& beginning) const {
    std::vector<ClaimOwner> owners;
    for (const ClaimFile& claim : list_claims(folder_)) {
        if (claim.name.starts_with(beginning)) {
            if (const std::optional<ClaimOwner> owner = read_owner(claim.file)) {
                owners.push_back(*owner);
            }
        }
    }
    return owners;
}

int CellClaims::count_here(const std::string& beginning) const {
    std::set<long> processes;
    for (const ClaimOwner& owner : find_owners(beginning)) {
        if (owner.machine == self_.machine && owner.process != self_.process && is_alive(owner)) {
            processes.insert(owner.process);
        }
    }
    return static_cast<int>(processes.size());
}

int CellClaims::count_met() {
    const std::lock_guard lock(mutex_);
    return static_cast<int>(
        std::ranges::count_if(met_, [](const auto& process) { return is_alive(process.second); }));
}

void CellClaims::sweep(const std::function<bool(const std::string& name)>& is_made) const {
    for (const ClaimFile& claim : list_claims(folder_)) {
        const std::optional<ClaimOwner> owner = read_owner(claim.file);
        // Below one that was taken over it keeps a third process from beginning there.
        if (owner && owner->machine == self_.machine && !is_alive(*owner) && is_made(claim.name) &&
            !is_there(file_of(claim.name, claim.generation + 1))) {
            std::error_code error;
            fs::remove(claim.file, error);
        }
    }
}

fs::path CellClaims::file_of(const std::string& name, int generation) const {
    return folder_ / (name + std::string(kMark) + std::to_string(generation));
}

bool CellClaims::is_left_behind(const fs::path& file, const std::optional<ClaimOwner>& owner) {
    // Without a start of its own this process cannot tell others here from those of before.
    if (owner && self_.started > 0 && owner->machine == self_.machine) {
        return !is_alive(*owner);
    }
    std::error_code error;
    fs::file_time_type touched = fs::last_write_time(file, error);
    if (error && !is_there(file)) {
        return false;  // it has just been released
    }
    if (error) {
        touched = fs::file_time_type::min();  // a link that leads nowhere, which nobody touches
    }
    const auto now = std::chrono::steady_clock::now();
    const std::lock_guard lock(mutex_);
    const auto seen = sights_.find(file);
    if (seen == sights_.end() || seen->second.touched != touched) {
        sights_[file] = {touched, now};
        return false;
    }
    return now - seen->second.since >= takeover_;
}

bool CellClaims::is_still_left(const fs::path& file) {
    const std::optional<ClaimOwner> owner = read_owner(file);
    return is_there(file) && is_left_behind(file, owner);
}

/// The caller keeps the name to itself.
bool CellClaims::create(const std::string& name, int generation) {
    const fs::path file = file_of(name, generation);
    const auto make = [&] {
        if (claim_.create(file)) {
            return true;
        }
        // The answer to making it was lost, unless this process knows it, or one above it, to be
        // its own.
        const auto is_known = [&](const std::map<std::string, int>& known) {
            const auto found = known.find(name);
            return found != known.end() && found->second >= generation;
        };
        const std::lock_guard lock(mutex_);
        return !is_known(held_) && !is_known(rest_) && claim_.is_at(file);
    };
    try {
        return make();
    } catch (const FileError&) {
        // Another process that made the folder, and failed, may have removed it again.
        std::error_code error;
        if (fs::is_directory(file.parent_path(), error)) {
            throw;
        }
        fs::create_directories(file.parent_path(), error);
        if (error) {
            throw FileError(file.parent_path().string() + ": cannot be made: " + error.message());
        }
    }
    return make();
}

void CellClaims::keep_touching() {
    const auto pause = std::max(takeover_ / kTouchesPerTakeover, std::chrono::milliseconds(1));
    std::unique_lock lock(mutex_);
    while (!ending_.wait_for(lock, pause, [this] { return ended_; })) {
        const std::map<std::string, int> held = held_;
        lock.unlock();
        for (const std::string& name : find_rest()) {
            const NameInUse alone(*this, name);
            give_up_rest(name);
        }
        // The time is the file system's own, so that all see it change.
        claim_.touch();
        for (const auto& [name, generation] : held) {
            const fs::path file = file_of(name, generation);
            if (!claim_.is_at(file)) {
                ::utimensat(AT_FDCWD, file.c_str(), nullptr, 0);
            }
        }
        lock.lock();
    }
}

}  // namespace touchstone
