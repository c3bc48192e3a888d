#include "testcases/impacts/queries/query_file.h"

#include <zlib.h>

#include <cmath>
#include <fstream>
#include <limits>
#include <sstream>

#include "methods/base/error.h"
#include "methods/testing/catch.h"
#include "methods/testing/temporary_folder.h"
#include "testcases/impacts/queries/fraction_text.h"

namespace touchstone {
namespace {

namespace fs = std::filesystem;
using Catch::Matchers::Contains;
using testing::TemporaryFolder;

StatedQuery awkward_query(double first) {
    StatedQuery stated;
    stated.hit = true;
    for (int i = 0; i < 4; ++i) {
        stated.query.start[i] = Vec3(first, -0.1 * i, 1e300);
        stated.query.end[i] = Vec3(std::numeric_limits<double>::denorm_min(), 3e-310, -4.0 * i);
    }
    return stated;
}

std::string text_of(const StatedQuery& query) {
    std::ostringstream out;
    write_query(out, query);
    return out.str();
}

bool same_points(const ImpactQuery& a, const ImpactQuery& b) {
    return a.kind == b.kind && a.start == b.start && a.end == b.end;
}

fs::path write(const fs::path& path, const std::string& text) {
    fs::create_directories(path.parent_path());
    std::ofstream(path, std::ios::binary) << text;
    return path;
}

/// The lines of a query whose points are all (1/2, 0, 0).
std::string plain_lines(int count, const std::string& truth = "1") {
    std::string text;
    for (int i = 0; i < count; ++i) {
        text += "1,2,0,1,0,1," + truth + "\n";
    }
    return text;
}

/// What reading the text to its end throws.
std::string message_of(const std::string& text) {
    QueryReader reader("queries.csv", text, ImpactKind::VertexFace);
    StatedQuery query;
    try {
        while (reader.next(query)) {
        }
    } catch (const FileError& error) {
        return error.what();
    }
    return "";
}

TEST_CASE("fraction_text and read_fraction keep every bit of a double", "[queries]") {
    const double value = GENERATE(0.0, 1.0, -0.1, 3.7e-19, 1e22, -1e300, 5e-324, 3e-310,
                                  std::numeric_limits<double>::max(),
                                  std::numeric_limits<double>::min(), 0x1p53, 0x1.8p-1000);
    CAPTURE(value);
    for (const double near : {value, std::nextafter(value, 0.0)}) {
        const FractionText text = fraction_text(near);
        const ReadFraction read = read_fraction(text.numerator, text.denominator);
        CHECK(read.fault == FractionFault::None);
        CHECK(read.value == near);
    }
}

TEST_CASE("read_fraction takes a fraction that is not in lowest terms", "[queries]") {
    CHECK(read_fraction("3", "6").value == 0.5);
    CHECK(read_fraction("-30", "12").value == -2.5);
    CHECK(read_fraction("-0", "1").value == 0.0);
}

TEST_CASE("read_fraction refuses what no double is", "[queries]") {
    CHECK(read_fraction("1", "3").fault == FractionFault::NoDouble);
    CHECK(read_fraction("9007199254740993", "1").fault == FractionFault::NoDouble);  // 2^53 + 1
    CHECK(read_fraction("3", fraction_text(5e-324).denominator).fault == FractionFault::None);
    CHECK(read_fraction("1" + std::string(400, '0'), "1").fault == FractionFault::NoDouble);
    CHECK(read_fraction("nan", "1").fault == FractionFault::NoInteger);
    CHECK(read_fraction("0.5", "1").fault == FractionFault::NoInteger);
    CHECK(read_fraction("", "1").fault == FractionFault::NoInteger);
    CHECK(read_fraction("1", "0").fault == FractionFault::ZeroDenominator);
    CHECK(read_fraction("1", "-2").fault == FractionFault::NegativeDenominator);
}

TEST_CASE("QueryReader reads back what write_query wrote", "[queries]") {
    const StatedQuery first = awkward_query(0.3);
    StatedQuery second = awkward_query(-7.0);
    second.hit = false;
    StatedQuery third = awkward_query(1e-200);
    third.hit.reset();
    const std::string text = text_of(first) + text_of(second) + text_of(third);
    QueryReader reader("made.csv", text, ImpactKind::VertexFace);
    StatedQuery read;
    for (const StatedQuery& written : {first, second, third}) {
        REQUIRE(reader.next(read));
        CHECK(same_points(read.query, written.query));
        CHECK(read.hit == written.hit);
    }
    CHECK(!reader.next(read));
    CHECK(!reader.next(read));
}

TEST_CASE("QueryReader reads many blocks, plain and compressed", "[queries]") {
    const TemporaryFolder folder;
    std::string text;
    constexpr int kCount = 700;  // some 600 kB
    for (int i = 0; i < kCount; ++i) {
        text += text_of(awkward_query(i / 7.0));
    }
    const fs::path plain = write(folder.path() / "edge-edge" / "data.csv", text);
    const fs::path packed = folder.path() / "edge-edge" / "data.csv.gz";
    const gzFile out = gzopen(packed.c_str(), "wb");
    gzwrite(out, text.data(), static_cast<unsigned>(text.size()));
    gzclose(out);
    for (const fs::path& path : {plain, packed}) {
        QueryReader reader(path);
        StatedQuery query;
        for (int i = 0; i < kCount; ++i) {
            REQUIRE(reader.next(query));
            REQUIRE(query.query.start[3].x() == i / 7.0);
        }
        CHECK(query.query.kind == ImpactKind::EdgeEdge);
        CHECK(!reader.next(query));
    }
}

TEST_CASE("QueryReader tells of a compressed file that is cut short", "[queries]") {
    const TemporaryFolder folder;
    const fs::path path = folder.path() / "edge-edge.csv.gz";
    const std::string text = plain_lines(80000);
    const gzFile out = gzopen(path.c_str(), "wb");
    gzwrite(out, text.data(), static_cast<unsigned>(text.size()));
    gzclose(out);
    fs::resize_file(path, fs::file_size(path) / 2);
    QueryReader reader(path);
    StatedQuery query;
    CHECK_THROWS_WITH(
        [&] {
            while (reader.next(query)) {
            }
        }(),
        Contains("edge-edge.csv.gz") && Contains("cut short"));
}

TEST_CASE("QueryReader names file, line and remedy of what is wrong", "[queries]") {
    const std::string whole = plain_lines(8);
    CHECK(message_of(whole + "\r\n\n") == "");
    CHECK_THAT(message_of(plain_lines(7)),
               Contains("queries.csv:7:") && Contains("7 lines instead of 8"));
    CHECK_THAT(message_of(whole + plain_lines(3)), Contains("queries.csv:11:"));
    CHECK_THAT(message_of(whole + "1,0,0,1,0,1,1\n" + plain_lines(7)),
               Contains("queries.csv:9: coordinate x") && Contains("denominator is 0"));
    CHECK_THAT(message_of("1,2,0,1,nan,1,1\n" + plain_lines(7)),
               Contains("queries.csv:1: coordinate z") && Contains("\"nan\""));
    CHECK_THAT(message_of(plain_lines(7) + "1,2,0,1,0\n"),
               Contains(":8: has 5 columns instead of 7") && Contains("cut short"));
    CHECK_THAT(message_of(plain_lines(7) + "1,2,0,1,0,1,1,1\n"), Contains("has 8 columns"));
    CHECK_THAT(message_of(plain_lines(5) + plain_lines(3, "0")),
               Contains("queries.csv:6: column 7 differs"));
    CHECK_THAT(message_of(plain_lines(8, "2")), Contains(":1: column 7: expected 0"));
    CHECK_THAT(message_of(plain_lines(7) + "1,2,0,1,0,1,\n"), Contains(":8: column 7 differs"));
    CHECK_THAT(message_of("1,3,0,1,0,1,1\n"), Contains("is not the value of a double"));
    CHECK_THAT(message_of(plain_lines(4) + "\n" + plain_lines(4)), Contains(":5: is empty"));
    CHECK_THAT(message_of(""), Contains("has no query"));
    CHECK_THAT(message_of(std::string(100000, '1')), Contains("longer than any"));
}

TEST_CASE("QueryReader takes the kind from the nearest name that has it", "[queries]") {
    const TemporaryFolder folder;
    const std::string text = plain_lines(8);
    CHECK(QueryReader(write(folder.path() / "edge-edge/vertex_face_1.csv", text)).kind() ==
          ImpactKind::VertexFace);
    CHECK(QueryReader(write(folder.path() / "vertex-face/edge-edge/1.csv", text)).kind() ==
          ImpactKind::EdgeEdge);
    const fs::path open = write(folder.path() / "1.csv", text);
    CHECK_THROWS_WITH(QueryReader(open), Contains("1.csv") && Contains("vertex-face or edge-edge"));
    CHECK(QueryReader(open, ImpactKind::EdgeEdge).kind() == ImpactKind::EdgeEdge);
    CHECK_THROWS_AS(QueryReader(folder.path() / "edge-edge/missing.csv"), FileError);
    CHECK_THROWS_AS(QueryReader(folder.path() / "edge-edge"), FileError);
    CHECK(find_impact_kind("edge-edge") == ImpactKind::EdgeEdge);
    CHECK_THROWS_AS(find_impact_kind("edge"), UsageError);
}

constexpr const char* kJson = R"({
  "schema": "touchstone-ccd-1", "kind": "edge_edge",
  "t0": [[0, 0, 0], [1, 0, 0], [1.5, 1e-09, 0], [2.5, 3e-09, 0]],
  "t1": [[0, 0, 0], [1, 0, 0], [1.5, 1e-09, 0], [2.5, 3e-09, 0.25]],
  "expect": {"hit": true, "toi": [0.2, 0.3]}, "x-note": "free"
})";

std::string json_with(const std::string& old_text, const std::string& new_text) {
    std::string text = kJson;
    return text.replace(text.find(old_text), old_text.size(), new_text);
}

TEST_CASE("parse_query_json reads the query and its bounds", "[queries]") {
    const StatedQuery query = parse_query_json(kJson, "x.json");
    CHECK(query.query.kind == ImpactKind::EdgeEdge);
    CHECK(query.query.start[2] == Vec3(1.5, 1e-9, 0));
    CHECK(query.query.end[3] == Vec3(2.5, 3e-9, 0.25));
    CHECK(query.hit == true);
    CHECK(query.earliest_time == 0.2);
    CHECK(query.latest_time == 0.3);
}

TEST_CASE("parse_query_json names what is wrong", "[queries]") {
    const auto read = [](const std::string& text) { parse_query_json(text, "x.json"); };
    CHECK_THROWS_WITH(read(json_with("edge_edge", "convex")),
                      Contains("x.json:2: /kind") && Contains("vertex_face"));
    CHECK_THROWS_WITH(read(json_with("ccd-1", "ccd-2")), Contains("/schema"));
    CHECK_THROWS_WITH(read(json_with("[0, 0, 0], ", "")), Contains("/t0") && Contains("four"));
    CHECK_THROWS_WITH(read(json_with("[0.2, 0.3]", "[0.3, 0.2]")), Contains("/expect/toi"));
    CHECK_THROWS_WITH(read(json_with("1e-09", "1e999")), Contains("x.json:3"));
    CHECK_THROWS_WITH(read(json_with("\"hit\"", "\"hits\"")), Contains("hits"));
}

TEST_CASE("find_query_files lists folders in order", "[queries]") {
    const TemporaryFolder folder;
    const fs::path& root = folder.path();
    write(root / "b/edge-edge/2.csv", "");
    write(root / "b/edge-edge/1.csv.gz", "");
    write(root / "a/x.json", "");
    write(root / "a/LICENSE", "");
    const std::vector<fs::path> both{root / "b", root / "a"};
    CHECK(find_query_files(both) == std::vector<fs::path>{root / "b/edge-edge/1.csv.gz",
                                                          root / "b/edge-edge/2.csv",
                                                          root / "a/x.json"});
    const std::vector<fs::path> missing{root / "c"};
    CHECK_THROWS_WITH(find_query_files(missing), Contains("does not exist"));
    fs::create_directory(root / "empty");
    const std::vector<fs::path> empty{root / "empty"};
    CHECK_THROWS_WITH(find_query_files(empty), Contains("no file of queries"));
}

TEST_CASE("open_query_file reads both forms", "[queries]") {
    const TemporaryFolder folder;
    const QueryStream json = open_query_file(write(folder.path() / "x.json", kJson));
    const QueryStream csv =
        open_query_file(write(folder.path() / "edge-edge.csv", plain_lines(16)));
    StatedQuery query;
    CHECK(json(query));
    CHECK(!json(query));
    CHECK(csv(query));
    CHECK(csv(query));
    CHECK(!csv(query));
}

}  // namespace
}  // namespace touchstone
