#pragma once

#include <pybind11/pybind11.h>

#include <exception>
#include <span>
#include <string>
#include <thread>

#include "testcases/cells/watch.h"

namespace touchstone::python {

/// While one of these lives, no generator can be added: any thread may read the table.
class TableUse {
 public:
    TableUse();
    ~TableUse();
    TableUse(const TableUse&) = delete;
    TableUse& operator=(const TableUse&) = delete;
};

/// A call that takes long: it releases Python's lock, so that other threads may run meanwhile.
class LongCall {
    TableUse use_;  // counted with the lock, which is taken back before
    pybind11::gil_scoped_release release_;
};

/// Raises the exception of a signal handler of Python, KeyboardInterrupt for Ctrl-C, and SystemExit
/// once the interpreter ends. With or without the lock, on the thread that Python called.
void check_signals();

/// Stops the calls of all threads and waits for their ends, when the interpreter is about to end. A
/// thread that returned from a call after the interpreter's end would take the program down.
void end_long_calls();
/// Returns true once the interpreter is about to end. With or without the lock.
bool interpreter_is_ending();

/// Stops a study when a signal handler has raised something, to be raised again after its end.
class SignalWatch {
 public:
    /// Returns a watcher that asks the signal handlers, for the study.
    Watcher watcher();

    /// Throws what a handler raised.
    void rethrow() const;

 private:
    bool stopped();

    std::thread::id caller_ = std::this_thread::get_id();
    std::exception_ptr raised_;
};

/// Returns the number of threads that may work for these generators: one when a Python function is
/// among them. Throws UsageError when more were asked for all the same. `threads`: 0: one per core.
int allowed_threads(std::span<const std::string> generator_ids, int threads);

}  // namespace touchstone::python
