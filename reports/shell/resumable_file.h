#pragma once

#include <cstdint>
#include <filesystem>
#include <fstream>
#include <ostream>
#include <string>
#include <string_view>

namespace touchstone::reports {

/// A long text file that is written line by line, and continued after the program was stopped or
/// killed: until it is finished, its lines are in FILE.part, and the request in FILE.part.request.
/// Only one program writes it at a time.
class ResumableFile {
 public:
    /// Opens the file. `request` must contain everything that determines the lines: those of an
    /// earlier, unfinished file for the same request are kept, in whole groups of so many lines
    /// after the line `head`. An empty head is no line. Throws FileError.
    ResumableFile(std::filesystem::path file, const std::string& request, std::string_view head,
                  int lines_per_group);

    /// Returns the number of groups kept from an earlier file.
    std::int64_t kept_groups() const { return kept_groups_; }
    /// Returns the stream that takes the further lines.
    std::ostream& out() { return out_; }
    /// Returns the path of the file until it is finished.
    const std::filesystem::path& part() const { return part_; }

    /// Throws FileError when a write has failed; to be called from time to time.
    void check();
    /// Renames the finished file. Throws FileError.
    void finish();

 private:
    void keep_whole_groups(int head_lines, int lines_per_group);

    std::filesystem::path file_, part_, request_;
    std::ofstream out_;
    std::int64_t kept_groups_ = 0;
};

}  // namespace touchstone::reports
