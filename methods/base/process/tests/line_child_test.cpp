#include "methods/base/process/line_child.h"

#include <signal.h>

#include <chrono>
#include <fstream>
#include <string>
#include <thread>
#include <vector>

#include "methods/base/error.h"
#include "methods/testing/catch.h"
#include "methods/testing/temporary_folder.h"

using namespace touchstone;
using Catch::Matchers::Contains;

namespace {

constexpr double kLimit = 20.0;  // limit for requests with an answer [s]

LineChild start(const std::string& script) {
    return {find_program("sh"), std::vector<std::string>{"-c", script}};
}

/// Returns the message of the fault in which a request ends.
std::string fault_of(LineChild& child, double seconds = kLimit) {
    try {
        child.ask("question", seconds);
    } catch (const ChildFault& fault) {
        return fault.what();
    }
    return "none";
}

bool is_alive(int process) { return ::kill(process, 0) == 0; }

}  // namespace

TEST_CASE("lines go to and fro, short and long", "[line_child]") {
    LineChild echo(find_program("cat"), {});
    CHECK(echo.ask("one", kLimit) == "one");
    CHECK(echo.ask("", kLimit).empty());
    const std::string longer(1 << 20, 'x');
    CHECK(echo.ask(longer, kLimit) == longer);
    CHECK(echo.ask("two", kLimit) == "two");
}

TEST_CASE("answers that come in one piece are returned one by one", "[line_child]") {
    LineChild child = start("read a; printf 'first\\nsecond\\n'; read b; read c");
    CHECK(child.ask("x", kLimit) == "first");
    CHECK(child.ask("y", kLimit) == "second");
}

TEST_CASE("each way to fall silent is named, and stays", "[line_child]") {
    LineChild ends = start("read a; echo 'no licence' >&2; exit 3");
    const std::string message = fault_of(ends);
    CHECK_THAT(message, Contains("ended with status 3") && Contains("last words: no licence"));
    CHECK(fault_of(ends) == message);

    LineChild killed = start("read a; kill -9 $$");
    CHECK_THAT(fault_of(killed), Contains("signal 9"));

    LineChild hangs = start("sleep 1000");
    CHECK_THAT(fault_of(hangs, 0.1), Contains("no answer within 0.1 s"));

    LineChild closes = start("exec >&-; sleep 1000");
    CHECK_THAT(fault_of(closes), Contains("closed its standard output"));

    LineChild at_once = start("exit 0");
    CHECK_THAT(fault_of(at_once), Contains("status 0"));
}

TEST_CASE("a flood on standard error harms nobody", "[line_child]") {
    LineChild child = start("head -c 3000000 /dev/zero | tr '\\0' 'e' >&2; read a; echo fine");
    CHECK(child.ask("x", kLimit) == "fine");
}

TEST_CASE("a line without end is cut off", "[line_child]") {
    LineChild child = start("read a; head -c 80000000 /dev/zero; sleep 1000");
    CHECK_THAT(fault_of(child), Contains("more than 64 MiB"));
}

TEST_CASE("what the child has started dies with it", "[line_child]") {
    const std::string script = "sleep 1000 >/dev/null 2>&1 & echo $!; ";
    int survivor = 0;
    {
        LineChild child = start("read a; " + script + "read b");
        survivor = std::stoi(child.ask("x", kLimit));
        CHECK(is_alive(survivor));
    }
    LineChild ends = start("read a; " + script + "exit 0");
    const int orphan = std::stoi(ends.ask("x", kLimit));
    CHECK_THAT(fault_of(ends), Contains("status 0"));
    // The process that adopts them reaps them soon.
    for (int i = 0; i < 200 && (is_alive(survivor) || is_alive(orphan)); ++i) {
        std::this_thread::sleep_for(std::chrono::milliseconds(20));
    }
    const auto is_gone = [](int process) {
        std::ifstream status("/proc/" + std::to_string(process) + "/stat");
        std::string text;
        std::getline(status, text);
        return text.empty() || text.find(") Z ") != std::string::npos;
    };
    CHECK(is_gone(survivor));
    CHECK(is_gone(orphan));
}

TEST_CASE("commands are split as a shell splits words, and no more", "[line_child]") {
    using Words = std::vector<std::string>;
    CHECK(split_command("python3 my.py --fast") == Words{"python3", "my.py", "--fast"});
    CHECK(split_command("  a  'b c' \"d 'e'\" f\\ g '' ") == Words{"a", "b c", "d 'e'", "f g", ""});
    CHECK(split_command("echo $HOME; rm *|x") == Words{"echo", "$HOME;", "rm", "*|x"});
    CHECK_THROWS_WITH(split_command(" "), Contains("empty"));
    CHECK_THROWS_WITH(split_command("a 'b"), Contains("open '"));
}

TEST_CASE("programs are found in PATH or by their path", "[line_child]") {
    CHECK(find_program("sh").filename() == "sh");
    CHECK_THROWS_WITH(find_program("no-such-program-here"), Contains("PATH"));
    CHECK_THROWS_WITH(find_program("./no/such"), Contains("./no/such"));
}
