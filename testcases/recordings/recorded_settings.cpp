#include "testcases/recordings/recorded_settings.h"

#include <utility>

namespace touchstone {

StudySettings recorded_settings(const RecordingHeader& header, MethodList methods) {
    StudySettings settings = make_study_settings(Profile::Corrected, std::move(methods));
    for (const Assignment& assignment : header.settings) {
        const std::string& owner = assignment.owner;
        if (owner == "study" || owner == "solver" || settings.methods.contains(owner)) {
            assign(settings, assignment);
        }
    }
    return settings;
}

}  // namespace touchstone
