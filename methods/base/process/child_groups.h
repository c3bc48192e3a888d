#pragma once

#include <sys/types.h>

// The process groups that this program has started, kept where signal handlers can read them, so
// that none outlives a program that a signal ends.

namespace touchstone {

/// Registers a group. Beyond 256 at a time groups are not registered; their leaders still die with
/// the program, see RunningChild.
void note_child_group(pid_t group);
/// Removes a group from the register; to be called before its leader is reaped.
void forget_child_group(pid_t group);

/// Kills all registered groups, and arranges for the signal to take its default effect once the
/// calling signal handler has returned. Async-signal-safe.
void end_with_children(int signal);

/// Sets up a program; every program calls it first. Opens the standard streams (see
/// open_standard_streams), makes ended children reapable even when the caller ignores SIGCHLD,
/// makes writing beyond the largest size of a file that the caller allows (ulimit -f) an error as
/// on a full disk instead of the end (SIGXFSZ), and makes SIGINT, SIGTERM, SIGHUP and SIGQUIT end
/// the children too, unless the caller ignores these signals (nohup).
void start_program();

}  // namespace touchstone
