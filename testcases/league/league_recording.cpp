#include "testcases/league/league_recording.h"

#include <fcntl.h>
#include <sys/stat.h>
#include <unistd.h>

#include <algorithm>
#include <array>
#include <system_error>
#include <variant>

#include "methods/base/error.h"
#include "testcases/files/scene_file.h"
#include "testcases/motion/simulation.h"
#include "testcases/recordings/recording.h"
#include "testcases/settings/shared_owner.h"

namespace touchstone {
namespace {

namespace fs = std::filesystem;

/// Frees the unused room of a file. A recording keeps room for many steps, and this one has a
/// single one: blocks of zeros are given back to the disk, and read as before. Where the file
/// system cannot do so, the file stays as it is.
void give_back_zeros(const fs::path& file) {
    constexpr std::size_t kBlock = 4096;
    const int descriptor = ::open(file.c_str(), O_RDWR | O_CLOEXEC);
    if (descriptor < 0) {
        return;
    }
    struct stat status {};
    std::array<char, kBlock> block{};
    if (::fstat(descriptor, &status) == 0 && ::ftruncate(descriptor, status.st_size) == 0) {
        for (off_t at = 0; at + static_cast<off_t>(kBlock) <= status.st_size; at += kBlock) {
            const bool is_read = ::pread(descriptor, block.data(), kBlock, at) == kBlock;
            if (is_read && std::ranges::all_of(block, [](char c) { return c == 0; }) &&
                ::fallocate(descriptor, FALLOC_FL_PUNCH_HOLE | FALLOC_FL_KEEP_SIZE, at, kBlock) !=
                    0) {
                break;
            }
        }
    }
    ::close(descriptor);
}

/// Returns the settings without those of methods beyond the built-in ones.
std::vector<Assignment> plain_settings(const StudySettings& settings) {
    std::vector<SettingsSection> sections;
    for (SettingsSection& section : setting_sections(settings)) {
        if (is_shared_owner(section.owner)) {
            sections.push_back(std::move(section));
        }
    }
    return assignments(sections);
}

StepRecord still_step(const StudyRow& row, const StudyScene& scene) {
    StepRecord record;
    record.step = 1;
    record.time = scene.test_case.time_step;
    const std::vector<RigidBody> bodies = make_rigid_bodies(scene);
    for (std::size_t i = 0; i < bodies.size(); ++i) {
        record.bodies.push_back(bodies[i].state);
        record.bodies.back().world_from_body = row.world_from_shape[i];
    }
    record.query_poses = row.world_from_shape;
    record.contacts = row.contacts;
    record.impulses.resize(row.contacts.size());
    return record;
}

}  // namespace

RecordedCase make_recorded_case(const std::string& case_name, const StudySettings& settings,
                                const RunOrigin& origin, std::shared_ptr<SceneStock> stock) {
    RecordedCase recorded{make_study_scene(case_name, settings, std::nullopt, {}, std::move(stock)),
                          {}};
    recorded.scene.test_case.variants.clear();  // only the present variant has these contacts
    recorded.header.version = origin.version;
    recorded.header.commit = origin.commit;
    recorded.header.case_name = case_name;
    recorded.header.settings = plain_settings(settings);
    set_scene(recorded.header, recorded.scene.test_case);
    return recorded;
}

void write_contacts_recording(const fs::path& file, const RecordedCase& recorded,
                              const StudyRow& row, const std::string& generator_id) {
    RecordingHeader header = recorded.header;
    header.generator = generator_id;
    std::error_code error;
    fs::create_directories(file.parent_path(), error);
    if (error) {
        throw FileError(file.parent_path().string() + ": cannot be made: " + error.message());
    }
    RecordingWriter::create(file, header, IfExists::Replace).write(still_step(row, recorded.scene));
    give_back_zeros(file);
}

}  // namespace touchstone
