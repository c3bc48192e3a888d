#include "methods/base/work/work_log.h"

#include <atomic>
#include <cassert>

namespace touchstone {
namespace {

std::atomic<WorkLog*> the_log{nullptr};

/// FNV-1a: the same bytes give the same digest in every run.
std::uint64_t digest_of(std::string_view bytes, std::string_view more) {
    std::uint64_t digest = 14695981039346656037ULL;
    for (const std::string_view part : {bytes, more}) {
        for (const char byte : part) {
            digest = (digest ^ static_cast<unsigned char>(byte)) * 1099511628211ULL;
        }
    }
    return digest;
}

}  // namespace

WorkLog::WorkLog() {
    WorkLog* none = nullptr;
    [[maybe_unused]] const bool is_only = the_log.compare_exchange_strong(none, this);
    assert(is_only);
}

WorkLog::~WorkLog() { the_log.store(nullptr); }

int WorkLog::count(Work work) const {
    const std::lock_guard lock(mutex_);
    int sum = 0;
    if (const auto done = done_.find(work); done != done_.end()) {
        for (const auto& [thing, times] : done->second) {
            sum += times;
        }
    }
    return sum;
}

int WorkLog::distinct(Work work) const {
    const std::lock_guard lock(mutex_);
    const auto done = done_.find(work);
    return done == done_.end() ? 0 : static_cast<int>(done->second.size());
}

void WorkLog::add(Work work, std::uint64_t thing) {
    const std::lock_guard lock(mutex_);
    ++done_[work][thing];
}

void note_work(Work work, std::string_view bytes, std::string_view more) {
    if (WorkLog* const log = the_log.load()) {
        log->add(work, digest_of(bytes, more));
    }
}

}  // namespace touchstone
