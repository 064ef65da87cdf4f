#include "browser.hpp"

#include <algorithm>
#include <array>
#include <cctype>
#include <cerrno>
#include <chrono>
#include <csignal>
#include <cstdlib>
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

constexpr std::array names = {"chromium", "chromium-browser", "google-chrome", "google-chrome-stable"};

fs::path on_path(const std::string& program) {
  if (program.find('/') != std::string::npos)
    return ::access(program.c_str(), X_OK) == 0 ? fs::path(program) : fs::path();
  const char* path = std::getenv("PATH");
  std::istringstream folders(path == nullptr ? "" : path);
  for (std::string folder; std::getline(folders, folder, ':');) {
    const fs::path file = fs::path(folder) / program;
    if (::access(file.c_str(), X_OK) == 0 && fs::is_regular_file(file)) return file;
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
    std::error_code ignored;  // the browser's last process may still be writing; the system cleans its folder
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

// Runs the program with its output and its errors in files; gives its exit status.
int run(const std::vector<std::string>& words, const fs::path& output, const fs::path& errors) {
  std::vector<char*> arguments;
  for (const std::string& word : words)
    arguments.push_back(const_cast<char*>(word.c_str()));  // NOLINT: POSIX's signature
  arguments.push_back(nullptr);
  posix_spawn_file_actions_t files{};
  posix_spawn_file_actions_init(&files);
  posix_spawn_file_actions_addopen(&files, STDIN_FILENO, "/dev/null", O_RDONLY, 0);
  posix_spawn_file_actions_addopen(&files, STDOUT_FILENO, output.c_str(), O_WRONLY | O_CREAT | O_TRUNC, 0600);
  posix_spawn_file_actions_addopen(&files, STDERR_FILENO, errors.c_str(), O_WRONLY | O_CREAT | O_TRUNC, 0600);
  pid_t child = 0;
  const int failed = ::posix_spawn(&child, words.front().c_str(), &files, nullptr, arguments.data(), environ);
  posix_spawn_file_actions_destroy(&files);
  if (failed != 0) throw std::system_error(failed, std::generic_category(), words.front());
  int status = 0;
  while (::waitpid(child, &status, WNOHANG) == 0) {
    if (is_interrupted()) ::kill(child, SIGTERM);
    std::this_thread::sleep_for(std::chrono::milliseconds(20));
  }
  throw_if_interrupted();
  return status;
}

}  // namespace

fs::path find_browser() {
  if (const char* wish = std::getenv("STICKSLIP_BROWSER"); wish != nullptr && *wish != '\0') {
    const fs::path program = on_path(wish);
    if (program.empty()) throw InvalidArgument(std::string("STICKSLIP_BROWSER = \"") + wish + "\" is no program");
    return program;
  }
  for (const char* name : names) {
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
  if (status != 0) {
    const std::string said = text_of(errors);
    throw std::runtime_error(browser.string() +
                             " failed: " + said.substr(said.size() - std::min<std::size_t>(said.size(), 400)));
  }
  return text_of(output);
}

}  // namespace stickslip::cli
