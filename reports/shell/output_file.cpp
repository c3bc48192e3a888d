#include "reports/shell/output_file.h"

#include <unistd.h>

#include <iostream>
#include <sstream>
#include <system_error>

#include "methods/base/atomic_file.h"
#include "methods/base/error.h"

namespace touchstone::reports {
namespace {

namespace fs = std::filesystem;

/// The folder the file is to stand in.
fs::path folder_of(const fs::path& file) {
    const fs::path folder = file.parent_path();
    return folder.empty() ? fs::path(".") : folder;
}

}  // namespace

void check_writable(const std::filesystem::path& file) {
    const auto refuse = [&](const std::string& reason) {
        throw FileError(file.string() + ": cannot be written: " + reason);
    };
    std::error_code error;
    if (file.empty() || file.filename().empty()) {
        refuse("it names no file");
    }
    if (fs::is_directory(file, error)) {
        refuse("it is a folder");
    }
    fs::path folder = folder_of(file);
    while (!fs::exists(folder, error)) {
        if (error && error != std::errc::no_such_file_or_directory) {
            refuse(folder.string() + ": " + error.message());
        }
        folder = folder_of(folder);
    }
    if (!fs::is_directory(folder, error)) {
        refuse(folder.string() + " is not a folder");
    }
    if (::access(folder.c_str(), W_OK | X_OK) != 0) {
        refuse("no permission to write in " + folder.string());
    }
}

bool is_same_file(const std::filesystem::path& a, const std::filesystem::path& b) {
    // Of a relative path without a file, weakly_canonical would leave what it is relative to open.
    const auto place = [](const std::filesystem::path& path) {
        std::error_code error;
        const std::filesystem::path whole = std::filesystem::absolute(path, error);
        const std::filesystem::path plain = std::filesystem::weakly_canonical(whole, error);
        return error ? whole.lexically_normal() : plain;
    };
    return place(a) == place(b);
}

void write_output(const std::filesystem::path& file,
                  const std::function<void(std::ostream&)>& write) {
    std::ostringstream text;
    write(text);
    std::error_code error;
    fs::create_directories(folder_of(file), error);
    if (error) {
        throw FileError(folder_of(file).string() + ": cannot be made: " + error.message());
    }
    write_file_atomically(file, text.view());
}

void flush_standard_output() {
    std::cout.flush();
    if (!std::cout) {
        throw FileError("standard output: cannot be written");
    }
}

}  // namespace touchstone::reports
