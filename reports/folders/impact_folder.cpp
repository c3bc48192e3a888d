#include "reports/folders/impact_folder.h"

#include <array>
#include <ostream>

#include "reports/pages/impact_page.h"
#include "reports/shell/output_file.h"
#include "reports/writers/impacts/impact_writers.h"

namespace touchstone::reports {
namespace {

namespace fs = std::filesystem;

struct ImpactTableFile {
    const char* name;
    void (*write)(std::ostream&, const ImpactReport&);
};
constexpr std::array<ImpactTableFile, 3> kImpactTableFiles{
    {{"report.md", &write_markdown}, {"report.csv", &write_csv}, {"report.json", &write_json}}};
constexpr const char* kImpactPageFile = "report.html";

}  // namespace

void write_impact_folder(const fs::path& folder, const ImpactReport& report,
                         const std::vector<QuerySet>& sets, const std::string& command) {
    for (const ImpactTableFile& file : kImpactTableFiles) {
        check_writable(folder / file.name);
    }
    check_writable(folder / kImpactPageFile);
    for (const ImpactTableFile& file : kImpactTableFiles) {
        write_output(folder / file.name, [&](std::ostream& out) { file.write(out, report); });
    }
    write_output(folder / kImpactPageFile, [&](std::ostream& out) {
        write_impact_html(out, report, make_impact_pictures(report, sets, ""), command);
    });
}

}  // namespace touchstone::reports
