#pragma once

#include <sys/types.h>

// Which process groups this program has started, known to signal handlers: so that none outlives a
// program that a signal ends.

namespace touchstone {

/// Remembers the group, or forgets it; to be forgotten before its leader is reaped. Beyond 256 at a
/// time they are not remembered: their leaders still die with the program, see RunningChild.
void note_child_group(pid_t group);
void forget_child_group(pid_t group);

/// Kills all groups that are remembered, then lets the signal do what it does by default, once the
/// caller, a handler of it, has returned. Async-signal-safe.
void end_with_children(int signal);

/// What every program does first: standard streams are open (see open_standard_streams), ended
/// children can be waited for even when the caller ignores SIGCHLD, and SIGINT, SIGTERM, SIGHUP and
/// SIGQUIT take the children along, unless the caller ignores them (nohup).
void start_program();

}  // namespace touchstone
