#include "stickslip/solvers/fc_file.hpp"

#include <limits>
#include <vector>

#include "stickslip/core/error.hpp"
#include "stickslip/solvers/detail/number_reader.hpp"

namespace stickslip::solvers {

ConeProblem read_fc(std::string_view text, const std::string& file) {
  detail::NumberReader reader(text, file);
  if (reader.count("dim", 3) != 3) reader.fail("dim must be 3: contacts in the plane are not supported");
  const long contacts = reader.count("nc", std::numeric_limits<int>::max() / 3);  // rows are counted by int
  reader.expect_room("nc", contacts, 4.0 * static_cast<double>(contacts));
  const long entries = reader.count("nnz");
  reader.expect_room("nnz", entries, 3.0 * static_cast<double>(entries));
  const long rows = 3 * contacts;
  Eigen::VectorXd mu(contacts), q(rows);
  for (long i = 0; i < contacts; ++i) {
    mu[i] = reader.number("mu", i);
    if (mu[i] < 0.0) reader.fail("mu[" + std::to_string(i) + "] = " + to_text(mu[i]) + " must be >= 0");
  }
  for (long i = 0; i < rows; ++i) q[i] = reader.number("q", i);
  std::vector<BlockMatrix::Triplet> triplets(static_cast<std::size_t>(entries));
  if (entries > 0 && rows == 0) reader.fail("nnz = " + std::to_string(entries) + " must be 0 where nc = 0");
  long k = 0;
  for (BlockMatrix::Triplet& triplet : triplets) {
    triplet.row = reader.count("row", rows - 1);
    triplet.column = reader.count("column", rows - 1);
    triplet.value = reader.number("W entry", k++);
  }
  reader.expect_end();
  ConeProblem problem{BlockMatrix::from_triplets(rows, triplets), std::move(q), std::move(mu)};
  try {
    check(problem);
  } catch (const InvalidArgument& wrong) {  // entries at the same place may add up to infinity
    reader.fail(wrong.what());
  }
  return problem;
}

std::string fc_text(const ConeProblem& problem) {
  check(problem);
  const BlockMatrix& W = problem.W;
  std::string entries;
  std::size_t count = 0;
  const auto columns = W.columns();
  const auto blocks = W.blocks();
  for (int i = 0; i < W.blocks_per_side(); ++i) {
    const auto begin = static_cast<std::size_t>(W.row_begin()[static_cast<std::size_t>(i)]);
    const auto end = static_cast<std::size_t>(W.row_begin()[static_cast<std::size_t>(i) + 1]);
    for (int a = 0; a < 3; ++a) {
      for (std::size_t k = begin; k < end; ++k) {
        for (int b = 0; b < 3; ++b) {
          const double value = blocks[k](a, b);
          if (value == 0.0) continue;
          entries += std::to_string(3 * i + a) + " " + std::to_string(3 * columns[k] + b) + " " + to_text(value) + "\n";
          ++count;
        }
      }
    }
  }
  std::string text = "3 " + std::to_string(problem.contacts()) + " " + std::to_string(count) + "\n";
  for (const double value : problem.mu) text += to_text(value) + "\n";
  for (const double value : problem.q) text += to_text(value) + "\n";
  return text + entries;
}

}  // namespace stickslip::solvers
