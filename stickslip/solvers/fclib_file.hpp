// Cone problems of FCLIB, the collection of frictional contact problems, which keeps them in HDF5 files [Acary 2014].
//
// Its local problems are ours: W, q, mu under /fclib_local, W by triplets, columns or rows. Those with equations (V, R) and the global
// ones (M, H, …) are refused. This module does not open files: the caller reads the lists of numbers, for example with
// record::read_hdf5_numbers, and this makes the problem of them. FCLIB's own library is not used: it ends the process where a
// file is damaged.
#pragma once

#include <map>
#include <string>
#include <vector>

#include "stickslip/solvers/cone_problem.hpp"

namespace stickslip::solvers {

// The paths of the datasets that read_fclib looks for.
const std::vector<std::string>& fclib_datasets();

// `datasets`: those of these paths that the file has. `file` stands for it in messages. Throws ParseError.
ConeProblem read_fclib(const std::map<std::string, std::vector<double>>& datasets, const std::string& file);

}  // namespace stickslip::solvers
