#pragma once

#include <string>
#include <string_view>

// Text from files and names, made harmless for the format it goes into. Control characters and
// bytes that are not UTF-8 become U+FFFD, see printable.

namespace touchstone::reports {

/// Plain text that stays plain in Markdown, in a table too.
std::string markdown_escaped(std::string_view text);

/// For the contents and the quoted attributes of HTML and XML.
std::string xml_escaped(std::string_view text);

/// For the text of LaTeX, as plain pdfLaTeX takes it: characters it has no glyph for become
/// [U+4E2D].
std::string latex_escaped(std::string_view text);

}  // namespace touchstone::reports
