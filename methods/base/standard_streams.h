#pragma once

namespace touchstone {

/// Opens those of descriptors 0 to 2 that the caller left closed, so that no file that is opened
/// later gets such a number and with it what is printed. What reads or writes them still fails.
/// To be called first of all in every program.
void open_standard_streams();

}  // namespace touchstone
