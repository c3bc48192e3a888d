#include "generators/local/kernel.h"

namespace touchstone::TOUCHSTONE_ISA {

void intersection(const PosedTet&, const PosedTet&, const GeneratorSettings&, TetPairContacts&);
void closest_points(const PosedTet&, const PosedTet&, const GeneratorSettings&, TetPairContacts&);
void vertex_only(const PosedTet&, const PosedTet&, const GeneratorSettings&, TetPairContacts&);
void consistent_vertex(const PosedTet&, const PosedTet&, const GeneratorSettings&,
                       TetPairContacts&);
void volume_sat(const PosedTet&, const PosedTet&, const GeneratorSettings&, TetPairContacts&);
void surface_sat(const PosedTet&, const PosedTet&, const GeneratorSettings&, TetPairContacts&);
void opposing(const PosedTet&, const PosedTet&, const GeneratorSettings&, TetPairContacts&);
void growth(const PosedTet&, const PosedTet&, const GeneratorSettings&, TetPairContacts&);

constinit const TetPairKernels kKernels{
    .intersection = intersection,
    .closest_points = closest_points,
    .vertex_only = vertex_only,
    .consistent_vertex = consistent_vertex,
    .volume_sat = volume_sat,
    .surface_sat = surface_sat,
    .opposing = opposing,
    .growth = growth,
};

}  // namespace touchstone::TOUCHSTONE_ISA
