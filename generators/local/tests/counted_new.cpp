#include "generators/local/tests/counted_new.h"

#include <malloc.h>

#include <atomic>
#include <cstdlib>
#include <new>

namespace {

std::atomic<long> allocations{0};
std::atomic<long> allocated{0};  // now [bytes]
std::atomic<long> most{0};
std::atomic<long> at_start{0};

void* allocate(std::size_t size, std::size_t alignment) {
    ++allocations;
    // aligned_alloc wants a whole number of alignments.
    void* memory = std::aligned_alloc(alignment, (size + alignment) / alignment * alignment);
    if (memory == nullptr) {
        throw std::bad_alloc();
    }
    const long now = allocated += static_cast<long>(malloc_usable_size(memory));
    for (long before = most; before < now && !most.compare_exchange_weak(before, now);) {
    }
    return memory;
}

void release(void* memory) {
    allocated -= static_cast<long>(malloc_usable_size(memory));
    std::free(memory);
}

}  // namespace

long touchstone::testing::allocation_count() { return allocations; }
long touchstone::testing::most_allocated() { return most - at_start; }
void touchstone::testing::forget_most() {
    at_start = allocated.load();
    most = at_start.load();
}

// The array and nothrow forms of the standard library call these.
void* operator new(std::size_t size) { return allocate(size, __STDCPP_DEFAULT_NEW_ALIGNMENT__); }
void* operator new(std::size_t size, std::align_val_t alignment) {
    return allocate(size, static_cast<std::size_t>(alignment));
}
void operator delete(void* memory) noexcept { release(memory); }
void operator delete(void* memory, std::size_t) noexcept { release(memory); }
void operator delete(void* memory, std::align_val_t) noexcept { release(memory); }
void operator delete(void* memory, std::size_t, std::align_val_t) noexcept { release(memory); }
