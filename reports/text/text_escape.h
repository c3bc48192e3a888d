#pragma once

#include <string>
#include <string_view>

// Escapes for text from files and names in other formats. Control characters and bytes that are not
// UTF-8 become U+FFFD, see printable.

namespace touchstone::reports {

/// Escapes plain text for Markdown, in a table too.
std::string markdown_escaped(std::string_view text);

/// Escapes text for the contents and the quoted attributes of HTML and XML.
std::string xml_escaped(std::string_view text);

/// Escapes text for LaTeX, as plain pdfLaTeX accepts it: characters without a glyph there become
/// [U+4E2D].
std::string latex_escaped(std::string_view text);

}  // namespace touchstone::reports
