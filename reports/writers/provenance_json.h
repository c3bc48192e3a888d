#pragma once

#include <iosfwd>
#include <nlohmann/json.hpp>

#include "reports/tables/report.h"

namespace touchstone::reports {

/// Makes the beginning of every JSON file of a run: schema, version, commit and all settings.
nlohmann::ordered_json document_head(const char* schema, const Provenance& provenance);

/// Writes the document indented, with a line end; valid JSON whatever the bytes of its strings.
void write_document(std::ostream& out, const nlohmann::ordered_json& document);

}  // namespace touchstone::reports
