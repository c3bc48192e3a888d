#include "viewer/model/loaded_scene.h"

#include <algorithm>
#include <array>
#include <exception>
#include <filesystem>
#include <nlohmann/json.hpp>
#include <utility>

#include "methods/base/error.h"
#include "methods/mesh/filling/tetrahedralize.h"
#include "testcases/files/scene_file.h"
#include "testcases/files/script/scene_script.h"
#include "testcases/recordings/recording.h"
#include "testcases/settings/shared_owner.h"

namespace touchstone::viewer {
namespace {

std::vector<SideSetup> make_sides(const OpenRequest& request) {
    const MethodList& methods = request.settings.methods;
    const Generator& first = methods.find(request.generator);
    std::vector<SideSetup> sides{{first.id, request.settings, first.title}};
    if (!request.compares()) {
        return sides;
    }
    const Generator& second = request.compared.empty() ? first : methods.find(request.compared);
    sides.push_back({second.id, request.settings, second.title});
    if (request.compared_profile) {
        sides[1].settings = make_study_settings(*request.compared_profile, methods);
        sides[1].settings.body_order = request.settings.body_order;
        for (SideSetup& side : sides) {
            side.title += ", " + std::string(profile_id(side.settings.profile));
        }
    }
    return sides;
}

/// Returns the generators whose shapes the scene itself must hold.
std::vector<std::string> generators_of(const LoadedScene& loaded) {
    std::vector<std::string> ids;
    ids.reserve(loaded.sides.size());
    for (const SideSetup& side : loaded.sides) {
        ids.push_back(side.generator);
    }
    return ids;
}

/// Returns the mesh as a scene of one fixed body. Throws FileError, with what inspection finds.
TestCase scene_of_mesh(const std::filesystem::path& file) {
    const std::string name = file.filename().string();
    const nlohmann::json body{
        {"name", file.stem().string()}, {"shape", {{"mesh", {{"file", name}}}}}, {"fixed", true}};
    const nlohmann::json scene{
        {"schema", "touchstone-scene-1"}, {"name", name}, {"bodies", {body}}};
    using Handler = nlohmann::json::error_handler_t;
    const LoadSceneMesh load = meshes_in(file.has_parent_path() ? file.parent_path() : ".");
    // What is wrong with the mesh is told without a place in a scene that nobody has written.
    std::exception_ptr fault;
    const auto load_noting = [&](const std::string& mesh) {
        try {
            return load(mesh);
        } catch (const Error&) {
            fault = std::current_exception();
            throw;
        }
    };
    try {
        return parse_scene(scene.dump(-1, ' ', false, Handler::replace), file.string(),
                           load_noting);
    } catch (const Error&) {
        if (fault) {
            std::rethrow_exception(fault);
        }
        throw;
    }
}

/// Returns the mesh as a scene of one body that nothing can be asked about.
StudyScene scene_of_fault(const InspectedMesh& mesh, const std::filesystem::path& file) {
    StudyScene scene;
    scene.test_case.id = mesh.name;
    scene.surfaces.push_back(drawn_surface(mesh.file));
    scene.solids.emplace_back();
    BodySetup body;
    body.name = file.stem().string();
    body.shape = TrianglesShape{scene.surfaces[0]};
    body.fixed = true;
    scene.test_case.bodies.push_back(std::move(body));
    return scene;
}

/// Returns the mesh as a scene of one fixed body; nothing where it bounds no solid. What inspection
/// does not look for becomes the mesh's fault.
std::optional<TestCase> solid_scene(InspectedMesh& mesh, const std::string& file) {
    if (!mesh.bounds_solid()) {
        return std::nullopt;
    }
    try {
        return scene_of_mesh(file);
    } catch (const MeshError& error) {
        mesh.fault = error.what();
    } catch (const FileError& error) {
        mesh.fault = error.what();
    }
    return std::nullopt;
}

/// Returns whether the surface of the mesh itself is at fault, whatever a method asks of it.
bool is_surface_at_fault(const TestCase& solid) {
    const auto* const shape = std::get_if<MeshShape>(&solid.bodies[0].shape);
    if (shape == nullptr || shape->surface.triangles.empty()) {
        return false;
    }
    try {
        require_solid_surface(shape->surface);
        return false;
    } catch (const MeshError&) {
        return true;
    }
}

/// Makes the scene of a mesh file, and tells its health in the notes. Throws where the mesh is
/// sound but cannot be made ready for a method.
StudyScene make_mesh_scene(LoadedScene& loaded, const OpenRequest& request,
                           std::span<const std::string> generators) {
    InspectedMesh mesh = inspect_file(request.name);
    std::optional<StudyScene> scene;
    if (const std::optional<TestCase> solid = solid_scene(mesh, request.name)) {
        try {
            scene = make_study_scene(*solid, false, request.settings, request.pose, generators);
        } catch (const Error& error) {
            if (!is_surface_at_fault(*solid)) {
                throw;
            }
            mesh.fault = error.what();
        }
    }
    if (!scene) {
        scene = scene_of_fault(mesh, request.name);
    }
    loaded.notes.push_back(mesh.name + ": " + mesh.file.format + ", " + health_text(mesh) +
                           (mesh.fault.empty() ? "" : ": " + mesh.fault));
    loaded.mesh = std::make_shared<const InspectedMesh>(std::move(mesh));
    return std::move(*scene);
}

}  // namespace

bool is_mesh_path(std::string_view name) {
    constexpr std::array<std::string_view, 10> kEndings{".obj",  ".stl",  ".ply", ".off", ".msh",
                                                        ".mesh", ".node", ".ele", ".vtk", ".vtu"};
    std::string lower(name);
    std::ranges::transform(lower, lower.begin(), [](char letter) {
        return letter >= 'A' && letter <= 'Z' ? static_cast<char>(letter - 'A' + 'a') : letter;
    });
    return std::ranges::any_of(kEndings,
                               [&](std::string_view ending) { return lower.ends_with(ending); });
}

bool is_shown_file(std::string_view name) {
    return is_recording_path(name) || name.ends_with(".json") || is_scene_script(name) ||
           is_mesh_path(name);
}

bool is_file_name(std::string_view name) {
    return is_scene_path(name) || is_recording_path(name) || is_mesh_path(name);
}

void add_recorded_generator(StudySettings& settings, const std::string& file) {
    std::string id;
    try {
        id = recorded_generator(file);
    } catch (const Error&) {
        return;
    }
    if (settings.methods.contains(id)) {
        return;
    }
    Generator generator;
    generator.id = id;
    generator.title = id + ", as recorded";
    generator.generate = [](const Collider&, const Collider&, const Query&) {
        return std::vector<ContactPoint>();
    };
    add_method(settings, std::move(generator));
}

const StudyScene& scene_of(const LoadedScene& loaded, int side) {
    return side == 1 && loaded.compared_scene ? *loaded.compared_scene : loaded.scene;
}

const BodyShapes& shapes_of(const LoadedScene& loaded, int side) {
    const SideSetup& setup = loaded.sides[side];
    return scene_of(loaded, side)
        .shapes.at(setup.settings.methods.find(setup.generator)
                       .shape_rule(setup.settings.generators.at(setup.generator)));
}

LoadedScene load_scene(OpenRequest request) {
    LoadedScene loaded;
    std::optional<Recording> recording;
    if (is_recording_path(request.name)) {
        recording.emplace(request.name);
        loaded.recorded_steps = recording->steps();
        loaded.stop_steps = recording->stop_steps();
        loaded.recorded_generator = recording->header().generator;
        for (const Assignment& assignment : recording->header().settings) {
            // A method of another program is shown by what it found, not asked.
            const std::string& owner = assignment.owner;
            if (is_shared_owner(owner) || request.settings.methods.contains(owner)) {
                assign(request.settings, assignment);
            }
        }
        if (request.generator.empty()) {
            request.generator = loaded.recorded_generator;
        }
    }
    loaded.sides = make_sides(request);
    const auto make = [&](const StudySettings& settings, std::span<const std::string> generators) {
        if (!recording) {
            return make_study_scene(request.name, settings, request.pose, generators);
        }
        const bool built_in = !is_scene_path(recording->header().case_name);
        return make_study_scene(recording->test_case(), built_in, settings, request.pose,
                                generators);
    };
    loaded.scene = is_mesh_path(request.name)
                       ? make_mesh_scene(loaded, request, generators_of(loaded))
                       : make(request.settings, generators_of(loaded));
    if (request.compared_profile && loaded.is_solid()) {
        const StudySettings& own = loaded.sides[1].settings;
        const std::span<const std::string> compared(&loaded.sides[1].generator, 1);
        loaded.compared_scene = loaded.mesh ? make_study_scene(loaded.scene.test_case, false, own,
                                                               request.pose, compared)
                                            : make(own, compared);
    }
    loaded.geometry = make_scene_geometry(loaded.scene);
    loaded.request = std::move(request);
    return loaded;
}

}  // namespace touchstone::viewer
