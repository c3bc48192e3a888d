#pragma once

#include <cstdint>

#include "testcases/recordings/recording_hdf5.h"
#include "testcases/recordings/recording_rows.h"

namespace touchstone {

/// The largest ratio that the compression of a packed table reaches.
inline constexpr std::int64_t kMostPacked = 1032;

/// A data set of rows that grows.
class Hdf5Table {
 public:
    /// Creates a table. `columns`: rows side by side in one record; 0: the table has one dimension.
    /// `packed`: its chunks are compressed, so a kill while it is written can damage it.
    static Hdf5Table create(const Hdf5File& file, const TableLayout& layout, int columns,
                            std::int64_t records_per_chunk, bool packed = false);
    /// Opens a table. Throws FileError unless it has that layout.
    static Hdf5Table open(const Hdf5File& file, const TableLayout& layout, int columns);

    std::int64_t records() const { return records_; }
    std::int64_t record_size() const {
        return record_size_;
    }  ///< size of a record in
       ///< the file [bytes]
    std::int64_t chunk_records() const { return chunk_records_; }
    bool is_packed() const { return is_packed_; }
    /// Returns a bound on the growth of the file for so many records [bytes].
    std::uint64_t room_for(std::int64_t records) const;

    /// Writes records after the first `begin` ones; the table ends with them.
    void write(const Hdf5File& file, std::int64_t begin, std::int64_t count, const void* rows);
    void read(const Hdf5File& file, std::int64_t begin, std::int64_t count, void* rows) const;
    /// Reads records; returns false instead of an error.
    bool try_read(const Hdf5File& file, std::int64_t begin, std::int64_t count, void* rows) const;

 private:
    Hdf5Id file_space(const Hdf5File& file, std::int64_t begin, std::int64_t count) const;
    Hdf5Id memory_space(const Hdf5File& file, std::int64_t count) const;
    Hdf5Id set_layout(const TableLayout& layout, int columns);  ///< returns the type of
                                                                ///< rows in files

    const TableLayout* layout_ = nullptr;
    int columns_ = 0;
    std::int64_t record_size_ = 0;
    std::int64_t records_ = 0;
    std::int64_t chunk_records_ = 1;
    bool is_packed_ = false;
    Hdf5Id set_;
    Hdf5Id memory_type_;
};

/// Returns the largest number of records that the file can hold, by its size.
std::int64_t most_records(const Hdf5File& file, const Hdf5Table& table);

}  // namespace touchstone
