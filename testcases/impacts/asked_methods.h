#pragma once

#include <span>
#include <string>
#include <string_view>
#include <vector>

#include "generators/continuous/impact_method.h"

namespace touchstone {

/// The contact-time methods that can be asked: the table of the methods, and after it `exact`, the
/// truth itself, whose time is the largest double that is not late.
std::vector<ImpactMethod> all_asked_methods();

/// From ids; "all" stands for all methods but `exact`. Each counts once. Throws UnknownName,
/// listing the known ids.
std::vector<ImpactMethod> find_asked_methods(std::span<const std::string> ids);

}  // namespace touchstone
