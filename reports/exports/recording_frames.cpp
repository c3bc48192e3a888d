#include "reports/exports/recording_frames.h"

#include <array>
#include <charconv>
#include <iostream>

#include "methods/base/error.h"
#include "reports/provenance/version.h"
#include "reports/shell/interrupt.h"
#include "reports/shell/output_file.h"

namespace touchstone::reports {
namespace {

std::optional<int> parse_step(std::string_view text) {
    int value = 0;
    const auto [end, error] = std::from_chars(text.data(), text.data() + text.size(), value);
    if (error != std::errc() || end != text.data() + text.size() || value < 0) {
        return std::nullopt;
    }
    return value;
}

}  // namespace

std::vector<int> select_frames(const FrameSelection& selection, const Recording& recording) {
    int first = 0;
    int last = recording.steps();
    if (selection.steps) {
        const std::string& text = *selection.steps;
        const std::size_t colon = text.find(':');
        const std::optional<int> begin = parse_step(std::string_view(text).substr(0, colon));
        const std::optional<int> end = colon == std::string::npos
                                           ? begin
                                           : parse_step(std::string_view(text).substr(colon + 1));
        if (!begin || !end || *begin > *end || *end > last) {
            throw UsageError("--steps must be A:B with 0 ≤ A ≤ B ≤ " + std::to_string(last) +
                             ", the steps of " + recording.path().string() + "; found '" + text +
                             "'");
        }
        first = *begin;
        last = *end;
    }
    if (selection.every < 1) {
        throw UsageError("--every must be 1 or more, found " + std::to_string(selection.every));
    }
    std::vector<int> steps;
    for (long long step = first; step <= last; step += selection.every) {
        steps.push_back(static_cast<int>(step));
    }
    return steps;
}

StepRecord read_frame(const Recording& recording, int step) {
    if (step > 0) {
        return recording.read_step(step);
    }
    StepRecord record;
    for (const BodySetup& body : recording.test_case().bodies) {
        record.bodies.push_back({body.world_from_shape, Vec3::Constant(kUnset),
                                 body.linear_velocity, body.angular_velocity});
        record.query_poses.push_back(body.world_from_shape);
    }
    return record;
}

std::string frame_origin(const Recording& recording) {
    const RecordingHeader& header = recording.header();
    return "touchstone " + program_version() + ", commit " + program_commit() +
           ", from a recording of " + header.case_name + " with " + header.generator +
           " by touchstone " + header.version + ", commit " + header.commit;
}

int for_each_frame(const Recording& recording, const std::vector<int>& steps, const FrameLoop& loop,
                   const std::function<void(const StepRecord&)>& take) {
    const int total = static_cast<int>(steps.size());
    for (int done = 0; done < total; ++done) {
        if (loop.stop && loop.stop()) {
            return done;
        }
        take(read_frame(recording, steps[done]));
        if (loop.progress) {
            loop.progress(done + 1, total);
        }
    }
    return total;
}

std::vector<SurfaceMesh> make_surfaces(const TestCase& test_case) {
    std::vector<SurfaceMesh> surfaces;
    for (const BodySetup& body : test_case.bodies) {
        surfaces.push_back(make_surface(body.shape));
    }
    return surfaces;
}

void check_export(const ExportTask& task, std::initializer_list<const char*> names) {
    std::vector<NamedFile> outputs;
    for (const char* const name : names) {
        outputs.push_back({"--out", task.out / name});
    }
    if (outputs.empty()) {
        outputs.push_back({"--out", task.out});
    }
    check_outputs(outputs, std::array{NamedFile{"the recording", task.recording.path()}});
}

int finish_export(const ExportTask& task, int done, const std::string& left) {
    if (done == std::ssize(task.steps)) {
        return 0;
    }
    std::cerr << "touchstone: stopped by Ctrl-C after " << done << " of " << task.steps.size()
              << " steps; " << left << '\n';
    return kInterruptedStatus;
}

}  // namespace touchstone::reports
