#include "methods/base/process/running_child.h"

#include <fcntl.h>
#include <poll.h>
#include <sys/prctl.h>
#include <sys/wait.h>
#include <unistd.h>

#include <algorithm>
#include <array>
#include <cerrno>
#include <cmath>
#include <utility>
#include <vector>

#include "methods/base/error.h"
#include "methods/base/process/child_groups.h"

namespace touchstone {
namespace {

struct Pipe {
    FileDescriptor read_end;
    FileDescriptor write_end;
};

[[noreturn]] void fail_to_start(const std::filesystem::path& program, int error_number) {
    throw FileError("cannot start '" + program.string() + "': " + system_reason(error_number));
}

/// Opens a pipe, both of whose ends are closed in every child that any thread starts meanwhile.
Pipe make_pipe(const std::filesystem::path& program) {
    std::array<int, 2> ends{};
    if (::pipe2(ends.data(), O_CLOEXEC) != 0) {
        fail_to_start(program, errno);
    }
    Pipe pipe{FileDescriptor(ends[0]), FileDescriptor(ends[1])};
    // Numbers 0 to 2 are free when the caller closed them; in the child they become the streams.
    constexpr int kFirst = STDERR_FILENO + 1;
    for (FileDescriptor* end : {&pipe.read_end, &pipe.write_end}) {
        if (end->number() < kFirst) {
            *end = FileDescriptor(::fcntl(end->number(), F_DUPFD_CLOEXEC, kFirst));
        }
        if (!end->is_open()) {
            fail_to_start(program, errno);
        }
    }
    return pipe;
}

void set_nonblocking(const FileDescriptor& descriptor) {
    ::fcntl(descriptor.number(), F_SETFL, ::fcntl(descriptor.number(), F_GETFL) | O_NONBLOCK);
}

/// The parameters of a child's start.
struct StartPlan {
    const char* program = nullptr;
    char* const* words = nullptr;
    std::array<int, 3> streams{};  ///< descriptors to become 0 to 2; none of them is 0, 1 or 2
    pid_t parent = 0;
    volatile int error_number = 0;  ///< set by a child that could not become the program
};

/// Closes descriptors one by one where the kernel lacks close_range.
void close_from(int first) {
    constexpr int kMostDescriptors = 1 << 16;
    if (::close_range(static_cast<unsigned>(first), ~0U, 0) != 0) {
        for (int number = first; number < kMostDescriptors; ++number) {
            ::close(number);
        }
    }
}

/// Runs in the new process, which shares the memory of this one: it makes only async-signal-safe
/// calls, and all signals are blocked until no handler is left.
[[noreturn]] void become_program(StartPlan& plan) {
    ::setpgid(0, 0);
    struct sigaction by_default {};
    by_default.sa_handler = SIG_DFL;
    for (int signal = 1; signal < NSIG; ++signal) {
        ::sigaction(signal, &by_default, nullptr);
    }
    ::prctl(PR_SET_PDEATHSIG, SIGKILL);
    if (::getppid() != plan.parent) {
        ::_exit(127);  // the parent was gone before that
    }
    for (int stream = STDIN_FILENO; stream <= STDERR_FILENO; ++stream) {
        ::dup2(plan.streams[stream], stream);
    }
    close_from(STDERR_FILENO + 1);
    sigset_t none;
    ::sigemptyset(&none);
    ::sigprocmask(SIG_SETMASK, &none, nullptr);
    ::execve(plan.program, plan.words, environ);
    plan.error_number = errno;
    ::_exit(127);
}

/// Starts a process as posix_spawn does, which supports no parent-death signal: returns when the
/// child has become the program, or has failed to.
[[gnu::noinline]] pid_t start_process(StartPlan& plan) {
    const pid_t id = ::vfork();
    if (id == 0) {
        become_program(plan);
    }
    if (id < 0) {
        plan.error_number = errno;
    }
    return id;
}

/// Starts the program in this thread. Returns its process id; throws FileError.
pid_t start(const std::filesystem::path& program, std::span<const std::string> arguments,
            const std::array<int, 3>& streams) {
    std::vector<std::string> words{program.string()};
    words.insert(words.end(), arguments.begin(), arguments.end());
    std::vector<char*> pointers;
    pointers.reserve(words.size() + 1);
    for (std::string& word : words) {
        pointers.push_back(word.data());
    }
    pointers.push_back(nullptr);
    StartPlan plan{program.c_str(), pointers.data(), streams, ::getpid()};
    sigset_t all;
    ::sigfillset(&all);
    ::pthread_sigmask(SIG_SETMASK, &all, nullptr);
    const pid_t id = start_process(plan);
    const int error_number = plan.error_number;
    if (error_number != 0) {
        if (id > 0) {
            ::waitpid(id, nullptr, 0);
        }
        fail_to_start(program, error_number);
    }
    return id;
}

/// Writes as much as the pipe accepts; closes it when nobody reads any more.
void feed(FileDescriptor& pipe, std::string_view& input) {
    const ssize_t count = ::write(pipe.number(), input.data(), input.size());
    if (count >= 0) {
        input.remove_prefix(static_cast<std::size_t>(count));
    } else if (errno != EAGAIN && errno != EINTR) {
        input = {};
        pipe.close();
    }
}

/// Appends everything available; closes the pipe at its end.
void drain(FileDescriptor& pipe, std::string& text) {
    std::array<char, 65536> buffer;
    const ssize_t count = ::read(pipe.number(), buffer.data(), buffer.size());
    if (count > 0) {
        text.append(buffer.data(), static_cast<std::size_t>(count));
    } else if (count == 0 || (errno != EAGAIN && errno != EINTR)) {
        pipe.close();
    }
}

int milliseconds_until(ChildClock::time_point deadline) {
    const double left =
        std::chrono::duration<double, std::milli>(deadline - ChildClock::now()).count();
    return static_cast<int>(std::clamp(std::ceil(left), 0.0, 60'000.0));
}

}  // namespace

RunningChild::RunningChild(const std::filesystem::path& program,
                           std::span<const std::string> arguments) {
    Pipe input = make_pipe(program);
    Pipe output = make_pipe(program);
    Pipe errors = make_pipe(program);
    const std::array<int, 3> ends{input.read_end.number(), output.write_end.number(),
                                  errors.write_end.number()};
    owner_ = ::getpid();
    std::promise<pid_t> started;
    starter_ = std::thread([&, released = released_.get_future()] {
        try {
            started.set_value(start(program, arguments, ends));
        } catch (...) {
            started.set_exception(std::current_exception());
            return;
        }
        released.wait();
    });
    try {
        id_ = started.get_future().get();
    } catch (...) {
        starter_.join();
        throw;
    }
    note_child_group(id_);
    streams_ = {std::move(input.write_end), std::move(output.read_end), std::move(errors.read_end)};
    set_nonblocking(streams_.input);
    set_nonblocking(streams_.output);
    set_nonblocking(streams_.errors);
}

RunningChild::~RunningChild() {
    if (::getpid() != owner_) {
        starter_.detach();  // a forked copy of the process has no such thread
        return;
    }
    kill_group();
    wait(0);
    released_.set_value();
    starter_.join();
}

void RunningChild::kill_group() const {
    if (!reaped_) {
        ::kill(-id_, SIGKILL);
    }
}

bool RunningChild::wait(int flags) {
    while (!reaped_) {
        siginfo_t info{};
        const int result =
            ::waitid(P_PID, static_cast<id_t>(id_), &info, WEXITED | WNOWAIT | flags);
        if (result < 0 && errno == EINTR) {
            continue;
        }
        if (result == 0 && info.si_pid == 0) {
            return false;
        }
        // Until it is reaped nobody else can have its number, so this reaches only its own
        // descendants.
        kill_group();
        forget_child_group(id_);
        has_status_ = result == 0 && ::waitpid(id_, &status_, 0) == id_;
        reaped_ = true;
    }
    return true;
}

bool RunningChild::wait_until(ChildClock::time_point deadline) {
    auto pause = std::chrono::microseconds(100);
    while (!wait(WNOHANG)) {
        if (ChildClock::now() >= deadline) {
            return false;
        }
        std::this_thread::sleep_for(pause);
        pause = std::min(2 * pause, std::chrono::microseconds(10000));
    }
    return true;
}

SigpipeBlock::SigpipeBlock() {
    sigset_t pending;
    ::sigpending(&pending);
    was_pending_ = ::sigismember(&pending, SIGPIPE) == 1;
    ::sigemptyset(&sigpipe_);
    ::sigaddset(&sigpipe_, SIGPIPE);
    ::pthread_sigmask(SIG_BLOCK, &sigpipe_, &old_mask_);
}

SigpipeBlock::~SigpipeBlock() {
    if (!was_pending_) {
        constexpr timespec kNoWait{0, 0};
        while (::sigtimedwait(&sigpipe_, nullptr, &kNoWait) < 0 && errno == EINTR) {
        }
    }
    ::pthread_sigmask(SIG_SETMASK, &old_mask_, nullptr);
}

void serve_streams(ChildStreams& streams, std::string_view& input, std::string& output,
                   std::string& errors, ChildClock::time_point deadline, bool close_input) {
    if (input.empty() && close_input) {
        streams.input.close();
    }
    // poll skips a descriptor of -1: closed, or with nothing to write.
    const int writable = input.empty() ? -1 : streams.input.number();
    std::array<pollfd, 3> polls{{{writable, POLLOUT, 0},
                                 {streams.output.number(), POLLIN, 0},
                                 {streams.errors.number(), POLLIN, 0}}};
    // After an interruption no descriptor is marked as ready.
    ::poll(polls.data(), polls.size(), milliseconds_until(deadline));
    if (polls[0].revents != 0) {
        feed(streams.input, input);
    }
    if (polls[1].revents != 0) {
        drain(streams.output, output);
    }
    if (polls[2].revents != 0) {
        drain(streams.errors, errors);
    }
}

ChildClock::time_point deadline_after(double seconds) {
    constexpr double kLongest = 1e8;  // three years: a longer limit counts as none [s]
    const double limit = seconds > 0.0 ? std::min(seconds, kLongest) : 0.0;
    return ChildClock::now() +
           std::chrono::duration_cast<ChildClock::duration>(std::chrono::duration<double>(limit));
}

}  // namespace touchstone
