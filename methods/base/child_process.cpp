#include "methods/base/child_process.h"

#include <fcntl.h>
#include <poll.h>
#include <signal.h>
#include <spawn.h>
#include <sys/wait.h>
#include <unistd.h>

#include <algorithm>
#include <array>
#include <cerrno>
#include <chrono>
#include <cmath>
#include <thread>

#include "methods/base/error.h"
#include "methods/base/file_descriptor.h"

namespace touchstone {

namespace {

using Clock = std::chrono::steady_clock;

constexpr std::size_t kMaxErrors = 8192;  // of standard error: enough for the last messages

struct Pipe {
    FileDescriptor read_end;
    FileDescriptor write_end;
};

[[noreturn]] void fail(const ChildCommand& command, int error_number) {
    throw FileError("cannot start '" + command.program.string() +
                    "': " + system_reason(error_number));
}

/// Both ends are closed in every child that any thread starts meanwhile.
Pipe make_pipe(const ChildCommand& command) {
    std::array<int, 2> ends{};
    if (::pipe2(ends.data(), O_CLOEXEC) != 0) {
        fail(command, errno);
    }
    Pipe pipe{FileDescriptor(ends[0]), FileDescriptor(ends[1])};
    // Numbers 0 to 2 are free when the caller closed them; in the child they are the streams.
    constexpr int kFirst = STDERR_FILENO + 1;
    for (FileDescriptor* end : {&pipe.read_end, &pipe.write_end}) {
        if (end->number() < kFirst) {
            *end = FileDescriptor(::fcntl(end->number(), F_DUPFD_CLOEXEC, kFirst));
        }
        if (!end->is_open()) {
            fail(command, errno);
        }
    }
    return pipe;
}

void set_nonblocking(const FileDescriptor& descriptor) {
    ::fcntl(descriptor.number(), F_SETFL, ::fcntl(descriptor.number(), F_GETFL) | O_NONBLOCK);
}

/// Holds back the signal that writing to a dead child raises in this thread, and takes it away.
class SigpipeBlock {
 public:
    SigpipeBlock() {
        sigset_t pending;
        ::sigpending(&pending);
        was_pending_ = ::sigismember(&pending, SIGPIPE) == 1;
        ::sigemptyset(&sigpipe_);
        ::sigaddset(&sigpipe_, SIGPIPE);
        ::pthread_sigmask(SIG_BLOCK, &sigpipe_, &old_mask_);
    }
    SigpipeBlock(const SigpipeBlock&) = delete;
    SigpipeBlock& operator=(const SigpipeBlock&) = delete;
    ~SigpipeBlock() {
        if (!was_pending_) {
            constexpr timespec kNoWait{0, 0};
            while (::sigtimedwait(&sigpipe_, nullptr, &kNoWait) < 0 && errno == EINTR) {
            }
        }
        ::pthread_sigmask(SIG_SETMASK, &old_mask_, nullptr);
    }

 private:
    sigset_t sigpipe_;
    sigset_t old_mask_;
    bool was_pending_ = false;
};

/// The running child; killed and reaped when it goes out of scope.
class Child {
 public:
    explicit Child(pid_t id) : id_(id) {}
    Child(const Child&) = delete;
    Child& operator=(const Child&) = delete;
    ~Child() {
        kill_group();
        wait(0);
    }

    /// It leads its own process group: all that it started dies with it.
    void kill_group() const {
        if (!reaped_) {
            ::kill(-id_, SIGKILL);
        }
    }

    /// True when it has ended. `flags`: WNOHANG, or 0 to wait for it.
    bool wait(int flags) {
        while (!reaped_) {
            const pid_t id = ::waitpid(id_, &status_, flags);
            if (id == 0) {
                return false;
            }
            if (id < 0 && errno == EINTR) {
                continue;
            }
            if (id < 0) {
                status_ = SIGKILL;  // somebody else took its status: count it as killed
            }
            reaped_ = true;
        }
        return true;
    }

    /// Waits for the end, but not beyond the deadline.
    bool wait_until(Clock::time_point deadline) {
        auto pause = std::chrono::microseconds(100);
        while (!wait(WNOHANG)) {
            if (Clock::now() >= deadline) {
                return false;
            }
            std::this_thread::sleep_for(pause);
            pause = std::min(2 * pause, std::chrono::microseconds(10000));
        }
        return true;
    }

    int status() const { return status_; }

 private:
    pid_t id_;
    int status_ = 0;
    bool reaped_ = false;
};

/// What a child is started with; freed on every path.
class SpawnSettings {
 public:
    SpawnSettings(int standard_input, int standard_output, int standard_error) {
        ::posix_spawn_file_actions_init(&actions_);
        ::posix_spawn_file_actions_adddup2(&actions_, standard_input, STDIN_FILENO);
        ::posix_spawn_file_actions_adddup2(&actions_, standard_output, STDOUT_FILENO);
        ::posix_spawn_file_actions_adddup2(&actions_, standard_error, STDERR_FILENO);
        ::posix_spawn_file_actions_addclosefrom_np(&actions_, STDERR_FILENO + 1);

        sigset_t none;
        sigset_t all;
        ::sigemptyset(&none);
        ::sigfillset(&all);
        ::posix_spawnattr_init(&attributes_);
        ::posix_spawnattr_setpgroup(&attributes_, 0);
        ::posix_spawnattr_setsigmask(&attributes_, &none);
        ::posix_spawnattr_setsigdefault(&attributes_, &all);
        ::posix_spawnattr_setflags(
            &attributes_, POSIX_SPAWN_SETPGROUP | POSIX_SPAWN_SETSIGMASK | POSIX_SPAWN_SETSIGDEF);
    }
    SpawnSettings(const SpawnSettings&) = delete;
    SpawnSettings& operator=(const SpawnSettings&) = delete;
    ~SpawnSettings() {
        ::posix_spawnattr_destroy(&attributes_);
        ::posix_spawn_file_actions_destroy(&actions_);
    }

    const posix_spawn_file_actions_t* actions() const { return &actions_; }
    const posix_spawnattr_t* attributes() const { return &attributes_; }

 private:
    posix_spawn_file_actions_t actions_;
    posix_spawnattr_t attributes_;
};

pid_t start(const ChildCommand& command, const SpawnSettings& settings) {
    std::vector<std::string> words{command.program.string()};
    words.insert(words.end(), command.arguments.begin(), command.arguments.end());
    std::vector<char*> arguments;
    for (std::string& word : words) {
        arguments.push_back(word.data());
    }
    arguments.push_back(nullptr);
    pid_t id = 0;
    const int error_number = ::posix_spawn(&id, command.program.c_str(), settings.actions(),
                                           settings.attributes(), arguments.data(), environ);
    if (error_number != 0) {
        fail(command, error_number);
    }
    return id;
}

/// Writes what the pipe takes; closes it when all is written or nobody reads any more.
void feed(FileDescriptor& pipe, std::string_view& input) {
    const ssize_t count = ::write(pipe.number(), input.data(), input.size());
    if (count >= 0) {
        input.remove_prefix(static_cast<std::size_t>(count));
    } else if (errno != EAGAIN && errno != EINTR) {
        input = {};
    }
    if (input.empty()) {
        pipe.close();
    }
}

/// Appends what is there; closes the pipe at its end.
void drain(FileDescriptor& pipe, std::string& text) {
    std::array<char, 65536> buffer;
    const ssize_t count = ::read(pipe.number(), buffer.data(), buffer.size());
    if (count > 0) {
        text.append(buffer.data(), static_cast<std::size_t>(count));
    } else if (count == 0 || (errno != EAGAIN && errno != EINTR)) {
        pipe.close();
    }
}

int milliseconds_until(Clock::time_point deadline) {
    const double left = std::chrono::duration<double, std::milli>(deadline - Clock::now()).count();
    return static_cast<int>(std::clamp(std::ceil(left), 0.0, 60'000.0));
}

struct Streams {
    FileDescriptor input;
    FileDescriptor output;
    FileDescriptor errors;
};

/// Moves bytes both ways until the child has closed its output. False when it was stopped: see
/// `result.end`.
bool exchange(const ChildCommand& command, Streams& streams, std::string_view input,
              Clock::time_point deadline, ChildResult& result) {
    if (input.empty()) {
        streams.input.close();
    }
    while (streams.output.is_open() || streams.errors.is_open()) {
        // A closed descriptor is -1, which poll skips.
        std::array<pollfd, 3> polls{{{streams.input.number(), POLLOUT, 0},
                                     {streams.output.number(), POLLIN, 0},
                                     {streams.errors.number(), POLLIN, 0}}};
        // When interrupted, nothing is marked as ready.
        ::poll(polls.data(), polls.size(), milliseconds_until(deadline));
        if (polls[0].revents != 0) {
            feed(streams.input, input);
        }
        if (polls[1].revents != 0) {
            drain(streams.output, result.output);
        }
        if (polls[2].revents != 0) {
            drain(streams.errors, result.errors);
            if (result.errors.size() > kMaxErrors) {
                result.errors.erase(0, result.errors.size() - kMaxErrors);
            }
        }
        if (result.output.size() > command.max_output) {
            result.end = ChildEnd::OutputTooLong;
            return false;
        }
        if (Clock::now() >= deadline) {
            result.end = ChildEnd::TimedOut;
            return false;
        }
    }
    return true;
}

Clock::time_point deadline_after(double seconds) {
    constexpr double kLongest = 1e8;  // [s], three years: a longer limit is none
    const double limit = seconds > 0.0 ? std::min(seconds, kLongest) : 0.0;
    return Clock::now() +
           std::chrono::duration_cast<Clock::duration>(std::chrono::duration<double>(limit));
}

}  // namespace

ChildResult run_child_process(const ChildCommand& command, std::string_view input) {
    const Clock::time_point deadline = deadline_after(command.time_limit);
    Pipe input_pipe = make_pipe(command);
    Pipe output_pipe = make_pipe(command);
    Pipe errors_pipe = make_pipe(command);
    const SpawnSettings settings(input_pipe.read_end.number(), output_pipe.write_end.number(),
                                 errors_pipe.write_end.number());
    Child child(start(command, settings));
    input_pipe.read_end.close();
    output_pipe.write_end.close();
    errors_pipe.write_end.close();
    Streams streams{std::move(input_pipe.write_end), std::move(output_pipe.read_end),
                    std::move(errors_pipe.read_end)};
    set_nonblocking(streams.input);
    set_nonblocking(streams.output);
    set_nonblocking(streams.errors);

    ChildResult result;
    const SigpipeBlock sigpipe_block;
    if (!exchange(command, streams, input, deadline, result)) {
        return result;
    }
    if (!child.wait_until(deadline)) {
        result.end = ChildEnd::TimedOut;
        return result;
    }
    const bool exited = WIFEXITED(child.status());
    result.end = exited ? ChildEnd::Exited : ChildEnd::Signaled;
    result.code = exited ? WEXITSTATUS(child.status()) : WTERMSIG(child.status());
    return result;
}

}  // namespace touchstone
