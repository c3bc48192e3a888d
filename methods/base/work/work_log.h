#pragma once

#include <cstdint>
#include <map>
#include <mutex>
#include <string_view>

namespace touchstone {

/// Work that a command does once for each thing that it is about: a test counts it.
enum class Work {
    SceneText,    ///< the text of a scene is parsed
    Surface,      ///< the surface of a shape is made
    Facets,       ///< the facet model of a surface is made
    PlanarFacets  ///< the facets of a surface are found for the right answer
};

/// Notes the work of all threads from its making to its end, of one kind or another. At most one
/// lives at a time: tests have one, programs none.
class WorkLog {
 public:
    WorkLog();
    ~WorkLog();
    WorkLog(const WorkLog&) = delete;
    WorkLog& operator=(const WorkLog&) = delete;

    /// Returns how often that work was done.
    int count(Work work) const;
    /// Returns how many different things it was done on.
    int distinct(Work work) const;

 private:
    friend void note_work(Work work, std::string_view bytes, std::string_view more);
    void add(Work work, std::uint64_t thing);

    mutable std::mutex mutex_;
    std::map<Work, std::map<std::uint64_t, int>> done_;  ///< how often, by the digest of the thing
};

/// Notes that work is done on a thing with these bytes. Does nothing without a log.
void note_work(Work work, std::string_view bytes, std::string_view more = {});

/// Returns the bytes of an array of plain numbers.
template <typename Items>
std::string_view bytes_of(const Items& items) {
    return {reinterpret_cast<const char*>(std::data(items)), std::size(items) * sizeof(items[0])};
}

}  // namespace touchstone
