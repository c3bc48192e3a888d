#include "methods/mesh/describe.h"

#include <locale>
#include <sstream>

#include "methods/base/join.h"

namespace touchstone {

std::string describe(const std::string& kind, int index, std::span<const int> vertices) {
    return kind + " " + std::to_string(index) + " (vertices " +
           join(vertices, ", ", [](int v) { return std::to_string(v); }) + ")";
}

std::string describe(const Vec3& point) {
    return "(" + describe(point.x()) + ", " + describe(point.y()) + ", " + describe(point.z()) +
           ")";
}

std::string describe(double number) {
    std::ostringstream stream;
    stream.imbue(std::locale::classic());
    stream << number;
    return stream.str();
}

}  // namespace touchstone
