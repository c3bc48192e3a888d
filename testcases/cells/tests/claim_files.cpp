#include "testcases/cells/tests/claim_files.h"

#include <fstream>
#include <nlohmann/json.hpp>

namespace touchstone::testing {

namespace fs = std::filesystem;

void write_text(const fs::path& file, const std::string& text) {
    std::ofstream(file, std::ios::binary) << text;
}

std::string claim_text(const ClaimOwner& owner) {
    return nlohmann::json{{"schema", "touchstone-claim-1"}, {"host", owner.host},
                          {"machine", owner.machine},       {"process", owner.process},
                          {"started", owner.started},       {"version", owner.program.version},
                          {"commit", owner.program.commit}}
        .dump();
}

std::set<std::string> names_in(const fs::path& folder, const std::string& part) {
    std::set<std::string> names;
    for (const auto& entry : fs::directory_iterator(folder)) {
        const std::string name = entry.path().filename().string();
        if (name.find(part) != std::string::npos) {
            names.insert(name);
        }
    }
    return names;
}

}  // namespace touchstone::testing
