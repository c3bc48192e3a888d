#include "methods/mesh/describe.h"

#include <locale>
#include <sstream>

namespace touchstone {

std::string describe(const std::string& kind, int index, std::span<const int> vertices) {
    std::string text = kind + " " + std::to_string(index) + " (vertices ";
    for (std::size_t i = 0; i < vertices.size(); ++i) {
        text += (i == 0 ? "" : ", ") + std::to_string(vertices[i]);
    }
    return text + ")";
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
