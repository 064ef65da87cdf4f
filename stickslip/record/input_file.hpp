// A file that is read. Only regular files are: a pipe or a device could keep the reader waiting for ever.
#pragma once

#include <cstddef>
#include <filesystem>
#include <string>

namespace stickslip::record {

class InputFile {
 public:
  // Throws std::filesystem::filesystem_error with the system's reason if the file cannot be opened, or is a folder;
  // ParseError if it is something else than a regular file.
  explicit InputFile(std::filesystem::path path);
  ~InputFile();
  InputFile(const InputFile&) = delete;
  InputFile& operator=(const InputFile&) = delete;
  InputFile(InputFile&&) = delete;
  InputFile& operator=(InputFile&&) = delete;

  // The next bytes: `most` of them, or all that are left. Throws std::filesystem::filesystem_error if that fails.
  std::string read(std::size_t most = std::string::npos);

 private:
  std::filesystem::path path_;
  int file_;
};

}  // namespace stickslip::record
