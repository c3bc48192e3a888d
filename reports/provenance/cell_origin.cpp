#include "reports/provenance/cell_origin.h"

#include <fstream>
#include <iterator>
#include <string>

#include "methods/base/sha256.h"
#include "reports/provenance/version.h"

namespace touchstone::reports {
namespace {

constexpr std::size_t kProgramDigits = 16;

std::string program_digest() {
    std::ifstream file("/proc/self/exe", std::ios::binary);
    const std::string bytes{std::istreambuf_iterator<char>(file), {}};
    return hex(sha256(bytes)).substr(0, kProgramDigits);
}

}  // namespace

RunOrigin cell_origin() {
    static const RunOrigin kOrigin = [] {
        const std::string commit = program_commit();
        const bool is_exact = commit != "unknown" && !commit.ends_with("-dirty");
        return RunOrigin{program_version(), is_exact ? commit : commit + "+" + program_digest()};
    }();
    return kOrigin;
}

}  // namespace touchstone::reports
