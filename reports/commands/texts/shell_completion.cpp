#include "reports/commands/texts/shell_completion.h"

#include <CLI/CLI.hpp>
#include <algorithm>
#include <array>
#include <ostream>
#include <sstream>
#include <string>
#include <string_view>
#include <vector>

#include "methods/base/join.h"
#include "reports/commands/texts/completed_words.h"

// Each script takes the same steps: `command` is "report" or "scene export", `before` the word
// before the one that is typed. Where `before` is an option that takes a value, its values are
// offered, in a list with commas after the last one; else options after a '-', else the words of
// the command; and files where they may stand.

namespace touchstone::reports {
namespace {

bool has_parent(const OfferedWords& offered) {
    return offered.command.find(' ') != std::string::npos;
}

/// Writes the tables for shells that have `case`: they set `command`, `values`, `own`, `names`,
/// `files` and `is_value`.
void write_case_tables(std::ostream& out, const CLI::App& app) {
    const std::vector<OfferedWords> all = offered_words(app);
    out << "    case \"$command $second\" in\n";
    for (const OfferedWords& offered : all) {
        if (has_parent(offered)) {
            out << "        '" << offered.command << "') command=\"$command $second\" ;;\n";
        }
    }
    out << "    esac\n    case \"$command:$before\" in\n";
    for (const OfferedWords& offered : all) {
        for (const OfferedValue& value : offered.values) {
            std::string keys;
            for (const std::string& name : value.names) {
                append_item(keys, "'" + offered.command + ":" + name + "'", "|");
            }
            out << "        " << keys << ") values='" << value.words << "'; files=" << value.files
                << " ;;\n";
        }
    }
    out << "        *) is_value=0 ;;\n    esac\n"
           "    [ $is_value = 1 ] || case \"$command\" in\n";
    for (const OfferedWords& offered : all) {
        out << "        '" << offered.command << "') own='" << offered.words << "'; names='"
            << option_names(offered) << "'; files=" << offered.files << " ;;\n";
    }
    out << "    esac\n";
}

constexpr const char* kBashBegin =
    R"(# Completion of touchstone for bash; written by `touchstone completion bash`.
_touchstone() {
    local current="${COMP_WORDS[COMP_CWORD]}" before="${COMP_WORDS[COMP_CWORD-1]}"
    local command='' second='' values='' own='' names='' files=0 is_value=1 list prefix=''
    [ "$COMP_CWORD" -lt 2 ] || command="${COMP_WORDS[1]}"
    [ "$COMP_CWORD" -lt 3 ] || second="${COMP_WORDS[2]}"
    # Of --option=value bash makes three words.
    if [ "$current" = '=' ]; then
        current=''
    elif [ "$before" = '=' ] && [ "$COMP_CWORD" -gt 2 ]; then
        before="${COMP_WORDS[COMP_CWORD-2]}"
    fi
)";
constexpr const char* kBashEnd = R"(    if [ $is_value = 1 ]; then
        list="$values"
        case "$current" in *,*) prefix="${current%,*},"; current="${current##*,}" ;; esac
    else
        case "$current" in -*) list="$names"; files=0 ;; *) list="$own" ;; esac
    fi
    mapfile -t COMPREPLY < <(
        compgen -P "$prefix" -W "$list" -- "$current"
        [ $files = 0 ] || compgen -f -- "$prefix$current"
    )
    # Files are completed by bash where it knows better, as after a backslash.
    [ $files = 0 ] || compopt -o default 2>/dev/null
}
complete -o filenames -F _touchstone touchstone
)";

void write_bash_completion(std::ostream& out, const CLI::App& app) {
    out << kBashBegin;
    write_case_tables(out, app);
    out << kBashEnd;
}

constexpr const char* kZshBegin = R"(#compdef touchstone
# Completion of touchstone for zsh; written by `touchstone completion zsh`.
_touchstone() {
    local current="$PREFIX" before="${words[CURRENT-1]}"
    local command='' second='' values='' own='' names='' files=0 is_value=1 list found=1
    (( CURRENT <= 2 )) || command="${words[2]}"
    (( CURRENT <= 3 )) || second="${words[3]}"
    if [[ $current == --*=* ]]; then
        before="${current%%=*}"
        compset -P '*='
    fi
)";
constexpr const char* kZshEnd = R"(    if [[ $is_value == 1 ]]; then
        list="$values"
        [[ -z $list ]] || compset -P '*,'
    elif [[ $current == -* ]]; then
        list="$names" files=0
    else
        list="$own"
    fi
    local -a offered
    offered=(${=list})
    compadd -a offered && found=0
    [[ $files == 0 ]] || { _files && found=0 }
    return $found
}
# Found by its name, or read into a shell.
if [[ ${funcstack[1]} == _touchstone ]]; then
    _touchstone "$@"
else
    compdef _touchstone touchstone
fi
)";

void write_zsh_completion(std::ostream& out, const CLI::App& app) {
    out << kZshBegin;
    write_case_tables(out, app);
    out << kZshEnd;
}

/// Returns a text in quotes of fish.
std::string fish_quoted(std::string_view text) {
    std::string result = "'";
    for (const char c : text) {
        result += c == '\'' || c == '\\' ? std::string("\\") + c : std::string(1, c);
    }
    return result + "'";
}

/// Returns the options of a command, each in quotes with what it means behind a tab.
std::string fish_options(const OfferedWords& offered) {
    std::string text;
    for (const OptionText& option : offered.options) {
        for (const std::string& name : option.names) {
            append_item(text, fish_quoted(name + "\t" + option.meaning), " ");
        }
    }
    return text;
}

/// Returns the words of a command, commands with what they do behind a tab.
std::string fish_words(const std::vector<OfferedWords>& all, const OfferedWords& offered) {
    const std::string prefix = offered.command.empty() ? "" : offered.command + " ";
    std::istringstream in(offered.words);
    std::string text;
    for (std::string word; in >> word;) {
        const auto below = std::ranges::find(all, prefix + word, &OfferedWords::command);
        append_item(text, below == all.end() ? word : fish_quoted(word + "\t" + below->summary),
                    " ");
    }
    return text;
}

constexpr const char* kFishBegin =
    R"(# Completion of touchstone for fish; written by `touchstone completion fish`.
function __touchstone_offers
    set -l line (commandline -opc)
    set -l current (commandline -ct)
    set -l before $line[-1]
    set -l command ''
    set -l second ''
    set -l values
    set -l own
    set -l names
    set -l files 0
    set -l is_value 1
    set -l prefix ''
    test (count $line) -lt 2; or set command $line[2]
    test (count $line) -lt 3; or set second $line[3]
    if string match -q -- '--*=*' $current
        set before (string replace -r '=.*' '' -- $current)
        set prefix "$before="
        set current (string replace -r '^[^=]*=' '' -- $current)
    end
)";
constexpr const char* kFishEnd = R"(    set -l list $own
    if test $is_value = 1
        set list $values
        if test (count $values) -gt 0; and string match -q -- '*,*' $current
            set prefix $prefix(string replace -r '[^,]*$' '' -- $current)
        end
    else if string match -q -- '-*' $current
        set list $names
        set files 0
    end
    test (count $list) = 0; or printf '%s\n' $prefix$list
    if test $files = 1
        for path in (__fish_complete_path $current)
            printf '%s\n' $prefix$path
        end
    end
end
complete -c touchstone -f -a '(__touchstone_offers)'
)";

void write_fish_tables(std::ostream& out, const CLI::App& app) {
    const std::vector<OfferedWords> all = offered_words(app);
    out << "    switch \"$command $second\"\n        case";
    for (const OfferedWords& offered : all) {
        out << (has_parent(offered) ? " " + fish_quoted(offered.command) : "");
    }
    out << "\n            set command \"$command $second\"\n    end\n"
           "    switch \"$command:$before\"\n";
    for (const OfferedWords& offered : all) {
        for (const OfferedValue& value : offered.values) {
            out << "        case";
            for (const std::string& name : value.names) {
                out << ' ' << fish_quoted(offered.command + ":" + name);
            }
            out << "\n            set values " << value.words << "\n            set files "
                << value.files << '\n';
        }
    }
    out << "        case '*'\n            set is_value 0\n    end\n"
           "    test $is_value = 1; or switch \"$command\"\n";
    for (const OfferedWords& offered : all) {
        out << "        case " << fish_quoted(offered.command) << "\n            set own "
            << fish_words(all, offered) << "\n            set names " << fish_options(offered)
            << "\n            set files " << offered.files << '\n';
    }
    out << "    end\n";
}

void write_fish_completion(std::ostream& out, const CLI::App& app) {
    out << kFishBegin;
    write_fish_tables(out, app);
    out << kFishEnd;
}

constexpr std::array<ShellCompletion, 3> kShells{{{"bash", &write_bash_completion},
                                                  {"zsh", &write_zsh_completion},
                                                  {"fish", &write_fish_completion}}};

}  // namespace

std::span<const ShellCompletion> all_shells() { return kShells; }

}  // namespace touchstone::reports
