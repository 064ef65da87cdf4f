#include "stickslip/record/detail/packed_column.hpp"

#include <bit>
#include <cstdint>
#include <stdexcept>
#include <vector>

#include <zlib.h>

namespace stickslip::record::detail {

namespace {

using Bytes = std::vector<unsigned char>;

Bytes regrouped(std::span<const double> values) {
  constexpr std::size_t width = sizeof(double);
  Bytes bytes(width * values.size());
  for (std::size_t i = 0; i < values.size(); ++i) {
    const auto bits = std::bit_cast<std::uint64_t>(values[i]);
    for (std::size_t byte = 0; byte < width; ++byte) {
      bytes[byte * values.size() + i] = static_cast<unsigned char>(bits >> (8 * byte));
    }
  }
  return bytes;
}

Bytes compressed(const Bytes& bytes) {
  uLongf size = compressBound(bytes.size());
  Bytes packed(size);
  constexpr int level = 6;
  if (compress2(packed.data(), &size, bytes.data(), bytes.size(), level) != Z_OK) {
    throw std::runtime_error("zlib could not compress a column");  // only for want of memory
  }
  packed.resize(size);
  return packed;
}

// RFC 4648; neither of our libraries has it.
std::string base64(const Bytes& bytes) {
  constexpr const char* letters = "ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz0123456789+/";
  std::string text;
  text.reserve(4 * ((bytes.size() + 2) / 3));
  for (std::size_t i = 0; i < bytes.size(); i += 3) {
    const std::size_t count = std::min<std::size_t>(3, bytes.size() - i);
    std::uint32_t group = 0;
    for (std::size_t k = 0; k < 3; ++k) group = group << 8U | (k < count ? bytes[i + k] : 0U);
    for (std::size_t k = 0; k < 4; ++k) text += k <= count ? letters[group >> (18 - 6 * k) & 63U] : '=';
  }
  return text;
}

}  // namespace

std::string packed_column(std::span<const double> values) {
  return base64(compressed(regrouped(values)));
}

}  // namespace stickslip::record::detail
