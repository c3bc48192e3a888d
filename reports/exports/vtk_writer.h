#pragma once

#include <iosfwd>
#include <string>
#include <vector>

#include "methods/mesh/surface_mesh.h"
#include "methods/quality/judge.h"
#include "reports/exports/recording_frames.h"
#include "testcases/recordings/recording.h"

// Files in VTK's XML formats, for ParaView. Numbers are text that reads back as the same bits.
// `origin` becomes a comment.

namespace touchstone::reports {

/// Writes PolyData: the surfaces of all bodies in world frame, with data per triangle: body (its
/// index), fixed and the body's velocities; and where the recording holds elastic bodies, elastic
/// (1 or 0), and per point the strain (0 on rigid bodies). `surfaces` are by body, in its own
/// frame.
void write_vtk_bodies(std::ostream& out, const Recording& recording,
                      const std::vector<SurfaceMesh>& surfaces, const StepRecord& record,
                      const std::string& origin);

/// Writes an UnstructuredGrid: the tets of elastic bodies in world frame, with body (its index),
/// strain, volume_share and pressure per tet (see tet_strain.h), and velocity per point. There must
/// be such bodies.
void write_vtk_tets(std::ostream& out, const Recording& recording, const StepRecord& record,
                    const std::string& origin);

/// PolyData: one vertex per contact, with normal, separation, impulse (world frame, on B, see
/// world_impulse), normal_impulse, torsion_impulse, body_a, body_b, and what `judgement` says of
/// it: verdict (its place among the kinds) and right (1, 0, or -1 where nothing is known).
void write_vtk_contacts(std::ostream& out, const StepRecord& record, const Judgement& judgement,
                        const std::string& origin);

/// A file of a series, with its time.
struct VtkFrame {
    double time = 0.0;  ///< [s]
    std::string file;   ///< path relative to the series' own
};
/// Writes a series.
void write_pvd(std::ostream& out, const std::vector<VtkFrame>& frames, const std::string& origin);

/// Writes two series, bodies.pvd and contacts.pvd, a third one, tets.pvd, where there are elastic
/// bodies, and a file for each of their steps. Returns the exit status.
int export_vtk(const ExportTask& task);

}  // namespace touchstone::reports
