#include "viewer/model/tests/recorded_case.h"

#include <array>

#include "testcases/files/scene_file.h"
#include "testcases/recordings/recording.h"

namespace touchstone::testing {

using namespace viewer;

void record_case(const std::filesystem::path& file, const std::string& case_id,
                 const std::string& generator, int steps, const std::string& name) {
    const StudySettings settings = make_study_settings(Profile::Corrected);
    const StudyScene scene =
        make_study_scene(case_id, settings, std::nullopt, std::array{generator});
    RecordingHeader header{.version = "test",
                           .commit = "none",
                           .case_name = case_id,
                           .scene = write_scene(scene.test_case),
                           .generator = name.empty() ? generator : name,
                           .settings = assignments(setting_sections(settings))};
    RecordingWriter writer = RecordingWriter::create(file, header, IfExists::Refuse);
    Simulation simulation(scene, generator, settings);
    for (int i = 0; i < steps; ++i) {
        writer.write(simulation.step());
    }
}

}  // namespace touchstone::testing
