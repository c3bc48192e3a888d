#pragma once

#include <filesystem>
#include <functional>
#include <memory>
#include <mutex>
#include <nlohmann/json.hpp>
#include <optional>
#include <string>
#include <string_view>

#include "testcases/cells/cell_folder.h"
#include "testcases/cells/track.h"

namespace touchstone {

/// The name of a cell's file, without its ending: stable, safe on any disk, and another one for any
/// other key: "contacts-opposing-spikes-1f3a90c2d4e5f607".
std::string cell_name(const CellKey& key);

/// The text of a file of schema "touchstone-cell-1". `own`: what the track writes. The same cell
/// gives the same text, but for its times.
std::string write_cell(const CellKey& key, const RunOrigin& origin, const Cell& cell,
                       const nlohmann::ordered_json& own);

/// Fills the shared part of the cell and returns what the track wrote; nothing when the text was
/// made under another key or by another program. Throws FileError, naming the file, for what
/// write_cell did not write.
std::optional<nlohmann::json> parse_cell(std::string_view text, const std::string& file_name,
                                         const CellKey& key, const RunOrigin& origin, Cell& cell);

/// Finished cells in a folder, each in a file of its own below `cells`. Any thread may use it.
class CellStore {
 public:
    /// `note` takes one line about a file that is of no use; it is called by one thread at a time.
    /// Cells in the form of an earlier version are not read, and a note says so. Throws FileError
    /// when the folder cannot be made.
    CellStore(std::filesystem::path folder, RunOrigin origin,
              std::function<void(const std::string&)> note);

    /// The cell of an earlier run by the same program under the same key. Nothing where it is still
    /// to be made; of a damaged file that is said in a note.
    template <class CellType>
    std::optional<CellType> find(const Track<CellType>& track, const CellKey& key) const {
        CellType cell;
        const bool found =
            find_shared(key, cell, [&](const nlohmann::json& own) { track.read(own, cell); });
        return found ? std::optional(std::move(cell)) : std::nullopt;
    }

    /// Throws FileError when the file cannot be written.
    template <class CellType>
    void keep(const Track<CellType>& track, const CellKey& key, const CellType& cell) const {
        keep_own(key, cell, track.write(cell));
    }

 private:
    using ReadOwn = std::function<void(const nlohmann::json&)>;

    std::filesystem::path file_of(const CellKey& key) const;
    void note(const std::string& text) const;
    bool find_shared(const CellKey& key, Cell& cell, const ReadOwn& read_own) const;
    void keep_own(const CellKey& key, const Cell& cell, const nlohmann::ordered_json& own) const;

    std::filesystem::path folder_;
    RunOrigin origin_;
    std::function<void(const std::string&)> note_;
    mutable std::mutex mutex_;  ///< of `note_`
};

/// The store of a folder; none for null.
std::unique_ptr<CellStore> open_cell_store(const CellFolder* folder);

}  // namespace touchstone
