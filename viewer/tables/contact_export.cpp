#include "viewer/tables/contact_export.h"

#include <cmath>

#include "methods/base/csv_text.h"
#include "methods/base/number_text.h"

namespace touchstone::viewer {

std::string contacts_csv(const Moment& moment, std::span<const BodySetup> bodies,
                         std::span<const int> contacts) {
    std::string text = "contact,body_a,body_b,verdict,x,y,z,nx,ny,nz,separation,angle\n";
    for (const int i : contacts) {
        const ContactPoint& point = moment.contacts[i];
        const Verdict& verdict = moment.judgement.verdicts[i];
        text += std::to_string(i) + "," + csv_field(bodies[point.body_a].name) + "," +
                csv_field(bodies[point.body_b].name) + "," + verdict_id(verdict.kind);
        for (const Vec3& vector : {point.position, point.normal}) {
            for (const double part : vector) {
                text += "," + shortest(part);
            }
        }
        text += "," + shortest(point.separation) + ",";
        text += (std::isnan(verdict.angle) ? "" : shortest(verdict.angle)) + "\n";
    }
    return text;
}

}  // namespace touchstone::viewer
