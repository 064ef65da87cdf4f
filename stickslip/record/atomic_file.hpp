// A file that appears whole or not at all: written beside its place under another name, then renamed. An older file's
// permissions are kept. A link is followed and stays a link, or is replaced by the file (Links). What is no file, as a pipe, is
// written to directly; a pipe that nobody reads from is refused. Threads and processes may write the same file: that of the last one remains.
#pragma once

#include <filesystem>
#include <memory>
#include <ostream>

namespace stickslip::record {

namespace detail {
class FileBuffer;
}

// What happens to a link at a file's place: a path that a user names is followed, as the shell does; in the folder of a result links are
// replaced, so that nothing is written outside.
enum class Links { followed, replaced };

class AtomicFile {
 public:
  // Opens the temporary file. Throws std::filesystem::filesystem_error naming the path if it cannot be written.
  explicit AtomicFile(std::filesystem::path path, Links links = Links::followed);
  // Without commit() nothing is left behind.
  ~AtomicFile();
  AtomicFile(const AtomicFile&) = delete;
  AtomicFile& operator=(const AtomicFile&) = delete;
  AtomicFile(AtomicFile&&) = delete;
  AtomicFile& operator=(AtomicFile&&) = delete;

  std::ostream& stream() noexcept { return stream_; }
  // Puts the file in its place, over an older one. Throws as above if anything could not be written.
  void commit();

 private:
  std::filesystem::path path_;                  // as asked for
  std::filesystem::path place_;                 // where it leads, if it is a link that is followed
  std::filesystem::path partial_;               // what there is to remove; empty: nothing
  bool is_replaced_ = true;                     // else written to in place
  std::unique_ptr<detail::FileBuffer> buffer_;  // from when the path is known
  std::ostream stream_;
};

}  // namespace stickslip::record
