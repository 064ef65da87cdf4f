#include "stickslip/solvers/npz_file.hpp"

#include "fuzz/reader.hpp"

using stickslip::solvers::LcpProblem;
using stickslip::solvers::npz_max_size;
using stickslip::solvers::read_npz;

extern "C" int LLVMFuzzerTestOneInput(const std::uint8_t* data, std::size_t size) {
  return stickslip::fuzz::try_reader(data, size, read_npz,
                                     [](const LcpProblem& problem) { return problem.size() <= npz_max_size; });
}
