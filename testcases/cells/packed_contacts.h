#pragma once

#include <span>
#include <string>
#include <string_view>
#include <vector>

#include "methods/contact/contact_point.h"
#include "methods/quality/judge.h"

// Contacts and their verdicts as a cell keeps them: a scene may have ten thousand, and as numbers
// in JSON they took most of the time in which many processes fill one folder. Records of fixed size
// follow each other, lowest byte first, in base64. Each reader returns, bit for bit, what its
// writer was given, and throws FileError for a text that no writer gives.

namespace touchstone {

/// Packs contacts into 112 bytes each: position, normal, separation and force (eight doubles);
/// bodies A and B, and for each the type and four vertices of its feature (twelve 32-bit integers).
std::string pack_contacts(std::span<const ContactPoint> contacts);
/// Returns the contacts of such a text.
std::vector<ContactPoint> unpack_contacts(std::string_view text);

/// Packs verdicts into 41 bytes each: angle, alignment and paper alignment (three doubles); kind,
/// reference pair and normal (32-bit integers); and whether it counts, has the two alignments, is
/// well placed, and is in the range of separations, one byte each: 0 no, 1 yes, 2 not known.
std::string pack_verdicts(std::span<const Verdict> verdicts);
/// Returns the verdicts of such a text.
std::vector<Verdict> unpack_verdicts(std::string_view text);

}  // namespace touchstone
