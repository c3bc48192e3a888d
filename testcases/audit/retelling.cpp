#include "testcases/audit/retelling.h"

#include <array>
#include <initializer_list>
#include <sstream>

namespace touchstone {
namespace {

std::string number(double value) {
    std::ostringstream text;
    text << value;
    return text.str();
}

std::string counted(double count, const std::string& one, const std::string& more) {
    return count == 1.0 ? "1 " + one : number(count) + " " + more;
}

}  // namespace

std::string_view retelling_id(Retelling retelling) {
    constexpr std::array<std::string_view, kRetellings> kIds{
        "swap",           "rotation",      "translation", "scaling",
        "retessellation", "face_vertices", "renumbering", "jitter"};
    return kIds[static_cast<std::size_t>(retelling)];
}

std::vector<RetellingStep> retelling_steps(Retelling retelling) {
    const auto sized = [&](std::initializer_list<double> sizes) {
        std::vector<RetellingStep> steps;
        for (const double size : sizes) {
            steps.push_back({retelling, size});
        }
        return steps;
    };
    switch (retelling) {
        case Retelling::Swap:
            return {{retelling}};
        case Retelling::Rotation:
            return sized({1e-12, 1e-9, 1e-6, 1e-3, 1.0, 37.0, 90.0});
        case Retelling::Translation:
            return sized({1e-9, 1e-6, 1e-3, 1.0, 100.0, 5000.0});
        case Retelling::Scaling:
            return sized({1.001, 2.0, 10.0, 0.1, 1000.0, 0.001});
        case Retelling::Retessellation:
            return {{retelling, 1, true},
                    {retelling, 1000, true},
                    {retelling, 1},
                    {retelling, 4},
                    {retelling, 16}};
        case Retelling::FaceVertices:
            return sized({1, 4});
        case Retelling::Renumbering:
            return {{retelling, 0, false, 1}, {retelling, 0, false, 2}, {retelling, 0, false, 3}};
        case Retelling::Jitter: {
            std::vector<RetellingStep> steps;
            for (const double size : {1e-15, 1e-12, 1e-9, 1e-6}) {
                for (const unsigned seed : {1U, 2U}) {
                    steps.push_back({retelling, size, false, seed});
                }
            }
            return steps;
        }
    }
    return {};
}

std::string describe(const RetellingStep& step) {
    switch (step.retelling) {
        case Retelling::Swap:
            return "bodies in reverse order";
        case Retelling::Rotation:
            return "turned by " + number(step.size) + "°";
        case Retelling::Translation:
            return "moved by " + number(step.size) + " m";
        case Retelling::Scaling:
            return number(step.size) + " times as large";
        case Retelling::Retessellation:
            if (step.diagonals) {
                return step.size > 1.0 ? "all diagonals turned that can be"
                                       : "1 diagonal of each body turned";
            }
            return counted(step.size, "edge", "edges") + " of each body split";
        case Retelling::FaceVertices:
            return counted(step.size, "vertex", "vertices") + " more within faces of each body";
        case Retelling::Renumbering:
            return "vertices and triangles in order " + std::to_string(step.seed);
        case Retelling::Jitter:
            break;
    }
    return "each body moved by up to " + number(step.size) + " of the scene's size";
}

}  // namespace touchstone
