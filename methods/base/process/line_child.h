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

/// A program that no longer answers: it ended, hung, or wrote too much. The message states which on
/// one line, followed by the end of its standard error, if any.
struct ChildFault : std::runtime_error {
    using std::runtime_error::runtime_error;
};

/// A program that answers requests line by line, on standard input and output. Its process group is
/// killed when the object is destroyed, and at its first fault. For one thread at a time.
class LineChild {
 public:
    static constexpr std::size_t kLongestLine = std::size_t{64} << 20;  ///< longest answer [bytes]
    static constexpr std::size_t kKeptErrors =
        std::size_t{64} << 10;  ///< part of standard error that is kept [bytes]

    /// Starts the program. Throws FileError when that fails.
    LineChild(const std::filesystem::path& program, std::span<const std::string> arguments);
    LineChild(const LineChild&) = delete;
    LineChild& operator=(const LineChild&) = delete;
    ~LineChild();

    /// Sends a line, given without its end, and returns the next line of the child, without its
    /// end. Throws ChildFault when none has come within `seconds`, or none can come any more.
    std::string ask(std::string_view line, double seconds);

 private:
    [[noreturn]] void fail(const std::string& reason);

    std::unique_ptr<RunningChild> child_;  ///< the program; null after a fault
    std::string name_;
    std::string output_;  ///< text received and not yet returned
    std::string errors_;  ///< last kKeptErrors bytes of standard error
    std::string fault_;   ///< reason of the first fault; empty: none
};

/// Splits a command line into words as a shell does, without any other service of a shell: blanks
/// separate, '…' and "…" group, a backslash escapes the next character. Throws UsageError on an
/// open quote and when there is no word.
std::vector<std::string> split_command(std::string_view text);

/// Returns the path of a program: its name when that contains a '/', otherwise the first match in
/// PATH. Throws FileError that names it when there is none.
std::filesystem::path find_program(const std::string& name);

}  // namespace touchstone
