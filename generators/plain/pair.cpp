#include "generators/plain/pair.h"

namespace touchstone::plain {

PlainContact vertex_face_contact(bool of_a, const Vec3& position, int vertex, int face,
                                 const Vec3& normal, double separation) {
    return of_a ? PlainContact{position, -normal, separation, vertex_element(vertex),
                               face_element(face)}
                : PlainContact{position, normal, separation, face_element(face),
                               vertex_element(vertex)};
}

PlainContact inside_vertex_contact(bool of_a, const Vec3& position, int vertex, const PlainTet& tet,
                                   int face) {
    return vertex_face_contact(of_a, position, vertex, face, face_normal(tet, face),
                               distance_to_face(tet, face, position));
}

}  // namespace touchstone::plain
