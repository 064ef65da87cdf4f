#include "stickslip/solvers/fclib_file.hpp"

#include <cmath>

#include "stickslip/core/error.hpp"

namespace stickslip::solvers {

namespace {

using Numbers = std::vector<double>;

// What FCLIB puts in nz in place of the number of triplets.
constexpr long by_columns = -1, by_rows = -2;

class Datasets {
 public:
  Datasets(const std::map<std::string, Numbers>& all, const std::string& file) : all_(all), file_(file) {}

  bool has(const std::string& path) const { return all_.contains(path); }
  const Numbers& list(const std::string& path) const {
    const auto found = all_.find(path);
    if (found == all_.end()) fail(path + " is missing");
    return found->second;
  }
  const Numbers& list(const std::string& path, long length) const {
    const Numbers& values = list(path);
    if (static_cast<long>(values.size()) != length) {
      fail(path + " has " + std::to_string(values.size()) + " entries, must have " + std::to_string(length));
    }
    return values;
  }
  // A whole number from `least` to `most`.
  long whole(const std::string& path, const double value, long least, long most) const {
    if (value == std::floor(value) && value >= static_cast<double>(least) && value <= static_cast<double>(most)) {
      return static_cast<long>(value);
    }
    fail(path + " holds " + to_text(value) + ", must be " + std::to_string(least) + " to " + std::to_string(most));
  }
  long whole(const std::string& path, long least, long most) const {
    return whole(path, list(path, 1).front(), least, most);
  }
  [[noreturn]] void fail(const std::string& what) const { throw ParseError(file_, 1, what); }

 private:
  const std::map<std::string, Numbers>& all_;
  const std::string& file_;
};

std::vector<BlockMatrix::Triplet> triplets_of(const Datasets& data, long rows) {
  const std::string p = "/fclib_local/W/p", i = "/fclib_local/W/i";
  const Numbers& values = data.list("/fclib_local/W/x");
  const auto count = static_cast<long>(values.size());
  const long kind = data.whole("/fclib_local/W/nz", by_rows, count);
  std::vector<BlockMatrix::Triplet> triplets;
  if (kind >= 0) {
    const Numbers& row = data.list(p, kind);
    const Numbers& column = data.list(i, kind);
    for (std::size_t k = 0; k < row.size(); ++k) {
      triplets.push_back({data.whole(p, row[k], 0, rows - 1), data.whole(i, column[k], 0, rows - 1), values[k]});
    }
    return triplets;
  }
  const Numbers& begin = data.list(p, rows + 1);
  const Numbers& inner = data.list(i, count);
  long at = data.whole(p, begin.front(), 0, 0);
  for (long outer = 0; outer < rows; ++outer) {
    const long end = data.whole(p, begin[static_cast<std::size_t>(outer) + 1], at, count);
    for (; at < end; ++at) {
      const auto k = static_cast<std::size_t>(at);
      const long other = data.whole(i, inner[k], 0, rows - 1);
      triplets.push_back({kind == by_rows ? outer : other, kind == by_rows ? other : outer, values[k]});
    }
  }
  return triplets;
}

}  // namespace

const std::vector<std::string>& fclib_datasets() {
  static const std::vector<std::string> paths = {
      "/fclib_global/spacedim", "/fclib_local/spacedim",  "/fclib_local/R/m",       "/fclib_local/W/m",
      "/fclib_local/W/n",       "/fclib_local/W/nz",      "/fclib_local/W/p",       "/fclib_local/W/i",
      "/fclib_local/W/x",       "/fclib_local/vectors/q", "/fclib_local/vectors/mu"};
  return paths;
}

ConeProblem read_fclib(const std::map<std::string, std::vector<double>>& datasets, const std::string& file) {
  const Datasets data(datasets, file);
  if (!data.has("/fclib_local/spacedim")) {
    data.fail(data.has("/fclib_global/spacedim") ? "holds a global problem (M, H, f), must hold a local one (W, q, mu)"
                                                 : "holds no problem of FCLIB: /fclib_local is missing");
  }
  if (data.has("/fclib_local/R/m")) data.fail("has equations (V, R) beside its contacts: these are not supported");
  data.whole("/fclib_local/spacedim", 3, 3);
  const Numbers& q = data.list("/fclib_local/vectors/q");
  const auto rows = static_cast<long>(q.size());
  if (rows % 3 != 0)
    data.fail("/fclib_local/vectors/q has " + std::to_string(rows) + " entries, not three per contact");
  const Numbers& mu = data.list("/fclib_local/vectors/mu", rows / 3);
  data.whole("/fclib_local/W/m", rows, rows);
  data.whole("/fclib_local/W/n", rows, rows);
  ConeProblem problem{BlockMatrix::from_triplets(rows, triplets_of(data, rows)),
                      Eigen::Map<const Eigen::VectorXd>(q.data(), rows),
                      Eigen::Map<const Eigen::VectorXd>(mu.data(), rows / 3)};
  try {
    check(problem);
  } catch (const InvalidArgument& wrong) {
    data.fail(wrong.what());
  }
  return problem;
}

}  // namespace stickslip::solvers
