#include <tinyxml2.h>

#include <algorithm>
#include <string>

#include "methods/base/error.h"
#include "methods/mesh/files/parsers.h"
#include "methods/mesh/files/vtk_cells.h"

namespace touchstone {

namespace {

using tinyxml2::XMLElement;

/// Share of the time that telling the elements of the file apart takes, roughly; tinyxml2 does so
/// at once.
constexpr double kXmlsShare = 0.3;

/// One file on its way to a mesh; every failure names the line of its XML element.
class VtuReader {
 public:
    explicit VtuReader(const MeshSource& source)
        : name_(source.name),
          watch_(source.watch),
          bent_(source.bent),
          size_(static_cast<double>(source.bytes.size())) {
        if (document_.Parse(source.bytes.data(), source.bytes.size()) != tinyxml2::XML_SUCCESS) {
            throw FileError(name_ + ":" + std::to_string(std::max(1, document_.ErrorLineNum())) +
                            ": this is no XML (" + document_.ErrorName() + "): correct the file");
        }
    }

    MeshFile read();

 private:
    [[noreturn]] void fail(const XMLElement& place, const std::string& text) const {
        throw FileError(name_ + ":" + std::to_string(place.GetLineNum()) + ": " + text);
    }

    const XMLElement& child(const XMLElement& parent, const char* tag) const;
    const XMLElement& find_piece() const;
    const XMLElement& find_array(const XMLElement& parent, const char* array_name) const;
    WordReader open(const XMLElement& array);
    std::vector<std::int64_t> read_integers(WordReader reader, const char* array_name);
    void read_points(const XMLElement& points, MeshFile& mesh);

    std::string name_;
    ReadingWatch watch_;
    BentPolygons* bent_;
    double size_;                ///< of the file [bytes]
    double share_ = kXmlsShare;  ///< of the work, that is done
    tinyxml2::XMLDocument document_;
};

const XMLElement& VtuReader::child(const XMLElement& parent, const char* tag) const {
    const XMLElement* const found = parent.FirstChildElement(tag);
    if (found == nullptr) {
        fail(parent, std::string("<") + parent.Name() + "> has no <" + tag + ">: save it anew");
    }
    if (found->NextSiblingElement(tag) != nullptr) {
        fail(*found->NextSiblingElement(tag),
             std::string("a second <") + tag + "> is not supported: join them into one");
    }
    return *found;
}

const XMLElement& VtuReader::find_piece() const {
    const XMLElement* const root = document_.RootElement();
    if (root == nullptr || std::string_view(root->Name()) != "VTKFile") {
        throw FileError(name_ + ":1: its root is no <VTKFile>: this is no VTU file");
    }
    const char* const type = root->Attribute("type");
    if (type == nullptr || std::string_view(type) != "UnstructuredGrid") {
        fail(*root, "data sets of type " + in_quotes(type == nullptr ? "" : type) +
                        " are not supported: save an UnstructuredGrid");
    }
    return child(child(*root, "UnstructuredGrid"), "Piece");
}

/// Finds an array by its name. `array_name` null: the only array, whatever its name.
const XMLElement& VtuReader::find_array(const XMLElement& parent, const char* array_name) const {
    const XMLElement* array = parent.FirstChildElement("DataArray");
    while (array != nullptr && array_name != nullptr && !array->Attribute("Name", array_name)) {
        array = array->NextSiblingElement("DataArray");
    }
    if (array == nullptr) {
        fail(parent,
             std::string("<") + parent.Name() + "> has no <DataArray" +
                 (array_name == nullptr ? "" : std::string(" Name=\"") + array_name + "\"") +
                 ">: save it anew");
    }
    const char* const format = array->Attribute("format");
    if (format == nullptr || std::string_view(format) != "ascii") {
        fail(*array, "arrays of format " + in_quotes(format == nullptr ? "" : format) +
                         " are not supported: save them inline as ascii");
    }
    return *array;
}

WordReader VtuReader::open(const XMLElement& array) {
    const tinyxml2::XMLNode* const content = array.FirstChild();
    if (content == nullptr) {
        return WordReader({name_, ""}, '\0', array.GetLineNum());
    }
    const tinyxml2::XMLText* const text = content->ToText();
    if (text == nullptr || content->NextSibling() != nullptr) {
        fail(array, "an array that is more than numbers is not supported: save it anew");
    }
    const std::string_view numbers = text->Value();
    const double begin = share_;
    share_ += (1.0 - kXmlsShare) * static_cast<double>(numbers.size()) / size_;
    return WordReader({name_, numbers, watch_.part(begin, share_), bent_}, '\0',
                      text->GetLineNum());
}

std::vector<std::int64_t> VtuReader::read_integers(WordReader reader, const char* array_name) {
    std::vector<std::int64_t> integers;
    while (!reader.at_end()) {
        integers.push_back(reader.integer({array_name, std::ssize(integers)}));
    }
    return integers;
}

void VtuReader::read_points(const XMLElement& points, MeshFile& mesh) {
    const XMLElement& array = find_array(points, nullptr);
    if (array.IntAttribute("NumberOfComponents", 1) != 3) {
        fail(array, "points need NumberOfComponents=\"3\": save them so");
    }
    WordReader reader = open(array);
    while (!reader.at_end()) {
        mesh.vertices.push_back(reader.point({"vertex", std::ssize(mesh.vertices)}));
    }
}

MeshFile VtuReader::read() {
    MeshFile mesh;
    mesh.format = "VTU";
    const XMLElement& piece = find_piece();
    read_points(child(piece, "Points"), mesh);
    const XMLElement& elements = child(piece, "Cells");
    VtkCells cells;
    const WordReader corners = open(find_array(elements, "connectivity"));
    cells.numbers = corners.unwatched();
    cells.corners = read_integers(corners, "connectivity");
    cells.ends = read_integers(open(find_array(elements, "offsets")), "offsets");
    cells.types = read_integers(open(find_array(elements, "types")), "types");
    const auto check = [&](const char* attribute, std::size_t found) {
        if (piece.Int64Attribute(attribute, -1) != static_cast<std::int64_t>(found)) {
            fail(piece, std::string(attribute) + " does not say " + std::to_string(found) +
                            ", which are there: the file is cut short or the number is wrong");
        }
    };
    check("NumberOfPoints", mesh.vertices.size());
    check("NumberOfCells", cells.ends.size());
    add_cells(WordReader({name_, "", {}, bent_}, '\0', elements.GetLineNum()), cells, mesh);
    return mesh;
}

}  // namespace

MeshFile parse_vtu(const MeshSource& source) { return VtuReader(source).read(); }

}  // namespace touchstone
