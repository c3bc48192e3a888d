#include "reports/shell/resumable_file.h"

#include <algorithm>
#include <system_error>
#include <utility>
#include <vector>

#include "methods/base/error.h"
#include "methods/base/files/atomic_file.h"
#include "methods/base/files/text_file.h"
#include "methods/base/printable.h"
#include "reports/shell/output_file.h"

namespace touchstone::reports {
namespace {

namespace fs = std::filesystem;

constexpr std::size_t kMostRequest = std::size_t{256} << 20;

[[noreturn]] void fail_to_write(const fs::path& file, const std::string& reason) {
    throw FileError(printable(file.string()) + ": cannot be written: " + reason);
}

bool is_asked_again(const fs::path& part, const fs::path& request_file,
                    const std::string& request) {
    std::error_code error;
    return fs::is_regular_file(part, error) && fs::is_regular_file(request_file, error) &&
           read_text_file(request_file, kMostRequest) == request;
}

}  // namespace

ResumableFile::ResumableFile(fs::path file, const std::string& request, std::string_view head,
                             int lines_per_group)
    : file_(std::move(file)),
      part_(file_.string() + ".part"),
      request_(file_.string() + ".part.request") {
    std::error_code error;
    if (file_.has_parent_path()) {
        fs::create_directories(file_.parent_path(), error);
    }
    if (is_asked_again(part_, request_, request)) {
        keep_whole_groups(head.empty() ? 0 : 1, lines_per_group);
    } else {
        fs::remove(part_, error);
        write_file_atomically(request_, request);
    }
    const bool is_new = !fs::exists(part_, error) || fs::file_size(part_, error) == 0;
    out_.open(part_, std::ios::binary | std::ios::app);
    if (!out_) {
        fail_to_write(part_, "is there permission, and space?");
    }
    if (is_new && !head.empty()) {
        out_ << head << '\n';
    }
}

void ResumableFile::keep_whole_groups(int head_lines, int lines_per_group) {
    constexpr std::size_t kBlock = std::size_t{1} << 20;
    std::ifstream in(part_, std::ios::binary);
    std::vector<char> block(kBlock);
    std::int64_t lines = 0;
    std::uintmax_t begin = 0;
    std::uintmax_t whole = 0;  // bytes of the head and the whole groups
    while (in) {
        in.read(block.data(), std::ssize(block));
        const auto end = block.begin() + in.gcount();
        for (auto at = std::find(block.begin(), end, '\n'); at != end;
             at = std::find(at + 1, end, '\n')) {
            ++lines;
            if (lines >= head_lines && (lines - head_lines) % lines_per_group == 0) {
                whole = begin + static_cast<std::uintmax_t>(at - block.begin()) + 1;
            }
        }
        begin += static_cast<std::uintmax_t>(in.gcount());
    }
    std::error_code error;
    fs::resize_file(part_, whole, error);
    if (error) {
        fail_to_write(part_, error.message());
    }
    kept_groups_ = std::max<std::int64_t>(lines - head_lines, 0) / lines_per_group;
}

void ResumableFile::check() {
    if (!out_) {
        fail_to_write(part_, "is the disk full?");
    }
}

void ResumableFile::finish() {
    out_.close();
    check();
    std::error_code error;
    fs::rename(part_, file_, error);
    if (error) {
        fail_to_write(file_, error.message());
    }
    fs::remove(request_, error);
    tell_written(file_);
}

}  // namespace touchstone::reports
