#include "experiments/paper.hpp"

#include <gtest/gtest.h>

#include "stickslip/core/error.hpp"

#include "experiments/experiment.hpp"

namespace stickslip::experiments::paper_test {
namespace {

TEST(Citation, NamesAuthorsYearAndTitle) {
  EXPECT_EQ(citation("Hayward2000"),
            "Hayward and Armstrong 2000, A New Computational Model of Friction Applied to Haptic Rendering");
  EXPECT_EQ(citation("Waltersson2024"),
            "Arslan Waltersson and Karayiannidis 2024, Planar Friction Modelling with LuGre "
            "Dynamics and Limit Surfaces");
  EXPECT_EQ(citation("Dahl1968"), "Dahl 1968, A Solid Friction Model");
  EXPECT_EQ(citation("Dupont2002"), "Dupont et al. 2002, Single State Elastoplastic Friction Models");
}

TEST(Citation, OfEveryExperimentIsPlainText) {
  for (const Experiment& experiment : all()) {
    const std::string text = citation(experiment.paper);
    EXPECT_EQ(text.find_first_of("{}\\"), std::string::npos) << text;
    EXPECT_GT(text.size(), 20U) << text;
  }
}

TEST(Citation, RefusesAnUnknownKey) {
  EXPECT_THROW(citation("Nobody1900"), InvalidArgument);
}

}  // namespace
}  // namespace stickslip::experiments::paper_test
