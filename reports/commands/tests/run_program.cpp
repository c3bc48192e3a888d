#include "reports/commands/tests/run_program.h"

#include <signal.h>
#include <sys/wait.h>
#include <unistd.h>

#include <algorithm>
#include <chrono>
#include <cstdio>
#include <fstream>
#include <sstream>
#include <thread>

#include "methods/testing/catch.h"

namespace touchstone::testing {

ChildResult run_touchstone(const Arguments& arguments) {
    ChildCommand command;
    command.program = TOUCHSTONE_PROGRAM;
    command.arguments = arguments;
    command.time_limit = 300.0;
    ChildResult result = run_child_process(command, "");
    REQUIRE(result.end == ChildEnd::Exited);
    return result;
}

std::string other_errors(const ChildResult& result) {
    std::istringstream lines(result.errors);
    std::string others;
    for (std::string line; std::getline(lines, line);) {
        others += line.starts_with("touchstone: wrote ") ? "" : line + "\n";
    }
    return others;
}

void check_refused(const Arguments& arguments, int status, const std::vector<std::string>& words) {
    const ChildResult result = run_touchstone(arguments);
    CAPTURE(arguments, result.errors, result.output);
    CHECK(result.code == status);
    CHECK(result.output == "");
    CHECK_THAT(result.errors, Catch::StartsWith("touchstone: error: "));
    for (const std::string& word : words) {
        CHECK_THAT(result.errors, Catch::Contains(word));
    }
    CHECK(std::ranges::count(result.errors, '\n') == 1);
    CHECK((!result.errors.empty() && result.errors.back() == '\n'));
}

RunningProgram::RunningProgram(const Arguments& arguments, const std::filesystem::path& output)
    : output_(output) {
    std::vector<std::string> words{TOUCHSTONE_PROGRAM};
    words.insert(words.end(), arguments.begin(), arguments.end());
    std::vector<char*> pointers;
    pointers.reserve(words.size() + 1);
    for (std::string& word : words) {
        pointers.push_back(word.data());
    }
    pointers.push_back(nullptr);
    const std::string errors_path = errors().string();
    pid_ = ::fork();
    if (pid_ == 0) {
        if (std::freopen(output_.c_str(), "w", stdout) != nullptr &&
            std::freopen(errors_path.c_str(), "w", stderr) != nullptr) {
            ::execv(pointers[0], pointers.data());
        }
        ::_exit(127);
    }
    REQUIRE(pid_ > 0);
}

RunningProgram::~RunningProgram() {
    if (pid_ > 0) {
        ::kill(pid_, SIGKILL);
        ::waitpid(pid_, nullptr, 0);
    }
}

void RunningProgram::wait_until(const std::function<bool()>& happened) const {
    for (int i = 0; i < 1200; ++i) {
        if (happened()) {
            return;
        }
        std::this_thread::sleep_for(std::chrono::milliseconds(50));
    }
    FAIL("only this came within a minute: " << read_bytes(output_) << read_bytes(errors()));
}

void RunningProgram::wait_for_lines(int count) const {
    wait_until([&] { return std::ranges::count(read_bytes(output_), '\n') >= count; });
}

void RunningProgram::send(int signal) const { ::kill(pid_, signal); }

int RunningProgram::wait() {
    int status = 0;
    REQUIRE(::waitpid(pid_, &status, 0) == pid_);
    pid_ = -1;
    return status;
}

std::string read_bytes(const std::filesystem::path& path) {
    std::ifstream in(path, std::ios::binary);
    std::ostringstream text;
    text << in.rdbuf();
    return text.str();
}

}  // namespace touchstone::testing
