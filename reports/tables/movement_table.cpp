#include "reports/tables/movement_table.h"

#include <map>
#include <ostream>

#include "reports/text/text_escape.h"
#include "reports/text/text_table.h"

namespace touchstone::reports {

void write_movements(std::ostream& out, std::span<const Movement> movements,
                     std::string_view before, std::string_view after) {
    if (movements.empty()) {
        out << "Nothing moved.\n";
        return;
    }
    std::vector<TableLine> lines{
        {"Case", "Generator", "Profile", "Query", "What", std::string(before), std::string(after)}};
    std::map<RowKey, int> counts;
    for (const Movement& movement : movements) {
        const RowKey& key = movement.key;
        if (++counts[key] > kMostMovementsShown) {
            continue;
        }
        lines.push_back({markdown_escaped(key.case_id), markdown_escaped(key.generator_id),
                         markdown_escaped(key.profile), std::to_string(key.query),
                         markdown_escaped(movement.what), markdown_escaped(movement.before),
                         markdown_escaped(movement.after)});
    }
    write_text_table(out, lines);
    out << '\n'
        << movements.size() << " moved, in " << counts.size()
        << (counts.size() == 1 ? " row" : " rows");
    const std::size_t shown = lines.size() - 1;
    if (shown < movements.size()) {
        out << "; " << movements.size() - shown << " not shown";
    }
    out << ".\n";
}

}  // namespace touchstone::reports
