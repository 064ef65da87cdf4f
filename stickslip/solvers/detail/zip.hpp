// The members of a zip archive in memory, as far as numpy writes them: stored or deflated, not encrypted, on one disk.
#pragma once

#include <cstddef>
#include <cstdint>
#include <stdexcept>
#include <string>
#include <string_view>
#include <vector>

namespace stickslip::solvers::detail {

// What is wrong with the archive.
class ZipError : public std::runtime_error {
 public:
  using std::runtime_error::runtime_error;
};

class Zip {
 public:
  // Reads the directory at the archive's end. `bytes` must outlive this. Throws ZipError.
  explicit Zip(std::string_view bytes);

  bool has(std::string_view name) const noexcept { return find(name) != nullptr; }
  // The first bytes of a member, `most` of them or all there are. Throws ZipError where there is no such member.
  std::string begin_of(std::string_view name, std::size_t most) const;
  // The whole member, which must have this length and the checksum that the directory says.
  std::string contents(std::string_view name, std::size_t length) const;

 private:
  struct Member {
    std::string_view name;
    unsigned method;
    std::uint32_t checksum;
    std::string_view packed;
    std::uint64_t length;  // unpacked
  };

  const Member* find(std::string_view name) const noexcept;
  const Member& at(std::string_view name) const;
  static std::string unpack(const Member& member, std::size_t most);
  Member read_member(std::size_t& place) const;

  std::string_view bytes_;
  std::vector<Member> members_;
};

struct ZipEntry {
  std::string name, contents;
};

// The bytes of an archive with these members, stored. Together they are shorter than 4 GB.
std::string zip_archive(const std::vector<ZipEntry>& entries);

}  // namespace stickslip::solvers::detail
