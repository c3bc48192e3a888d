#include "generators/tests/tet_contacts.h"

#include <algorithm>
#include <cmath>
#include <sstream>

namespace touchstone::testing {

using namespace plain;

namespace {

Element element_of(int code) {
    if (code < kFirstEdgeCode) {
        return vertex_element(code);
    }
    if (code < kFirstFaceCode) {
        return edge_element(code - kFirstEdgeCode);
    }
    return code < kTetCode ? face_element(code - kFirstFaceCode) : whole_tet();
}

}  // namespace

PlainContact plain_of(const TetPairContact& contact) {
    return {Vec3(contact.position[0], contact.position[1], contact.position[2]),
            Vec3(contact.normal[0], contact.normal[1], contact.normal[2]), contact.separation,
            element_of(contact.element_a), element_of(contact.element_b)};
}

Contacts find_by_kernel(const NamedKernel& kernel, const PlainTet& a, const PlainTet& b,
                        const LocalSettings& settings) {
    TetPairContacts found;
    kernel.run(posed(a), posed(b), settings, found);
    Contacts contacts;
    for (int i = 0; i < found.count; ++i) {
        contacts.push_back(plain_of(found.items[i]));
    }
    return contacts;
}

const PlainMethod* plain_form(std::string_view id) {
    const auto found = std::ranges::find(all_plain_methods(), id, &PlainMethod::id);
    return found == all_plain_methods().end() ? nullptr : &*found;
}

bool agree(const PlainContact& x, const PlainContact& y, double size) {
    return x.element_a == y.element_a && x.element_b == y.element_b &&
           (x.position - y.position).norm() <= kAgreement * size &&
           (x.normal - y.normal).norm() <= kAgreement * std::max(1.0, y.normal.norm()) &&
           std::abs(x.separation - y.separation) <=
               kAgreement * size * std::max(1.0, y.normal.norm());
}

bool contains_all(const Contacts& all, const Contacts& some, double size) {
    return std::ranges::all_of(some, [&](const PlainContact& wanted) {
        return std::ranges::any_of(
            all, [&](const PlainContact& other) { return agree(wanted, other, size); });
    });
}

namespace {

/// Returns "E3" for edge 3.
std::string name_of(const Element& element) {
    constexpr char kLetters[]{'V', 'E', 'F', 'T'};
    return kLetters[static_cast<int>(element.type)] + std::to_string(element.index);
}

}  // namespace

std::string describe(const Contacts& contacts) {
    std::ostringstream text;
    text.precision(17);
    for (const PlainContact& contact : contacts) {
        text << "  " << name_of(contact.element_a) << "/" << name_of(contact.element_b) << " p "
             << contact.position.transpose() << " n " << contact.normal.transpose() << " s "
             << contact.separation << "\n";
    }
    return text.str();
}

std::string describe(const PlainTet& tet) {
    std::ostringstream text;
    text.precision(17);
    for (const Vec3& corner : tet.corners) {
        text << "  {" << corner.x() << ", " << corner.y() << ", " << corner.z() << "}\n";
    }
    text << "  faces " << int(tet.surface.faces) << "\n";
    return text.str();
}

}  // namespace touchstone::testing
