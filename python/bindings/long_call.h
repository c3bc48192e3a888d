#pragma once

#include <pybind11/pybind11.h>

#include <exception>
#include <span>
#include <string>
#include <thread>

#include "testcases/cells/watch.h"

namespace touchstone::python {

/// While one of these lives, no generator can be added: the table may be looked at by any thread.
class TableUse {
 public:
    TableUse();
    ~TableUse();
    TableUse(const TableUse&) = delete;
    TableUse& operator=(const TableUse&) = delete;
};

/// A call that takes its time: without Python's lock, so that other threads may run meanwhile.
class LongCall {
    TableUse use_;  // counted with the lock, which is taken back before
    pybind11::gil_scoped_release release_;
};

/// Raises what a signal handler of Python raises, KeyboardInterrupt for Ctrl-C, and SystemExit once
/// the interpreter ends. With or without the lock, on the thread that Python called.
void check_signals();

/// Called when the interpreter is about to end: stops the calls of all threads and waits for their
/// ends. A thread that came back from one after the interpreter's end would take the program down.
void end_long_calls();
bool interpreter_is_ending();  ///< with or without the lock

/// Stops a study when a signal handler has raised something, to be raised again after its end.
class SignalWatch {
 public:
    Watcher watcher();

    /// Throws what was raised.
    void rethrow() const;

 private:
    bool stopped();

    std::thread::id caller_ = std::this_thread::get_id();
    std::exception_ptr raised_;
};

/// How many threads may work for these generators: one when a Python function is among them. Throws
/// UsageError when more were asked for all the same. `threads`: 0: one per core.
int allowed_threads(std::span<const std::string> generator_ids, int threads);

}  // namespace touchstone::python
