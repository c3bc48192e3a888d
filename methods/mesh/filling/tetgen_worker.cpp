// The only program that TetGen runs in. TetGen 1.5 frees memory twice before it reports an error,
// aborts on others, may run without end, and is not thread-safe: here none of it can harm the
// caller. CGAL cuts solids here too, since it may take long and much memory.
//
// Reads one request from standard input, writes one response to standard output, and says on
// standard error what the library printed. See tetgen_protocol.h.

#define TETLIBRARY
#include <dlfcn.h>
#include <fcntl.h>
#include <gmp.h>
#include <malloc.h>
#include <pthread.h>
#include <sys/prctl.h>
#include <sys/resource.h>
#include <tetgen.h>
#include <unistd.h>

#include <algorithm>
#include <array>
#include <cerrno>
#include <cmath>
#include <csignal>
#include <cstdio>
#include <cstdlib>
#include <exception>
#include <new>
#include <string>
#include <string_view>
#include <typeinfo>
#include <vector>

#include "methods/base/files/standard_streams.h"
#include "methods/mesh/filling/nef_cut.h"
#include "methods/mesh/filling/tetgen_protocol.h"

namespace {

namespace protocol = touchstone::tetgen_protocol;
using touchstone::Vec3;

[[noreturn]] void leave(int status) {
    std::fflush(nullptr);
    _exit(status);
}

bool cgal_runs = false;  // `__cxa_throw` has no other way to know

}  // namespace

// TetGen reports errors as `throw int` after it has damaged the heap, so that the exception can no
// longer be caught. Taking over the throw itself, in this program alone, saves the code and the
// messages. CGAL's exceptions take their usual way.
// NOLINTNEXTLINE(bugprone-reserved-identifier,readability-identifier-naming): the library's name
extern "C" [[noreturn]] void __cxa_throw(void* object, void* type, void (*destroy)(void*)) {
    if (cgal_runs) {
        using Throw = void (*)(void*, void*, void (*)(void*));
        static const auto usual = reinterpret_cast<Throw>(::dlsym(RTLD_NEXT, "__cxa_throw"));
        if (usual != nullptr) {
            usual(object, type, destroy);
        }
    }
    if (type != nullptr && *static_cast<const std::type_info*>(type) == typeid(int)) {
        const int code = *static_cast<int*>(object);
        const bool known = code >= 0 && code <= protocol::kMaxTetGenCode;
        leave(protocol::TetGenError + (known ? code : protocol::kMaxTetGenCode));
    }
    leave(protocol::OutOfMemory);  // only the allocator throws here otherwise
}

namespace {

struct Request {
    bool for_tetgen = true;          // false: for CGAL
    double cpu_limit = 0.0;          // [s]
    std::uint64_t memory_limit = 0;  // [bytes]
    std::string switches;            // TetGen's alone
    std::vector<Vec3> vertices;
    std::vector<std::array<int, 3>> triangles;
    std::vector<Vec3> cavities;  // a point in each; TetGen's alone
};

std::string read_all(int descriptor) {
    std::string bytes;
    std::array<char, 65536> buffer;
    for (;;) {
        const ssize_t count = ::read(descriptor, buffer.data(), buffer.size());
        if (count > 0) {
            bytes.append(buffer.data(), static_cast<std::size_t>(count));
        } else if (count == 0) {
            return bytes;
        } else if (errno != EINTR) {
            leave(protocol::BadRequest);
        }
    }
}

void write_all(int descriptor, std::string_view bytes) {
    while (!bytes.empty()) {
        const ssize_t count = ::write(descriptor, bytes.data(), bytes.size());
        if (count >= 0) {
            bytes.remove_prefix(static_cast<std::size_t>(count));
        } else if (errno != EINTR) {
            leave(protocol::BadRequest);  // nobody listens
        }
    }
}

Request read_request() {
    const std::string bytes = read_all(STDIN_FILENO);
    protocol::Reader reader(bytes);
    const auto mark = reader.take<std::uint64_t>();
    Request request;
    request.for_tetgen = mark == protocol::kRequestMark;
    request.cpu_limit = reader.take<double>();
    request.memory_limit = reader.take<std::uint64_t>();
    if (request.for_tetgen) {
        request.switches = reader.take_text();
    }
    request.vertices = reader.take_rows<Vec3>();
    request.triangles = reader.take_rows<std::array<int, 3>>();
    if (request.for_tetgen) {
        request.cavities = reader.take_rows<Vec3>();
    }
    const bool is_known = request.for_tetgen || mark == protocol::kCutRequestMark;
    if (!is_known || !reader.is_complete()) {
        leave(protocol::BadRequest);
    }
    return request;
}

#if defined(__SANITIZE_ADDRESS__)
constexpr bool kLimitMemory = false;  // the sanitizer reserves terabytes of addresses
#elif defined(__has_feature)
#if __has_feature(address_sanitizer)
constexpr bool kLimitMemory = false;
#else
constexpr bool kLimitMemory = true;
#endif
#else
constexpr bool kLimitMemory = true;
#endif

void limit_resources(const Request& request) {
    constexpr double kLongest = 1e9;  // [s]: a longer limit is none
    const auto seconds = static_cast<rlim_t>(std::ceil(std::min(request.cpu_limit, kLongest)));
    const rlimit cpu{seconds, seconds + 1};
    ::setrlimit(RLIMIT_CPU, &cpu);
    const rlimit no_core{0, 0};
    ::setrlimit(RLIMIT_CORE, &no_core);
    if (kLimitMemory) {
        const rlimit memory{request.memory_limit, request.memory_limit};
        ::setrlimit(RLIMIT_AS, &memory);
    }
}

void fill(tetgenio& input, const Request& request) {
    // tetgenio frees its arrays with delete[].
    input.firstnumber = 0;
    input.numberofpoints = static_cast<int>(request.vertices.size());
    input.pointlist = new REAL[3 * request.vertices.size()];
    REAL* coordinate = input.pointlist;
    for (const Vec3& vertex : request.vertices) {
        for (int axis = 0; axis < 3; ++axis) {
            *coordinate++ = vertex[axis];
        }
    }
    input.numberofholes = static_cast<int>(request.cavities.size());
    input.holelist = request.cavities.empty() ? nullptr : new REAL[3 * request.cavities.size()];
    coordinate = input.holelist;
    for (const Vec3& point : request.cavities) {
        coordinate = std::copy(point.data(), point.data() + 3, coordinate);
    }
    // No facet markers: different ones would stop TetGen from treating coplanar triangles as one
    // facet.
    input.numberoffacets = static_cast<int>(request.triangles.size());
    input.facetlist = new tetgenio::facet[request.triangles.size()];
    for (std::size_t f = 0; f < request.triangles.size(); ++f) {
        tetgenio::facet& facet = input.facetlist[f];
        tetgenio::init(&facet);
        facet.numberofpolygons = 1;
        facet.polygonlist = new tetgenio::polygon[1];
        tetgenio::init(facet.polygonlist);
        facet.polygonlist->numberofvertices = 3;
        facet.polygonlist->vertexlist = new int[3];
        std::copy(request.triangles[f].begin(), request.triangles[f].end(),
                  facet.polygonlist->vertexlist);
    }
}

std::string make_response(const tetgenio& output) {
    std::vector<Vec3> vertices;
    vertices.reserve(output.numberofpoints);
    for (int v = 0; v < output.numberofpoints; ++v) {
        vertices.emplace_back(&output.pointlist[3 * v]);
    }
    std::vector<std::array<int, 4>> tets;
    tets.reserve(output.numberoftetrahedra);
    for (int t = 0; t < output.numberoftetrahedra; ++t) {
        const int* corners = &output.tetrahedronlist[t * output.numberofcorners];
        tets.push_back({corners[0], corners[1], corners[2], corners[3]});
    }
    std::string bytes;
    protocol::append(bytes, protocol::kResponseMark);
    protocol::append_rows(bytes, vertices);
    protocol::append_rows(bytes, tets);
    return bytes;
}

std::string make_response(const std::vector<std::vector<Vec3>>& pieces) {
    std::vector<Vec3> corners;
    std::vector<std::array<int, 1>> counts;
    counts.reserve(pieces.size());
    for (const std::vector<Vec3>& piece : pieces) {
        corners.insert(corners.end(), piece.begin(), piece.end());
        counts.push_back({static_cast<int>(piece.size())});
    }
    std::string bytes;
    protocol::append(bytes, protocol::kCutResponseMark);
    protocol::append_rows(bytes, corners);
    protocol::append_rows(bytes, counts);
    return bytes;
}

/// Fills a surface with tets by TetGen.
std::string answer_by_tetgen(Request& request) {
    tetgenio input;
    tetgenio output;
    fill(input, request);
    tetrahedralize(request.switches.data(), &input, &output);
    return make_response(output);
}

// Memory for GMP, which otherwise aborts where none is left.
void* allocate(std::size_t size) {
    void* const memory = std::malloc(size);
    if (memory == nullptr) {
        leave(protocol::OutOfMemory);
    }
    return memory;
}

void* reallocate(void* old, std::size_t, std::size_t size) {
    void* const memory = std::realloc(old, size);
    if (memory == nullptr) {
        leave(protocol::OutOfMemory);
    }
    return memory;
}

void release(void* memory, std::size_t) { std::free(memory); }

/// Cuts a solid into convex pieces by CGAL.
std::string answer_by_cgal(const Request& request) {
    cgal_runs = true;
    ::mp_set_memory_functions(&allocate, &reallocate, &release);
    try {
        const std::vector<std::vector<Vec3>> pieces =
            touchstone::cut_by_walls(request.vertices, request.triangles);
        if (pieces.empty()) {
            std::fputs("the triangles bound no solid\n", stderr);
            leave(protocol::CutFailed);
        }
        return make_response(pieces);
    } catch (const std::bad_alloc&) {
        leave(protocol::OutOfMemory);
    } catch (const std::exception& error) {
        std::fprintf(stderr, "%s\n", error.what());
        leave(protocol::CutFailed);
    }
}

/// TetGen recurses once per face of a large facet's boundary and deeper: the system's 8 MiB hold a
/// cylinder of 400 sides, 64 MiB one of 4096. Only what is used takes memory.
constexpr std::size_t kStackBytes = std::size_t{256} << 20;

/// Below the stack lies this much that nobody may touch: a fault there is the stack's overflow.
constexpr std::size_t kGuardBytes = std::size_t{1} << 20;

struct GuardedStack {
    const char* lowest = nullptr;  ///< of the guard
};
GuardedStack guarded_stack;  // a signal handler has no other way to know

extern "C" void judge_fault(int signal, siginfo_t* info, void*) {
    const char* const address = static_cast<const char*>(info->si_addr);
    const char* const lowest = guarded_stack.lowest;
    if (lowest != nullptr && address >= lowest && address < lowest + 2 * kGuardBytes) {
        _exit(protocol::StackOverflow);
    }
    std::signal(signal, SIG_DFL);  // the fault comes again, and ends the worker
}

/// Watches for an overflow of the stack. The handler needs a stack of its own: the other one is
/// full.
void watch_stack() {
    static std::array<char, 65536> handler_stack;
    stack_t stack{};
    stack.ss_sp = handler_stack.data();
    stack.ss_size = handler_stack.size();
    ::sigaltstack(&stack, nullptr);
    struct sigaction action {};
    action.sa_sigaction = &judge_fault;
    action.sa_flags = SA_SIGINFO | SA_ONSTACK;
    ::sigaction(SIGSEGV, &action, nullptr);
    pthread_attr_t attributes;
    void* lowest = nullptr;
    std::size_t size = 0;
    if (::pthread_getattr_np(::pthread_self(), &attributes) == 0) {
        ::pthread_attr_getstack(&attributes, &lowest, &size);
        ::pthread_attr_destroy(&attributes);
        guarded_stack.lowest = static_cast<const char*>(lowest) - kGuardBytes;
    }
}

/// Does all of the work, in a thread for the sake of its stack. Ends the program.
void* work(void*) {
    watch_stack();
    Request request = read_request();
    limit_resources(request);
    // The libraries print to standard output, which is for the response.
    const int response_descriptor = ::fcntl(STDOUT_FILENO, F_DUPFD_CLOEXEC, STDERR_FILENO + 1);
    ::dup2(STDERR_FILENO, STDOUT_FILENO);
    write_all(response_descriptor,
              request.for_tetgen ? answer_by_tetgen(request) : answer_by_cgal(request));
    leave(protocol::Done);
}

}  // namespace

int main() {
    touchstone::open_standard_streams();
    ::prctl(PR_SET_PDEATHSIG, SIGKILL);  // don't outlive the caller
#ifdef __GLIBC__
    ::mallopt(M_ARENA_MAX, 1);  // the thread takes its memory as the program itself would
#endif
    pthread_attr_t attributes;
    pthread_t thread{};
    ::pthread_attr_init(&attributes);
    ::pthread_attr_setstacksize(&attributes, kStackBytes);
    ::pthread_attr_setguardsize(&attributes, kGuardBytes);
    if (::pthread_create(&thread, &attributes, &work, nullptr) != 0) {
        leave(protocol::OutOfMemory);
    }
    ::pthread_join(thread, nullptr);
}
