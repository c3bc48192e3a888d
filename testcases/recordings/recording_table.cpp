#include "testcases/recordings/recording_table.h"

#include <algorithm>
#include <array>
#include <bit>
#include <limits>
#include <span>
#include <string>

#include "methods/base/error.h"
#include "methods/base/join.h"

namespace touchstone {
namespace {

constexpr std::uint64_t kIndexRoom = 1 << 16;  ///< size of a new node of a chunk index [bytes]
constexpr unsigned kDeflateLevel = 4;  // higher levels save a few per cent and take twice as long
constexpr std::int64_t kMaxChunk = 1 << 20;  ///< largest chunk, unless a record is larger [bytes]

/// Makes the type of an enumeration with these names, counted from 0.
Hdf5Id enum_type(std::span<const char* const> names) {
    Hdf5Id type = owned(H5Tenum_create(H5T_STD_I32LE), &H5Tclose);
    for (std::int32_t i = 0; i < std::ssize(names); ++i) {
        H5Tenum_insert(type.get(), names[i], &i);
    }
    return type;
}

/// Makes the type of a number in files: little-endian, as in memory.
Hdf5Id cell_type(CellType cell) {
    switch (cell) {
        case CellType::Real:
            return owned(H5Tcopy(H5T_IEEE_F64LE), &H5Tclose);
        case CellType::Int32:
            return owned(H5Tcopy(H5T_STD_I32LE), &H5Tclose);
        case CellType::Int64:
            return owned(H5Tcopy(H5T_STD_I64LE), &H5Tclose);
        case CellType::FeatureKind:
            return enum_type(std::array{"vertex", "edge", "face", "tetrahedron"});
        case CellType::StopKind:
            return enum_type(std::array{
                stop_reason_id(StopReason::NoContacts), stop_reason_id(StopReason::AllSweeps),
                stop_reason_id(StopReason::Absolute), stop_reason_id(StopReason::Relative),
                stop_reason_id(StopReason::Stagnation)});
    }
    throw Error("HDF5: unknown type of cell");
}

static_assert(std::endian::native == std::endian::little);

/// Makes the type of the rows as they are in memory.
Hdf5Id row_type(const TableLayout& layout) {
    Hdf5Id type = owned(H5Tcreate(H5T_COMPOUND, layout.row_size), &H5Tclose);
    for (const RowMember& cell : layout.cells) {
        Hdf5Id member = cell_type(cell.type);
        if (cell.count > 1) {
            const hsize_t count = cell.count;
            member = owned(H5Tarray_create2(member.get(), 1, &count), &H5Tclose);
        }
        if (H5Tinsert(type.get(), cell.name, cell.offset, member.get()) < 0) {
            throw Error(std::string("HDF5: cell '") + cell.name + "' cannot be described");
        }
    }
    return type;
}

/// Makes the type of the rows as they are in the file, without padding.
Hdf5Id packed(const Hdf5Id& row_type) {
    Hdf5Id type = owned(H5Tcopy(row_type.get()), &H5Tclose);
    H5Tpack(type.get());
    return type;
}

/// Returns true when the chunks pass through just these filters, in that order.
bool has_filters(const Hdf5Id& creation, const std::array<H5Z_filter_t, 2>& filters) {
    if (H5Pget_nfilters(creation.get()) != static_cast<int>(filters.size())) {
        return false;
    }
    for (unsigned i = 0; i < filters.size(); ++i) {
        unsigned flags = 0;
        std::size_t values = 0;
        if (H5Pget_filter2(creation.get(), i, &flags, &values, nullptr, 0, nullptr, nullptr) !=
            filters[i]) {
            return false;
        }
    }
    return true;
}

std::string columns_text(const TableLayout& layout) {
    std::string text;
    for (const RowMember& cell : layout.cells) {
        append_item(text, std::string(cell.name) + ": " + cell.meaning, "\n");
    }
    return text;
}

}  // namespace

Hdf5Table Hdf5Table::create(const Hdf5File& file, const TableLayout& layout, int columns,
                            std::int64_t records_per_chunk, bool packed) {
    Hdf5Table table;
    const Hdf5Id file_type = table.set_layout(layout, columns);
    table.chunk_records_ = records_per_chunk;
    const int rank = columns == 0 ? 1 : 2;
    const std::array<hsize_t, 2> size{0, static_cast<hsize_t>(columns)};
    const std::array<hsize_t, 2> max_size{H5S_UNLIMITED, static_cast<hsize_t>(columns)};
    const std::array<hsize_t, 2> chunk{static_cast<hsize_t>(records_per_chunk),
                                       static_cast<hsize_t>(columns)};
    const Hdf5Id space = owned(H5Screate_simple(rank, size.data(), max_size.data()), &H5Sclose);
    const Hdf5Id creation = owned(H5Pcreate(H5P_DATASET_CREATE), &H5Pclose);
    H5Pset_obj_track_times(creation.get(), false);  // the same run gives the same bytes
    checked(H5Pset_chunk(creation.get(), rank, chunk.data()), file, layout.name,
            "cannot be created");
    if (packed) {
        table.is_packed_ = true;
        checked(H5Pset_shuffle(creation.get()), file, layout.name, "cannot be compressed");
        checked(H5Pset_deflate(creation.get(), kDeflateLevel), file, layout.name,
                "cannot be compressed");
    }
    table.set_ = checked_id(H5Dcreate2(file.id(), layout.name, file_type.get(), space.get(),
                                       H5P_DEFAULT, creation.get(), H5P_DEFAULT),
                            &H5Dclose, file, layout.name, "cannot be created");
    write_attribute(file, table.set_.get(), "meaning", layout.meaning);
    write_attribute(file, table.set_.get(), "columns", columns_text(layout));
    return table;
}

Hdf5Table Hdf5Table::open(const Hdf5File& file, const TableLayout& layout, int columns) {
    const char* name = layout.name;
    const auto refuse = [&](const std::string& fault) {
        throw FileError(file.path().string() + ": data set '" + name + "': " + fault +
                        "; the file is no recording, damaged or of a newer program");
    };
    Hdf5Table table;
    const Hdf5Id file_type = table.set_layout(layout, columns);
    table.set_ = open_set(file, name);
    const Hdf5Id type =
        checked_id(H5Dget_type(table.set_.get()), &H5Tclose, file, name, "cannot be read");
    if (H5Tequal(type.get(), file_type.get()) <= 0) {
        refuse("its rows have other columns");
    }
    const Hdf5Id space =
        checked_id(H5Dget_space(table.set_.get()), &H5Sclose, file, name, "cannot be read");
    const int rank = columns == 0 ? 1 : 2;
    std::array<hsize_t, 2> size{};
    if (H5Sget_simple_extent_ndims(space.get()) != rank ||
        H5Sget_simple_extent_dims(space.get(), size.data(), nullptr) != rank ||
        size[1] != static_cast<hsize_t>(columns)) {
        refuse(
            "it has not one row per record" +
            (columns == 0 ? std::string() : std::string(" and one column per ") + layout.column));
    }
    const Hdf5Id creation =
        checked_id(H5Dget_create_plist(table.set_.get()), &H5Pclose, file, name, "cannot be read");
    std::array<hsize_t, 2> chunk{};
    table.is_packed_ = has_filters(creation, {H5Z_FILTER_SHUFFLE, H5Z_FILTER_DEFLATE});
    if (H5Pget_layout(creation.get()) != H5D_CHUNKED ||
        !(table.is_packed_ || H5Pget_nfilters(creation.get()) == 0) ||
        H5Pget_chunk(creation.get(), rank, chunk.data()) != rank) {
        refuse("it is not stored in plain chunks, nor in those of `export --to h5`");
    }
    const auto max_chunk =
        static_cast<hsize_t>(std::max<std::int64_t>(1, kMaxChunk / table.record_size()));
    if (chunk[0] > max_chunk || chunk[1] > size[1]) {
        refuse("its chunks are too large");
    }
    table.chunk_records_ = static_cast<std::int64_t>(chunk[0]);
    table.records_ = static_cast<std::int64_t>(
        std::min<hsize_t>(size[0], std::numeric_limits<std::int64_t>::max()));
    return table;
}

std::int64_t most_records(const Hdf5File& file, const Hdf5Table& table) {
    const std::int64_t ratio = table.is_packed() ? kMostPacked : 1;
    return static_cast<std::int64_t>(file.size()) / table.record_size() * ratio +
           (table.is_packed() ? ratio : 0);
}

Hdf5Id Hdf5Table::set_layout(const TableLayout& layout, int columns) {
    layout_ = &layout;
    columns_ = columns;
    memory_type_ = row_type(layout);
    Hdf5Id file_type = packed(memory_type_);
    record_size_ = static_cast<std::int64_t>(H5Tget_size(file_type.get())) * std::max(columns, 1);
    return file_type;
}

std::uint64_t Hdf5Table::room_for(std::int64_t records) const {
    const std::int64_t chunks = records / chunk_records_ + 2;
    return static_cast<std::uint64_t>(chunks * chunk_records_ * record_size()) + kIndexRoom;
}

Hdf5Id Hdf5Table::file_space(const Hdf5File& file, std::int64_t begin, std::int64_t count) const {
    Hdf5Id space =
        checked_id(H5Dget_space(set_.get()), &H5Sclose, file, layout_->name, "cannot be reached");
    const std::array<hsize_t, 2> start{static_cast<hsize_t>(begin), 0};
    const std::array<hsize_t, 2> size{static_cast<hsize_t>(count), static_cast<hsize_t>(columns_)};
    checked(H5Sselect_hyperslab(space.get(), H5S_SELECT_SET, start.data(), nullptr, size.data(),
                                nullptr),
            file, layout_->name, "cannot be reached");
    return space;
}

Hdf5Id Hdf5Table::memory_space(const Hdf5File& file, std::int64_t count) const {
    const std::array<hsize_t, 2> size{static_cast<hsize_t>(count), static_cast<hsize_t>(columns_)};
    return checked_id(H5Screate_simple(columns_ == 0 ? 1 : 2, size.data(), nullptr), &H5Sclose,
                      file, layout_->name, "cannot be reached");
}

void Hdf5Table::write(const Hdf5File& file, std::int64_t begin, std::int64_t count,
                      const void* rows) {
    const std::array<hsize_t, 2> size{static_cast<hsize_t>(begin + count),
                                      static_cast<hsize_t>(columns_)};
    checked(H5Dset_extent(set_.get(), size.data()), file, layout_->name, "cannot grow");
    records_ = begin + count;
    if (count == 0) {
        return;
    }
    const Hdf5Id space = file_space(file, begin, count);
    checked(H5Dwrite(set_.get(), memory_type_.get(), memory_space(file, count).get(), space.get(),
                     H5P_DEFAULT, rows),
            file, layout_->name, "cannot be written");
}

void Hdf5Table::read(const Hdf5File& file, std::int64_t begin, std::int64_t count,
                     void* rows) const {
    if (!try_read(file, begin, count, rows)) {
        throw FileError(file.path().string() + ": " + layout_->name +
                        ": cannot be read; the file is damaged: record the run again");
    }
}

bool Hdf5Table::try_read(const Hdf5File& file, std::int64_t begin, std::int64_t count,
                         void* rows) const {
    if (count == 0) {
        return true;
    }
    const Hdf5Id space = file_space(file, begin, count);
    return H5Dread(set_.get(), memory_type_.get(), memory_space(file, count).get(), space.get(),
                   H5P_DEFAULT, rows) >= 0;
}

}  // namespace touchstone
