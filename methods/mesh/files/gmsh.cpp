#include <algorithm>
#include <array>
#include <utility>

#include "methods/mesh/files/parsers.h"

namespace touchstone {

namespace {

/// A type of element, by its number in the format.
struct ElementType {
    std::int64_t number = 0;
    const char* name = "";
};
constexpr std::array<ElementType, 12> kRefusedTypes{{{3, "quadrangles"},
                                                     {5, "hexahedra"},
                                                     {6, "prisms"},
                                                     {7, "pyramids"},
                                                     {8, "second-order lines"},
                                                     {9, "second-order triangles"},
                                                     {10, "second-order quadrangles"},
                                                     {11, "second-order tetrahedra"},
                                                     {12, "second-order hexahedra"},
                                                     {13, "second-order prisms"},
                                                     {14, "second-order pyramids"},
                                                     {16, "second-order quadrangles"}}};
constexpr std::int64_t kLine = 1;
constexpr std::int64_t kGmshTriangle = 2;
constexpr std::int64_t kGmshTetrahedron = 4;
constexpr std::int64_t kPoint = 15;

// Beside the mesh: names, geometry it was made from, results, partitions.
constexpr std::array<std::string_view, 11> kIgnoredSections{
    "$Comments", "$ElementData",      "$ElementNodeData",
    "$Entities", "$GhostElements",    "$InterpolationScheme",
    "$NodeData", "$Parametrizations", "$PartitionedEntities",
    "$Periodic", "$PhysicalNames"};

/// Nodes and elements of versions 2.x and 4.x, whose sections differ in their blocks alone.
class GmshReader {
 public:
    explicit GmshReader(const MeshSource& source) : reader_(source) {}

    MeshFile read() {
        read_format();
        while (!reader_.at_end()) {
            read_section();
        }
        if (!has_elements_) {
            reader_.fail("the file ends without $Elements: it is cut short");
        }
        return std::move(mesh_);
    }

 private:
    enum class Layout { V2, V40, V41 };

    void read_format();
    void read_section();
    void read_nodes();
    void read_node_block(std::int64_t total);
    void read_node_tag();
    void sort_tags();
    void read_vertices();
    void read_elements();
    void read_element(std::int64_t type);

    /// -1 when no node has the tag: out of range, as the inspection will say.
    int vertex_of(std::int64_t tag) const {
        const auto found = std::ranges::lower_bound(tags_, tag, {}, &TaggedVertex::first);
        return found == tags_.end() || found->first != tag ? -1 : found->second;
    }

    WordReader reader_;
    MeshFile mesh_;
    Layout layout_ = Layout::V2;
    bool has_nodes_ = false;
    bool has_elements_ = false;
    using TaggedVertex = std::pair<std::int64_t, int>;
    std::vector<TaggedVertex> tags_;  ///< sorted once all are read; hashes could be made to collide
};

void GmshReader::read_format() {
    reader_.keyword("$MeshFormat");
    const std::string version(reader_.word({"the version"}));
    if (version == "4.1") {
        layout_ = Layout::V41;
    } else if (version == "4" || version == "4.0") {
        layout_ = Layout::V40;
    } else if (version != "2" && version != "2.0" && version != "2.1" && version != "2.2") {
        reader_.fail("version " + in_quotes(version) + " is not supported: save as 2.2 or 4.1");
    }
    if (reader_.integer({"the file type"}) != 0) {
        reader_.fail("binary MSH is not supported: save it as ASCII");
    }
    reader_.integer({"the size of numbers"});
    reader_.keyword("$EndMeshFormat");
    mesh_.format = "Gmsh MSH " + version;
}

void GmshReader::read_section() {
    const std::string name(reader_.word({"a section"}));
    if (name == "$Nodes") {
        read_nodes();
        reader_.keyword("$EndNodes");
    } else if (name == "$Elements") {
        read_elements();
        reader_.keyword("$EndElements");
    } else if (std::find(kIgnoredSections.begin(), kIgnoredSections.end(), name) !=
               kIgnoredSections.end()) {
        const std::string end = "$End" + name.substr(1);
        while (reader_.word({name.c_str()}) != end) {
        }
    } else {
        reader_.fail("the section " + in_quotes(name) + " is not supported: remove it");
    }
}

void GmshReader::read_node_tag() {
    const Element vertex{"vertex", std::ssize(tags_)};
    const std::int64_t tag = reader_.integer(vertex);
    tags_.emplace_back(tag, static_cast<int>(std::ssize(tags_)));
}

void GmshReader::sort_tags() {
    std::ranges::sort(tags_);
    const TaggedVertex* repeated = nullptr;  // the first one in the file
    for (std::size_t i = 1; i < tags_.size(); ++i) {
        if (tags_[i].first == tags_[i - 1].first &&
            (repeated == nullptr || tags_[i].second < repeated->second)) {
            repeated = &tags_[i];
        }
    }
    if (repeated != nullptr) {
        reader_.fail({"vertex", repeated->second}, "has the number " +
                                                       std::to_string(repeated->first) +
                                                       " of an earlier one: number them anew");
    }
}

void GmshReader::read_node_block(std::int64_t total) {
    reader_.skip_words(3, {"a block of vertices"});  // its entity; whether it has parameters
    const int count = reader_.count({"a block of vertices"}, 7);  // "1 0 0 0", in 4.1 in two parts
    if (count > total - std::ssize(mesh_.vertices)) {
        reader_.fail("the blocks have more vertices than the section: correct the counts");
    }
    for (int i = 0; layout_ == Layout::V41 && i < count; ++i) {
        read_node_tag();
    }
    for (int i = 0; i < count; ++i) {
        if (layout_ == Layout::V40) {
            read_node_tag();
        }
        mesh_.vertices.push_back(reader_.point({"vertex", std::ssize(mesh_.vertices)}));
        reader_.skip_line();  // parameters on the entity may follow
    }
}

void GmshReader::read_nodes() {
    if (has_nodes_) {
        reader_.fail("the section $Nodes stands in the file for the second time: join the two");
    }
    has_nodes_ = true;
    read_vertices();
    sort_tags();
}

void GmshReader::read_vertices() {
    if (layout_ == Layout::V2) {
        const int count = reader_.count({"the vertices"}, 8);  // "1 0 0 0\n"
        mesh_.vertices.reserve(count);
        for (int v = 0; v < count; ++v) {
            read_node_tag();
            mesh_.vertices.push_back(reader_.point({"vertex", v}));
        }
        return;
    }
    const int blocks = reader_.count({"the blocks of vertices"}, 8);  // "0 1 0 0\n"
    const int total = reader_.count({"the vertices"}, 7);
    if (layout_ == Layout::V41) {
        reader_.skip_words(2, {"the range of numbers"});
    }
    mesh_.vertices.reserve(total);
    for (int block = 0; block < blocks; ++block) {
        read_node_block(total);
    }
    if (std::ssize(mesh_.vertices) != total) {
        reader_.fail("the blocks have fewer vertices than the section: correct the counts");
    }
}

void GmshReader::read_element(std::int64_t type) {
    const auto corners = [&](auto& rows, const char* kind) {
        const Element element{kind, std::ssize(rows)};
        auto& row = rows.emplace_back();
        for (int& corner : row) {
            corner = vertex_of(reader_.integer(element));
        }
    };
    if (type == kGmshTriangle) {
        corners(mesh_.faces, "face");
    } else if (type == kGmshTetrahedron) {
        corners(mesh_.tets, "tet");
    } else if (type == kLine || type == kPoint) {
        reader_.skip_words(type == kLine ? 2 : 1, {"a line or point"});
    } else {
        const auto* const refused =
            std::find_if(kRefusedTypes.begin(), kRefusedTypes.end(),
                         [&](const ElementType& t) { return t.number == type; });
        reader_.fail("the mesh has " +
                     (refused == kRefusedTypes.end() ? "elements of type " + std::to_string(type)
                                                     : std::string(refused->name)) +
                     ", which are not supported: save straight triangles or tetrahedra");
    }
}

void GmshReader::read_elements() {
    if (has_elements_ || !has_nodes_) {
        reader_.fail("the file must have $Nodes and then $Elements, each once: correct it");
    }
    has_elements_ = true;
    if (layout_ == Layout::V2) {
        const int count = reader_.count({"the elements"}, 8);  // "1 15 0 1\n"
        for (int i = 0; i < count; ++i) {
            const Element element{"element", i};
            reader_.integer(element);
            const std::int64_t type = reader_.integer(element);
            const int tags = reader_.count(element, 2);
            reader_.skip_words(tags, element);
            read_element(type);
        }
        return;
    }
    const int blocks = reader_.count({"the blocks of elements"}, 8);
    const int total = reader_.count({"the elements"}, 4);  // "1 1\n"
    if (layout_ == Layout::V41) {
        reader_.skip_words(2, {"the range of numbers"});
    }
    int done = 0;
    for (int block = 0; block < blocks; ++block) {
        reader_.skip_words(2, {"a block of elements"});  // its entity
        const std::int64_t type = reader_.integer({"a block of elements"});
        const int count = reader_.count({"a block of elements"}, 4);
        for (int i = 0; i < count; ++i) {
            reader_.integer({"element", done + i});
            read_element(type);
        }
        done += count;
    }
    if (done != total) {
        reader_.fail("the blocks do not have as many elements as the section: correct the counts");
    }
}

}  // namespace

MeshFile parse_gmsh(const MeshSource& source) { return GmshReader(source).read(); }

}  // namespace touchstone
