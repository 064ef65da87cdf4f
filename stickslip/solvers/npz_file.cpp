#include "stickslip/solvers/npz_file.hpp"

#include <bit>
#include <charconv>
#include <cmath>
#include <cstdint>
#include <cstring>
#include <optional>
#include <span>
#include <utility>
#include <vector>

#include "stickslip/core/error.hpp"
#include "stickslip/solvers/detail/zip.hpp"

namespace stickslip::solvers {

static_assert(std::endian::native == std::endian::little, "numbers are copied as the file has them");

namespace {

using detail::ZipError;

// What stands before the numbers of an .npy file.
struct NpyHeader {
  std::size_t size = 0;  // of itself [bytes]
  char kind = 'f';       // 'f' or 'i'
  std::size_t width = 8;
  bool is_fortran = false;
  std::vector<long> shape = {};
};

// The Python dict of the header, of which numpy writes only this much:
//   {'descr': '<f8', 'fortran_order': False, 'shape': (3, 3), }
class HeaderText {
 public:
  explicit HeaderText(std::string_view text) : text_(text) {}

  void expect(std::string_view word) {
    if (!take(word)) throw ZipError("has a header that cannot be understood");
  }
  bool take(std::string_view word) {
    skip_spaces();
    if (text_.substr(0, word.size()) != word) return false;
    text_.remove_prefix(word.size());
    return true;
  }
  std::string_view until(char end) {
    const std::size_t at = text_.find(end);
    if (at == std::string_view::npos) throw ZipError("has a header that cannot be understood");
    const std::string_view taken = text_.substr(0, at);
    text_.remove_prefix(at + 1);
    return taken;
  }
  long length() {
    skip_spaces();
    long value = 0;
    const auto [end, error] = std::from_chars(text_.data(), text_.data() + text_.size(), value);
    if (error != std::errc() || value < 0) throw ZipError("has a shape that cannot be understood");
    text_.remove_prefix(static_cast<std::size_t>(end - text_.data()));
    return value;
  }

 private:
  void skip_spaces() { text_.remove_prefix(std::min(text_.find_first_not_of(" \n"), text_.size())); }

  std::string_view text_;
};

void read_type(std::string_view type, NpyHeader& header) {
  for (const std::string_view known : {"<f8", "<f4", "<i8", "<i4"}) {
    if (type != known) continue;
    header.kind = known[1];
    header.width = static_cast<std::size_t>(known[2] - '0');
    return;
  }
  std::string shown;
  for (const char c : type.substr(0, 20)) shown += c >= ' ' && c <= '~' ? c : '?';
  throw ZipError("is of type '" + shown + "'; supported are '<f8', '<f4', '<i8', '<i4'");
}

NpyHeader read_header(std::string_view bytes) {
  constexpr std::string_view magic = "\x93NUMPY";
  if (bytes.size() < 12 || bytes.substr(0, magic.size()) != magic) throw ZipError("is no array of numpy");
  const auto byte = [&](std::size_t i) { return static_cast<std::size_t>(static_cast<unsigned char>(bytes[i])); };
  const std::size_t begin = byte(6) == 1 ? 10 : 12;  // the length of the text has 2 bytes, from version 2 on 4
  const std::size_t length =
      byte(6) == 1 ? byte(8) | byte(9) << 8U : byte(8) | byte(9) << 8U | byte(10) << 16U | byte(11) << 24U;
  if (byte(6) < 1 || byte(6) > 3 || length > bytes.size() - begin) {
    throw ZipError("has a header that cannot be understood");
  }
  NpyHeader header;
  header.size = begin + length;
  HeaderText text(bytes.substr(begin, length));
  text.expect("{");
  while (!text.take("}")) {
    if (text.take("'descr'")) {
      text.expect(":");
      text.expect("'");
      read_type(text.until('\''), header);
    } else if (text.take("'fortran_order'")) {
      text.expect(":");
      header.is_fortran = text.take("True");
      if (!header.is_fortran) text.expect("False");
    } else {
      text.expect("'shape'");
      text.expect(":");
      text.expect("(");
      header.shape.clear();
      while (!text.take(")")) {
        if (header.shape.size() == 2) throw ZipError("has more than two dimensions");
        header.shape.push_back(text.length());
        text.take(",");
      }
    }
    text.take(",");
  }
  return header;
}

template <class Number>
void copy_numbers(const char* from, Eigen::MatrixXd& to, bool is_fortran) {
  for (Eigen::Index i = 0; i < to.rows(); ++i) {
    for (Eigen::Index j = 0; j < to.cols(); ++j) {
      Number value;
      const Eigen::Index at = is_fortran ? j * to.rows() + i : i * to.cols() + j;
      std::memcpy(&value, from + static_cast<std::size_t>(at) * sizeof(Number), sizeof(Number));
      to(i, j) = static_cast<double>(value);
    }
  }
}

// An array of one or two dimensions, the former as a column.
// `wanted`: its rows and columns; none: any.
Eigen::MatrixXd read_array(const detail::Zip& zip, const std::string& name, std::size_t dimensions,
                           std::optional<long> wanted = {}) {
  try {
    const std::string member = name + ".npy";
    if (!zip.has(member)) throw ZipError("is missing");
    constexpr std::size_t longest_header = 4096;  // numpy's own take 128
    const NpyHeader header = read_header(zip.begin_of(member, longest_header));
    if (header.shape.size() != dimensions) {
      throw ZipError("has " + std::to_string(header.shape.size()) + " dimensions, must have " +
                     std::to_string(dimensions));
    }
    const long rows = header.shape[0], columns = dimensions == 2 ? header.shape[1] : 1;
    if (rows > npz_max_size || columns > npz_max_size) {
      throw ZipError("has " + std::to_string(std::max(rows, columns)) + " rows or columns, more than " +
                     std::to_string(npz_max_size));
    }
    if (wanted && (rows != *wanted || columns != *wanted)) {
      throw ZipError("is " + std::to_string(rows) + " x " + std::to_string(columns) + ", must be " +
                     std::to_string(*wanted) + " x " + std::to_string(*wanted) + " as q has that many rows");
    }
    const std::size_t count = static_cast<std::size_t>(rows) * static_cast<std::size_t>(columns);
    const std::string bytes = zip.contents(member, header.size + count * header.width);
    const char* const numbers = bytes.data() + header.size;
    Eigen::MatrixXd array(rows, columns);
    if (header.kind == 'f') {
      header.width == 8 ? copy_numbers<double>(numbers, array, header.is_fortran)
                        : copy_numbers<float>(numbers, array, header.is_fortran);
    } else {
      header.width == 8 ? copy_numbers<std::int64_t>(numbers, array, header.is_fortran)
                        : copy_numbers<std::int32_t>(numbers, array, header.is_fortran);
    }
    return array;
  } catch (const ZipError& wrong) {
    throw ZipError("the array " + name + " " + wrong.what());
  }
}

// An array of doubles in Fortran's order, as numpy.save writes it.
std::string npy(const std::string& shape, std::span<const double> numbers) {
  std::string header = "{'descr': '<f8', 'fortran_order': True, 'shape': " + shape + ", }";
  header.resize(117, ' ');  // 128 bytes with what comes before and after: numbers are aligned
  std::string bytes = "\x93NUMPY";
  bytes += '\x01';
  bytes += '\0';
  bytes += static_cast<char>(header.size() + 1);
  bytes += '\0';
  bytes += header + '\n';
  const std::size_t begin = bytes.size();
  bytes.resize(begin + numbers.size_bytes());
  if (!numbers.empty()) std::memcpy(bytes.data() + begin, numbers.data(), numbers.size_bytes());
  return bytes;
}

}  // namespace

bool is_npz(std::string_view bytes) noexcept {
  constexpr std::string_view first_member = "PK\x03\x04", none = "PK\x05\x06";
  return bytes.substr(0, 4) == first_member || bytes.substr(0, 4) == none;
}

LcpProblem read_npz(std::string_view bytes, const std::string& file) {
  try {
    const detail::Zip zip(bytes);
    // q first: it is short, and M must fit it.
    const Eigen::MatrixXd q = read_array(zip, "q", 1);
    LcpProblem problem{read_array(zip, "M", 2, static_cast<long>(q.rows())), q};
    check(problem);
    return problem;
  } catch (const ZipError& wrong) {
    throw ParseError(file, 1, wrong.what());
  } catch (const InvalidArgument& wrong) {
    throw ParseError(file, 1, wrong.what());
  }
}

std::string npz_bytes(const LcpProblem& problem) {
  check(problem);
  if (problem.size() > npz_max_size) {
    throw InvalidArgument("npz: " + std::to_string(problem.size()) + " rows, must be at most " +
                          std::to_string(npz_max_size));
  }
  const std::string n = std::to_string(problem.size());
  const std::span<const double> M(problem.M.data(), static_cast<std::size_t>(problem.M.size())),
      q(problem.q.data(), static_cast<std::size_t>(problem.q.size()));
  return detail::zip_archive({{"M.npy", npy("(" + n + ", " + n + ")", M)}, {"q.npy", npy("(" + n + ",)", q)}});
}

}  // namespace stickslip::solvers
