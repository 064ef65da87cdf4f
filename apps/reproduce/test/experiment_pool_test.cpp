#include "apps/reproduce/experiment_pool.hpp"

#include <atomic>
#include <chrono>
#include <stdexcept>
#include <thread>

#include <gtest/gtest.h>

namespace stickslip::cli::experiment_pool_test {
namespace {

using experiments::Experiment;
using experiments::Progress;
using experiments::Result;

std::vector<Experiment> made(std::size_t count) {
  std::vector<Experiment> experiments(count);
  for (std::size_t i = 0; i < count; ++i) experiments[i].name = std::to_string(i);
  return experiments;
}

std::vector<const Experiment*> pointers(const std::vector<Experiment>& experiments) {
  std::vector<const Experiment*> all;
  for (const Experiment& experiment : experiments) all.push_back(&experiment);
  return all;
}

Result named(const Experiment& experiment) {
  Result result;
  result.name = experiment.name;
  return result;
}

void ignore(const std::string& /*running*/, double /*share*/) {}

TEST(ExperimentPool, GivesEachResultWhateverTheNumberOfThreads) {
  const std::vector<Experiment> experiments = made(20);
  for (const unsigned threads : {1U, 3U, 100U}) {
    ExperimentPool pool(pointers(experiments), threads, [](const Experiment& e, const Progress&) { return named(e); });
    for (std::size_t i = 0; i < experiments.size(); ++i) EXPECT_EQ(pool.take(i, ignore).name, experiments[i].name);
  }
}

TEST(ExperimentPool, RunsSeveralAtATimeButWhatMeasuresTimeAlone) {
  std::vector<Experiment> experiments = made(8);
  experiments[0].is_timed = experiments[5].is_timed = true;
  std::atomic<int> running = 0, most = 0, most_beside_timed = 0;
  {
    ExperimentPool pool(pointers(experiments), 3, [&](const Experiment& e, const Progress&) {
      const int now = ++running;
      most = std::max(most.load(), now);
      // Long enough for the others to begin, had they not to wait.
      std::this_thread::sleep_for(std::chrono::milliseconds(20));
      if (e.is_timed) most_beside_timed = std::max(most_beside_timed.load(), running.load());
      --running;
      return named(e);
    });
    for (std::size_t i = 0; i < experiments.size(); ++i) EXPECT_EQ(pool.take(i, ignore).name, experiments[i].name);
  }
  EXPECT_GT(most, 1);
  EXPECT_EQ(most_beside_timed, 1);
}

TEST(ExperimentPool, SaysWhatRunsAndHowFarItIs) {
  const std::vector<Experiment> experiments = made(2);
  std::atomic<bool> may_end = false;
  ExperimentPool pool(pointers(experiments), 2, [&](const Experiment& e, const Progress& progress) {
    progress(0.5);
    while (!may_end) std::this_thread::yield();
    return named(e);
  });
  std::string shown;
  double share = 0.0;
  EXPECT_EQ(pool.take(1,
                      [&](const std::string& running, double so_far) {
                        shown = running;
                        share = so_far;
                        may_end = running == "0, 1" && so_far == 0.5;
                      })
                .name,
            "1");
  EXPECT_EQ(shown, "0, 1");
  EXPECT_EQ(share, 0.5);
}

TEST(ExperimentPool, ThrowsWhatAnExperimentThrewAndStopsTheOthers) {
  const std::vector<Experiment> experiments = made(3);
  std::atomic<int> begun = 0;
  {
    ExperimentPool pool(pointers(experiments), 2, [&](const Experiment& e, const Progress& progress) -> Result {
      ++begun;
      if (e.name == "0") throw std::runtime_error("no");
      for (;;) progress(0.1);  // ends only by being stopped
    });
    EXPECT_THROW(pool.take(0, ignore), std::runtime_error);
  }
  EXPECT_GE(begun, 1);
}

}  // namespace
}  // namespace stickslip::cli::experiment_pool_test
