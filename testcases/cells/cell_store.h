#pragma once

#include <filesystem>
#include <functional>
#include <map>
#include <memory>
#include <mutex>
#include <nlohmann/json.hpp>
#include <optional>
#include <set>
#include <string>
#include <string_view>
#include <utility>
#include <vector>

#include "testcases/cells/cell_claims.h"
#include "testcases/cells/cell_file.h"
#include "testcases/cells/cell_folder.h"
#include "testcases/cells/track.h"

namespace touchstone {

/// How long each cell in the folder took to make, by its name [s]: what the processes that made
/// them wrote beside the cells. The shortest, where one was made more than once.
std::map<std::string, double> read_cell_times(const std::filesystem::path& folder);

/// Finished cells in a folder, each in a file of its own below `cells`. Any thread may use it, and
/// other processes the same folder. The folder is made for the first cell, and gone when none was
/// finished.
class CellStore {
 public:
    /// `note` takes one line about a file that is of no use; it is called by one thread at a time.
    /// Cells in the form of an earlier version are not read, and a note says so. Throws FileError
    /// when the folder cannot be made.
    /// Another version of the program at work in the folder: FileError too.
    CellStore(std::filesystem::path folder, RunOrigin origin,
              std::function<void(const std::string&)> note, const CellSharing& sharing = {});
    /// Takes away the claims that dead processes left on cells that are made.
    ~CellStore();

    /// The cell of an earlier run by the same program under the same key. Nothing where it is still
    /// to be made; of a damaged file that is said in a note.
    template <class CellType>
    std::optional<CellType> find(const Track<CellType>& track, const CellKey& key) const {
        CellType cell;
        const bool found =
            find_shared(key, cell, [&](const nlohmann::json& own) { track.read(own, cell); });
        return found ? std::optional(std::move(cell)) : std::nullopt;
    }

    /// Whether this process makes only some of the cells.
    bool has_parts() const { return sharing_.parts > 1; }
    /// Whether this process is to make the cell.
    bool is_in_part(const CellKey& key) const;

    /// Leaves word in the folder which cells a table has, as soon as one of them is there.
    void announce(const std::string& track, const std::vector<std::string>& cell_names);

    /// Claims the cell; false while another process is making it, of which a note tells once.
    bool claim(const CellKey& key);
    void release(const CellKey& key);

    /// Leaves word how long the cell took to make [s]. Durations differ from run to run; so they
    /// stand in a file of this process, and cells are the same bytes whoever made them.
    void add_time(const CellKey& key, double seconds) const;

    /// Throws FileError when the file cannot be written.
    template <class CellType>
    void keep(const Track<CellType>& track, const CellKey& key, const CellType& cell) const {
        keep_own(key, cell, track.write(cell));
    }

 private:
    using ReadOwn = std::function<void(const nlohmann::json&)>;

    std::filesystem::path file_of(const CellKey& key) const;
    void note(const std::string& text) const;
    void write_choices() const;
    void note_once(const std::string& text) const;
    bool find_shared(const CellKey& key, Cell& cell, const ReadOwn& read_own) const;
    void keep_own(const CellKey& key, const Cell& cell, const nlohmann::ordered_json& own) const;

    std::filesystem::path folder_;
    RunOrigin origin_;
    std::function<void(const std::string&)> note_;
    CellSharing sharing_;
    std::string times_file_;
    bool is_new_ = false;  ///< there was no folder
    std::unique_ptr<CellClaims> claims_;
    mutable std::mutex mutex_;                 ///< of `note_` and what follows
    mutable std::vector<ChoiceFile> choices_;  ///< still to be written
    mutable std::set<std::string> told_;       ///< notes of which one is enough
};

/// The store of a folder; none for null.
std::unique_ptr<CellStore> open_cell_store(const CellFolder* folder);

}  // namespace touchstone
