#include "generators/external/line_session.h"

#include <cmath>
#include <utility>

#include "generators/outcome.h"
#include "methods/base/printable.h"

namespace touchstone {
namespace {

using Json = nlohmann::json;

constexpr int kDeepestReply = 16;
constexpr std::size_t kShownText = 120;  // characters shown of a reply that makes no sense

Json parse_reply(const std::string& line) {
    bool too_deep = false;
    const auto watch = [&](int depth, Json::parse_event_t, Json&) {
        too_deep = too_deep || depth > kDeepestReply;
        return !too_deep;
    };
    Json json = Json::parse(line, watch, false);
    if (too_deep) {
        fail_session("its reply is nested more than " + std::to_string(kDeepestReply) + " deep");
    }
    if (json.is_discarded()) {
        fail_session("its reply is not JSON: " + brief_reply(line));
    }
    return json;
}

}  // namespace

void fail_session(const std::string& message) { throw GeneratorFault(Outcome::Failed, message); }

std::string brief_reply(const std::string& text) {
    return printable(text.size() <= kShownText ? text : text.substr(0, kShownText) + "…");
}

const Json& reply_member(const Json& json, const char* key) {
    const auto found = json.is_object() ? json.find(key) : json.end();
    if (!json.is_object() || found == json.end()) {
        fail_session(std::string("its reply has no \"") + key + "\": " + brief_reply(json.dump()));
    }
    return *found;
}

std::string reply_text(const Json& json, const char* key) {
    const Json& value = reply_member(json, key);
    if (!value.is_string()) {
        fail_session(std::string("\"") + key + "\" is not a text");
    }
    return printable(value.get<std::string>());
}

double reply_number(const Json& value, const std::string& what) {
    if (!value.is_number() || !std::isfinite(value.get<double>())) {
        fail_session(what + " is not a finite number: " + brief_reply(value.dump()));
    }
    return value.get<double>();
}

LineSession::LineSession(double time_limit, std::vector<std::string> words)
    : time_limit_(time_limit), words_(std::move(words)) {}

Json LineSession::greet(const std::filesystem::path& program, const char* schema) {
    child_ = std::make_unique<LineChild>(
        program, std::vector<std::string>(words_.begin() + 1, words_.end()));
    Json hello = ask({{"schema", schema}, {"type", "hello"}}, "hello", false);
    version_ = reply_text(hello, "version");
    name_ = reply_text(hello, "name");
    return hello;
}

Json LineSession::ask(Json request, const char* type, bool numbered) {
    const int id = numbered ? ++last_id_ : 0;
    if (numbered) {
        request["id"] = id;
    }
    std::string line;
    try {
        line = child_->ask(request.dump(), time_limit_);
    } catch (const ChildFault& fault) {
        dead_ = fault.what();
        fail_session(dead_);
    }
    Json reply = parse_reply(line);
    if (numbered && (!reply.is_object() || reply.value("id", Json()) != id)) {
        fail_session("its reply is not to query " + std::to_string(id) + ": " + brief_reply(line));
    }
    const std::string given = reply_text(reply, "type");
    if (given == "error") {
        fail_session("it reports: " + reply_text(reply, "message"));
    }
    if (given != type) {
        fail_session(std::string("expected a reply of type \"") + type + "\", found \"" + given +
                     "\"");
    }
    return reply;
}

void LineSession::check_alive() const {
    if (!dead_.empty()) {
        fail_session(dead_);
    }
}

std::string id_of_program(const std::string& name) {
    std::string id;
    for (const char c : name) {
        const bool plain = (c >= 'a' && c <= 'z') || (c >= '0' && c <= '9');
        const bool upper = c >= 'A' && c <= 'Z';
        id += plain ? c : upper ? static_cast<char>(c - 'A' + 'a') : '_';
    }
    return id.empty() ? "command" : id;
}

}  // namespace touchstone
