#include "methods/base/sha256.h"

#include <openssl/evp.h>

#include <stdexcept>

namespace touchstone {

Sha256 sha256(std::string_view bytes) {
    Sha256 digest{};
    if (EVP_Digest(bytes.data(), bytes.size(), digest.data(), nullptr, EVP_sha256(), nullptr) !=
        1) {
        throw std::runtime_error("OpenSSL refuses to compute a SHA-256 digest");
    }
    return digest;
}

std::string hex(const Sha256& digest) {
    constexpr std::string_view kDigits = "0123456789abcdef";
    std::string text;
    for (const std::uint8_t byte : digest) {
        text.push_back(kDigits[byte >> 4]);
        text.push_back(kDigits[byte & 15]);
    }
    return text;
}

}  // namespace touchstone
