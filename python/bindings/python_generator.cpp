#include "python/bindings/python_generator.h"

#include <pybind11/stl.h>

#include <algorithm>
#include <atomic>
#include <chrono>
#include <cmath>
#include <thread>

#include "generators/external/foreign_normal.h"
#include "generators/generator.h"
#include "generators/outcome.h"
#include "generators/pair_fault.h"
#include "methods/base/error.h"
#include "methods/mesh/describe.h"
#include "methods/mesh/topology.h"
#include "python/bindings/arrays.h"
#include "python/bindings/bindings.h"
#include "python/bindings/declared_options.h"
#include "python/bindings/errors.h"
#include "python/bindings/long_call.h"
#include "testcases/settings/shared_owner.h"

namespace touchstone::python {
namespace {

using Numbers = py::array_t<double, py::array::c_style | py::array::forcecast>;

// As with methods that are programs of their own.
constexpr py::ssize_t kMostContacts = 1'000'000;

/// Guarded by Python's lock.
int table_uses = 0;
std::atomic<bool> is_ending = false;

/// A collider as long as the function that it was handed to runs.
struct ColliderView {
    const Collider* collider = nullptr;  ///< null: the call is over

    const Collider& get() const {
        if (collider == nullptr) {
            throw UsageError(
                "a collider is there during the generator's call alone; keep what you "
                "need of it as arrays");
        }
        return *collider;
    }
};

struct QueryView {
    Query query;
    std::string generator;
    py::dict settings;  ///< values of the options that the generator was added with
};

/// A Python function among the session's methods, which outlives the interpreter: never destroyed.
struct Slot {
    std::string id;
    py::object function;
    std::vector<DeclaredOption> declared = {};
    MethodOptions options = make_declared_options({});
};

/// Throws a fault of a function. The caller puts the bodies' names before it.
[[noreturn]] void fail(const std::string& where, const std::string& what) {
    throw PairFault(where + ": " + what);
}

std::string shape_text(const py::array& array) {
    return py::str(array.attr("shape")).cast<std::string>();
}

/// Reads numbers. `columns`: numbers in a row; 0: a flat list.
Numbers read_numbers(const py::handle& given, const char* name, int columns,
                     const std::string& where) {
    const Numbers array = Numbers::ensure(given);
    if (!array) {
        fail(where, std::string("its ") + name + " are no array of numbers");
    }
    const bool right =
        array.size() == 0 ||
        (columns == 0 ? array.ndim() == 1 : array.ndim() == 2 && array.shape(1) == columns);
    if (!right) {
        fail(where, std::string("its ") + name + " have the shape " + shape_text(array) + ", not " +
                        (columns == 0 ? "(n,)" : "(n, 3)"));
    }
    return array;
}

py::ssize_t count_of(const Numbers& array) { return array.size() == 0 ? 0 : array.shape(0); }

void check_contact(const ContactPoint& contact, py::ssize_t index, const std::string& where) {
    const auto fail_at = [&](const std::string& what) {
        fail(where, "contact " + std::to_string(index) + ": " + what);
    };
    if (!contact.position.allFinite()) {
        fail_at("its position " + describe(contact.position) + " is not finite");
    }
    if (!contact.normal.allFinite()) {
        fail_at("its normal " + describe(contact.normal) + " is not finite");
    }
    if (!std::isfinite(contact.separation)) {
        fail_at("its separation is not finite");
    }
    const std::string fault = foreign_normal_fault(contact.normal);
    if (!fault.empty()) {
        fail_at(fault);
    }
}

std::vector<ContactPoint> read_answer(const py::object& answer, const std::string& where) {
    if (!PySequence_Check(answer.ptr()) || py::len(answer) != 3) {
        const std::string type = py::str(py::type::handle_of(answer).attr("__name__"));
        fail(where, "it returned " + (answer.is_none() ? "None" : "a " + type) +
                        ", not (positions, normals, separations); without contacts return "
                        "[], [], []");
    }
    const py::sequence parts(answer);
    const Numbers positions = read_numbers(py::object(parts[0]), "positions", 3, where);
    const Numbers normals = read_numbers(py::object(parts[1]), "normals", 3, where);
    const Numbers separations = read_numbers(py::object(parts[2]), "separations", 0, where);
    const py::ssize_t count = count_of(positions);
    if (count_of(normals) != count || count_of(separations) != count) {
        fail(where, std::to_string(count) + " positions, " + std::to_string(count_of(normals)) +
                        " normals and " + std::to_string(count_of(separations)) + " separations");
    }
    if (count > kMostContacts) {
        fail(where,
             std::to_string(count) + " contacts, more than " + std::to_string(kMostContacts));
    }
    std::vector<ContactPoint> contacts;
    for (py::ssize_t i = 0; i < count; ++i) {
        ContactPoint& contact = contacts.emplace_back();
        contact.position = Vec3(positions.data(i));
        contact.normal = Vec3(normals.data(i));
        contact.separation = *separations.data(i);
        check_contact(contact, i, where);
    }
    return contacts;
}

/// Hands colliders to Python for one call.
class Loan {
 public:
    explicit Loan(const Collider& collider) : view_(py::cast(ColliderView{&collider})) {}
    ~Loan() { view_.cast<ColliderView&>().collider = nullptr; }
    Loan(const Loan&) = delete;
    Loan& operator=(const Loan&) = delete;

    const py::object& view() const { return view_; }

 private:
    py::object view_;
};

/// Describes a body by its size and place, since the function is not told its name.
std::string body_text(const Collider& body) {
    return "a body of " + std::to_string(body.vertices.size()) + " vertices from " +
           describe(body.bounds.lower) + " to " + describe(body.bounds.upper);
}

/// Notes in the exception which bodies it is about, where Python has notes (3.11).
void note_bodies(py::error_already_set& error, const std::string& id, const Collider& a,
                 const Collider& b) {
    const py::object raised = error.value();
    if (py::hasattr(raised, "add_note")) {
        try {
            raised.attr("add_note")("generator '" + id + "' was asked about " + body_text(a) +
                                    " and " + body_text(b));
        } catch (const py::error_already_set&) {
            return;  // a class with notes of its own: what was raised counts
        }
    }
}

/// Passes on an exception that the function has raised. One that is a GeneratorFault is an answer.
[[noreturn]] void pass_on(py::error_already_set& error, const std::string& id, const Collider& a,
                          const Collider& b) {
    const ErrorTypes& types = error_types();
    if (error.matches(types.generator_fault)) {
        const std::string message = py::str(error.value()).cast<std::string>();
        if (error.matches(types.unsupported)) {
            throw GeneratorFault(Outcome::Unsupported, message);
        }
        throw PairFault(message);
    }
    note_bodies(error, id, a, b);
    throw;
}

/// The target of the table's calls. Asked without Python's lock.
struct PythonMethod {
    Slot* slot = nullptr;

    std::vector<ContactPoint> operator()(const Collider& a, const Collider& b,
                                         const Query& query) const {
        const py::gil_scoped_acquire lock;
        const py::object function = slot->function;  // it may replace itself
        const py::dict values = declared_dict(query.settings, slot->options, slot->declared);
        const Loan loan_a(a);
        const Loan loan_b(b);
        try {
            const py::object answer =
                function(loan_a.view(), loan_b.view(), QueryView{query, slot->id, values});
            return read_answer(answer, "generator '" + slot->id + "'");
        } catch (py::error_already_set& error) {
            pass_on(error, slot->id, a, b);
        }
    }
};

/// Finds a method; null for one that is not from Python.
const PythonMethod* find_method(std::string_view id) {
    return session_methods().find(id).generate.target<PythonMethod>();
}

void check_id(const std::string& id) {
    const auto plain = [](char c) {
        return (c >= 'a' && c <= 'z') || (c >= '0' && c <= '9') || c == '_';
    };
    if (id.empty() || !std::ranges::all_of(id, plain)) {
        throw UsageError("'" + id + "' cannot be an id: take small letters, digits and _");
    }
    if (is_shared_owner(id)) {
        throw UsageError("'" + id + "' cannot be an id: settings have that name");
    }
}

void add_python_generator(const std::string& id, const py::object& function,
                          const std::optional<std::string>& title, bool replace,
                          const py::dict& options) {
    check_id(id);
    if (PyCallable_Check(function.ptr()) == 0) {
        throw py::type_error("generator '" + id + "' must be a function(a, b, query)");
    }
    if (session_methods().contains(id)) {
        const PythonMethod* const method = find_method(id);
        if (method == nullptr) {
            throw UsageError("'" + id + "' is a built-in generator; choose another id");
        }
        if (!replace) {
            throw UsageError("a generator '" + id +
                             "' was added already; replace=True puts this function in its place");
        }
        if (title && *title != session_methods().find(id).title) {
            throw UsageError("generator '" + id + "' keeps its title, '" +
                             session_methods().find(id).title + "'");
        }
        if (!options.empty()) {
            throw UsageError("generator '" + id + "' keeps the options that it was added with");
        }
        method->slot->function = function;
        return;
    }
    if (table_uses > 0) {
        throw UsageError("no generator can be added while others are asked: add '" + id +
                         "' before");
    }
    Generator generator;
    generator.id = id;
    generator.title = title.value_or(id);
    generator.section = "Python function";
    std::vector<DeclaredOption> declared = read_declared_options(options);
    generator.options = make_declared_options(declared);
    generator.generate =
        PythonMethod{new Slot{id, function, std::move(declared), generator.options}};
    session_methods().add(std::move(generator));
}

/// Returns the outward faces of the surface, by vertices of the tet mesh.
py::array_t<int> surface_faces(const CollisionShape& shape) {
    std::vector<Triangle> faces;
    for (std::size_t t = 0; t < shape.surface.size(); ++t) {
        for (std::size_t face = 0; face < kTetFaces.size(); ++face) {
            if ((shape.surface[t].faces >> face & 1) != 0) {
                const auto [i, j, k] = kTetFaces[face];
                const Tet& tet = shape.mesh.tets[t];
                faces.push_back({tet[i], tet[j], tet[k]});
            }
        }
    }
    py::array_t<int> array(Shape{std::ssize(faces), 3});
    std::ranges::copy(faces, reinterpret_cast<Triangle*>(array.mutable_data()));
    return frozen(std::move(array));
}

py::array_t<int> tets_of(const CollisionShape& shape) {
    py::array_t<int> array(Shape{std::ssize(shape.mesh.tets), 4});
    std::ranges::copy(shape.mesh.tets, reinterpret_cast<Tet*>(array.mutable_data()));
    return frozen(std::move(array));
}

/// Returns the answer of a built-in method, in the form in which a function answers.
py::tuple generate(const std::string& id, const ColliderView& a, const ColliderView& b,
                   const QueryView& query) {
    const Generator& generator = session_methods().find(id);
    if (generator.shape != ShapeKind::Tets) {
        throw UsageError("'" + id +
                         "' wants bodies of another form than Python functions are given");
    }
    const Profile profile = query.query.settings.as<DeclaredSettings>().profile;
    const std::vector<ContactPoint> contacts = generator.generate(
        a.get(), b.get(), {query.query.time_step, generator.options.of(profile)});
    std::vector<Vec3> positions;
    std::vector<Vec3> normals;
    std::vector<double> separations;
    for (const ContactPoint& contact : contacts) {
        positions.push_back(contact.position);
        normals.push_back(contact.normal);
        separations.push_back(contact.separation);
    }
    return py::make_tuple(copy_rows(positions), copy_rows(normals), make_array(separations));
}

void bind_views(py::module_& module) {
    py::class_<ColliderView>(module, "Collider", R"(A body as a generator sees it in one query.

It is there while the function runs; its arrays are copies, which may be kept.)")
        .def_property_readonly(
            "vertices",
            [](const ColliderView& view) { return copy_rows(view.get().shape->mesh.vertices); },
            "(n, 3) of the tet mesh, body frame [m].")
        .def_property_readonly(
            "world_vertices",
            [](const ColliderView& view) { return copy_rows(view.get().vertices); },
            "(n, 3) the same, world frame [m].")
        .def_property_readonly(
            "faces", [](const ColliderView& view) { return surface_faces(*view.get().shape); },
            "(m, 3) of the surface, indices of vertices, counter-clockwise seen from outside.")
        .def_property_readonly(
            "tets", [](const ColliderView& view) { return tets_of(*view.get().shape); },
            "(k, 4) indices of vertices, positive volume.")
        .def_property_readonly(
            "pose", [](const ColliderView& view) { return make_array(view.get().world_from_body); },
            "(4, 4): world = pose @ (x, y, z, 1).")
        .def_property_readonly(
            "linear_velocity",
            [](const ColliderView& view) { return make_array(view.get().linear_velocity); },
            "(3,) of the centre of mass, world frame [m/s]; zero: unknown.")
        .def_property_readonly(
            "angular_velocity",
            [](const ColliderView& view) { return make_array(view.get().angular_velocity); },
            "(3,) world frame [rad/s].")
        .def_property_readonly(
            "bounds",
            [](const ColliderView& view) {
                return copy_rows(
                    std::vector<Vec3>{view.get().bounds.lower, view.get().bounds.upper});
            },
            "(2, 3) lowest and highest coordinates, world frame [m].");
    py::class_<QueryView>(module, "Query", "What one query asks for.")
        .def_property_readonly(
            "time_step", [](const QueryView& view) { return view.query.time_step; }, "[s]")
        .def_readonly("generator", &QueryView::generator, "Id of the one that is asked.")
        .def_readonly("settings", &QueryView::settings,
                      "Values of the options that the generator was added with, by name.");
}

}  // namespace

MethodList& session_methods() {
    static MethodList* const methods = new MethodList;  // outlives the interpreter
    return *methods;
}

TableUse::TableUse() {
    check_signals();  // none begins once the interpreter ends
    ++table_uses;
}
TableUse::~TableUse() { --table_uses; }

void end_long_calls() {
    is_ending = true;
    while (table_uses > 0) {
        const py::gil_scoped_release release;
        std::this_thread::sleep_for(std::chrono::milliseconds(5));
    }
}

bool interpreter_is_ending() { return is_ending; }

bool is_python_generator(std::string_view id) { return find_method(id) != nullptr; }

void bind_python_generator(py::module_& module) {
    bind_views(module);
    module.def("add_generator", &add_python_generator, py::arg("id"), py::arg("function"),
               py::arg("title") = py::none(), py::arg("replace") = false,
               py::arg("options") = py::dict(),
               R"(Makes a Python function a contact point method, with a row in each report.

function(a, b, query) is given two Colliders and a Query, and returns (positions, normals,
separations): (n, 3), (n, 3) and (n,), world frame. A position lies halfway between the surfaces
[m]; a normal is unit and points from A to B; a separation is negative in penetration [m]. Without
contacts: [], [], [].

It is asked on one thread, the one that called touchstone: whatever it takes part in runs on that
alone. What it returns is checked: a wrong shape, a number that is not finite, a normal whose length
is off by more than 1e-6 is a GeneratorFault, and the row in a report says so. What it raises comes
out as it is; raise Unsupported for bodies that it cannot represent.

options gives it settings of its own, by name with their defaults: a number, True or False, a list
of words of which the first is the default, or a dict of "default", "values", "minimum", "maximum",
"unit" ("m": a length, scaled with the scene) and "meaning". query.settings holds the values.

    add_generator("mine", mine, options={"margin": {"default": 0.01, "minimum": 0, "unit": "m"}})
    report("fundamental", ["mine"], settings=Settings(**{"mine.margin": 0.02}))

There is no way to take a generator out again; replace=True puts another function in its place.)");
    module.def("generate", &generate, py::arg("generator"), py::arg("a"), py::arg("b"),
               py::arg("query"),
               R"(The answer of another generator to the same question, for a function to change.

It goes by the options of the profile. Not for closest_points and semi_local, which look at bodies
of another form.)");
}

}  // namespace touchstone::python
