#include "generators/method_list.h"

#include <algorithm>

#include "methods/base/error.h"
#include "methods/base/find_by_id.h"
#include "methods/base/join.h"

namespace touchstone {
namespace {

const std::string& id_of_shared(const std::shared_ptr<const Generator>& method) {
    return method->id;
}

}  // namespace

MethodList::MethodList() {
    for (const Generator& generator : all_generators()) {
        methods_.emplace_back(std::shared_ptr<void>(), &generator);  // the table outlives all lists
    }
}

MethodList::MethodList(Generator generator) {
    methods_.push_back(std::make_shared<const Generator>(std::move(generator)));
}

void MethodList::add(Generator generator) {
    if (contains(generator.id)) {
        throw UsageError("a generator with the id \"" + generator.id +
                         "\" exists already; choose another id");
    }
    methods_.push_back(std::make_shared<const Generator>(std::move(generator)));
}

bool MethodList::contains(std::string_view id) const {
    return std::ranges::find(methods_, id, id_of_shared) != methods_.end();
}

const Generator& MethodList::find(std::string_view id) const { return *share(id); }

std::shared_ptr<const Generator> MethodList::share(std::string_view id) const {
    const auto found = std::ranges::find(methods_, id, id_of_shared);
    if (found == methods_.end()) {
        refuse_unknown("generator", id, join(ids()));
    }
    return *found;
}

std::vector<std::string> MethodList::ids() const {
    std::vector<std::string> ids;
    ids.reserve(methods_.size());
    for (const std::shared_ptr<const Generator>& method : methods_) {
        ids.push_back(method->id);
    }
    return ids;
}

}  // namespace touchstone
