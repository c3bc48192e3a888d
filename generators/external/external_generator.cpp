#include "generators/external/external_generator.h"

#include <map>
#include <mutex>
#include <nlohmann/json.hpp>
#include <set>
#include <utility>

#include "generators/external/body_json.h"
#include "generators/external/declared_options.h"
#include "generators/external/foreign_normal.h"
#include "generators/external/line_session.h"
#include "methods/smooth/tessellate.h"

namespace touchstone {
namespace {

using Json = nlohmann::json;

constexpr const char* kSchema = "touchstone-generator-1";
constexpr std::size_t kMostContacts = 1'000'000;

Json pose_json(const Collider& collider) {
    const Quat& rotation = collider.world_from_body.rotation;
    return {{"position", coordinates_json(collider.world_from_body.translation)},
            {"orientation", {rotation.w(), rotation.x(), rotation.y(), rotation.z()}},
            {"linear_velocity", coordinates_json(collider.linear_velocity)},
            {"angular_velocity", coordinates_json(collider.angular_velocity)}};
}

/// A running program and what it was told. One query at a time, whatever thread it comes from: the
/// program's answer may hang on nothing else, so the order does not matter.
class Session {
 public:
    Session(const ExternalCommand& command, std::vector<std::string> words)
        : note_seconds_(command.note_seconds), line_(command.time_limit, std::move(words)) {}

    const std::string& name() const { return line_.name(); }
    const std::string& version() const { return line_.version(); }
    const MethodOptions& options() const { return options_; }
    const std::set<std::string>& forms() const { return forms_; }

    /// Starts the program and requests its name. A fault is kept for the queries.
    void greet(const std::filesystem::path& program) {
        try {
            const Json hello = line_.greet(program, kSchema);
            read_forms(hello);
            read_options(hello);
        } catch (const GeneratorFault& fault) {
            line_.give_up(fault.what());
        }
    }

    std::vector<ContactPoint> query(const Collider& a, const Collider& b, const Query& query) {
        const std::lock_guard lock(mutex_);
        line_.check_alive();
        const int body_a = load(*a.shape);
        const int body_b = load(*b.shape);
        const Json pair{
            {"a", body_a}, {"b", body_b}, {"pose_a", pose_json(a)}, {"pose_b", pose_json(b)}};
        Json request{{"type", "query"},
                     {"time_step", query.time_step},
                     {"envelope", 0.0},
                     {"pairs", Json::array({pair})}};
        if (!declared_.empty()) {
            request["settings"] = declared_values(query.settings, options_, declared_);
        }
        const Json reply = line_.ask(std::move(request), "contacts", true);
        if (note_seconds_ && reply.contains("seconds")) {
            note_seconds_(reply_number(reply["seconds"], "\"seconds\""));
        }
        const Json& pairs = reply_member(reply, "pairs");
        if (!pairs.is_array() || pairs.size() != 1) {
            fail_session("\"pairs\" is not an array with one entry for the one pair");
        }
        return read_contacts(pairs[0]);
    }

 private:
    void read_forms(const Json& hello) {
        const Json& shapes = reply_member(hello, "shapes");
        if (!shapes.is_array() || shapes.empty()) {
            fail_session("\"shapes\" is not a list of " + body_form_words());
        }
        for (const Json& shape : shapes) {
            if (!shape.is_string() || !is_body_form(shape.get<std::string>())) {
                fail_session("unknown form of bodies " + brief_reply(shape.dump()) +
                             "; known: " + body_form_words());
            }
            forms_.insert(shape.get<std::string>());
        }
    }

    void read_options(const Json& hello) {
        if (!hello.contains("options")) {
            return;
        }
        try {
            declared_ = read_declared_options(hello["options"]);
            options_ = make_declared_options(declared_);
        } catch (const UsageError& error) {
            declared_.clear();
            fail_session(std::string("\"options\": ") + error.what());
        }
    }

    /// Returns the program's number of a shape, which is sent on first use.
    int load(const CollisionShape& shape) {
        const auto [place, is_new] =
            bodies_.emplace(body_fingerprint(shape), static_cast<int>(bodies_.size()));
        if (is_new) {
            try {
                line_.ask({{"type", "load"},
                           {"bodies", Json::array({body_json(place->second, shape, forms_)})}},
                          "loaded", true);
            } catch (const GeneratorFault&) {
                bodies_.erase(place);
                throw;
            }
        }
        return place->second;
    }

    static Vec3 vector(const Json& contact, const char* key, const std::string& what) {
        const Json& value = reply_member(contact, key);
        if (!value.is_array() || value.size() != 3) {
            fail_session(what + ": its " + key + " is not [x, y, z]");
        }
        const std::string name = what + ": its " + key;
        return {reply_number(value[0], name), reply_number(value[1], name),
                reply_number(value[2], name)};
    }

    static std::vector<ContactPoint> read_contacts(const Json& answer) {
        if (answer.is_object() && answer.contains("unsupported")) {
            throw GeneratorFault(Outcome::Unsupported, reply_text(answer, "unsupported"));
        }
        if (!answer.is_array()) {
            fail_session("the pair's entry is neither a list of contacts nor {\"unsupported\": …}");
        }
        if (answer.size() > kMostContacts) {
            fail_session(std::to_string(answer.size()) + " contacts, more than " +
                         std::to_string(kMostContacts));
        }
        std::vector<ContactPoint> contacts;
        for (std::size_t i = 0; i < answer.size(); ++i) {
            const std::string what = "contact " + std::to_string(i);
            ContactPoint contact;
            contact.position = vector(answer[i], "position", what);
            contact.normal = vector(answer[i], "normal", what);
            contact.separation =
                reply_number(reply_member(answer[i], "separation"), what + ": its separation");
            std::string fault = foreign_normal_fault(contact.normal);
            if (!fault.empty()) {
                fail_session(fault.insert(0, what + ": "));
            }
            contacts.push_back(contact);
        }
        return contacts;
    }

    std::function<void(double)> note_seconds_;
    std::mutex mutex_;
    LineSession line_;
    std::set<std::string> forms_;
    std::vector<DeclaredOption> declared_;
    MethodOptions options_ = make_declared_options({});
    std::map<std::string, int> bodies_;  ///< by fingerprint
};

/// Returns the rule of programs that look at no tets, so that none are made.
ShapeRule facet_rule(const MethodSettings&) {
    ShapeRule rule;
    rule.facets = true;
    return rule;
}

/// Returns the reach of programs that are given exact shapes, whose meshes lie inside them [m].
double exact_reach(const MethodSettings& settings, const ShapeSizes& sizes) {
    return usual_reach(settings, sizes) + kMostShortfall * (sizes.largest + sizes.second_largest);
}

/// Returns their slack: a contact of the exact shapes may be off the meshes, where there are exact
/// shapes [m].
double exact_slack(const MethodSettings& settings, const ShapeSizes& sizes) {
    return sizes.curved ? exact_reach(settings, sizes) : 0.0;
}

}  // namespace

Generator make_external_generator(const ExternalCommand& command) {
    const std::vector<std::string> words = split_command(command.command);
    const std::filesystem::path program = find_program(words[0]);
    const auto session = std::make_shared<Session>(command, words);
    session->greet(program);
    const std::string name = session->name().empty() ? program.stem().string() : session->name();
    Generator generator;
    generator.id = id_of_program(name);
    generator.title = session->version().empty() ? name : name + " " + session->version();
    generator.section = "external program";
    generator.options = session->options();
    if (session->forms().contains("curved")) {
        generator.reach = exact_reach;
        generator.slack = exact_slack;
    }
    if (!session->forms().empty() && !needs_tets(session->forms())) {
        generator.shape = ShapeKind::Facets;
        generator.shape_rule = facet_rule;
    }
    generator.generate = [session](const Collider& a, const Collider& b, const Query& query) {
        return session->query(a, b, query);
    };
    return generator;
}

}  // namespace touchstone
