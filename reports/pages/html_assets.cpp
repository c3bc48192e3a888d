#include "reports/pages/html_assets.h"

#include "methods/base/base64.h"
#include "methods/base/files/embedded_file.h"
#include "methods/base/sha256.h"

namespace touchstone::reports {

/// Returns the files of reports/pages/assets; the build writes their source.
std::span<const EmbeddedFile> page_files();

namespace {

std::string source_hash(std::string_view text) {
    const Sha256 digest = sha256(text);
    const std::string_view bytes(reinterpret_cast<const char*>(digest.data()), digest.size());
    return "'sha256-" + base64(bytes) + "'";
}

}  // namespace

std::string page_asset(std::string_view name) {
    return "\n" + std::string(find_embedded(page_files(), name).bytes);
}

std::string page_style() { return page_asset("page.css"); }

std::string page_script() { return page_asset("page.js"); }

std::string page_policy() { return page_policy(page_style(), page_script()); }

std::string page_policy(std::string_view style, std::string_view script) {
    return "default-src 'none'; style-src " + source_hash(style) + "; script-src " +
           source_hash(script) + "; img-src data: 'self'; base-uri 'none'; form-action 'none'";
}

}  // namespace touchstone::reports
