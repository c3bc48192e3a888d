#include <algorithm>
#include <array>
#include <bit>
#include <optional>
#include <utility>

#include "methods/mesh/files/byte_reader.h"
#include "methods/mesh/files/parsers.h"
#include "methods/mesh/files/polygons.h"

namespace touchstone {

namespace {

/// A type of element, by its number in the format.
struct ElementType {
    std::int64_t number = 0;
    const char* name = "";
};
constexpr std::array<ElementType, 11> kRefusedTypes{{{5, "hexahedra"},
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
constexpr std::int64_t kGmshQuadrangle = 3;
constexpr std::int64_t kGmshTetrahedron = 4;
constexpr std::int64_t kPoint = 15;

// Beside the mesh: names, geometry it was made from, results, partitions.
constexpr std::array<std::string_view, 12> kIgnoredSections{
    "$Comments", "$ElementData",      "$ElementNodeData",
    "$Entities", "$GhostElements",    "$InterpolationScheme",
    "$NodeData", "$Parametrizations", "$PartitionedEntities",
    "$Periodic", "$PhysicalNames",    "$Surface"};  // the last: faces around tets, of Li et al.

/// The numbers of a file, as text or, in version 4.1, as they lie in memory.
class GmshNumbers {
 public:
    explicit GmshNumbers(WordReader& reader) : reader_(reader) {}

    /// Reads the number 1 that tells which byte comes first.
    void begin_binary() {
        reader_.skip_line();
        const std::string_view one = reader_.bytes(4, {"the mark of byte order"});
        for (const std::endian order : {std::endian::little, std::endian::big}) {
            if (decode<std::int32_t>(one.data(), order) == 1) {
                order_ = order;
            }
        }
        if (!order_) {
            reader_.fail("the mark of byte order is no 1: the file is damaged");
        }
    }

    bool binary() const { return order_.has_value(); }

    /// The bytes of a binary section start on the next line.
    void begin_section() {
        if (order_) {
            reader_.skip_line();
        }
    }

    /// A number of an entity or a type, which have four bytes.
    std::int64_t small(const Element& element) {
        return order_ ? take<std::int32_t>(element) : reader_.integer(element);
    }
    /// A count or a tag, which have eight.
    std::int64_t whole(const Element& element) {
        return order_ ? take<std::int64_t>(element) : reader_.integer(element);
    }
    int count(const Element& element, std::size_t least_text, std::size_t least_bytes) {
        const std::int64_t value = whole(element);
        reader_.check_count(value, element, order_ ? least_bytes : least_text);
        return static_cast<int>(value);
    }
    Vec3 point(const Element& element) {
        if (!order_) {
            return reader_.point(element);
        }
        const double x = take<double>(element);
        const double y = take<double>(element);
        const double z = take<double>(element);
        return {x, y, z};
    }
    /// The parameters that may stand behind a node's coordinates.
    void skip_parameters(int count, const Element& element) {
        if (!order_) {
            reader_.skip_line();
        }
        for (int i = 0; order_ && i < count; ++i) {
            take<double>(element);
        }
    }

 private:
    template <typename T>
    T take(const Element& element) {
        return decode<T>(reader_.bytes(sizeof(T), element).data(), *order_);
    }

    WordReader& reader_;
    std::optional<std::endian> order_;  ///< nothing: text
};

/// Nodes and elements of versions 2.x and 4.x, whose sections differ in their blocks alone.
class GmshReader {
 public:
    explicit GmshReader(const MeshSource& source) : reader_(source), numbers_(reader_) {}

    MeshFile read() {
        read_format();
        while (!reader_.at_end()) {
            read_section();
        }
        if (!has_elements_) {
            reader_.fail("the file ends without $Elements: it is cut short");
        }
        add_polygons(reader_, faces_, mesh_);
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
    GmshNumbers numbers_;
    MeshFile mesh_;
    Polygons faces_;
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
    const std::int64_t type = reader_.integer({"the file type"});
    if (type != 0 && (type != 1 || layout_ != Layout::V41)) {
        reader_.fail("binary MSH is supported in version 4.1 alone: save it so, or as ASCII");
    }
    if (reader_.integer({"the size of numbers"}) != 8 && type == 1) {
        reader_.fail("binary MSH is supported with numbers of 8 bytes alone: save it as ASCII");
    }
    if (type == 1) {
        numbers_.begin_binary();
    }
    reader_.keyword("$EndMeshFormat");
    mesh_.format = "Gmsh MSH " + version + (type == 1 ? ", binary" : "");
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
        if (numbers_.binary()) {
            reader_.skip_to(end, {name.c_str()});
        }
        while (reader_.word({name.c_str()}) != end) {
        }
    } else {
        reader_.fail("the section " + in_quotes(name) + " is not supported: remove it");
    }
}

void GmshReader::read_node_tag() {
    const Element vertex{"vertex", std::ssize(tags_)};
    const std::int64_t tag = numbers_.whole(vertex);
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
    const Element block{"a block of vertices"};
    const std::int64_t dimension = numbers_.small(block);
    numbers_.small(block);  // its entity
    const bool has_parameters = numbers_.small(block) != 0;
    const int parameters =
        has_parameters ? static_cast<int>(std::clamp<std::int64_t>(dimension, 0, 3)) : 0;
    const int count = numbers_.count(block, 7, 32);  // "1 0 0 0", in 4.1 in two parts
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
        const Element vertex{"vertex", std::ssize(mesh_.vertices)};
        mesh_.vertices.push_back(numbers_.point(vertex));
        numbers_.skip_parameters(parameters, vertex);
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
    numbers_.begin_section();
    const int blocks = numbers_.count({"the blocks of vertices"}, 8, 20);  // "0 1 0 0\n"
    const int total = numbers_.count({"the vertices"}, 7, 32);
    for (int i = 0; layout_ == Layout::V41 && i < 2; ++i) {
        numbers_.whole({"the range of numbers"});
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
    if (type == kGmshTriangle || type == kGmshQuadrangle) {
        const Element face{"face", std::ssize(faces_.ends)};
        for (int i = 0; i < (type == kGmshTriangle ? 3 : 4); ++i) {
            faces_.corners.push_back(vertex_of(numbers_.whole(face)));
        }
        faces_.close_face(reader_.place());
    } else if (type == kGmshTetrahedron) {
        const Element tet{"tet", std::ssize(mesh_.tets)};
        for (int& corner : mesh_.tets.emplace_back()) {
            corner = vertex_of(numbers_.whole(tet));
        }
    } else if (type == kLine || type == kPoint) {
        for (int i = 0; i < (type == kLine ? 2 : 1); ++i) {
            numbers_.whole({"a line or point"});
        }
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
    numbers_.begin_section();
    const int blocks = numbers_.count({"the blocks of elements"}, 8, 20);
    const int total = numbers_.count({"the elements"}, 4, 16);  // "1 1\n"
    for (int i = 0; layout_ == Layout::V41 && i < 2; ++i) {
        numbers_.whole({"the range of numbers"});
    }
    int done = 0;
    for (int block = 0; block < blocks; ++block) {
        const Element part{"a block of elements"};
        numbers_.small(part);
        numbers_.small(part);  // its entity
        const std::int64_t type = numbers_.small(part);
        const int count = numbers_.count(part, 4, 16);
        for (int i = 0; i < count; ++i) {
            numbers_.whole({"element", done + i});
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
