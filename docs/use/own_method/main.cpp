// A method of one's own beside the built-in ones: its row in the table of the fundamental cases.

#include <iostream>
#include <string>
#include <vector>

#include "generators/generator.h"
#include "reports/writers/markdown_writer.h"
#include "testcases/study/study.h"

using namespace touchstone;

namespace {

/// One contact where the bounds of the bodies overlap, along the line of their centres. Not good.
std::vector<ContactPoint> middle_of_the_bodies(const Collider& a, const Collider& b, const Query&) {
    const Vec3 low = a.bounds.lower.cwiseMax(b.bounds.lower);
    const Vec3 high = a.bounds.upper.cwiseMin(b.bounds.upper);
    if ((low.array() > high.array()).any()) {
        return {};
    }
    const auto middle = [](const BoundingBox& box) -> Vec3 {
        return 0.5 * (box.lower + box.upper);
    };
    ContactPoint contact;
    contact.position = 0.5 * (low + high);
    contact.normal = (middle(b.bounds) - middle(a.bounds)).normalized();
    contact.separation = 0.0;
    return {contact};
}

}  // namespace

int main() {
    Generator mine;
    mine.id = "middle";
    mine.title = "Middle of the bodies";
    mine.generate = middle_of_the_bodies;

    StudyRequest request;
    request.cases = expand_cases(std::vector<std::string>{"fundamental"});
    request.generators = {"opposing", "middle"};
    request.settings = make_study_settings(Profile::Corrected);
    add_method(request.settings, mine);
    reports::Report report;
    report.rows = run_study(request).rows;
    reports::write_markdown(std::cout, report);
}
