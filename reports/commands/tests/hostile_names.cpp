#include "reports/commands/tests/hostile_names.h"

namespace touchstone::testing {

std::vector<std::string> hostile_names() {
    return {"<script>alert(1)</script>",
            "\"><img src=x onerror=alert(1)>",
            "' onload='alert(1)",
            "& &amp; &#60;",
            "]]><b>",
            "-->",
            "=cmd|' /C calc'!A0",
            "+1",
            "-1",
            "@x",
            "  =1+1",
            "＝1+1",
            "`touch pwned`",
            "$(touch pwned)",
            "\\input{/etc/passwd}",
            "\\write18{ls}",
            "100 % {_^~#&}",
            "[optional]",
            "two\nlines\r\n",
            "\x1b[31mred\x1b]0;title\x07",
            std::string("nul\0l", 5),
            std::string("\xE2\x80\xAE") + "gnp.exe",
            std::string("\xC2\x9B") + "31m",
            "not \xff UTF-8",
            "a | b [c](javascript:alert(1))",
            "\\"};
}

}  // namespace touchstone::testing
