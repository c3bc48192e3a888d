#include "generators/plain/pair.h"

namespace touchstone::plain {

PlainContact vertex_face_contact(bool of_a, const Vec3& position, int vertex, int face,
                                 const Vec3& normal, double separation) {
    return of_a ? PlainContact{position, -normal, separation, vertex_element(vertex),
                               face_element(face)}
                : PlainContact{position, normal, separation, face_element(face),
                               vertex_element(vertex)};
}

}  // namespace touchstone::plain
