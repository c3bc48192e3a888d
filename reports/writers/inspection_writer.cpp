#include "reports/writers/inspection_writer.h"

#include <algorithm>
#include <nlohmann/json.hpp>
#include <ostream>

#include "methods/base/printable.h"
#include "reports/provenance/version.h"

namespace touchstone::reports {
namespace {

using Json = nlohmann::ordered_json;

Json position_json(const Vec3& position) {
    return position.allFinite() ? Json{position.x(), position.y(), position.z()} : Json(nullptr);
}

std::string counted(std::ptrdiff_t count, const std::string& one, const std::string& many) {
    return std::to_string(count) + " " + (count == 1 ? one : many);
}

}  // namespace

void write_json(std::ostream& out, const std::string& file, const MeshFile& mesh,
                std::span<const MeshProblem> problems) {
    Json document{{"schema", "touchstone-inspection-1"},
                  {"version", program_version()},
                  {"commit", program_commit()},
                  {"file", file},
                  {"format", mesh.format},
                  {"vertices", mesh.vertices.size()},
                  {"faces", mesh.faces.size()},
                  {"tets", mesh.tets.size()},
                  {"problems", Json::array()}};
    for (const MeshProblem& problem : problems) {
        document["problems"].push_back({{"problem", problem.problem},
                                        {"severity", severity_name(problem.severity)},
                                        {"elements", problem.elements},
                                        {"position", position_json(problem.position)},
                                        {"remedy", problem.remedy}});
    }
    // A path need not be UTF-8.
    out << document.dump(2, ' ', false, Json::error_handler_t::replace) << '\n';
}

void write_text(std::ostream& out, const std::string& file, const MeshFile& mesh,
                std::span<const MeshProblem> problems) {
    out << printable(file) << ": " << printable(mesh.format) << ", "
        << counted(std::ssize(mesh.vertices), "vertex", "vertices") << ", "
        << (mesh.tets.empty() ? counted(std::ssize(mesh.faces), "face", "faces")
                              : counted(std::ssize(mesh.tets), "tet", "tets"))
        << '\n';
    for (const MeshProblem& problem : problems) {
        out << "  " << describe(problem) << '\n';
    }
    const auto count = [&](Severity severity) {
        return std::count_if(problems.begin(), problems.end(), [&](const MeshProblem& problem) {
            return problem.severity == severity;
        });
    };
    out << counted(count(Severity::Error), "error", "errors") << ", "
        << counted(count(Severity::Warning), "warning", "warnings") << '\n';
}

std::string silence_text(const std::string& body_a, const std::string& body_b) {
    return "bodies '" + body_a + "' and '" + body_b +
           "' overlap, and have no contact of this method";
}

void write_warnings(std::ostream& out, std::span<const std::string> warnings) {
    for (const std::string& line : warnings) {
        out << "touchstone: " << printable(line) << '\n';
    }
}

}  // namespace touchstone::reports
