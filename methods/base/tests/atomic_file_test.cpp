#include "methods/base/files/atomic_file.h"

#include <fcntl.h>
#include <sys/file.h>
#include <sys/stat.h>
#include <unistd.h>

#include <atomic>
#include <cerrno>
#include <chrono>
#include <fstream>
#include <iterator>
#include <string>
#include <system_error>
#include <thread>
#include <vector>

#include "methods/base/error.h"
#include "methods/base/files/named_contents.h"
#include "methods/base/files/temporary_file.h"
#include "methods/testing/catch.h"
#include "methods/testing/failing_link.h"
#include "methods/testing/file_text.h"
#include "methods/testing/temporary_folder.h"

namespace touchstone {

namespace {

namespace fs = std::filesystem;
using namespace std::chrono_literals;

std::ptrdiff_t file_count(const fs::path& folder) {
    return std::distance(fs::directory_iterator(folder), fs::directory_iterator());
}

}  // namespace

TEST_CASE("write_file_atomically creates and replaces a file and leaves nothing beside it",
          "[base]") {
    const testing::TemporaryFolder folder;
    const fs::path path = folder.path() / "report.csv";
    const std::string binary("a\0b\n", 4);
    write_file_atomically(path, "first, and longer than what follows");
    write_file_atomically(path, binary);
    CHECK(testing::file_text(path) == binary);
    write_file_atomically(path, "");
    CHECK(testing::file_text(path).empty());
    CHECK(file_count(folder.path()) == 1);
}

TEST_CASE("write_file_atomically keeps the mode of the file it replaces", "[base]") {
    const testing::TemporaryFolder folder;
    const fs::path path = folder.path() / "private";
    write_file_atomically(path, "old");
    fs::permissions(path, fs::perms::owner_read | fs::perms::owner_write);
    write_file_atomically(path, "new");
    CHECK(fs::status(path).permissions() == (fs::perms::owner_read | fs::perms::owner_write));
}

TEST_CASE("write_file_atomically writes through links and leaves them in place", "[base]") {
    const testing::TemporaryFolder folder;
    fs::create_directory(folder.path() / "results");
    fs::create_symlink("results/latest", folder.path() / "link");
    // The first write finds a dangling link, the second a link to a file.
    for (const std::string contents : {"one", "two"}) {
        write_file_atomically(folder.path() / "link", contents);
        CHECK(fs::is_symlink(folder.path() / "link"));
        CHECK(testing::file_text(folder.path() / "results" / "latest") == contents);
    }
}

TEST_CASE("write_file_atomically never replaces a device or a pipe", "[base]") {
    const testing::TemporaryFolder folder;
    const fs::path path = folder.path() / "pipe";
    REQUIRE(::mkfifo(path.c_str(), 0600) == 0);
    std::string received;
    std::thread reader([&] { received = testing::file_text(path); });
    write_file_atomically(path, "through the pipe");
    reader.join();
    CHECK(received == "through the pipe");
    CHECK(fs::is_fifo(path));

    write_file_atomically("/dev/null", "lost");
    CHECK(fs::is_character_file("/dev/null"));
}

TEST_CASE("write_file_atomically names the path and the reason and leaves nothing behind",
          "[base]") {
    const testing::TemporaryFolder folder;
    CHECK_THROWS_WITH(write_file_atomically(folder.path() / "missing" / "file", "x"),
                      Catch::Contains("missing/file") && Catch::Contains("No such file"));
    CHECK_THROWS_WITH(write_file_atomically(folder.path(), "x"), Catch::Contains("directory"));
    CHECK_THROWS_AS(write_file_atomically("", "x"), FileError);
    CHECK_THROWS_AS(write_file_atomically(folder.path() / "", "x"), FileError);
    const fs::path too_long = folder.path() / std::string(300, 'n');
    CHECK_THROWS_WITH(write_file_atomically(too_long, "x"), Catch::Contains("too long"));
    fs::create_symlink("loop", folder.path() / "loop");
    CHECK_THROWS_AS(write_file_atomically(folder.path() / "loop", "x"), FileError);
    CHECK(file_count(folder.path()) == 1);
    CHECK_THROWS_WITH(write_file_atomically("/dev/full", "x"), Catch::Contains("No space left"));
}

TEST_CASE("write_file_atomically lets readers see one whole version at any time", "[base]") {
    const testing::TemporaryFolder folder;
    const fs::path path = folder.path() / "shared";
    const auto contents_of = [](int writer) {
        return std::string(100'000, static_cast<char>('a' + writer));
    };
    write_file_atomically(path, contents_of(0));
    std::vector<std::thread> writers;
    writers.reserve(4);
    for (int writer = 0; writer < 4; ++writer) {
        writers.emplace_back([&, writer] {
            for (int i = 0; i < 10; ++i) {
                write_file_atomically(path, contents_of(writer));
            }
        });
    }
    int torn_reads = 0;
    for (int i = 0; i < 100; ++i) {
        const std::string seen = testing::file_text(path);
        const bool whole =
            seen.size() == 100'000 && seen.find_first_not_of(seen.front()) == std::string::npos;
        torn_reads += whole ? 0 : 1;
    }
    for (std::thread& writer : writers) {
        writer.join();
    }
    CHECK(torn_reads == 0);
    CHECK(file_count(folder.path()) == 1);
}

TEST_CASE("write_file_unforced creates and replaces a file like the forced one", "[base]") {
    const testing::TemporaryFolder folder;
    fs::create_symlink("target", folder.path() / "link");
    for (const std::string contents : {"first, and longer than what follows", "two", ""}) {
        write_file_unforced(folder.path() / "link", contents);
        CHECK(fs::is_symlink(folder.path() / "link"));
        CHECK(testing::file_text(folder.path() / "target") == contents);
        CHECK(file_count(folder.path()) == 2);
    }
    CHECK_THROWS_WITH(write_file_unforced("/dev/full", "x"), Catch::Contains("No space left"));
    CHECK_THROWS_AS(write_file_unforced(folder.path() / "missing" / "file", "x"), FileError);
}

TEST_CASE("NamedContents gives a name to one of all that ask for it", "[base]") {
    const testing::TemporaryFolder folder;
    const fs::path path = folder.path() / "claim";
    NamedContents mine("mine");
    NamedContents yours("yours");
    CHECK(mine.create(path));
    CHECK_FALSE(yours.create(path));
    CHECK_FALSE(mine.create(path));
    CHECK(mine.is_at(path));
    CHECK_FALSE(yours.is_at(path));
    CHECK(testing::file_text(path) == "mine");
    CHECK_THROWS_AS(NamedContents("").create(folder.path() / "none" / "claim"), FileError);
    // A link that leads nowhere is a name that is taken.
    fs::create_symlink("nowhere", folder.path() / "link");
    CHECK_FALSE(mine.create(folder.path() / "link"));
    CHECK_FALSE(yours.create(folder.path() / "link"));

    constexpr int kRounds = 50;
    std::vector<int> winners(kRounds, 0);
    std::vector<std::vector<char>> won(4, std::vector<char>(kRounds, 0));
    std::vector<std::thread> threads;
    threads.reserve(won.size());
    for (std::size_t i = 0; i < won.size(); ++i) {
        threads.emplace_back([&, &own = won[i], &contents = i < 2 ? mine : yours] {
            for (int k = 0; k < kRounds; ++k) {
                own[k] = contents.create(folder.path() / std::to_string(k)) ? 1 : 0;
            }
        });
    }
    for (std::thread& thread : threads) {
        thread.join();
    }
    for (int i = 0; i < kRounds; ++i) {
        for (const std::vector<char>& own : won) {
            winners[i] += own[i];
        }
    }
    CHECK(winners == std::vector<int>(kRounds, 1));
}

TEST_CASE("the names of NamedContents are of one file, and the temporary one goes with it",
          "[base]") {
    const testing::TemporaryFolder folder;
    {
        NamedContents contents("text");
        CHECK(file_count(folder.path()) == 0);
        CHECK(contents.create(folder.path() / "one"));
        CHECK(contents.create(folder.path() / "two"));
        CHECK(fs::equivalent(folder.path() / "one", folder.path() / "two"));
        sweep_temporary_files(folder.path());  // it is in use
        CHECK(file_count(folder.path()) == 3);
        fs::remove(folder.path() / "one");
        CHECK_FALSE(contents.is_at(folder.path() / "one"));
        CHECK(contents.is_at(folder.path() / "two"));
    }
    CHECK(file_count(folder.path()) == 1);
    CHECK(testing::file_text(folder.path() / "two") == "text");
}

TEST_CASE("NamedContents makes names again when its file was swept away", "[base]") {
    const testing::TemporaryFolder folder;
    NamedContents contents("text");
    CHECK(contents.create(folder.path() / "one"));
    for (const auto& entry : fs::directory_iterator(folder.path())) {
        if (entry.path().extension() == ".tmp") {
            fs::remove(entry.path());
        }
    }
    CHECK(contents.create(folder.path() / "two"));
    CHECK(testing::file_text(folder.path() / "two") == "text");
    CHECK(contents.is_at(folder.path() / "two"));
    fs::remove_all(folder.path());
    CHECK_THROWS_AS(contents.create(folder.path() / "three"), FileError);
    fs::create_directories(folder.path());
    CHECK(contents.create(folder.path() / "three"));
}

TEST_CASE("sweep_temporary_files removes what killed runs left, and nothing else", "[base]") {
    const testing::TemporaryFolder folder;
    // No system gives a process such a number.
    const std::vector<std::string> left{".touchstone-4194305-0.tmp", ".touchstone-4194305-1.h5.tmp",
                                        ".touchstone-12-7.tmp"};
    const std::vector<std::string> kept{"report.tmp", ".touchstone-4194305-0.tmp.txt",
                                        ".touchstone-" + std::to_string(::getpid()) + "-0.h5.tmp"};
    for (const std::vector<std::string>& names : {left, kept}) {
        for (const std::string& name : names) {
            std::ofstream(folder.path() / name) << "half a file";
        }
    }
    const fs::path written = folder.path() / ".touchstone-4194305-2.tmp";
    const int writer = ::open(written.c_str(), O_WRONLY | O_CREAT | O_CLOEXEC, 0600);
    REQUIRE(::flock(writer, LOCK_EX) == 0);
    fs::create_symlink("report.tmp", folder.path() / ".touchstone-4194305-3.tmp");
    sweep_temporary_files(folder.path());
    for (const std::string& name : left) {
        CHECK_FALSE(fs::exists(folder.path() / name));
    }
    for (const std::string& name : kept) {
        CHECK(fs::exists(folder.path() / name));
    }
    CHECK(fs::exists(written));
    ::close(writer);
    sweep_temporary_files(folder.path());
    CHECK_FALSE(fs::exists(written));
    CHECK_NOTHROW(sweep_temporary_files(folder.path() / "missing"));
}

TEST_CASE("a temporary file is never swept away under who writes it", "[base]") {
    const testing::TemporaryFolder folder;
    constexpr int kFiles = 60;
    std::atomic<int> writing = 3;
    std::atomic<int> lost = 0;
    std::vector<std::thread> threads;
    threads.reserve(5);
    for (int writer = 0; writer < 3; ++writer) {
        threads.emplace_back([&, target = folder.path() / std::to_string(writer)] {
            for (int i = 0; i < kFiles; ++i) {
                TemporaryFile file(folder.path(), target);
                file.write("text", target, false);
                lost += file.rename_to(target) ? 0 : 1;
            }
            --writing;
        });
    }
    for (int sweeper = 0; sweeper < 2; ++sweeper) {
        threads.emplace_back([&] {
            while (writing > 0) {
                sweep_temporary_files(folder.path());
            }
        });
    }
    for (std::thread& thread : threads) {
        thread.join();
    }
    CHECK(lost == 0);
    sweep_temporary_files(folder.path());
    CHECK(file_count(folder.path()) == 3);
}

TEST_CASE("a process never gives a temporary name twice", "[base]") {
    const testing::TemporaryFolder folder;
    const fs::path target = folder.path() / "file";
    fs::path name;
    {
        TemporaryFile first(folder.path(), target);
        name = first.path();
        CHECK(first.rename_to(target));
        CHECK_FALSE(first.is_at(name));
        CHECK(first.path() == name);
    }
    const TemporaryFile second(folder.path(), target);
    CHECK(second.path() != name);
}

TEST_CASE("a file whose temporary one a machine without the lock removes is written all the same",
          "[base]") {
    const testing::TemporaryFolder folder;
    const fs::path target = folder.path() / "file";
    {
        TemporaryFile file(folder.path(), target);
        fs::remove(file.path());
        CHECK_FALSE(file.rename_to(target));
        std::ofstream(file.path()) << "of another";
        CHECK_FALSE(file.is_at(file.path()));
    }
    CHECK(file_count(folder.path()) == 1);  // what is another's by now stays
    fs::remove_all(folder.path());
    fs::create_directory(folder.path());

    const std::string text(8 << 20, 'a');
    std::atomic<bool> removed = false;
    std::atomic<bool> failed = false;
    std::thread writer([&] {
        // Most often the first of them is removed before it is whole.
        for (int i = 0; i < 100 && !removed; ++i) {
            try {
                write_file_unforced(target, text);
            } catch (const FileError&) {
                failed = true;
            }
        }
    });
    const auto deadline = std::chrono::steady_clock::now() + std::chrono::seconds(30);
    while (!removed && std::chrono::steady_clock::now() < deadline) {
        for (const auto& entry : fs::directory_iterator(folder.path())) {
            std::error_code error;
            if (!removed && entry.path().extension() == ".tmp") {
                removed = fs::remove(entry.path(), error);
            }
        }
    }
    writer.join();
    CHECK(removed);
    CHECK_FALSE(failed);
    CHECK(fs::file_size(target) == text.size());
    CHECK(file_count(folder.path()) == 1);
}

TEST_CASE("NamedContents dates all of its names at a time", "[base]") {
    const testing::TemporaryFolder folder;
    NamedContents contents("text");
    CHECK_NOTHROW(contents.touch());
    for (const char* name : {"one", "two"}) {
        REQUIRE(contents.create(folder.path() / name));
    }
    fs::last_write_time(folder.path() / "one", fs::file_time_type::clock::now() - 1h);
    contents.touch();
    for (const char* name : {"one", "two"}) {
        CHECK(fs::last_write_time(folder.path() / name) > fs::file_time_type::clock::now() - 30min);
    }
    const TemporaryFile file(folder.path(), folder.path());
    CHECK(file.touched() == fs::last_write_time(file.path()));
}

TEST_CASE("NamedContents begins another file when one has all the names it can have", "[base]") {
    const testing::TemporaryFolder folder;
    NamedContents contents("text");
    REQUIRE(contents.create(folder.path() / "one"));
    {
        const testing::FailingLink once(EMLINK, 1);
        CHECK(contents.create(folder.path() / "two"));
    }
    CHECK(contents.is_at(folder.path() / "two"));
    CHECK_FALSE(contents.is_at(folder.path() / "one"));
    const testing::FailingLink always(EMLINK, 100);  // one name is all that a file can have
    CHECK(contents.create(folder.path() / "three"));
    CHECK_FALSE(contents.create(folder.path() / "three"));
    for (const char* name : {"one", "two", "three"}) {
        CHECK(testing::file_text(folder.path() / name) == "text");
    }
}

TEST_CASE("NamedContents makes a file for each name where files have but one", "[base]") {
    const int error_number = GENERATE(EPERM, ENOTSUP, ENOSYS);
    const testing::TemporaryFolder folder;
    {
        const testing::FailingLink always(error_number, 100);
        NamedContents contents("text");
        CHECK(contents.create(folder.path() / "one"));
        CHECK_FALSE(contents.create(folder.path() / "one"));
        CHECK_FALSE(contents.is_at(folder.path() / "one"));
        CHECK(testing::file_text(folder.path() / "one") == "text");
    }
    CHECK(file_count(folder.path()) == 1);
}

}  // namespace touchstone
