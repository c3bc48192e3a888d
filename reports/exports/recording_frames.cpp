#include "reports/exports/recording_frames.h"

#include <array>
#include <charconv>
#include <iostream>
#include <utility>

#include "methods/base/error.h"
#include "methods/elastic/box_tets.h"
#include "reports/provenance/version.h"
#include "reports/shell/interrupt.h"
#include "reports/shell/output_file.h"
#include "testcases/motion/deformed_bodies.h"

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

std::vector<SurfaceMesh> make_surfaces(const Recording& recording) {
    const std::vector<BodySetup>& bodies = recording.test_case().bodies;
    std::vector<SurfaceMesh> surfaces;
    surfaces.reserve(bodies.size());
    for (int i = 0; i < std::ssize(bodies); ++i) {
        surfaces.push_back(is_elastic(recording, i)
                               ? outer_surface(recording.header().elastic.bodies[i]).surface
                               : make_surface(bodies[i].shape));
    }
    return surfaces;
}

FrameSurfaces frame_surfaces(const Recording& recording, const std::vector<SurfaceMesh>& surfaces,
                             const StepRecord& record) {
    std::vector<DeformedSurface> deformed =
        deformed_surfaces(recording.header().elastic, {}, &record, body_poses(record));
    deformed.resize(surfaces.size());
    FrameSurfaces frame;
    frame.points.resize(surfaces.size());
    frame.strains.resize(surfaces.size());
    for (std::size_t i = 0; i < surfaces.size(); ++i) {
        if (!deformed[i].vertices.empty()) {
            frame.points[i] = std::move(deformed[i].vertices);
            frame.strains[i] = std::move(deformed[i].strains);
            continue;
        }
        frame.points[i].reserve(surfaces[i].vertices.size());
        for (const Vec3& vertex : surfaces[i].vertices) {
            frame.points[i].emplace_back(record.bodies[i].world_from_body * vertex);
        }
    }
    return frame;
}

bool is_elastic(const Recording& recording, int body) {
    const std::vector<TetMesh>& bodies = recording.header().elastic.bodies;
    return !bodies.empty() && !bodies[body].tets.empty();
}

std::vector<Pose> body_poses(const StepRecord& record) {
    std::vector<Pose> poses;
    poses.reserve(record.bodies.size());
    for (const BodyState& body : record.bodies) {
        poses.push_back(body.world_from_body);
    }
    return poses;
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
