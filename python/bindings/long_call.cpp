#include "python/bindings/long_call.h"

#include "methods/base/error.h"
#include "python/bindings/python_generator.h"

namespace touchstone::python {

namespace py = pybind11;

void check_signals() {
    const py::gil_scoped_acquire lock;
    if (interpreter_is_ending()) {
        PyErr_SetNone(PyExc_SystemExit);
        throw py::error_already_set();
    }
    if (PyErr_CheckSignals() != 0) {
        throw py::error_already_set();
    }
}

bool SignalWatch::stopped() {
    // Python runs its handlers on one thread only, and another one could wait for the lock forever.
    if (std::this_thread::get_id() == caller_ && !raised_) {
        try {
            check_signals();
        } catch (const py::error_already_set&) {
            raised_ = std::current_exception();
        }
    }
    return static_cast<bool>(raised_) || interpreter_is_ending();
}

Watcher SignalWatch::watcher() {
    return {.progress = {}, .stop = [this] { return stopped(); }};
}

void SignalWatch::rethrow() const {
    if (raised_) {
        std::rethrow_exception(raised_);
    }
}

int allowed_threads(std::span<const std::string> generator_ids, int threads) {
    constexpr int kMostThreads = 1024;  // as on the command line
    if (threads < 0 || threads > kMostThreads) {
        throw UsageError("threads must be in 0…1024, found " + std::to_string(threads));
    }
    for (const std::string& id : generator_ids) {
        if (!is_python_generator(id)) {
            continue;
        }
        if (threads > 1) {
            throw UsageError("generator '" + id +
                             "' is a Python function, which is asked on one thread: leave out "
                             "threads");
        }
        return 1;
    }
    return threads;
}

}  // namespace touchstone::python
