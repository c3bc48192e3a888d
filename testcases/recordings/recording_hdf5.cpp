#include "testcases/recordings/recording_hdf5.h"

#include <fcntl.h>
#include <sys/resource.h>
#include <sys/stat.h>
#include <unistd.h>

#include <algorithm>
#include <array>
#include <cerrno>
#include <cstring>

#include "methods/base/error.h"
#include "methods/base/files/file_descriptor.h"

namespace touchstone {
namespace {

/// Half the number of entries in a node of the chunk index. Splitting a full node is the one change
/// that would spoil the file if the program was killed in the middle; with this size, no usual
/// recording needs it.
constexpr unsigned kIndexHalfSize = 512;

constexpr std::size_t kMaxAttribute = 1 << 16;  ///< library's limit on an attribute [bytes]

herr_t keep_description(unsigned, const H5E_error2_t* error, void* text) {
    std::string& description = *static_cast<std::string*>(text);
    if (description.empty() && error->desc != nullptr) {
        description = error->desc;
    }
    return 0;
}

/// Returns the library's description of its last failure: the innermost reason.
std::string library_reason() {
    std::string text;
    H5Ewalk2(H5E_DEFAULT, H5E_WALK_UPWARD, &keep_description, &text);
    return text.empty() ? "no reason given" : text;
}

/// Makes the access properties of a file, by which closing it closes all its identifiers, even
/// those that an error has left open.
Hdf5Id file_access() {
    H5Eset_auto2(H5E_DEFAULT, nullptr, nullptr);  // errors are reported by this program
    Hdf5Id access = owned(H5Pcreate(H5P_FILE_ACCESS), &H5Pclose);
    H5Pset_fclose_degree(access.get(), H5F_CLOSE_STRONG);
    return access;
}

/// Throws FileError unless the file's head, the superblock, refers only to addresses within the
/// file. The library checks versions 2 and 3 of it by a checksum. Versions 0 and 1, which it writes
/// by default, it trusts, and fails badly when it writes to a damaged file.
void check_superblock(const std::filesystem::path& path, int descriptor) {
    std::array<unsigned char, 104> head{};
    const ssize_t count = ::pread(descriptor, head.data(), head.size(), 0);
    constexpr std::string_view kSignature("\x89HDF\r\n\x1a\n", 8);
    if (count < std::ssize(head) || std::memcmp(head.data(), kSignature.data(), 8) != 0 ||
        head[8] > 1) {
        return;  // left to the library to judge
    }
    struct stat status {};
    ::fstat(descriptor, &status);
    const auto size = static_cast<std::uint64_t>(status.st_size);
    constexpr std::uint64_t kNowhere = ~std::uint64_t{0};
    const std::size_t base = head[8] == 0 ? 24 : 28;  // version 1 has four bytes more before it
    const auto address = [&](std::size_t offset) {
        std::uint64_t value = 0;
        for (std::size_t i = 8; i-- > 0;) {
            value = value << 8 | head[base + offset + i];
        }
        return value;
    };
    if (address(16) > size) {
        return;  // truncated, which the library reports in clear words
    }
    const std::uint64_t cache_type = address(48) & 0xFFFF'FFFF;
    const bool is_sound = head[9] == 0 && head[10] == 0 && head[12] == 0 && head[13] == 8 &&
                          head[14] == 8 && address(0) == 0 && address(8) == kNowhere &&
                          address(24) == kNowhere && address(40) < size && cache_type <= 1 &&
                          (cache_type == 0 || (address(56) < size && address(64) < size));
    if (!is_sound) {
        throw FileError(path.string() +
                        ": the head of the file is damaged; copy it again, or record anew");
    }
}

/// Throws FileError unless there is a regular file that may be opened, with the operating system's
/// reason, which is clearer than the library's.
void check_regular(const std::filesystem::path& path, bool writable) {
    const FileDescriptor file(
        ::open(path.c_str(), (writable ? O_RDWR : O_RDONLY) | O_CLOEXEC | O_NONBLOCK | O_NOCTTY));
    if (!file.is_open()) {
        throw FileError(path.string() + ": " + system_reason(errno));
    }
    struct stat status {};
    if (::fstat(file.number(), &status) != 0 || !S_ISREG(status.st_mode)) {
        throw FileError(path.string() + ": is no regular file");
    }
    check_superblock(path, file.number());
}

Hdf5Id text_type(std::size_t size) {
    Hdf5Id type = owned(H5Tcopy(H5T_C_S1), &H5Tclose);
    H5Tset_size(type.get(), std::max<std::size_t>(size, 1));
    H5Tset_strpad(type.get(), H5T_STR_NULLPAD);
    H5Tset_cset(type.get(), H5T_CSET_UTF8);
    return type;
}

Hdf5Id scalar_space() { return owned(H5Screate(H5S_SCALAR), &H5Sclose); }

void trim_padding(std::string& text) {
    text.resize(std::find(text.begin(), text.end(), '\0') - text.begin());
}

/// Returns the size of a text of fixed length, at most `max`.
std::size_t text_size(const Hdf5File& file, std::string_view element, hid_t type, hid_t space,
                      std::uint64_t max) {
    const std::size_t size = H5Tget_size(type);
    if (H5Tget_class(type) != H5T_STRING || H5Tis_variable_str(type) != 0 ||
        H5Sget_simple_extent_type(space) != H5S_SCALAR || size > max) {
        throw FileError(file.path().string() + ": " + std::string(element) +
                        ": is not one text of fixed length; the file is no recording or damaged");
    }
    return size;
}

}  // namespace

Hdf5Id checked_id(hid_t id, Hdf5Id::Close close, const Hdf5File& file, std::string_view element,
                  std::string_view what) {
    return {checked(id, file, element, what), close};
}

Hdf5Id owned(hid_t id, Hdf5Id::Close close) {
    if (id < 0) {
        throw Error("HDF5: " + library_reason());
    }
    return {id, close};
}

bool has_set(const Hdf5File& file, const char* name) {
    return H5Lexists(file.id(), name, H5P_DEFAULT) > 0;
}

/// Opens an object in the file itself: a link could lead to other files.
Hdf5Id open_set(const Hdf5File& file, const char* name) {
    H5L_info_t link{};
    if (H5Lexists(file.id(), name, H5P_DEFAULT) <= 0 ||
        H5Lget_info(file.id(), name, &link, H5P_DEFAULT) < 0 || link.type != H5L_TYPE_HARD) {
        throw FileError(file.path().string() + ": data set '" + name +
                        "' is missing; the file is no recording or damaged");
    }
    return checked_id(H5Dopen2(file.id(), name, H5P_DEFAULT), &H5Dclose, file, name,
                      "cannot be opened");
}

Hdf5File Hdf5File::create(const std::filesystem::path& path) {
    Hdf5File file;
    file.path_ = path;
    const Hdf5Id access = file_access();
    const Hdf5Id creation = owned(H5Pcreate(H5P_FILE_CREATE), &H5Pclose);
    H5Pset_istore_k(creation.get(), kIndexHalfSize);
    file.id_ = checked_id(H5Fcreate(path.c_str(), H5F_ACC_EXCL, creation.get(), access.get()),
                          &H5Fclose, file, "file", "cannot be created");
    return file;
}

Hdf5File Hdf5File::open(const std::filesystem::path& path, bool writable) {
    check_regular(path, writable);
    Hdf5File file;
    file.path_ = path;
    const Hdf5Id access = file_access();
    const hid_t id = H5Fopen(path.c_str(), writable ? H5F_ACC_RDWR : H5F_ACC_RDONLY, access.get());
    if (id < 0) {
        throw FileError(path.string() + ": cannot be opened as a recording: " + library_reason() +
                        "; it must be a whole HDF5 file that no other program is writing");
    }
    file.id_ = Hdf5Id(id, &H5Fclose);
    return file;
}

bool Hdf5File::is_open_elsewhere() const { return H5Fget_obj_count(id(), H5F_OBJ_FILE) != 1; }

int Hdf5File::descriptor() const {
    void* handle = nullptr;
    checked(H5Fget_vfd_handle(id(), H5P_DEFAULT, &handle), *this, "file", "has no descriptor");
    return *static_cast<int*>(handle);
}

std::uint64_t Hdf5File::size() const {
    struct stat status {};
    if (::fstat(descriptor(), &status) != 0) {
        throw FileError(path_.string() + ": " + system_reason(errno));
    }
    return static_cast<std::uint64_t>(status.st_size);
}

void Hdf5File::flush() const {
    checked(H5Fflush(id(), H5F_SCOPE_LOCAL), *this, "file", "cannot be written");
}

void Hdf5File::reserve(std::uint64_t bytes) const {
    const std::uint64_t end = size() + bytes;
    rlimit limit{};
    int error = 0;
    if (::getrlimit(RLIMIT_FSIZE, &limit) == 0 && limit.rlim_cur != RLIM_INFINITY &&
        end > limit.rlim_cur) {
        error = EFBIG;
    } else if (::fallocate(descriptor(), FALLOC_FL_KEEP_SIZE, static_cast<off_t>(end - bytes),
                           static_cast<off_t>(bytes)) != 0) {
        error = errno;
    }
    // Some file systems cannot reserve; there the write itself will fail.
    if (error == ENOSPC || error == EFBIG || error == EDQUOT || error == EIO) {
        throw FileError(path_.string() + ": " + system_reason(error));
    }
}

void Hdf5File::fail(std::string_view element, std::string_view what) const {
    throw FileError(path_.string() + ": " + std::string(element) + ": " + std::string(what) + ": " +
                    library_reason());
}

void write_attribute(const Hdf5File& file, hid_t object, const char* name, std::string_view text) {
    const Hdf5Id type = text_type(text.size());
    const Hdf5Id space = scalar_space();
    const Hdf5Id attribute =
        checked_id(H5Acreate2(object, name, type.get(), space.get(), H5P_DEFAULT, H5P_DEFAULT),
                   &H5Aclose, file, name, "cannot be written");
    const std::string value = text.empty() ? std::string(1, '\0') : std::string(text);
    checked(H5Awrite(attribute.get(), type.get(), value.data()), file, name, "cannot be written");
}

bool has_attribute(const Hdf5File& file, const char* name) {
    return H5Aexists(file.id(), name) > 0;
}

std::string read_attribute(const Hdf5File& file, const char* name) {
    if (!has_attribute(file, name)) {
        throw FileError(file.path().string() + ": attribute '" + name +
                        "' is missing; the file is no recording");
    }
    const Hdf5Id attribute = checked_id(H5Aopen(file.id(), name, H5P_DEFAULT), &H5Aclose, file,
                                        name, "cannot be opened");
    const Hdf5Id type =
        checked_id(H5Aget_type(attribute.get()), &H5Tclose, file, name, "cannot be read");
    const Hdf5Id space =
        checked_id(H5Aget_space(attribute.get()), &H5Sclose, file, name, "cannot be read");
    std::string text(text_size(file, name, type.get(), space.get(), kMaxAttribute), '\0');
    checked(H5Aread(attribute.get(), text_type(text.size()).get(), text.data()), file, name,
            "cannot be read");
    trim_padding(text);
    return text;
}

bool change_attribute(const Hdf5File& file, const char* name, const std::string& text) {
    const Hdf5Id attribute(H5Aopen(file.id(), name, H5P_DEFAULT), &H5Aclose);
    return attribute.get() >= 0 &&
           H5Awrite(attribute.get(), text_type(text.size()).get(), text.data()) >= 0 &&
           H5Fflush(file.id(), H5F_SCOPE_LOCAL) >= 0;
}

void write_text(const Hdf5File& file, const char* name, std::string_view text) {
    const Hdf5Id type = text_type(text.size());
    const Hdf5Id space = scalar_space();
    const Hdf5Id creation = owned(H5Pcreate(H5P_DATASET_CREATE), &H5Pclose);
    H5Pset_obj_track_times(creation.get(), false);  // the same run gives the same bytes
    const Hdf5Id set = checked_id(H5Dcreate2(file.id(), name, type.get(), space.get(), H5P_DEFAULT,
                                             creation.get(), H5P_DEFAULT),
                                  &H5Dclose, file, name, "cannot be written");
    const std::string value = text.empty() ? std::string(1, '\0') : std::string(text);
    checked(H5Dwrite(set.get(), type.get(), H5S_ALL, H5S_ALL, H5P_DEFAULT, value.data()), file,
            name, "cannot be written");
}

std::string read_text(const Hdf5File& file, const char* name) {
    const Hdf5Id set = open_set(file, name);
    const Hdf5Id type = checked_id(H5Dget_type(set.get()), &H5Tclose, file, name, "cannot be read");
    const Hdf5Id space =
        checked_id(H5Dget_space(set.get()), &H5Sclose, file, name, "cannot be read");
    const Hdf5Id creation =
        checked_id(H5Dget_create_plist(set.get()), &H5Pclose, file, name, "cannot be read");
    if (H5Pget_layout(creation.get()) != H5D_CONTIGUOUS ||
        H5Pget_external_count(creation.get()) != 0) {
        throw FileError(file.path().string() + ": " + name +
                        ": is not stored in one piece; undo it with h5repack -l CONTI");
    }
    std::string text(text_size(file, name, type.get(), space.get(), file.size()), '\0');
    checked(H5Dread(set.get(), text_type(text.size()).get(), H5S_ALL, H5S_ALL, H5P_DEFAULT,
                    text.data()),
            file, name, "cannot be read");
    trim_padding(text);
    return text;
}

}  // namespace touchstone
