#include "reports/shell/cell_keeping.h"

#include <iostream>

#include "methods/base/printable.h"
#include "reports/provenance/cell_origin.h"
#include "reports/shell/interrupt.h"

namespace touchstone::reports {
namespace {

/// Says so on standard error, and returns the exit status.
int stopped_beside_writer() {
    std::cerr << "touchstone: stopped by Ctrl-C while another process writes the tables\n";
    return kInterruptedStatus;
}

int stopped_beside_tables() {
    std::cerr << "touchstone: stopped by Ctrl-C; tables that were written here before are left as "
                 "they are, and the same command goes on\n";
    return kInterruptedStatus;
}

}  // namespace

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

std::unique_ptr<TableTurn> make_table_turn(const std::optional<std::string>& out,
                                           CellSharing& sharing, const std::string& about) {
    if (!out || sharing.parts > 1) {
        return nullptr;
    }
    auto turn = std::make_unique<TableTurn>(out->empty() ? "." : *out, cell_origin(),
                                            sharing.takeover, about);
    sharing.tables = turn.get();
    return turn;
}

std::optional<int> fill_together(TableTurn* turn, const std::function<void()>& fill) {
    fill();
    std::string waited_for;
    while (turn != nullptr && !turn->is_ours() && !was_interrupted()) {
        const std::optional<ClaimOwner> other = turn->find_other();
        if (const std::string name = other ? owner_text(*other) : ""; name != waited_for) {
            std::cerr << "touchstone: waiting for " << printable(name)
                      << ", whose turn it is to write the tables\n";
            waited_for = name;
        }
        if (const std::optional<WrittenTables> written = turn->wait(&was_interrupted)) {
            std::cerr << "touchstone: the tables are written by "
                      << printable(owner_text(written->writer));
            if (written->status != 0) {
                std::cerr << ", which ended with status " << written->status;
            }
            std::cerr << '\n';
            return written->status;
        }
        if (!turn->is_ours()) {
            return stopped_beside_writer();
        }
        fill();
    }
    // Tables of a part must not take the place of whole ones, of now or of before.
    if (turn != nullptr && was_interrupted()) {
        if (!turn->take()) {
            return stopped_beside_writer();
        }
        if (turn->are_written()) {
            return stopped_beside_tables();
        }
    }
    return std::nullopt;
}

void finish_tables(TableTurn* turn, int status) {
    if (turn != nullptr && !was_interrupted()) {
        turn->finish(status);
    }
}

void tell_stop(std::size_t done, std::size_t asked, bool kept) {
    std::cerr << "touchstone: stopped by Ctrl-C after " << done << " of " << asked << " rows; "
              << (kept ? "the same command goes on from there\n"
                       : "nothing is kept without --out DIR\n");
}

}  // namespace touchstone::reports
