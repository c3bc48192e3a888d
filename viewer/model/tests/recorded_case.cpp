#include "viewer/model/tests/recorded_case.h"

#include <array>

#include "testcases/files/scene_file.h"
#include "testcases/recordings/recording.h"

namespace touchstone::testing {

namespace {

/// Simulates and records steps with these settings. `name`: as in record_case.
void record_steps(const std::filesystem::path& file, const std::string& case_id,
                  const std::string& generator, const StudySettings& settings, int steps,
                  const std::string& name) {
    const StudyScene scene =
        make_study_scene(case_id, settings, std::nullopt, std::array{generator});
    RecordingHeader header{.version = "test",
                           .commit = "none",
                           .case_name = case_id,
                           .scene = write_scene(scene.test_case),
                           .generator = name.empty() ? generator : name,
                           .settings = assignments(setting_sections(settings))};
    Simulation simulation(scene, generator, settings);
    header.elastic = simulation.elastic_rest();
    header.holds_barrier = !header.elastic.bodies.empty();
    RecordingWriter writer = RecordingWriter::create(file, header, IfExists::Refuse);
    for (int i = 0; i < steps; ++i) {
        writer.write(simulation.step());
    }
}

}  // namespace

void record_case(const std::filesystem::path& file, const std::string& case_id,
                 const std::string& generator, int steps, const std::string& name) {
    record_steps(file, case_id, generator, make_study_settings(Profile::Corrected), steps, name);
}

void record_elastic_case(const std::filesystem::path& file, const std::string& case_id, int steps) {
    StudySettings settings = make_study_settings(Profile::Corrected);
    assign(settings, {"barrier", "moves", "on"});
    record_steps(file, case_id, "barrier", settings, steps, "");
}

}  // namespace touchstone::testing
