#include "testcases/recordings/recorded_settings.h"

#include <utility>

#include "testcases/settings/shared_owner.h"

namespace touchstone {

StudySettings recorded_settings(const RecordingHeader& header, MethodList methods) {
    StudySettings settings = make_study_settings(Profile::Corrected, std::move(methods));
    for (const Assignment& assignment : header.settings) {
        const std::string& owner = assignment.owner;
        if (is_shared_owner(owner) || settings.methods.contains(owner)) {
            assign(settings, assignment);
        }
    }
    return settings;
}

}  // namespace touchstone
