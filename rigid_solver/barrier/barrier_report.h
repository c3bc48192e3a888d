#pragma once

#include <cstdint>
#include <string>
#include <vector>

#include "methods/contact/contact_point.h"
#include "methods/elastic/elastic_tets.h"

namespace touchstone {

/// The reasons for which the search for a minimum ends.
enum class BarrierStop : std::uint8_t {
    Converged,       ///< the next Newton step would be slower than the accuracy
    Floor,           ///< energies no longer tell steps apart, and the step is nearly there
    NoDirection,     ///< no direction was found in which the energy falls
    StepUnderflow,   ///< no share of a Newton step was found that lowers the energy
    IterationLimit,  ///< max_iterations Newton steps did not suffice
    NotFinite,       ///< a number became infinite or NaN
    Intersection     ///< an edge crosses a face: a fault of the program
};
const char* barrier_stop_id(BarrierStop stop);  ///< Returns a name such as "converged".
bool is_failure(BarrierStop stop);              ///< Returns true for all but Converged and Floor.

/// One contact of an accepted step.
struct BarrierContact {
    ContactPoint contact;          ///< contact in world frame, its force in newtons
    Vec3 friction = Vec3::Zero();  ///< friction force on B, world frame [N]
};

/// What a step did.
struct BarrierReport {
    BarrierStop stop = BarrierStop::Converged;  ///< reason for which the search ended
    int iterations = 0;                         ///< Newton steps of all solves together
    int lags = 0;                               ///< solves, each with friction made anew
    int factored = 0;     ///< Newton directions for which the Hessian was factored; others took the
                          ///< factor of an earlier iterate
    int projected = 0;    ///< factorisations for which the Hessian had to be made positive definite
    int raised = 0;       ///< times that a stiffness rose within the step
    int pairs = 0;        ///< pairs nearer than d̂ at the end
    int exact_tests = 0;  ///< pairs of an edge and a face that took exact arithmetic to decide
    double smallest_step = 1.0;   ///< smallest share of a Newton step that was taken [-]
    double largest_strain = 0.0;  ///< largest |AᵀA − 1|/2 of an affine body [-]
    int strained_body = -1;       ///< number of the body with that strain; -1: none is strained
    Deformation deformation;      ///< largest deformation of all elastic bodies
    double smallest_distance = kUnset;  ///< smallest distance of the pairs nearer than d̂ [m];
                                        ///< unset: there is none
    std::vector<double> residuals;  ///< |∇E|∞/h before each Newton step: the momentum out of
                                    ///< balance [N s]
    std::vector<double> shares;     ///< share of each Newton step that was taken [-]
    double residual = 0.0;          ///< |∇E|∞/h at the end: the momentum out of balance [N s]
    std::string trouble;  ///< what happened in a failure, and between which bodies; else empty
    std::vector<BarrierContact> contacts;  ///< contacts by bodies, then by features
};

}  // namespace touchstone
