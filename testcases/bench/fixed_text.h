#pragma once

#include <iomanip>
#include <ios>
#include <sstream>
#include <string>

namespace touchstone {

/// Returns a number with so many digits behind the point.
inline std::string fixed(double value, int digits) {
    std::ostringstream text;
    text << std::fixed << std::setprecision(digits) << value;
    return text.str();
}

}  // namespace touchstone
