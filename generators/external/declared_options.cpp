#include "generators/external/declared_options.h"

#include <nlohmann/json.hpp>

#include "methods/base/error.h"
#include "methods/base/number_text.h"
#include "methods/base/printable.h"

namespace touchstone {
namespace {

using DeclaredJson = nlohmann::json;

[[noreturn]] void refuse_entry(const DeclaredJson& entry, const std::string& what) {
    throw UsageError("option " + printable(entry.dump().substr(0, 120)) + ": " + what);
}

std::string text_in(const DeclaredJson& entry, const char* key) {
    const auto found = entry.find(key);
    if (found == entry.end()) {
        return {};
    }
    if (!found->is_string()) {
        refuse_entry(entry, std::string("its \"") + key + "\" is not a text");
    }
    return printable(found->get<std::string>());
}

double number_in(const DeclaredJson& entry, const char* key, double otherwise) {
    const auto found = entry.find(key);
    if (found == entry.end()) {
        return otherwise;
    }
    if (!found->is_number()) {
        refuse_entry(entry, std::string("its \"") + key + "\" is not a number");
    }
    return found->get<double>();
}

std::vector<std::string> words_in(const DeclaredJson& entry) {
    std::vector<std::string> words;
    for (const DeclaredJson& word : entry.at("values")) {
        const std::string text = word.is_string() ? word.get<std::string>() : "";
        if (text.empty() || printable(text) != text ||
            text.find_first_of("|= ") != std::string::npos) {
            refuse_entry(entry, "its \"values\" are not words");
        }
        words.push_back(text);
    }
    return words;
}

DeclaredOption read_entry(const DeclaredJson& entry) {
    if (!entry.is_object()) {
        refuse_entry(entry, "it is no object");
    }
    DeclaredOption option;
    option.id = text_in(entry, "id");
    option.meaning = text_in(entry, "meaning");
    option.low = number_in(entry, "minimum", option.low);
    option.high = number_in(entry, "maximum", option.high);
    option.is_length = text_in(entry, "unit") == "m";
    const DeclaredJson standard = entry.value("default", DeclaredJson());
    if (standard.is_boolean()) {
        option.words = {"on", "off"};
        option.standard = standard.get<bool>() ? "on" : "off";
    } else if (entry.contains("values") && standard.is_string()) {
        option.words = words_in(entry);
        option.standard = standard.get<std::string>();
    } else if (standard.is_number() && !entry.contains("values")) {
        option.standard = shortest(standard.get<double>());
    } else {
        refuse_entry(entry, "its \"default\" is no number, no switch and none of its \"values\"");
    }
    option.is_length = option.is_length && option.words.empty();
    return option;
}

}  // namespace

std::vector<DeclaredOption> read_declared_options(const DeclaredJson& list) {
    if (!list.is_array()) {
        throw UsageError("they are not an array");
    }
    std::vector<DeclaredOption> options;
    for (const DeclaredJson& entry : list) {
        options.push_back(read_entry(entry));
    }
    return options;
}

std::variant<double, bool, std::string> declared_value(const DeclaredOption& option,
                                                       const std::string& text) {
    if (option.words.empty()) {
        return *parse_number(text);
    }
    if (option.words == std::vector<std::string>{"on", "off"}) {
        return text == "on";
    }
    return text;
}

DeclaredJson declared_values(const MethodSettings& settings, const MethodOptions& options,
                             const std::vector<DeclaredOption>& declared) {
    DeclaredJson values = DeclaredJson::object();
    for (std::size_t i = 0; i < declared.size(); ++i) {
        std::visit([&](const auto& value) { values[declared[i].id] = value; },
                   declared_value(declared[i], options.list[i].read(settings)));
    }
    return values;
}

}  // namespace touchstone
