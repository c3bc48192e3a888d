#include "methods/base/base64.h"

#include <openssl/evp.h>

namespace touchstone {
namespace {

const unsigned char* as_unsigned(std::string_view text) {
    return reinterpret_cast<const unsigned char*>(text.data());
}

}  // namespace

std::string base64(std::string_view bytes) {
    const std::size_t length = (bytes.size() + 2) / 3 * 4;
    std::string text(length + 1, '\0');  // OpenSSL appends a zero
    EVP_EncodeBlock(reinterpret_cast<unsigned char*>(text.data()), as_unsigned(bytes),
                    static_cast<int>(bytes.size()));
    text.resize(length);
    return text;
}

std::optional<std::string> decode_base64(std::string_view text) {
    if (text.size() % 4 != 0) {
        return std::nullopt;
    }
    std::string bytes(text.size() / 4 * 3, '\0');
    if (EVP_DecodeBlock(reinterpret_cast<unsigned char*>(bytes.data()), as_unsigned(text),
                        static_cast<int>(text.size())) < 0) {
        return std::nullopt;
    }
    // OpenSSL decodes padding to zeros, and lets blanks and bits pass that nothing is made of.
    for (const std::string_view padding : {"=", "=="}) {
        if (text.ends_with(padding)) {
            bytes.pop_back();
        }
    }
    return base64(bytes) == text ? std::optional(std::move(bytes)) : std::nullopt;
}

}  // namespace touchstone
