// An HDF5 file in memory, its members named by their paths. Nothing else in the library calls HDF5.
//
// HDF5 serves one thread at a time: each object here waits until those of other threads are gone. HDF5 is told to print nothing.
// What is wrong with a member is thrown as std::runtime_error naming it.
#pragma once

#include <memory>
#include <string>
#include <vector>

namespace stickslip::record::detail {

using Texts = std::vector<std::string>;
using Numbers = std::vector<double>;
using Flags = std::vector<signed char>;  // 0 or 1

// A dataset, or an attribute of what stands at the path.
struct Member {
  std::string path;
  std::string attribute = {};
};

class Hdf5Writer {
 public:
  Hdf5Writer();
  ~Hdf5Writer();
  Hdf5Writer(const Hdf5Writer&) = delete;
  Hdf5Writer& operator=(const Hdf5Writer&) = delete;
  Hdf5Writer(Hdf5Writer&&) = delete;
  Hdf5Writer& operator=(Hdf5Writer&&) = delete;

  void group(const std::string& path);
  // Texts as UTF-8 of variable length; throws InvalidArgument on others, and on a zero within a text. Many numbers are
  // compressed.
  void write(const Member& member, const std::string& text);
  void write(const Member& member, const Texts& texts);
  void write(const Member& member, double number);
  void write(const Member& member, const Numbers& numbers);
  void write(const Member& member, const Flags& flags);
  // The file as it would be on disk. The same members give the same bytes.
  std::string image() const;

 private:
  class File;
  std::unique_ptr<File> file_;
};

class Hdf5Reader {
 public:
  explicit Hdf5Reader(const std::string& image);
  ~Hdf5Reader();
  Hdf5Reader(const Hdf5Reader&) = delete;
  Hdf5Reader& operator=(const Hdf5Reader&) = delete;
  Hdf5Reader(Hdf5Reader&&) = delete;
  Hdf5Reader& operator=(Hdf5Reader&&) = delete;

  // Throw if the member is missing, of another type or shape, in another file, or claims more than this one can hold.
  std::string text(const Member& member);
  Texts texts(const Member& member);
  double number(const Member& member);
  Numbers numbers(const Member& member);
  // Of any type of number: those of other programs.
  Numbers any_numbers(const Member& member);
  bool has(const std::string& path);
  bool is_text(const Member& member);

 private:
  class File;
  std::unique_ptr<File> file_;
};

}  // namespace stickslip::record::detail
