#include <random>

#include <gtest/gtest.h>

#include "stickslip/core/test/refusal.hpp"
#include "stickslip/solvers/fc_file.hpp"
#include "stickslip/solvers/lcp_file.hpp"
#include "stickslip/solvers/problem_file.hpp"

namespace stickslip::solvers::text_files_test {
namespace {

using stickslip::test::refusal;

// Numbers of every size, among them some that need all 17 digits.
double awkward(std::mt19937_64& random) {
  std::uniform_real_distribution<double> uniform(-1.0, 1.0);
  return std::ldexp(uniform(random), static_cast<int>(random() % 600) - 300);
}

ConeProblem awkward_cone(int contacts, std::mt19937_64& random) {
  std::vector<BlockMatrix::Entry> entries;
  for (int i = 0; i < contacts; ++i) {
    for (const int j : {i, static_cast<int>(random() % static_cast<unsigned>(contacts))}) {
      if (j == i && !entries.empty() && entries.back().row == i) continue;
      entries.push_back({i, j, BlockMatrix::Block::NullaryExpr([&] { return awkward(random); })});
    }
  }
  return {BlockMatrix(contacts, entries), Eigen::VectorXd::NullaryExpr(3 * contacts, [&] { return awkward(random); }),
          Eigen::VectorXd::NullaryExpr(contacts, [&] { return std::abs(awkward(random)); })};
}

TEST(FcFile, ReadsBackTheSameNumbers) {
  std::mt19937_64 random(1);
  for (const int contacts : {0, 1, 2, 7, 40}) {
    const ConeProblem problem = awkward_cone(contacts, random);
    const ConeProblem twin = read_fc(fc_text(problem), "twin.fc");
    EXPECT_EQ(twin.W.to_dense(), problem.W.to_dense());
    EXPECT_EQ(twin.q, problem.q);
    EXPECT_EQ(twin.mu, problem.mu);
  }
}

TEST(FcFile, TakesCommentsAndAddsWhatStandsAtOnePlace) {
  const ConeProblem problem =
      read_fc("# a contact\n3 1 4 # dim nc nnz\n0.5\r\n-1 +2\t3\n0 0 2\n1 1 1e0\n2 2 .5\n0 0 3 # no line end", "a.fc");
  EXPECT_EQ(problem.mu[0], 0.5);
  EXPECT_EQ(problem.q, Eigen::Vector3d(-1.0, 2.0, 3.0));
  EXPECT_EQ(problem.W.to_dense().diagonal(), Eigen::Vector3d(5.0, 1.0, 0.5));
}

TEST(FcFile, SkipsAByteOrderMark) {
  const std::string mark = "\xEF\xBB\xBF";
  EXPECT_EQ(read_fc(mark + "3 1 0\n0.5\n1 2 3\n", "a.fc").q, Eigen::Vector3d(1.0, 2.0, 3.0));
  EXPECT_EQ(read_lcp(mark + "1\n2\n3\n", "a.lcp").q[0], 3.0);
  EXPECT_EQ(refusal([&] { read_lcp("1\n2\n" + mark + "3\n", "a.lcp"); }), "a.lcp:3: q[0] = '???3' is no number");
}

TEST(FcFile, NamesFileAndLineOfWhatIsWrong) {
  const auto said = [](std::string_view text) { return refusal([&] { read_fc(text, "p.fc"); }); };
  EXPECT_EQ(said(""), "p.fc:1: the text ends before dim");
  EXPECT_EQ(said("2 1 1\n"), "p.fc:1: dim must be 3: contacts in the plane are not supported");
  EXPECT_EQ(said("4 1 1\n"), "p.fc:1: dim = '4' must be 0 to 3");
  EXPECT_EQ(said("3 -1 0\n"), "p.fc:1: nc = '-1' must be 0 to 715827882");
  EXPECT_EQ(said("3 1.5 0\n0 0 0 0 0 0 0"), "p.fc:1: nc = '1.5' is no whole number");
  EXPECT_EQ(said("3 1 0\n-0.1\n0 0 0\n"), "p.fc:2: mu[0] = -0.1 must be >= 0");
  EXPECT_EQ(said("3 1 0\n0\n0 x 0\n"), "p.fc:3: q[1] = 'x' is no number");
  EXPECT_EQ(said("3 1 0\n0\n0 nan 0\n"), "p.fc:3: q[1] = 'nan' must be finite");
  EXPECT_EQ(said("3 1 0\n0\n0 -inf 0\n"), "p.fc:3: q[1] = '-inf' must be finite");
  EXPECT_EQ(said("3 1 0\n0\n0 1e999 0\n"), "p.fc:3: q[1] = '1e999' is out of range");
  EXPECT_EQ(said("3 1 0\n0\n0 0\n"), "p.fc:4: the text ends before q[2]");
  EXPECT_EQ(said("3 1 1\n0\n0 0 0\n3 0 1\n"), "p.fc:4: row = '3' must be 0 to 2");
  EXPECT_EQ(said("3 1 1\n0\n0 0 0\n0 -1 1\n"), "p.fc:4: column = '-1' must be 0 to 2");
  EXPECT_EQ(said("3 1 1\n0\n0 0 0\n0 0 1\nmore\n"), "p.fc:5: 'more' stands behind the last number");
  EXPECT_EQ(said("3 0 1\n0 0 1\n"), "p.fc:1: nnz = 1 must be 0 where nc = 0");
  EXPECT_NE(said("3 1 2\n0\n0 0 0\n0 0 1e308\n0 0 1e308\n").find("not finite"), std::string::npos);
}

// The counts ask for terabytes; nothing is allocated for them.
TEST(FcFile, BelievesNoCountBeyondTheText) {
  for (const char* text : {"3 1000000000000 1\n0\n", "3 99999999999999999999 1\n0\n", "3 1 1000000000\n0\n0 0 0\n"}) {
    const std::string message = refusal([&] { read_fc(text, "p.fc"); });
    EXPECT_TRUE(message.find("must be 0 to") != std::string::npos || message.find("has room") != std::string::npos)
        << message;
  }
}

TEST(FcFile, EveryCutOfAFileIsRefused) {
  std::mt19937_64 random(2);
  std::string whole = fc_text(awkward_cone(3, random));
  whole.pop_back();  // the last line's end may be missing
  // A cut within the last number may leave another number.
  const std::size_t last = whole.find_last_of(' ');
  for (std::size_t length = 0; length < last; ++length) {
    EXPECT_NE(refusal([&] { read_fc(whole.substr(0, length), "p.fc"); }), "accepted") << length;
  }
}

TEST(FcFile, ShowsNoControlCharacters) {
  EXPECT_EQ(refusal([] { read_fc("\x1b[2J\x07", "p.fc"); }), "p.fc:1: dim = '?[2J?' is no whole number");
  EXPECT_LT(refusal([] { read_fc(std::string(1'000'000, 'x'), "p.fc"); }).size(), 120U);
}

TEST(LcpFile, ReadsBackTheSameNumbers) {
  std::mt19937_64 random(3);
  for (const int n : {0, 1, 2, 13}) {
    const LcpProblem problem{Eigen::MatrixXd::NullaryExpr(n, n, [&] { return awkward(random); }),
                             Eigen::VectorXd::NullaryExpr(n, [&] { return awkward(random); })};
    const LcpProblem twin = read_lcp(lcp_text(problem), "twin.lcp");
    EXPECT_EQ(twin.M, problem.M);
    EXPECT_EQ(twin.q, problem.q);
  }
}

TEST(LcpFile, IsReadByRows) {
  const LcpProblem problem = read_lcp("2\n1 2\n3 4\n-5 -6\n", "p.lcp");
  EXPECT_EQ(problem.M(0, 1), 2.0);
  EXPECT_EQ(problem.M(1, 0), 3.0);
  EXPECT_EQ(problem.q, Eigen::Vector2d(-5.0, -6.0));
}

TEST(LcpFile, NamesFileAndLineOfWhatIsWrong) {
  const auto said = [](std::string_view text) { return refusal([&] { read_lcp(text, "p.lcp"); }); };
  EXPECT_EQ(said("# nothing\n"), "p.lcp:2: the text ends before n");
  EXPECT_EQ(said("1000000000\n1 2 3\n"), "p.lcp:1: n = 1000000000 asks for more numbers than the text has room for");
  EXPECT_EQ(said("1\n2\n"), "p.lcp:3: the text ends before q[0]");
  EXPECT_EQ(said("1\n2\n3\n4\n"), "p.lcp:4: '4' stands behind the last number");
  EXPECT_EQ(said("1\n2\n3,\n"), "p.lcp:3: q[0] = '3,' is no number");
  EXPECT_EQ(said("1\n+-2\n3\n"), "p.lcp:2: M[0] = '+-2' is no number");
  EXPECT_EQ(said("0x1\n1\n1\n"), "p.lcp:1: n = '0x1' is no whole number");
}

TEST(ProblemFile, IsKnownByTheEndOfItsName) {
  EXPECT_EQ(problem_file_of("a/b.fc"), ProblemFile::fc);
  EXPECT_EQ(problem_file_of("B.LCP"), ProblemFile::lcp);
  EXPECT_EQ(problem_file_of("b.txt"), ProblemFile::lcp);
  EXPECT_EQ(problem_file_of("b.npz"), ProblemFile::npz);
  for (const char* name : {"b.hdf5", "b.h5", "b.dat"}) EXPECT_EQ(problem_file_of(name), ProblemFile::fclib);
  for (const char* name : {"", "fc", "b.fcc", "b.csv", "b.fc/c"}) EXPECT_FALSE(problem_file_of(name)) << name;
}

}  // namespace
}  // namespace stickslip::solvers::text_files_test
