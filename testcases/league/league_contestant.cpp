#include "testcases/league/league_contestant.h"

#include <algorithm>
#include <array>
#include <chrono>
#include <cstring>
#include <regex>

#include "generators/external/external_generator.h"
#include "generators/generator.h"
#include "methods/base/error.h"
#include "methods/base/sha256.h"

namespace touchstone {
namespace {

void append_number(std::string& bytes, double value) {
    std::array<char, sizeof value> raw{};
    std::memcpy(raw.data(), &value, sizeof value);
    bytes.append(raw.data(), raw.size());
}

std::string bytes_of(const std::vector<ContactPoint>& contacts) {
    std::string bytes;
    bytes.reserve(contacts.size() * 7 * sizeof(double));
    for (const ContactPoint& contact : contacts) {
        for (const Vec3& v : {contact.position, contact.normal}) {
            append_number(bytes, v.x());
            append_number(bytes, v.y());
            append_number(bytes, v.z());
        }
        append_number(bytes, contact.separation);
    }
    return bytes;
}

/// "body 12 is no box" as "a body is no box": a program's bodies are numbered as it has met them,
/// which tells nobody anything, and is another number after an interruption.
std::string without_body_numbers(const std::string& message) {
    static const std::regex kNumbered("\\bbody [0-9]+");
    return std::regex_replace(message, kNumbered, "a body");
}

/// A process may hold several leagues one after the other, and nothing leaves the table.
std::string free_id(const std::string& wanted) {
    std::string id = wanted;
    for (int copy = 2;
         std::ranges::find(all_generators(), id, &Generator::id) != all_generators().end();
         ++copy) {
        id = wanted + "_" + std::to_string(copy);
    }
    return id;
}

}  // namespace

struct Contestant::State {
    LeagueRow row;
    double time_limit = 10.0;
    GenerateContacts first;   ///< a method, or the program begun last; empty: it does not run
    GenerateContacts second;  ///< the program that stays; empty: it does not run
    bool asks_second = false;
    std::string why_not = "it has not been started";
    AnswerLog log;

    void add(const std::string& bytes) {
        log.digest = hex(sha256(log.digest + std::to_string(log.pairs) + ":" + bytes));
    }

    void add_seconds(double more) { log.seconds = log.seconds.value_or(0.0) + more; }

    GenerateContacts begin() {
        try {
            return make_external_generator({.command = row.command,
                                            .time_limit = time_limit,
                                            .note_seconds = [this](double s) { add_seconds(s); }})
                .generate;
        } catch (const Error& error) {
            why_not = error.what();
            return {};
        }
    }

    std::vector<ContactPoint> ask(const Collider& a, const Collider& b, const Query& query) {
        using Clock = std::chrono::steady_clock;
        ++log.pairs;
        GenerateContacts& generate = asks_second ? second : first;
        try {
            if (!generate) {
                throw GeneratorFault(Outcome::Failed, why_not);
            }
            const Clock::time_point begin = Clock::now();
            std::vector<ContactPoint> contacts = generate(a, b, query);
            if (row.kind == RowKind::Method) {
                add_seconds(std::chrono::duration<double>(Clock::now() - begin).count());
            }
            add(bytes_of(contacts));
            return contacts;
        } catch (const GeneratorFault& fault) {
            add(outcome_id(fault.outcome));
            if (row.kind != RowKind::Method && fault.outcome == Outcome::Failed) {
                generate = {};
            }
            throw GeneratorFault(fault.outcome, without_body_numbers(fault.what()));
        }
    }
};

Contestant::Contestant(const LeagueRow& row, double time_limit)
    : state_(std::make_shared<State>()), generator_id_(free_id("league_" + row.id)) {
    state_->row = row;
    state_->time_limit = time_limit;
    Generator generator;
    if (row.kind == RowKind::Method) {
        generator = find_generator(row.id);
        state_->first = generator.generate;
    }
    generator.id = generator_id_;
    generator.title = row.title;
    generator.generate = [state = state_](const Collider& a, const Collider& b,
                                          const Query& query) { return state->ask(a, b, query); };
    add_generator(std::move(generator));
}

const std::string& Contestant::generator_id() const { return generator_id_; }

const std::string& Contestant::row_id() const { return state_->row.id; }

void Contestant::start() {
    if (state_->row.kind != RowKind::Method) {
        state_->first = {};
    }
    go_on();
}

void Contestant::go_on() {
    clear_log();
    state_->asks_second = false;
    if (!state_->first) {
        state_->first = state_->begin();
    }
}

void Contestant::go_on_second() {
    clear_log();
    state_->asks_second = state_->row.kind != RowKind::Method;
    if (state_->asks_second && !state_->second) {
        state_->second = state_->begin();
    }
}

void Contestant::stop() {
    if (state_->row.kind != RowKind::Method) {
        state_->first = {};
        state_->second = {};
    }
}

void Contestant::clear_log() { state_->log = {}; }

AnswerLog Contestant::log() const { return state_->log; }

void add_settings(StudySettings& settings, const Contestant& contestant, const LeagueRow& row) {
    const auto known = settings.generators.find(row.id);
    settings.generators[contestant.generator_id()] =
        row.kind == RowKind::Method && known != settings.generators.end() ? known->second
                                                                          : GeneratorSettings{};
}

}  // namespace touchstone
