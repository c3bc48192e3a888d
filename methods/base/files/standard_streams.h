#pragma once

namespace touchstone {

/// Opens those of descriptors 0 to 2 that the caller left closed, so that no file opened later gets
/// such a number, and with it the printed output. Reading or writing them still fails. Every
/// program calls it first.
void open_standard_streams();

}  // namespace touchstone
