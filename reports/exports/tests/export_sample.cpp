#include "reports/exports/tests/export_sample.h"

#include <algorithm>

#include "methods/base/process/child_process.h"
#include "methods/testing/catch.h"
#include "testcases/recordings/recording.h"
#include "testcases/recordings/tests/sample_recording.h"

using Catch::Matchers::Contains;

namespace touchstone::testing {

namespace fs = std::filesystem;

ExportSample::ExportSample(bool is_elastic) {
    RecordingWriter writer = RecordingWriter::create(
        recording, is_elastic ? make_elastic_header() : make_sample_header(), IfExists::Refuse);
    for (int step = 1; step <= kExportedSteps; ++step) {
        writer.write(is_elastic ? make_elastic_step(step) : make_sample_step(step));
    }
}

void ExportSample::export_to(const std::string& format, const fs::path& path,
                             Arguments more) const {
    more.insert(more.begin(),
                {"export", recording.string(), "--to", format, "--out", path.string()});
    const ChildResult result = run_touchstone(more);
    CHECK(other_errors(result) == "");
    REQUIRE(result.code == 0);
    CHECK(result.output == "");
}

void ExportSample::check_refused(const Arguments& more, int code,
                                 const std::string& message) const {
    Arguments arguments{"export", recording.string()};
    arguments.insert(arguments.end(), more.begin(), more.end());
    const ChildResult result = run_touchstone(arguments);
    CHECK(result.code == code);
    CHECK_THAT(result.errors, Contains(message));
    CHECK(std::count(result.errors.begin(), result.errors.end(), '\n') == 1);
    CHECK(!fs::exists(out));
}

Pose sample_pose(int step, int body) {
    return step == 0 ? make_sample_case().bodies[body].world_from_shape
                     : make_sample_step(step).bodies[body].world_from_body;
}

}  // namespace touchstone::testing
