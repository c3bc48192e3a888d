#include "reports/shell/output_file.h"

#include <unistd.h>

#include <fstream>
#include <iostream>
#include <nlohmann/json.hpp>
#include <sstream>
#include <system_error>

#include "methods/base/error.h"
#include "methods/base/files/atomic_file.h"
#include "methods/base/files/temporary_file.h"
#include "methods/base/printable.h"
#include "testcases/files/script/scene_script.h"
#include "testcases/scenes/test_case.h"

namespace touchstone::reports {
namespace {

namespace fs = std::filesystem;

/// Returns the folder of the file.
fs::path folder_of(const fs::path& file) {
    const fs::path folder = file.parent_path();
    return folder.empty() ? fs::path(".") : folder;
}

/// Collects the files of all shapes {"mesh": {"file": …}} in the value.
void append_meshes(const nlohmann::json& value, const fs::path& folder,
                   std::vector<NamedFile>& inputs) {
    std::vector<const nlohmann::json*> open{&value};  // no recursion, since the file may be deep
    while (!open.empty()) {
        const nlohmann::json& next = *open.back();
        open.pop_back();
        if (!next.is_structured()) {
            continue;
        }
        if (next.is_object() && next.contains("mesh") && next["mesh"].is_object() &&
            next["mesh"].contains("file") && next["mesh"]["file"].is_string()) {
            inputs.push_back(
                {"a mesh of the scene", folder / next["mesh"]["file"].get<std::string>()});
        }
        for (const nlohmann::json& item : next) {
            open.push_back(&item);
        }
    }
}

/// Removes the temporary files of killed runs next to the file to be written.
void tidy_folder(const fs::path& folder) {
    std::error_code error;
    if (fs::is_directory(folder, error)) {
        sweep_temporary_files(folder);
    }
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
    const fs::file_status status = fs::status(file, error);
    if (fs::exists(status) && !fs::is_regular_file(status)) {
        // A device or a pipe is written in place, so its folder does not matter.
        if (::access(file.c_str(), W_OK) != 0) {
            refuse("no permission to write to it");
        }
        return;
    }
    // Links are followed, so the folder of the file that they lead to matters.
    const fs::path target = fs::is_symlink(file, error) ? fs::weakly_canonical(file, error) : file;
    fs::path folder = folder_of(target.empty() ? file : target);
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
    tidy_folder(folder);
}

std::vector<NamedFile> scene_inputs(std::span<const std::string> cases) {
    std::vector<NamedFile> inputs;
    for (const std::string& name : cases) {
        if (!is_scene_path(name)) {
            continue;
        }
        inputs.push_back({"the scene", name});
        std::error_code error;
        if (!fs::is_regular_file(name, error)) {
            continue;  // reading a pipe would consume its text
        }
        if (is_scene_script(name)) {
            for (const fs::path& file : script_inputs(name)) {
                inputs.push_back({"a file of the scene", file});
            }
            continue;
        }
        std::ifstream stream(name);
        append_meshes(nlohmann::json::parse(stream, nullptr, false), folder_of(name), inputs);
    }
    return inputs;
}

void check_outputs(std::span<const NamedFile> outputs, std::span<const NamedFile> inputs) {
    check_outputs_apart(outputs, inputs);
    for (const NamedFile& output : outputs) {
        check_writable(output.path);
    }
}

void write_part(const std::filesystem::path& file,
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

void write_output(const std::filesystem::path& file,
                  const std::function<void(std::ostream&)>& write) {
    write_part(file, write);
    tell_written(file);
}

void tell_written(const std::filesystem::path& file) {
    std::error_code error;
    if (fs::is_regular_file(file, error)) {  // a device or a pipe is no file to look for
        std::cerr << "touchstone: wrote " << printable(file.string()) << '\n';
    }
}

void flush_standard_output() {
    std::cout.flush();
    if (!std::cout) {
        throw FileError("standard output: cannot be written");
    }
}

}  // namespace touchstone::reports
