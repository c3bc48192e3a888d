#pragma once

#include <hdf5.h>

#include <cstdint>
#include <filesystem>
#include <string>
#include <string_view>
#include <utility>

// Wrappers of the HDF5 library that throw FileError. Private to the recording.

namespace touchstone {

/// An owned identifier of the library.
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

/// An open file, with the path that messages give it.
class Hdf5File {
 public:
    /// Creates a file; throws when it exists.
    static Hdf5File create(const std::filesystem::path& path);
    /// Opens a file. Throws while another program writes it and, for writing, while another reads
    /// it.
    static Hdf5File open(const std::filesystem::path& path, bool writable);

    hid_t id() const { return id_.get(); }
    const std::filesystem::path& path() const { return path_; }
    void set_path(const std::filesystem::path& path) {
        path_ = path;
    }  ///< changes the path after a renaming

    bool is_open_elsewhere() const;  ///< true: open in this program too,
                                     ///< where the library shares its state
    std::uint64_t size() const;      ///< [bytes]
    void flush() const;

    /// Reserves room for the file to grow by so many bytes. A lack of room must be known before the
    /// library begins to write, since it would leave a half-written index behind. Throws FileError.
    void reserve(std::uint64_t bytes) const;

    /// Throws FileError "PATH: ELEMENT: what; the library's reason".
    [[noreturn]] void fail(std::string_view element, std::string_view what) const;

 private:
    int descriptor() const;

    std::filesystem::path path_;
    Hdf5Id id_;
};

/// Writes a text as an attribute of an object.
void write_attribute(const Hdf5File& file, hid_t object, const char* name, std::string_view text);
/// Returns true when the file has an attribute.
bool has_attribute(const Hdf5File& file, const char* name);
/// Reads a text from an attribute of the file.
std::string read_attribute(const Hdf5File& file, const char* name);
/// Overwrites an attribute with a text of the same length. Returns false when that failed.
bool change_attribute(const Hdf5File& file, const char* name, const std::string& text);
/// Writes a text as a data set of one string.
void write_text(const Hdf5File& file, const char* name, std::string_view text);
/// Reads a text from a data set.
std::string read_text(const Hdf5File& file, const char* name);

// The parts that the tables use.

/// Returns the result of a library call; throws when the call failed.
template <typename Result>
Result checked(Result result, const Hdf5File& file, std::string_view element,
               std::string_view what) {
    if (result < 0) {
        file.fail(element, what);
    }
    return result;
}
/// Returns the identifier from a library call as an owner; throws when the call failed.
Hdf5Id checked_id(hid_t id, Hdf5Id::Close close, const Hdf5File& file, std::string_view element,
                  std::string_view what);
/// Returns an identifier that belongs to no file as an owner. Throws Error.
Hdf5Id owned(hid_t id, Hdf5Id::Close close);

/// Returns true when the file has a data set, or a link, of that name.
bool has_set(const Hdf5File& file, const char* name);
/// Opens a data set in the file itself: a link could lead to other files.
Hdf5Id open_set(const Hdf5File& file, const char* name);

}  // namespace touchstone
