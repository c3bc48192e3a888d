#include "reports/writers/tests/golden_file.h"

#include <cmath>
#include <cstdlib>
#include <filesystem>
#include <fstream>
#include <regex>
#include <sstream>
#include <vector>

namespace touchstone::testing {
namespace {

/// A text cut into its numbers and the text between them.
struct Pieces {
    std::vector<double> numbers;
    std::vector<std::string> between;  ///< texts between the numbers, one more than these
};

Pieces cut(const std::string& text) {
    static const std::regex kNumber(R"(-?[0-9]+(\.[0-9]+)?([eE][-+]?[0-9]+)?)");
    Pieces pieces;
    std::size_t end = 0;
    for (std::sregex_iterator it(text.begin(), text.end(), kNumber); it != std::sregex_iterator();
         ++it) {
        const auto start = static_cast<std::size_t>(it->position());
        pieces.between.push_back(text.substr(end, start - end));
        pieces.numbers.push_back(std::stod(it->str()));
        end = start + it->str().size();
    }
    pieces.between.push_back(text.substr(end));
    return pieces;
}

bool close(double a, double b) {
    return std::abs(a - b) <= 1e-12 * std::max(std::abs(a), std::abs(b));
}

std::string read(const std::filesystem::path& path) {
    std::ifstream in(path, std::ios::binary);
    std::ostringstream text;
    text << in.rdbuf();
    return text.str();
}

}  // namespace

std::string difference_from_golden(const std::string& name, const std::string& text) {
    const std::filesystem::path path = std::filesystem::path(TOUCHSTONE_GOLDEN_FOLDER) / name;
    if (std::getenv("TOUCHSTONE_RENEW_GOLDEN") != nullptr) {
        std::ofstream(path, std::ios::binary) << text;
        return {};
    }
    const Pieces found = cut(text);
    const Pieces wanted = cut(read(path));
    for (std::size_t i = 0; i < std::min(found.between.size(), wanted.between.size()); ++i) {
        if (found.between[i] != wanted.between[i]) {
            return name + ": found '" + found.between[i] + "', wanted '" + wanted.between[i] +
                   "', after number " + std::to_string(i);
        }
        if (i < std::min(found.numbers.size(), wanted.numbers.size()) &&
            !close(found.numbers[i], wanted.numbers[i])) {
            return name + ": found " + std::to_string(found.numbers[i]) + ", wanted " +
                   std::to_string(wanted.numbers[i]) + ", after '" + found.between[i] + "'";
        }
    }
    return found.between.size() == wanted.between.size() ? "" : name + ": lengths differ";
}

}  // namespace touchstone::testing
