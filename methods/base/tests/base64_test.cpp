#include "methods/base/base64.h"

#include "methods/testing/catch.h"

using namespace touchstone;

TEST_CASE("base64 writes the examples of RFC 4648, and reads them", "[base]") {
    const auto check = [](std::string_view bytes, std::string_view text) {
        CHECK(base64(bytes) == text);
        CHECK(decode_base64(text) == bytes);
    };
    check("", "");
    check("f", "Zg==");
    check("fo", "Zm8=");
    check("foo", "Zm9v");
    check("foobar", "Zm9vYmFy");
    check("\xff\xfe\xfd", "//79");
    check(std::string_view("\0\0", 2), "AAA=");
}

TEST_CASE("decode_base64 takes no other spelling of the same bytes", "[base]") {
    // Cut, with blanks, padded in the middle or throughout, with bits that are lost, and not of the
    // alphabet.
    const std::string_view text = GENERATE(as<std::string_view>(), "Zg=", "Zg", " Zm9v", "Zm9v ",
                                           "Zm9v\n", "Zg==Zm9v", "Z===", "====", "Zh==", "Zm9-");
    CHECK_FALSE(decode_base64(text));
}
