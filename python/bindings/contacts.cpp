#include "python/bindings/contacts.h"

#include <pybind11/stl.h>

#include <algorithm>
#include <cstdint>
#include <iterator>
#include <limits>

#include "generators/generator.h"
#include "methods/base/error.h"
#include "methods/base/parallel/parallel.h"
#include "python/bindings/arrays.h"
#include "python/bindings/bindings.h"
#include "python/bindings/long_call.h"
#include "python/bindings/python_generator.h"
#include "reports/tables/contact_list.h"
#include "testcases/motion/simulation.h"

namespace touchstone::python {
namespace {

constexpr int kMostQueries = 1'000'000;  // as on the command line

using Rows = py::array_t<double, py::array::c_style | py::array::forcecast>;
using Indices = py::array_t<std::int64_t, py::array::c_style | py::array::forcecast>;

/// Returns a view of one field of all contacts. `field`: that of the first, null without contacts.
template <typename Number>
py::array_t<Number> field_view(const py::object& self, const Number* field, Shape width) {
    const auto& contacts = self.cast<const Contacts&>();
    Shape shape{std::ssize(contacts.points)};
    Shape strides{sizeof(ContactPoint)};
    for (const py::ssize_t columns : width) {
        shape.push_back(columns);
        strides.push_back(sizeof(Number));
    }
    return view(field, std::move(shape), std::move(strides), self);
}

/// Returns the contact that a view starts at; null without contacts.
const ContactPoint* first_of(const py::object& self) {
    const auto& contacts = self.cast<const Contacts&>();
    return contacts.points.empty() ? nullptr : contacts.points.data();
}

template <typename Number, int N>
py::array_t<Number> field_of(const py::object& self, const Number* (*field)(const ContactPoint&)) {
    const ContactPoint* const first = first_of(self);
    return field_view(self, first == nullptr ? nullptr : field(*first),
                      N == 1 ? Shape{} : Shape{N});
}

std::vector<std::string> feature_kinds(const Contacts& contacts, Feature ContactPoint::*feature) {
    std::vector<std::string> kinds;
    for (const ContactPoint& contact : contacts.points) {
        const bool known = (contact.*feature).vertices[0] >= 0;
        kinds.emplace_back(known ? reports::feature_name((contact.*feature).type) : "");
    }
    return kinds;
}

void check_shape(const char* what, const Rows& array, py::ssize_t count, bool vectors) {
    const bool right = vectors ? array.ndim() == 2 && array.shape(0) == count && array.shape(1) == 3
                               : array.ndim() == 1 && array.shape(0) == count;
    if (!right) {
        throw UsageError(std::string(what) + " must have the shape (" + std::to_string(count) +
                         (vectors ? ", 3)" : ",)") + ", one for each position; found " +
                         py::str(array.attr("shape")).cast<std::string>());
    }
}

/// Returns the index of each contact, from one number for all or one for each.
std::vector<int> body_indices(const char* what, const Indices& given, py::ssize_t count) {
    const auto checked = [&](std::int64_t index) {
        if (index < 0 || index > std::numeric_limits<int>::max()) {
            throw UsageError(std::string(what) + " has the index " + std::to_string(index) +
                             ", which is none of a body");
        }
        return static_cast<int>(index);
    };
    if (given.ndim() == 0) {
        return std::vector<int>(count, checked(*given.data()));
    }
    if (given.ndim() != 1 || given.shape(0) != count) {
        throw UsageError(std::string(what) + " must be one number or " + std::to_string(count) +
                         ", one for each position");
    }
    std::vector<int> indices;
    std::transform(given.data(), given.data() + count, std::back_inserter(indices), checked);
    return indices;
}

Contacts make_contacts(const Rows& position, const Rows& normal, const Rows& separation,
                       const Indices& body_a, const Indices& body_b) {
    if (position.ndim() != 2 || position.shape(1) != 3) {
        throw UsageError("position must have the shape (n, 3); found " +
                         py::str(position.attr("shape")).cast<std::string>());
    }
    const py::ssize_t count = position.shape(0);
    check_shape("normal", normal, count, true);
    check_shape("separation", separation, count, false);
    const std::vector<int> all_a = body_indices("body_a", body_a, count);
    const std::vector<int> all_b = body_indices("body_b", body_b, count);
    Contacts contacts;
    for (py::ssize_t i = 0; i < count; ++i) {
        if (all_a[i] < 0 || all_b[i] < 0 || all_a[i] == all_b[i]) {
            throw UsageError("contact " + std::to_string(i) + " lies between body " +
                             std::to_string(all_a[i]) + " and body " + std::to_string(all_b[i]));
        }
        ContactPoint& contact = contacts.points.emplace_back();
        contact.position = Vec3(position.data(i));
        contact.normal = Vec3(normal.data(i));
        contact.separation = *separation.data(i);
        contact.body_a = all_a[i];
        contact.body_b = all_b[i];
    }
    return contacts;
}

SceneQuery ask(const Scene& scene, const std::string& generator, int query) {
    if (query == 1) {
        return query_scene(scene.study, generator, scene.settings, query);
    }
    Simulation simulation(scene.study, generator, scene.settings);
    for (int i = 1; i < query; ++i) {
        check_signals();
        simulation.step();
    }
    return simulation.query();
}

Contacts find_contacts(const py::object& test_case, const std::string& generator,
                       const py::object& settings, int query,
                       const std::optional<std::string>& pose, int threads) {
    if (query < 1 || query > kMostQueries) {
        throw UsageError("query must be in 1…" + std::to_string(kMostQueries) + ", found " +
                         std::to_string(query));
    }
    session_methods().find(generator);
    const int workers = allowed_threads(std::span(&generator, 1), threads);
    const std::shared_ptr<Scene> scene =
        find_scene({test_case, read_settings(settings), pose, {generator}});
    SceneQuery found;
    {
        const LongCall call;
        Arena(workers).execute([&] { found = ask(*scene, generator, query); });
    }
    return {std::move(found.contacts), body_names(scene->study), std::move(found.world_from_shape),
            generator};
}

void bind_contacts_class(py::module_& module) {
    py::class_<Contacts>(module, "Contacts", R"(Contacts between the bodies of a scene, in order.

World frame; a normal points from body A to body B; a negative separation is penetration. All arrays
have one entry per contact, are read-only, and keep what they show alive.

Contacts(position, normal, separation, body_a=0, body_b=1) takes in contacts found elsewhere, to be
judged.)")
        .def(py::init(&make_contacts), py::arg("position"), py::arg("normal"),
             py::arg("separation"), py::arg("body_a") = 0, py::arg("body_b") = 1)
        .def("__len__", [](const Contacts& contacts) { return contacts.points.size(); })
        .def_property_readonly(
            "position",
            [](const py::object& self) {
                return field_of<double, 3>(self,
                                           [](const ContactPoint& c) { return c.position.data(); });
            },
            "(n, 3) halfway between the two surfaces [m].")
        .def_property_readonly(
            "normal",
            [](const py::object& self) {
                return field_of<double, 3>(self,
                                           [](const ContactPoint& c) { return c.normal.data(); });
            },
            "(n, 3) unit, from A to B.")
        .def_property_readonly(
            "separation",
            [](const py::object& self) {
                return field_of<double, 1>(self,
                                           [](const ContactPoint& c) { return &c.separation; });
            },
            "(n,) gap along the normal, negative in penetration [m].")
        .def_property_readonly(
            "body_a",
            [](const py::object& self) {
                return field_of<int, 1>(self, [](const ContactPoint& c) { return &c.body_a; });
            },
            "(n,) index of A in the scene.")
        .def_property_readonly(
            "body_b",
            [](const py::object& self) {
                return field_of<int, 1>(self, [](const ContactPoint& c) { return &c.body_b; });
            },
            "(n,) index of B in the scene.")
        .def_property_readonly(
            "feature_a",
            [](const py::object& self) {
                return field_of<int, 4>(
                    self, [](const ContactPoint& c) { return c.feature_a.vertices.data(); });
            },
            "(n, 4) vertices of A's tet mesh that make the element behind the contact, rising; -1: "
            "no more.")
        .def_property_readonly(
            "feature_b",
            [](const py::object& self) {
                return field_of<int, 4>(
                    self, [](const ContactPoint& c) { return c.feature_b.vertices.data(); });
            },
            "(n, 4) the same of B.")
        .def_property_readonly(
            "feature_a_kind",
            [](const Contacts& contacts) {
                return feature_kinds(contacts, &ContactPoint::feature_a);
            },
            "\"vertex\", \"edge\", \"face\" or \"tet\" of each; \"\": not known.")
        .def_property_readonly("feature_b_kind",
                               [](const Contacts& contacts) {
                                   return feature_kinds(contacts, &ContactPoint::feature_b);
                               })
        .def_readonly("body_names", &Contacts::body_names, "By index; empty: not known.")
        .def_property_readonly(
            "body_poses",
            [](const Contacts& contacts) { return make_array(std::span(contacts.poses)); },
            "(bodies, 4, 4): where the bodies were; empty: not known.")
        .def_readonly("generator", &Contacts::generator, "Id of who found them; empty: not known.")
        .def("__repr__", [](const Contacts& contacts) {
            const std::string whose = contacts.generator.empty() ? "" : " of " + contacts.generator;
            return "<Contacts: " + std::to_string(contacts.points.size()) + whose + ">";
        });
}

}  // namespace

std::vector<std::string> body_names(const StudyScene& scene) {
    std::vector<std::string> names;
    for (const BodySetup& body : scene.test_case.bodies) {
        names.push_back(body.name);
    }
    return names;
}

void bind_contacts(py::module_& module) {
    bind_contacts_class(module);
    module.def("find_contacts", &find_contacts, py::arg("case"), py::arg("generator"),
               py::arg("settings") = py::none(), py::arg("query") = 1, py::arg("pose") = py::none(),
               py::arg("threads") = 0, R"(The contacts that one generator finds in one case.

`case`: an id, a scene file or a Scene. `query` counts from 1: each later one comes after one more
step of the simulation. `threads`: at most so many, 0: one per core; the answer is the same.)");
}

}  // namespace touchstone::python
