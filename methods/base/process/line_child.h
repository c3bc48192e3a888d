#pragma once

#include <cstddef>
#include <filesystem>
#include <memory>
#include <span>
#include <stdexcept>
#include <string>
#include <string_view>
#include <vector>

namespace touchstone {

class RunningChild;

/// A program that answers lines no longer: it ended, hung, or said too much. The message says which
/// on one line, and ends with the last of its standard error, if it wrote any.
struct ChildFault : std::runtime_error {
    using std::runtime_error::runtime_error;
};

/// A program that is asked and answers in lines, on standard input and output. It and all that it
/// started are killed at the end of its life, and at its first fault. For one thread at a time.
class LineChild {
 public:
    static constexpr std::size_t kLongestLine = std::size_t{64} << 20;  ///< bytes
    static constexpr std::size_t kKeptErrors = std::size_t{64} << 10;   ///< of standard error

    /// Throws FileError when the program cannot be started.
    LineChild(const std::filesystem::path& program, std::span<const std::string> arguments);
    LineChild(const LineChild&) = delete;
    LineChild& operator=(const LineChild&) = delete;
    ~LineChild();

    /// Sends a line, given without its end, and returns the next one of the child, without its end.
    /// Throws ChildFault when none has come after so many seconds, or none can come any more.
    std::string ask(std::string_view line, double seconds);

 private:
    [[noreturn]] void fail(const std::string& reason);

    std::unique_ptr<RunningChild> child_;  ///< nothing after a fault
    std::string name_;
    std::string output_;  ///< read, and not yet returned
    std::string errors_;  ///< the last kKeptErrors of them
    std::string fault_;
};

/// A command line in its words, as a shell would split it, without any other service of a shell:
/// blanks separate, '…' and "…" hold together, a backslash takes the next character as it is.
/// Throws UsageError on an open quote and when there is no word.
std::vector<std::string> split_command(std::string_view text);

/// Where a program stands: its name when that holds a '/', otherwise the first place in PATH.
/// Throws FileError that names it when there is none.
std::filesystem::path find_program(const std::string& name);

}  // namespace touchstone
