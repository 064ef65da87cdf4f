// What a stream writes to a file, with the reason if that fails: the standard library's own loses it.
#pragma once

#include <array>
#include <filesystem>
#include <streambuf>

namespace stickslip::record::detail {

class FileBuffer : public std::streambuf {
 public:
  // `flags`: of ::open, beside that it is written to. error() tells whether that went well.
  FileBuffer(const std::filesystem::path& path, int flags);
  ~FileBuffer() override;
  FileBuffer(const FileBuffer&) = delete;
  FileBuffer& operator=(const FileBuffer&) = delete;
  FileBuffer(FileBuffer&&) = delete;
  FileBuffer& operator=(FileBuffer&&) = delete;

  // The descriptor; -1 where there is none.
  int file() const noexcept { return file_; }
  // Writes what is left. May be called again.
  void close() noexcept;
  // errno of the first failure; 0 where there was none.
  int error() const noexcept { return error_; }

 protected:
  int_type overflow(int_type c) override;
  std::streamsize xsputn(const char* text, std::streamsize count) override;
  int sync() override;

 private:
  bool write(const char* text, std::size_t count) noexcept;
  bool flush() noexcept;

  int file_;
  int error_ = 0;
  std::array<char, 65536> waiting_;
};

}  // namespace stickslip::record::detail
