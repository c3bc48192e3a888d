#include "methods/base/process/child_process.h"

#include <fcntl.h>
#include <signal.h>
#include <sys/wait.h>
#include <unistd.h>

#include <chrono>
#include <fstream>
#include <memory>
#include <thread>
#include <vector>

#include "methods/base/error.h"
#include "methods/base/process/line_child.h"
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
    // Killed processes that are not reaped yet still count as members for a moment.
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

TEST_CASE("run_child_process says what cannot be started", "[base][unstarted]") {
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

TEST_CASE("run_child_process gets the output also where SIGCHLD is ignored", "[base]") {
    const auto old = ::signal(SIGCHLD, SIG_IGN);
    const ChildResult result = run_child_process(shell("echo done; exit 3"), "");
    ::signal(SIGCHLD, old);
    CHECK(result.end == ChildEnd::Unknown);
    CHECK(result.output == "done\n");
}

TEST_CASE("a child dies with the process that started it, however that ends", "[base]") {
    int ends[2];
    REQUIRE(::pipe(ends) == 0);
    const pid_t parent = ::fork();
    if (parent == 0) {
        // The child reports its number, then hangs; this process is killed while it waits.
        ::close(ends[0]);
        const std::string script = "echo $$ >/proc/" + std::to_string(::getpid()) + "/fd/" +
                                   std::to_string(ends[1]) + "; exec sleep 1000";
        run_child_process(shell(script), "");
        ::_exit(0);
    }
    ::close(ends[1]);
    char text[32] = {};
    REQUIRE(::read(ends[0], text, sizeof text - 1) > 0);
    ::close(ends[0]);
    const pid_t child = std::stoi(text);
    CHECK(::kill(child, 0) == 0);
    ::kill(parent, SIGKILL);
    ::waitpid(parent, nullptr, 0);
    // Where orphans are not reaped the child stays as a zombie, without a command line.
    const auto runs = [&] {
        std::ifstream words("/proc/" + std::to_string(child) + "/cmdline");
        return words.get() != std::ifstream::traits_type::eof();
    };
    int tries = 0;
    while (runs() && tries < 3000) {
        std::this_thread::sleep_for(std::chrono::milliseconds(10));
        ++tries;
    }
    CHECK_FALSE(runs());
}

TEST_CASE("a child outlives the thread that started it", "[base]") {
    std::unique_ptr<LineChild> child;
    std::thread([&] {
        child = std::make_unique<LineChild>(
            "/bin/sh", std::vector<std::string>{"-c", "while read x; do echo $x; done"});
    }).join();
    CHECK(child->ask("one", 600.0) == "one");
    CHECK(child->ask("two", 600.0) == "two");
}

TEST_CASE("a program that cannot be started is told with the system's reason",
          "[base][unstarted]") {
    CHECK_THROWS_WITH(run_child_process({.program = "/nowhere/program"}, ""),
                      Catch::Contains("No such file"));
    CHECK_THROWS_WITH(run_child_process({.program = "/dev/null"}, ""),
                      Catch::Contains("Permission denied"));
}

}  // namespace touchstone
