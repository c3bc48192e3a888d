#pragma once

#include <stdexcept>
#include <string>

namespace touchstone {

/// Bad input from outside. The message names the file, the element and the remedy, on one line. A
/// program that ends on it returns status 1, or 2 for a UsageError.
struct Error : std::runtime_error {
    using std::runtime_error::runtime_error;
};

/// An unusable mesh: the message names the vertex, face or tet.
struct MeshError : Error {
    using Error::Error;
};

/// A file that cannot be read, written or understood: the message names the file and the place in
/// it.
struct FileError : Error {
    using Error::Error;
};

/// Wrong use of a program or a table: unknown ids, contradictory options. Status 2.
struct UsageError : Error {
    using Error::Error;
};

/// An id that no table knows; the message lists the known ones.
struct UnknownName : UsageError {
    using UsageError::UsageError;
};

}  // namespace touchstone
