// A result as one HDF5 file, for MATLAB, Julia, Python (h5py) and whatever else reads numbers.
//
//   /                        attributes format = "stickslip result 1", name, title, source, version, made, seconds,
//                            skipped
//   /parameters              attribute names: all, in order
//   /parameters/<name>       one float64 or text; attribute unit
//   /series                  attribute names
//   /series/<name>           attributes title, columns: their names, in order
//   /series/<name>/<column>  float64, one a row; attribute unit
//   /checks/<field>          quantity, unit, relation, published, measured, tolerance, passed; one a check
//   /tables                  JSON, one a table
//   /figures, /scenes, /explorers  attribute names; files of earlier versions have no /explorers
//   /figures/<name>          JSON; attributes title, axes: their labels, panel after panel; the other two
//                            likewise
//
// Texts are UTF-8 of variable length; the JSON is that of apps/report/src/document.ts. A '/' in the name of a column or
// a parameter, which HDF5 would take for a path, is '∕' (U+2215) in the member's; the attributes columns and names hold
// the name itself.
#pragma once

#include <filesystem>
#include <map>
#include <string>
#include <vector>

#include "stickslip/record/atomic_file.hpp"
#include "stickslip/record/result.hpp"

namespace stickslip::record {

// Writes whole or not at all (AtomicFile); the same result gives the same bytes. Throws InvalidArgument where the
// result is not valid (validate), or a text is not UTF-8 or holds a zero; std::filesystem::filesystem_error if it
// cannot write.
void write_hdf5(const Result& result, const std::filesystem::path& path, Links links = Links::followed);

// Reads what write_hdf5 wrote, and files with the same members of the same types; each number is the same, bit for bit.
// Throws ParseError naming the file and the member that is wrong, std::filesystem::filesystem_error if the file cannot be
// read.
//
// A damaged file is refused: write_hdf5 leaves a checksum behind the end of the HDF5 data. It goes when another program
// changes the file, and HDF5 itself (1.10) may then crash on damage: do not read such files from strangers.
Result read_hdf5(const std::filesystem::path& path);

// Lists of numbers, of any type of number, in an HDF5 file of any program: those of `datasets`, paths such as "/group/x", that
// exist. Throws as read_hdf5 does; the warning about files from strangers holds here above all.
std::map<std::string, std::vector<double>> read_hdf5_numbers(const std::filesystem::path& path,
                                                             const std::vector<std::string>& datasets);

}  // namespace stickslip::record
