#pragma once

#include <filesystem>
#include <memory>
#include <nlohmann/json.hpp>
#include <string>
#include <string_view>
#include <vector>

#include "methods/base/process/line_child.h"

// A program that is asked in JSON objects, one a line, and answers likewise: what the protocols
// have in common, whatever they ask about. Whatever is wrong is thrown as GeneratorFault.

namespace touchstone {

[[noreturn]] void fail_session(const std::string& message);  ///< throws GeneratorFault, Failed

/// Returns the beginning of a text, printable.
std::string brief_reply(const std::string& text);

/// Returns a member of a reply. Throws GeneratorFault when it is missing.
const nlohmann::json& reply_member(const nlohmann::json& json, const char* key);
/// Returns a text of a reply, printable. Throws GeneratorFault when it is none.
std::string reply_text(const nlohmann::json& json, const char* key);
/// Returns a finite number. Throws GeneratorFault for anything else.
double reply_number(const nlohmann::json& value, const std::string& what);

/// A conversation with a program in lines of JSON.
class LineSession {
 public:
    /// Prepares a session. `time_limit`: longest time for each reply [s]; `words`: the command
    /// line, see split_command.
    LineSession(double time_limit, std::vector<std::string> words);

    /// Starts the program, says hello under the schema, and returns its reply; remembers name and
    /// version. After a fault nothing is asked any more.
    nlohmann::json greet(const std::filesystem::path& program, const char* schema);

    /// Sends one line and returns its reply, which must be of that type. `numbered`: the line gets
    /// an id, and the reply must have it.
    nlohmann::json ask(nlohmann::json request, const char* type, bool numbered);

    /// Returns the name that the program gives itself; empty before it did.
    const std::string& name() const { return name_; }
    /// Returns the version that the program states; empty before it did.
    const std::string& version() const { return version_; }

    /// Throws the fault after which nothing more is asked, if there was one.
    void check_alive() const;
    /// Asks nothing more from now on, for this reason.
    void give_up(const std::string& why) { dead_ = why; }

 private:
    double time_limit_;
    std::vector<std::string> words_;
    std::unique_ptr<LineChild> child_;
    std::string name_;
    std::string version_;
    std::string dead_;  ///< why no more is asked; empty: all is well
    int last_id_ = 0;
};

/// Returns the id made of a program's name: its lower-case letters, digits and underscores.
std::string id_of_program(const std::string& name);

}  // namespace touchstone
