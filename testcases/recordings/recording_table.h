#pragma once

#include <cstdint>

#include "testcases/recordings/recording_hdf5.h"
#include "testcases/recordings/recording_rows.h"

namespace touchstone {

/// Largest ratio that the compression of a packed table can reach.
inline constexpr std::int64_t kMostPacked = 1032;

/// A table in a file: a data set that grows by records, each of one row or of several.
class Hdf5Table {
 public:
    /// Creates a table. `columns`: rows side by side in one record; 0: the table has one dimension.
    /// `packed`: its chunks are compressed, so a program that is killed while it writes can damage
    /// it. Throws FileError.
    static Hdf5Table create(const Hdf5File& file, const TableLayout& layout, int columns,
                            std::int64_t records_per_chunk, bool packed = false);
    /// Opens a table. Throws FileError unless it has this layout.
    static Hdf5Table open(const Hdf5File& file, const TableLayout& layout, int columns);

    /// Returns the number of records.
    std::int64_t records() const { return records_; }
    /// Returns the size of a record in the file [bytes].
    std::int64_t record_size() const { return record_size_; }
    /// Returns the number of records to a chunk.
    std::int64_t chunk_records() const { return chunk_records_; }
    /// Returns true for a table with compressed chunks.
    bool is_packed() const { return is_packed_; }
    /// Returns an upper bound on the growth of the file by so many records [bytes].
    std::uint64_t room_for(std::int64_t records) const;

    /// Writes `count` records after the first `begin` ones; the table ends with them. Throws
    /// FileError.
    void write(const Hdf5File& file, std::int64_t begin, std::int64_t count, const void* rows);
    /// Reads `count` records after the first `begin` ones. Throws FileError.
    void read(const Hdf5File& file, std::int64_t begin, std::int64_t count, void* rows) const;
    /// Reads records as `read` does. Returns false on failure.
    bool try_read(const Hdf5File& file, std::int64_t begin, std::int64_t count, void* rows) const;

 private:
    /// Returns the selection of records in the file.
    Hdf5Id file_space(const Hdf5File& file, std::int64_t begin, std::int64_t count) const;
    /// Returns the extent of records in memory.
    Hdf5Id memory_space(const Hdf5File& file, std::int64_t count) const;
    /// Sets the layout. Returns the type of rows in files.
    Hdf5Id set_layout(const TableLayout& layout, int columns);

    const TableLayout* layout_ = nullptr;
    int columns_ = 0;
    std::int64_t record_size_ = 0;
    std::int64_t records_ = 0;
    std::int64_t chunk_records_ = 1;
    bool is_packed_ = false;
    Hdf5Id set_;
    Hdf5Id memory_type_;
};

/// Returns the largest number of records that a file of this size can hold.
std::int64_t most_records(const Hdf5File& file, const Hdf5Table& table);

}  // namespace touchstone
