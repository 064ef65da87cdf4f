#include "browser.hpp"

#include <algorithm>
#include <array>
#include <cctype>
#include <cerrno>
#include <chrono>
#include <csignal>
#include <cstdlib>
#include <optional>
#include <sstream>
#include <stdexcept>
#include <system_error>
#include <thread>
#include <vector>

#include <fcntl.h>
#include <fmt/core.h>
#include <spawn.h>
#include <sys/wait.h>
#include <unistd.h>

#include "stickslip/core/error.hpp"

#include "interrupt.hpp"

namespace stickslip::cli {

namespace fs = std::filesystem;

namespace {

// The first has no window to draw, and takes 40 % less time than the others.
constexpr std::array browser_names = {"chromium-headless-shell", "chromium", "chromium-browser", "google-chrome",
                                      "google-chrome-stable"};

fs::path on_path(const std::string& program) {
  const auto is_program = [](const fs::path& file) {
    std::error_code ignored;
    return ::access(file.c_str(), X_OK) == 0 && fs::is_regular_file(file, ignored);
  };
  if (program.find('/') != std::string::npos) return is_program(program) ? fs::path(program) : fs::path();
  const char* path = std::getenv("PATH");
  std::istringstream folders(path == nullptr ? "" : path);
  for (std::string folder; std::getline(folders, folder, ':');) {
    const fs::path file = fs::path(folder) / program;
    if (is_program(file)) return file;
  }
  return {};
}

// A folder of its own for the browser's profile, so that it neither sees nor changes the user's.
class TemporaryFolder {
 public:
  TemporaryFolder() {
    std::string pattern = (fs::temp_directory_path() / "stickslip_browser_XXXXXX").string();
    if (::mkdtemp(pattern.data()) == nullptr) throw std::system_error(errno, std::generic_category(), pattern);
    path_ = pattern;
  }
  ~TemporaryFolder() {
    std::error_code ignored;  // the system cleans its folder
    fs::remove_all(path_, ignored);
  }
  TemporaryFolder(const TemporaryFolder&) = delete;
  TemporaryFolder& operator=(const TemporaryFolder&) = delete;
  TemporaryFolder(TemporaryFolder&&) = delete;
  TemporaryFolder& operator=(TemporaryFolder&&) = delete;
  const fs::path& path() const noexcept { return path_; }

 private:
  fs::path path_;
};

std::string file_url(const fs::path& path) {
  std::string url = "file://";
  for (const char c : fs::absolute(path).string()) {
    const auto byte = static_cast<unsigned char>(c);
    const bool plain = std::isalnum(byte) != 0 || c == '/' || c == '.' || c == '-' || c == '_' || c == '~';
    url += plain ? std::string(1, c) : fmt::format("%{:02X}", byte);
  }
  return url;
}

std::string text_of(const fs::path& path) {
  std::string text;
  const int file = ::open(path.c_str(), O_RDONLY);
  std::array<char, 65536> buffer{};
  for (ssize_t got = 0; file >= 0 && (got = ::read(file, buffer.data(), buffer.size())) > 0;) {
    text.append(buffer.data(), static_cast<std::size_t>(got));
  }
  if (file >= 0) ::close(file);
  return text;
}

// A program and all that it starts: a browser is many processes, and may itself be started by a script.
class ProcessGroup {
 public:
  // Output and errors go to files.
  ProcessGroup(const std::vector<std::string>& words, const fs::path& output, const fs::path& errors) {
    std::vector<char*> arguments;
    for (const std::string& word : words)
      arguments.push_back(const_cast<char*>(word.c_str()));  // NOLINT: POSIX's signature
    arguments.push_back(nullptr);
    posix_spawn_file_actions_t files{};
    posix_spawn_file_actions_init(&files);
    posix_spawn_file_actions_addopen(&files, STDIN_FILENO, "/dev/null", O_RDONLY, 0);
    posix_spawn_file_actions_addopen(&files, STDOUT_FILENO, output.c_str(), O_WRONLY | O_CREAT | O_TRUNC, 0600);
    posix_spawn_file_actions_addopen(&files, STDERR_FILENO, errors.c_str(), O_WRONLY | O_CREAT | O_TRUNC, 0600);
    posix_spawnattr_t attributes{};
    posix_spawnattr_init(&attributes);
    posix_spawnattr_setflags(&attributes, POSIX_SPAWN_SETPGROUP);
    posix_spawnattr_setpgroup(&attributes, 0);
    const int failed = ::posix_spawn(&first_, words.front().c_str(), &files, &attributes, arguments.data(), environ);
    posix_spawnattr_destroy(&attributes);
    posix_spawn_file_actions_destroy(&files);
    if (failed != 0) throw std::system_error(failed, std::generic_category(), words.front());
  }

  // The first process's status, if it has ended.
  std::optional<int> status() const {
    int status = 0;
    if (::waitpid(first_, &status, WNOHANG) == 0) return std::nullopt;
    return status;
  }
  void signal(int number) const { ::kill(-first_, number); }

 private:
  pid_t first_ = 0;
};

// Runs the program to its end; gives its exit status. Ends it when the user interrupts, or when it takes too long.
int run(const std::vector<std::string>& words, const fs::path& output, const fs::path& errors) {
  using Clock = std::chrono::steady_clock;
  constexpr std::chrono::seconds patience = std::chrono::minutes(10), grace(3);
  const ProcessGroup program(words, output, errors);
  const Clock::time_point late = Clock::now() + patience;
  std::optional<Clock::time_point> asked_to_end;  // when it was asked to end
  for (;;) {
    if (const std::optional<int> status = program.status()) {
      program.signal(SIGKILL);  // whoever of its group outlived it
      throw_if_interrupted();
      if (asked_to_end) throw std::runtime_error(words.front() + " took more than 10 minutes and was stopped");
      return *status;
    }
    const Clock::time_point now = Clock::now();
    if (!asked_to_end && (is_interrupted() || now > late)) {
      program.signal(SIGTERM);
      asked_to_end = now;
    }
    if (asked_to_end && now > *asked_to_end + grace) program.signal(SIGKILL);
    std::this_thread::sleep_for(std::chrono::milliseconds(20));
  }
}

// "exit code 3: its last line" or "signal 11".
std::string reason(int status, const std::string& said) {
  const std::size_t end = said.find_last_not_of(" \n");
  const std::string text = end == std::string::npos ? "" : said.substr(0, end + 1);
  const std::string last = text.substr(text.find_last_of('\n') + 1);
  const std::string how = WIFSIGNALED(status) ? fmt::format("signal {}", WTERMSIG(status))
                                              : fmt::format("exit code {}", WEXITSTATUS(status));
  return last.empty() ? how : how + ": " + last;
}

}  // namespace

fs::path find_browser() {
  if (const char* wish = std::getenv("STICKSLIP_BROWSER"); wish != nullptr && *wish != '\0') {
    const fs::path program = on_path(wish);
    if (program.empty()) throw InvalidArgument(std::string("STICKSLIP_BROWSER = \"") + wish + "\" is no program");
    return program;
  }
  for (const char* name : browser_names) {
    if (const fs::path program = on_path(name); !program.empty()) return program;
  }
  throw InvalidArgument(
      "--plots needs Chromium to draw: install the package chromium, or set STICKSLIP_BROWSER to its path");
}

std::string document_after_load(const fs::path& browser, const fs::path& page, const std::string& fragment) {
  const TemporaryFolder folder;
  std::vector<std::string> words = {browser.string(),
                                    "--headless",
                                    "--dump-dom",
                                    "--disable-gpu",
                                    "--enable-unsafe-swiftshader",  // scenes without a graphics card
                                    "--hide-scrollbars",
                                    "--no-first-run",
                                    "--disable-background-networking",
                                    "--disable-component-update",
                                    "--disable-sync",
                                    "--disable-dev-shm-usage",
                                    "--user-data-dir=" + folder.path().string()};
  if (::geteuid() == 0) words.emplace_back("--no-sandbox");  // Chromium refuses its sandbox to root
  words.push_back(file_url(page) + "#" + fragment);
  const fs::path output = folder.path() / "document.html", errors = folder.path() / "errors.txt";
  const int status = run(words, output, errors);
  if (status != 0) throw std::runtime_error(browser.string() + " failed, " + reason(status, text_of(errors)));
  return text_of(output);
}

}  // namespace stickslip::cli
