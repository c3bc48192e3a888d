#pragma once

#include <memory>
#include <string>
#include <string_view>
#include <vector>

#include "generators/generator.h"

namespace touchstone {

/// The methods that a run can ask: those of the built-in table, then those of its own, as programs
/// of the command line. Copies share their methods, each of which stays where it is as long as one
/// of them lives.
class MethodList {
 public:
    MethodList();                              ///< the built-in table
    explicit MethodList(Generator generator);  ///< that one alone

    /// Appends a method. Throws UsageError when its id is taken.
    void add(Generator generator);

    bool contains(std::string_view id) const;
    const Generator& find(std::string_view id) const;  ///< or UnknownName, listing the known ids
    std::shared_ptr<const Generator> share(std::string_view id) const;  ///< the same, kept alive

    const std::vector<std::shared_ptr<const Generator>>& all() const { return methods_; }
    std::vector<std::string> ids() const;

 private:
    std::vector<std::shared_ptr<const Generator>> methods_;
};

}  // namespace touchstone
