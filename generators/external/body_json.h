#pragma once

#include <nlohmann/json_fwd.hpp>
#include <set>
#include <string>

#include "methods/contact/collider.h"

// Bodies as the line protocol sends them to programs; docs/use/external_generators.md lists the
// forms.

namespace touchstone {

nlohmann::json coordinates_json(const Vec3& v);  ///< Returns [x, y, z].

/// Returns true for a form of bodies that the protocol has: "box", "curved", …
bool is_body_form(const std::string& word);

/// Returns all forms with commas between them.
std::string body_form_words();

/// Returns true when one of the forms is made of a body's tetrahedra, so that its mesh must have
/// them.
bool needs_tets(const std::set<std::string>& forms);

/// Writes a body under its number, in every form of the list that exists for it.
nlohmann::json body_json(int body, const CollisionShape& shape, const std::set<std::string>& forms);

/// Returns a digest of a shape's content: the same wherever it lies in memory.
std::string body_fingerprint(const CollisionShape& shape);

}  // namespace touchstone
