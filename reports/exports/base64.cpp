#include "reports/exports/base64.h"

#include <openssl/evp.h>

namespace touchstone::reports {

std::string base64(std::string_view bytes) {
    const std::size_t length = (bytes.size() + 2) / 3 * 4;
    std::string text(length + 1, '\0');  // OpenSSL appends a zero
    EVP_EncodeBlock(reinterpret_cast<unsigned char*>(text.data()),
                    reinterpret_cast<const unsigned char*>(bytes.data()),
                    static_cast<int>(bytes.size()));
    text.resize(length);
    return text;
}

}  // namespace touchstone::reports
