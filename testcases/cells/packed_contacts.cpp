#include "testcases/cells/packed_contacts.h"

#include <algorithm>
#include <bit>
#include <cstdint>
#include <cstring>
#include <optional>

#include "methods/base/base64.h"
#include "methods/base/error.h"

namespace touchstone {
namespace {

constexpr std::size_t kContactBytes = 8 * 8 + 12 * 4;
constexpr std::size_t kVerdictBytes = 3 * 8 + 3 * 4 + 5;
constexpr int kFeatureTypes = 4;
constexpr std::uint8_t kNotKnown = 2;

/// Returns a value whose bytes are the same on every machine, the lowest first.
template <class Value>
Value little_endian(Value value) {
    if constexpr (std::endian::native == std::endian::big) {
        auto* const bytes = reinterpret_cast<unsigned char*>(&value);
        std::reverse(bytes, bytes + sizeof(Value));
    }
    return value;
}

template <class Value>
void put(std::string& bytes, Value value) {
    value = little_endian(value);
    const std::size_t end = bytes.size();
    bytes.resize(end + sizeof(Value));
    std::memcpy(bytes.data() + end, &value, sizeof(Value));
}

/// Reads values one after the other; the caller has made sure that there are as many.
class Bytes {
 public:
    explicit Bytes(const std::string& bytes) : next_(bytes.data()) {}

    template <class Value>
    void take(Value& value) {
        std::memcpy(&value, next_, sizeof(Value));
        value = little_endian(value);
        next_ += sizeof(Value);
    }

    /// Takes an enum or a flag, below `count`.
    template <class Value>
    Value take_below(int count) {
        Value value{};
        take(value);
        if (value < 0 || value >= count) {
            throw FileError("damaged: there is no value " + std::to_string(value));
        }
        return value;
    }

 private:
    const char* next_;
};

std::string records_of(std::string_view text, std::size_t size) {
    std::optional<std::string> bytes = decode_base64(text);
    if (!bytes || bytes->size() % size != 0) {
        throw FileError("damaged: no list of contacts or verdicts");
    }
    return *std::move(bytes);
}

void put_feature(std::string& bytes, const Feature& feature) {
    put(bytes, static_cast<std::int32_t>(feature.type));
    for (const std::int32_t vertex : feature.vertices) {
        put(bytes, vertex);
    }
}

void take_feature(Bytes& bytes, Feature& feature) {
    feature.type = static_cast<FeatureType>(bytes.take_below<std::int32_t>(kFeatureTypes));
    for (std::int32_t& vertex : feature.vertices) {
        bytes.take(vertex);
    }
}

std::uint8_t flag(const std::optional<bool>& value) {
    return value ? static_cast<std::uint8_t>(*value) : kNotKnown;
}

std::optional<bool> take_flag(Bytes& bytes) {
    const auto value = bytes.take_below<std::uint8_t>(kNotKnown + 1);
    return value == kNotKnown ? std::nullopt : std::optional(value == 1);
}

}  // namespace

std::string pack_contacts(std::span<const ContactPoint> contacts) {
    std::string bytes;
    bytes.reserve(contacts.size() * kContactBytes);
    for (const ContactPoint& contact : contacts) {
        for (const Vec3* vector : {&contact.position, &contact.normal}) {
            for (const double x : *vector) {
                put(bytes, x);
            }
        }
        put(bytes, contact.separation);
        put(bytes, contact.force);
        put(bytes, std::int32_t{contact.body_a});
        put(bytes, std::int32_t{contact.body_b});
        put_feature(bytes, contact.feature_a);
        put_feature(bytes, contact.feature_b);
    }
    return base64(bytes);
}

std::vector<ContactPoint> unpack_contacts(std::string_view text) {
    const std::string records = records_of(text, kContactBytes);
    std::vector<ContactPoint> contacts(records.size() / kContactBytes);
    Bytes bytes(records);
    for (ContactPoint& contact : contacts) {
        for (Vec3* vector : {&contact.position, &contact.normal}) {
            for (double& x : *vector) {
                bytes.take(x);
            }
        }
        bytes.take(contact.separation);
        bytes.take(contact.force);
        bytes.take(contact.body_a);
        bytes.take(contact.body_b);
        take_feature(bytes, contact.feature_a);
        take_feature(bytes, contact.feature_b);
    }
    return contacts;
}

std::string pack_verdicts(std::span<const Verdict> verdicts) {
    std::string bytes;
    bytes.reserve(verdicts.size() * kVerdictBytes);
    for (const Verdict& verdict : verdicts) {
        put(bytes, verdict.angle);
        put(bytes, verdict.alignment.value_or(0.0));
        put(bytes, verdict.paper_alignment.value_or(0.0));
        put(bytes, static_cast<std::int32_t>(verdict.kind));
        put(bytes, std::int32_t{verdict.pair});
        put(bytes, std::int32_t{verdict.normal});
        put(bytes, flag(verdict.counted));
        put(bytes, flag(verdict.alignment.has_value()));
        put(bytes, flag(verdict.paper_alignment.has_value()));
        put(bytes, flag(verdict.well_placed));
        put(bytes, flag(verdict.separation_in_range));
    }
    return base64(bytes);
}

std::vector<Verdict> unpack_verdicts(std::string_view text) {
    const std::string records = records_of(text, kVerdictBytes);
    std::vector<Verdict> verdicts(records.size() / kVerdictBytes);
    Bytes bytes(records);
    for (Verdict& verdict : verdicts) {
        double alignment = 0.0;
        double paper_alignment = 0.0;
        bytes.take(verdict.angle);
        bytes.take(alignment);
        bytes.take(paper_alignment);
        verdict.kind = static_cast<VerdictKind>(bytes.take_below<std::int32_t>(kVerdictKinds));
        bytes.take(verdict.pair);
        bytes.take(verdict.normal);
        verdict.counted = bytes.take_below<std::uint8_t>(2) == 1;
        if (bytes.take_below<std::uint8_t>(2) == 1) {
            verdict.alignment = alignment;
        }
        if (bytes.take_below<std::uint8_t>(2) == 1) {
            verdict.paper_alignment = paper_alignment;
        }
        verdict.well_placed = take_flag(bytes);
        verdict.separation_in_range = take_flag(bytes);
    }
    return verdicts;
}

}  // namespace touchstone
