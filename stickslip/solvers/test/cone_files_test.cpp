// Frictional contact problems of simulations by others, where they are there: all to 10⁻⁸ by `auto`, with default settings.
#include <cstdlib>
#include <filesystem>
#include <fstream>
#include <iterator>
#include <optional>
#include <string>
#include <vector>

#include <gtest/gtest.h>

#include "stickslip/solvers/fc_file.hpp"
#include "stickslip/solvers/residual.hpp"
#include "stickslip/solvers/workspace.hpp"

namespace stickslip::solvers::test::cone_files_test {
namespace {

namespace fs = std::filesystem;

// In $STICKSLIP_REFERENCE, or in shared/reference beside a folder above the sources.
std::optional<fs::path> folder_of_problems() {
  const fs::path name = fs::path("contact") / "fc3d";
  std::error_code ignored;
  if (const char* root = std::getenv("STICKSLIP_REFERENCE"); root != nullptr) {
    if (fs::is_directory(root / name, ignored)) return root / name;
  }
  for (fs::path here = STICKSLIP_SOURCE_FOLDER;; here = here.parent_path()) {
    const fs::path folder = here / "shared" / "reference" / name;
    if (fs::is_directory(folder, ignored)) return folder;
    if (here == here.parent_path()) return std::nullopt;
  }
}

TEST(ConeFiles, AreAllSolvedByAuto) {
  const std::optional<fs::path> folder = folder_of_problems();
  if (!folder) GTEST_SKIP() << "the shared problems are in no folder that STICKSLIP_REFERENCE or the sources lead to";
  int count = 0;
  Workspace workspace;
  for (const fs::directory_entry& entry : fs::directory_iterator(*folder)) {
    if (entry.path().extension() != ".fc") continue;
    std::ifstream file(entry.path());
    const std::string text{std::istreambuf_iterator<char>(file), {}};
    const ConeProblem problem = read_fc(text, entry.path().filename().string());
    for (const double tolerance : {1e-8, 1e-10}) {
      std::vector<double> r(static_cast<std::size_t>(problem.size()), 0.0);
      const SolveReport report = workspace.solve(problem, r, ConeMethod::automatic, {.tolerance = tolerance});
      EXPECT_EQ(report.status, SolveStatus::converged) << entry.path().filename() << " " << report.residual;
      EXPECT_LE(residual(problem, r), tolerance);
    }
    ++count;
  }
  EXPECT_GT(count, 0);
}

}  // namespace
}  // namespace stickslip::solvers::test::cone_files_test
