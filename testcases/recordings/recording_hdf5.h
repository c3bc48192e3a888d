#pragma once

#include <hdf5.h>

#include <cstdint>
#include <filesystem>
#include <string>
#include <string_view>
#include <utility>

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

// What the tables need of this layer.

/// Passes on what the library returned; throws when it failed.
template <typename Result>
Result checked(Result result, const Hdf5File& file, std::string_view element,
               std::string_view what) {
    if (result < 0) {
        file.fail(element, what);
    }
    return result;
}
Hdf5Id checked_id(hid_t id, Hdf5Id::Close close, const Hdf5File& file, std::string_view element,
                  std::string_view what);
/// The same of what belongs to no file. Throws Error.
Hdf5Id owned(hid_t id, Hdf5Id::Close close);

/// Opens a data set that is in the file itself: a link could lead to other files.
Hdf5Id open_set(const Hdf5File& file, const char* name);

}  // namespace touchstone
