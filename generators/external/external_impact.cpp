#include "generators/external/external_impact.h"

#include <memory>
#include <mutex>
#include <nlohmann/json.hpp>
#include <utility>

#include "generators/external/line_session.h"

namespace touchstone {
namespace {

using Json = nlohmann::json;

constexpr const char* kImpactSchema = "touchstone-impact-1";

Json points_json(const std::array<Vec3, 4>& points) {
    Json list = Json::array();
    for (const Vec3& point : points) {
        list.push_back({point.x(), point.y(), point.z()});
    }
    return list;
}

bool flag_of(const Json& json, const char* key) {
    const auto found = json.find(key);
    if (found != json.end() && !found->is_boolean()) {
        fail_session(std::string("\"") + key + "\" is neither true nor false");
    }
    return found != json.end() && found->get<bool>();
}

/// A running program. One query at a time, whatever thread it comes from.
class ImpactSession {
 public:
    ImpactSession(const ExternalCommand& command, std::vector<std::string> words)
        : line_(command.time_limit, std::move(words)) {}

    /// Starts the program and asks its name. A fault is kept for the queries.
    void greet(const std::filesystem::path& program, ExternalImpactMethod& method) {
        try {
            const Json hello = line_.greet(program, kImpactSchema);
            method.conservative = flag_of(hello, "conservative");
            method.takes_separation = flag_of(hello, "separation");
        } catch (const GeneratorFault& fault) {
            line_.give_up(fault.what());
        }
    }

    Impact find(const ImpactQuery& query, const ImpactSettings& settings) {
        const std::lock_guard lock(mutex_);
        line_.check_alive();
        const Json reply =
            line_.ask({{"type", "query"},
                       {"kind", query.kind == ImpactKind::VertexFace ? "vertex-face" : "edge-edge"},
                       {"start", points_json(query.start)},
                       {"end", points_json(query.end)},
                       {"separation", settings.separation},
                       {"tolerance", settings.tolerance},
                       {"t_max", settings.t_max},
                       {"max_boxes", settings.max_boxes}},
                      "impact", true);
        return read_impact(reply, settings);
    }

    const LineSession& line() const { return line_; }

 private:
    static Impact read_impact(const Json& reply, const ImpactSettings& settings) {
        const Json& hit = reply_member(reply, "hit");
        if (!hit.is_boolean()) {
            fail_session("\"hit\" is neither true nor false");
        }
        Impact impact;
        impact.hit = hit.get<bool>();
        if (impact.hit && reply.contains("time") && !reply["time"].is_null()) {
            impact.time = reply_number(reply["time"], "\"time\"");
            if (impact.time < 0.0 || impact.time > settings.t_max) {
                fail_session("its time " + reply["time"].dump() + " is not in [0, t_max]");
            }
        }
        if (reply.contains("work")) {
            const double work = reply_number(reply["work"], "\"work\"");
            if (work < 0.0 || work > 1e15) {
                fail_session("\"work\" is not in [0, 1e15]: " + reply["work"].dump());
            }
            impact.work = static_cast<std::int64_t>(work);
        }
        return impact;
    }

    std::mutex mutex_;
    LineSession line_;
};

}  // namespace

ExternalImpactMethod make_external_impact_method(const ExternalCommand& command) {
    const std::vector<std::string> words = split_command(command.command);
    const std::filesystem::path program = find_program(words[0]);
    const auto session = std::make_shared<ImpactSession>(command, words);
    ExternalImpactMethod method;
    session->greet(program, method);
    const std::string& given = session->line().name();
    const std::string name = given.empty() ? program.stem().string() : given;
    const std::string& version = session->line().version();
    method.id = id_of_program(name);
    method.title = version.empty() ? name : name + " " + version;
    method.find = [session](const ImpactQuery& query, const ImpactSettings& settings) {
        return session->find(query, settings);
    };
    return method;
}

}  // namespace touchstone
