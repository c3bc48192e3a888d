#include "rigid_solver/proximal/tests/solver_examples.h"

#include "rigid_solver/proximal/tests/random_numbers.h"

namespace touchstone::testing {

RigidBody make_box_body(const std::string& name, const Vec3& size, double mass) {
    RigidBody body;
    body.name = name;
    body.mass = mass;
    const Vec3 squared = size.cwiseProduct(size);
    body.inertia = Mat3::Zero();
    body.inertia.diagonal() << squared.y() + squared.z(), squared.x() + squared.z(),
        squared.x() + squared.y();
    body.inertia *= mass / 12.0;
    return body;
}

RigidBody make_fixed_body(const std::string& name) {
    RigidBody body;
    body.name = name;
    body.fixed = true;
    return body;
}

std::vector<ContactPoint> corner_contacts(int below, int box, const Pose& world_from_box,
                                          const Vec3& size, double height) {
    std::vector<ContactPoint> contacts;
    for (const double x : {-0.5, 0.5}) {
        for (const double z : {-0.5, 0.5}) {
            ContactPoint contact;
            contact.position = world_from_box * Vec3(x * size.x(), -0.5 * size.y(), z * size.z());
            contact.separation = contact.position.y() - height;
            contact.normal = Vec3(0.0, 1.0, 0.0);
            contact.body_a = below;
            contact.body_b = box;
            contacts.push_back(contact);
        }
    }
    return contacts;
}

RandomProblem make_random_problem(int seed, int bodies, int contacts_per_pair, double tilt) {
    Random random(seed);
    RandomProblem problem;
    problem.bodies.push_back(make_fixed_body("ground"));
    for (int i = 1; i < bodies; ++i) {
        const Vec3 size = Vec3(1.1, 0.7, 0.9) + random.vector(0.3);
        RigidBody body = make_box_body("box " + std::to_string(i), size, random.uniform(0.5, 20.0));
        body.state.world_from_body.translation = Vec3(0.0, i, 0.0) + random.vector(0.2);
        body.state.world_from_body.rotation =
            Quat(1.0, random.uniform(-1.0, 1.0), random.uniform(-1.0, 1.0), 0.3).normalized();
        body.state.center_of_mass = random.vector(0.1);
        body.state.linear_velocity = random.vector(1.0);
        body.state.angular_velocity = random.vector(2.0);
        problem.bodies.push_back(body);
        for (int k = 0; k < contacts_per_pair; ++k) {
            ContactPoint contact;
            contact.position = Vec3(0.0, i - 0.5, 0.0) + random.vector(0.4);
            contact.normal = (Vec3(0.0, 1.0, 0.0) + random.vector(tilt)).normalized();
            contact.separation = random.uniform(-0.01, 0.0);
            contact.body_a = i - 1;
            contact.body_b = i;
            problem.contacts.push_back(contact);
        }
    }
    return problem;
}

}  // namespace touchstone::testing
