#pragma once

#include <map>
#include <optional>
#include <set>
#include <span>
#include <string>
#include <string_view>
#include <vector>

#include "generators/generator.h"
#include "generators/method_list.h"
#include "generators/settings.h"
#include "methods/quality/judge.h"
#include "rigid_solver/proximal/solver_settings.h"
#include "testcases/scenes/test_case.h"

namespace touchstone {

enum class NormalSign {
    Signed,   ///< a right normal points from A to B
    Unsigned  ///< so does its opposite, as in the paper's scoring
};
enum class ExpectedX {
    Table,    ///< as the paper's Table 4 prints the right normals
    Mirrored  ///< with x negated in the cases with two points, as they were scored for Table 8
};

/// Everything that changes a study's numbers. Defaults: the `corrected` profile.
struct StudySettings {
    Profile profile = Profile::Corrected;
    BodyOrder body_order = BodyOrder::LowerFirst;
    NormalSign normal_sign = NormalSign::Signed;
    ExpectedX expected_x = ExpectedX::Table;
    std::optional<double> angle_tolerance;  ///< of normals; nothing: each reference's own [degrees]
    int vertex_noise = 0;                   ///< seed of a rounding error of 32 bits that is added
                                            ///< to each coordinate of the tets' world vertices; 0:
                                            ///< none
    std::optional<double> time_step;        ///< replacement for the case's [s]
    std::optional<double> friction;         ///< replacement for the case's
    SolverSettings solver;                  ///< gravity, friction and time step: the case's
    MethodList methods;                     ///< methods that can be asked
    std::map<std::string, MethodSettings> generators;  ///< settings of each of these, by id
    std::set<std::string> assigned_to_solver;  ///< options set by `assign`, those of a method that
                                               ///< can move bodies as "METHOD.ID": a scene's come
                                               ///< after
    std::string moved_by = {};  ///< id of the solver that moves the bodies; empty: the one that
                                ///< the methods' settings choose, see solver_of
    MethodSettings mover = {};  ///< settings of that solver's own, see Solver::options
};

/// Returns the settings with the scene's own options of solvers, but for those already assigned;
/// they then count as assigned too. Throws UsageError for what the solver does not have.
StudySettings with_scene_solver(const StudySettings& settings, const TestCase& test_case);

/// Returns the settings with these options of the solver, but for those already assigned; they then
/// count as assigned too.
StudySettings with_free_solver_options(const StudySettings& settings,
                                       std::span<const NamedSetting> options);

/// Returns the options of the solver that with_gap_solver sets, with their values.
std::span<const NamedSetting> gap_solver_options();

/// Returns what to add to the meaning of an option of the solver: the value that it has where
/// methods whose contacts carry gaps move bodies, in the corrected profile; "" where it has no own.
std::string default_with_gaps(std::string_view option_id);

/// Returns the settings with what motion needs where contacts carry gaps (see
/// Generator::looks_ahead): the solver closes these, starts warm, goes along conjugate directions,
/// since few contacts show every error that is left, and stops once sweeps change nothing any more.
/// Options that have been assigned stay, these now among them.
StudySettings with_gap_solver(const StudySettings& settings);

/// Returns the settings with what motion with this method needs: see with_gap_solver, where its
/// contacts carry gaps. The published profile is left alone.
StudySettings with_method_solver(const StudySettings& settings, std::string_view generator_id);

/// Returns the id of the method whose settings move the bodies in simulations with this method:
/// itself, or one that moves those of all; empty when none does, see Generator::moves.
std::string moving_method(const StudySettings& settings, const std::string& generator_id);

/// Returns the solver's settings for a case, the scene's own options among them.
SolverSettings solver_settings(const StudySettings& settings, const TestCase& test_case);

/// Makes the settings of a profile, for all these methods.
StudySettings make_study_settings(Profile profile, MethodList methods = {});

/// Appends a method, with the settings of the profile. Throws UsageError when its id is taken.
void add_method(StudySettings& settings, Generator generator);

std::string_view pose_id(QueryPose pose);        ///< "initial" or "half-step"
QueryPose find_query_pose(std::string_view id);  ///< or UnknownName

/// Returns the options for `--set study.OPTION=VALUE` and `--set solver.OPTION=VALUE`.
const Options<StudySettings>& all_study_options();
const Options<StudySettings>& all_solver_options();

/// "GENERATOR.OPTION=VALUE", "study.OPTION=VALUE" or "solver.OPTION=VALUE", in its parts. Throws
/// UsageError otherwise.
struct Assignment {
    std::string owner;
    std::string option;
    std::string value;
};
Assignment parse_assignment(std::string_view text);

/// Throws UsageError or UnknownName when there is no such owner or option, or the value is none of
/// its.
void assign(StudySettings& settings, const Assignment& assignment);

/// The present values of one owner, "study", "solver" or a generator's id, in table order.
struct SettingsSection {
    std::string owner;
    std::vector<OptionValue> values;
};
/// Returns the sections "study" and "solver", then those of the generators in table order.
std::vector<SettingsSection> setting_sections(const StudySettings& settings);

/// Lists the values of the sections one by one, in the same order.
std::vector<Assignment> assignments(std::span<const SettingsSection> sections);

/// Returns the settings that matter to a method, "OWNER.OPTION=VALUE": those of the study, the
/// solver and the method.
std::vector<std::string> settings_of_method(const StudySettings& settings,
                                            std::string_view generator_id);

/// Returns how the contacts of one generator are judged. `two_points`: a built-in case whose right
/// normals `expected_x` may mirror.
JudgeOptions judge_options(const StudySettings& settings, std::string_view generator_id,
                           bool two_points);

}  // namespace touchstone
