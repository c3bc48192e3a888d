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

/// The beginning of a text, printable.
std::string brief_reply(const std::string& text);

const nlohmann::json& reply_member(const nlohmann::json& json, const char* key);
std::string reply_text(const nlohmann::json& json, const char* key);        ///< printable
double reply_number(const nlohmann::json& value, const std::string& what);  ///< finite

class LineSession {
 public:
    /// `words`: of the command line, see split_command.
    LineSession(double time_limit, std::vector<std::string> words);

    /// Starts the program, says hello under the schema, and returns its reply; remembers name and
    /// version. After a fault nothing is asked any more.
    nlohmann::json greet(const std::filesystem::path& program, const char* schema);

    /// One line and its reply, which must be of that type. `numbered`: the line gets an id, and the
    /// reply must have it.
    nlohmann::json ask(nlohmann::json request, const char* type, bool numbered);

    /// As the program calls itself; empty before it did.
    const std::string& name() const { return name_; }
    const std::string& version() const { return version_; }

    /// Throws the fault after which nothing is asked any more, if there was one.
    void check_alive() const;
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

/// The lower-case letters, digits and underscores that a program's name makes.
std::string id_of_program(const std::string& name);

}  // namespace touchstone
