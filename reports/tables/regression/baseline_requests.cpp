#include "reports/tables/regression/baseline_requests.h"

#include <algorithm>
#include <string>

#include "methods/base/error.h"

namespace touchstone::reports {
namespace {

void require_generators(const BaselineRun& run, const std::filesystem::path& file,
                        const MethodList& methods) {
    for (const std::string& id : run.generators) {
        if (!methods.contains(id)) {
            throw FileError(file.string() + ": asks the generator \"" + id +
                            "\", which is not built in; if it is a program, give its command with "
                            "--generator-command; a Python function is added before the check");
        }
    }
}

}  // namespace

std::vector<std::string> baseline_cases(const BaselineRun& run, const std::filesystem::path& file) {
    std::vector<std::string> cases;
    for (const std::string& name : run.cases) {
        const bool is_relative = is_scene_path(name) && std::filesystem::path(name).is_relative();
        cases.push_back(is_relative ? (file.parent_path() / name).string() : name);
    }
    return expand_cases(cases);
}

std::vector<StudyRequest> baseline_requests(const BaselineRun& run,
                                            const std::filesystem::path& file,
                                            const MethodList& methods,
                                            const std::shared_ptr<SceneStock>& stock) {
    require_generators(run, file, methods);
    StudyRequest request;
    request.stock = stock;
    request.cases = baseline_cases(run, file);
    for (const std::string& id : run.generators) {
        if (std::ranges::find(request.generators, id) == request.generators.end()) {
            request.generators.push_back(id);
        }
    }
    request.settings = make_study_settings(find_profile(run.profile), methods);
    for (const std::string& text : run.assignments) {
        assign(request.settings, parse_assignment(text));
    }
    std::vector<StudyRequest> requests;
    for (const int query : run.queries) {
        requests.push_back(request);
        requests.back().query = query;
    }
    return requests;
}

}  // namespace touchstone::reports
