#include "stickslip/record/detail/file_buffer.hpp"

#include <cerrno>

#include <fcntl.h>
#include <unistd.h>

namespace stickslip::record::detail {

FileBuffer::FileBuffer(const std::filesystem::path& path, int flags)
    : file_(::open(path.c_str(), flags | O_WRONLY | O_CLOEXEC, 0666)) {
  if (file_ < 0) error_ = errno;
  setp(waiting_.data(), waiting_.data() + waiting_.size());
}

FileBuffer::~FileBuffer() {
  close();
}

void FileBuffer::close() noexcept {
  if (file_ < 0) return;
  flush();
  if (::close(file_) != 0 && error_ == 0) error_ = errno;
  file_ = -1;
}

bool FileBuffer::write(const char* text, std::size_t count) noexcept {
  while (count > 0 && error_ == 0) {
    const ssize_t written = ::write(file_, text, count);
    if (written < 0) {
      if (errno != EINTR) error_ = errno;
      continue;
    }
    text += written;
    count -= static_cast<std::size_t>(written);
  }
  return error_ == 0;
}

bool FileBuffer::flush() noexcept {
  const bool well = write(pbase(), static_cast<std::size_t>(pptr() - pbase()));
  setp(waiting_.data(), waiting_.data() + waiting_.size());
  return well;
}

FileBuffer::int_type FileBuffer::overflow(int_type c) {
  if (!flush()) return traits_type::eof();
  if (!traits_type::eq_int_type(c, traits_type::eof())) sputc(traits_type::to_char_type(c));
  return traits_type::not_eof(c);
}

std::streamsize FileBuffer::xsputn(const char* text, std::streamsize count) {
  if (count <= epptr() - pptr()) return std::streambuf::xsputn(text, count);
  return flush() && write(text, static_cast<std::size_t>(count)) ? count : 0;
}

int FileBuffer::sync() {
  return flush() ? 0 : -1;
}

}  // namespace stickslip::record::detail
