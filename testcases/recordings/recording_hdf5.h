#pragma once

#include <hdf5.h>

#include <cstdint>
#include <filesystem>
#include <string>
#include <string_view>
#include <utility>

// Wrappers of the HDF5 library that throw FileError. Private to the recording.

namespace touchstone {

/// An identifier of the HDF5 library, which the object owns and closes.
class Hdf5Id {
 public:
    /// The library's function that closes identifiers of one kind.
    using Close = herr_t (*)(hid_t);

    /// Owns nothing.
    Hdf5Id() = default;
    /// Owns `id`, which `close` closes; a negative one is none.
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

    /// Returns the identifier.
    hid_t get() const { return id_; }

 private:
    hid_t id_ = H5I_INVALID_HID;
    Close close_ = nullptr;
};

/// An open HDF5 file, with the path that messages call it by.
class Hdf5File {
 public:
    /// Creates a file. Throws FileError, also when it exists.
    static Hdf5File create(const std::filesystem::path& path);
    /// Opens a file. Throws FileError, also while another program writes it and, for writing, while
    /// another reads it.
    static Hdf5File open(const std::filesystem::path& path, bool writable);

    /// Returns the library's identifier of the file.
    hid_t id() const { return id_.get(); }
    /// Returns the path that messages call the file by.
    const std::filesystem::path& path() const { return path_; }
    /// Changes the path that messages call the file by.
    void set_path(const std::filesystem::path& path) { path_ = path; }

    /// Returns true when this program has opened the file a second time: the library would share
    /// its state between the two.
    bool is_open_elsewhere() const;
    /// Returns the size of the file [bytes].
    std::uint64_t size() const;
    /// Hands all that was written to the operating system. Throws FileError.
    void flush() const;

    /// Reserves room on the disk for the file to grow by so many bytes. Throws FileError when there
    /// is none. A lack of room must be known before the library begins to write, since it would
    /// leave a half-written index behind.
    void reserve(std::uint64_t bytes) const;

    /// Throws FileError with the text "PATH: ELEMENT: WHAT; REASON", the reason being the
    /// library's.
    [[noreturn]] void fail(std::string_view element, std::string_view what) const;

 private:
    /// Returns the operating system's descriptor of the file.
    int descriptor() const;

    std::filesystem::path path_;
    Hdf5Id id_;
};

/// Writes a text as an attribute of an object.
void write_attribute(const Hdf5File& file, hid_t object, const char* name, std::string_view text);
/// Returns true when the file has an attribute of that name.
bool has_attribute(const Hdf5File& file, const char* name);
/// Reads a text from an attribute of the file.
std::string read_attribute(const Hdf5File& file, const char* name);
/// Overwrites an attribute with a text of the same length. Returns false on failure.
bool change_attribute(const Hdf5File& file, const char* name, const std::string& text);
/// Writes a text as a data set of one string.
void write_text(const Hdf5File& file, const char* name, std::string_view text);
/// Reads a text from a data set.
std::string read_text(const Hdf5File& file, const char* name);

// What follows serves Hdf5Table.

/// Returns the result of a library call. Throws FileError when the call failed.
template <typename Result>
Result checked(Result result, const Hdf5File& file, std::string_view element,
               std::string_view what) {
    if (result < 0) {
        file.fail(element, what);
    }
    return result;
}
/// Returns an owner of the identifier from a library call. Throws FileError when the call failed.
Hdf5Id checked_id(hid_t id, Hdf5Id::Close close, const Hdf5File& file, std::string_view element,
                  std::string_view what);
/// Returns an owner of an identifier that belongs to no file. Throws Error when it is none.
Hdf5Id owned(hid_t id, Hdf5Id::Close close);

/// Returns true when the file has a data set, or a link, of that name.
bool has_set(const Hdf5File& file, const char* name);
/// Opens a data set that is in the file itself. Throws FileError for a link, which could lead to
/// other files.
Hdf5Id open_set(const Hdf5File& file, const char* name);

}  // namespace touchstone
