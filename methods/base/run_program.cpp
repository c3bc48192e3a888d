#include "methods/base/run_program.h"

#include <exception>
#include <iostream>
#include <new>

#include "methods/base/error.h"
#include "methods/base/printable.h"

namespace touchstone {

int run_program(std::string_view name, const std::function<int()>& run) {
    const auto end_with = [&](int status, std::string_view message) {
        std::cerr << name << ": error: " << printable(message) << '\n';
        return status;
    };
    try {
        return run();
    } catch (const UsageError& error) {
        return end_with(kWrongUsageStatus, error.what());
    } catch (const std::bad_alloc&) {
        return end_with(kBadInputStatus, "out of memory");
    } catch (const std::exception& error) {
        return end_with(kBadInputStatus, error.what());
    }
}

}  // namespace touchstone
