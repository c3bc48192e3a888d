#pragma once

#include <stdexcept>
#include <string>

namespace touchstone {

/// Bad input from outside. The message names the file, the element and the remedy, on one line.
/// Programs end with status 1 on it, and with status 2 on a UsageError.
struct Error : std::runtime_error {
    using std::runtime_error::runtime_error;
};

/// A mesh that is not what it has to be: names the vertex, face or tet.
struct MeshError : Error {
    using Error::Error;
};

/// A file that cannot be read, written or understood: names the file and the place in it.
struct FileError : Error {
    using Error::Error;
};

/// Wrong use of a program or of a table: unknown ids, contradictory options. Status 2.
struct UsageError : Error {
    using Error::Error;
};

/// An id that no table knows; the message lists the known ones.
struct UnknownName : UsageError {
    using UsageError::UsageError;
};

}  // namespace touchstone
