#pragma once

namespace touchstone::reports {

/// Exit status of a program stopped by Ctrl-C, as shells report it.
inline constexpr int kInterruptedStatus = 130;

/// Makes the first Ctrl-C set a flag; a second one ends the program at once, with its children.
void note_interrupts();

/// Returns true once Ctrl-C was pressed.
bool was_interrupted();

}  // namespace touchstone::reports
