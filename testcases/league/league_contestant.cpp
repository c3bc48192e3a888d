#include "testcases/league/league_contestant.h"

#include <algorithm>
#include <array>
#include <chrono>
#include <cstring>

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
            throw;
        }
    }
};

Contestant::Contestant(const LeagueRow& row, double time_limit)
    : state_(std::make_shared<State>()) {
    state_->row = row;
    state_->time_limit = time_limit;
    if (row.kind == RowKind::Method) {
        generator_ = find_generator(row.id);
        state_->first = generator_.generate;
    }
    generator_.id = row.id;
    generator_.title = row.title;
    generator_.generate = [state = state_](const Collider& a, const Collider& b,
                                           const Query& query) { return state->ask(a, b, query); };
}

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

StudySettings settings_for(const Contestant& contestant, const LeagueRow& row,
                           const StudySettings& settings) {
    StudySettings own = settings;
    own.methods = MethodList(contestant.generator());
    own.generators = {
        {row.id, row.kind == RowKind::Method ? settings.generators.at(row.id) : MethodSettings{}}};
    return own;
}

}  // namespace touchstone
