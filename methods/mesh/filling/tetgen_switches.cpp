#include "methods/mesh/filling/tetgen_switches.h"

#include <cstddef>

#include "methods/base/error.h"

namespace touchstone {
namespace {

/// Returns the length of the number at the start of the text: digits with at most one point among,
/// before or after them, and none when `whole`. 0: there is no number.
std::size_t number_length(std::string_view text, bool whole) {
    std::size_t length = 0;
    int points = 0;
    int digits = 0;
    while (length < text.size()) {
        const char c = text[length];
        const bool is_digit = c >= '0' && c <= '9';
        if (!is_digit && (c != '.' || whole || points == 1)) {
            break;
        }
        (is_digit ? digits : points) += 1;
        ++length;
    }
    return digits == 0 ? 0 : length;
}

}  // namespace

bool has_tetgen_switch(std::string_view switches, char letter) {
    return switches.find(letter) != std::string_view::npos;
}

void validate_tetgen_switches(const std::string& switches) {
    constexpr std::string_view kForm =
        "; TetGen's switches are letters p Y q a S Q with numbers, such as 'pYq2Q'";
    std::string seen;
    for (std::size_t i = 0; i < switches.size();) {
        const char letter = switches[i++];
        if (std::string_view("pYqaSQ").find(letter) == std::string_view::npos) {
            throw UsageError("'" + std::string(1, letter) + "' in '" + switches +
                             "' is not allowed" + std::string(kForm));
        }
        if (has_tetgen_switch(seen, letter)) {
            throw UsageError("'" + std::string(1, letter) + "' stands twice in '" + switches + "'" +
                             std::string(kForm));
        }
        seen.push_back(letter);
        if (std::string_view("qaS").find(letter) == std::string_view::npos) {
            continue;
        }
        const std::size_t length =
            number_length(std::string_view(switches).substr(i), letter == 'S');
        // By its digits: what atof takes for a number depends on the host's locale.
        const bool is_zero = length > 0 && switches.substr(i, length).find_first_of("123456789") ==
                                               std::string::npos;
        if (is_zero || (length == 0 && letter != 'q')) {
            throw UsageError("'" + std::string(1, letter) + "' in '" + switches +
                             "' needs a number above 0 after it" + std::string(kForm));
        }
        i += length;
    }
    if (!has_tetgen_switch(seen, 'p')) {
        throw UsageError("'p' is missing in '" + switches + "'" + std::string(kForm));
    }
}

}  // namespace touchstone
