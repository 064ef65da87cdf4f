#include "stickslip/solvers/lcp_file.hpp"

#include "fuzz/reader.hpp"

using stickslip::solvers::lcp_text;
using stickslip::solvers::LcpProblem;
using stickslip::solvers::read_lcp;

extern "C" int LLVMFuzzerTestOneInput(const std::uint8_t* data, std::size_t size) {
  return stickslip::fuzz::try_reader(data, size, read_lcp, [](const LcpProblem& problem) {
    const LcpProblem twin = read_lcp(lcp_text(problem), "twin");
    return twin.M == problem.M && twin.q == problem.q;
  });
}
