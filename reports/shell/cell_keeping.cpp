#include "reports/shell/cell_keeping.h"

#include <iostream>

#include "methods/base/printable.h"
#include "reports/provenance/cell_origin.h"

namespace touchstone::reports {

std::function<void(const std::string&)> notes_above(ProgressBar& bar) {
    return [&bar](const std::string& text) {
        bar.write_above("touchstone: note: " + printable(text));
    };
}

std::optional<CellFolder> cell_folder(const std::optional<std::string>& out,
                                      const CellSharing& sharing, ProgressBar& bar) {
    if (!out) {
        return std::nullopt;
    }
    return CellFolder{out->empty() ? "." : *out, cell_origin(), notes_above(bar), sharing};
}

void tell_stop(std::size_t done, std::size_t asked, bool kept) {
    std::cerr << "touchstone: stopped by Ctrl-C after " << done << " of " << asked << " rows; "
              << (kept ? "the same command goes on from there\n"
                       : "nothing is kept without --out DIR\n");
}

}  // namespace touchstone::reports
