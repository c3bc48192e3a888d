#pragma once

#include <iosfwd>
#include <nlohmann/json.hpp>

#include "reports/tables/report.h"

namespace touchstone::reports {

/// How every JSON file of a run begins: schema, version, commit and all settings.
nlohmann::ordered_json document_head(const char* schema, const Provenance& provenance);

/// Indented, with a line end; whatever the bytes of its strings, it is valid JSON.
void write_document(std::ostream& out, const nlohmann::ordered_json& document);

}  // namespace touchstone::reports
