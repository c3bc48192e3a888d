#pragma once

namespace touchstone {

/// From here on the first Ctrl-C is only noted; a second one ends the program at once.
void note_interrupts();

/// True once Ctrl-C was pressed.
bool was_interrupted();

}  // namespace touchstone
