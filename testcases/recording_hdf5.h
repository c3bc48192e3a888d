#pragma once

#include <hdf5.h>

#include <cstdint>
#include <filesystem>
#include <string>
#include <string_view>
#include <utility>

#include "testcases/recording_rows.h"

// The HDF5 library behind owners that throw FileError. Private to the recording.

namespace touchstone {

/// Owns one identifier of the library.
class Hdf5Id {
 public:
    using Close = herr_t (*)(hid_t);

    Hdf5Id() = default;
    Hdf5Id(hid_t id, Close close) : id_(id), close_(close) {}
    Hdf5Id(Hdf5Id&& other) noexcept
        : id_(std::exchange(other.id_, H5I_INVALID_HID)), close_(other.close_) {}
    Hdf5Id& operator=(Hdf5Id&& other) noexcept {
        std::swap(id_, other.id_);
        std::swap(close_, other.close_);
        return *this;
    }
    Hdf5Id(const Hdf5Id&) = delete;
    Hdf5Id& operator=(const Hdf5Id&) = delete;
    ~Hdf5Id() {
        if (id_ >= 0) {
            close_(id_);
        }
    }

    hid_t get() const { return id_; }

 private:
    hid_t id_ = H5I_INVALID_HID;
    Close close_ = nullptr;
};

/// An open file and the path it is known by in messages.
class Hdf5File {
 public:
    /// A new file; throws when there is one.
    static Hdf5File create(const std::filesystem::path& path);
    /// Refused while another program writes it, or to write it while another reads it.
    static Hdf5File open(const std::filesystem::path& path, bool writable);

    hid_t id() const { return id_.get(); }
    const std::filesystem::path& path() const { return path_; }
    void set_path(const std::filesystem::path& path) { path_ = path; }  ///< after a renaming

    bool is_open_elsewhere() const;  ///< in this program; the library then shares its state
    std::uint64_t size() const;      ///< [bytes]
    void flush() const;

    /// Sees to it that the file can grow by so many bytes: what does not fit must be known before
    /// the library begins to write, since it leaves a half-written index behind. Throws FileError.
    void reserve(std::uint64_t bytes) const;

    /// Throws FileError "PATH: ELEMENT: what; the library's reason".
    [[noreturn]] void fail(std::string_view element, std::string_view what) const;

 private:
    int descriptor() const;

    std::filesystem::path path_;
    Hdf5Id id_;
};

/// Texts, as attributes of the file and as data sets of one string.
void write_attribute(const Hdf5File& file, hid_t object, const char* name, std::string_view text);
std::string read_attribute(const Hdf5File& file, const char* name);
/// In place, by a text of the same length. False when that failed.
bool change_attribute(const Hdf5File& file, const char* name, const std::string& text);
void write_text(const Hdf5File& file, const char* name, std::string_view text);
std::string read_text(const Hdf5File& file, const char* name);

/// A data set of rows that grows.
class Hdf5Table {
 public:
    /// `columns`: rows side by side in one record; 0: the table has one dimension.
    static Hdf5Table create(const Hdf5File& file, const TableLayout& layout, int columns,
                            std::int64_t records_per_chunk);
    /// Throws FileError unless it is a table of that layout.
    static Hdf5Table open(const Hdf5File& file, const TableLayout& layout, int columns);

    std::int64_t records() const { return records_; }
    std::int64_t record_size() const { return record_size_; }  ///< in the file [bytes]
    std::int64_t chunk_records() const { return chunk_records_; }
    /// What the file grows by at most when so many records come [bytes].
    std::uint64_t room_for(std::int64_t records) const;

    /// Puts the records behind the first `begin` ones; the table ends with them.
    void write(const Hdf5File& file, std::int64_t begin, std::int64_t count, const void* rows);
    void read(const Hdf5File& file, std::int64_t begin, std::int64_t count, void* rows) const;
    /// False instead of an error.
    bool try_read(const Hdf5File& file, std::int64_t begin, std::int64_t count, void* rows) const;

 private:
    Hdf5Id file_space(const Hdf5File& file, std::int64_t begin, std::int64_t count) const;
    Hdf5Id memory_space(const Hdf5File& file, std::int64_t count) const;
    Hdf5Id set_layout(const TableLayout& layout, int columns);  ///< returns the rows' type in files

    const TableLayout* layout_ = nullptr;
    int columns_ = 0;
    std::int64_t record_size_ = 0;
    std::int64_t records_ = 0;
    std::int64_t chunk_records_ = 1;
    Hdf5Id set_;
    Hdf5Id memory_type_;
};

}  // namespace touchstone
