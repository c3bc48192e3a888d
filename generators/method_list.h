#pragma once

#include <memory>
#include <string>
#include <string_view>
#include <vector>

#include "generators/generator.h"

namespace touchstone {

/// The methods that a run can ask: those of the built-in table, then its own, such as programs
/// named on the command line. Copies share their methods; each stays at its address as long as one
/// of the lists lives.
class MethodList {
 public:
    /// Makes a list of the built-in table.
    MethodList();
    /// Makes a list of this method alone.
    explicit MethodList(Generator generator);

    /// Appends a method. Throws UsageError when its id is taken.
    void add(Generator generator);

    /// Returns true when a method has this id.
    bool contains(std::string_view id) const;
    /// Returns the method with this id. Throws UnknownName, listing the known ids.
    const Generator& find(std::string_view id) const;
    /// Returns the method as `find` does, kept alive by the result.
    std::shared_ptr<const Generator> share(std::string_view id) const;

    /// Returns the methods, the built-in ones first.
    const std::vector<std::shared_ptr<const Generator>>& all() const { return methods_; }
    /// Returns the ids of the methods, in the order of the list.
    std::vector<std::string> ids() const;

 private:
    std::vector<std::shared_ptr<const Generator>> methods_;
};

}  // namespace touchstone
