#include "stickslip/solvers/fclib_file.hpp"

#include <gtest/gtest.h>

#include "stickslip/core/test/refusal.hpp"

namespace stickslip::solvers::fclib_file_test {
namespace {

using stickslip::test::refusal;
using Datasets = std::map<std::string, std::vector<double>>;

// One contact, W = [1 2 0; 0 3 0; 4 0 5].
Datasets one_contact(double nz, std::vector<double> p, std::vector<double> i, std::vector<double> x) {
  return {{"/fclib_local/spacedim", {3}},     {"/fclib_local/W/m", {3}},
          {"/fclib_local/W/n", {3}},          {"/fclib_local/W/nz", {nz}},
          {"/fclib_local/W/p", std::move(p)}, {"/fclib_local/W/i", std::move(i)},
          {"/fclib_local/W/x", std::move(x)}, {"/fclib_local/vectors/q", {-1, 0, 2}},
          {"/fclib_local/vectors/mu", {0.5}}};
}

const Datasets triplets = one_contact(5, {0, 0, 1, 2, 2}, {0, 1, 1, 0, 2}, {1, 2, 3, 4, 5});

std::string said(const Datasets& datasets) {
  return refusal([&] { read_fclib(datasets, "p.hdf5"); });
}

std::string said_with(const std::string& path, std::vector<double> values) {
  Datasets changed = triplets;
  changed[path] = std::move(values);
  return said(changed);
}

TEST(FclibFile, TakesTripletsRowsAndColumns) {
  const Eigen::Matrix3d W = (Eigen::Matrix3d() << 1, 2, 0, 0, 3, 0, 4, 0, 5).finished();
  for (const Datasets& datasets : {triplets, one_contact(-2, {0, 2, 3, 5}, {0, 1, 1, 0, 2}, {1, 2, 3, 4, 5}),
                                   one_contact(-1, {0, 2, 4, 5}, {0, 2, 0, 1, 2}, {1, 4, 2, 3, 5})}) {
    const ConeProblem problem = read_fclib(datasets, "p.hdf5");
    EXPECT_EQ(problem.W.to_dense(), W);
    EXPECT_EQ(problem.q, Eigen::Vector3d(-1, 0, 2));
    EXPECT_EQ(problem.mu[0], 0.5);
  }
}

TEST(FclibFile, LooksForWhatItNeeds) {
  for (const auto& [path, values] : triplets) {
    Datasets less = triplets;
    less.erase(path);
    const std::string message = said(less);
    EXPECT_NE(message.find(path == "/fclib_local/spacedim" ? "/fclib_local" : path), std::string::npos) << message;
    EXPECT_NE(message.find("missing"), std::string::npos) << message;
    EXPECT_NE(std::find(fclib_datasets().begin(), fclib_datasets().end(), path), fclib_datasets().end());
  }
  EXPECT_EQ(said({{"/fclib_global/spacedim", {3}}}),
            "p.hdf5:1: holds a global problem (M, H, f), must hold a local one (W, q, mu)");
  EXPECT_EQ(said_with("/fclib_local/R/m", {1}),
            "p.hdf5:1: has equations (V, R) beside its contacts: these are not supported");
}

TEST(FclibFile, BelievesNoIndexAndNoLength) {
  EXPECT_EQ(said_with("/fclib_local/spacedim", {2}), "p.hdf5:1: /fclib_local/spacedim holds 2, must be 3 to 3");
  EXPECT_EQ(said_with("/fclib_local/W/m", {6}), "p.hdf5:1: /fclib_local/W/m holds 6, must be 3 to 3");
  EXPECT_EQ(said_with("/fclib_local/W/m", {}), "p.hdf5:1: /fclib_local/W/m has 0 entries, must have 1");
  EXPECT_EQ(said_with("/fclib_local/W/nz", {-3}), "p.hdf5:1: /fclib_local/W/nz holds -3, must be -2 to 5");
  EXPECT_EQ(said_with("/fclib_local/W/nz", {6}), "p.hdf5:1: /fclib_local/W/nz holds 6, must be -2 to 5");
  EXPECT_EQ(said_with("/fclib_local/W/p", {0, 0, 1, 2, 3}), "p.hdf5:1: /fclib_local/W/p holds 3, must be 0 to 2");
  EXPECT_EQ(said_with("/fclib_local/W/i", {0, 1, 1, 0, 0.5}), "p.hdf5:1: /fclib_local/W/i holds 0.5, must be 0 to 2");
  EXPECT_EQ(said_with("/fclib_local/W/i", {0}), "p.hdf5:1: /fclib_local/W/i has 1 entries, must have 5");
  EXPECT_EQ(said_with("/fclib_local/vectors/q", {1, 2}),
            "p.hdf5:1: /fclib_local/vectors/q has 2 entries, not three per contact");
  EXPECT_EQ(said_with("/fclib_local/vectors/mu", {1, 2}),
            "p.hdf5:1: /fclib_local/vectors/mu has 2 entries, must have 1");
  EXPECT_NE(said_with("/fclib_local/vectors/mu", {-1}).find("mu"), std::string::npos);
  EXPECT_NE(said_with("/fclib_local/vectors/q", {0, std::numeric_limits<double>::infinity(), 0}).find("finite"),
            std::string::npos);
  const double nan = std::numeric_limits<double>::quiet_NaN();
  EXPECT_EQ(said_with("/fclib_local/W/nz", {nan}), "p.hdf5:1: /fclib_local/W/nz holds nan, must be -2 to 5");
  // Rows that go back, and that end beyond the entries.
  EXPECT_NE(said(one_contact(-2, {0, 2, 1, 5}, {0, 1, 1, 0, 2}, {1, 2, 3, 4, 5})), "accepted");
  EXPECT_NE(said(one_contact(-2, {0, 2, 3, 6}, {0, 1, 1, 0, 2}, {1, 2, 3, 4, 5})), "accepted");
  EXPECT_NE(said(one_contact(-2, {1, 2, 3, 5}, {0, 1, 1, 0, 2}, {1, 2, 3, 4, 5})), "accepted");
}

}  // namespace
}  // namespace stickslip::solvers::fclib_file_test
