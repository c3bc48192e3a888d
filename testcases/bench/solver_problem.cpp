#include "testcases/bench/solver_problem.h"

#include <optional>
#include <utility>

#include "testcases/motion/simulation.h"

namespace touchstone {

SolverProblem make_solver_problem(std::vector<BodySetup> setups, const std::string& generator,
                                  int sweeps) {
    constexpr double kSunkShare = 1e-4;
    for (BodySetup& setup : setups) {
        setup.world_from_shape.translation.y() *= 1.0 - kSunkShare;
    }
    TestCase test_case;
    test_case.id = "bench";
    test_case.bodies = std::move(setups);
    const StudySettings settings = make_study_settings(Profile::Corrected);
    const StudyScene scene = make_study_scene(std::move(test_case), false, settings, std::nullopt,
                                              std::vector{generator});
    const Simulation simulation(scene, generator, settings);
    SolverProblem problem;
    problem.settings = simulation.solver();
    problem.settings.max_sweeps = sweeps;
    problem.settings.gap = GapRule::Ignore;  // closing gaps adds sweeps
    problem.settings.absolute_tolerance = 0.0;
    problem.settings.relative_tolerance = 0.0;
    problem.settings.stagnation_tolerance = 0.0;
    problem.settings.warm_start = false;  // sweeps are timed, from no impulses on
    problem.contacts = simulation.query().contacts;
    for (const RigidBody& body : simulation.bodies()) {
        SolveBody each;
        each.center_of_mass = body.state.world_from_body * body.state.center_of_mass;
        if (!body.fixed) {
            each.inverse_mass = 1.0 / body.mass;
            each.inverse_inertia = world_inertia(body, body.state.world_from_body).inverse();
            each.linear_free = problem.settings.time_step * problem.settings.gravity;
        }
        problem.bodies.push_back(each);
    }
    return problem;
}

}  // namespace touchstone
