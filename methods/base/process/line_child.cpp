#include "methods/base/process/line_child.h"

#include <sys/wait.h>
#include <unistd.h>

#include <algorithm>
#include <cstdlib>
#include <sstream>

#include "methods/base/error.h"
#include "methods/base/printable.h"
#include "methods/base/process/running_child.h"

namespace touchstone {
namespace {

constexpr double kPatience = 0.5;          // wait for the status of a child
                                           // that closed its output [s]
constexpr std::size_t kShownErrors = 200;  // part of standard error in a message [bytes]

std::string end_of(const RunningChild& child) {
    if (!child.has_status()) {
        return "it ended";
    }
    const int status = child.status();
    return WIFEXITED(status) ? "it ended with status " + std::to_string(WEXITSTATUS(status))
                             : "signal " + std::to_string(WTERMSIG(status)) + " ended it";
}

/// Returns the end of standard error, on one line.
std::string last_words(std::string_view errors) {
    while (!errors.empty() && (errors.back() == '\n' || errors.back() == ' ')) {
        errors.remove_suffix(1);
    }
    if (errors.size() > kShownErrors) {
        errors.remove_prefix(errors.size() - kShownErrors);
    }
    return printable(errors);
}

}  // namespace

LineChild::LineChild(const std::filesystem::path& program, std::span<const std::string> arguments)
    : child_(std::make_unique<RunningChild>(program, arguments)),
      name_(program.filename().string()) {}

LineChild::~LineChild() = default;

void LineChild::fail(const std::string& reason) {
    child_.reset();
    fault_ = name_ + ": " + reason;
    const std::string words = last_words(errors_);
    if (!words.empty()) {
        fault_ += "; its last words: " + words;
    }
    throw ChildFault(fault_);
}

std::string LineChild::ask(std::string_view line, double seconds) {
    if (!child_) {
        throw ChildFault(fault_);
    }
    const SigpipeBlock sigpipe_block;
    const ChildClock::time_point deadline = deadline_after(seconds);
    const std::string text = std::string(line) + '\n';
    std::string_view input = text;
    std::size_t searched = 0;
    while (true) {
        const std::size_t end = output_.find('\n', searched);
        if (end != std::string::npos && input.empty()) {
            std::string answer = output_.substr(0, end);
            output_.erase(0, end + 1);
            return answer;
        }
        searched = end == std::string::npos ? output_.size() : end;
        if (output_.size() > kLongestLine) {
            fail("a line of more than " + std::to_string(kLongestLine >> 20) + " MiB");
        }
        ChildStreams& streams = child_->streams();
        if (!streams.output.is_open()) {
            const bool ended = child_->wait_until(deadline_after(std::min(seconds, kPatience)));
            fail(ended ? end_of(*child_) : "it closed its standard output");
        }
        if (ChildClock::now() >= deadline) {
            std::ostringstream reason;
            // Written and not flushed is what keeps an answer back most often.
            reason << "no answer within " << seconds << " s; does it flush each line it writes?";
            fail(reason.str());
        }
        serve_streams(streams, input, output_, errors_, deadline, false);
        if (errors_.size() > kKeptErrors) {
            errors_.erase(0, errors_.size() - kKeptErrors);
        }
    }
}

std::vector<std::string> split_command(std::string_view text) {
    std::vector<std::string> words;
    std::string word;
    bool in_word = false;
    char quote = 0;
    for (std::size_t i = 0; i < text.size(); ++i) {
        const char c = text[i];
        if (c == '\\' && quote != '\'' && i + 1 < text.size()) {
            word += text[++i];
            in_word = true;
        } else if (quote != 0) {
            if (c == quote) {
                quote = 0;
            } else {
                word += c;
            }
        } else if (c == '\'' || c == '"') {
            quote = c;
            in_word = true;
        } else if (c == ' ' || c == '\t' || c == '\n') {
            if (in_word) {
                words.push_back(word);
            }
            word.clear();
            in_word = false;
        } else {
            word += c;
            in_word = true;
        }
    }
    if (quote != 0) {
        throw UsageError(std::string("the command has an open ") + quote + ": " +
                         std::string(text));
    }
    if (in_word) {
        words.push_back(word);
    }
    if (words.empty()) {
        throw UsageError("the command is empty; name a program");
    }
    return words;
}

std::filesystem::path find_program(const std::string& name) {
    if (name.find('/') != std::string::npos) {
        if (::access(name.c_str(), X_OK) != 0) {
            throw FileError(name + ": cannot be started; does it exist, and may it be executed?");
        }
        return name;
    }
    const char* const places = std::getenv("PATH");
    std::istringstream stream(places == nullptr ? "/usr/bin:/bin" : places);
    for (std::string folder; std::getline(stream, folder, ':');) {
        std::filesystem::path path = std::filesystem::path(folder) / name;
        std::error_code error;
        if (std::filesystem::is_regular_file(path, error) && ::access(path.c_str(), X_OK) == 0) {
            return path;
        }
    }
    throw FileError(name + ": there is no such program in PATH; give its path");
}

}  // namespace touchstone
