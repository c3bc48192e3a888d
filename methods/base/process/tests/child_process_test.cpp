#include "methods/base/process/child_process.h"

#include <fcntl.h>
#include <signal.h>
#include <unistd.h>

#include <chrono>
#include <thread>

#include "methods/base/error.h"
#include "methods/testing/catch.h"

namespace touchstone {

namespace {

ChildCommand shell(const std::string& script, double time_limit = 600.0) {
    return {.program = "/bin/sh", .arguments = {"-c", script}, .time_limit = time_limit};
}

}  // namespace

TEST_CASE("run_child_process passes bytes in and out unchanged, more than a pipe holds", "[base]") {
    std::string bytes;
    for (unsigned i = 0; i < 1'000'000; ++i) {
        bytes.push_back(static_cast<char>(i * 7919 >> 3 & 0xff));
    }
    const ChildResult result = run_child_process(shell("cat; echo done >&2"), bytes);
    CHECK(result.end == ChildEnd::Exited);
    CHECK(result.code == 0);
    CHECK(result.output == bytes);
    CHECK(result.errors == "done\n");
}

TEST_CASE("run_child_process reports exit status and signal", "[base]") {
    const ChildResult exited = run_child_process(shell("exit 7"), "");
    CHECK(exited.end == ChildEnd::Exited);
    CHECK(exited.code == 7);
    const ChildResult killed = run_child_process(shell("kill -SEGV $$"), "");
    CHECK(killed.end == ChildEnd::Signaled);
    CHECK(killed.code == SIGSEGV);
}

TEST_CASE("run_child_process survives a child that reads no input", "[base]") {
    const std::string much(1'000'000, 'x');
    const ChildResult result = run_child_process(shell("exit 3"), much);
    CHECK(result.end == ChildEnd::Exited);
    CHECK(result.code == 3);
    sigset_t pending;
    ::sigpending(&pending);
    CHECK_FALSE(::sigismember(&pending, SIGPIPE));
}

TEST_CASE("run_child_process kills a child and its children at the time limit", "[base]") {
    const auto begin = std::chrono::steady_clock::now();
    const std::string script =
        GENERATE("sleep 100", "sleep 100 & wait", "exec >&- 2>&-; sleep 100");
    const ChildResult result = run_child_process(shell("echo $$; " + script, 0.2), "");
    CHECK(result.end == ChildEnd::TimedOut);
    CHECK(std::chrono::steady_clock::now() - begin < std::chrono::seconds(90));
    // Killed processes that nobody has reaped yet still count as members for a moment.
    const pid_t group = std::stoi(result.output);
    int tries = 0;
    while (::kill(-group, 0) == 0 && tries < 200) {
        std::this_thread::sleep_for(std::chrono::milliseconds(10));
        ++tries;
    }
    CHECK(tries < 200);
}

TEST_CASE("run_child_process stops a child that writes without end", "[base]") {
    ChildCommand command = shell("while :; do echo xxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxx; done");
    command.max_output = 100'000;
    CHECK(run_child_process(command, "").end == ChildEnd::OutputTooLong);
}

TEST_CASE("run_child_process keeps the end of what is written to standard error", "[base]") {
    const ChildResult result = run_child_process(
        shell("i=0; while [ $i -lt 3000 ]; do echo line $i >&2; i=$((i+1)); done"), "");
    CHECK(result.errors.size() <= 8192);
    CHECK_THAT(result.errors, Catch::EndsWith("line 2999\n"));
}

TEST_CASE("run_child_process hands no open file to the child", "[base]") {
    const int open_file = ::open("/dev/null", O_RDONLY);  // without O_CLOEXEC
    REQUIRE(open_file >= 3);
    const ChildResult result = run_child_process(
        shell("[ -e /proc/self/fd/" + std::to_string(open_file) + " ] && echo inherited"), "");
    ::close(open_file);
    CHECK(result.output.empty());
}

TEST_CASE("run_child_process says what cannot be started", "[base]") {
    CHECK_THROWS_WITH(run_child_process({.program = "/nonexistent/program"}, ""),
                      Catch::Contains("/nonexistent/program") && Catch::Contains("No such file"));
    CHECK_THROWS_AS(run_child_process({.program = "/dev/null"}, ""), FileError);
}

TEST_CASE("run_child_process works from many threads at once", "[base]") {
    std::vector<std::string> outputs(16);
    std::vector<std::thread> threads;
    for (std::size_t i = 0; i < outputs.size(); ++i) {
        threads.emplace_back([&, i] {
            const std::string text(50'000 + i, static_cast<char>('a' + i));
            if (run_child_process(shell("cat"), text).output == text) {
                outputs[i] = "right";
            }
        });
    }
    for (std::thread& thread : threads) {
        thread.join();
    }
    CHECK(outputs == std::vector<std::string>(16, "right"));
}

}  // namespace touchstone
