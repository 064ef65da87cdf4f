#include "stickslip/solvers/fc_file.hpp"

#include "fuzz/reader.hpp"

using stickslip::solvers::ConeProblem;
using stickslip::solvers::fc_text;
using stickslip::solvers::read_fc;

extern "C" int LLVMFuzzerTestOneInput(const std::uint8_t* data, std::size_t size) {
  return stickslip::fuzz::try_reader(data, size, read_fc, [](const ConeProblem& problem) {
    const ConeProblem twin = read_fc(fc_text(problem), "twin");
    return twin.q == problem.q && twin.mu == problem.mu && fc_text(twin) == fc_text(problem);
  });
}
