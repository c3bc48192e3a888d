#include "testcases/impacts/queries/step_queries.h"

#include <algorithm>
#include <array>
#include <fstream>
#include <functional>
#include <set>
#include <system_error>

#include "generators/continuous/bodies/swept_body.h"
#include "methods/base/error.h"

namespace touchstone {
namespace {

namespace fs = std::filesystem;

constexpr int kKinds = 2;

/// Returns the elements of the mesh, without places.
SweptBody elements_of(const SurfaceMesh& surface) {
    SweptBody body;
    for (int v = 0; v < std::ssize(surface.vertices); ++v) {
        body.corners.push_back(v);
    }
    body.triangles = surface.triangles;
    std::set<std::array<int, 2>> edges;
    for (const Triangle& triangle : surface.triangles) {
        for (int i = 0; i < 3; ++i) {
            const auto [low, high] = std::minmax(triangle[i], triangle[(i + 1) % 3]);
            edges.insert({low, high});
        }
    }
    body.edges.assign(edges.begin(), edges.end());
    return body;
}

std::vector<Vec3> placed(const SurfaceMesh& surface, const Pose& pose) {
    std::vector<Vec3> points;
    points.reserve(surface.vertices.size());
    for (const Vec3& vertex : surface.vertices) {
        points.push_back(pose * vertex);
    }
    return points;
}

/// A body over one step.
struct BodyInStep {
    std::vector<Vec3> start, end;
    BoundingBox box;  ///< around both
};

std::vector<BodyInStep> bodies_in_step(std::span<const RecordedBody> bodies,
                                       std::span<const Pose> start, std::span<const Pose> end) {
    std::vector<BodyInStep> result;
    for (std::size_t i = 0; i < bodies.size(); ++i) {
        BodyInStep body{
            placed(*bodies[i].surface, start[i]), placed(*bodies[i].surface, end[i]), {}};
        body.box = bounds_of(body.start);
        extend(body.box, bounds_of(body.end));
        result.push_back(std::move(body));
    }
    return result;
}

void visit_queries(std::span<const RecordedBody> bodies, std::span<const SweptBody> elements,
                   std::span<const Pose> start, std::span<const Pose> end,
                   const std::function<void(const ImpactQuery& query)>& visit) {
    const std::vector<BodyInStep> placed_bodies = bodies_in_step(bodies, start, end);
    for (std::size_t a = 0; a < bodies.size(); ++a) {
        for (std::size_t b = a + 1; b < bodies.size(); ++b) {
            const BodyInStep& body_a = placed_bodies[a];
            const BodyInStep& body_b = placed_bodies[b];
            if ((bodies[a].fixed && bodies[b].fixed) || !overlap(body_a.box, body_b.box)) {
                continue;
            }
            const SweptPoints points{body_a.start, body_a.end, body_b.start, body_b.end};
            for (const SweptPair& pair : find_swept_pairs(elements[a], elements[b], points, 0.0)) {
                visit(query_of(elements[a], elements[b], points, pair));
            }
        }
    }
}

std::vector<SweptBody> elements_of_all(std::span<const RecordedBody> bodies) {
    std::vector<SweptBody> elements;
    for (const RecordedBody& body : bodies) {
        elements.push_back(elements_of(*body.surface));
    }
    return elements;
}

}  // namespace

struct StepQueryWriter::State {
    std::vector<RecordedBody> bodies;
    std::vector<SweptBody> elements;
    std::array<fs::path, kKinds> files;
    std::array<std::ofstream, kKinds> streams;
    std::array<std::int64_t, kKinds> counts{};

    void check(int kind) const {
        if (!streams[kind]) {
            throw FileError(files[kind].string() +
                            ": cannot be written; see whether the folder can be, and its disk has "
                            "room");
        }
    }
};

StepQueryWriter::StepQueryWriter(const fs::path& folder, std::span<const RecordedBody> bodies)
    : state_(std::make_unique<State>()) {
    state_->bodies.assign(bodies.begin(), bodies.end());
    state_->elements = elements_of_all(bodies);
    for (int kind = 0; kind < kKinds; ++kind) {
        const fs::path place = folder / kind_name(static_cast<ImpactKind>(kind));
        std::error_code ignored;  // opening the file tells what is wrong
        fs::create_directories(place, ignored);
        state_->files[kind] = place / "queries.csv";
        state_->streams[kind].open(state_->files[kind], std::ios::binary);
        state_->check(kind);
    }
}

StepQueryWriter::~StepQueryWriter() = default;
StepQueryWriter::StepQueryWriter(StepQueryWriter&&) noexcept = default;
StepQueryWriter& StepQueryWriter::operator=(StepQueryWriter&&) noexcept = default;

void StepQueryWriter::write(std::span<const Pose> start, std::span<const Pose> end) {
    StatedQuery stated;
    visit_queries(state_->bodies, state_->elements, start, end, [&](const ImpactQuery& query) {
        const auto kind = static_cast<std::size_t>(query.kind);
        stated.query = query;
        write_query(state_->streams[kind], stated);
        ++state_->counts[kind];
    });
    for (int kind = 0; kind < kKinds; ++kind) {
        state_->check(kind);
    }
}

void StepQueryWriter::finish() {
    for (int kind = 0; kind < kKinds; ++kind) {
        state_->streams[kind].close();
        state_->check(kind);
        if (state_->counts[kind] == 0) {
            std::error_code ignored;  // an empty file does no harm but to who reads it
            fs::remove(state_->files[kind], ignored);
        }
    }
}

std::int64_t StepQueryWriter::count(ImpactKind kind) const {
    return state_->counts[static_cast<std::size_t>(kind)];
}

}  // namespace touchstone
