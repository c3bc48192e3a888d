#pragma once

namespace touchstone::reports {

/// What a program that stopped for Ctrl-C ends with, as a shell reports one that it killed.
inline constexpr int kInterruptedStatus = 130;

/// From here on the first Ctrl-C is only noted; a second one ends the program at once,
/// and with it all that it started.
void note_interrupts();

/// True once Ctrl-C was pressed.
bool was_interrupted();

}  // namespace touchstone::reports
