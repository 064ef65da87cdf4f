#include "stickslip/solvers/npz_file.hpp"

#include <cmath>
#include <cstring>
#include <random>

#include <gtest/gtest.h>
#include <zlib.h>

#include "stickslip/core/error.hpp"
#include "stickslip/core/test/refusal.hpp"

namespace stickslip::solvers::npz_file_test {
namespace {

using stickslip::test::refusal;

std::string little(std::uint64_t value, int width) {
  std::string bytes;
  for (int i = 0; i < width; ++i, value >>= 8U) bytes += static_cast<char>(value & 0xFFU);
  return bytes;
}

std::string npy(const std::string& type, const std::string& shape, const std::string& numbers, bool fortran = false) {
  std::string header =
      "{'descr': '" + type + "', 'fortran_order': " + (fortran ? "True" : "False") + ", 'shape': " + shape + ", }";
  header.resize(117, ' ');
  header += '\n';
  return "\x93NUMPY\x01" + std::string(1, '\0') + little(header.size(), 2) + header + numbers;
}

template <class Number>
std::string bytes_of(const std::vector<Number>& numbers) {
  std::string bytes(numbers.size() * sizeof(Number), '\0');
  std::memcpy(bytes.data(), numbers.data(), bytes.size());
  return bytes;
}

std::string deflated(const std::string& text) {
  z_stream stream{};
  deflateInit2(&stream, 9, Z_DEFLATED, -MAX_WBITS, 8, Z_DEFAULT_STRATEGY);
  std::string packed(deflateBound(&stream, text.size()), '\0');
  std::string copy = text;
  stream.next_in = reinterpret_cast<Bytef*>(copy.data());
  stream.avail_in = static_cast<uInt>(copy.size());
  stream.next_out = reinterpret_cast<Bytef*>(packed.data());
  stream.avail_out = static_cast<uInt>(packed.size());
  EXPECT_EQ(deflate(&stream, Z_FINISH), Z_STREAM_END);
  packed.resize(stream.total_out);
  deflateEnd(&stream);
  return packed;
}

struct Member {
  std::string name, contents;
};

// As numpy writes it: the lengths before a member stand in its extra field, those of the directory do not.
std::string zip(const std::vector<Member>& members, bool compressed = false, bool directory_has_64_bits = false) {
  std::string archive, directory;
  for (const Member& member : members) {
    const std::string packed = compressed ? deflated(member.contents) : member.contents;
    const auto* contents = reinterpret_cast<const Bytef*>(member.contents.data());
    const std::string sum = little(crc32(0, contents, static_cast<uInt>(member.contents.size())), 4);
    const std::string lengths = little(member.contents.size(), 8) + little(packed.size(), 8);
    const std::string full = little(0xFFFFFFFF, 4), both = little(packed.size(), 4) + little(member.contents.size(), 4);
    const std::string common = little(0, 2) + little(compressed ? 8 : 0, 2) + little(0, 4) + sum;
    const std::string extra = little(1, 2) + little(16, 2) + lengths;
    directory += little(0x02014b50, 4) + little(45, 2) + little(45, 2) + common +
                 (directory_has_64_bits ? full + full : both) + little(member.name.size(), 2) +
                 little(directory_has_64_bits ? extra.size() : 0, 2) + little(0, 2) + little(0, 2) + little(0, 2) +
                 little(0, 4) + little(archive.size(), 4) + member.name + (directory_has_64_bits ? extra : "");
    archive += little(0x04034b50, 4) + little(45, 2) + common + full + full + little(member.name.size(), 2) +
               little(extra.size(), 2) + member.name + extra + packed;
  }
  const std::size_t place = archive.size();
  return archive + directory + little(0x06054b50, 4) + little(0, 4) + little(members.size(), 2) +
         little(members.size(), 2) + little(directory.size(), 4) + little(place, 4) + little(0, 2);
}

const std::vector<double> matrix = {1.0, 2.0, 3.0, 4.5};
const Member q_member = {"q.npy", npy("<f8", "(2,)", bytes_of<double>({-1.0, -0.25}))};

std::string said(const std::string& bytes) {
  return refusal([&] { read_npz(bytes, "p.npz"); });
}

TEST(NpzFile, ReadsStoredAndDeflatedArrays) {
  for (const bool compressed : {false, true}) {
    for (const bool wide : {false, true}) {
      const LcpProblem problem =
          read_npz(zip({{"M.npy", npy("<f8", "(2, 2)", bytes_of(matrix))}, q_member}, compressed, wide), "p.npz");
      EXPECT_EQ(problem.M, (Eigen::Matrix2d() << 1.0, 2.0, 3.0, 4.5).finished());
      EXPECT_EQ(problem.q, Eigen::Vector2d(-1.0, -0.25));
    }
  }
}

TEST(NpzFile, ReadsFortranOrderAndOtherNumbers) {
  const Eigen::Matrix2d turned = (Eigen::Matrix2d() << 1.0, 3.0, 2.0, 4.5).finished();
  EXPECT_EQ(read_npz(zip({{"M.npy", npy("<f8", "(2, 2)", bytes_of(matrix), true)}, q_member}), "p.npz").M, turned);
  const std::string floats = bytes_of<float>({1.0F, 2.0F, 3.0F, 4.5F});
  EXPECT_EQ(read_npz(zip({{"M.npy", npy("<f4", "(2, 2)", floats)}, q_member}), "p.npz").M(1, 1), 4.5);
  const std::string wide = bytes_of<std::int64_t>({1, 2, 3, -4}), narrow = bytes_of<std::int32_t>({1, 2, 3, -4});
  EXPECT_EQ(read_npz(zip({{"M.npy", npy("<i8", "(2, 2)", wide)}, q_member}), "p.npz").M(1, 1), -4.0);
  EXPECT_EQ(read_npz(zip({{"M.npy", npy("<i4", "(2, 2)", narrow)}, q_member}), "p.npz").M(1, 1), -4.0);
}

// Many portions of what zlib unpacks at once.
TEST(NpzFile, ReadsALargeMatrix) {
  std::mt19937_64 random(5);
  constexpr int n = 500;
  std::vector<double> numbers(n * n), right(n);
  for (double& number : numbers) number = static_cast<double>(random() % 1000);
  const std::string shape = "(500, 500)";
  const LcpProblem problem = read_npz(
      zip({{"M.npy", npy("<f8", shape, bytes_of(numbers))}, {"q.npy", npy("<f8", "(500,)", bytes_of(right))}}, true),
      "p.npz");
  for (int k = 0; k < n * n; k += 997) {
    EXPECT_EQ(problem.M(k / n, k % n), numbers[static_cast<std::size_t>(k)]);
  }
}

TEST(NpzFile, SaysWhatIsWrong) {
  const auto with = [&](const std::string& array) { return said(zip({{"M.npy", array}, q_member})); };
  const std::string numbers = bytes_of(matrix);
  EXPECT_EQ(said(""), "p.npz:1: not a zip archive");
  EXPECT_EQ(said(std::string(1000, 'x')), "p.npz:1: not a zip archive, or not a whole one");
  EXPECT_EQ(said(zip({q_member})), "p.npz:1: the array M is missing");
  EXPECT_EQ(with(npy(">f8", "(2, 2)", numbers)),
            "p.npz:1: the array M is of type '>f8'; supported are '<f8', '<f4', '<i8', '<i4'");
  EXPECT_EQ(with(npy("<f8", "(4,)", numbers)), "p.npz:1: the array M has 1 dimensions, must have 2");
  EXPECT_EQ(with(npy("<f8", "(1, 4)", numbers)),
            "p.npz:1: the array M is 1 x 4, must be 2 x 2 as q has that many rows");
  EXPECT_EQ(with(npy("<f8", "(2, 2, 1)", numbers)), "p.npz:1: the array M has more than two dimensions");
  EXPECT_EQ(with(npy("<f8", "(2, 2)", numbers + "12345678")), "p.npz:1: the array M is 168 bytes long, must be 160");
  EXPECT_EQ(with("no array at all"), "p.npz:1: the array M is no array of numpy");
  EXPECT_EQ(with(npy("<f8", "(2, -2)", numbers)), "p.npz:1: the array M has a shape that cannot be understood");
  const std::string broken = bytes_of<double>({1.0, std::numeric_limits<double>::quiet_NaN(), 0.0, 1.0});
  EXPECT_EQ(with(npy("<f8", "(2, 2)", broken)), "p.npz:1: LcpProblem: M(0, 1) = nan must be finite");
}

// A shape that would take terabytes, and one whose product overflows.
TEST(NpzFile, BelievesNoShape) {
  for (const char* shape : {"(1000000, 1000000)", "(4294967296, 4294967296)", "(10001, 1)"}) {
    const std::string message = said(zip({{"M.npy", npy("<f8", shape, bytes_of(matrix))}, q_member}));
    EXPECT_NE(message.find("more than 10000"), std::string::npos) << message;
  }
  // A large matrix that the file has not.
  EXPECT_NE(said(zip({{"M.npy", npy("<f8", "(9999, 9999)", bytes_of(matrix))}, q_member})).find("must be"),
            std::string::npos);
}

TEST(NpzFile, NoCutAndNoFlippedBitIsReadAsSomethingElse) {
  for (const bool compressed : {false, true}) {
    const std::string whole = zip({{"M.npy", npy("<f8", "(2, 2)", bytes_of(matrix))}, q_member}, compressed);
    for (std::size_t length = 0; length < whole.size(); ++length) {
      EXPECT_NE(said(whole.substr(0, length)), "accepted") << length;
    }
    for (std::size_t i = 0; i < whole.size(); ++i) {
      for (const unsigned bit : {1U, 0x80U}) {
        std::string spoilt = whole;
        spoilt[i] = static_cast<char>(static_cast<unsigned char>(spoilt[i]) ^ bit);
        try {  // bits that mean nothing here, as times and versions, may be anything
          EXPECT_EQ(read_npz(spoilt, "p.npz").M(1, 1), 4.5) << i;
        } catch (const ParseError&) {
        }
      }
    }
  }
}

TEST(NpzFile, IsKnownByItsFirstBytes) {
  EXPECT_TRUE(is_npz(zip({q_member})));
  EXPECT_FALSE(is_npz("2\n1 0"));
  EXPECT_FALSE(is_npz("PK"));
}

TEST(NpzFile, ReadsBackWhatItWrites) {
  for (const int n : {0, 1, 7}) {
    LcpProblem problem{Eigen::MatrixXd::Zero(n, n), Eigen::VectorXd::Zero(n)};
    for (int k = 0; k < n * n; ++k) problem.M.data()[k] = std::sqrt(k + 1.0);
    for (int k = 0; k < n; ++k) problem.q[k] = -1.0 / (k + 3.0);
    const std::string bytes = npz_bytes(problem);
    EXPECT_TRUE(is_npz(bytes));
    const LcpProblem back = read_npz(bytes, "p.npz");
    EXPECT_EQ(back.M, problem.M);
    EXPECT_EQ(back.q, problem.q);
    EXPECT_EQ(npz_bytes(problem), bytes) << "no time in it";
  }
  EXPECT_THROW(npz_bytes({Eigen::MatrixXd::Zero(2, 3), Eigen::VectorXd::Zero(2)}), InvalidArgument);
}

}  // namespace
}  // namespace stickslip::solvers::npz_file_test
