#include "stickslip/solvers/detail/zip.hpp"

#include <algorithm>
#include <limits>

#include <zlib.h>

namespace stickslip::solvers::detail {

namespace {

constexpr std::uint32_t end_signature = 0x06054b50, directory_signature = 0x02014b50, member_signature = 0x04034b50;
constexpr std::size_t end_size = 22, directory_size = 46, member_size = 30;
constexpr unsigned stored = 0, deflated = 8;
constexpr std::uint64_t in_extra = 0xFFFFFFFF;  // a length of 32 bits that stands, with 64, in the extra field
constexpr unsigned zip64_extra = 1;

// A little-endian number of `width` bytes. The caller has made sure that they are there.
std::uint64_t number(std::string_view bytes, std::size_t at, std::size_t width) {
  std::uint64_t value = 0;
  for (std::size_t i = width; i-- > 0;) value = value << 8U | static_cast<unsigned char>(bytes[at + i]);
  return value;
}

std::string_view piece(std::string_view bytes, std::uint64_t begin, std::uint64_t length, const char* what) {
  if (begin > bytes.size() || length > bytes.size() - begin) {
    throw ZipError(std::string("not a whole zip archive: ") + what + " reaches beyond the end");
  }
  return bytes.substr(begin, length);
}

// Lengths and place of a member, as the directory has them: those of 32 bits that are full stand in the extra field, in this order.
void take_from_extra(std::string_view extra, std::uint64_t& length, std::uint64_t& packed, std::uint64_t& place) {
  while (extra.size() >= 4) {
    const auto kind = number(extra, 0, 2), size = number(extra, 2, 2);
    std::string_view field = piece(extra, 4, size, "an extra field");
    if (kind == zip64_extra) {
      for (std::uint64_t* value : {&length, &packed, &place}) {
        if (*value != in_extra) continue;
        *value = number(piece(field, 0, 8, "a length of 64 bits"), 0, 8);
        field.remove_prefix(8);
      }
      return;
    }
    extra.remove_prefix(4 + size);
  }
}

struct Inflater {
  z_stream stream{};
  Inflater() {
    if (inflateInit2(&stream, -MAX_WBITS) != Z_OK) throw ZipError("zlib is out of memory");
  }
  ~Inflater() { inflateEnd(&stream); }
  Inflater(const Inflater&) = delete;
  Inflater& operator=(const Inflater&) = delete;
  Inflater(Inflater&&) = delete;
  Inflater& operator=(Inflater&&) = delete;
};

// At most `most` bytes. Memory grows with what there really is.
std::string inflated(std::string_view packed, std::size_t most) {
  constexpr std::size_t portion = std::size_t{1} << 20U;
  Inflater inflater;
  z_stream& stream = inflater.stream;
  std::string text;
  int state = Z_OK;
  while (state == Z_OK && text.size() < most) {
    const std::size_t had = text.size(), next = std::min(portion, packed.size());
    text.resize(had + std::min({std::max(portion, had), most - had, std::size_t{1} << 30U}));
    if (stream.avail_in == 0) {
      stream.next_in = reinterpret_cast<Bytef*>(const_cast<char*>(packed.data()));  // zlib only reads
      stream.avail_in = static_cast<uInt>(next);
      packed.remove_prefix(next);
    }
    stream.next_out = reinterpret_cast<Bytef*>(text.data() + had);
    stream.avail_out = static_cast<uInt>(text.size() - had);
    state = inflate(&stream, Z_NO_FLUSH);
    text.erase(text.size() - stream.avail_out);
    if (state == Z_BUF_ERROR && stream.avail_in == 0 && !packed.empty()) state = Z_OK;
  }
  if (state != Z_OK && state != Z_STREAM_END) throw ZipError("cannot be unpacked: the compressed bytes are damaged");
  return text;
}

// `value` as a little-endian number of `width` bytes.
std::string bytes_of(std::uint64_t value, std::size_t width) {
  std::string bytes;
  for (std::size_t i = 0; i < width; ++i, value >>= 8U) bytes += static_cast<char>(value & 0xFFU);
  return bytes;
}

std::uint32_t checksum_of(const std::string& contents) {
  return static_cast<std::uint32_t>(crc32_z(0, reinterpret_cast<const Bytef*>(contents.data()), contents.size()));
}

}  // namespace

std::string zip_archive(const std::vector<ZipEntry>& entries) {
  constexpr unsigned version = 20, flags = 0, midnight = 0,
                     first_of_1980 = 33;  // no time: the same bytes for the same contents
  std::string archive, directory;
  for (const ZipEntry& entry : entries) {
    // What stands before a member and, again, in the directory.
    const std::string facts = bytes_of(version, 2) + bytes_of(flags, 2) + bytes_of(stored, 2) + bytes_of(midnight, 2) +
                              bytes_of(first_of_1980, 2) + bytes_of(checksum_of(entry.contents), 4) +
                              bytes_of(entry.contents.size(), 4) + bytes_of(entry.contents.size(), 4) +
                              bytes_of(entry.name.size(), 2) + bytes_of(0, 2);  // no extra field
    const std::string no_comment_disk_or_attributes(10, '\0');
    directory.append(bytes_of(directory_signature, 4)).append(bytes_of(version, 2)).append(facts);
    directory.append(no_comment_disk_or_attributes).append(bytes_of(archive.size(), 4)).append(entry.name);
    archive.append(bytes_of(member_signature, 4)).append(facts).append(entry.name).append(entry.contents);
  }
  const std::string disks(4, '\0'), count = bytes_of(entries.size(), 2), no_comment(2, '\0');
  return archive + directory + bytes_of(end_signature, 4) + disks + count + count + bytes_of(directory.size(), 4) +
         bytes_of(archive.size(), 4) + no_comment;
}

Zip::Zip(std::string_view bytes) : bytes_(bytes) {
  // The record at the end is followed by a comment of at most 65535 bytes, as a rule by none.
  constexpr std::size_t longest_comment = 65535;
  if (bytes.size() < end_size) throw ZipError("not a zip archive");
  std::size_t end = bytes.size() - end_size;
  const std::size_t first = end > longest_comment ? end - longest_comment : 0;
  while (number(bytes, end, 4) != end_signature) {
    if (end-- == first) throw ZipError("not a zip archive, or not a whole one");
  }
  const auto count = number(bytes, end + 10, 2), place = number(bytes, end + 16, 4);
  std::size_t at = place;
  for (std::uint64_t i = 0; i < count; ++i) members_.push_back(read_member(at));
}

Zip::Member Zip::read_member(std::size_t& place) const {
  const std::string_view entry = piece(bytes_, place, directory_size, "the directory");
  if (number(entry, 0, 4) != directory_signature) throw ZipError("damaged: an entry of its directory is none");
  const auto flags = number(entry, 8, 2), name_size = number(entry, 28, 2), extra_size = number(entry, 30, 2),
             comment_size = number(entry, 32, 2);
  const std::string_view name = piece(bytes_, place + directory_size, name_size, "a name");
  const std::string_view extra = piece(bytes_, place + directory_size + name_size, extra_size, "an extra field");
  place += directory_size + name_size + extra_size + comment_size;
  std::uint64_t packed = number(entry, 20, 4), length = number(entry, 24, 4), at = number(entry, 42, 4);
  take_from_extra(extra, length, packed, at);
  if ((flags & 1U) != 0) throw ZipError("encrypted archives are not supported");
  const std::string_view header = piece(bytes_, at, member_size, "a member");
  if (number(header, 0, 4) != member_signature) throw ZipError("damaged: a member is not where the directory says");
  const std::uint64_t begin = at + member_size + number(header, 26, 2) + number(header, 28, 2);
  return {name, static_cast<unsigned>(number(entry, 10, 2)), static_cast<std::uint32_t>(number(entry, 16, 4)),
          piece(bytes_, begin, packed, "a member"), length};
}

const Zip::Member* Zip::find(std::string_view name) const noexcept {
  const auto found = std::find_if(members_.begin(), members_.end(), [&](const Member& m) { return m.name == name; });
  return found == members_.end() ? nullptr : &*found;
}

const Zip::Member& Zip::at(std::string_view name) const {
  if (const Member* member = find(name)) return *member;
  throw ZipError("has no member " + std::string(name));
}

std::string Zip::unpack(const Member& member, std::size_t most) {
  if (member.method == stored) return std::string(member.packed.substr(0, most));
  if (member.method == deflated) return inflated(member.packed, most);
  throw ZipError("is packed by method " + std::to_string(member.method) + "; stored and deflated are supported");
}

std::string Zip::begin_of(std::string_view name, std::size_t most) const {
  return unpack(at(name), most);
}

std::string Zip::contents(std::string_view name, std::size_t length) const {
  const Member& member = at(name);
  if (member.length != length) {
    throw ZipError("is " + std::to_string(member.length) + " bytes long, must be " + std::to_string(length));
  }
  std::string text = unpack(member, length);
  if (text.size() != length)
    throw ZipError("ends after " + std::to_string(text.size()) + " of its " + std::to_string(length) + " bytes");
  if (checksum_of(text) != member.checksum) {
    throw ZipError("is damaged: its checksum is wrong");
  }
  return text;
}

}  // namespace stickslip::solvers::detail
