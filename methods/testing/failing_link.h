#pragma once

namespace touchstone::testing {

/// While it lives, the first calls of link() in this program fail with an errno value, as on file
/// systems that are not at hand. One at a time.
class FailingLink {
 public:
    /// `makes_name`: true: the name is made all the same, as when the answer is lost on a network.
    FailingLink(int error_number, int calls, bool makes_name = false);
    FailingLink(const FailingLink&) = delete;
    FailingLink& operator=(const FailingLink&) = delete;
    ~FailingLink();
};

}  // namespace touchstone::testing
