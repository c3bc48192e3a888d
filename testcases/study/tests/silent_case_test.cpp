#include <utility>
#include <vector>

#include "methods/testing/catch.h"
#include "testcases/study/study.h"

using namespace touchstone;

TEST_CASE("the contacts of a case come with the pairs that overlap without one", "[silent]") {
    StudyRequest request;
    request.cases = {"h03_cube_centred_in_plate"};  // deeper than the reach of most methods
    request.settings = make_study_settings(Profile::Corrected);
    request.generators = {"opposing"};
    const CaseContacts none = find_case_contacts(request);
    CHECK(none.contacts.empty());
    CHECK(none.silent == std::vector<std::pair<int, int>>{{0, 1}});
    request.generators = {"semi_local"};
    const CaseContacts found = find_case_contacts(request);
    CHECK(found.contacts.size() == 4);
    CHECK(found.silent.empty());
}
