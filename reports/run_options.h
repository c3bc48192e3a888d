#pragma once

#include <CLI/App.hpp>
#include <optional>
#include <span>
#include <string>
#include <vector>

#include "reports/report.h"
#include "testcases/study.h"

namespace touchstone {

/// What `report` and `contacts` are both told.
struct RunOptions {
    std::string profile = "corrected";
    std::optional<std::string> pose;
    int query = 1;
    std::optional<int> threads;
    std::vector<std::string> assignments;  ///< of `--set`
};

void add_run_options(CLI::App& command, RunOptions& options);

/// The request without its jitter. `generators`: ids, each counts once. Throws UsageError for what
/// does not exist, cannot be set or contradicts itself.
StudyRequest make_request(const RunOptions& options, std::vector<std::string> cases,
                          std::span<const std::string> generators);

Provenance make_provenance(const RunOptions& options, const StudyRequest& request);

}  // namespace touchstone
