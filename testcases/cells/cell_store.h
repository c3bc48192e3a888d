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
#include "testcases/cells/cell_times.h"
#include "testcases/cells/table_turn.h"
#include "testcases/cells/track.h"

namespace touchstone {

/// Finished cells in a folder, each in a file of its own below `cells`. Any thread may use it, and
/// other processes the same folder. The folder is made for the first cell, and removed when none
/// was finished.
class CellStore {
 public:
    /// Opens the folder. `note` takes one line about a file that cannot be used; it is called by
    /// one thread at a time. Cells in the form of an earlier version are not read, which a note
    /// says. Throws FileError when the folder cannot be made, and when another version of the
    /// program is at work in it.
    CellStore(std::filesystem::path folder, RunOrigin origin,
              std::function<void(const std::string&)> note, const CellSharing& sharing = {});
    /// Removes what dead processes left: temporary files, and claims on finished cells. One that a
    /// dead process left on its turn to write tables stays until they are written: others hold the
    /// turn after it.
    ~CellStore();

    /// Returns the cell of an earlier run by the same program under the same key; nothing where it
    /// is still to be made. A damaged file is reported in a note.
    template <class CellType>
    std::optional<CellType> find(const Track<CellType>& track, const CellKey& key) const {
        CellType cell;
        const bool found =
            find_shared(key, cell, [&](const nlohmann::json& own) { track.read(own, cell); });
        return found ? std::optional(std::move(cell)) : std::nullopt;
    }

    /// Returns true when this process makes only some of the cells.
    bool has_parts() const { return sharing_.parts > 1; }
    /// Returns true when this process is to make the cell.
    bool is_in_part(const CellKey& key) const;

    /// Announces in the folder which cells a table has, as soon as one of them is there.
    void announce(const std::string& track, const std::vector<std::string>& cell_names);

    /// Claims the cell; returns false while another process is making it, which a note says once.
    bool claim(const CellKey& key);
    /// Gives up the claim on the cell.
    void release(const CellKey& key);

    /// Returns true for a cell that another process has made since this store was opened, while it
    /// is not this process that is to write the tables: it need not be read.
    bool is_left_to_writer(const CellKey& key) const;
    /// Returns true while it is not this process that is to write the tables.
    bool leaves_reading() const;
    /// Takes the turn to write the tables, see TableTurn; returns true when this process is to read
    /// all cells, as it has the turn or asks for none.
    bool take_tables() const;
    /// Returns the number of other living processes of this machine that were found at work on the
    /// same cells, or wait for the tables.
    int count_others_here() const;
    /// Returns the number of those that wait for the tables, see TableTurn.
    int count_waiting() const;

    /// Notes how long the cell took to make [s].
    void add_time(const CellKey& key, double seconds) const;

    /// Keeps a finished cell in its file, whole for all readers. A power cut soon after may damage
    /// it; it is then asked anew. Throws FileError when the file cannot be written.
    template <class CellType>
    void keep(const Track<CellType>& track, const CellKey& key, const CellType& cell) const {
        keep_own(key, cell, track.write(cell));
    }

 private:
    using ReadOwn = std::function<void(const nlohmann::json&)>;

    std::filesystem::path file_of(const CellKey& key) const;
    void note(const std::string& text) const;
    void write_choices() const;
    void list_old_cells();
    void note_once(const std::string& text) const;
    bool find_shared(const CellKey& key, Cell& cell, const ReadOwn& read_own) const;
    void keep_own(const CellKey& key, const Cell& cell, const nlohmann::ordered_json& own) const;

    std::filesystem::path folder_;
    RunOrigin origin_;
    std::function<void(const std::string&)> note_;
    CellSharing sharing_;
    std::optional<ProcessTimes> times_;
    std::set<std::string> old_;  ///< names of the cells that were there before
    bool is_new_ = false;        ///< true: there was no folder before
    std::unique_ptr<CellClaims> claims_;
    mutable std::mutex mutex_;                 ///< guard of `note_` and the fields below
    mutable std::vector<ChoiceFile> choices_;  ///< lists still to be written
    mutable std::set<std::string> told_;       ///< notes that are to be given only once
};

/// Opens the store of a folder; returns none for null.
std::unique_ptr<CellStore> open_cell_store(const CellFolder* folder);

}  // namespace touchstone
